"""What is in a place: its name, terrain, counters of either side, and what the rules say of it."""

from __future__ import annotations

from typing import Any

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
        self._whole = timer(self, LATEST, self._draw)
        self.lay(self.head, self.chips, self.own, self.versus, self.theirs, self.nothing)
        self.lay(self.of_piece, self.lines, None)

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

    def refresh(self) -> None:
        """Ask again, in the language in force."""
        self.show_place(self.place)
