"""A map that needs no artist, for the bench of the board and for tests of it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.theme import current, fonts
from qtwar.ui.theme.tokens import mix


class PlainGround:
    """Cells in flat colours, a colour a terrain kind, with their numbers."""

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
