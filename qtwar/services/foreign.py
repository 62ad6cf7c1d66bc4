"""Pictures that come from anybody: decoded under limits, in the helper process and nowhere else.

read(path)         # a QImage of 32 bits a pixel in sRGB, upright; DataFault where it can not be had
take(path)         # from the window's process: the tiles of a picture that is to be traced
"""

from __future__ import annotations

import math
import re
import struct
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.editing.pictures import CAP, plan
from qtwar.qtpaint import traced
from qtwar.qtpaint.bigpng import shrink
from qtwar.services import render_worker

HEADS = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"), "jpeg": re.compile(rb"\xff\xd8\xff"), "tiff": re.compile(rb"II[*+]\0|MM\0[*+]"),
    "webp": re.compile(rb"RIFF....WEBP", re.DOTALL), "bmp": re.compile(rb"BM"),
}  # fmt: skip
"""What is decoded at all, and how it begins; of what else Qt has plugins for, some follow links out of the file."""
MOST = 340_000_000
"""Bytes of a picture that is held whole, 4 a pixel: a sheet of A3 at 600 dots an inch."""
LARGEST = 4_000_000_000
"""Bytes of a file."""
_ROW = struct.Struct("<4I")
"""Level, column, row and length of a tile, before its bytes."""


def read(path: Path, *, most_bytes: int = MOST) -> QImage:
    """Return a picture whole, upright and in sRGB; raises DataFault for what is none, is too large or damaged."""
    reader, size = opened(path)
    if 4 * size.width() * size.height() > most_bytes:
        raise DataFault("edit.picture_large", name=path.name, width=size.width(), height=size.height())
    return _read(reader, path)


def read_small(path: Path) -> QImage:
    """Return a picture of any size, smaller than it is where it would take more memory than the cap; raises DataFault."""
    reader, size = opened(path)
    plan(size.width(), size.height())  # says what is too large at all
    whole, form = 4 * size.width() * size.height(), bytes(reader.format().data())
    share = (CAP / 2 / whole) ** 0.5
    if form == b"png" and whole > CAP:
        try:
            small = shrink(path, math.ceil(1 / share))
        except (ValueError, OSError) as fault:
            raise DataFault("edit.picture_broken", name=path.name, why=str(fault)) from None
        if small is not None:
            return small
    if form != b"jpeg":  # that one is made smaller while it is read, all else is held as a whole
        return scaled(read(path), share)
    if share < 1:
        reader.setScaledSize(QSize(max(1, int(size.width() * share)), max(1, int(size.height() * share))))
    return _read(reader, path)


# ------------------------------------------------------------------------------------ in the window's process


def take(path: Path, wanted: Callable[[], bool] = lambda: True) -> traced.Taken:
    """Have a picture decoded that is to be traced; one that is no longer `wanted` is given up. Raises DataFault."""
    with tempfile.TemporaryDirectory(prefix="qtwar-") as folder:
        spool = Path(folder) / "tiles"
        request = {"do": "trace", "path": str(path), "out": str(spool)}
        found = render_worker.picture_worker().hand(request, wanted)
        data, at, rows = spool.read_bytes(), 0, []
        while at < len(data):
            level, column, row, length = _ROW.unpack_from(data, at)
            at += _ROW.size + length
            rows.append((level, column, row, data[at - length : at]))
    return traced.Taken(int(found["width"]), int(found["height"]), rows)


# --------------------------------------------------------------------------------------- in the helper process


def answer_trace(request: Mapping[str, Any]) -> dict[str, int]:
    """Take a picture to trace for the window: its pixels go into the spool file that the request names."""
    image = read_small(Path(request["path"]))
    image.convertTo(QImage.Format.Format_RGB32)
    with Path(request["out"]).open("wb") as spool:
        for level, column, row, data in traced.tiles(image):
            spool.write(_ROW.pack(level, column, row, len(data)) + data)
    return {"width": image.width(), "height": image.height()}


def opened(path: Path) -> tuple[QImageReader, QSize]:
    """Return a reader of a picture and its size, by its head alone."""
    try:
        with files.opened(path, LARGEST) as file:
            head = file.read(12)
    except OSError as fault:
        raise DataFault("edit.picture_broken", name=path.name, why=files.why(fault)) from None
    form = next((form for form, begin in HEADS.items() if begin.match(head)), "")  # whatever its name says
    reader = QImageReader(str(path), form.encode())
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size() if form else QSize()
    if not size.isValid() or size.isEmpty():
        raise DataFault("edit.picture_not", name=path.name)
    return reader, size


def _read(reader: QImageReader, path: Path) -> QImage:
    QImageReader.setAllocationLimit(-(-MOST >> 20))  # of those with 8 bytes a pixel, half as many
    image = reader.read()
    if image.isNull():
        raise DataFault("edit.picture_broken", name=path.name, why=reader.errorString())
    clear = image.hasAlphaChannel()
    image.convertTo(QImage.Format.Format_ARGB32 if clear else QImage.Format.Format_RGB32)
    if image.colorSpace().isValid():
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    return image


def scaled(image: QImage, share: float) -> QImage:
    """Return a picture with its sides a share of what they were; one that is small enough as it is."""
    if share >= 1:
        return image
    return image.scaled(
        max(1, int(image.width() * share)), max(1, int(image.height() * share)),
        Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
    )  # fmt: skip
