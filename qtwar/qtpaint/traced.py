"""The picture below a board as a document keeps it: JPEG tiles, in levels each half as large as the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader

from qtwar.qtpaint.scans import TILE

QUALITY = 88
MOST_BYTES = 4 * TILE * TILE


@dataclass(frozen=True, slots=True)
class Taken:
    """A picture to be laid below a board: its size in pixels, and its tiles (level, column, row, JPEG)."""

    width: int
    height: int
    tiles: Sequence[tuple[int, int, int, bytes]]


def tiles(image: QImage) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield (level, column, row, JPEG) of a picture."""
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


def tile_image(data: bytes | None) -> QImage:
    """Return a tile that a document holds; a null one for what `tiles` has not written: documents come from anybody."""
    if not data or len(data) > MOST_BYTES or not data.startswith(b"\xff\xd8\xff"):
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, b"jpeg")
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > TILE:
        return QImage()
    return QImage(reader.read())
