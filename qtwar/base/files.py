"""Reading files from outside: ordinary ones only, and only up to a size, both known before a byte is read.

And writing what is for the eyes of its owner.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from qtwar.base.errors import DataFault, Message

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)

_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

DEVICES = re.compile(r"CON|PRN|AUX|NUL|(COM|LPT)[0-9¹²³]", re.IGNORECASE)
"""What Windows takes for a device, whatever its ending."""


def stem(name: str) -> str:
    """Return words as a file's name without its ending that every system takes; empty where nothing of them can stand there."""
    found = re.sub(r'[<>:"/\\|?*\x00-\x1f]', " ", name)
    found = re.sub(r" {2,}", " ", found).strip().rstrip(".")  # "Band: Foy" has one space there, as it had
    return f"_{found}" if DEVICES.fullmatch(found.partition(".")[0].rstrip()) else found


def opened(path: Path, most: int, name: str = "") -> BinaryIO:
    """Open a file of at most `most` bytes for reading; `name` is what a fault calls it.

    Raises DataFault for a pipe, a device or a folder (which could block or never end), and for a larger file; OSError
    where the system does not let it be opened.
    """
    called = name or path.name
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    handle = os.open(path, _FLAGS)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise DataFault("fault.file.not_ordinary", file=called)
        if found.st_size > most:
            raise _too_large(called, most)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read(path: Path, most: int, name: str = "") -> bytes:
    """Return the bytes of a file of at most `most` bytes; raises DataFault where it is larger, or can not be read."""
    called = name or path.name
    try:
        with opened(path, most, called) as stream:
            data = stream.read(most + 1)
    except OSError as fault:
        raise DataFault("fault.file.unreadable", file=called, why=why(fault)) from None
    if len(data) > most:  # it has grown meanwhile
        raise _too_large(called, most)
    return data


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all; raises DataFault where it can not be written."""
    fresh = path.with_name(f".{path.name}.{os.urandom(6).hex()}")  # two windows may write at once
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(fresh, _FRESH, 0o600)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            fresh.replace(path)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise
    except OSError as fault:
        raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None


def below(top: Path, folder: str = "") -> list[str]:
    """Return the names, from `top` on, of the files below a folder in it, sorted; hidden ones and `__pycache__` are not.

    Raises DataFault for a link that leads out of `top` (what a module holds lies in its folder), and for a folder that
    may not be looked into: what is in it is not gone.
    """

    def closed(fault: OSError) -> None:
        if not isinstance(fault, (FileNotFoundError, NotADirectoryError)):
            raise DataFault("fault.file.unreadable", file=Path(fault.filename).name, why=why(fault)) from None

    found: list[str] = []
    for place, folders, names in os.walk(top / folder, onerror=closed):
        folders[:] = [name for name in folders if not _skipped(name)]
        for name in (*folders, *(name for name in names if not _skipped(name))):
            path = Path(place) / name
            if path.is_symlink():
                inside(top, path)
            if path.is_file():
                found.append(path.relative_to(top).as_posix())
    return sorted(found)


def there(path: Path) -> bool:
    """Return whether something of that name is there, as far as one may look."""
    try:
        return path.exists()
    except OSError:
        return False


def is_named(path: Path) -> bool:
    """Return whether something has that name, a link that leads nowhere too; raises OSError where one may not look."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def listed(folder: Path) -> list[Path]:
    """Return what lies in a folder, sorted; of one that may not be looked into the folder itself: who reads it says so."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        return [folder]


def inside(top: Path, path: Path) -> Path:
    """Return a path that lies in a folder, whatever links it goes by; raises DataFault for one that does not."""
    try:
        lies = path.resolve().is_relative_to(top.resolve())
    except (OSError, RuntimeError):  # a link to itself
        raise DataFault("fault.file.not_ordinary", file=path.relative_to(top).as_posix()) from None
    if not lies:
        raise DataFault("fault.module.outside", file=top.name, name=path.relative_to(top).as_posix())
    return path


def _skipped(name: str) -> bool:
    return name.startswith((".", "__pycache__"))


def _too_large(called: str, most: int) -> DataFault:
    return DataFault("fault.file.too_large", file=called, mb=most // 1_000_000)


def why(fault: OSError) -> Message | str:
    """Return the system's reason as a message: why a file could not be read or written."""
    name = errno.errorcode.get(fault.errno or 0, "")
    return {"key": f"reason.{name.lower()}"} if name in REASONS else fault.strerror or str(fault)


REASONS = ("EACCES", "EPERM", "ENOENT", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "ENAMETOOLONG", "EIO")
"""Reasons of the system that have words of ours."""
