"""Tab goes from control to control: what has the keyboard is always seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from qtwar.ui.regions import enter
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, scrolling


def stations(first, key):
    """Press a key until it has come round to the first station; returns all."""
    seen = [first]
    while len(seen) < 200:
        QTest.keyClick(QApplication.focusWidget(), key)
        if QApplication.focusWidget() is first:
            break
        seen.append(QApplication.focusWidget())
    return seen


def test_no_station_of_the_library_is_an_area_that_only_scrolls(make_window):
    window = make_window((1280, 720))
    window.find_button.setFocus()
    onward = stations(window.find_button, Qt.Key.Key_Tab)
    back = stations(window.find_button, Qt.Key.Key_Backtab)
    assert not [one for one in onward if isinstance(one, QScrollArea)]
    assert window.library_page.filter in onward
    assert set(onward) == set(back)


def test_choosing_another_scenario_in_the_list_of_a_new_game_keeps_the_keyboard_there(make_window):
    window = make_window()
    library = window.library_page
    library.scenarios.rows[0].setFocus()
    QTest.keyClick(library.scenarios.rows[0], Qt.Key.Key_Return)
    panel = library.new_game
    panel.scenarios.setFocus()
    for n in (1, 2):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        assert panel.scenario == panel.title.scenarios[n].id
        assert panel.scenarios.hasFocus()


def test_the_palette_gives_the_keyboard_back_to_what_had_it(play):
    window, page, _ = play()
    for before in (page.board, window.tabs):
        for close in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
            before.setFocus()
            QTest.keyClick(before, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
            assert window.palette_widget.field.hasFocus()
            QTest.keyClicks(window.palette_widget.field, "can th")
            QTest.keyClick(window.palette_widget.field, close)
            assert window.palette_widget.isHidden()
            assert before.hasFocus()


def test_another_tab_has_the_keyboard_where_it_was_left_and_a_closed_one_gives_it_back(play):
    window, page, _ = play()
    library = window.library_page
    assert page.board.hasFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.stack.currentWidget() is library
    assert library.isAncestorOf(QApplication.focusWidget())
    library.filter.setFocus()
    QTest.keyClick(library.filter, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert page.board.hasFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    settings = window.stack.currentWidget()
    assert settings.isAncestorOf(QApplication.focusWidget())
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert page.board.hasFocus()
    QTest.keyClick(page.board, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert library.filter.hasFocus()


def test_an_area_with_nothing_to_press_has_the_keyboard_and_a_frame_and_one_with_controls_hands_it_on(qtbot):
    words = TextLabel(text="\n".join("many lines" for _ in range(99)))
    button, before = Button(text="Press"), Button(text="Before")
    read, pressed = scrolling(Panel().lay(words)), scrolling(Panel().lay(button))
    window = Panel().lay(before, read, pressed)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    before.setFocus()
    QTest.keyClick(before, Qt.Key.Key_Tab)
    assert read.hasFocus()
    assert read.property("ring") == "true"
    QTest.keyClick(read, Qt.Key.Key_PageDown)
    assert read.verticalScrollBar().value() > 0
    QTest.keyClick(read, Qt.Key.Key_Tab)
    assert button.hasFocus()
    assert not read.property("ring")
    QTest.keyClick(button, Qt.Key.Key_Backtab)
    assert read.hasFocus()
    enter(pressed)
    assert button.hasFocus(), "F6 leads to what can be pressed"
