"""What the board needs from whoever draws the map and from whoever knows the counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from qtwar.ui.facts import SideInfo


class GroundPainter(Protocol):
    """Draws the map under the counters. Lengths in u; the painter is already scaled to u.

    `names_clear`: place names stand where no stack covers them, so the board need not say them again.
    """

    names_clear: bool

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint `area` at `scale` pixels per u; returns False while a finer picture is still being made."""
        ...

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint `area` at once, as coarse as it may be, asking for nothing finer."""
        ...


class DrawnPosition(Protocol):
    """A position as far as it is drawn: pieces by id, places with their pieces, bottom first."""

    @property
    def pieces(self) -> Mapping[str, Mapping[str, Any]]:
        """Piece → its record: `kind`, `at`, `owner`, `back`, `attrs`."""
        ...

    @property
    def places(self) -> Mapping[str, Sequence[str]]:
        """Place → pieces, bottom first; empty places are absent."""
        ...


class CounterTitle(Protocol):
    """What is asked about a title to draw its counters: that of a game, or of a draft."""

    @property
    def content(self) -> Any:
        """The title's content, None before there is any."""
        ...

    @property
    def language(self) -> str:
        """The language of names on the map."""
        ...

    def sides(self) -> Sequence[SideInfo]:
        """Return the sides in the title's order."""
        ...

    def side(self, ident: str) -> SideInfo | None:
        """Return a side with its colours."""
        ...


class CounterPosition(Protocol):
    """What is asked about counters to draw them: a game in one side's view, or a scenario that is being edited."""

    @property
    def view(self) -> DrawnPosition:
        """Return what lies where."""
        ...

    def pieces_at(self, place: str) -> Sequence[str]:
        """Return the pieces in a place, bottom first."""
        ...

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """Return a counter's picture, `size` logical px wide; not to be painted on."""
        ...
