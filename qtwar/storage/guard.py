"""Checks before a document is opened: is it one, is it whole, may it be written, and does nobody else write it.

Reads bytes only, so that a file that is refused stays as it is. Standard library only: lists of games use it too.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import struct
import sys
import time
from pathlib import Path, PurePath
from typing import IO

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.base.files import why

APPLICATION_ID = 0x51545752  # "QTWR"
FORMAT = 4
MOST_VALUE = 64_000_000
"""Bytes of the longest text or blob of a document, and of a position when it is unpacked."""
SECONDS = 60
"""What a question to a document may take; none of ours takes a hundredth of it."""
MOST_BYTES = 16_000_000_000
WINDOWS: bool = sys.platform == "win32"
MAGIC = b"SQLite format 3\x00"


def inspect(path: Path) -> int:
    """Return the format number of a document; raises DataFault for what is none, newer, or cut off."""
    try:
        with files.opened(path, MOST_BYTES) as stream:
            head = stream.read(100)
            size = os.fstat(stream.fileno()).st_size
    except FileNotFoundError:
        raise DataFault("fault.file.not_there", file=str(path)) from None
    except IsADirectoryError as fault:
        if files.listed(path) == [path]:
            closed = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            raise DataFault("fault.file.unreadable", file=path.name, why=why(closed)) from fault
        raise DataFault("fault.document.is_folder", file=str(path)) from None
    except OSError as fault:
        raise DataFault("fault.file.unreadable", file=path.name, why=why(fault)) from None
    if head[:16] != MAGIC:
        if MAGIC.startswith(head[:16]) or not head.strip(b"\x00"):
            raise DataFault("fault.document.empty", file=path.name)
        raise DataFault("fault.document.none", file=path.name)
    if len(head) < 100:
        raise DataFault("fault.document.cut_off", file=path.name)
    page, pages = struct.unpack(">H", head[16:18])[0], struct.unpack(">I", head[28:32])[0]
    form, application = struct.unpack(">I", head[60:64])[0], struct.unpack(">I", head[68:72])[0]
    if application != APPLICATION_ID:
        raise DataFault("fault.document.of_another", file=path.name)
    if form > FORMAT:
        raise DataFault("fault.document.newer", file=path.name, format=form, known=FORMAT)
    wal = path.with_name(path.name + "-wal")
    # a kill in mid-checkpoint leaves a short file whose rest is still in the write-ahead log
    if size < (65536 if page == 1 else page) * pages and not (wal.exists() and wal.stat().st_size > 32):
        raise DataFault("fault.document.cut_off", file=path.name)
    return int(form)


def is_protected(path: Path) -> bool:
    """Return whether a document may not be written: by its own mode or its folder's."""
    return not (may_write(path) and may_write(path.resolve().parent))


def may_write(path: Path) -> bool:
    """Return whether a file or folder lets itself be written; an administrator is held to its mode too."""
    return bool(path.stat().st_mode & 0o222) and os.access(path, os.W_OK)


class Deadline:
    """Ends a statement that goes on and on."""

    def __init__(self) -> None:
        self._until = time.monotonic() + SECONDS

    def again(self) -> None:
        """Give the next question its time."""
        self._until = time.monotonic() + SECONDS

    def over(self) -> bool:
        """Return whether the time is up; SQLite asks while it works."""
        return time.monotonic() > self._until


def connect(path: Path, mode: str, *, timeout: float = 2.0, immutable: bool = False) -> tuple[sqlite3.Connection, Deadline]:
    """Open the database of a document that may come from anybody; `mode` is SQLite's (ro, rw, rwc).

    No view or trigger is run by what it calls, pages are looked at before they are believed, values have a length, and
    no question takes longer than its deadline.
    """
    uri = f"{address(path.resolve())}?mode={mode}" + ("&immutable=1" if immutable else "")
    raw = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=timeout)
    deadline = Deadline()
    try:
        raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
        raw.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100)
        raw.set_progress_handler(deadline.over, 100_000)
        raw.execute("PRAGMA trusted_schema = OFF")
        raw.execute("PRAGMA cell_size_check = ON")
        raw.execute("PRAGMA mmap_size = 0")
    except sqlite3.Error:
        raw.close()  # nobody else will
        raise
    return raw, deadline


def address(path: PurePath) -> str:
    """Return a path as SQLite reads it: of a share in the network too, whose host it would not take for one."""
    uri = path.as_uri()
    return uri if uri.startswith("file:///") else uri.replace("file://", "file:////", 1)


class Lock:
    """Only one program writes a document: a lock of the operating system, which ends with the process.

    It is on the file itself, whatever name it was opened by. Windows locks bytes against readers too: there it is on a
    file beside it.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock of a document; raises DataFault if somebody holds it."""
        path = path.resolve()
        self._path = path.with_name(f".{path.name}.lock") if WINDOWS else path
        while True:
            try:
                stream = self._path.open("ab" if WINDOWS else "rb")
            except OSError as fault:
                raise DataFault("fault.file.unreadable", file=path.name, why=why(fault)) from None
            try:
                _take(stream)
            except OSError:
                stream.close()
                raise DataFault("fault.document.open_elsewhere", file=path.name) from None
            if self._is_of(stream):
                break
            stream.close()  # its last holder took the file away in between, or somebody put another in its place
        self._stream = stream

    def holds(self) -> bool:
        """Return whether the file that is locked is still the one of that name."""
        return self._is_of(self._stream)

    def _is_of(self, stream: IO[bytes]) -> bool:
        try:
            return os.path.samestat(os.fstat(stream.fileno()), self._path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Let the lock go."""
        if self._stream.closed:
            return
        self._stream.close()
        if WINDOWS:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def _take(stream: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def spoken(fault: sqlite3.Error, path: Path) -> DataFault:
    """Return the sentence for a database error; the transaction it happened in has left no trace."""
    text = str(fault).lower()
    key = next((key for words, key in _SQLITE if any(word in text for word in words)), "unusable")
    return DataFault(f"fault.document.{key}", file=path.name, why=str(fault), detail=repr(fault))


_SQLITE = (
    (("full",), "no_room"),
    (("interrupted", "too big"), "endless"),
    (("malformed", "decode", "not a database", "corrupt"), "damaged"),
    (("readonly", "read-only"), "protected"),
    (("locked", "busy"), "in_use"),
    (("disk i/o", "unable to open"), "unreadable"),
    (("foreign key",), "unknown_ids"),
    (("no such table", "no such column"), "part_missing"),
)
"""Words of SQLite's messages and the sentence they stand for."""
