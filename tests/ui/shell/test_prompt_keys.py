"""The keys of the prompt bar: Enter and who has it, Ctrl+Enter, F6."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.widgets.basics import TextLabel
from tests.ui.shell.test_prompt import offer


def test_enter_presses_the_primary_button(play):
    _, page, game = play()
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert game.sent[-1]["verb"] == "end"


def test_no_button_shows_the_key_while_enter_acts_on_the_board(play):
    _, page, _game = play()
    bar = page.prompt
    assert [button for button, key in bar.entering if key.isVisible()] == [bar.primary]
    bar.elsewhere = lambda: True
    page.board.hovered.emit("delta:2015")
    assert not any(key.isVisible() for _, key in bar.entering)
    bar.elsewhere = lambda: False
    page.board.hovered.emit("delta:2016")
    assert [button for button, key in bar.entering if key.isVisible()] == [bar.primary]


def test_enter_presses_the_primary_button_from_the_tab_too_but_not_under_the_cover(play):
    window, page, game = play()
    window.tabs.setFocus()
    before = len(game.sent)
    page.cover.show()
    QTest.keyClick(window.tabs, Qt.Key.Key_Return)
    assert len(game.sent) == before
    page.cover.hide()
    QTest.keyClick(window.tabs, Qt.Key.Key_Return)
    assert game.sent[-1]["verb"] == "end"


def test_a_button_that_is_pressed_leaves_the_keys_with_the_board(play):
    window, page, game = play()
    asks = {"id": "a", "verb": "a", "kind": "button"}, {"id": "b", "verb": "b", "kind": "confirm", "primary": True}
    for n in range(2):
        game.set_offer(offer(*asks))
        QApplication.processEvents()  # the buttons find their places
        page.board.setFocus()
        button = (page.prompt.buttons[0], page.prompt.primary)[n]
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=button.mapTo(window, button.rect().center()))
        assert game.sent[-1]["verb"] == "ab"[n]
        game.set_offer(offer({"id": "c", "verb": "c", "kind": "button"}))
        assert page.board.hasFocus(), "the button goes with its question, and Qt gives what it had to the rail"


def test_a_button_that_is_pressed_by_the_keyboard_gives_it_to_the_board(play):
    _, page, game = play()
    for gone in (lambda: game.actions.busy.emit(True), lambda: game.set_offer(offer({"id": "c", "verb": "c", "kind": "button"}))):
        game.set_offer(offer({"id": "a", "verb": "a", "kind": "button"}, {"id": "b", "verb": "b", "kind": "button"}))
        QApplication.processEvents()
        button = page.prompt.buttons[0]
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
        gone()
        assert page.board.hasFocus()
        game.actions.busy.emit(False)


def test_what_ends_the_turn_without_having_enter_has_a_key_that_stands_beside_it(play):
    _, page, game = play()
    move = {"id": "m", "verb": "move", "kind": "move", "pieces": ["ccb-1"], "cells": ["big:1"]}
    game.set_offer(offer(move, {"id": "p", "verb": "pass", "kind": "button"}))
    QApplication.processEvents()
    signs = [label.text() for label in page.prompt.controls.findChildren(TextLabel) if label.isVisible()]
    assert signs == ["Ctrl+Enter"]
    page.board.setFocus()
    before = len(game.sent)
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert len(game.sent) == before, "by Enter alone nobody ends his turn"
    QTest.keyClick(page.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert game.sent[-1]["verb"] == "pass"
    end = {"id": "e", "verb": "end", "kind": "button", "primary": True}
    game.set_offer(offer({"id": "p", "verb": "pass", "kind": "button"}, end))
    QTest.keyClick(page.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert game.sent[-1]["verb"] == "end", "where Enter has a button it is that one"
    game.set_offer(offer(move, {"id": "p", "verb": "pass", "kind": "button", "why_not": {"key": "refuse.cp", "args": {}}}))
    before = len(game.sent)
    QTest.keyClick(page.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(game.sent) == before


def test_letters_do_nothing_while_text_is_typed(play):
    _, page, game = play()
    game.set_offer(offer({"id": "roll", "verb": "roll", "kind": "roll"}))
    page.oob.filter.setFocus()
    QTest.keyClick(page.oob.filter, Qt.Key.Key_R)
    assert page.oob.filter.text() == "r"
    assert not game.sent


def test_f6_comes_to_what_the_bar_can_do_and_enter_presses_it_where_none_shows_the_key(play):
    window, page, game = play()
    label = {"key": "log.side_done", "args": {"side": {"s": "FW"}}}
    asks = [{"id": verb, "verb": verb, "kind": "button", "label": label} for verb in "ab"]
    game.set_offer(offer(*asks))
    assert page.prompt.primary is None
    page.board.setFocus()
    for _ in range(2):  # the rail lies between
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert page.prompt.buttons[0].hasFocus()
    QTest.keyClick(page.prompt.buttons[0], Qt.Key.Key_Return)
    assert game.sent[-1]["verb"] == "a"
