"""Marks that float over the counters of a board, in play and in the editor: cell cursor, rings, rubber band."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.board.lights import ring
from qtwar.ui.board.strokes import MITER, stroke
from qtwar.ui.theme import current, px


def paint_cursor(canvas: BoardCanvas, painter: QPainter) -> None:
    """Paint the cell cursor, black in white, where it is shown."""
    if not canvas.cursor_shown or not canvas.cell:
        return
    shape = canvas.shape(canvas.cell)
    square = Qt.PenCapStyle.SquareCap
    stroke(painter, lambda: painter.drawPolygon(shape), "#000000", 3, 7, cap=square, join=MITER)


def paint_blink(canvas: BoardCanvas, painter: QPainter) -> None:
    """Ring the pieces and places that blink now."""
    t = current().tokens
    for what in canvas.blinks.shown:
        rect = canvas.piece_rect(what)
        if rect is not None:
            ring(painter, rect.adjusted(-3, -3, 3, 3), t.ring, t.ring_twin, 4)
        elif canvas.layout_.has(what):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.ring), px(4)))
            painter.drawPolygon(canvas.shape(what))


def paint_selected(canvas: BoardCanvas, painter: QPainter, pieces: list[str]) -> None:
    """Ring the selected counters."""
    t = current().tokens
    for piece in pieces:
        rect = canvas.piece_rect(piece)
        if rect is not None:
            ring(painter, rect.adjusted(-1, -1, 1, 1), t.ring, t.ring_twin)


def paint_rubber(painter: QPainter, rubber: QRectF | None) -> None:
    """Paint the rectangle that is being drawn to select what lies in it."""
    if rubber is not None:
        colour = QColor(current().tokens.accent)
        painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
        colour.setAlpha(40)
        painter.setBrush(colour)
        painter.drawRect(rubber)
