"""One drawn map for all tests of painting."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.qtpaint.boardart import BoardArt, prepare


@pytest.fixture(scope="session")
def sealords(repository: Path) -> TitleContent:
    """The title's content."""
    return load(repository / "modules" / "sealords")


@pytest.fixture(scope="session")
def art(sealords: TitleContent, qapp: object) -> BoardArt:
    """Its map, ready to be painted."""
    return prepare(sealords.boards[0], sealords.style)


@pytest.fixture
def patient(qtbot: QtBot) -> QtBot:
    """A bot for what background threads do."""
    return qtbot
