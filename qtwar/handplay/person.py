"""Somebody at the window: a pointer, a keyboard, and eyes for what is on the screen.

Every event goes to the window as the window system would send it, so that whatever lies over a control gets the click.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QPoint, QPointF, QRect, QSize, Qt, QThread
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QMenu, QScrollArea, QTabBar, QWidget

from qtwar.handplay.faults import HandFault
from qtwar.ui.toast import Toast

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
NEAR = 12
"""So many px round a point are brought into view with it."""
NOTCH, TURNS = 120, 400
"""What the wheel says of one notch, and how many of them a person turns at the most."""
NOTICED = 8.0
"""Seconds that a person waits for a notice to go from what he wants to click."""
APPEARS = 1.0
"""Seconds that a person looks for a control that should be there."""
PATIENCE = 30.0
"""Seconds that a person waits for what he has asked for."""


class Person:
    """Looks at the window of a running program and handles it."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    # -- waiting -----------------------------------------------------------------------------------
    def turn(self) -> None:
        """Let the window do what is due."""
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def wait(self, until: Callable[[], object], seconds: float = PATIENCE) -> bool:
        """Wait until something holds; False where it did not in so many seconds."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                return False
            self.turn()
            QThread.msleep(1)
        return True

    # -- looking -----------------------------------------------------------------------------------
    def on_top(self, widget: QWidget, at: QPoint) -> bool:
        """Return whether a click at a point of a widget would reach it."""
        top = widget.window()
        found = top.childAt(widget.mapTo(top, at))
        return found is widget or (found is not None and widget.isAncestorOf(found))

    def shown(self, buttons: Iterable[QAbstractButton]) -> list[QAbstractButton]:
        """Return the buttons that are in view."""
        return [b for b in buttons if b.isVisible() and b.width() > 0]

    def button(self, inside: QWidget, text: str, *, enabled: bool = True) -> QAbstractButton | None:
        """Return the button in view with exactly these words; raises HandFault where several say the same."""
        said = [b for b in self.shown(inside.findChildren(QAbstractButton)) if b.text().replace("&", "") == text]
        able = [b for b in said if b.isEnabled()] if enabled else said
        if len(able) > 1:
            raise HandFault("rows_alike", f"{len(able)} buttons say {text!r}")
        return able[0] if able else None

    # -- the pointer -------------------------------------------------------------------------------
    def _handle(self, widget: QWidget) -> QWindow:
        handle = widget.window().windowHandle()
        assert handle is not None, "what is clicked is in a window"
        return handle

    def bring(self, widget: QWidget, at: QPoint) -> None:
        """Scroll a point of a widget into view by the wheel."""
        around = QRect(at - QPoint(NEAR, NEAR), QSize(2 * NEAR, 2 * NEAR)) & widget.rect()
        outer = widget.parentWidget()
        while outer is not None:
            if isinstance(outer, QScrollArea) and outer.viewport().isAncestorOf(widget):
                self.roll(outer, partial(self._rect_in, outer.viewport(), widget, around))
            outer = outer.parentWidget()

    @staticmethod
    def _rect_in(view: QWidget, widget: QWidget, rect: QRect) -> QRect:
        """Return where a part of a widget lies in a widget around it."""
        return QRect(widget.mapTo(view, rect.topLeft()), rect.size())

    def roll(self, area: QAbstractScrollArea, where: Callable[[], QRect]) -> None:
        """Turn the wheel over a list until something in it (px of its viewport) is in view, as far as it rolls."""
        view = area.viewport()
        over = QPointF(view.mapTo(view.window(), view.rect().center()))
        room, before = view.rect(), QRect()
        for _ in range(TURNS):
            rect = where()
            across = min(0, rect.left()) or max(0, rect.right() - room.right())
            down = min(0, rect.top()) or max(0, rect.bottom() - room.bottom())
            if rect == before or not (across or down):
                return
            before, away = rect, -(down or across)
            turn = min(NOTCH, max(NOTCH // 3, abs(away))) * (1 if away > 0 else -1)
            QTest.wheelEvent(self._handle(view), over, QPoint(0, turn) if down else QPoint(turn, 0))
            self.turn()

    def aim(self, widget: QWidget, at: QPoint | None = None) -> QPoint:
        """Return where in its window a widget can be clicked; raises HandFault where it is hidden, covered or outside."""
        name = self.name(widget)
        if not self.wait(widget.isVisible, APPEARS):  # what a layout has just got shows a moment later
            raise HandFault("no_control", f"{name} is not in view")
        spot = at if at is not None else widget.rect().center()
        self.bring(widget, spot)
        point = widget.mapTo(widget.window(), spot)
        if not widget.window().rect().contains(point):
            raise HandFault("outside", f"{name} lies beyond the window")
        for _ in range(5):  # what has just been made may still find its place
            before = point
            self.turn()
            if widget.mapTo(widget.window(), spot) != before or not self.on_top(widget, spot):
                self.bring(widget, spot)
            point = widget.mapTo(widget.window(), spot)
            if point == before and self.on_top(widget, spot):
                break
        self.wait(lambda: self.on_top(widget, spot) or not self._noticed(widget, point), NOTICED)
        if not self.on_top(widget, spot):
            over = widget.window().childAt(point)
            raise HandFault("covered", f"{name} lies under {self.name(over)}")
        return point

    def _noticed(self, widget: QWidget, point: QPoint) -> bool:
        """Return whether a point of a window lies under a notice, which goes by itself."""
        over: QWidget | None = widget.window().childAt(point)
        while over is not None and not isinstance(over, Toast):
            over = over.parentWidget()
        return over is not None

    def name(self, widget: QWidget | None) -> str:
        """Return what a widget is called, for a report."""
        if widget is None:
            return "nothing"
        said = getattr(widget, "text", None)  # of a toast it is a label
        text = widget.accessibleName() or (str(said()) if callable(said) else "")
        return f"{type(widget).__name__} {text!r}" if text else type(widget).__name__

    def click(self, widget: QWidget, at: QPoint | None = None, mods: Any = NONE, button: Any = LEFT) -> None:
        """Click a widget."""
        point = self.aim(widget, at)
        QTest.mouseMove(self._handle(widget), point)
        QTest.mouseClick(self._handle(widget), button, mods, point)
        self.turn()

    def double(self, widget: QWidget, at: QPoint) -> None:
        """Double-click a widget."""
        QTest.mouseDClick(self._handle(widget), LEFT, NONE, self.aim(widget, at))
        self.turn()

    def press(self, widget: QWidget, at: QPoint, mods: Any = NONE, button: Any = LEFT) -> None:
        """Press a button of the mouse and hold it."""
        point = self.aim(widget, at)
        QTest.mouseMove(self._handle(widget), point)
        QTest.mousePress(self._handle(widget), button, mods, point)

    def lead(self, widget: QWidget, at: QPoint) -> None:
        """Move the pointer to a point of a widget."""
        QTest.mouseMove(self._handle(widget), widget.mapTo(widget.window(), at))
        self.turn()

    def release(self, widget: QWidget, at: QPoint, mods: Any = NONE, button: Any = LEFT) -> None:
        """Let the button of the mouse go."""
        QTest.mouseRelease(self._handle(widget), button, mods, widget.mapTo(widget.window(), at))
        self.turn()

    def hold(self, button: QWidget) -> None:
        """Press a button and keep it down."""
        self.press(button, button.rect().center())

    def let_go(self, button: QWidget) -> None:
        """Let go of a button that is held."""
        self.release(button, button.rect().center())

    def turn_tab(self, bar: QTabBar, n: int) -> None:
        """Turn to a tab."""
        self.click(bar, bar.tabRect(n).center())

    def choose(self, menu: QMenu, text: str) -> None:
        """Click an entry of an open menu."""
        self.wait(menu.isVisible, 5)
        entry = next((a for a in menu.actions() if a.text() == text and a.isEnabled()), None)
        if entry is None:
            menu.close()
            raise HandFault("no_control", f"the menu has no {text!r}")
        QTest.mouseClick(self._handle(menu), LEFT, NONE, menu.actionGeometry(entry).center())
        self.turn()

    # -- the board ---------------------------------------------------------------------------------
    def pan(self, board: QWidget, by: QPoint) -> None:
        """Push the board with the middle button."""
        start = self.open_point(board)
        room = board.rect().adjusted(4, 4, -4, -4)
        end = QPoint(
            max(room.left(), min(room.right(), start.x() + by.x())),
            max(room.top(), min(room.bottom(), start.y() + by.y())),
        )
        self.press(board, start, button=MIDDLE)
        self.lead(board, end)
        self.release(board, end, button=MIDDLE)

    def open_point(self, board: QWidget) -> QPoint:
        """Return a point of the board, near its middle, that nothing covers."""
        rect, parts = board.rect(), (0.5, 0.35, 0.65, 0.2, 0.8)
        for x in parts:
            for y in parts:
                point = QPoint(round(rect.width() * x), round(rect.height() * y))
                if self.on_top(board, point):
                    return point
        raise HandFault("covered", "the board is covered")

    def in_view(
        self, board: QWidget, where: Callable[[], QPointF], free: Callable[[QPoint], bool], what: str
    ) -> QPoint:
        """Return a point of the board, the board pushed until it is `free`; raises HandFault where that does not help."""
        before = QPointF(-1e9, -1e9)
        for _ in range(24):
            at = where()
            point = at.toPoint()
            if board.rect().adjusted(3, 3, -3, -3).contains(point) and free(point):
                return point
            if (at - before).manhattanLength() < 2:  # as far as the board goes
                break
            before = at
            self.pan(board, self.open_point(board) - point)
        raise HandFault("off_screen", f"{what} can not be brought into view")

    # -- the keyboard ------------------------------------------------------------------------------
    def key(self, key: Any, mods: Any = NONE) -> None:
        """Press a key; whoever has the keyboard gets it."""
        QTest.keyClick(self._keyboard(), key, mods)
        self.turn()

    def _keyboard(self) -> QWindow:
        def there() -> QWindow | None:
            found: QWindow | None = QApplication.focusWindow()
            return found if found is not None and found.isVisible() else None

        if there() is None:  # a screen without a window manager leaves the keyboard nowhere, or where a list was
            self.window.activateWindow()
            self.wait(there, 5)
        return there() or self._handle(self.window)

    def type(self, text: str) -> None:
        """Type words."""
        for letter in text:
            QTest.keyClick(self._keyboard(), ord(letter))
        self.turn()

    def has_keyboard(self, widget: QWidget) -> bool:
        """Return whether keys go to a widget, or to the field in it."""
        at = QApplication.focusWidget()
        return at is not None and (at is widget or at is widget.focusProxy() or widget.isAncestorOf(at))

    def walk_to(self, widget: QWidget) -> None:
        """Give a widget the keyboard by a click."""
        if not self.has_keyboard(widget):
            self.click(widget)
