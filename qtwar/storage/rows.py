"""Rows of a document's tables to values and back, by what `schema.sql` says of the columns.

Standard library only: whoever opens a game need not wait for sqlmodel, nor keep it in memory.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from qtwar.base import jsonio
from qtwar.storage import shape

MOST_VALUES = 1_000_000
"""Values of one column of JSON: 64 MB of empty lists would take gigabytes."""
_SCALARS = frozenset('"-0123456789tfn')
"""What a JSON text begins with that is no list and no object: the value of such a text never changes, and may be shared."""
_COLUMN = re.compile(r'\s+"?(\w+)"? (VARCHAR|INTEGER|FLOAT|BOOLEAN|BLOB|TEXT)\b')
_KEY = re.compile(r"PRIMARY KEY \(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Columns:
    """What columns a table of a document has with their types of SQL, and which of them are its primary key."""

    name: str
    columns: dict[str, str]
    keys: tuple[str, ...]

    def numbered(self) -> str:
        """Return the columns that its rows are ordered by, as SQL; empty: by none."""
        if "no" in self.columns and "no" not in self.keys:
            return '"no", rowid'
        return quoted(self.keys) if "no" in self.columns or self.name == "lookup_cell" else ""


@cache
def _tables() -> dict[str, Columns]:
    found = {}
    for statement in shape.statements():
        head, *lines = statement.splitlines()
        if head.startswith("CREATE TABLE"):
            name = shape.words(head)[2]
            key = next(m for line in lines if (m := _KEY.search(line)))
            columns = {m[1]: m[2] for line in lines if (m := _COLUMN.match(line))}
            found[name] = Columns(name, columns, tuple(re.findall(r"\w+", key[1])))
    return found


def table(name: str) -> Columns:
    """Return the columns of the table of a name."""
    return _tables()[name]


def quoted(names: Iterable[str]) -> str:
    """Return names of columns as SQL: some, such as "to", are words of its own."""
    return ", ".join(f'"{name}"' for name in names)


# ------------------------------------------------------------------------------------------------- values


_encode: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def packed(value: Any) -> str:
    """Return a value as the text of a column of JSON."""
    return "{}" if value == {} else _encode(value)  # as the attributes of most rows are


@lru_cache(maxsize=4096)
def _scalar(text: str) -> Any:
    return jsonio.strict(text)


def unpacked(text: Any) -> Any:
    """Return the value of a column of JSON; words, of which a board has one a cell, are read once."""
    if text is None:
        return None
    if text == "{}":  # as the attributes of most counters are
        return {}
    try:
        if len(text) > MOST_VALUES and text.count(",") + text.count("[") + text.count("{") > MOST_VALUES:
            raise ValueError(f"it has more than {MOST_VALUES:,} values")
        return _scalar(text) if len(text) <= 80 and text[:1] in _SCALARS else jsonio.strict(text)
    except (ValueError, TypeError, RecursionError) as fault:
        raise sqlite3.DatabaseError(f"malformed JSON: {fault}") from None


def _flag(value: Any) -> bool | None:
    return None if value is None else bool(value)


_READ: dict[str, Callable[[Any], Any]] = {"TEXT": unpacked, "BOOLEAN": _flag}


# --------------------------------------------------------------------------------------- reading and writing


def select(connection: sqlite3.Connection, columns: Sequence[str], rest: str, *values: Any) -> list[Any]:
    """Return rows of some columns, each named `table.column`; `rest` is the statement from its FROM on."""
    kinds = [table(name.partition(".")[0]).columns[name.partition(".")[2]] for name in columns]
    names = ", ".join('{}."{}"'.format(*name.split(".")) for name in columns)
    made = [(n, _READ[kind]) for n, kind in enumerate(kinds) if kind in _READ]
    found: list[Any] = connection.execute(f"SELECT {names} {rest}", values).fetchall()
    for n, row in enumerate(found if made else ()):
        cells = list(row)
        for at, read_ in made:
            cells[at] = read_(cells[at])
        found[n] = tuple(cells)
    return found


def read(connection: sqlite3.Connection, name: str) -> list[Any]:
    """Return all rows of a table as tuples, in the order of its lists."""
    asked = table(name)
    order = asked.numbered()
    return select(connection, [f"{name}.{one}" for one in asked.columns], f'FROM "{name}"' + (order and f" ORDER BY {order}"))


def insert(connection: sqlite3.Connection, name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows, which all have the same columns."""
    if not rows:
        return
    columns = table(name).columns
    plan = [(one, columns[one] == "TEXT") for one in rows[0]]
    statement = f'INSERT INTO "{name}" ({quoted(rows[0])}) VALUES ({", ".join("?" * len(plan))})'
    connection.executemany(statement, ([packed(row[one]) if text else row[one] for one, text in plan] for row in rows))


def update(connection: sqlite3.Connection, name: str, names: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """Set some columns of rows that are told by their primary key."""
    if not (rows and names):
        return
    made = table(name)
    plan = [(one, made.columns[one] == "TEXT") for one in (*names, *made.keys)]
    sets, where = (glue.join(f'"{one}" = ?' for one in some) for glue, some in ((", ", names), (" AND ", made.keys)))
    statement = f'UPDATE "{name}" SET {sets} WHERE {where}'
    connection.executemany(statement, ([packed(row[one]) if text else row[one] for one, text in plan] for row in rows))
