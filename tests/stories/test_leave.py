"""Two at one screen: what the other player has seen is taken back only when he allows it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from qtwar.engine import views
from tests.stories.at_window import CTRL, LEFT, NONE
from tests.stories.hands import Hands
from tests.stories.test_the_delta import start
from tests.ui.board.conftest import Hand

SHOTS = os.environ.get("QTWAR_SHOTS")


@pytest.fixture
def hands(hands: Hands) -> Hands:
    """Ann and Ben at Game Warden, played on until there is something that both have seen."""
    start(hands, "game_warden", "quick", seats="hotseat")
    for _ in range(60):
        uncover(hands)
        if hands.session.floor() > 1 and hands.session.floor() == len(hands.session.history):
            break
        hands.step()
    uncover(hands)
    return hands


def uncover(hands: Hands) -> None:
    """Hold Space on the cover screen, where there is one."""
    cover = hands.page.cover
    if cover.isVisible():
        QTest.keyPress(cover, Qt.Key.Key_Space)
        hands.until(lambda: not cover.isVisible())
        QTest.keyRelease(cover, Qt.Key.Key_Space)
        hands.quiet()


def other(hands: Hands) -> str:
    """Return the side that has seen what stands at the floor."""
    author = hands.session.history.line[hands.session.floor() - 1].side
    return "COM" if author == "FW" else "FW"


def allowed(hands: Hands) -> bool:
    """Return whether the prompt bar asks for leave."""
    primary = hands.page.prompt.primary
    return primary is not None and primary.text() == "Allow"


def test_an_undo_past_the_floor_is_asked_of_the_other_player(hands: Hands) -> None:
    page, session = hands.page, hands.session
    length, digest = len(session.history), session.state.digest()
    assert not hands.model.history.can_undo
    assert page.toolbar.undo.toolTip() == "Ask to undo"
    asked = other(hands)
    name = {"FW": "Ann", "COM": "Ben"}[asked]

    # Esc keeps everything
    hands.press(page.toolbar.undo)
    assert hands.model.actions.acting == asked
    assert page.prompt.sentence.text().startswith(f"{'Ben' if name == 'Ann' else 'Ann'} asks {name} to allow")
    assert [b.text() for b in (*page.prompt.buttons, page.prompt.primary)] == ["Keep it", "Allow"]
    hands.shot("ask-to-undo")
    QTest.keyClick(hands.board, Qt.Key.Key_Escape)
    assert hands.model.actions.acting != asked or hands.model.position.seat == asked
    assert "does not allow" in page.prompt.detail.plain()
    assert (len(session.history), session.state.digest()) == (length, digest)

    # Enter allows it
    QTest.keyClick(hands.board, Qt.Key.Key_Z, CTRL)
    QTest.keyClick(hands.board, Qt.Key.Key_Return)
    hands.until(lambda: len(session.history) == length - 1)
    hands.quiet()
    assert hands.model.history.can_redo
    # and it can be done again without a question, by who lifts the cover: under it there are no commands
    uncover(hands)
    QTest.keyClick(hands.board, Qt.Key.Key_Y, CTRL)
    hands.until(lambda: len(session.history) == length)
    hands.quiet()
    uncover(hands)
    assert session.state.digest() == digest


def test_the_line_in_the_history_says_who_knows_and_asks(hands: Hands) -> None:
    page, session = hands.page, hands.session
    length = len(session.history)
    page.raise_dock("history")
    hands.qtbot.wait(1)
    rows = page.history.list
    line = next(n for n in range(rows.count()) if "Ask to undo" in rows.item(n).text())
    assert {"FW": "Ann", "COM": "Ben"}[other(hands)] in rows.item(line).text()
    hands.shot("floor")
    rows.scrollToItem(rows.item(line))
    QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualItemRect(rows.item(line)).center())
    hands.press(page.prompt.primary)
    hands.until(lambda: len(session.history) == length - 1)
    hands.quiet()


def test_a_free_move_under_enforced_rules_is_asked_of_the_other_player(hands: Hands) -> None:
    board, session = hands.board, hands.session
    length = len(session.history)
    own = [p for p, r in hands.model.position.view.pieces.items() if board.layout_.has(str(r["at"])) and not p.startswith("~")]
    piece = next(p for p in own if hands.screen.counter(p) is not None)
    place = str(hands.model.position.view.pieces[piece]["at"])
    near = board.layout_.place(board.layout_.grid.neighbours(board.layout_.cell(place))[0])

    def drag() -> None:
        hands.quiet()
        hands.until(lambda: not board.carry.holding, 10)
        mods = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
        Hand(board).drag(hands.screen.counter(piece), hands.place_point(near), mods)

    drag()
    hands.until(lambda: allowed(hands), 10)
    hands.shot("ask-to-move")
    hands.press(hands.page.prompt.buttons[0])
    assert len(session.history) == length
    drag()
    hands.until(lambda: allowed(hands), 10)
    hands.press(hands.page.prompt.primary)
    hands.until(lambda: len(session.history) == length + 1)
    hands.quiet()
    assert session.state.pieces[piece]["at"] == near


def test_a_copy_of_the_game_is_another_game(hands: Hands, tmp_path: Path) -> None:
    window = hands.window
    window.actions_registry["save_copy"].trigger()
    dialog = window.findChild(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile("second.qtwar")
    dialog.accept()
    hands.until((tmp_path / "second.qtwar").exists)
    hands.until(window.toast.isVisible)
    assert window.toast.text.text() .startswith("second.qtwar is written; the game goes on in the first file.")
    entries = len(hands.session.history)
    window.library.open(str(tmp_path / "second.qtwar"))
    hands.until(lambda: window.tabs.count() == 3)
    hands.quiet()
    assert len(hands.session.history) == entries
    assert hands.model.settings.identity.path == str(tmp_path / "second.qtwar")


def test_a_copy_for_a_side_shows_what_it_knows(hands: Hands, tmp_path: Path) -> None:
    window, seat = hands.window, hands.model.position.seat
    window.actions_registry["save_copy_for"].trigger()
    dialog = window.findChild(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile("shown.qtwar")
    dialog.accept()
    hands.until((tmp_path / "shown.qtwar").exists)
    hands.until(window.toast.isVisible)
    assert window.toast.text.text().startswith("shown.qtwar is written: what the ")
    hands.shot("copied-for")
    before = views.view(hands.session.state, seat).pieces
    window.library.open(str(tmp_path / "shown.qtwar"))
    hands.until(lambda: window.tabs.count() == 3, 120)
    hands.quiet()
    assert hands.model.position.view.pieces == before
    assert hands.model.position.seat == seat
    hands.shot("shown")
