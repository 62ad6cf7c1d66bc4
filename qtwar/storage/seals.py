"""Hashes of what a document holds, so that damage that SQLite can not see is told: a flipped bit in a text, a lost row.

The entries of a journal form a chain: the hash of each takes in that of the one before. Seals are no signature: who
changes a document on purpose can seal it again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from qtwar.storage import shape

APART = frozenset({"game", "entry", "entry_body", "snapshot", "note_index", "draft", "picture_tile", "card", "seal"})
"""Tables that are not content."""
RUN = 1000
"""Rows that are read at a time."""
_ENTRY = (
    'SELECT no, kind, side, label, floor, "to", turn, stamp, rules_version FROM entry WHERE line = ? AND no BETWEEN ? AND ?',
    "SELECT no, action, events, entropy, dice, picks, told FROM entry_body WHERE line = ? AND no BETWEEN ? AND ?",
    'SELECT entry_no, side, n, "key", words FROM note_index WHERE line = ? AND entry_no BETWEEN ? AND ? ORDER BY side, n',
)
_SEALS = "SELECT no, hash FROM seal WHERE part = 'entry' AND line = ? AND no BETWEEN ? AND ?"
ENTRIES = 200
"""Entries of a game that are read at a time."""
_FACTS = (
    'SELECT "key", value FROM game ORDER BY "key"',
    'SELECT "key", value FROM draft ORDER BY "key"',
    "SELECT kind, title, scenario, card, thumbnail FROM card",
    "SELECT line, no, bookmark FROM entry WHERE bookmark != '' ORDER BY line, no",
)


class Broken(NamedTuple):
    """A part whose hash is not the one that was written: `content`, `facts`, `entry`, `snapshot` or `picture`."""

    part: str
    line: str = ""
    no: int = 0


def _hash(*parts: Any) -> str:
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), default=_bytes)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _table_hash(connection: sqlite3.Connection, name: str) -> str:
    """Return `_hash(name, rows)` of all rows of a table, of which never more than some are held."""
    made = hashlib.sha256(f"[{json.dumps(name)},[".encode())
    between = ""
    rows = connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
    while some := rows.fetchmany(RUN):
        text = json.dumps(some, ensure_ascii=False, separators=(",", ":"), default=_bytes)
        made.update((between + text[1:-1]).encode("utf-8", "surrogatepass"))
        between = ","
    made.update(b"]]")
    return made.hexdigest()


def _bytes(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()


def _rows(connection: sqlite3.Connection, query: str, *values: Any) -> list[list[Any]]:
    return [list(row) for row in connection.execute(query, values)]


def _put(connection: sqlite3.Connection, part: str, line: str, no: int, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO seal (part, line, no, hash) VALUES (?, ?, ?, ?)", (part, line, no, value))


def _sealed(connection: sqlite3.Connection, part: str, line: str = "", no: int = 0) -> str:
    found = _rows(connection, "SELECT hash FROM seal WHERE part = ? AND line = ? AND no = ?", part, line, no)
    return str(found[0][0]) if found else ""


# ------------------------------------------------------------------------------------------ what is hashed


def _content(connection: sqlite3.Connection) -> str:
    hashes = []
    for name in sorted(table for table in shape.tables() if table not in APART):
        hashes.append(_table_hash(connection, name))
    return _hash(hashes)


def _facts(connection: sqlite3.Connection) -> str:
    return _hash(*(_rows(connection, query) for query in _FACTS))


def _by_no(connection: sqlite3.Connection, query: str, line: str, first: int, last: int) -> dict[int, list[list[Any]]]:
    """Return number of the entry → rows without it, of some entries of a line."""
    found: dict[int, list[list[Any]]] = {}
    for no, *row in _rows(connection, query, line, first, last):
        found.setdefault(no, []).append(row)
    return found


def _entries(connection: sqlite3.Connection, line: str, first: int, last: int) -> Callable[[int, str], str]:
    """Return what says the hash of one of some entries, given its number and the hash of the one before."""
    tables = [_by_no(connection, query, line, first, last) for query in _ENTRY]
    return lambda no, before: _hash(before, no, *(rows.get(no, []) for rows in tables))


def _snapshot(connection: sqlite3.Connection, line: str, no: int) -> str:
    return _hash(_rows(connection, "SELECT state FROM snapshot WHERE line = ? AND no = ?", line, no))


def _picture(connection: sqlite3.Connection, name: str) -> str:
    query = "SELECT level, x, y, data FROM picture_tile WHERE picture = ? ORDER BY level, x, y"
    return _hash(_rows(connection, query, name))


# ------------------------------------------------------------------------------------------------- sealing


def content(connection: sqlite3.Connection) -> None:
    """Seal the content."""
    _put(connection, "content", "", 0, _content(connection))


def open_content(connection: sqlite3.Connection) -> None:
    """Take the seal off the content while it is edited: it is sealed again when the document is closed."""
    connection.execute("DELETE FROM seal WHERE part = 'content'")


def is_open(connection: sqlite3.Connection) -> bool:
    """Return whether the content has no seal."""
    return not _sealed(connection, "content")


def facts(connection: sqlite3.Connection) -> None:
    """Seal what may change at any time: facts of game and draft, card, bookmarks."""
    _put(connection, "facts", "", 0, _facts(connection))


def entry(connection: sqlite3.Connection, line: str, no: int) -> None:
    """Seal an entry that was just appended, and the position after it where one is kept."""
    query = "SELECT hash FROM seal WHERE part = 'entry' AND line = ? AND no < ? ORDER BY no DESC LIMIT 1"
    before = _rows(connection, query, line, no)
    value = _entries(connection, line, no, no)(no, before[0][0] if before else "")
    _put(connection, "entry", line, no, value)
    _put(connection, "last", line, 0, value)
    if _rows(connection, "SELECT 1 FROM snapshot WHERE line = ? AND no = ?", line, no):
        _put(connection, "snapshot", line, no, _snapshot(connection, line, no))


def picture(connection: sqlite3.Connection, name: str) -> None:
    """Seal the tiles of a picture, or forget the seal of one that is gone."""
    if _rows(connection, "SELECT 1 FROM picture_tile WHERE picture = ? LIMIT 1", name):
        _put(connection, "picture", name, 0, _picture(connection, name))
    else:
        connection.execute("DELETE FROM seal WHERE part = 'picture' AND line = ?", (name,))


def cut(connection: sqlite3.Connection, line: str, no: int) -> None:
    """Forget the seals of the entries after `no`, which are gone."""
    connection.execute("DELETE FROM seal WHERE part IN ('entry', 'snapshot') AND line = ? AND no > ?", (line, no))
    last = _rows(connection, "SELECT hash FROM seal WHERE part = 'entry' AND line = ? ORDER BY no DESC LIMIT 1", line)
    connection.execute("DELETE FROM seal WHERE part = 'last' AND line = ?", (line,))
    if last:
        _put(connection, "last", line, 0, last[0][0])
    facts(connection)


def everything(connection: sqlite3.Connection) -> None:
    """Seal all that a document holds, as it stands."""
    content(connection)
    facts(connection)
    for line, no in _rows(connection, "SELECT line, no FROM entry ORDER BY line, no"):
        entry(connection, line, no)
    for (name,) in _rows(connection, "SELECT DISTINCT picture FROM picture_tile"):
        picture(connection, name)


# ------------------------------------------------------------------------------------------------ checking


def broken(connection: sqlite3.Connection) -> Iterator[Broken]:
    """Yield each part that is not as it was sealed; of the entries of a line the first, for the chain ends there."""
    if not is_open(connection) and _sealed(connection, "content") != _content(connection):
        yield Broken("content")
    if _sealed(connection, "facts") != _facts(connection):
        yield Broken("facts")
    yield from _chains(connection)
    for line, no in _rows(connection, "SELECT line, no FROM snapshot ORDER BY line, no"):
        if _sealed(connection, "snapshot", line, no) != _snapshot(connection, line, no):
            yield Broken("snapshot", line, no)
    names = "SELECT picture FROM picture_tile UNION SELECT line FROM seal WHERE part = 'picture' ORDER BY 1"
    for (name,) in _rows(connection, names):
        if _sealed(connection, "picture", name) != _picture(connection, name):
            yield Broken("picture", name)


def _chains(connection: sqlite3.Connection) -> Iterator[Broken]:
    lines = "SELECT line FROM entry UNION SELECT line FROM entry_body UNION SELECT line FROM seal WHERE part IN ('entry', 'last')"
    for (line,) in _rows(connection, lines):
        before, last = "", 0
        rows = "SELECT no FROM entry WHERE line = ? UNION SELECT no FROM entry_body WHERE line = ? ORDER BY 1"
        numbers = [no for (no,) in _rows(connection, rows, line, line)]
        for n, no in enumerate(numbers):
            if n % ENTRIES == 0:
                until = numbers[min(n + ENTRIES, len(numbers)) - 1]
                hashed, sealed = _entries(connection, line, no, until), _by_no(connection, _SEALS, line, no, until)
            value = hashed(no, before)
            if [[value]] != sealed.get(no):
                yield Broken("entry", line, no)
                break
            before, last = value, no
        else:
            if before != _sealed(connection, "last", line):
                yield Broken("entry", line, last + 1)
