"""Somebody at the window: a pointer, a keyboard, and eyes for what is on the screen.

Every event goes to the window as the window system would send it, so that whatever lies over a control gets the click.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QPoint, QPointF, Qt, QThread
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QScrollArea, QTabBar, QWidget

from qtwar.handplay.faults import HandFault

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
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

    def bring(self, widget: QWidget) -> None:
        """Scroll a widget into view, as the wheel would."""
        area = widget.parentWidget()
        while area is not None:
            inside = area.widget() if isinstance(area, QScrollArea) else None
            if isinstance(area, QScrollArea) and inside is not None and inside.isAncestorOf(widget):
                area.ensureWidgetVisible(widget, 8, 8)
                self.turn()
            area = area.parentWidget()

    def aim(self, widget: QWidget, at: QPoint | None = None) -> QPoint:
        """Return where in its window a widget can be clicked; raises HandFault where it is hidden, covered or outside."""
        name = self.name(widget)
        if not widget.isVisible():
            raise HandFault("no_control", f"{name} is not in view")
        self.bring(widget)
        spot = at if at is not None else widget.rect().center()
        point = widget.mapTo(widget.window(), spot)
        if not widget.window().rect().contains(point):
            raise HandFault("outside", f"{name} lies beyond the window")
        for _ in range(5):  # what has just been made may still find its place
            if not self.on_top(widget, spot):
                self.turn()
                self.bring(widget)
                point = widget.mapTo(widget.window(), spot)
        if not self.on_top(widget, spot):
            over = widget.window().childAt(point)
            raise HandFault("covered", f"{name} lies under {self.name(over)}")
        return point

    def name(self, widget: QWidget | None) -> str:
        """Return what a widget is called, for a report."""
        if widget is None:
            return "nothing"
        text = widget.accessibleName() or str(getattr(widget, "text", lambda: "")())
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
        start = next((p for p in self._free_points(board) if self.on_top(board, p)), None)
        if start is None:
            raise HandFault("covered", "the board is covered")
        room = board.rect().adjusted(4, 4, -4, -4)
        end = QPoint(
            max(room.left(), min(room.right(), start.x() + by.x())),
            max(room.top(), min(room.bottom(), start.y() + by.y())),
        )
        self.press(board, start, button=MIDDLE)
        self.lead(board, end)
        self.release(board, end, button=MIDDLE)

    def _free_points(self, board: QWidget) -> Iterable[QPoint]:
        rect = board.rect()
        for x in (0.5, 0.35, 0.65, 0.2, 0.8):
            for y in (0.5, 0.35, 0.65, 0.2, 0.8):
                yield QPoint(round(rect.width() * x), round(rect.height() * y))

    def in_view(self, board: QWidget, where: Callable[[], QPointF], what: str) -> QPoint:
        """Return a point of the board, the board pushed until it lies free; raises HandFault where that does not help."""
        before = QPointF(-1e9, -1e9)
        for _ in range(24):
            at = where()
            point = at.toPoint()
            if board.rect().adjusted(3, 3, -3, -3).contains(point) and self.on_top(board, point):
                return point
            if (at - before).manhattanLength() < 2:  # as far as the board goes
                break
            before = at
            aim = next((p for p in self._free_points(board) if self.on_top(board, p)), board.rect().center())
            self.pan(board, aim - point)
        raise HandFault("off_screen", f"{what} can not be brought into view")

    # -- the keyboard ------------------------------------------------------------------------------
    def key(self, key: Any, mods: Any = NONE) -> None:
        """Press a key; whoever has the keyboard gets it."""
        QTest.keyClick(self._keyboard(), key, mods)
        self.turn()

    def _keyboard(self) -> QWindow:
        window: QWindow | None = QApplication.focusWindow()
        return self._handle(self.window) if window is None else window

    def type(self, text: str) -> None:
        """Type words."""
        for letter in text:
            QTest.keyClick(self._keyboard(), ord(letter.upper()))
        self.turn()

    def has_keyboard(self, widget: QWidget) -> bool:
        """Return whether keys go to a widget, or to the field in it."""
        at = QApplication.focusWidget()
        return at is not None and (at is widget or at is widget.focusProxy() or widget.isAncestorOf(at))

    def walk_to(self, widget: QWidget) -> None:
        """Give a widget the keyboard by a click."""
        if not self.has_keyboard(widget):
            self.click(widget)
