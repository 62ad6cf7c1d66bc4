"""Content and drawings that several tests look at, made once."""

from pathlib import Path

import pytest

from qtwar.draw import counter as faces
from qtwar.draw import displaylist as dl
from qtwar.draw.board import draw_board
from qtwar.model.content import TitleContent
from qtwar.model.load import load


@pytest.fixture(scope="session")
def sealords(repository: Path) -> TitleContent:
    """The title's content."""
    return load(repository / "modules" / "sealords")


@pytest.fixture(scope="session")
def sheet(sealords: TitleContent) -> faces.CounterTemplates:
    """Its counter templates."""
    return faces.sheet_from(sealords.counters)


@pytest.fixture(scope="session")
def delta(sealords: TitleContent) -> dl.DisplayList:
    """Its map."""
    return draw_board(sealords.boards[0], sealords.style)
