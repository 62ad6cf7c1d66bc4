"""What is lit or can act outside the view: an arrow at the rim on that side with how many there are; a click goes there."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from qtwar.ui.board.state import BoardState
from qtwar.ui.board.strokes import WHITE, disc
from qtwar.ui.theme import current, px

MOST = 600
"""Lit places beyond which nobody is led by arrows: then light is everywhere."""
SIZE = 28
SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


@dataclass(frozen=True)
class RimArrow:
    """One side of the view: how many places lie beyond it, and the one that is nearest."""

    side: str
    count: int
    nearest: str


class Rim:
    """The arrows of the board's view; they are worked out anew when the view or the lights change."""

    def __init__(self, state: BoardState) -> None:
        self.state, self.canvas = state, state.canvas
        self._key: object = None
        self._arrows: tuple[RimArrow, ...] = ()

    def _wanted(self) -> Collection[str]:
        """What the person should see: the lit places, else the places of those that can act."""
        return self.state.light_places or self.state.candidate_places

    def arrows(self) -> tuple[RimArrow, ...]:
        """Return the sides beyond which something waits, if all of it does or more than can be seen."""
        places, area = self._wanted(), self.canvas.camera.area()
        key = (places, area)
        if key != self._key:
            self._key = key
            self._arrows = self._beyond(places, area) if len(places) <= MOST else ()
        return self._arrows

    def _beyond(self, places: Collection[str], area: QRectF) -> tuple[RimArrow, ...]:
        layout, middle = self.canvas.layout_, area.center()
        found: dict[str, list[tuple[float, str]]] = {side: [] for side in SIDES}
        for place in sorted(places):
            spot = layout.spot(place)
            if not layout.has(place) or area.contains(spot):
                continue
            away = spot - middle
            across, down = away.x() / area.width(), away.y() / area.height()
            wide = abs(across) >= abs(down)
            side = ("right" if across > 0 else "left") if wide else ("bottom" if down > 0 else "top")
            found[side].append((math.hypot(away.x(), away.y()), place))
        return tuple(RimArrow(side, len(there), min(there)[1]) for side, there in found.items() if there)

    def _box(self, arrow: RimArrow) -> QRectF:
        """Return where an arrow lies, in px of the board."""
        dx, dy = SIDES[arrow.side]
        rect, size = QRectF(self.canvas.rect()), px(SIZE)
        middle = rect.center() + QPointF(dx * (rect.width() / 2 - size * 0.8), dy * (rect.height() / 2 - size * 0.8))
        return QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size)

    def at(self, point: QPointF) -> str:
        """Return the place that an arrow under a point leads to, or nothing."""
        return next((arrow.nearest for arrow in self.arrows() if self._box(arrow).contains(point)), "")

    def paint(self, painter: QPainter) -> None:
        """Paint the arrows; the painter is in screen px."""
        t = current().tokens
        for arrow in self.arrows():
            dx, dy = SIDES[arrow.side]
            box = self._box(arrow)
            tip, half = box.center() + QPointF(dx, dy) * (box.width() / 2 + px(10)), px(8)
            foot = box.center() + QPointF(dx, dy) * (box.width() / 2 - px(1))
            painter.setPen(QPen(QColor(WHITE), px(2)))
            painter.setBrush(QColor(t.accent))
            painter.drawPolygon(QPolygonF([tip, foot + QPointF(dy, dx) * half, foot - QPointF(dy, dx) * half]))
            disc(painter, box.center(), SIZE / 2, t.accent, str(arrow.count), t.on_accent)
