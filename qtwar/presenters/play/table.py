"""The table that a game is played at, as the bar above the board shows it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Message
from qtwar.presenters.play.remote import RemoteLink
from qtwar.presenters.play.title import PlayedTitle
from qtwar.remote.address import host_of
from qtwar.remote.tablelist import CHOICE
from qtwar.ui.table import TableSeat, TableState


class PlayTable(QObject):
    """Fulfils `TablePort` from what a remote link knows."""

    changed = Signal()
    hosting = Signal()
    own_seat = Signal()

    def __init__(self, link: RemoteLink, title: PlayedTitle, invitations: Mapping[str, str], *, hosts: bool) -> None:
        super().__init__()
        self.hosts = hosts
        self._link, self._title, self._invitations = link, title, invitations
        self.my_turn = link.my_turn
        self._clock, self._told = link.clock, time.monotonic()
        link.table_changed.connect(self._follow)
        title.language_changed.connect(self.changed)

    def invite(self, invitations: Mapping[str, str]) -> None:
        """Take the links that there are now."""
        self._invitations = invitations
        self.changed.emit()

    def _follow(self) -> None:
        if self._link.clock is not self._clock:
            self._clock, self._told = self._link.clock, time.monotonic()
        self.changed.emit()

    def _left(self) -> tuple[tuple[str, int], ...]:
        """Return the seconds that sides have left now: those of a side that may act run on since they were told."""
        spent = {side: time.monotonic() - self._told for side in self._clock.get("running") or ()}
        left = self._clock.get("left") or {}
        return tuple((side, max(0, int(seconds - spent.get(side, 0)))) for side, seconds in left.items())

    @property
    def state(self) -> TableState:
        """How the table stands now."""
        link = self._link
        active = set(link.screen.now.active) if link.over is None and link.screen.now.result is None else set()
        asked, here = link.proposal, link.line.line == "here"  # of who is there nothing is known without a line
        taken = {seat["side"] for seat in link.seats if seat["taken"]}
        full = {CHOICE} if len(taken) == len(link.seats) else set()
        return TableState(
            side=link.seat,
            host=host_of(link.connection.server),
            line=link.line.line,
            tries=link.line.tries,
            why=link.line.message,
            seats=tuple(
                TableSeat(seat["side"], seat["name"], seat["taken"], here and seat["here"], seat["side"] in active)
                for seat in link.seats
            ),
            watching=link.watching,
            waits=link.waits,
            asked=asked["what"] if asked is not None and asked["by"] == link.seat else "",
            over=self._over(link.over),
            adjourned=bool(link.clock.get("adjourned")),
            invitations=tuple((side, text) for side, text in self._invitations.items() if side not in taken | full),
            left=() if link.over is not None else self._left(),
        )

    def _over(self, over: dict[str, Any] | None) -> Message | None:
        """Return how the table came to its end, where the rules did not say it."""
        if over is None or over["how"] == "rules":
            return None
        called = self._link.players.called
        args = {what: called(over[what]) for what in ("by", "winner") if over.get(what)}
        return {"key": f"table.over.{over['how']}", "args": args}

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        self._link.say(text)

    def propose(self, what: Literal["draw", "adjourn", "resume"]) -> None:
        """Ask the other seats for something."""
        self._link.propose(what)

    def withdraw(self) -> None:
        """Take back what one has proposed."""
        if self._link.proposal is not None:
            self._link.answer(self._link.proposal["no"], False)

    def take_back(self) -> None:
        """No longer send the action that waits."""
        self._link.take_back()

    def try_now(self) -> None:
        """Try at once to come back."""
        self._link.connection.try_now()

    def resign(self) -> None:
        """Give the game up."""
        self._link.resign()
