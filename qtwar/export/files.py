"""Writing files whole or not at all: a target is replaced only by a finished file; raises DataFault in plain words."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.base.files import why

Writer = Callable[[Path], None]


def check_target(path: Path) -> None:
    """Raise DataFault where a file can not be put, before any work is spent on it."""
    folder = path.parent
    if path.is_dir():
        raise DataFault("fault.file.is_folder", file=path.name)
    if folder.exists() and not folder.is_dir():
        raise DataFault("fault.file.is_file", folder=str(folder))
    above = next((p for p in (folder, *folder.parents) if p.exists()), folder)
    if not os.access(above, os.W_OK):
        raise DataFault("fault.file.no_leave", file=path.name, folder=str(above))


def write_whole(path: Path, write: Writer) -> None:
    """Let `write` fill a file beside the target, then put it in the target's place."""
    write_all([(path, write)])


def write_all(files: Sequence[tuple[Path, Writer]]) -> None:
    """Write several files; none of them appears before all are finished, and where one can not be, none changes."""
    waiting: list[tuple[Path, Path]] = []
    try:
        for path, write in files:
            check_target(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=f".part{path.suffix}")
            os.close(handle)
            waiting.append((Path(name), path))
            write(Path(name))
        for part, path in waiting:
            os.chmod(part, _mode(path))
            os.replace(part, path)
    except OSError as fault:
        where = Path(fault.filename).parent if fault.filename else files[0][0].parent
        raise _fault(fault, files[0][0], where) from None
    finally:
        for part, _ in waiting:
            part.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _fault(fault: OSError, path: Path, where: Path) -> DataFault:
    if fault.errno == errno.ENOSPC:
        return DataFault("fault.file.no_room", file=path.name, folder=str(where))
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return DataFault("fault.file.no_leave", file=path.name, folder=str(where))
    return DataFault("fault.file.not_saved", file=path.name, folder=str(where), why=why(fault))
