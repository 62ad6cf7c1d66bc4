"""Light on the board: what is legal stays in colour inside one outline, the rest lies under a pale veil."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF

from qtwar.ui.board.layout import BoardLayout, distance_to
from qtwar.ui.board.strokes import DASHED, MITER, ROUND, SOLID, disc, stroke
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import ink_on

STOPS = ("stop", "enemy")
"""Marks of places where movement ends: for another reason, or because of the enemy. `end` may end or go on."""


class Lights:
    """Legal places with mark, cost and note, as `reach` answered them (all from the mover's own view)."""

    def __init__(
        self,
        layout: BoardLayout,
        cells: Mapping[str, Mapping[str, Any]],
        *,
        own: Sequence[str] = (),
        asked_by: Sequence[str] = (),
    ) -> None:
        self.layout, self.cells, self.own, self.asked_by = layout, cells, tuple(own), tuple(asked_by)
        self.chosen = self.hovered = ""
        self.places = frozenset(cells)
        self.sides = {place: ends for place in cells if (ends := layout.ends(place)) is not None}
        shown = [place for place in cells if place not in self.sides and layout.has(place)]
        shown += [place for place in dict.fromkeys(own) if layout.has(place) and place not in cells]
        self.outline = layout.outline(shown)
        self.dark = QPainterPath()
        self.dark.setFillRule(Qt.FillRule.OddEvenFill)
        self.dark.addRect(layout.bounds)
        # Both cells of a side that can be chosen stay clear, so that one sees what it runs between; so does who is to act.
        clear = {*shown, *(cell for side in self.sides for cell in layout.beside(side)), *filter(layout.has, asked_by)}
        self.dark.addPath(self.outline if clear == set(shown) else layout.outline(clear))
        numbers = {place: at["cost"] for place, at in cells.items() if isinstance(at.get("cost"), (int, float))}
        self.costs = numbers if len(set(numbers.values())) > 1 else {}

    def paint(self, painter: QPainter, scale: float, area: QRectF) -> None:
        """Paint veil, outline and marks; the painter is in u."""
        t = current().tokens
        veil = QColor(t.veil)
        veil.setAlphaF(0.55 if t.dark else 0.45)
        painter.fillPath(self.dark, veil)
        stroke(painter, lambda: painter.drawPath(self.outline), t.accent, 2, 4, join=MITER)
        for place, at in self.cells.items():
            if place in self.sides or not self.layout.has(place) or not area.contains(self.layout.spot(place)):
                continue
            mark = str(at.get("mark", ""))
            if mark in STOPS or mark == "pass":
                self._mark(painter, place, mark)
        self._bars(painter, area)

    def side_at(self, point: QPointF, within: float) -> str:
        """Return the lit side nearest to a point, at most `within` u away, or nothing."""
        found = ""
        for place, (a, b) in self.sides.items():
            away = distance_to(point, a, b)
            if away <= within:
                within, found = away, place
        return found

    def _bars(self, painter: QPainter, area: QRectF) -> None:
        """Paint the sides that can be chosen as bars of 8 px, the one under the pointer and the chosen one in gold."""
        t = current().tokens
        bars = [place for place, (a, b) in self.sides.items() if area.contains(a) or area.contains(b)]
        bars.sort(key=lambda place: (place == self.chosen, place == self.hovered))
        for place in bars:
            a, b = self.sides[place]
            short = (b - a) * 0.07
            mark = str(self.cells[place].get("mark", ""))
            gold = place in (self.chosen, self.hovered)
            ink = t.ring if gold else t.bad if mark == "enemy" else t.warn if mark == "stop" else t.accent
            edge = t.ring_twin if gold else "#FFFFFF"
            line = QLineF(a + short, b - short)
            stroke(painter, partial(painter.drawLine, line), ink, 8, 13, cap=ROUND, ground=edge)
            if place == self.chosen:  # not by colour alone
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(t.ring_twin))
                painter.drawEllipse((a + b) / 2, 3.5, 3.5)
                painter.setBrush(Qt.BrushStyle.NoBrush)

    def _mark(self, painter: QPainter, place: str, mark: str) -> None:
        t = current().tokens
        corners = self.layout.polygon(place)
        middle = self.layout.spot(place)
        inset = QPolygonF([middle + (QPointF(x, y) - middle) * 0.93 for x, y in corners])
        colour, width, style = {"stop": (t.warn, 3, SOLID), "pass": (t.accent, 2, DASHED)}.get(mark, (t.bad, 3, SOLID))
        stroke(painter, lambda: painter.drawPolygon(inset), colour, width, 4.5, style=style, join=MITER)

    def paint_chips(self, painter: QPainter, to_screen: Any, scale: float, area: QRectF) -> None:
        """Paint what each place costs, in screen px: the darker, the dearer."""
        if not self.costs or 100 * scale < 30:
            return
        t = current().tokens
        most = max(self.costs.values()) or 1
        painter.setFont(current().font("small", strong=True))
        for place, cost in self.costs.items():
            spot = self.layout.spot(place)
            if area.contains(spot):
                share = cost / most
                ground = t.accent if share > 0.66 else t.second if share > 0.33 else t.text
                below = QPointF(0, 0 if place in self.sides else 34)
                draw_chip(painter, to_screen(spot + below), f"{cost:g}", ground, ink_on(ground))


def chip_box(centre: QPointF, text: str) -> QRectF:
    """Return what a chip with these words covers."""
    metrics = QFontMetrics(current().font("small", strong=True))
    box = QRectF(0, 0, metrics.horizontalAdvance(text) + px(10), metrics.height() + px(3))
    box.moveCenter(centre)
    return box


def draw_chip(painter: QPainter, centre: QPointF, text: str, ground: str, ink: str) -> QRectF:
    """Paint words on a rounded ground with a white edge; returns what it covers."""
    painter.setFont(current().font("small", strong=True))
    box = chip_box(centre, text)
    painter.setPen(QPen(QColor("#FFFFFF"), px(1.5)))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, px(4), px(4))
    painter.setPen(QColor(ink))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
    return box


def draw_path(painter: QPainter, points: Sequence[QPointF], waypoints: Sequence[int]) -> None:
    """Paint the way in screen px: accent line with a dot a cell, numbered discs at the waypoints (indices)."""
    t = current().tokens
    if len(points) < 2:
        return
    line = QPolygonF(list(points))
    stroke(painter, lambda: painter.drawPolyline(line), t.accent, 4, 7, cap=ROUND, join=Qt.PenJoinStyle.RoundJoin)
    order = {at: n for n, at in enumerate(waypoints, 1)}
    for n, point in enumerate(points[1:], 1):
        if n in order:
            disc(painter, point, 11, t.accent, str(order[n]), t.on_accent)
        else:
            painter.setPen(QPen(QColor(t.accent), px(2)))
            painter.setBrush(QColor("#FFFFFF"))
            painter.drawEllipse(point, px(4), px(4))


def ring(painter: QPainter, rect: QRectF, colour: str, twin: str, width: float = 2.5) -> None:
    """Paint a selection ring in screen px: colour inside, its twin outside."""
    stroke(painter, lambda: painter.drawRoundedRect(rect, px(5), px(5)), colour, width, width + 2, ground=twin)
