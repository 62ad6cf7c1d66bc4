"""Tab goes from control to control: what has the keyboard is always seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


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
