"""Reads a PNG of any size in bands of some rows: Qt would hold all of its pixels at once.

    for band in bands(path): ...        # QImages one below the other; None where Qt has to read the file

Takes all that is not interlaced. The packed rows are unpacked some at a time; each band is given to Qt as a small PNG of
its own, whose first row is the last one of the band before: all that filters look at. Colours are left as the file has them.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from PySide6.QtGui import QImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
STRIP = 256
"""Rows read together."""
_FORMAT = QImage.Format
CHANNELS = {0: (0,), 2: (0, 1, 2), 3: (), 4: (0, 3), 6: (0, 1, 2, 3)}
"""Colour type → which of red, green, blue and alpha a pixel has; grey is the red of a grey, a palette has its numbers."""
COLOURS = (b"PLTE", b"tRNS", b"iCCP", b"sRGB", b"gAMA", b"cHRM")
"""What says how the numbers are meant, and goes with each band."""
MOST_BYTES = 1 << 24
"""Of what says it."""
MOST_LINE = 1 << 24
"""Bytes of a row: a million pixels of the widest kind, more than any picture has."""


@dataclass(frozen=True, slots=True)
class _Head:
    width: int
    height: int
    depth: int
    colour: int

    @property
    def line(self) -> int:
        """Return the bytes of a row."""
        return (self.width * self.depth * max(1, len(CHANNELS[self.colour])) + 7) // 8


def bands(path: Path) -> Iterator[QImage] | None:
    """Return the picture's bands, None for a PNG that Qt has to read.

    Raises OSError where it can not be read; the bands raise ValueError for a file that ends early or is damaged.
    """
    with path.open("rb") as file:
        head = _head(file)
    return None if head is None else _bands(path, head)


def _bands(path: Path, head: _Head) -> Iterator[QImage]:
    with path.open("rb") as file:
        _head(file)
        if head.line > MOST_LINE:
            raise ValueError("its rows are too long")
        words = b""
        chunks = _chunks(file)
        for kind, data in chunks:
            if kind in COLOURS and len(words) + len(data) < MOST_BYTES:
                words += _chunk(kind, data)
            if kind == b"IDAT":
                break
        else:
            raise ValueError("there are no pixels in it")
        above = bytes(1 + head.line)
        for rows in _strips(data, chunks, len(above), head.height):
            count = len(rows) // len(above)
            pixels = _chunk(b"IDAT", zlib.compress(above + rows, 0))
            strip = QImage.fromData(_file(head, count + 1, words + pixels))
            if strip.isNull():
                raise ValueError("its pixels are damaged")
            if head.depth < 8:  # the same bytes as pixels of one byte: filters do not know the difference
                as_bytes = _Head(head.line, head.height, 8, 0)
                above = b"\0" + _last(QImage.fromData(_file(as_bytes, count + 1, pixels)), as_bytes)
            else:
                above = b"\0" + _last(strip, head)
            yield strip.copy(0, 1, head.width, count)


def _last(strip: QImage, head: _Head) -> bytes:
    """Return the bytes of the last row, as a PNG without filters has them."""
    row = strip.copy(0, strip.height() - 1, head.width, 1)
    if head.colour == 3:
        row = row.convertToFormat(_FORMAT.Format_Indexed8)
        return bytes(row.constBits())[: head.width]
    wide = head.depth == 16
    row = row.convertToFormat(_FORMAT.Format_RGBA64 if wide else _FORMAT.Format_RGBA8888)
    import numpy as np  # in the helper process alone: the window only knows that there is such a reader

    numbers = np.frombuffer(row.constBits(), np.uint16 if wide else np.uint8)[: head.width * 4].reshape(head.width, 4)
    found = numbers[:, CHANNELS[head.colour]]
    return found.astype(">u2").tobytes() if wide else found.tobytes()


def _head(file: BinaryIO) -> _Head | None:
    """Return the size, depth and colour type of a PNG that is read here."""
    if file.read(8) != SIGNATURE:
        return None
    kind, data = next(_chunks(file), (b"", b""))
    if kind != b"IHDR" or len(data) != 13:
        return None
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data)
    known = depth in (8, 16) or (depth in (1, 2, 4) and colour in (0, 3))
    return _Head(width, height, depth, colour) if known and colour in CHANNELS and not interlaced else None


def _chunks(file: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    while len(head := file.read(8)) == 8:
        length, kind = struct.unpack(">I4s", head)
        data = file.read(length)
        file.read(4)
        if kind == b"IEND":
            return
        yield kind, data


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def _file(head: _Head, height: int, chunks: bytes) -> bytes:
    first = struct.pack(">IIBBBBB", head.width, height, head.depth, head.colour, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", first) + chunks + _chunk(b"IEND", b"")


def _strips(data: bytes, chunks: Iterator[tuple[bytes, bytes]], line: int, height: int) -> Iterator[bytes]:
    """Yield the filtered rows, some at a time, each with its filter in front."""
    packed, left, found = zlib.decompressobj(), height, bytearray()
    while left:
        wanted = min(STRIP, left) * line
        while len(found) < wanted:
            try:
                found += packed.decompress(packed.unconsumed_tail or data, wanted - len(found))
            except zlib.error:
                raise ValueError("its pixels are damaged") from None
            if len(found) < wanted and not packed.unconsumed_tail:
                data = next((more for kind, more in chunks if kind == b"IDAT"), b"")
                if not data:
                    raise ValueError("it ends early")
        yield bytes(found[:wanted])
        del found[:wanted]
        left -= min(STRIP, left)
        if not packed.unconsumed_tail:
            data = b""
