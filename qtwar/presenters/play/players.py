"""Who plays which side, and who of them is asked when one wants something that concerns the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.presenters.play.title import PlayedTitle
from qtwar.ui.facts import GameIdentity, Seat


class Players:
    """The people at the table, by the sides they play; any number of sides."""

    def __init__(self, title: PlayedTitle, identity: GameIdentity) -> None:
        self._title, self._identity = title, identity

    def player(self, side: str) -> str:
        """Return who plays a side; empty where nobody said."""
        return next((seat.player for seat in self._identity.seats if seat.side == side), "")

    def seated(self, players: Mapping[str, str]) -> None:
        """Take note of who plays which side now."""
        self._identity.seats = tuple(Seat(side, player) for side, player in players.items())

    def others(self, side: str) -> list[str]:
        """Return the other sides in turn, beginning with the one after it in the title's order."""
        sides = [s.id for s in self._title.content.sides]
        after = sides.index(side) + 1 if side in sides else 0
        return [one for one in (*sides[after:], *sides[:after]) if one != side]

    def called(self, *sides: str) -> Any:
        """Return an argument of a text: the players' names, or the names of the sides without one."""
        if len(sides) == 1 and not self.player(sides[0]):
            return {"s": sides[0]}
        return self._title.text("list.comma").join(self.player(side) or self._title.name("s", side) for side in sides)

    def question(self, by: str) -> tuple[str, Any, Any]:
        """Return what a question of a side to all others needs: the side that is asked first, who asks, who is asked."""
        others = self.others(by) or [by]
        return others[0], self.called(by), self.called(*others)
