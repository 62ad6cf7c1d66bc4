"""Bytes by key in one SQLite file that may be lost at any time: what the program can make again. No document.

blobs = Blobs(folder / "sealords.pictures")
blobs.put({"key": b"…"})       # any thread, one at a time
blobs.get("key")               # bytes, or None; any thread
blobs.close()
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 48 << 20
"""Bytes kept in one file; the oldest go first."""
MOST_FILES = 16
"""Files in one folder; what was not opened for longest goes."""


class Blobs:
    """One file. Thread-safe; several programs may share it. What can not be read or written is not kept, without a word."""

    def __init__(self, file: Path, most_bytes: int = MOST_BYTES) -> None:
        self._file, self._most = file, most_bytes
        self._lock = threading.Lock()
        self._reader: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                _clear_out(file)
            self._reader, self._writer = _opened(file), _opened(file)
            file.touch()
        except (OSError, sqlite3.Error):
            self.close()
            _remove(file)  # for the next start

    def get(self, key: str) -> bytes | None:
        """Return what is kept."""
        with self._lock, suppress(sqlite3.Error):
            if self._reader is not None:
                row = self._reader.execute("SELECT data FROM blob WHERE key = ?", (key,)).fetchone()
                return bytes(row[0]) if row is not None else None
        return None

    def has(self, key: str) -> bool:
        """Return whether something is kept, without reading it."""
        with self._lock, suppress(sqlite3.Error):
            if self._reader is not None:
                return self._reader.execute("SELECT 1 FROM blob WHERE key = ?", (key,)).fetchone() is not None
        return False

    def put(self, many: Mapping[str, bytes]) -> None:
        """Keep some, in one transaction."""
        writer = self._writer
        if writer is None:
            return
        rows = [(key, data, len(data)) for key, data in many.items()]
        with suppress(sqlite3.Error):  # a full disk, or another program that holds the file
            with writer:
                writer.executemany("INSERT OR REPLACE INTO blob (key, data, size) VALUES (?, ?, ?)", rows)
            self._trim(writer)

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    def _trim(self, writer: sqlite3.Connection) -> None:
        """Let the oldest go until a quarter of the room is free."""
        total = int(writer.execute("SELECT coalesce(sum(size), 0) FROM blob").fetchone()[0])
        if total <= self._most:
            return
        last = 0
        for number, size in writer.execute("SELECT n, size FROM blob ORDER BY n").fetchall():
            last, total = number, total - size
            if total <= self._most * 3 // 4:
                break
        with writer:
            writer.execute("DELETE FROM blob WHERE n <= ?", (last,))


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=0.5, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS blob (n INTEGER PRIMARY KEY, key TEXT UNIQUE, data BLOB, size INTEGER)"
        )
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _clear_out(file: Path) -> None:
    """Make room for a new file beside it: those opened least lately go."""
    there = sorted(file.parent.glob(f"*{file.suffix}"), key=lambda f: f.stat().st_mtime_ns)
    for old in there[: max(0, len(there) - MOST_FILES + 1)]:
        _remove(old)


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            file.with_name(file.name + end).unlink(missing_ok=True)
