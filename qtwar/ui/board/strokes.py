"""Lines and discs over a map: each in its colour on a wider white one, so that it is seen on any ground."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.ui.theme import current, px

WHITE = "#FFFFFF"
SOLID, DASHED, DOTTED = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
ROUND, FLAT = Qt.PenCapStyle.RoundCap, Qt.PenCapStyle.FlatCap
MITER = Qt.PenJoinStyle.MiterJoin


def stroke(
    painter: QPainter,
    draw: Callable[[], object],
    colour: str,
    width: float,
    edge: float,
    *,
    style: Qt.PenStyle = SOLID,
    cap: Qt.PenCapStyle = FLAT,
    join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin,
    ground: str = WHITE,
) -> None:
    """Draw `edge` px wide in the ground's colour, then `width` px wide in its own; px of the screen at 100 %."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, wide, dash in ((ground, edge, SOLID), (colour, width, style)):
        pen = QPen(QColor(ink), px(wide), dash, cap, join)
        pen.setCosmetic(True)
        painter.setPen(pen)
        draw()


def frame(painter: QPainter, rect: QRectF) -> None:
    """Paint a frame in the ring's colours round what is found, or in view."""
    t = current().tokens
    stroke(painter, lambda: painter.drawRect(rect), t.ring, 1.5, 3, ground=t.ring_twin)


def disc(painter: QPainter, at: QPointF, radius: float, colour: str, text: str = "", ink: str = WHITE) -> None:
    """Paint a disc with a white edge, and a word in it."""
    painter.setPen(QPen(QColor(WHITE), px(2)))
    painter.setBrush(QColor(colour))
    painter.drawEllipse(at, px(radius), px(radius))
    if text:
        painter.setPen(QColor(ink))
        painter.setFont(current().font("small", strong=True))
        painter.drawText(QRectF(at.x() - 12, at.y() - 12, 24, 24), int(Qt.AlignmentFlag.AlignCenter), text)
