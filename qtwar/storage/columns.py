"""How the columns of the tables are declared."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Text, TypeDecorator
from sqlmodel import Field

from qtwar.storage import rows


class Json(TypeDecorator[Any]):
    """JSON as text. SQLite takes a column declared JSON for a number where it can, and 1.0 would come back as 1."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str:
        """Return the text of a value."""
        return rows.packed(value)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        """Return the value of a text."""
        return rows.unpacked(value)


def json_column() -> Any:
    """Return a column that holds JSON."""
    return Field(default=None, sa_type=Json)


def key_column(foreign: str = "") -> Any:
    """Return a column of the primary key, `foreign` being what it refers to (`table.column`)."""
    if foreign:
        return Field(primary_key=True, foreign_key=foreign)
    return Field(primary_key=True)
