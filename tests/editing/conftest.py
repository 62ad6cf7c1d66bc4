"""Drafts for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.editing.draft import Draft
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore
from tests.editing.fuzz import start


@pytest.fixture
def draft() -> Draft:
    """The small title: an 8 × 6 board of squares, hexes, areas, one of everything."""
    return Draft(start())


@pytest.fixture
def session(tmp_path: Path) -> Iterator[EditSession]:
    """The same in a document."""
    made = EditSession(DraftStore.create(tmp_path / "draft.qtwar", start()))
    yield made
    made.close()
