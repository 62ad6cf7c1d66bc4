"""The counters of the shown scenario as the board's stack painter wants them: a position that nobody plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QPixmap

from qtwar.editing.placements import Placements, lay_out
from qtwar.model.content import TitleContent
from qtwar.ui.facts import SideInfo
from qtwar.ui.i18n import language

if TYPE_CHECKING:
    from qtwar.ui.edit.model import EditModel


def _stack(laid: Placements, place: str) -> list[dict[str, Any]]:
    return [laid.pieces[piece] for piece in laid.places.get(place, ())]


class PieceSource:
    """What `StackPainter` asks a game for, answered from a draft."""

    def __init__(self, model: EditModel) -> None:
        self.model = model
        self.view = Placements()

    @property
    def content(self) -> TitleContent:
        """The draft's content as it is now."""
        return self.model.content

    @property
    def language(self) -> str:
        """The language in force."""
        return language()

    def load(self) -> list[str]:
        """Lay the shown scenario out anew; return the places that look otherwise by it."""
        before, self.view = self.view, lay_out(self.model.content, self.model.scenario)
        known = {*before.places, *self.view.places}
        return [place for place in known if _stack(before, place) != _stack(self.view, place)]

    def pieces_at(self, place: str) -> Sequence[str]:
        """Return the pieces in a place, bottom first."""
        return self.view.places.get(place, [])

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """Return a counter's picture."""
        return self.model.faces.face(self.view.pieces[piece], size, ratio)

    def sides(self) -> Sequence[SideInfo]:
        """Return the sides in the title's order."""
        return [side for one in self.model.content.sides if (side := self.model.side(one.id)) is not None]

    def side(self, ident: str) -> SideInfo | None:
        """Return a side with its colours."""
        return self.model.side(ident)
