"""Reads a TIFF of any size in bands: Qt would hold all of its pixels at once.

    for band in bands(path): ...        # QImages one below the other; None where Qt has to read the file

A TIFF keeps its rows in strips or tiles that are packed each by itself. Some of them at a time are given to Qt as a small
TIFF with the same words about colours and packing, so that all packings that Qt knows are read.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from PySide6.QtGui import QImage

ROWS = 512
"""Rows read together, or one row of strips or tiles where these are higher."""
MOST_VALUES = 4_000_000
"""Of one entry."""
MOST_PACKED = 400_000_000
"""Bytes of what is read together."""
MOST_BAND = 340_000_000
"""Bytes of its pixels, 4 a pixel."""
WIDTH, HEIGHT, ORIENTATION, PLANES = 256, 257, 274, 284
STRIPS, STRIP_SIZES, STRIP_ROWS = 273, 279, 278
TILES, TILE_SIZES, TILE_WIDTH, TILE_HEIGHT = 324, 325, 322, 323
KEPT = (
    WIDTH, 258, 259, 262, 266, 277, PLANES, 292, 317, 320, TILE_WIDTH, TILE_HEIGHT, 338, 339, 347, 529, 530, 531, 532, 34675,
)  # fmt: skip
"""What says how pixels are packed and meant: bits, packing, colours, predictor, palette, JPEG tables, profile, …"""
READ = {*KEPT, HEIGHT, ORIENTATION, STRIPS, STRIP_SIZES, STRIP_ROWS, TILES, TILE_SIZES}
PLAIN = 1
"""Packing: none."""
OLD_JPEG = 6
TYPES = {1: "B", 2: "c", 3: "H", 4: "I", 5: "II", 6: "b", 7: "B", 8: "h", 9: "i", 10: "ii", 11: "f", 12: "d", 16: "Q"}


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: int
    count: int
    data: bytes
    """As the file has it."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where pixels lie: `across` pieces in a row of them, each `rows` high; `planes` of all rows one after the other."""

    order: str
    entries: Mapping[int, _Entry]
    height: int
    rows: int
    across: int
    planes: int
    places: tuple[int, ...]
    sizes: tuple[int, ...]
    tiled: bool


def bands(path: Path) -> Iterator[QImage] | None:
    """Return the picture's bands, None for a TIFF that Qt has to read.

    Raises OSError where it can not be read; the bands raise ValueError for a file that ends early or is damaged.
    """
    with path.open("rb") as file:
        layout = _layout(file)
    return None if layout is None else _bands(path, layout)


def _bands(path: Path, layout: _Layout) -> Iterator[QImage]:
    step = max(1, ROWS // layout.rows)
    lines = -(-layout.height // layout.rows)
    with path.open("rb") as file:
        for first in range(0, lines, step):
            last = min(lines, first + step)
            high = min(layout.height, last * layout.rows) - first * layout.rows
            image = QImage.fromData(_file(file, layout, first, last, high), "TIFF")  # type: ignore[arg-type] # the stub asks for bytes
            if image.isNull():
                raise ValueError("its pixels are damaged")
            yield image


def _layout(file: BinaryIO) -> _Layout | None:
    """Return where the pixels of the first page lie, None for what is not read here."""
    head = file.read(8)
    if head[:4] not in (b"II*\0", b"MM\0*"):
        return None
    order = "<" if head[:1] == b"I" else ">"
    try:
        entries = _entries(file, order, struct.unpack(order + "I", head[4:])[0])

        def number(tag: int, otherwise: int) -> int:
            found = entries.get(tag)
            return _values(order, found)[0] if found is not None else otherwise

        width, height = number(WIDTH, 0), number(HEIGHT, 0)
        tiled = TILES in entries
        rows = min(number(TILE_HEIGHT if tiled else STRIP_ROWS, height), height)
        across = -(-width // number(TILE_WIDTH, 1)) if tiled else 1
        planes = number(277, 1) if number(PLANES, 1) == 2 else 1
        places = _values(order, entries[TILES if tiled else STRIPS])
        sizes = _values(order, entries[TILE_SIZES if tiled else STRIP_SIZES])
        packing = number(259, PLAIN)
        if min(width, height, rows) < 1 or number(ORIENTATION, 1) != 1 or packing == OLD_JPEG:
            return None
        if not tiled and len(places) == 1 and packing == PLAIN and planes == 1 and sizes[0] % height == 0:
            line, rows = sizes[0] // height, min(ROWS, height)  # one strip of all rows, which are as long as each other
            tops = range(0, height, rows)
            sizes = tuple(min(rows, height - top) * line for top in tops)
            places = tuple(places[0] + top * line for top in tops)
    except (KeyError, IndexError, ZeroDivisionError, struct.error, ValueError):
        return None
    if 4 * width * max(rows, min(ROWS, height)) > MOST_BAND:  # Qt holds it whole then, or says that it is too large
        return None
    if len(places) != len(sizes) or len(places) != -(-height // rows) * across * planes:
        return None
    return _Layout(order, entries, height, rows, across, planes, places, sizes, tiled)


def _entries(file: BinaryIO, order: str, at: int) -> dict[int, _Entry]:
    """Return the entries of a directory."""
    file.seek(at)
    (count,) = struct.unpack(order + "H", file.read(2))
    rows = [struct.unpack(order + "HHI4s", file.read(12)) for _ in range(count)]
    found = {}
    for tag, kind, number, data in rows:
        if tag not in READ or kind not in TYPES or number > MOST_VALUES:
            continue
        size = number * struct.calcsize(order + TYPES[kind])
        if size > 4:
            file.seek(struct.unpack(order + "I", data)[0])
            data = file.read(size)
        found[tag] = _Entry(kind, number, data[:size])
    return found


def _values(order: str, entry: _Entry) -> tuple[int, ...]:
    if entry.kind not in (1, 3, 4):
        raise ValueError("no numbers")
    return struct.unpack(f"{order}{entry.count}{TYPES[entry.kind]}", entry.data)


def _file(file: BinaryIO, layout: _Layout, first: int, last: int, high: int) -> bytes:
    """Return a TIFF of some rows of strips or tiles."""
    every = -(-layout.height // layout.rows) * layout.across
    wanted = [
        plane * every + n for plane in range(layout.planes) for n in range(first * layout.across, last * layout.across)
    ]
    if sum(layout.sizes[n] for n in wanted) > MOST_PACKED:
        raise ValueError("its strips are too large")
    order, pixels, places = layout.order, bytearray(), []
    for n in wanted:
        places.append(8 + len(pixels))
        file.seek(layout.places[n])
        data = file.read(layout.sizes[n])
        if len(data) != layout.sizes[n]:
            raise ValueError("it ends early")
        pixels += data

    def numbers(values: list[int]) -> _Entry:
        return _Entry(4, len(values), struct.pack(f"{order}{len(values)}I", *values))

    entries = {tag: entry for tag, entry in layout.entries.items() if tag in KEPT}
    entries[HEIGHT] = numbers([high])
    entries[TILES if layout.tiled else STRIPS] = numbers(places)
    entries[TILE_SIZES if layout.tiled else STRIP_SIZES] = numbers([layout.sizes[n] for n in wanted])
    if not layout.tiled:
        entries[STRIP_ROWS] = numbers([layout.rows])
    pixels += b"\0" * (len(pixels) % 2)
    directory, beside = bytearray(struct.pack(order + "H", len(entries))), bytearray()
    after = 8 + len(pixels) + 2 + 12 * len(entries) + 4
    for tag, entry in sorted(entries.items()):
        data = entry.data
        if len(data) > 4:
            data = struct.pack(order + "I", after + len(beside))
            beside += entry.data + b"\0" * (len(entry.data) % 2)
        directory += struct.pack(order + "HHI", tag, entry.kind, entry.count) + data.ljust(4, b"\0")
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8 + len(pixels))
    return bytes(head + pixels + directory + b"\0\0\0\0" + beside)
