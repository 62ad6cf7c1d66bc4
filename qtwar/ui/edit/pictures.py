"""Taking a scanned map in: decoded under a cap of memory, kept as tiles in the document."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from qtwar.base.errors import DataFault
from qtwar.editing.pictures import CAP, TILE, plan
from qtwar.qtpaint.bigpng import shrink

QUALITY = 88
SHRINKING = (b"jpeg", b"jpg")
"""What Qt makes smaller while it reads it; all else it holds as a whole."""
READING_MB = 1200
"""Qt refuses to decode beyond this; a picture that is scaled while it is read needs much less."""


def read(path: Path, wanted: Callable[[], bool] = lambda: True) -> QImage:
    """Return a picture, smaller than it is where it would take more memory than the cap; raises DataFault.

    A very large one is given up once it is no longer `wanted`.
    """
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if not reader.canRead() or not size.isValid():
        raise DataFault("edit.picture_not", name=path.name)
    plan(size.width(), size.height())  # says what is too large at all
    QImageReader.setAllocationLimit(READING_MB)
    share = (CAP / 2 / (4 * size.width() * size.height())) ** 0.5
    if bytes(reader.format().data()) == b"png" and 4 * size.width() * size.height() > CAP:
        try:
            small = shrink(path, math.ceil(1 / share), wanted)
        except (ValueError, OSError) as fault:
            raise DataFault("edit.picture_broken", name=path.name, why=str(fault)) from None
        if small is not None:
            return small
    if bytes(reader.format().data()) not in SHRINKING and 4 * size.width() * size.height() > READING_MB << 20:
        raise DataFault("edit.picture_large", name=path.name, width=size.width(), height=size.height())
    if share < 1:
        reader.setScaledSize(QSize(max(1, int(size.width() * share)), max(1, int(size.height() * share))))
    image = reader.read()
    if image.isNull():
        raise DataFault("edit.picture_broken", name=path.name, why=reader.errorString())
    return image.convertToFormat(QImage.Format.Format_RGB32)


def tiles(image: QImage) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield (level, column, row, JPEG) of a picture, each level half as large as the one before."""
    level = 0
    while True:
        for row in range(-(-image.height() // TILE)):
            for column in range(-(-image.width() // TILE)):
                part = image.copy(
                    column * TILE, row * TILE,
                    min(TILE, image.width() - column * TILE), min(TILE, image.height() - row * TILE),
                )  # fmt: skip
                data = QByteArray()
                buffer = QBuffer(data)
                buffer.open(QIODevice.OpenModeFlag.WriteOnly)
                part.save(buffer, "JPEG", QUALITY)  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
                yield level, column, row, bytes(data.data())
        if max(image.width(), image.height()) <= TILE:
            return
        image = image.scaled(
            max(1, image.width() // 2), max(1, image.height() // 2),
            Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip
        level += 1
