"""Pictures that authors bring, as they are drawn: pixels by content, read from disk as they are looked at.

Nothing here decodes what comes from outside: a picture is decoded once, in the helper process (`services.ownart`), and
lies in the cache as bare pixels in the program's own form.

store = PictureStore(folder)
store.put(sha256, image)    # in the helper
store.get(sha256)           # pixels (height, width, 4), straight-alpha RGBA; None where it is not there
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import threading
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from qtwar.draw import displaylist as dl

_HEAD = struct.Struct("<8sII")
_MAGIC = b"qtwarpx1"
LONGEST = 8192
MOST_BYTES = 1 << 30
"""Bytes kept on disk, of pictures and of maps in tiles; what was not looked at for longest goes, and is decoded again."""
_HASH = re.compile(r"[0-9a-f]{64}")
_OPEN = 512
"""Pictures held open: the system holds their pixels, and lets them go as it needs room."""


def _size(file: Path) -> int:
    return sum(_size(part) for part in file.iterdir()) if file.is_dir() else file.stat().st_size


class PictureStore:
    """Pictures by the SHA-256 of the file they came in. Thread-safe; several programs may share the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._open: OrderedDict[str, dl.Bytes] = OrderedDict()

    def has(self, name: str) -> bool:
        """Return whether a picture is there."""
        return _HASH.fullmatch(name) is not None and self._file(name).is_file()

    def get(self, name: str) -> dl.Bytes | None:
        """Return a picture's pixels, or None."""
        with self._lock:
            found = self._open.get(name)
            if found is None:
                found = self._mapped(name)
                if found is None:
                    return None
                self._open[name] = found
                while len(self._open) > _OPEN:
                    self._open.popitem(last=False)
            self._open.move_to_end(name)
            return found

    def put(self, name: str, image: QImage) -> None:
        """Keep a picture's pixels; what can not be written is not kept, without a word."""
        if _HASH.fullmatch(name) is None or image.isNull() or max(image.width(), image.height()) > LONGEST:
            return
        image = image.convertToFormat(QImage.Format.Format_RGBA8888)
        file = self._file(name)
        part = file.with_name(f".{file.name}.{uuid4().hex}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_HEAD.pack(_MAGIC, image.width(), image.height()) + bytes(image.constBits()))
            part.replace(file)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def trim(self, most: int = MOST_BYTES) -> None:
        """Let what was kept for longest go, down to so many bytes."""
        with suppress(OSError):
            kept = [(file.stat().st_mtime_ns, _size(file), file) for file in self._folder.iterdir()]
            total = sum(size for _, size, _ in kept)
            for _, size, file in sorted(kept):
                if total <= most:
                    return
                if file.is_dir():  # a map in tiles
                    shutil.rmtree(file, ignore_errors=True)
                else:
                    file.unlink(missing_ok=True)
                total -= size

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.pixels"

    def _mapped(self, name: str) -> dl.Bytes | None:
        if _HASH.fullmatch(name) is None:
            return None
        import numpy as np  # a title without pictures of its own does without

        file = self._file(name)
        try:
            with file.open("rb") as stream:
                magic, wide, high = _HEAD.unpack(stream.read(_HEAD.size))
                size = os.fstat(stream.fileno()).st_size
            if magic != _MAGIC or not (0 < wide <= LONGEST and 0 < high <= LONGEST) or size != _HEAD.size + 4 * wide * high:
                return None
            os.utime(file)
            return np.memmap(file, np.uint8, "r", _HEAD.size, (high, wide, 4))
        except (OSError, struct.error, ValueError):
            return None
