"""Steps from one format of documents to the next. Number n takes a document of format n - 1 to n.

A migration is plain SQL through a connection: it must not use the classes of `schema`, which change later.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from qtwar.storage import seals, shape

Migration = Callable[[sqlite3.Connection], None]


def _drafts(connection: sqlite3.Connection) -> None:
    """Format 2 has facts of drafts, and pictures to trace over."""
    connection.execute(shape.DRAFT)
    connection.execute(
        "CREATE TABLE picture_tile (picture VARCHAR NOT NULL, level INTEGER NOT NULL, x INTEGER NOT NULL, "
        "y INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (picture, level, x, y))"
    )


def _values_of_sides(connection: sqlite3.Connection) -> None:
    """Format 3 says who sees the values of a side; in a document of before everybody does."""
    connection.execute("ALTER TABLE side ADD COLUMN sight TEXT DEFAULT '{}'")


def _seals(connection: sqlite3.Connection) -> None:
    """Format 4 has hashes of its parts; those of an older document are taken as they stand."""
    connection.execute(
        "CREATE TABLE seal (part VARCHAR NOT NULL, line VARCHAR NOT NULL, no INTEGER NOT NULL, "
        "hash VARCHAR NOT NULL, PRIMARY KEY (part, line, no))"
    )
    seals.everything(connection)


MIGRATIONS: dict[int, Migration] = {2: _drafts, 3: _values_of_sides, 4: _seals}


def migrate(connection: sqlite3.Connection, found: int, wanted: int, steps: dict[int, Migration] = MIGRATIONS) -> None:
    """Bring a document to format `wanted`, inside the transaction of the caller; raises KeyError for a gap."""
    for number in range(found + 1, wanted + 1):
        steps[number](connection)
        connection.execute(f"PRAGMA user_version = {number}")
