"""Cards in the shelf: drawn by real clicks, side by side, read in their tips; the shelf stays where one looked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from qtwar.presenters.play.game import PlayGame
from qtwar.presenters.play.opening import open_game
from qtwar.services import games
from qtwar.session.begin import NewGame
from qtwar.ui.play.boxes import Boxes, PileTray
from qtwar.ui.widgets.faces import Face


@pytest.fixture
def model(qapp: QApplication, tmp_path: Path) -> Iterator[PlayGame]:
    """A game with decks."""
    opened = games.create(NewGame("fields_of_fire", "nrm_1", seats="both", quick=True, strictness="off"), tmp_path)
    opened.session.refresh_offers()
    made = open_game(opened, "en", lambda path: None)
    yield made
    made.close()


@pytest.fixture
def shelf(qtbot: QtBot, model: PlayGame) -> Boxes:
    """Its shelf, too narrow for all boxes."""
    boxes = Boxes(model)
    qtbot.addWidget(boxes)
    boxes.resize(700, 140)
    with qtbot.waitExposed(boxes):
        boxes.show()
    return boxes


def pile(shelf: Boxes, place: str) -> PileTray:
    return next(p for p in shelf.findChildren(PileTray) if p.place == place and not p.isHidden())


def cards(shelf: Boxes) -> list[Face]:
    return [f for f in shelf.findChildren(Face) if f.isVisible() and f.shown.startswith("action-")]


def test_drawn_cards_lie_side_by_side_and_are_read_in_their_tips(qtbot: QtBot, shelf: Boxes) -> None:
    for count in (1, 2):
        QTest.mouseClick(pile(shelf, "action_deck").draw, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda n=count: len(cards(shelf)) == n)  # type: ignore[misc]
    face = cards(shelf)[0]
    middle = face.rect().center()
    QApplication.sendEvent(face, QHelpEvent(QEvent.Type.ToolTip, middle, face.mapToGlobal(middle)))
    assert "Action card" in QToolTip.text()
    assert '<img width="250" src="data:image/png;base64,' in QToolTip.text()
    QToolTip.hideText()


def test_the_shelf_stays_where_one_looked_and_the_focus_on_its_button(qtbot: QtBot, shelf: Boxes) -> None:
    bar = shelf.area.horizontalScrollBar()
    assert bar.maximum() > 300
    bar.setValue(220)
    old = pile(shelf, "pc_mix_1").draw
    old.setFocus()
    QTest.mouseClick(old, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pile(shelf, "pc_mix_1").draw is not old)
    assert bar.value() == 220
    assert shelf.window().focusWidget() is pile(shelf, "pc_mix_1").draw
