"""Get started: four lessons, each beside the real thing, ticked by what the person does."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from qtwar.ui import i18n
from qtwar.ui.i18n import has
from qtwar.ui.library.lessons import BY_ID, LESSONS, LessonStep, game_for, open_lesson
from qtwar.ui.widgets.basics import TextLabel
from tests.ui.shell.clipping import clipped
from tests.ui.shell.fixture_game import FixtureGame

LEFT = Qt.MouseButton.LeftButton


def test_there_are_four_lessons_of_four_steps_in_both_languages():
    assert len(LESSONS) == 4
    for lesson in LESSONS:
        for key in ("", ".about", *(f".{n + 1}" for n in range(len(lesson.deeds)))):
            assert all(has(f"lesson.{lesson.id}{key}", language) for language in ("en", "ja"))


def test_a_lesson_opens_its_game_and_ticks_what_was_done(make_window):
    window = make_window()
    page = window.library_page
    QTest.mouseClick(page.sidebar.nav["lessons"], LEFT)
    assert page.lessons.isVisible()
    assert not page.titles.isVisible()
    for _ in range(3):
        QApplication.processEvents()
    assert not clipped(window)
    QTest.mouseClick(page.lessons.buttons["move"], LEFT)
    started = window.library.started[0]
    assert (started.seats, started.strictness, started.quick) == ("both", "enforce", True)
    game = FixtureGame()
    window.open_game(game)
    panel = window.lesson
    assert panel.isVisible()
    assert panel.done == set()
    for _ in range(3):
        QApplication.processEvents()
    assert not clipped(panel)
    assert window.centralWidget().rect().contains(panel.geometry())
    QTest.mouseClick(panel.go, LEFT)
    assert panel.done == {0}
    for step, done in ((1, 2), (1, 3), (1, 3), (-1, 4)):
        game.live += step
        game.history.changed.emit()
        assert len(panel.done) == done
    # it goes with its tab
    window.tabs.setCurrentIndex(0)
    assert not panel.isVisible()
    window.tabs.setCurrentIndex(1)
    assert panel.isVisible()
    QTest.mouseClick(panel.go, LEFT)
    assert not panel.isVisible()
    assert window.tabs.currentIndex() == 0


def test_a_lesson_is_one_step_back_from_the_board_and_goes_on_by_enter(make_window):
    window = make_window()
    open_lesson(window, BY_ID["move"])
    page = window.open_game(FixtureGame())
    page.board.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    panel = window.lesson
    assert panel.go.hasFocus()
    QTest.keyClick(panel.go, Qt.Key.Key_Return)
    assert panel.done == {0}
    assert page.board.hasFocus(), "what the next step asks is done there"
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert panel.go.hasFocus()
    QTest.keyClick(panel.go, Qt.Key.Key_N)
    assert page.board.hasFocus(), "the keys of the game hold there too"


def test_until_the_next_question_comes_the_board_has_the_keyboard_and_a_game_that_ends_first_ends_the_lesson(make_window):
    """The button that goes on was disabled under the keyboard, and Qt gave it to the row of tabs."""
    window, game = make_window(), FixtureGame()
    open_lesson(window, BY_ID["move"])
    page, panel = window.open_game(game), window.lesson
    panel.lesson = replace(BY_ID["move"], game=game_for(BY_ID["move"], window.library.titles()))
    panel.steps = [LessonStep("tutorial.bar", "next"), LessonStep("tutorial.refit", "act", "prompt.never")]
    panel._show()
    panel.go.setFocus()
    QTest.keyClick(panel.go, Qt.Key.Key_Return)
    assert panel.done == {0}
    assert page.board.hasFocus()
    game.position.outcome = {"key": "end.draw", "args": {}}
    panel._show()
    assert i18n.tr("lesson.tutorial.ended") in [label.text() for label in panel.findChildren(TextLabel)]
    assert panel.go.isEnabled()
    panel.go.setFocus()
    QTest.keyClick(panel.go, Qt.Key.Key_Return)
    assert not panel.isVisible()


def test_steps_that_are_read_follow_one_another_by_enter(make_window):
    window = make_window()
    open_lesson(window, BY_ID["print"])
    page = QWidget()
    page.model = None
    window.add_tab(page, "print", "Print")
    panel = window.lesson
    panel.go.setFocus()
    for n in range(4):
        assert panel.done == set(range(n))
        QTest.keyClick(panel.go, Qt.Key.Key_Return)
    QTest.keyClick(panel.go, Qt.Key.Key_Return)
    assert not panel.isVisible()
    assert window.tabs.currentIndex() == 0


def test_a_lesson_covers_neither_what_is_chosen_in_secret_nor_the_dice(make_window):
    window = make_window((1280, 720))
    open_lesson(window, BY_ID["move"])
    game = FixtureGame()
    page = window.open_game(game)
    panel = window.lesson

    def covers(part):
        return panel.geometry().intersects(QRect(part.mapTo(panel.parentWidget(), QPoint()), part.size()))

    page.shelf.show_dice()
    for _ in range(3):
        QApplication.processEvents()
    assert page.shelf.isVisible()
    assert not covers(page.shelf)
    label = {"key": "log.side_done", "args": {"side": {"s": "FW"}}}
    many = {"kind": "choose", "choices": [{"value": n, "label": label} for n in range(12)]}
    ask = {"id": "s", "verb": "recon", "kind": "secret", "of": many}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [ask]})
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert page.secret.isVisible()
    for _ in range(3):
        QApplication.processEvents()
    assert not covers(page.secret)


def test_a_lesson_can_be_ended_and_ends_with_its_tab(make_window):
    window = make_window()
    for end in ("close", "tab"):
        open_lesson(window, BY_ID["move"])
        window.open_game(FixtureGame())
        assert window.lesson.isVisible()
        if end == "close":
            QTest.mouseClick(window.lesson.close_button, LEFT)
        window.close_tab(1)
        QApplication.processEvents()
        assert not window.lesson.isVisible()


def test_the_shortest_game_with_rules_and_one_without(make_window):
    titles = make_window().library.titles()
    asked = game_for(BY_ID["move"], titles)
    assert (asked.title, asked.scenario) == ("fte", "game_warden")
    free = game_for(BY_ID["free"], titles)
    assert (free.title, free.strictness) == (titles[0].id, "off")
    assert game_for(BY_ID["free"], [replace(title, solo=True) for title in titles]) is None


def test_the_steps_change_their_language(make_window):
    window = make_window()
    open_lesson(window, BY_ID["move"])
    window.open_game(FixtureGame())
    i18n.set_language("ja")
    QApplication.processEvents()
    words = [label.text() for label in window.lesson.findChildren(TextLabel) if label.isVisible()]
    assert "動かして、元に戻す" in words
