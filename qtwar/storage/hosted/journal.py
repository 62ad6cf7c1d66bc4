"""The journal of a game in a server's database: fulfils `session.ports.JournalPort`."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.session.ports import Entry, EntryHead
from qtwar.storage.hosted.database import Database
from qtwar.storage.hosted.tables import HostedEntryRow, HostedGameRow, HostedSnapshotRow

Json = dict[str, Any]
_game: Any = HostedGameRow.__table__  # type: ignore[attr-defined]
_entry: Any = HostedEntryRow.__table__  # type: ignore[attr-defined]
_snapshot: Any = HostedSnapshotRow.__table__  # type: ignore[attr-defined]
_HEAD = [_entry.c[name] for name in ("no", "kind", "side", "label", "floor", "to", "turn")]
_BODY = [_entry.c[name] for name in ("action", "events", "entropy", "told", "stamp", "rules_version")]


class OvertakenError(DataFault):
    """Another process wrote the next row of this game first; nothing was stored."""

    def __init__(self) -> None:
        super().__init__("fault.server.overtaken")


class HostedJournal:
    """The rows of one game. An entry, the request it came of and the game's card are one transaction."""

    def __init__(self, database: Database, game: str, card: Callable[[EntryHead], Json] = lambda head: {}) -> None:
        self._database = database
        self._id = game
        self.card = card
        """Returns what belongs to the game's row with an entry: {card, clock, over, proposal}, as far as it changes."""
        self.asked: tuple[str, str] | None = None
        """Seat and key of the request under way."""
        self.kept: Json = {}
        """What the game's row was given with the latest entry, past its number."""

    def game(self) -> Json:
        """Return what was fixed when the game was made."""
        query = select(_game.c.facts).where(_game.c.id == self._id)
        return dict(self._database.reading(lambda c: c.execute(query).scalar_one()))

    def set_game(self, changes: Json) -> None:
        """Change some of these facts."""
        with self._database.writing() as connection:
            facts = connection.execute(select(_game.c.facts).where(_game.c.id == self._id).with_for_update()).scalar_one()
            connection.execute(update(_game).where(_game.c.id == self._id).values(facts={**facts, **changes}))

    def whole(self) -> AbstractContextManager[object]:
        """Keep what is written inside as one change, whole or not at all."""
        return self._database.writing()

    def append(self, entry: Entry, position: Json | None = None) -> None:
        """Store an entry, with the position after it where one is given; raises OvertakenError or DataFault."""
        head = entry.head
        by, key = self.asked or (None, None)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        row = {
            "game": self._id, "no": head.no, "kind": head.kind, "side": head.side, "label": head.label, "floor": head.floor,
            "to": head.to, "turn": head.turn, "stamp": entry.stamp or now, "rules_version": entry.rules_version,
            "asked_by": by, "asked_as": key, "entropy": str(entry.entropy), "action": entry.action, "events": entry.events,
            "told": entry.told,
        }  # fmt: skip
        try:
            with self._database.writing() as connection:
                mine = (_game.c.id == self._id) & (_game.c.last_no == head.no - 1) & ~_game.c.ended
                kept = {"touched": now, **self.card(head)}
                changed = connection.execute(update(_game).where(mine).values(last_no=head.no, **kept))
                if changed.rowcount != 1:
                    raise OvertakenError
                connection.execute(insert(_entry), row)
                if position is not None:
                    data = zlib.compress(jsonio.dumps(position).encode(), 1)
                    connection.execute(insert(_snapshot), {"game": self._id, "no": head.no, "state": data})
                self._database.tell(connection, self._id)
        except IntegrityError:
            raise OvertakenError from None
        self.kept = kept

    def heads(self) -> list[EntryHead]:
        """Return all rows in order, without their events."""
        query = select(*_HEAD).where(_entry.c.game == self._id).order_by(_entry.c.no)
        return [EntryHead(*row) for row in self._database.reading(lambda c: c.execute(query).all())]

    def entry(self, no: int) -> Entry:
        """Return one row, whole; raises KeyError."""
        for entry in self.entries(no, no):
            return entry
        raise KeyError(no)

    def entries(self, first: int, last: int) -> Iterator[Entry]:
        """Yield the rows first..last, whole, read in runs."""
        for start in range(first, last + 1, 500):
            between = _entry.c.no.between(start, min(last, start + 499))
            query = select(*_HEAD, *_BODY).where(_entry.c.game == self._id, between).order_by(_entry.c.no)
            for row in self._database.reading(lambda c, query=query: c.execute(query).all()):  # type: ignore[misc]
                action, events, entropy, told, stamp, version = row[len(_HEAD) :]
                head = EntryHead(*row[: len(_HEAD)])
                yield Entry(head, action, events, int(entropy), told=told, stamp=stamp, rules_version=version)

    def lines(self, side: str, first: int, last: int) -> Iterator[tuple[int, list[Json]]]:
        """Yield of the rows first..last the number and the lines that a side was told."""
        query = select(_entry.c.no, _entry.c.told).where(_entry.c.game == self._id, _entry.c.no.between(first, last))
        for no, told in self._database.reading(lambda c: c.execute(query.order_by(_entry.c.no)).all()):
            yield no, told.get(side, [])

    def told(self, side: str, first: int) -> list[tuple[EntryHead, list[Json]]]:
        """Return the rows from `first` on, those taken back too, with the lines that a side was told of each."""
        query = select(*_HEAD, _entry.c.told).where(_entry.c.game == self._id, _entry.c.no >= first).order_by(_entry.c.no)
        rows = self._database.reading(lambda c: c.execute(query).all())
        return [(EntryHead(*row[:-1]), row[-1].get(side, [])) for row in rows]

    def asked_before(self, seat: str, key: str) -> int | None:
        """Return the row that a request of a seat came to, None where it was not carried out."""
        query = select(_entry.c.no).where(_entry.c.game == self._id, _entry.c.asked_by == seat, _entry.c.asked_as == key)
        found: int | None = self._database.reading(lambda c: c.execute(query).scalar())
        return found

    def last_no(self) -> int:
        """Return the number of the latest row."""
        query = select(_game.c.last_no).where(_game.c.id == self._id)
        return int(self._database.reading(lambda c: c.execute(query).scalar_one()))

    def snapshot(self, at_most: int) -> tuple[int, Json] | None:
        """Return the latest kept position at or before a row."""
        query = (
            select(_snapshot.c.no, _snapshot.c.state)
            .where(_snapshot.c.game == self._id, _snapshot.c.no <= at_most)
            .order_by(_snapshot.c.no.desc())
            .limit(1)
        )
        row = self._database.reading(lambda c: c.execute(query).first())
        return None if row is None else (row[0], jsonio.loads(zlib.decompress(row[1])))

    def bookmark(self, no: int, name: str) -> None:
        """A game that several read has no bookmarks: what one says beside a row is a remark."""
        raise KeyError(no)

    def set_card(self, card: Json, thumbnail: bytes | None = None) -> None:
        """Store what a list of games shows; it is stored with each entry anyhow."""
        with self._database.writing() as connection:
            connection.execute(update(_game).where(_game.c.id == self._id).values(card=card))
