"""The files of a module, from its folder or from a `.qtmod` archive."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.model.load.parse import MOST_BYTES

MOST_TOTAL = 256_000_000
"""Bytes of a module without its pictures."""
MOST_ART = 1_000_000_000
"""Bytes of its pictures: a map of 32,000 × 20,000 pixels has some 300 million."""
MOST_FILES = 4_000
TORN = (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, RuntimeError, EOFError, IndexError, struct.error)
"""What `zipfile` raises for an archive that is torn, encrypted, packed in an unknown way, or made to mislead it."""


class ModuleFiles:
    """Reads files by their name inside the module, such as `content/sides.yaml`."""

    def __init__(self, path: Path) -> None:
        """Open a module folder or archive; raises DataFault where it is none."""
        self.path = path
        self._zip: dict[str, str] | None = None
        try:
            if path.is_dir():
                if not files.is_named(path / "module.yaml"):
                    raise DataFault("fault.module.none", folder=str(path))
                return
            if not path.exists():
                raise DataFault("fault.module.not_there", path=str(path))
            with files.opened(path, MOST_TOTAL + MOST_ART) as stream, zipfile.ZipFile(stream) as archive:
                infos = [info for info in archive.infolist() if not info.is_dir()]
        except OSError as fault:
            raise DataFault("fault.file.unreadable", file=path.name, why=why(fault)) from None
        except TORN:
            raise DataFault("fault.module.no_archive", file=path.name) from None
        if len(infos) > MOST_FILES:
            raise DataFault("fault.module.too_many", file=path.name, most=MOST_FILES)
        for info in infos:
            parts = PurePosixPath(info.filename.replace("\\", "/")).parts
            if not parts or ".." in parts or parts[:1] == ("/",) or ":" in parts[0]:
                raise DataFault("fault.module.outside", file=path.name, name=info.filename)
        root = _root(path.name, [info.filename for info in infos])
        drawn = [info.file_size for info in infos if _is_art(info.filename, root)]
        if sum(drawn) > MOST_ART:
            raise DataFault("fault.module.art_large", file=path.name, mb=MOST_ART // 1_000_000)
        if sum(info.file_size for info in infos) - sum(drawn) > MOST_TOTAL:
            raise DataFault("fault.module.too_large", file=path.name, mb=MOST_TOTAL // 1_000_000)
        self._zip = {}
        for info in infos:
            name = PurePosixPath(info.filename)
            if name.is_relative_to(root):
                if str(name.relative_to(root)) in self._zip:
                    raise DataFault("fault.module.twice", file=path.name, name=info.filename)
                self._zip[str(name.relative_to(root))] = info.filename

    @property
    def name(self) -> str:
        """Return the folder's or the archive's name without its ending."""
        return self.path.name.removesuffix(".qtmod")

    def has(self, name: str) -> bool:
        """Return whether something of that name is there; who reads it says what is no ordinary file."""
        return name in self._zip if self._zip is not None else files.is_named(self.path / name)

    def read(self, name: str) -> bytes:
        """Return a file's bytes; raises DataFault where it can not be read."""
        if self._zip is None:
            return files.read(files.inside(self.path, self.path / name), MOST_BYTES, f"{name} of {self.path.name}")
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(self._zip[name]) as stream:
                data = stream.read(MOST_BYTES + 1)
        except (OSError, KeyError, *TORN) as fault:
            reason = why(fault) if isinstance(fault, OSError) else str(fault)
            raise DataFault("fault.module.unreadable", name=name, module=self.path.name, why=reason) from None
        if len(data) > MOST_BYTES:
            raise DataFault("fault.file.too_large", file=name, mb=MOST_BYTES // 1_000_000)
        return data

    def listing(self, folder: str, ending: str = "") -> list[str]:
        """Return the names of the files below a folder, sorted, without `__pycache__` and hidden ones."""
        if self._zip is None:
            return [name for name in files.below(self.path, folder) if name.endswith(ending)]
        names = [name for name in self._zip if name.startswith(folder + "/") or not folder]
        return sorted(
            name
            for name in names
            if name.endswith(ending)
            and not any(part.startswith((".", "__pycache__")) for part in PurePosixPath(name).parts)
        )


def _is_art(name: str, root: PurePosixPath) -> bool:
    at = PurePosixPath(name)
    return at.is_relative_to(root) and at.relative_to(root).parts[:1] == ("art",)


def _root(file: str, names: list[str]) -> PurePosixPath:
    """Return the folder of an archive that is the module: that of its only uppermost `module.yaml`; raises DataFault."""
    roots = sorted((len(at.parts), at) for name in names if (at := PurePosixPath(name)).name == "module.yaml")
    if not roots:
        raise DataFault("fault.module.no_yaml", file=file)
    if len(roots) > 1 and roots[0][0] == roots[1][0]:
        raise DataFault("fault.module.roots", file=file, one=str(roots[0][1]), other=str(roots[1][1]))
    return roots[0][1].parent
