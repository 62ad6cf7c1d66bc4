"""Painted pictures kept between starts: faces of counters, tiles of maps. Lost or spoilt they are painted anew.

kept = Pictures(blobs)         # `storage.blobs`, or whatever else keeps bytes by key
kept.get("front/…/120")        # QImage, or None; any thread
kept.put("front/…/120", image) # packed and written soon, on a thread
kept.close()                   # what waits is written first
"""

from __future__ import annotations

import struct
import threading
import zlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from PySide6.QtCore import QRunnable, QThread, QThreadPool
from PySide6.QtGui import QImage

_HEAD = struct.Struct("<III")
_FORMATS = {4: QImage.Format.Format_RGB32, 6: QImage.Format.Format_ARGB32_Premultiplied}
_NUMBERS = {form: number for number, form in _FORMATS.items()}
_LONGEST = 10_000


class Keeper(Protocol):
    """Keeps bytes by key; thread-safe, never raises."""

    def get(self, key: str) -> bytes | None:
        """Return what is kept."""
        ...

    def has(self, key: str) -> bool:
        """Return whether it is kept, without reading it."""
        ...

    def put(self, many: Mapping[str, bytes]) -> None:
        """Keep some."""
        ...

    def close(self) -> None:
        """Let the file go."""
        ...


class Pictures:
    """Pictures by key. Thread-safe."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._lock = threading.Lock()
        self._waiting: dict[str, QImage] = {}
        self._writing = False
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)

    def get(self, key: str) -> QImage | None:
        """Return a picture, or None where it is not kept."""
        with self._lock:
            waiting = self._waiting.get(key)
            if waiting is not None:
                return QImage(waiting)
        data = self._keeper.get(key)
        return _unpacked(data) if data is not None else None

    def has(self, key: str) -> bool:
        """Return whether a picture is kept, without reading it."""
        with self._lock:
            if key in self._waiting:
                return True
        return self._keeper.has(key)

    def put(self, key: str, image: QImage) -> None:
        """Keep a picture of 32 bits a pixel."""
        if image.format() not in _NUMBERS:
            return
        with self._lock:
            self._waiting[key] = QImage(image)  # shared, until either is changed
            start, self._writing = not self._writing, True
        if start:
            with suppress(RuntimeError):  # the program ends, and the pool is gone: it is drawn again next time
                self._pool.start(_Write(self))

    def written(self) -> None:
        """Wait until all is written."""
        self._pool.waitForDone()

    def close(self) -> None:
        """Write what waits and let the file go."""
        self.written()
        self._keeper.close()

    def write(self) -> None:
        """Write all that waits; called on the pool's thread."""
        while True:
            with self._lock:
                batch = dict(self._waiting)
                if not batch:
                    self._writing = False
                    return
            self._keeper.put({key: _packed(image) for key, image in batch.items()})
            with self._lock:
                for key, image in batch.items():
                    if self._waiting.get(key) is image:
                        del self._waiting[key]


class _Write(QRunnable):
    def __init__(self, pictures: Pictures) -> None:
        super().__init__()
        self._pictures = pictures

    def run(self) -> None:
        self._pictures.write()


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
    if not (0 < width < _LONGEST and 0 < height < _LONGEST) or len(bits) != width * height * 4:
        return None
    return QImage(bits, width, height, width * 4, form).copy()  # a picture of its own: the bytes go
