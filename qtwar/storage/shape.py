"""Which tables a document has, of any format, to the letter: a file with anything else in it is not opened.

Triggers would change what is written, views and other columns what is read, and both can run for ever. Standard library
only: the start window reads cards.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from qtwar.base.errors import DataFault

FILE = Path(__file__).with_name("schema.sql")
_LATER = {"draft": 2, "picture_tile": 2, "seal": 4}
"""Tables that came with a later format than the first."""
_SIGHT = ("sight", "TEXT", "NOT", "NULL", ",")
_OLD_SIGHT = "sight TEXT DEFAULT '{}',"
"""The column `side.sight` came with format 3; so it stands where an older document got it."""
DRAFT = "CREATE TABLE draft (key VARCHAR NOT NULL, value TEXT, PRIMARY KEY (key))"
"""The table of drafts as a document of format 1 got it."""
MOST_OBJECTS = 200

Words = tuple[str, ...]


def statements() -> Iterator[str]:
    """Yield the statements that make the tables."""
    for part in FILE.read_text(encoding="utf-8").split(";"):
        lines = [line for line in part.splitlines() if line.strip() and not line.startswith("--")]
        if lines:
            yield "\n".join(lines)


def words(sql: str) -> Words:
    """Return the words and signs of a statement: spaces and quotes do not count."""
    return tuple(re.findall(r"\w+|[^\w\s]", sql.replace('"', "")))


@cache
def _ours() -> dict[str, Words]:
    """Return the words of each table and index by its name."""
    made = [words(statement) for statement in statements()]
    return {said[2]: said for said in made}


def tables() -> list[str]:
    """Return the names of the tables."""
    return [name for name, said in _ours().items() if said[1] == "TABLE"]


def allowed(form: int) -> dict[str, set[Words]]:
    """Return what each table and index of a document of a format may be made of."""
    found = {name: {said} for name, said in _ours().items() if _LATER.get(name, 1) <= form}
    side = _ours()["side"]
    at = next(n for n in range(len(side)) if side[n : n + len(_SIGHT)] == _SIGHT)
    head, rest = side[:at], side[at + len(_SIGHT) :]
    found["side"] = {head + rest} if form < 3 else {side, head + words(_OLD_SIGHT) + rest}
    if "draft" in found:
        found["draft"].add(words(DRAFT))
    return found


def check(connection: sqlite3.Connection, form: int, file: str) -> None:
    """Raise DataFault unless a database of a format holds our tables and nothing else."""
    try:
        rows = connection.execute(f"SELECT type, name, sql FROM sqlite_schema LIMIT {MOST_OBJECTS}").fetchall()
    except UnicodeError as fault:
        raise DataFault("fault.document.damaged", file=file, detail=repr(fault)) from None
    left = allowed(form)
    for kind, name, sql in rows:
        if kind == "index" and sql is None and str(name).startswith("sqlite_autoindex_"):
            continue
        if words(str(sql)) not in left.pop(str(name), set()):
            raise DataFault("fault.document.strange", file=file, what=str(name)[:60])
    if left:
        raise DataFault("fault.document.part_missing", file=file, detail=f"without {min(left)}")
