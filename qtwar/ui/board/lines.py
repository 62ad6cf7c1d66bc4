"""Lines that the rules draw on the map: along sides of cells, or through their middles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lights import chip_box, draw_chip
from qtwar.ui.board.strokes import DASHED, DOTTED, SOLID, stroke
from qtwar.ui.game import GameTitle
from qtwar.ui.theme import current

STYLES = {"dashed": DASHED, "dotted": DOTTED}
WIDTH, EDGE = 3.5, 7
CHIP_OUT = 10
"""How far the words of a line begin before it, in px."""
INK, PAPER = "#1B2229", "#FFFFFF"
"""What a map is printed in, by day and by night: the line lies on it, not on the window."""


def way(layout: BoardLayout, places: Iterable[str]) -> list[QPointF]:
    """Return the corners of a line: sides are joined end to end, a cell is passed through in its middle."""
    points: list[QPointF] = []
    for place in places:
        if not layout.has(place):
            continue
        ends = layout.ends(place)
        if ends is None:
            points.append(layout.spot(place))
            continue
        near = list(ends)
        if len(points) == 2 and min(_away(points[0], e) for e in near) < min(_away(points[1], e) for e in near):
            points.reverse()  # the first side was met at its other end
        if points and _away(points[-1], near[1]) < _away(points[-1], near[0]):
            near.reverse()
        points += near
    return points


def _away(a: QPointF, b: QPointF) -> float:
    return QLineF(a, b).length()


def paint(canvas: BoardCanvas, lines: Sequence[Mapping[str, Any]], painter: QPainter, title: GameTitle) -> None:
    """Paint the lines of the board that is shown, in screen px: each with a white edge, its words at its beginning."""
    t, chips = current().tokens, []
    inks = {"bad": t.bad, "good": t.good, "accent": t.accent}
    for line in lines:
        points = [canvas.camera.to_screen(point) for point in way(canvas.layout_, line.get("along") or ())]
        if len(points) < 2:
            continue
        ink, style = inks.get(str(line.get("tone")), INK), STYLES.get(str(line.get("style")), SOLID)
        draw = partial(painter.drawPolyline, QPolygonF(points))
        stroke(painter, draw, ink, WIDTH, EDGE, style=style, join=Qt.PenJoinStyle.RoundJoin)
        if line.get("text"):
            # through the middles of cells: where it ends, for who begins it stands where it begins
            through = canvas.layout_.cell(line["along"][0]) is not None
            chips.append((points[-1 if through else 0], title.texts.plain(line["text"], title.language, cite=False), ink))
    painter.setFont(current().font("small", strong=True))
    for at, text, ink in chips:
        box = chip_box(at, text)
        draw_chip(painter, at + QPointF(box.width() / 2 - CHIP_OUT, 0), text, ink, PAPER)
