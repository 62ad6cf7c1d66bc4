"""What the board adds to a counter's face: the floor it stands on, and an amber corner where a rule was broken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap

from qtwar.draw.box_row import MARGIN
from qtwar.kit.free import BROKE
from qtwar.ui.theme import fonts

AMBER, INK = "#F2A900", "#1B2229"
"""Counters keep their print colours in every theme, and so does what lies on them."""
FROM = 18
"""Below this size in device px a badge would be a blot."""


@contextmanager
def blank(wide: int, high: int) -> Iterator[tuple[QPixmap, QPainter]]:
    """A clear picture in device px, and what paints on it with smooth edges."""
    made = QPixmap(wide, high)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield made, painter


def dressed(face: QPixmap, record: Mapping[str, Any]) -> QPixmap:
    """Return a counter's picture with the badges of its state; the shared picture itself is not painted on."""
    attrs = record.get("attrs") or {}
    broke, level = BROKE in attrs, attrs.get("level")
    floor = level if isinstance(level, int) and not isinstance(level, bool) and level > 0 else 0
    if not (broke or floor) or face.width() < FROM:
        return face
    ratio = face.devicePixelRatio()
    made = QPixmap(face)
    made.setDevicePixelRatio(1.0)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = made.width() * MARGIN / (1 + 2 * MARGIN)  # the shadow lies around the body
        body = QRectF(made.rect()).adjusted(room, room, -room, -room)
        size = min(body.width(), body.height())
        if broke:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)  # no farther than the counter
            _corner(painter, body.topRight(), size * 0.42)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if floor:
            high = size * 0.32
            plate = QRectF(body.left() - 0.5, body.bottom() - high + 0.5, high * 1.62, high)
            _plate(painter, plate, str(floor), INK, "#FFFFFF")
    made.setDevicePixelRatio(ratio)
    return made


def _font(size: float) -> QFont:
    font = QFont(fonts.families("en"))
    font.setPixelSize(max(6, round(size)))
    font.setBold(True)
    return font


def _corner(painter: QPainter, tip: QPointF, side: float) -> None:
    """The upper right corner in amber, with an exclamation mark: never by colour alone."""
    shape = QPainterPath(tip - QPointF(side, 0))
    shape.lineTo(tip)
    shape.lineTo(tip + QPointF(0, side))
    shape.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(AMBER))
    painter.drawPath(shape)
    painter.setPen(QPen(QColor("#FFFFFF"), max(1.0, side * 0.09)))
    painter.drawLine(tip - QPointF(side, 0), tip + QPointF(0, side))
    painter.setPen(QColor(INK))
    painter.setFont(_font(side * 0.6))
    sign = QRectF(tip.x() - side * 0.58, tip.y(), side * 0.5, side * 0.66)
    painter.drawText(sign, int(Qt.AlignmentFlag.AlignCenter), "!")


def upstairs(count: int, size: int, ground: str, ink: str) -> QPixmap:
    """Return the plate for the cell of a building: stairs, and how many counters of a side are on its upper floors."""
    text = f"×{count}"
    wide = round(size * (1.05 + 0.5 * len(text)))
    with blank(wide + 2, size + 2) as (made, painter):
        _plate(painter, QRectF(1, 1, wide, size), text, ground, ink)
    return made


def _plate(painter: QPainter, plate: QRectF, text: str, ground: str, ink: str) -> None:
    size = plate.height()
    painter.setPen(QPen(QColor("#FFFFFF"), max(1.0, size * 0.08)))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(plate, size * 0.2, size * 0.2)
    stairs = QPainterPath(QPointF(plate.left() + size * 0.22, plate.bottom() - size * 0.26))
    step = size * 0.17
    for _ in range(3):
        stairs.lineTo(stairs.currentPosition() + QPointF(step, 0))
        stairs.lineTo(stairs.currentPosition() + QPointF(0, -step))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(ink), max(1.0, size * 0.1)))
    painter.drawPath(stairs)
    painter.setFont(_font(size * 0.78))
    painter.drawText(plate.adjusted(size * 0.78, 0, 0, 0), int(Qt.AlignmentFlag.AlignCenter), text)
