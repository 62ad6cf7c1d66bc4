"""How the columns of the tables are declared."""

from __future__ import annotations

import json
import sqlite3
from functools import lru_cache
from typing import Any

from sqlalchemy import Text, TypeDecorator
from sqlmodel import Field

MOST_VALUES = 1_000_000
"""Values of one column of JSON: 64 MB of empty lists would take gigabytes."""


@lru_cache(maxsize=4096)
def _scalar(text: str) -> Any:
    return json.loads(text)


class Json(TypeDecorator[Any]):
    """JSON as text. SQLite takes a column declared JSON for a number where it can, and 1.0 would come back as 1."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str:
        """Return the text of a value."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        """Return the value of a text; words, of which a board has one a cell, are read once."""
        if value is None:
            return None
        try:
            if len(value) > MOST_VALUES and value.count(",") + value.count("[") + value.count("{") > MOST_VALUES:
                raise ValueError(f"it has more than {MOST_VALUES:,} values")
            return json.loads(value) if value[:1] in ("[", "{") or len(value) > 80 else _scalar(value)
        except (ValueError, TypeError, RecursionError) as fault:
            raise sqlite3.DatabaseError(f"malformed JSON: {fault}") from None


def json_column() -> Any:
    """Return a column that holds JSON."""
    return Field(default=None, sa_type=Json)


def key_column(foreign: str = "") -> Any:
    """Return a column of the primary key, `foreign` being what it refers to (`table.column`)."""
    if foreign:
        return Field(primary_key=True, foreign_key=foreign)
    return Field(primary_key=True)
