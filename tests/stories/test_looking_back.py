"""Looking back by the mouse: bookmarks, the replay bar, notes on log lines, undo to here, branches."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStyle, QWidget

from qtwar.ui.theme import px
from tests.stories.at_window import CTRL, LEFT, NONE
from tests.stories.hands import Hands
from tests.stories.test_ways import begin

SHOTS = os.environ.get("QTWAR_SHOTS")


@pytest.fixture
def hands(hands: Hands) -> Hands:
    """One at both sides of a firefight, seven gestures into it."""
    begin(hands, "sealords", "game_warden", "both")
    while len(hands.session.history) < 8:
        hands.step()
    return hands


def ask_menu(widget: QWidget, point: QPoint) -> None:
    """Ask for the context menu of a point of a list or page, as the window system does it."""
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, widget.mapToGlobal(point))
    QApplication.sendEvent(widget, event)


def line_point(hands: Hands, entry: int) -> QPoint:
    """Return a point of the log on a line of an entry, scrolled into view."""
    hands.page.raise_dock("log")
    hands.qtbot.wait(20)
    page = hands.page.log.page
    bar = page.verticalScrollBar()
    for at in range(0, bar.maximum() + 1, 20):
        bar.setValue(at)
        for y in range(6, page.viewport().height() - 4, 6):
            line = hands.page.log.page.line_at(QPoint(60, y))
            if line is not None and line.entry == entry:
                return QPoint(60, y)
    raise AssertionError(f"entry {entry} is not in the log")


def marks(hands: Hands) -> list[str]:
    """Return the names in the list of bookmarks, brought forward."""
    hands.page.raise_dock("bookmarks")
    hands.quiet()
    hands.qtbot.wait(5)
    rows = hands.page.bookmarks.list
    return [rows.item(n).text() for n in range(rows.count())]


def slide_to(hands: Hands, entry: int) -> QPoint:
    """Return the point of the replay slider that stands for an entry."""
    slider = hands.page.replay.slider
    x = QStyle.sliderPositionFromValue(slider.minimum(), slider.maximum(), entry, slider.width() - px(16))
    return QPoint(px(8) + x, slider.height() // 2)


def test_a_bookmark_is_set_named_followed_and_taken_away(hands: Hands) -> None:
    page, live = hands.page, hands.model.history.live
    for _ in range(3):
        hands.press(page.replay.back)
        hands.quiet()
    assert hands.model.history.position == live - 3
    assert page.past.isVisible()
    assert page.past.text.text().startswith(f"Looking at step {live - 3}")
    hands.press(page.replay.mark)
    assert marks(hands) == [f"Step {live - 3}"]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    hands.until(lambda: hands.model.history.position == live)
    assert not page.past.isVisible()

    # named by F2, gone to by a click, and Esc is back at now
    page.raise_dock("bookmarks")
    hands.qtbot.wait(20)
    rows = page.bookmarks.list
    row = rows.visualItemRect(rows.item(0)).center()
    rows.setFocus()
    rows.setCurrentRow(0)
    QTest.keyClick(rows, Qt.Key.Key_F2)
    field = rows.findChild(QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Before the raid")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert marks(hands) == ["Before the raid"]
    QTest.mouseClick(rows.viewport(), LEFT, NONE, row)
    hands.until(lambda: hands.model.history.position == live - 3)
    hands.shot("bookmark")
    QTest.keyClick(hands.board, Qt.Key.Key_Escape)
    hands.until(lambda: hands.model.history.position == live)

    # the slider: a click near its tick lands on it; a drag shows the last place only; a click at the end is now
    QTest.mouseClick(page.replay.slider, LEFT, NONE, slide_to(hands, live - 3) + QPoint(3, 0))
    hands.until(lambda: hands.model.history.position == live - 3)
    QTest.mousePress(page.replay.slider, LEFT, NONE, slide_to(hands, 1))
    for entry in range(1, 6):
        QTest.mouseMove(page.replay.slider, slide_to(hands, entry))
    QTest.mouseRelease(page.replay.slider, LEFT, NONE, slide_to(hands, 5))
    hands.until(lambda: hands.model.history.position == 5)
    assert page.replay.slider.value() == 5
    QTest.mouseClick(page.replay.slider, LEFT, NONE, slide_to(hands, live))
    hands.until(lambda: hands.model.history.position == live)

    # the key takes a mark away that is there already; the menu of the list does too
    QTest.keyClick(hands.window, Qt.Key.Key_M, CTRL)
    assert marks(hands) == ["Before the raid", f"Step {live}"]
    QTest.keyClick(hands.window, Qt.Key.Key_M, CTRL)
    assert marks(hands) == ["Before the raid"]
    ask_menu(rows.viewport(), row)
    hands.choose("Take the bookmark away")
    assert marks(hands) == []
    assert page.bookmarks.empty.isVisible()
    assert len(hands.session.history) == live, "a bookmark is no gesture of the game"


def test_a_note_is_written_under_a_line_and_stays(hands: Hands) -> None:
    page, live = hands.page, hands.model.history.live
    ask_menu(page.log.page.viewport(), line_point(hands, 5))
    hands.choose("Write a note")
    hands.until(page.log.noting.isVisible)
    field = page.log.noting.field
    assert field.hasFocus()
    QTest.keyClicks(field, "Too far from the base")
    hands.shot("note-written")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.quiet()

    def notes() -> list[tuple[int, str]]:
        hands.quiet()
        return [(n.entry, "".join(s.text for s in n.spans)) for n in hands.model.history.log() if n.kind == "note"]

    assert notes() == [(5, "Too far from the base")]
    assert len(hands.session.history) == live
    hands.shot("note")
    # undo and redo leave it; the filter finds it; Esc changes nothing
    QTest.keyClick(hands.board, Qt.Key.Key_Z, CTRL)
    hands.until(lambda: hands.model.history.live == live - 1)
    assert notes() == [(5, "Too far from the base")]
    page.log.filter_actions["notes"].trigger()
    assert page.log.page.toPlainText().strip() == "Too far from the base"
    page.log.filter_actions["notes"].trigger()
    ask_menu(page.log.page.viewport(), line_point(hands, 5))
    hands.choose("Write a note")
    QTest.keyClicks(field, " and late")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not page.log.noting.isVisible()
    assert notes() == [(5, "Too far from the base")]

    # a branch from before it has not got it, and never says it of what happens there later
    path = hands.model.settings.identity.path
    ask_menu(page.log.page.viewport(), line_point(hands, 4))
    hands.choose("Branch from here")
    hands.until(lambda: hands.page is not page and hasattr(hands.page, "prompt"))
    hands.quiet()
    assert hands.model.history.live == 4
    hands.step()
    assert notes() == []
    hands.window.close_tab(hands.window.tabs.currentIndex())

    # and it is there when the game is opened again
    hands.window.close_tab(hands.window.stack.indexOf(page))
    hands.program.library.open(path)
    hands.until(lambda: getattr(hands.page, "path", "") == path)
    hands.quiet()
    assert notes() == [(5, "Too far from the base")]


def test_undo_to_a_line_of_the_log_and_a_click_in_the_history(hands: Hands) -> None:
    live = hands.model.history.live
    digest = hands.session.state.digest()
    ask_menu(hands.page.log.page.viewport(), line_point(hands, 4))
    hands.choose("Undo to here")
    hands.until(lambda: hands.model.history.live == 4)
    hands.quiet()
    assert {line.entry for line in hands.model.history.log()} == {1, 2, 3, 4}
    hands.page.raise_dock("history")
    hands.qtbot.wait(20)
    rows = hands.page.history.list
    assert rows.count() == live, "what was taken back stands there, pale"
    hands.shot("undone-to")
    rows.scrollToItem(rows.item(live - 1))
    QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualItemRect(rows.item(live - 1)).center())
    hands.until(lambda: hands.model.history.live == live)
    hands.quiet()
    assert hands.session.state.digest() == digest


def test_a_branch_from_the_past_is_another_game(hands: Hands) -> None:
    page, live, digest = hands.page, hands.model.history.live, hands.session.state.digest()
    wanted = hands.session.state_at(5).digest()
    QTest.mouseClick(page.replay.slider, LEFT, NONE, slide_to(hands, 5))
    hands.until(lambda: hands.model.history.position == 5)
    hands.shot("past")
    hands.click("Branch from here")
    hands.until(lambda: hands.page is not page and hasattr(hands.page, "prompt"))
    hands.quiet()
    assert (hands.model.history.live, hands.session.state.digest()) == (5, wanted)
    hands.step()
    assert hands.model.history.live == 6
    hands.window.tabs.setCurrentIndex(hands.window.stack.indexOf(page))
    assert (hands.model.history.live, hands.session.state.digest()) == (live, digest)
