"""The files of a module, from its folder or from a `.qtmod` archive."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path, PurePosixPath

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.model.load.parse import MOST_BYTES

MOST_TOTAL = 256_000_000
MOST_FILES = 4_000


class ModuleFiles:
    """Reads files by their name inside the module, such as `content/sides.yaml`."""

    def __init__(self, path: Path) -> None:
        """Open a module folder or archive; raises DataFault where it is none."""
        self.path = path
        self._zip: dict[str, str] | None = None
        if path.is_dir():
            if not (path / "module.yaml").is_file():
                raise DataFault(f"There is no module in {path}: the file module.yaml is missing.")
            return
        if not path.exists():
            raise DataFault(f"There is no module folder or .qtmod file {path}.")
        try:
            with files.opened(path, MOST_TOTAL) as stream, zipfile.ZipFile(stream) as archive:
                infos = [info for info in archive.infolist() if not info.is_dir()]
        except OSError as fault:
            raise DataFault(f"{path.name} can not be read ({fault.strerror}).") from None
        except (zipfile.BadZipFile, ValueError, NotImplementedError):
            raise DataFault(f"{path.name} is no module archive, or is cut off; fetch the .qtmod file again.") from None
        if len(infos) > MOST_FILES:
            raise DataFault(f"{path.name} holds more than {MOST_FILES} files and is not opened.")
        for info in infos:
            parts = PurePosixPath(info.filename.replace("\\", "/")).parts
            if ".." in parts or parts[:1] == ("/",) or ":" in parts[0]:
                raise DataFault(
                    f"{path.name} holds {info.filename!r}, which lies outside the module, and is not opened; "
                    "ask its author for a clean archive."
                )
        if sum(info.file_size for info in infos) > MOST_TOTAL:
            raise DataFault(f"{path.name} holds more than {MOST_TOTAL // 1_000_000} MB and is not opened.")
        roots = [PurePosixPath(i.filename).parent for i in infos if PurePosixPath(i.filename).name == "module.yaml"]
        if not roots:
            raise DataFault(f"{path.name} is no module: the file module.yaml is missing in it.")
        root = min(roots, key=lambda p: len(p.parts))
        self._zip = {}
        for info in infos:
            name = PurePosixPath(info.filename)
            if name.is_relative_to(root):
                self._zip[str(name.relative_to(root))] = info.filename

    @property
    def name(self) -> str:
        """Return the folder's or the archive's name without its ending."""
        return self.path.name.removesuffix(".qtmod")

    def has(self, name: str) -> bool:
        """Return whether there is such a file."""
        return name in self._zip if self._zip is not None else (self.path / name).is_file()

    def read(self, name: str) -> bytes:
        """Return a file's bytes; raises DataFault where it can not be read."""
        if self._zip is None:
            return files.read(self.path / name, MOST_BYTES, f"{name} of {self.path.name}")
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(self._zip[name]) as stream:
                data = stream.read(MOST_BYTES + 1)
        except (OSError, KeyError, zipfile.BadZipFile, zlib.error, RuntimeError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            raise DataFault(f"{name} of {self.path.name} can not be read ({reason}).") from None
        if len(data) > MOST_BYTES:
            raise DataFault(f"{name} is larger than {MOST_BYTES // 1_000_000} MB; split it.")
        return data

    def listing(self, folder: str, ending: str = "") -> list[str]:
        """Return the names of the files below a folder, sorted, without `__pycache__` and hidden ones."""
        if self._zip is not None:
            names = [name for name in self._zip if name.startswith(folder + "/")]
        else:
            base = self.path / folder
            names = [p.relative_to(self.path).as_posix() for p in base.rglob("*") if p.is_file()]
        return sorted(
            name
            for name in names
            if name.endswith(ending)
            and not any(part.startswith((".", "__pycache__")) for part in PurePosixPath(name).parts)
        )
