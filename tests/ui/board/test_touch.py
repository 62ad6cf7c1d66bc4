"""A finger on the board: tap, drag, a finger that stays, two fingers; and what the mouse does besides (ux 2.4)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.ui.board.test_carry import places

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def finger(board):
    """A finger at the board: press, move and lift it, at points of the board."""
    return Finger(board)


class Finger:
    """Sends what a touch screen sends; Qt makes mouse events of what nobody takes."""

    device = None

    def __init__(self, board):
        if Finger.device is None:
            Finger.device = QTest.createTouchDevice()
        self.board = board

    def press(self, point: QPoint):
        QTest.touchEvent(self.board, Finger.device).press(0, point, self.board).commit()

    def move(self, point: QPoint):
        QTest.touchEvent(self.board, Finger.device).move(0, point, self.board).commit()

    def lift(self, point: QPoint):
        QTest.touchEvent(self.board, Finger.device).release(0, point, self.board).commit()

    def tap(self, point: QPoint):
        self.press(point)
        self.lift(point)


def test_a_tap_selects_and_a_drag_carries(board, game, hand, finger):
    finger.tap(hand.at("006006"))
    assert board.selection == ["b3"]
    finger.press(hand.at("006006"))
    finger.move(hand.at("006006") + QPoint(16, 0))
    assert board.carry.phase == "carried"
    finger.move(hand.at("006008"))
    finger.lift(hand.at("006008"))
    assert places(game.sent[-1]["args"]["path"]) == ["006006", "006007", "006008"]


def test_a_finger_that_stays_opens_the_menu_and_does_nothing_else(board, hand, finger, qtbot):
    finger.press(hand.at("006006"))
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu), timeout=3000)
    assert board.selection == ["b3"] or not board.carry.holding
    QApplication.activePopupWidget().close()
    finger.lift(hand.at("006006"))
    assert board.carry.phase == "idle"
    # one that moves on is no finger that stays
    finger.press(hand.at("006006"))
    finger.move(hand.at("006008"))
    assert not board.held.isActive()
    finger.lift(hand.at("006006"))


def test_the_mouse_button_held_still_opens_no_menu(board, hand):
    hand.press(hand.at("006006"))
    assert not board.held.isActive()
    hand.release(hand.at("006006"))


def test_a_double_click_takes_the_stack_into_a_drag(board, game, hand):
    at = hand.at("006006")
    QTest.mouseDClick(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    hand.move(at + QPoint(9, 0))
    hand.move(hand.at("006008"))
    hand.release(hand.at("006008"))
    assert game.sent[-1]["args"]["pieces"] == ["b1", "b2", "b3"]


def test_the_right_button_lets_go_where_there_is_no_waypoint(board, game, hand):
    hand.click(hand.at("006006"))
    hand.key(Qt.Key.Key_M)
    hand.click(hand.at("009006"), button=RIGHT)
    assert board.carry.phase == "idle"
    assert game.sent == []
    assert board.state.lights is None


def test_ctrl_click_and_ctrl_a_select_several(board, hand):
    ctrl = Qt.KeyboardModifier.ControlModifier
    hand.click(hand.at("006006"))
    hand.click(hand.at("006004"), ctrl)
    assert set(board.selection) == {"b3", "j1"}
    hand.move(hand.at("006006"), buttons=Qt.MouseButton.NoButton)
    hand.key(Qt.Key.Key_A, ctrl)
    assert set(board.selection) == {"b1", "b2", "b3"}
