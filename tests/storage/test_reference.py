"""The page about the document says what the tables are."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from qtwar.storage import reference, schema, shape

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
