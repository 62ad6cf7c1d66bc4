"""The journal of a document: fulfils `session.ports.JournalPort`. Each append is one transaction."""

from __future__ import annotations

import re
import reprlib
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.engine.events import log_line
from qtwar.engine.forms import (
    Form,
    anything,
    either,
    flag,
    having,
    index,
    listed,
    mapped,
    maybe,
    message,
    number,
    plain,
    text,
    whole,
)
from qtwar.session.history import ACTS, History
from qtwar.session.ports import Entry, EntryHead
from qtwar.storage import seals
from qtwar.storage.guard import MOST_VALUE
from qtwar.storage.schema import CardRow, EntryBodyRow, EntryRow, GameRow, NoteIndexRow, SnapshotRow

Json = dict[str, Any]
_T = TypeVar("_T")
KINDS = (*ACTS, "undo", "redo")


def _hex(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"([0-9a-f]{2}){1,64}", value) is not None


_head = having(
    {
        "no": whole(1), "kind": lambda kind: kind in KINDS, "side": text, "label": message, "floor": flag, "to": maybe(index),
        "turn": maybe(number), "bookmark": text,
    }
)  # fmt: skip
_rest = having(
    {
        "action": maybe(mapped(anything)), "events": listed(mapped(anything)), "dice": maybe(listed(number)),
        "picks": maybe(listed(either(text, number))), "told": mapped(listed(log_line)),
    }
)  # fmt: skip
_told = having({"told": mapped(listed(log_line))})
_facts = having(
    {},
    {
        "key": _hex, "scenario": text, "seats": text, "players": mapped(text), "dice": text, "undo": text, "setup": text,
        "origin": maybe(text), "notes": mapped(mapped(text)), "rules": maybe(mapped(text)),
        "mail": mapped(anything), "mail_files": mapped(anything),
    },
)  # fmt: skip
"""What a row, its rest, what was told of it and the facts of a game must be like, whoever wrote them."""

_entry: Any = EntryRow.__table__  # type: ignore[attr-defined]
_body: Any = EntryBodyRow.__table__  # type: ignore[attr-defined]
_snapshot: Any = SnapshotRow.__table__  # type: ignore[attr-defined]
_game: Any = GameRow.__table__  # type: ignore[attr-defined]
_notes: Any = NoteIndexRow.__table__  # type: ignore[attr-defined]
_card: Any = CardRow.__table__  # type: ignore[attr-defined]
_HEAD = [_entry.c[name] for name in ("no", "kind", "side", "label", "floor", "to", "turn", "bookmark")]
_REST = [_entry.c.stamp, _entry.c.rules_version]
_BODY = [_body.c[name] for name in ("action", "events", "entropy", "dice", "picks", "told")]


class JournalStore(Protocol):
    """What a journal needs of the document it is part of."""

    def reading(self, ask: Callable[[Connection], _T]) -> _T:
        """Return what a question to the database answers; raises DataFault."""
        ...

    def writing(self) -> AbstractContextManager[Connection]:
        """Give a connection inside a transaction that is kept whole or leaves no trace; raises DataFault."""
        ...

    def damaged(self, fault: Exception) -> DataFault:
        """Return the fault of rows that can not have been written like this."""
        ...


class Journal:
    """The rows of one line of history, `play` or `edit`, numbered from 1."""

    def __init__(self, document: JournalStore, line: str = "play") -> None:
        self._document = document
        self._line = line

    def game(self) -> Json:
        """Return what was fixed when the game was made."""
        rows = self._document.reading(lambda c: c.execute(select(_game.c.key, _game.c.value)).all())
        return self._sound(_facts, {row[0]: row[1] for row in rows})

    def set_game(self, changes: Json) -> None:
        """Change some of these facts."""
        with self._document.writing() as connection:
            for key, value in changes.items():
                connection.execute(delete(_game).where(_game.c.key == key))
                connection.execute(insert(_game), {"key": key, "value": value})
            seals.facts(connection)

    def whole(self) -> AbstractContextManager[object]:
        """Keep what is written inside as one change, whole or not at all."""
        return self._document.writing()

    def append(self, entry: Entry, position: Json | None = None) -> None:
        """Store an entry, with the position after it where one is given; raises DataFault and then stores nothing of it."""
        head = entry.head
        stamp = entry.stamp or datetime.now(UTC).isoformat(timespec="seconds")
        key = {"line": self._line, "no": head.no}
        notes = [
            {
                "line": self._line, "entry_no": head.no, "side": side, "n": n, "key": note["key"],
                "words": " ".join(_words(note.get("args") or {})),
            }
            for side, told in entry.told.items()
            for n, note in enumerate(told)
            if "key" in note
        ]  # fmt: skip
        with self._document.writing() as connection:
            connection.execute(
                insert(_entry),
                {
                    **key, "kind": head.kind, "side": head.side, "label": head.label, "floor": head.floor,
                    "to": head.to,
                    "turn": head.turn, "bookmark": head.bookmark, "stamp": stamp, "rules_version": entry.rules_version,
                },
            )  # fmt: skip
            connection.execute(
                insert(_body),
                {
                    **key, "action": entry.action, "events": entry.events, "entropy": str(entry.entropy),
                    "dice": entry.dice, "picks": entry.picks, "told": entry.told,
                },
            )  # fmt: skip
            if notes:
                connection.execute(insert(_notes), notes)
            if position is not None:
                data = zlib.compress(jsonio.dumps(position).encode("utf-8"), 1)
                connection.execute(insert(_snapshot), {**key, "state": data})
            seals.entry(connection, self._line, head.no)
            if head.bookmark:
                seals.facts(connection)

    def heads(self) -> list[EntryHead]:
        """Return all rows in order, without their events."""
        query = select(*_HEAD).where(_entry.c.line == self._line).order_by(_entry.c.no)
        heads = [self._heading(row) for row in self._document.reading(lambda c: c.execute(query).all())]
        try:
            History(heads)
        except ValueError as fault:
            raise self._document.damaged(fault) from None
        return heads

    def _heading(self, row: Any) -> EntryHead:
        head = EntryHead(*row)
        self._sound(_head, {name: getattr(head, name) for name in EntryHead.__slots__})
        return head

    def _sound(self, form: Form, data: Json) -> Json:
        """Return data that has its form; raises DataFault."""
        if not (plain(data) and form(data)):
            raise self._document.damaged(ValueError(reprlib.repr(data)))
        return data

    def entry(self, no: int) -> Entry:
        """Return one row, whole; raises KeyError."""
        for entry in self.entries(no, no):
            return entry
        raise KeyError(no)

    def entries(self, first: int, last: int) -> Iterator[Entry]:
        """Yield the rows first..last, whole; read in runs, so that a long game needs no memory."""
        for start in range(first, last + 1, 500):
            query = (
                select(*_HEAD, *_REST, *_BODY)
                .outerjoin(_body, (_body.c.line == _entry.c.line) & (_body.c.no == _entry.c.no))
                .where(_entry.c.line == self._line, _entry.c.no.between(start, min(last, start + 499)))
                .order_by(_entry.c.no)
            )
            for row in self._document.reading(lambda c, query=query: c.execute(query).all()):  # type: ignore[misc]
                action, events, entropy, dice, picks, told = row[10:]
                try:
                    number = int(entropy)
                except (ValueError, TypeError) as fault:
                    raise self._document.damaged(fault) from None
                rest = {"action": action, "events": events, "dice": dice, "picks": picks, "told": told}
                self._sound(_rest, rest)
                yield Entry(
                    self._heading(row[:8]), action, events, number, dice, picks, told, stamp=row[8],
                    rules_version=row[9],
                )  # fmt: skip

    def lines(self, side: str, first: int, last: int) -> Iterator[tuple[int, list[Json]]]:
        """Yield of the rows first..last the number and the lines that a side was told, without reading their events."""
        for start in range(first, last + 1, 500):
            query = (
                select(_body.c.no, _body.c.told)
                .where(_body.c.line == self._line, _body.c.no.between(start, min(last, start + 499)))
                .order_by(_body.c.no)
            )
            for no, told in self._document.reading(lambda c, query=query: c.execute(query).all()):  # type: ignore[misc]
                self._sound(_told, {"told": told})
                yield no, told.get(side, [])

    def snapshot(self, at_most: int) -> tuple[int, Json] | None:
        """Return the latest kept position at or before a row."""
        query = (
            select(_snapshot.c.no, _snapshot.c.state)
            .where(_snapshot.c.line == self._line, _snapshot.c.no <= at_most)
            .order_by(_snapshot.c.no.desc())
            .limit(1)
        )
        row = self._document.reading(lambda c: c.execute(query).first())
        if row is None:
            return None
        try:
            return row[0], jsonio.loads(_unpacked(row[1]))
        except (zlib.error, ValueError, TypeError, RecursionError) as fault:
            raise self._document.damaged(fault) from None

    def bookmark(self, no: int, name: str) -> None:
        """Name a row (an empty name takes the bookmark away); raises KeyError."""
        with self._document.writing() as connection:
            where = (_entry.c.line == self._line) & (_entry.c.no == no)
            if connection.execute(update(_entry).where(where).values(bookmark=name)).rowcount == 0:
                raise KeyError(no)
            seals.facts(connection)

    def set_card(self, card: Json, thumbnail: bytes | None = None) -> None:
        """Store what the start window shows of this game; without a thumbnail the last one stays."""
        values: Json = {"card": card}
        if "scenario" in card:
            values["scenario"] = str(card["scenario"])
        if thumbnail is not None:
            values["thumbnail"] = thumbnail
        with self._document.writing() as connection:
            connection.execute(update(_card).values(**values))
            seals.facts(connection)

    def find(self, side: str, words: str) -> list[tuple[int, int]]:
        """Return (row, place among its notes) of what a side was told: by message key or an id that it names."""
        pattern = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        query = (
            select(_notes.c.entry_no, _notes.c.n)
            .where(_notes.c.line == self._line, _notes.c.side == side)
            .where(_notes.c.key.like(pattern, escape="\\") | _notes.c.words.like(pattern, escape="\\"))
            .order_by(_notes.c.entry_no, _notes.c.n)
        )
        return [(row[0], row[1]) for row in self._document.reading(lambda c: c.execute(query).all())]


def _unpacked(data: bytes) -> bytes:
    """Return packed bytes unpacked; raises ValueError where they would be more than any position."""
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(data, MOST_VALUE)
    if not unpacker.eof:
        raise ValueError("a position is cut off, or too large")
    return found


def _words(value: Any) -> Iterator[str]:
    """Yield the words and numbers inside a message's arguments."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _words(part)
    elif isinstance(value, (str, int)) and not isinstance(value, bool):
        yield str(value)
