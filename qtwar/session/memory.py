"""A journal in memory: for self-play, position files and tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from qtwar.base import jsonio
from qtwar.session.ports import Entry, EntryHead

Json = dict[str, Any]


class MemoryJournal:
    """Fulfils JournalPort without a file."""

    def __init__(self, game: Json) -> None:
        self._game = dict(game)
        self._entries: list[Entry] = []
        self._snapshots: dict[int, str] = {}
        self.card: Json = {}

    def game(self) -> Json:
        """Return the game's facts."""
        return dict(self._game)

    def set_game(self, changes: Json) -> None:
        """Change some of them."""
        self._game.update(changes)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Keep what is written inside whole or not at all."""
        kept = dict(self._game), list(self._entries), dict(self._snapshots)
        try:
            yield
        except BaseException:
            self._game, self._entries, self._snapshots = kept
            raise

    def append(self, entry: Entry, position: Json | None = None) -> None:
        """Keep an entry, and the position after it where one is given."""
        if position is not None:
            self._snapshots[entry.head.no] = jsonio.dumps(position)
        self._entries.append(entry)

    def heads(self) -> list[EntryHead]:
        """Return the rows' heads."""
        return [e.head for e in self._entries]

    def entry(self, no: int) -> Entry:
        """Return a row; raises KeyError."""
        if not 1 <= no <= len(self._entries):
            raise KeyError(no)
        return self._entries[no - 1]

    def entries(self, first: int, last: int) -> Iterator[Entry]:
        """Yield rows first..last."""
        yield from self._entries[first - 1 : last]

    def lines(self, side: str, first: int, last: int) -> Iterator[tuple[int, list[Json]]]:
        """Yield numbers and lines of rows first..last."""
        for entry in self.entries(first, last):
            yield entry.head.no, entry.told.get(side, [])

    def snapshot(self, at_most: int) -> tuple[int, Json] | None:
        """Return the latest position kept at or before a row."""
        found = max((n for n in self._snapshots if n <= at_most), default=None)
        return None if found is None else (found, jsonio.loads(self._snapshots[found]))

    def bookmark(self, no: int, name: str) -> None:
        """Name a row."""
        entry = self.entry(no)
        self._entries[no - 1] = replace(entry, head=replace(entry.head, bookmark=name))

    def set_card(self, card: Json, thumbnail: bytes | None = None) -> None:
        """Keep what the start window shows."""
        self.card = card
