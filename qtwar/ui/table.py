"""What a page shows of a table on a server: who is there, how the line is, what waits; and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtCore import SignalInstance

from qtwar.base.text import Message


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat: its side, who plays it (empty: nobody has sat down), whether he is here now, whether it is his turn."""

    side: str
    player: str = ""
    taken: bool = False
    here: bool = False
    acts: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """How the table stands, for the bar above the board.

    `line` is that of the connection, `tries` how often coming back has failed, `why` the reason why it is closed.
    `waits` says that an action of one's own has not arrived yet, `asked` what one has proposed that is not answered,
    `over` how it ended.
    """

    side: str
    host: str
    line: Literal["calling", "here", "away", "closed"] = "calling"
    tries: int = 0
    why: Message | None = None
    seats: tuple[TableSeat, ...] = ()
    watching: int = 0
    waits: bool = False
    asked: str = ""
    over: Message | None = None
    adjourned: bool = False
    left: tuple[tuple[str, int], ...] = ()
    """Seconds that sides have left, where time is kept."""
    invitations: tuple[tuple[str, str], ...] = ()
    """Links for other sides (`*`: for who only watches), where one has made the table."""


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host of a table decides about: who sits where, whether anybody else may come."""

    name: str
    seats: tuple[tuple[TableSeat, str], ...] = ()
    """Seats, each with the name of its side."""
    blocked: bool = False
    own: str = ""
    """The side that the host plays, empty: none."""


@dataclass(frozen=True, slots=True)
class SeatNotices:
    """Where one is told that it is one's turn: an address of mail, a webhook, with a picture of the board or without."""

    mail: str = ""
    webhook: str = ""
    picture: bool = False


class TablePort(Protocol):
    """A table on a server, seen from one seat."""

    changed: SignalInstance
    my_turn: SignalInstance  # one's side may act, and could not before
    hosting: SignalInstance  # who made the table wants to see to it
    own_seat: SignalInstance  # one's notices and the links for one's own seat are wanted
    hosts: bool  # whether one has made the table

    @property
    def state(self) -> TableState:
        """How the table stands now."""
        ...

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        ...

    def propose(self, what: Literal["draw", "adjourn", "resume"]) -> None:
        """Ask the other seats for something."""
        ...

    def withdraw(self) -> None:
        """Take back what one has proposed."""
        ...

    def take_back(self) -> None:
        """No longer send the action that waits."""
        ...

    def try_now(self) -> None:
        """Try at once to come back."""
        ...

    def resign(self) -> None:
        """Give the game up."""
        ...
