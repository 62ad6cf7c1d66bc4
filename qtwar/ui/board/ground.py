"""Maps for the board: tiles of a source, or plain cells in flat colours where nobody drew a map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.theme import current, fonts
from qtwar.ui.theme.tokens import mix

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
            self._part(painter, area, small)
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
                    self._part(painter, box, rough)
        return whole

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint `area` from the picture of the whole, if there is one."""
        small, box = self.source.overview(), area & self.bounds
        if small is not None and not small.isNull() and not box.isEmpty():
            self._part(painter, box, small)

    def _part(self, painter: QPainter, box: QRectF, whole: Any) -> None:
        """Paint a box from a picture of the whole board."""
        left, top = self.bounds.left(), self.bounds.top()
        kx, ky = whole.width() / self.bounds.width(), whole.height() / self.bounds.height()
        painter.drawImage(box, whole, QRectF((box.x() - left) * kx, (box.y() - top) * ky, box.width() * kx, box.height() * ky))


class PlainGround:
    """Cells in flat colours, a colour a terrain kind, with their numbers: a map that needs no artist."""

    names_clear = False

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout
        tokens = current().tokens
        terrain = sorted(set(layout.board.terrain.values()))
        self.colours: dict[str, QColor] = {}
        base = (tokens.good, tokens.accent, tokens.warn, tokens.second, tokens.bad)
        for n, word in enumerate(terrain):
            self.colours[word] = QColor(mix(mix(base[n % len(base)], "#FFFFFF", 0.70), "#E9E0B8", 0.45))
        self.plain = QColor(mix("#E9E0B8", tokens.good, 0.12))
        self.line = QColor(mix("#E9E0B8", "#000000", 0.35))

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint the plain colour."""
        painter.fillRect(area & self.layout.bounds, self.plain)

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint the cells in `area`."""
        layout = self.layout
        painter.fillRect(area & layout.bounds, self.plain)
        if 100 * scale < 6:
            return True
        terrain = layout.board.terrain
        painter.setPen(QPen(self.line, 0) if 100 * scale >= 14 else Qt.PenStyle.NoPen)
        numbers = 100 * scale >= 44
        if numbers:
            font = fonts.body("en", 13)
            painter.setFont(font)
        for cell in layout.cells_in(area):
            polygon = QPolygonF([QPointF(x, y) for x, y in layout.grid.polygon(cell)])
            painter.setBrush(self.colours.get(terrain.get(cell, ""), self.plain))
            painter.drawPolygon(polygon)
            if numbers:
                x, y = layout.centre(cell)
                painter.drawText(QRectF(x - 50, y - 46, 100, 18), int(Qt.AlignmentFlag.AlignCenter), cell)
        return True
