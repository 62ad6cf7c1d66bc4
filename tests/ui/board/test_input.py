"""The pointer machine of the board, told to a tool that only writes down what it is told."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.board.input import DRAG, PointerTool

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
MIDDLE, RIGHT = Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton


class Recorder(PointerTool):
    """Keeps what it is told; `takes` says whether there is something to drag."""

    def __init__(self):
        self.told, self.takes, self.wanted = [], True, False

    scrolls = property(lambda self: self.wanted)

    def press(self, pointer):
        self.told.append("press")

    def begin_drag(self, pointer):
        self.told.append("begin")
        return self.takes

    def drag(self, pointer):
        self.told.append("drag")
        self.last = pointer

    def release(self, pointer):
        self.told.append("drop" if pointer.dragged else "click")

    def menu(self, pointer):
        self.told.append("menu")

    def menu_of(self, place):
        self.told.append(place)

    def cancel(self):
        self.told.append("cancel")

    def space(self):
        self.told.append("space")

    def key(self, stroke):
        self.told.append(stroke.key)
        return False


@pytest.fixture
def tool(board):
    board.tool = Recorder()
    return board.tool


def test_a_press_is_a_click_until_it_has_moved_far_enough(board, hand, tool):
    at = QPoint(300, 300)
    hand.press(at)
    hand.move(at + QPoint(DRAG - 1, 0))
    hand.release(at + QPoint(DRAG - 1, 0))
    hand.press(at, SHIFT)
    hand.move(at + QPoint(DRAG, 0), SHIFT)
    hand.move(at + QPoint(40, 9), SHIFT | CTRL)
    hand.release(at + QPoint(40, 9))
    assert tool.told == ["press", "click", "press", "begin", "drag", "drag", "drop"]
    assert (tool.last.start, tool.last.at) == (QPointF(at), QPointF(at + QPoint(40, 9)))
    assert (tool.last.shift, tool.last.ctrl, tool.last.alt) == (True, True, False)


def test_a_drag_that_takes_nothing_pans_as_do_the_middle_button_and_the_space_bar(board, hand, tool):
    tool.takes = False
    at, before = QPoint(400, 300), QPoint(board.camera.ox, board.camera.oy)
    hand.drag(at, at + QPoint(30, 20))
    assert QPoint(board.camera.ox, board.camera.oy) == before - QPoint(30, 20)
    assert tool.told == ["press", "begin"]
    hand.press(at, button=MIDDLE)
    hand.move(at - QPoint(30, 20), buttons=MIDDLE)
    hand.release(at - QPoint(30, 20), button=MIDDLE)
    assert QPoint(board.camera.ox, board.camera.oy) == before
    QTest.keyPress(board, Qt.Key.Key_Space)
    hand.drag(at, at + QPoint(50, 0))
    QTest.keyRelease(board, Qt.Key.Key_Space)
    assert QPoint(board.camera.ox, board.camera.oy) == before - QPoint(50, 0)
    assert tool.told == ["press", "begin"], "the tool is told of none of it"
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert tool.told[-1] == "space", "a tap is no pan"


def test_what_is_half_done_is_let_go_where_another_window_comes_to_the_front(board, hand, tool):
    at = QPoint(300, 300)
    hand.press(at)
    hand.move(at + QPoint(20, 0))
    QApplication.sendEvent(board, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    hand.release(at + QPoint(20, 0))
    assert tool.told == ["press", "begin", "drag", "cancel"]
    hand.move(at, buttons=Qt.MouseButton.NoButton)
    QApplication.sendEvent(board, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    assert tool.told[-1] == "cancel"
    assert tool.told.count("cancel") == 1, "nothing was half done"


def test_a_drag_scrolls_at_the_border_if_the_tool_wants_it(board, hand, tool):
    hand.press(QPoint(300, 300))
    hand.move(QPoint(5, 300))
    assert not board.edge.isActive()
    tool.wanted = True
    hand.move(QPoint(6, 300))
    assert board.edge.isActive()
    before = board.camera.ox
    board.scroll_at_edge()
    assert board.camera.ox < before
    hand.release(QPoint(6, 300))
    assert not board.edge.isActive()


def test_menus_open_by_button_and_by_key_and_arrows_are_the_cursor_s_where_the_tool_has_no_use_for_them(board, hand, tool):
    hand.click(QPoint(300, 300), button=RIGHT)
    board.set_cursor_place("big:006006", show=True)
    key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(board, key)
    assert tool.told == ["menu", "big:006006"]
    hand.key(Qt.Key.Key_Down)
    assert board.cell == "big:006007"
    assert tool.told[-1] == Qt.Key.Key_Down, "the tool is asked first"
