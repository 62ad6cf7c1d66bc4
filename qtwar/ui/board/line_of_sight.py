"""Measuring and looking: a line from a place to where the pointer is, and what the rules say can be seen along it.

A title that answers the queries `sight` and `fan` (docs/architecture.md section 3) shows its lines of sight; with any
other the line only counts cells.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from qtwar.ui.board.access import speak
from qtwar.ui.board.camera import Camera
from qtwar.ui.board.lights import draw_chip, draw_path
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.strokes import DOTTED, ROUND, disc, stroke
from qtwar.ui.i18n import suited, tr
from qtwar.ui.theme import current, icons, px

CARD = 320
"""Width of the sentence beside the line in px, at most."""


class LineOfSight:
    """From `start` to `end`; `answer` is what the rules said of that line, `wide` what they said of all places."""

    def __init__(self, state: BoardState) -> None:
        self.state, self.canvas = state, state.canvas
        state.moved.connect(self.forget)
        self.start = self.end = ""
        self.aimed = False
        self.answer: Mapping[str, Any] | None = None
        self.wide: Mapping[str, Any] | None = None
        self._known: dict[tuple[str, str], Any] = {}
        self._waiting = False
        self._dark, self._seen, self._hindered = QPainterPath(), QPainterPath(), QPainterPath()

    # -- what is looked at -------------------------------------------------------------------------
    def begin(self, place: str, *, wide: bool = False) -> None:
        """Look from a place (nothing: stop); `wide` asks at once for everything that is seen from there."""
        self.wide, self.aimed = None, False
        self.start = self.end = place if place and self.canvas.layout_.has(place) else ""
        self.answer = None
        if wide and self.start:
            self.state.model.actions.query("fan", {"from": self.start}, self._fanned)
        self.canvas.update()

    def aim(self, place: str, target: str) -> None:
        """Show the line from who would fire to the target; it stays, wherever the pointer goes."""
        self.begin(place)
        self.to(target)
        self.aimed = bool(self.start)

    def to(self, place: str) -> None:
        """Look to another place."""
        if self.start and place and place != self.end and not self.aimed:
            self.end = place
            self._ask()
            self.canvas.update()

    def forget(self) -> None:
        """The position has changed: what was answered may no longer hold."""
        self._known.clear()
        if self.start:
            if self.wide is not None:
                self.state.model.actions.query("fan", {"from": self.start}, self._fanned)
            self._ask()

    def _ask(self) -> None:
        """Ask for the newest line only: while an answer is under way, what is passed over is not asked."""
        line = (self.start, self.end)
        self.answer = self._known.get(line)
        if line in self._known or self._waiting or self.start == self.end:
            return
        self._waiting = True

        def got(answer: Any) -> None:
            self._waiting = False
            self._known[line] = answer if isinstance(answer, Mapping) else None
            if self.start:
                self._ask()
                if line == (self.start, self.end):
                    speak(self.state, " ".join(self.sentences()))
                self.canvas.update()

        self.state.model.actions.query("sight", {"from": self.start, "to": self.end}, got)

    def _fanned(self, answer: Any) -> None:
        layout = self.canvas.layout_
        if not isinstance(answer, Mapping) or not self.start:
            self.state.model.actions.refused.emit({"key": "refuse.no_sight", "args": {}})
            return
        self.wide = answer
        hindered = [p for p in answer.get("hindered") or () if layout.has(p)]
        seen = [self.start, *(p for p in answer.get("seen") or () if layout.has(p)), *hindered]
        self._seen, self._hindered = layout.outline(seen), layout.outline(hindered)
        self._dark = QPainterPath()
        self._dark.setFillRule(Qt.FillRule.OddEvenFill)
        self._dark.addRect(layout.bounds)
        self._dark.addPath(self._seen)
        key, clear = suited("board.fan", layout.board.grid.kind), len(seen) - 1 - len(hindered)
        said = tr(key, n=clear, m=len(hindered), place=self._name(self.start))
        speak(self.state, said)
        self.canvas.update()

    def _name(self, place: str) -> str:
        return self.state.model.title.place_name(place)

    def sentences(self) -> list[str]:
        """Return what is said of the line: the verdict of the rules and what is in the way, then how far it is."""
        layout, model = self.canvas.layout_, self.state.model
        if not self.start:
            return []
        out = [model.title.texts.plain(line, model.title.language) for line in (self.answer or {}).get("lines") or ()]
        a, b = layout.cell(self.start), layout.cell(self.end)
        if a is not None and b is not None:
            out.append(tr(suited("board.distance", layout.board.grid.kind), n=layout.grid.distance(a, b)))
        return out

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter) -> None:
        """Paint fan, line, obstacles and sentence; the painter is in screen px."""
        if not self.start or not self.canvas.layout_.has(self.start):
            return
        if self.wide is not None:
            self._fan(painter)
        if self.answer is None:
            self._steps(painter)
            self._eye(painter)
        else:
            colour = self._line(painter, self.answer)
            if not self.aimed:
                self._eye(painter)
            self._card(painter, colour)

    def _steps(self, painter: QPainter) -> None:
        """The cells on the way and their number, where the rules say nothing of sight."""
        layout, camera, t = self.canvas.layout_, self.canvas.camera, current().tokens
        a, b = layout.cell(self.start), layout.cell(self.end)
        if a is None or b is None or self.start == self.end:
            return
        points = [camera.to_screen(QPointF(*layout.centre(cell))) for cell in layout.grid.line(a, b)]
        draw_path(painter, points, ())
        draw_chip(painter, points[-1] - QPointF(0, 26), self.sentences()[-1], t.text, t.panel)

    def _line(self, painter: QPainter, answer: Mapping[str, Any]) -> str:
        """Paint line and obstacles; returns the colour of the verdict."""
        t = current().tokens
        a, b = self.canvas.spot(self.start), self.canvas.spot(self.end)
        blocked, hindrances = answer.get("blocked"), answer.get("hindrances") or ()
        colour = t.bad if blocked else t.warn if hindrances else t.good
        stop = self._where(blocked) if blocked else b
        if blocked:
            self._obstacle(painter, blocked, t.bad)
            rest = QLineF(stop, b)
            stroke(painter, lambda: painter.drawLine(rest), t.second, 3, 4.5, style=DOTTED, cap=ROUND)
        clear = QLineF(a, stop)
        stroke(painter, lambda: painter.drawLine(clear), colour, 3, 6, cap=ROUND)
        for met in hindrances:
            draw_chip(painter, self._where(met), f"{met['value']:+d}", t.warn, t.on_warn)
        if blocked:
            self._cross(painter, stop)
        disc(painter, b, 5, colour)
        return colour

    def _where(self, met: Mapping[str, Any]) -> QPointF:
        """Return where on the screen the line meets something."""
        at = met.get("at")
        spot = QPointF(at[0], at[1]) if at else self.canvas.layout_.spot(met.get("edge") or met["cell"])
        return self.canvas.camera.to_screen(spot)

    def _obstacle(self, painter: QPainter, met: Mapping[str, Any], colour: str) -> None:
        """Frame the cell, or mark the side, that the line does not pass."""
        layout, camera = self.canvas.layout_, self.canvas.camera
        ends = layout.ends(str(met.get("edge") or ""))
        if ends is not None:
            side = QLineF(camera.to_screen(ends[0]), camera.to_screen(ends[1]))
            stroke(painter, lambda: painter.drawLine(side), colour, 7, 11, cap=ROUND)
            return
        middle = layout.spot(met["cell"])
        inset = [middle + (QPointF(x, y) - middle) * 0.93 for x, y in layout.polygon(met["cell"])]
        frame = QPolygonF([camera.to_screen(point) for point in inset])
        stroke(painter, lambda: painter.drawPolygon(frame), colour, 4.2, 6.6)

    def _cross(self, painter: QPainter, at: QPointF) -> None:
        t = current().tokens
        disc(painter, at, 10, t.bad)
        painter.setPen(QPen(QColor(t.on_bad), px(2.5), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        arm = px(4)
        painter.drawLine(at + QPointF(-arm, -arm), at + QPointF(arm, arm))
        painter.drawLine(at + QPointF(-arm, arm), at + QPointF(arm, -arm))

    def _eye(self, painter: QPainter) -> None:
        """Mark the place from where one looks."""
        t = current().tokens
        at = self.canvas.spot(self.start)
        disc(painter, at, 12, t.text)
        box = QRect(0, 0, px(17), px(17))
        box.moveCenter(at.toPoint())
        icons.paint(painter, box, "eye-outline", t.panel)

    def _card(self, painter: QPainter, colour: str) -> None:
        """Say in words what is seen, beside the end of the line and not upon it."""
        t, area = current().tokens, QRectF(self.canvas.rect())
        lines = self.sentences()
        if not lines:
            return
        fonts = [current().font("body", strong=True), *(current().font("small") for _ in lines[1:])]
        wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
        room = QRectF(0, 0, min(px(CARD), area.width() - px(40)), 1000)
        boxes, high, wide = [], 0.0, 0.0
        for font, line in zip(fonts, lines, strict=True):
            painter.setFont(font)
            box = painter.boundingRect(room, wrap, line)
            boxes.append(box.translated(0, high))
            high, wide = high + box.height() + px(2), max(wide, box.width())
        card = QRectF(0, 0, wide + px(26), high + px(12))
        a, b = self.canvas.spot(self.start), self.canvas.spot(self.end)
        card = _beside(card, a, b, area.adjusted(px(4), px(4), -px(4), -px(4)), px(18))
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.raised))
        painter.drawRoundedRect(card, px(6), px(6))
        stripe = QRectF(card.left() + px(6), card.top() + px(7), px(4), card.height() - px(14))
        painter.fillRect(stripe, QColor(colour))
        for n, (font, line, box) in enumerate(zip(fonts, lines, boxes, strict=True)):
            painter.setFont(font)
            painter.setPen(QColor(t.text if n == 0 else t.second))
            painter.drawText(box.translated(card.left() + px(17), card.top() + px(6)), wrap, line)

    def _fan(self, painter: QPainter) -> None:
        """Veil what is not seen, hatch what is seen less well."""
        camera, t = self.canvas.camera, current().tokens
        veil = QColor(t.veil)
        veil.setAlphaF(0.7 if t.dark else 0.6)
        painter.save()
        self.canvas.to_u(painter)
        painter.fillPath(self._dark, veil)
        stroke(painter, lambda: painter.drawPath(self._seen), t.accent, 2, 4)
        painter.setClipPath(self._hindered)
        painter.resetTransform()
        _hatch(painter, self._hindered.boundingRect(), camera, QColor(t.warn))
        painter.restore()


def _beside(card: QRectF, a: QPointF, b: QPointF, area: QRectF, gap: float) -> QRectF:
    """Return a card moved near `b`, inside an area, where it covers least of the line from `a`."""
    points = [a + (b - a) * (n / 24) for n in range(25)]
    xs = (b.x() + gap, b.x() - gap - card.width(), b.x() - card.width() / 2)
    ys = (b.y() + gap, b.y() - gap - card.height(), b.y() - card.height() / 2)
    best, fewest = card, 1000
    for x, y in ((x, y) for x in xs for y in ys):
        x = min(max(x, area.left()), area.right() - card.width())
        y = min(max(y, area.top()), area.bottom() - card.height())
        moved = QRectF(x, y, card.width(), card.height())
        covered = sum(moved.contains(point) for point in points)
        if covered < fewest:
            best, fewest = moved, covered
    return best


def _hatch(painter: QPainter, area: QRectF, camera: Camera, colour: QColor) -> None:
    """Draw slanting lines over a part of the board, 9 px apart, that stay with the board as it pans."""
    on_screen = camera.rect_to_screen(area)
    box = on_screen.intersected(QRectF(0, 0, camera.size.width(), camera.size.height()))
    if box.isEmpty():
        return
    colour.setAlphaF(0.55)
    painter.setPen(QPen(colour, px(1.5)))
    step = px(9)
    first = math.floor((box.left() + box.top() + camera.ox + camera.oy) / step) * step - camera.ox - camera.oy
    lines: Sequence[float] = [first + n * step for n in range(int((box.width() + box.height()) / step) + 2)]
    for total in lines:
        painter.drawLine(QPointF(total - box.top(), box.top()), QPointF(total - box.bottom(), box.bottom()))
