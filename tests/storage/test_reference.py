"""The page about the document says what the tables are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from qtwar.storage import reference, rows, schema, shape
from qtwar.storage.columns import Json

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "document.md"


def test_the_page_is_that_of_the_tables() -> None:
    text = PAGE.read_text("utf-8")
    assert text == reference.markdown(), "stale: python -m qtwar.storage.reference > docs/reference/document.md"


def test_every_table_is_made_in_a_document() -> None:
    assert set(shape.tables()) == set(reference.tables())


def test_the_tables_are_those_of_the_classes() -> None:
    """`schema.sql` is what stands in a file; SQLAlchemy of another version may spell it otherwise, and then says so here."""
    made = []
    for table in schema.TABLES:
        made.append(CreateTable(table.__table__))
        made += [CreateIndex(index) for index in table.__table__.indexes]
    ours = [shape.words(str(one.compile(dialect=sqlite.dialect()))) for one in made]
    assert ours == [shape.words(statement) for statement in shape.statements()]


def test_rows_are_read_as_the_classes_declare_them() -> None:
    for name, made in reference.tables().items():
        declared = made.__table__  # type: ignore[attr-defined]
        assert list(rows.table(name).columns) == [column.name for column in declared.columns]
        assert rows.table(name).keys == tuple(column.name for column in declared.primary_key.columns)
        assert {one for one, kind in rows.table(name).columns.items() if kind == "TEXT"} == {
            column.name for column in declared.columns if isinstance(column.type, Json)
        }


def test_who_opens_a_game_loads_neither_sqlmodel_nor_the_sandbox() -> None:
    code = "import sys, qtwar.services.games, qtwar.sandbox.client as client; client.guest.worker('serve')"
    told = f"{code}; print([n for n in ('sqlmodel', 'sqlalchemy', 'wasmtime', 'yaml') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
