"""What a session needs from outside, as Protocols: rules (fulfilled by `sandbox`) and a journal (by `storage`).

`app` joins them. All calls are synchronous; screens call a session from a worker thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

Json = dict[str, Any]


class RulesPort(Protocol):
    """A loaded title that holds one game. Faults of the title raise `base.errors.RulesFault`.

    After a fault the port has a fresh worker without a position: the session gives it one by `open_state`.
    """

    def setup(self, meta: Json, choices: Json, entropy: int) -> Json:
        """Set up a game: {events}."""
        ...

    def open_state(self, state: Json) -> None:
        """Take over a position, of which it keeps nothing that the caller may change."""
        ...

    def apply(self, events: list[Json]) -> None:
        """Apply events of the host (undo, redo)."""
        ...

    def offers(self) -> dict[str, Json]:
        """Return the offer of each side that may act."""
        ...

    def act(self, action: Json, entropy: int, dice: list[int] | None = None, picks: list[int | str] | None = None) -> Json:
        """Carry out an action: {events, offers} | {refused} | {need_dice}."""
        ...

    def describe(self) -> Json:
        """Return the words of the title: {verbs, queries, phases, marks}."""
        ...

    def query(self, side: str, what: str, args: Json) -> Any:
        """Answer a question of a side from its own view."""
        ...

    def replay(self, actions: list[list[Any]]) -> Json:
        """Re-run [action, entropy, dice, picks] entries in one call: {entries, digest}."""
        ...

    def selfplay(self, entropies: list[int]) -> Json:
        """Play random offered actions in one call: {entries, end}."""
        ...

    def close(self) -> None:
        """Let the worker go."""
        ...


@dataclass(frozen=True, slots=True)
class EntryHead:
    """What a history list needs of a journal row, without its events.

    `kind` is setup, act, free, undo or redo; `to` is for undo/redo the length of the line afterwards;
    `floor` says that it may not be undone lightly (dice, reveal, hand-over); `label` is a message {key, args}.
    """

    no: int
    kind: str
    side: str
    label: Json
    floor: bool = False
    to: int | None = None
    turn: int | None = None
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal row: head, the action asked, the events that happened, and the log lines each side was told.

    `told` maps a side (and `*` for a spectator) to its viewed notes and rolls, in order.
    """

    head: EntryHead
    action: Json | None = None
    events: list[Json] = field(default_factory=list)
    entropy: int = 0
    dice: list[int] | None = None
    picks: list[int | str] | None = None
    told: dict[str, list[Json]] = field(default_factory=dict)
    stamp: str = ""
    rules_version: str = ""


class JournalPort(Protocol):
    """The journal of one game in its document; each append is one transaction that survives a kill."""

    def game(self) -> Json:
        """Return what was fixed when the game was made: key, scenario, options, seats, undo policy, dice source."""
        ...

    def set_game(self, changes: Json) -> None:
        """Change some of these facts."""
        ...

    def whole(self) -> AbstractContextManager[object]:
        """Keep what is written inside as one change, whole or not at all."""
        ...

    def append(self, entry: Entry, position: Json | None = None) -> None:
        """Store an entry, and the position after it where one is given to be kept."""
        ...

    def heads(self) -> list[EntryHead]:
        """Return all rows in order, without their events."""
        ...

    def entry(self, no: int) -> Entry:
        """Return one row, whole; raises KeyError."""
        ...

    def entries(self, first: int, last: int) -> Iterator[Entry]:
        """Yield the rows first..last, whole."""
        ...

    def lines(self, side: str, first: int, last: int) -> Iterator[tuple[int, list[Json]]]:
        """Yield of the rows first..last the number and the lines that a side was told, without reading their events."""
        ...

    def snapshot(self, at_most: int) -> tuple[int, Json] | None:
        """Return the latest kept position at or before a row."""
        ...

    def bookmark(self, no: int, name: str) -> None:
        """Name a row (an empty name takes the bookmark away)."""
        ...

    def set_card(self, card: Json, thumbnail: bytes | None = None) -> None:
        """Store what the start window shows of this game."""
        ...
