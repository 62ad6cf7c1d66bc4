"""Stands where the board widget goes, so that these tests are about the shell alone."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter

from qtwar.bench.plain import PlainGround
from qtwar.ui.board import BoardView


class BoardStandIn(BoardView):
    """A board of no map, which keeps what it is told."""

    def __init__(self) -> None:
        super().__init__(PlainGround)
        self.tool.hover_timer.timeout.disconnect()  # there are no stacks to fan out
        self.centred: list[str] = []
        self.blinked: list[tuple] = []
        self.zoom = 1.0

    def center_on(self, what):
        self.centred.append(what)

    def blink(self, what):
        self.blinked.append(tuple(what))

    def set_zoom(self, factor, about=None):
        self.zoom = factor
        self.zoom_changed.emit(factor)

    def fit(self):
        self.set_zoom(0.5)

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#CFDDB0"))
        painter.setPen(QColor("#A9B98A"))
        for x in range(0, self.width(), 64):
            painter.drawLine(x, 0, x, self.height())
        for y in range(0, self.height(), 64):
            painter.drawLine(0, y, self.width(), y)
