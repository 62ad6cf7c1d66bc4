"""What is in a place: its name, terrain, counters of either side, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from qtwar.base.text import Message
from qtwar.ui.facts import CellInfo
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import language, suited
from qtwar.ui.widgets.basics import Panel, TextLabel, clear, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.faces import Faces
from qtwar.ui.widgets.flow import FlowPanel
from qtwar.ui.widgets.rich import Rich

LATEST = 150
"""A place is drawn as a whole, at the latest so many ms after it was asked for."""


class WayToBox:
    """From a leader to the box of his force, and back: what the title's tree of forces says of it, asked once a position."""

    def __init__(self, model: GamePorts) -> None:
        self.model = model
        self._boxes: dict[str, str] | None = None
        model.position.changed.connect(lambda _: self._forget())

    def _forget(self) -> None:
        self._boxes = None

    def ask(self, piece: str, place: str, then: Callable[[Message | None], None]) -> None:
        """Find the way from a piece, or from a place off the maps; `then` gets the sentence with the link, or None."""
        if not piece and (not place or ":" in place):
            then(None)
        elif self._boxes is not None:
            then(self._way(piece, place))
        else:
            self.model.actions.query("tree", {}, lambda answer: self._got(answer, lambda: then(self._way(piece, place))))

    def _got(self, answer: Any, then: Callable[[], None]) -> None:
        nodes = list(answer.get("nodes") or ()) if isinstance(answer, Mapping) else []
        found: dict[str, str] = {}
        while nodes:
            node = nodes.pop()
            nodes += node.get("children") or ()
            if len(node.get("pieces") or ()) == 1 and node.get("place"):
                found[str(node["pieces"][0])] = str(node["place"])
        self._boxes = found
        then()

    def _way(self, piece: str, place: str) -> Message | None:
        boxes, pieces = self._boxes or {}, self.model.position.view.pieces
        box = boxes.get(piece, "")
        if piece in pieces and box and box != pieces[piece]["at"]:
            return {"key": "viewer.box", "args": {"box": {"c": box}}}
        here = (p for p, at in boxes.items() if at == place and p in pieces and pieces[p]["at"] != place)
        leader = next(here, "")
        return {"key": "viewer.leader", "args": {"piece": {"p": leader}}} if leader else None


class PlaceView(Panel):
    """A place in words and counters `size` px wide."""

    def __init__(self, model: GamePorts, size: int = 46) -> None:
        super().__init__("panel", margins=(12, 4, 12, 8), spacing=6)
        self.model, self.place = model, ""
        self.head = Panel(row=True, spacing=8)
        self.name = Elided("heading")
        self.head.lay(self.name, grow=self.name)
        self.chips = FlowPanel()
        self.own = Faces(model, size)
        self.theirs = Faces(model, size)
        self.versus = TextLabel("second", "viewer.versus")
        self.nothing = TextLabel("second", suited("viewer.empty", model.title.ground), wrap=True)
        self.lines, self.of_piece = Panel(spacing=4), Panel(spacing=4)
        self._piece = ""
        self.way = Rich("small", then=model.focus.follow)
        self._ways = WayToBox(model)
        self._whole = timer(self, LATEST, self._draw)
        self.lay(self.head, self.chips, self.own, self.versus, self.theirs, self.nothing)
        self.lay(self.way, self.of_piece, self.lines, None)

    def show_place(self, place: str) -> None:
        """Show a place, drawn when the rules have answered: its name beside another's lines would mislead."""
        if place != self.place:
            self.setUpdatesEnabled(False)
            self._whole.start()
        self.place = place
        self.name.setText(self.model.title.place_name(place) if place else "")
        pieces = list(self.model.position.pieces_at(place)) if place else []
        sides: dict[str, list[str]] = {}
        for piece in pieces:
            info = self.model.position.piece(piece)
            sides.setdefault(info.side if info else "", []).append(piece)
        mine = [*sides.pop(self.model.position.seat, []), *sides.pop("", [])]  # what is nobody's is not against him
        others = [p for group in sides.values() for p in group]
        self.own.show_pieces(mine)
        self.theirs.show_pieces(others, draggable=False)
        self.own.setVisible(bool(mine))
        self.theirs.setVisible(bool(others))
        self.versus.setVisible(bool(mine and others))
        self.nothing.setVisible(not place)
        if self._piece not in pieces:
            self.show_piece("")
        self._ways.ask(self._piece, place, self._show_way)
        if place:
            self.model.actions.cell_info(place, self._show_info)
        else:
            self._show_info(CellInfo("", ""))

    def _draw(self) -> None:
        self._whole.stop()
        self.setUpdatesEnabled(True)

    def _show_info(self, info: CellInfo) -> None:
        if info.place != self.place:
            return
        self._draw()
        if info.place:
            self.name.setText(f"{info.name} {info.number}".strip())
        clear(self.chips.flow)
        for word in info.chips:
            self.chips.flow.addWidget(TextLabel("chip", text=word))
        self.chips.setVisible(bool(info.chips))
        clear(self.lines.box)
        for message in info.lines:
            spans = self.model.title.texts.spans(message, language())
            self.lines.lay(Rich("small", spans, then=self.model.focus.follow))

    def show_piece(self, piece: str) -> None:
        """Show what the rules say of a piece that lies there, where the title has something to say."""
        self._piece = piece
        self._ways.ask(piece, self.place, self._show_way)
        if piece:
            self.model.actions.query("piece", {"piece": piece}, lambda answer: self._show_piece(piece, answer))
        else:
            self._show_piece("", ())

    def _show_piece(self, piece: str, answer: Any) -> None:
        if piece != self._piece:
            return
        said = answer.get("lines") if isinstance(answer, dict) else answer
        info = self.model.position.piece(piece) if said else None
        clear(self.of_piece.box)
        self.of_piece.setVisible(info is not None)
        if info is not None:
            self.of_piece.lay(TextLabel("strong", text=info.name))
            words = self.model.title.texts
            self.of_piece.lay(*(Rich("small", words.spans(m, language()), then=self.model.focus.follow) for m in said or ()))

    def _show_way(self, way: Message | None) -> None:
        self.way.setVisible(way is not None)
        if way is not None:
            self.way.show_spans(self.model.title.texts.spans(way, language()))

    def refresh(self) -> None:
        """Ask again, in the language in force."""
        self.show_place(self.place)
