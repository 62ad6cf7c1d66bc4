"""Reads a PNG of any size in strips and makes it smaller on the way: Qt would hold all of its pixels at once.

    image = shrink(path, 5)        # a fifth of the width and height; None where Qt has to read the file

Takes what scanners write: 8 bits a channel (grey, colour, palette; transparency is ignored), not interlaced. The packed
rows are unpacked some at a time; each strip is given to Qt as a small PNG of its own, whose first row is the last one of
the strip before: all that filters look at.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
STRIP = 128
"""Rows read together, about."""
_FORMAT = QImage.Format
ROWS = {
    0: (1, _FORMAT.Format_Grayscale8), 2: (3, _FORMAT.Format_RGB888), 3: (1, _FORMAT.Format_Indexed8),
    4: (2, _FORMAT.Format_RGBA8888), 6: (4, _FORMAT.Format_RGBA8888),
}  # fmt: skip
"""Colour type → bytes a pixel, and the format of Qt in which a row has these bytes (4: its grey three times)."""


def shrink(path: Path, by: int) -> QImage | None:
    """Return a picture `by` times as small each way, means of its pixels; None for a PNG that is none of these.

    Raises ValueError for a file that ends early or is damaged, OSError where it can not be read.
    """
    with path.open("rb") as file:
        head = _head(file)
        if head is None:
            return None
        width, height, colour = head
        palette = b""
        chunks = _chunks(file)
        for kind, data in chunks:
            if kind == b"PLTE":
                palette = _chunk(kind, data)
            if kind == b"IDAT":
                break
        else:
            raise ValueError("there are no pixels in it")
        size, form = ROWS[colour]
        small = bytearray()
        above = bytes(1 + width * size)
        for rows in _strips(data, chunks, len(above), max(1, STRIP // by) * by, height):
            count = len(rows) // len(above)
            pixels = zlib.compress(above + rows, 0)
            strip = QImage.fromData(_file(width, count + 1, colour, palette + _chunk(b"IDAT", pixels)))
            if strip.isNull():
                raise ValueError("its pixels are damaged")
            row = strip.copy(0, count, width, 1).convertToFormat(form)  # it must live as long as its bits are looked at
            last = bytes(row.constBits())
            if colour == 4:  # grey with alpha, which Qt makes red, green, blue and alpha
                grey = bytearray(width * 2)
                grey[0::2], grey[1::2] = last[0 : width * 4 : 4], last[3 : width * 4 : 4]
                last = bytes(grey)
            above = b"\0" + last[: width * size]
            whole = count // by
            if whole:
                part = strip.copy(0, 1, width // by * by, whole * by).convertToFormat(QImage.Format.Format_RGB32)
                smooth = Qt.TransformationMode.SmoothTransformation
                part = part.scaled(width // by, whole, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
                small += part.constBits()
    return QImage(bytes(small), width // by, height // by, width // by * 4, QImage.Format.Format_RGB32).copy()


def _head(file: BinaryIO) -> tuple[int, int, int] | None:
    """Return width, height and colour type of a PNG that is read here."""
    if file.read(8) != SIGNATURE:
        return None
    kind, data = next(_chunks(file), (b"", b""))
    if kind != b"IHDR" or len(data) != 13:
        return None
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data)
    return (width, height, colour) if depth == 8 and not interlaced and colour in ROWS else None


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


def _file(width: int, height: int, colour: int, chunks: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", head) + chunks + _chunk(b"IEND", b"")


def _strips(data: bytes, chunks: Iterator[tuple[bytes, bytes]], line: int, rows: int, height: int) -> Iterator[bytes]:
    """Yield the filtered rows, some at a time, each with its filter in front."""
    packed, left, found = zlib.decompressobj(), height, bytearray()
    while left:
        wanted = min(rows, left) * line
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
        left -= min(rows, left)
        if not packed.unconsumed_tail:
            data = b""
