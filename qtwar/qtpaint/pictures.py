"""Painted pictures kept in a file between starts: faces of counters, tiles of maps. Lost or spoilt they are painted anew.

kept = Pictures(folder / "sealords.pictures")
kept.get("front/…/120")        # QImage, or None; any thread
kept.put("front/…/120", image) # written soon, on a thread
kept.close()                   # what waits is written first
"""

from __future__ import annotations

import sqlite3
import struct
import threading
import zlib
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QRunnable, QThread, QThreadPool
from PySide6.QtGui import QImage

MOST_BYTES = 48 << 20
"""Bytes of pictures in one file; the oldest go first."""
MOST_FILES = 16
"""Files in one folder; what was not opened for longest goes."""
_HEAD = struct.Struct("<III")
_FORMATS = {4: QImage.Format.Format_RGB32, 6: QImage.Format.Format_ARGB32_Premultiplied}
_NUMBERS = {form: number for number, form in _FORMATS.items()}


class Pictures:
    """One file of pictures by key. Thread-safe; several programs may share it."""

    def __init__(self, file: Path, most_bytes: int = MOST_BYTES) -> None:
        self._file, self._most = file, most_bytes
        self._lock = threading.Lock()
        self._waiting: dict[str, QImage] = {}
        self._writing = False
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)
        self._read: sqlite3.Connection | None = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                _clear_out(file)
            self._read = _opened(file)
            file.touch()
        except (OSError, sqlite3.Error):
            self._give_up()

    def get(self, key: str) -> QImage | None:
        """Return a picture, or None where it is not kept."""
        with self._lock:
            waiting = self._waiting.get(key)
            if waiting is not None:
                return QImage(waiting)
            if self._read is None:
                return None
            try:
                row = self._read.execute("SELECT data FROM picture WHERE key = ?", (key,)).fetchone()
            except sqlite3.Error:
                self._give_up()
                return None
        return _unpacked(row[0]) if row is not None else None

    def put(self, key: str, image: QImage) -> None:
        """Keep a picture of 32 bits a pixel."""
        if image.format() not in _NUMBERS:
            return
        with self._lock:
            if self._read is None:
                return
            self._waiting[key] = QImage(image)  # shared, until either is changed
            start, self._writing = not self._writing, True
        if start:
            self._pool.start(_Write(self))

    def close(self) -> None:
        """Write what waits and let the file go."""
        self._pool.waitForDone()
        with self._lock:
            if self._read is not None:
                self._read.close()
            self._read = None

    def _give_up(self) -> None:
        """Do without; a file that SQLite can not read goes, for the next start."""
        if self._read is not None:
            self._read.close()
        self._read = None
        _remove(self._file)

    def write(self) -> None:
        """Write all that waits; called on the pool's thread."""
        try:
            connection = _opened(self._file)
        except sqlite3.Error:
            connection = None
        while True:
            with self._lock:
                batch = dict(self._waiting)
                if not batch or connection is None:
                    self._waiting.clear()
                    self._writing = False
                    break
            rows = [(key, data, len(data)) for key, image in batch.items() for data in (_packed(image),)]
            with suppress(sqlite3.Error):  # a full disk, or another program that holds the file
                with connection:
                    connection.executemany("INSERT OR REPLACE INTO picture (key, data, size) VALUES (?, ?, ?)", rows)
                self._trim(connection)
            with self._lock:
                for key, image in batch.items():
                    if self._waiting.get(key) is image:
                        del self._waiting[key]
        if connection is not None:
            connection.close()

    def _trim(self, connection: sqlite3.Connection) -> None:
        """Let the oldest pictures go until a quarter of the room is free."""
        total = int(connection.execute("SELECT coalesce(sum(size), 0) FROM picture").fetchone()[0])
        if total <= self._most:
            return
        last = 0
        for number, size in connection.execute("SELECT n, size FROM picture ORDER BY n").fetchall():
            last, total = number, total - size
            if total <= self._most * 3 // 4:
                break
        with connection:
            connection.execute("DELETE FROM picture WHERE n <= ?", (last,))


class _Write(QRunnable):
    def __init__(self, pictures: Pictures) -> None:
        super().__init__()
        self._pictures = pictures

    def run(self) -> None:
        self._pictures.write()


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=0.5, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS picture (n INTEGER PRIMARY KEY, key TEXT UNIQUE, data BLOB, size INTEGER)"
        )
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _packed(image: QImage) -> bytes:
    head = _HEAD.pack(image.width(), image.height(), _NUMBERS[image.format()])
    return head + zlib.compress(bytes(image.constBits()), 1)


def _unpacked(data: bytes) -> QImage | None:
    try:
        width, height, number = _HEAD.unpack_from(data)
        bits = zlib.decompress(data[_HEAD.size :])
        form = _FORMATS[number]
    except (struct.error, zlib.error, KeyError):
        return None
    if not (0 < width < 10_000 and 0 < height < 10_000) or len(bits) != width * height * 4:
        return None
    return QImage(bits, width, height, width * 4, form).copy()  # a picture of its own: the bytes go


def _clear_out(file: Path) -> None:
    """Make room for a new file beside it: those opened least lately go."""
    there = sorted(file.parent.glob(f"*{file.suffix}"), key=lambda f: f.stat().st_mtime_ns)
    for old in there[: max(0, len(there) - MOST_FILES + 1)]:
        _remove(old)


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            file.with_name(file.name + end).unlink(missing_ok=True)
