"""The map of a board in tiles of a source, and its picture as a whole where they are not there yet."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

if TYPE_CHECKING:
    from qtwar.qtpaint.tiles import MapTiles

TILE_PX = 512
"""Px along the side of a tile."""


class TileGround:
    """Paints the tiles of a source; the overview stands in for a tile that is not there yet."""

    names_clear = False

    def __init__(self, source: MapTiles, bounds: QRectF) -> None:
        self.source, self.bounds = source, bounds

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint `area`; returns False where a tile was missing."""
        level = self.source.level_for(scale)
        side = self.source.tile_size(level)
        left, top = self.bounds.left(), self.bounds.top()
        area = area & self.bounds
        if area.isEmpty():
            return True
        whole = True
        rough: Any = None
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        small = self.source.overview()
        # of a board so large that no tile is coarser, nothing finer is to be seen from so far away
        fine = small.width() / self.bounds.width() if small is not None else 0.0
        if scale <= fine <= TILE_PX / side and level == self.source.level_for(0.0):
            paint_part(painter, area, small, self.bounds)
            return True
        for y in range(int((area.top() - top) // side), math.ceil((area.bottom() - top) / side)):
            for x in range(int((area.left() - left) // side), math.ceil((area.right() - left) / side)):
                box = QRectF(left + x * side, top + y * side, side, side) & self.bounds
                image = self.source.tile(level, x, y)
                if image is not None:
                    painter.drawImage(box, image, QRectF(image.rect()))
                    continue
                whole = False
                rough = rough if rough is not None else self.source.overview()
                if rough is not None and not rough.isNull():
                    paint_part(painter, box, rough, self.bounds)
        return whole

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint `area` from the picture of the whole, if there is one."""
        small, box = self.source.overview(), area & self.bounds
        if small is not None and not small.isNull() and not box.isEmpty():
            paint_part(painter, box, small, self.bounds)


def paint_part(painter: QPainter, box: QRectF, whole: QImage, bounds: QRectF) -> None:
    """Paint a box from a picture of all that lies within some bounds."""
    kx, ky = whole.width() / bounds.width(), whole.height() / bounds.height()
    left, top = box.x() - bounds.x(), box.y() - bounds.y()
    painter.drawImage(box, whole, QRectF(left * kx, top * ky, box.width() * kx, box.height() * ky))
