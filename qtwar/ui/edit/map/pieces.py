"""The counters of the shown scenario as the board's stack painter wants them: a position that nobody plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QPixmap

from qtwar.model.content import Content
from qtwar.ui.facts import SideInfo
from qtwar.ui.i18n import language

if TYPE_CHECKING:
    from qtwar.ui.edit.model import EditModel


@dataclass
class Laid:
    """Pieces by id and places with their ids, bottom first."""

    pieces: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Piece id → (number of the placement, what stands in it)."""
    rows: dict[str, str] = field(default_factory=dict)
    """Piece id → its line of the order of battle: a counter of the roster, or a kind where the roster has no more."""
    left: dict[str, list[str]] = field(default_factory=dict)
    """Kind → counters of the roster that no placement takes."""

    def take(self, what: str, count: int) -> list[str]:
        """Take counters off the roster in its order, as the set-up of a game does; return their lines."""
        left = self.left.get(what)
        if left is None:  # one counter by its name, or a kind without a roster
            for others in self.left.values():
                if what in others:
                    others.remove(what)
            return [what] * count
        return [left.pop(0) if left else what for _ in range(count)]


def lay_out(content: Content, scenario: str) -> Laid:
    """Return the pieces that a scenario's quick placements put down; a kind gets as many ids as it counts."""
    laid = Laid()
    found = next((s for s in content.scenarios if s.id == scenario), None)
    if found is None:
        return laid
    first = content.boards[0].id if content.boards else ""
    for piece in content.pieces:
        laid.left.setdefault(piece.kind, []).append(piece.id)
    for number, placement in enumerate(found.quick):
        at = placement.at if ":" in placement.at or placement.at in content.boxes else f"{first}:{placement.at}"
        for what, count in placement.pieces.items():
            roster = content.pieces_by_id.get(what)
            kind = content.kinds_by_id.get(roster.kind if roster is not None else what)
            if kind is None:
                continue
            for n, row in enumerate(laid.take(what, count)):
                ident = what if roster is not None else f"{what}#{number}.{n}"
                laid.pieces[ident] = {
                    "id": ident,
                    "kind": kind.id,
                    "at": at,
                    "owner": kind.side or "",
                    "back": kind.side or "",
                    "face": str(placement.attrs.get("face", "front")),
                    "attrs": {k: v for k, v in placement.attrs.items() if k != "face"},
                }
                laid.places.setdefault(at, []).append(ident)
                laid.lines[ident] = (number, what)
                laid.rows[ident] = row
    return laid


class PieceSource:
    """What `StackPainter` asks a game for, answered from a draft."""

    def __init__(self, model: EditModel) -> None:
        self.model = model
        self.view = Laid()

    @property
    def content(self) -> Content:
        """The draft's content as it is now."""
        return self.model.content

    @property
    def language(self) -> str:
        """The language in force."""
        return language()

    def load(self) -> None:
        """Lay the shown scenario out anew."""
        self.view = lay_out(self.model.content, self.model.scenario)

    def pieces_at(self, place: str) -> Sequence[str]:
        """Return the pieces in a place, bottom first."""
        return self.view.places.get(place, [])

    def face(self, piece: str, size: int, ratio: float) -> QPixmap:
        """Return a counter's picture."""
        return self.model.face(self.view.pieces[piece], size, ratio)

    def sides(self) -> Sequence[SideInfo]:
        """Return the sides in the title's order."""
        return [side for one in self.model.content.sides if (side := self.model.side(one.id)) is not None]

    def side(self, ident: str) -> SideInfo | None:
        """Return a side with its colours."""
        return self.model.side(ident)
