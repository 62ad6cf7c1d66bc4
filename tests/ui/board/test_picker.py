"""The picker of a stack, and what is picked on the board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from qtwar.base.text import LANGUAGES
from qtwar.ui import i18n
from qtwar.ui.board.picklimit import PickLimit

K = Qt.Key


def test_space_and_middle_drag_pan_and_a_tapped_space_opens_the_picker(board, hand):
    before = (board.camera.ox, board.camera.oy)
    hand.press(QPoint(300, 300), button=Qt.MouseButton.MiddleButton)
    hand.move(QPoint(280, 290), buttons=Qt.MouseButton.MiddleButton)
    hand.release(QPoint(280, 290), button=Qt.MouseButton.MiddleButton)
    assert (board.camera.ox, board.camera.oy) == (before[0] + 20, before[1] + 10)
    QTest.keyPress(board, K.Key_Space)
    hand.press(QPoint(300, 300))
    hand.move(QPoint(310, 300))
    hand.release(QPoint(310, 300))
    QTest.keyRelease(board, K.Key_Space)
    assert board.camera.ox == before[0] + 10
    assert not board.picker.isVisible()
    board.set_cursor_place("big:006006", show=True)
    hand.key(K.Key_Space)
    assert board.picker.isVisible()


def test_the_picker_ticks_who_can_act_and_picks_them_up(board, game, hand):
    game.actions.offer["asks"][0]["pieces"] = ["b1", "b3"]
    game.actions.offer_changed.emit()
    board.tool.open_picker("big:006006")
    picker = board.picker
    assert picker.pieces == ["b3", "b2", "b1"]
    assert not picker.buttons["b2"].isEnabled()
    picker.able_button.click()
    assert sorted(picker.chosen) == ["b1", "b3"]
    picker.none_button.click()
    assert picker.chosen == []
    picker.buttons["b1"].click()
    QTest.keyClick(picker, K.Key_M)
    assert not picker.isVisible()
    assert board.carry.in_hand() == ["b1"]


def test_the_picker_says_names_in_full_and_the_rule_against_who_can_not_go(board, game, hand):
    ask = game.actions.offer["asks"][0]
    ask["pieces"], ask["why"] = ["b1"], {"b2": {"key": "refuse.cell", "args": {"cell": {"c": "big:006006"}}}}
    game.actions.offer_changed.emit()
    board.tool.open_picker("big:006006")
    picker = board.picker
    cards = dict(zip(picker.pieces, picker.row.cards, strict=True))
    said = {p: [line.text() for line in card.findChildren(QLabel)] for p, card in cards.items()}
    assert said["b1"][0] == game.position.piece("b1").name
    assert game.title.texts.plain(ask["why"]["b2"], "en") in said["b2"]
    assert all(line.width() >= line.minimumSizeHint().width() for line in cards["b1"].findChildren(QLabel)), "nothing is cut"
    QTest.mouseClick(cards["b1"], Qt.MouseButton.LeftButton, pos=QPoint(20, cards["b1"].height() - 3))
    assert picker.chosen == ["b1"], "its words tick a counter too"


def test_where_counters_are_only_chosen_the_picker_says_so_and_enter_chooses_them(board, game, hand):
    lost = {"id": "lost", "verb": "lost", "kind": "pieces", "label": {"key": "b"}, "pieces": ["b1", "b2"], "min": 1, "max": 1}
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [lost]})
    board.set_cursor_place("big:006006", show=True)
    hand.key(K.Key_Space)
    picker = board.picker
    assert (picker.take_button.text(), picker.able_button.text()) == ("Choose", "Can be chosen")
    assert "picks up" not in picker.hint.text()
    QTest.keyClick(picker, K.Key_Return)  # the top one that can be chosen has the keyboard
    assert game.answer.pieces == ["b2"]
    assert not board.carry.holding


def test_enter_chooses_the_counters_at_the_cursor_one_by_one_until_the_bar_has_it(board, game, hand):
    lost = {"id": "lost", "verb": "lost", "kind": "pieces", "label": {"key": "b"}, "pieces": ["b1", "b2"], "min": 2, "max": 2}
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [lost]})
    board.set_cursor_place("big:006006", show=True)
    for chosen in (["b2"], ["b2", "b1"], ["b2", "b1"]):
        hand.key(K.Key_Return)
        assert game.answer.pieces == chosen
    game.answer.cancel()
    board.state.enter_taken = lambda: True
    hand.key(K.Key_Return)
    assert game.answer.pieces == []


def test_the_picker_counts_the_room_and_says_who_no_longer_fits(board, game, hand):
    aboard = {
        "id": "load", "verb": "load", "kind": "pieces", "label": {"key": "b"}, "pieces": ["b1", "b2", "b3"], "min": 1, "max": 3,
        "costs": {"b1": 2, "b2": 2, "b3": 1}, "budget": 3, "budget_rule": "6.9",
    }  # fmt: skip
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [aboard]})
    board.tool.open_picker("big:006006")
    picker = board.picker
    width = picker.width()
    assert picker.used.text() == "0 of 3 taken (6.9)"
    assert {p: line.text() for p, line in picker.prices.items()} == {"b1": "takes 2", "b2": "takes 2", "b3": "takes 1"}
    picker.buttons["b1"].click()
    assert picker.used.text() == "2 of 3 taken (6.9)"
    assert not picker.buttons["b2"].isEnabled()
    assert picker.prices["b2"].text() == "needs 2, 1 left"
    assert picker.buttons["b3"].isEnabled()
    assert picker.width() == width
    for part in (picker.title, picker.count, picker.used, picker.all_button, picker.able_button, *picker.prices.values()):
        assert part.width() >= part.sizeHint().width(), "nothing is cut"
    picker.all_button.click()
    assert sorted(picker.chosen) == ["b2", "b3"], "top first, as far as there is room"
    costs = {"b3": 2, "b2": 2, "b1": 1}
    picker.limit = PickLimit({**aboard, "costs": costs})
    QTest.keyClick(picker, K.Key_2)
    assert sorted(picker.chosen) == ["b1", "b3"], "so many as fit, though the second does not"
    picker.limit = PickLimit(aboard)
    picker.all_button.click()
    picker.buttons["b2"].click()
    assert picker.buttons["b1"].isEnabled()
    picker.close_strip()
    del aboard["budget"], aboard["costs"]
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [{**aboard, "max": 2}]})
    board.tool.open_picker("big:006006")
    picker.all_button.click()
    assert picker.used.text() == "2 of 2 chosen"
    assert [p for p, b in picker.buttons.items() if not b.isEnabled()] == ["b1"]
    assert picker.buttons["b1"].toolTip()
    picker.close_strip()
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [aboard]})
    board.tool.open_picker("big:006006")
    assert picker.used.text() == "", "where there is room for all, nothing is said of it"


def test_the_picker_lies_on_the_window_where_the_board_is_too_low_for_it(board, game, hand):
    board.tool.open_picker("big:006006")
    picker = board.picker
    assert picker.parentWidget() is board
    picker.close_strip()
    over = QWidget()
    over.resize(900, 600)
    old = board.parentWidget()
    board.setParent(over)
    board.setGeometry(0, 300, 900, 120)
    over.show()
    board.show()
    board.tool.open_picker("big:006006")
    assert picker.parentWidget() is over
    assert over.rect().contains(picker.geometry())
    picker.close_strip()
    assert picker.parentWidget() is board, "what lies on the window would outlive the board"
    board.tool.open_picker("big:006006")
    board.hide()  # another tab comes to the front
    assert not picker.isVisible()
    assert picker.parentWidget() is board
    board.show()
    board.tool.open_picker("big:006006")
    board.set_covered(True)
    assert not picker.isVisible(), "the screen changes hands"
    board.set_covered(False)
    board.setParent(old)


def test_the_count_chip_opens_the_picker_and_drags_the_stack(board, game, hand):
    chip = board.camera.to_screen(board.layout_.chip_rect("big:006006", 3).center()).toPoint()
    hand.click(chip)
    assert board.picker.isVisible()
    board.picker.close_strip()
    hand.drag(chip, hand.at("006008"))
    assert game.sent[-1]["args"]["pieces"] == ["b1", "b2", "b3"]


def test_a_second_click_takes_the_next_below(board, hand):
    for expected in ("b3", "b2", "b1", "b3"):
        hand.click(hand.at("006006"))
        assert board.selection == [expected]


def test_pieces_cells_and_shares_are_picked_on_the_board(board, game, hand):
    game.set_offer(
        {
            "side": "BLUE",
            "asks": [{"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["b3", "j1"], "min": 1, "max": 2}],
        }
    )
    hand.click(hand.at("006006"))
    hand.click(hand.at("006004"))
    assert game.answer.pieces == ["b3", "j1"]
    game.set_offer({"side": "BLUE", "asks": [{"id": "c", "verb": "aim", "kind": "cell", "cells": ["big:009009"]}]})
    assert board.state.light_places == {"big:009009"}
    hand.click(hand.at("010010"))
    assert game.answer.cell == ""
    hand.click(hand.at("009009"))
    assert game.answer.cell == "big:009009"
    game.set_offer(
        {
            "side": "BLUE",
            "asks": [
                {"id": "a", "verb": "hit", "kind": "allocate", "pieces": ["j1"], "per_piece": {"j1": 2}, "total": 2}
            ],
        }
    )
    hand.click(hand.at("006004"))
    hand.click(hand.at("006004"))
    hand.click(hand.at("006004"), button=Qt.MouseButton.RightButton)
    assert game.answer.amounts == {"j1": 1}


def test_a_number_takes_so_many_and_a_shift_click_all_down_to_there(board, game, hand, monkeypatch):
    game.actions.offer["asks"][0]["pieces"] = ["b1", "b2", "b3"]
    game.actions.offer_changed.emit()
    board.tool.open_picker("big:006006")
    picker = board.picker
    looks = {"b3": ("squad", "4", ""), "b2": ("gun", "8", ""), "b1": ("squad", "4", "")}
    monkeypatch.setattr(picker, "_looks", looks.get)
    assert picker.pieces == ["b3", "b2", "b1"]
    picker.buttons["b3"].setFocus()
    QTest.keyClick(picker.buttons["b3"], K.Key_2)
    assert sorted(picker.chosen) == ["b1", "b3"], "two of a kind, though another lies between them"
    QTest.keyClick(picker.buttons["b3"], K.Key_3)
    assert sorted(picker.chosen) == ["b1", "b2", "b3"]
    QTest.keyClick(picker.buttons["b3"], K.Key_0)
    assert picker.chosen == []
    QTest.keyClick(picker.buttons["b3"], K.Key_Right)
    QTest.keyClick(picker.buttons["b2"], K.Key_1)
    assert picker.chosen == ["b2"], "of those as the one in focus"
    QTest.mouseClick(picker.buttons["b2"], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    assert sorted(picker.chosen) == ["b2", "b3"]
    picker.able |= {f"c{n}" for n in range(12)}  # a tall stack: two digits are a number
    QTest.keyClick(picker.buttons["b2"], K.Key_1)
    picker.buttons["b1"].click()
    QTest.keyClick(picker.buttons["b2"], K.Key_2)
    assert len(picker.chosen) == 2, "after a click a number begins anew"
    picker.choose(["b2", "b3"])
    QTest.keyClick(picker, K.Key_M)
    assert sorted(board.carry.in_hand()) == ["b2", "b3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_picker_says_below_is_not_cut(board, game, language):
    i18n.set_language(language)
    try:
        board.tool.open_picker("big:006006")
        hint = board.picker.hint
        assert hint.isVisible()
        assert hint.width() >= hint.sizeHint().width()
    finally:
        i18n.set_language("en")


def test_where_the_question_is_closed_the_picker_and_the_hand_say_why(board, game):
    ask = game.actions.offer["asks"][0]
    closed = {"key": "refuse.cell", "args": {"cell": {"c": "big:006006"}}, "rule": "5.2"}
    game.actions.offer["asks"][0] = {**ask, "pieces": ["b1", "b2", "b3"], "why_not": closed}
    game.actions.offer_changed.emit()
    board.tool.open_picker("big:006006")
    picker = board.picker
    words = game.title.texts.plain(closed, "en")
    for card in picker.row.cards:
        assert words in [line.text() for line in card.findChildren(QLabel)]
    picker.close_strip()
    game.messages.clear()
    assert not board.tool.pick_up(["b1"])
    assert game.messages == [closed]


def test_the_keyboard_stays_in_the_picker_and_enter_takes_the_counter_that_has_it(board, game, qtbot):
    game.actions.offer["asks"][0]["pieces"] = ["b1", "b3"]
    game.actions.offer_changed.emit()
    board.window().activateWindow()
    board.setFocus()
    qtbot.waitUntil(board.hasFocus)
    board.set_cursor_place("big:006006", show=True)
    QTest.keyClick(board, K.Key_Space)
    picker = board.picker
    assert picker.buttons["b3"].hasFocus()
    for key in (K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down):  # b2 can not go: there are two of them
        QTest.keyClick(QApplication.focusWidget(), key)
        assert picker.buttons["b1" if key in (K.Key_Left, K.Key_Up) else "b3"].hasFocus()
    seen = []
    for _ in range(7):  # all, none, who can move, take, close, and round
        QTest.keyClick(QApplication.focusWidget(), K.Key_Tab)
        seen.append(QApplication.focusWidget())
        assert picker.isAncestorOf(seen[-1])
    assert picker.close_button in seen
    picker.buttons["b3"].setFocus()
    QTest.keyClick(picker.buttons["b3"], K.Key_Left)
    QTest.keyClick(picker.buttons["b1"], K.Key_Return)
    assert board.carry.in_hand() == ["b1"]
