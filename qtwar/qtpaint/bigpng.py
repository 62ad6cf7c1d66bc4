"""Reads a PNG of any size in strips and makes it smaller on the way: Qt would hold all of its pixels at once.

    image = shrink(path, 5)        # a fifth of the width and height; None where Qt has to read the file

Takes what scanners write: 8 bits a channel (grey, colour, palette; transparency is ignored), not interlaced.
PNG's filters (Paeth and average) go pixel by pixel, from the left, the row above and both; so a strip is undone along
its diagonals, all rows of a diagonal at once.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from PySide6.QtGui import QImage

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Colour type → bytes a pixel."""
STRIP = 512
"""Rows undone together, about."""
_SUB, _UP, _AVERAGE, _PAETH = 1, 2, 3, 4


def shrink(path: Path, by: int, wanted: Callable[[], bool] = lambda: True) -> QImage | None:
    """Return a picture `by` times as small each way, means of its pixels; None for a PNG that is none of these.

    Raises ValueError for a file that ends early or is damaged, or once it is no longer `wanted`; OSError where it can
    not be read.
    """
    with path.open("rb") as file:
        head = _head(file)
        if head is None:
            return None
        width, height, colour = head
        channels = CHANNELS[colour]
        small = np.empty((height // by, width // by, 3), np.uint8)
        palette: Bytes | None = None
        above = np.zeros((width, channels), np.uint8)
        chunks = _chunks(file)
        for kind, data in chunks:
            if kind == b"PLTE":
                palette = np.zeros((256, 3), np.uint8)
                palette[: len(data) // 3] = np.frombuffer(data, np.uint8).reshape(-1, 3)
            if kind == b"IDAT":
                break
        else:
            raise ValueError("there are no pixels in it")
        if colour == 3 and palette is None:
            raise ValueError("its palette is missing")
        row, rows = 0, max(1, STRIP // by) * by
        for raw in _strips(data, chunks, 1 + width * channels, rows, height):
            if not wanted():
                raise ValueError("it is no longer wanted")
            strip = _undone(raw[:, 0], raw[:, 1:].reshape(len(raw), width, channels), above)
            above = strip[-1].copy()
            whole = len(strip) // by
            if whole:
                part = strip[: whole * by, : width // by * by]
                if palette is not None and colour == 3:
                    part = palette[part[..., 0]]
                means = part.reshape(whole, by, width // by, by, part.shape[-1]).mean(axis=(1, 3), dtype=np.float32)
                small[row : row + whole] = means[..., :3] if means.shape[-1] > 2 else means[..., :1]
            row += whole
    image = QImage(small.tobytes(), small.shape[1], small.shape[0], small.shape[1] * 3, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)  # a copy: the bytes go


def _head(file: BinaryIO) -> tuple[int, int, int] | None:
    """Return width, height and colour type of a PNG that is read here."""
    if file.read(8) != SIGNATURE:
        return None
    kind, data = next(_chunks(file), (b"", b""))
    if kind != b"IHDR" or len(data) != 13:
        return None
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data)
    return (width, height, colour) if depth == 8 and not interlaced and colour in CHANNELS else None


def _chunks(file: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    while len(head := file.read(8)) == 8:
        length, kind = struct.unpack(">I4s", head)
        data = file.read(length)
        file.read(4)
        if kind == b"IEND":
            return
        yield kind, data


def _strips(data: bytes, chunks: Iterator[tuple[bytes, bytes]], line: int, rows: int, height: int) -> Iterator[Bytes]:
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
        yield np.frombuffer(bytes(found[:wanted]), np.uint8).reshape(-1, line)
        del found[:wanted]
        left -= min(rows, left)
        if not packed.unconsumed_tail:
            data = b""


def _undone(filters: Bytes, rows: Bytes, above: Bytes) -> Bytes:
    """Return rows of pixels without their filters; `above` is the row before the first."""
    if not np.isin(filters, (_AVERAGE, _PAETH)).any():
        made = rows.copy()
        for n, kind in enumerate(filters):
            if kind == _SUB:
                np.add.accumulate(made[n], axis=0, dtype=np.uint8, out=made[n])
            elif kind == _UP:
                made[n] += above
            above = made[n]
        return made
    count, width, channels = rows.shape
    # skewed[x + y, y] is pixel (x, y): a row of it is a diagonal, which needs only the two before it
    skewed = np.zeros((width + count, count + 1, channels), np.uint8)
    s0, s1, s2 = skewed.strides
    plain = np.lib.stride_tricks.as_strided(skewed[:, 1:], (count, width, channels), (s0 + s1, s0, s2))
    plain[...] = rows
    kinds = filters[:, None]
    for t in range(width + count - 1):
        first, last = max(0, t - width + 1), min(count, t + 1)
        here = slice(first + 1, last + 1)
        over = slice(first, last)
        left = skewed[t - 1, here].astype(np.int16) if t else np.zeros((last - first, channels), np.int16)
        up = skewed[t - 1, over].astype(np.int16) if t else np.zeros((last - first, channels), np.int16)
        corner = skewed[t - 2, over].astype(np.int16) if t > 1 else np.zeros((last - first, channels), np.int16)
        if first == 0:
            up[0] = above[t]
            corner[0] = above[t - 1] if t else 0
        by_up, by_left = np.abs(left - corner), np.abs(up - corner)
        by_corner = np.abs(left + up - 2 * corner)
        paeth = np.where(
            (by_left <= by_up) & (by_left <= by_corner), left, np.where(by_up <= by_corner, up, corner)
        )
        kind = kinds[first:last]
        guess = np.where(kind == _PAETH, paeth, np.where(kind == _AVERAGE, (left + up) >> 1, 0))
        guess = np.where(kind == _SUB, left, np.where(kind == _UP, up, guess))
        skewed[t, here] += guess.astype(np.uint8)
    return np.ascontiguousarray(plain)
