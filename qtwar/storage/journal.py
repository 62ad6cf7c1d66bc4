"""The journal of a document: fulfils `session.ports.JournalPort`. Each append is one transaction."""

from __future__ import annotations

import re
import reprlib
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

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
from qtwar.storage import rows, seals
from qtwar.storage.guard import MOST_VALUE

Json = dict[str, Any]
_T = TypeVar("_T")
KINDS = (*ACTS, "undo", "redo")
RUN = 500
"""Entries that are read at a time: a long game needs no memory."""


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

_HEAD = tuple(f"entry.{name}" for name in ("no", "kind", "side", "label", "floor", "to", "turn", "bookmark"))
_REST = ("entry.stamp", "entry.rules_version")
_BODY = tuple(f"entry_body.{name}" for name in ("action", "events", "entropy", "dice", "picks", "told"))
_JOINED = "FROM entry LEFT JOIN entry_body ON entry_body.line = entry.line AND entry_body.no = entry.no"


class JournalStore(Protocol):
    """What a journal needs of the document it is part of."""

    def reading(self, ask: Callable[[sqlite3.Connection], _T]) -> _T:
        """Return what a question to the database answers; raises DataFault."""
        ...

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
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
        return self._sound(_facts, dict(self._document.reading(lambda c: rows.read(c, "game"))))

    def set_game(self, changes: Json) -> None:
        """Change some of these facts."""
        with self._document.writing() as connection:
            for key, value in changes.items():
                connection.execute('DELETE FROM game WHERE "key" = ?', (key,))
                rows.insert(connection, "game", [{"key": key, "value": value}])
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
            row = {
                **key, "kind": head.kind, "side": head.side, "label": head.label, "floor": head.floor, "to": head.to,
                "turn": head.turn, "bookmark": head.bookmark, "stamp": stamp, "rules_version": entry.rules_version,
            }  # fmt: skip
            body = {
                **key, "action": entry.action, "events": entry.events, "entropy": str(entry.entropy),
                "dice": entry.dice, "picks": entry.picks, "told": entry.told,
            }  # fmt: skip
            rows.insert(connection, "entry", [row])
            rows.insert(connection, "entry_body", [body])
            rows.insert(connection, "note_index", notes)
            if position is not None:
                data = zlib.compress(jsonio.dumps(position).encode("utf-8"), 1)
                rows.insert(connection, "snapshot", [{**key, "state": data}])
            seals.entry(connection, self._line, head.no)
            if head.bookmark:
                seals.facts(connection)

    def heads(self) -> list[EntryHead]:
        """Return all rows in order, without their events."""
        found = self._document.reading(lambda c: rows.select(c, _HEAD, "FROM entry WHERE line = ? ORDER BY no", self._line))
        heads = [self._heading(row) for row in found]
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
        """Yield the rows first..last, whole."""
        for start in range(first, last + 1, RUN):
            where = f"{_JOINED} WHERE entry.line = ? AND entry.no BETWEEN ? AND ? ORDER BY entry.no"
            for row in self._run((*_HEAD, *_REST, *_BODY), where, start, last):
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
        for start in range(first, last + 1, RUN):
            where = "FROM entry_body WHERE line = ? AND no BETWEEN ? AND ? ORDER BY no"
            for no, told in self._run(("entry_body.no", "entry_body.told"), where, start, last):
                self._sound(_told, {"told": told})
                yield no, told.get(side, [])

    def _run(self, columns: tuple[str, ...], rest: str, start: int, last: int) -> list[Any]:
        """Return the rows of some hundred entries from `start` on."""
        return self._document.reading(lambda c: rows.select(c, columns, rest, self._line, start, min(last, start + RUN - 1)))

    def snapshot(self, at_most: int) -> tuple[int, Json] | None:
        """Return the latest kept position at or before a row."""
        query = "SELECT no, state FROM snapshot WHERE line = ? AND no <= ? ORDER BY no DESC LIMIT 1"
        row = self._document.reading(lambda c: c.execute(query, (self._line, at_most)).fetchone())
        if row is None:
            return None
        try:
            return row[0], jsonio.strict(_unpacked(row[1]).decode("utf-8"))
        except (zlib.error, ValueError, TypeError, RecursionError) as fault:
            raise self._document.damaged(fault) from None

    def bookmark(self, no: int, name: str) -> None:
        """Name a row (an empty name takes the bookmark away); raises KeyError."""
        with self._document.writing() as connection:
            renewal = "UPDATE entry SET bookmark = ? WHERE line = ? AND no = ?"
            if connection.execute(renewal, (name, self._line, no)).rowcount == 0:
                raise KeyError(no)
            seals.facts(connection)

    def set_card(self, card: Json, thumbnail: bytes | None = None) -> None:
        """Store what the start window shows of this game; without a thumbnail the last one stays."""
        values: Json = {"id": 1, "card": card}
        if "scenario" in card:
            values["scenario"] = str(card["scenario"])
        if thumbnail is not None:
            values["thumbnail"] = thumbnail
        with self._document.writing() as connection:
            rows.update(connection, "card", [name for name in values if name != "id"], [values])
            seals.facts(connection)

    def find(self, side: str, words: str) -> list[tuple[int, int]]:
        """Return (row, place among its notes) of what a side was told: by message key or an id that it names."""
        pattern = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        query = """SELECT entry_no, n FROM note_index WHERE line = ? AND side = ?
            AND ("key" LIKE ? ESCAPE '\\' OR words LIKE ? ESCAPE '\\') ORDER BY entry_no, n"""
        return self._document.reading(lambda c: c.execute(query, (self._line, side, pattern, pattern)).fetchall())


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
