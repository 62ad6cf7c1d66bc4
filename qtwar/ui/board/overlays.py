"""What a title lays over the map for those who look: lines of supply, zones, reach before the dice; as one side may know it.

A title that answers the queries `overlays` and `overlay` (docs/architecture.md section 3) has some; the person chooses one,
and one that the moment calls for (`now`) is shown by itself until he chooses otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from qtwar.ui.board.lights import draw_chip
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.strokes import ROUND, disc, stroke
from qtwar.ui.theme import current
from qtwar.ui.theme.tokens import ink_on, mix
from qtwar.ui.widgets.basics import timer

NONE = "-"
"""Chosen: no overlay, not even one that the moment calls for."""
BANDS = 6
SMALLEST = 0.28
"""Zoom below which the words in the cells are left out."""


def ink(tone: str) -> str:
    """Return the colour of a tone: `own`, `enemy`, `good`, `warn`, `bad`, or a band from 1 (surest) to 6."""
    t = current().tokens
    if tone.isdigit():
        return mix(t.accent, t.ring, (min(BANDS, max(1, int(tone))) - 1) / (BANDS - 1))
    return {"own": t.accent, "enemy": t.bad, "good": t.good, "warn": t.warn, "bad": t.bad}.get(tone, t.second)


class Overlays(QObject):
    """The overlays of the game on a board: which there are, which is shown, and what it shows."""

    changed = Signal()

    def __init__(self, state: BoardState) -> None:
        super().__init__(state)
        self.state, self.canvas = state, state.canvas
        self.known: list[Mapping[str, Any]] = []
        self.chosen = ""
        self.content: Mapping[str, Any] = {}
        self._none = False  # the title has no overlays: it is not asked again
        self._shapes: list[tuple[str, QPainterPath]] = []
        self._soon = timer(self, 0, self._ask)
        state.moved.connect(self.ask)
        state.selected.connect(lambda _: self.ask() if self.shown else None)

    def follow(self) -> None:
        """Ask about the game that the board begins to show."""
        self.state.model.actions.offer_changed.connect(self.ask)
        self.state.model.position.changed.connect(lambda change: self._take({}) if change.everything else None)
        self.state.model.history.replaying.connect(lambda _: self.ask())
        self.ask()

    # -- which is shown ----------------------------------------------------------------------------
    @property
    def shown(self) -> str:
        """The overlay that is shown, or an empty word."""
        if self.chosen:
            return self.chosen if any(one["id"] == self.chosen for one in self.known) else ""
        return next((str(one["id"]) for one in self.known if one.get("now")), "")

    def choose(self, ident: str) -> None:
        """Show an overlay; an empty word shows none."""
        self.chosen = ident or NONE
        self._take({})
        self.ask()

    def step(self) -> None:
        """Go on to the next overlay, after the last to none."""
        order = ["", *(str(one["id"]) for one in self.known)]
        self.choose(order[(order.index(self.shown) + 1) % len(order)])

    # -- asking ------------------------------------------------------------------------------------
    def ask(self, *_: object) -> None:
        """The position, the offer or the selection has changed: what is shown may no longer hold."""
        if not self._none:
            self._soon.start()

    def _ask(self) -> None:
        model = self.state.model
        if model.history.position != model.history.live:
            self._take({})
            return
        seat = model.position.seat
        model.actions.query("overlays", {}, lambda answer: self._listed(answer, seat))

    def _listed(self, answer: Any, seat: str) -> None:
        if not isinstance(answer, Mapping):
            self._none = answer is None
            return
        found = list(answer.get("overlays") or ())
        if self.chosen == NONE and not any(one.get("now") for one in found):
            self.chosen = ""  # what was waved away came for the moment, and the moment is over
        self.known = found
        if self.shown:
            pieces = [p for p in self.state.selection if p in self.state.model.position.view.pieces]
            self.state.model.actions.query("overlay", {"id": self.shown, "pieces": pieces}, lambda a: self._take(a, seat))
        else:
            self._take({})

    def _take(self, answer: Any, seat: str = "") -> None:
        """Show an answer; one that was for another seat is not shown."""
        mine = not seat or seat == self.state.model.position.seat
        self.content = answer if isinstance(answer, Mapping) and mine else {}
        self.lay()
        self.changed.emit()

    def lay(self) -> None:
        """Make the shapes anew, for the board and the theme in force."""
        layout, tones = self.canvas.layout_, dict[str, list[str]]()
        for place, cell in (self.content.get("cells") or {}).items():
            if layout is not None and layout.has(place) and layout.ends(place) is None:
                tones.setdefault(str(cell.get("tone", "")), []).append(place)
        self._shapes = [(tone, layout.outline(places)) for tone, places in tones.items()]
        self.canvas.update()

    # -- looks -------------------------------------------------------------------------------------
    def legend(self) -> Sequence[tuple[str, str]]:
        """Return (tone, words) of what is shown."""
        title = self.state.model.title
        rows = self.content.get("legend") or ()
        return [(str(row["tone"]), title.texts.plain(row["label"], title.language)) for row in rows]

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Tint the cells, draw the lines, write what stands in a cell; the painter is in screen px."""
        if not self.content or self.canvas.layout_ is None:
            return
        camera = self.canvas.camera
        painter.save()
        self.canvas.to_u(painter)
        for tone, path in self._shapes:
            fill = QColor(ink(tone))
            fill.setAlphaF(0.28 if not tone.isdigit() else 0.42)
            painter.fillPath(path, fill)
            stroke(painter, partial(painter.drawPath, path), ink(tone), 2, 3.5)
        painter.restore()
        for line in self.content.get("lines") or ():
            self._line(painter, line)
        if camera.zoom < SMALLEST or (self.state.lights is not None and self.state.lights.costs):
            return
        layout = self.canvas.layout_
        for place, cell in (self.content.get("cells") or {}).items():
            if cell.get("note") and layout.has(place) and area.contains(layout.spot(place)):
                ground = ink(str(cell.get("tone", "")))
                at = camera.to_screen(layout.spot(place) + QPointF(0, 34))
                draw_chip(painter, at, self._words(cell["note"]), ground, ink_on(ground))

    def _words(self, note: Any) -> str:
        """Return what stands in a cell: figures as they are, a sentence in the language in force."""
        title = self.state.model.title
        return title.texts.plain(note, title.language, cite=False) if isinstance(note, Mapping) else str(note)

    def _line(self, painter: QPainter, line: Mapping[str, Any]) -> None:
        points = [self.canvas.spot(place) for place in line["path"] if self.canvas.layout_.has(place)]
        if len(points) < 2:
            return
        colour = ink(str(line.get("tone", "")))
        stroke(painter, lambda: painter.drawPolyline(QPolygonF(points)), colour, 3.5, 6, cap=ROUND)
        for point in (points[0], points[-1]):
            disc(painter, point, 5, colour)
