"""The page about the document says what the tables are."""

from __future__ import annotations

from pathlib import Path

from qtwar.storage import document, reference

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "document.md"


def test_the_page_is_that_of_the_tables() -> None:
    text = PAGE.read_text("utf-8")
    assert text == reference.markdown(), "stale: python -m qtwar.storage.reference > docs/reference/document.md"


def test_every_table_is_made_in_a_document() -> None:
    assert {table.name for table in document._tables()} == set(reference.tables())
