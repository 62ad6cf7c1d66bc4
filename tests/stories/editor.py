"""Hands at the editor: strokes on its map, typing, clicks on what a text names; every gesture is counted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QWidget

from qtwar.presenters.play.game import PlayGame
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.finder import Finder
from tests.stories.at_window import LEFT, NO_BUTTON, NONE
from tests.stories.hands import Hands


class Editor(Hands):
    """Somebody who makes a draft. `gestures` counts clicks, drags and keys; a word typed is one."""

    gestures = 0

    @property
    def view(self) -> Any:
        """The editor's board."""
        return self.page.map.view

    def settle(self) -> None:
        """Wait until what was asked for is stored and shown."""
        self.qtbot.wait(1)  # a field that has been left is heard a little later
        jobs = self.model.link.jobs if isinstance(self.model, PlayGame) else self.model._jobs
        self.until(lambda: jobs.pending == 0, 10)
        self.qtbot.wait(1)

    def checked(self) -> None:
        """Wait until the list of problems is that of the draft as it is."""
        self.settle()
        self.until(lambda: not self.model._later.isActive() and self.model._checks.pending == 0, 15)

    # -- the map ---------------------------------------------------------------------------------------
    def at(self, cell: str) -> QPoint:
        """Return where a cell lies in the window's board."""
        point: QPoint = self.view.camera.to_screen(QPointF(*self.view.layout_.centre(cell))).toPoint()
        assert self.view.rect().contains(point), f"{cell} is out of view"
        return point

    def side(self, near: str, far: str) -> QPoint:
        """Return the middle of the side between two cells."""
        return (self.at(near) * 0.54 + self.at(far) * 0.46)

    def _send(self, kind: Any, point: QPoint, button: Any, held: Any, mods: Any) -> None:
        where = QPointF(self.view.mapToGlobal(point))
        QApplication.sendEvent(self.view, QMouseEvent(kind, QPointF(point), where, button, held, mods))

    def stroke(self, *points: QPoint, mods: Any = NONE) -> None:
        """Press at the first point, go along the others, let go; one point is a click."""
        self.gestures += 1
        self._send(QEvent.Type.MouseMove, points[0], NO_BUTTON, NO_BUTTON, mods)
        self._send(QEvent.Type.MouseButtonPress, points[0], LEFT, LEFT, mods)
        for a, b in pairwise(points):
            for n in range(1, 7):
                self._send(QEvent.Type.MouseMove, a + (b - a) * n / 6, NO_BUTTON, LEFT, mods)
        self._send(QEvent.Type.MouseButtonRelease, points[-1], LEFT, NO_BUTTON, mods)
        self.settle()

    def over(self, *cells: str, mods: Any = NONE) -> None:
        """Click a cell, or drag over cells."""
        self.stroke(*(self.at(cell) for cell in cells), mods=mods)

    def double(self, cell: str) -> None:
        """Double click a cell."""
        point = self.at(cell)
        self.stroke(point)
        self._send(QEvent.Type.MouseButtonDblClick, point, LEFT, LEFT, NONE)
        self._send(QEvent.Type.MouseButtonRelease, point, LEFT, NO_BUTTON, NONE)
        self.settle()

    # -- keys and widgets ------------------------------------------------------------------------------
    def hit(self, key: Any, mods: Any = NONE) -> None:
        """Press a key where the keyboard is."""
        self.gestures += 1
        QTest.keyClick(QApplication.focusWidget() or self.window, key, mods)
        if hasattr(self.page, "map"):
            self.settle()

    def letters(self, text: str) -> None:
        """Press keys, one gesture each."""
        for letter in text:
            self.gestures += 1
            QTest.keyClicks(QApplication.focusWidget() or self.window, letter)
        self.settle()

    def write(self, text: str, field: QWidget | None = None) -> None:
        """Type a text over what a field holds, and go on with Tab, or into what has the keyboard."""
        self.gestures += 1
        if field is not None:
            self.press(field)
            self.gestures += 1
            QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        for letter in text:  # the first one may open a field, which takes the others
            QTest.keyClicks(field or QApplication.focusWidget(), letter)
        if field is not None:
            QTest.keyClick(field, Qt.Key.Key_Tab)
            self.settle()

    def press(self, widget: QWidget, at: QPoint | None = None, mods: Any = NONE) -> None:
        """Click a widget: a gesture."""
        self.gestures += 1
        super().press(widget, at, mods)

    def button(self, key: str, number: int = 0, **values: Any) -> None:
        """Click a button by its text key."""
        text = tr(key, **values)

        def named() -> list[QAbstractButton]:
            return [b for b in self.buttons(text) if b.text() == text and b.property("kind") != "page"]

        self.until(lambda: len(named()) > number, 5)
        self.press(named()[number])
        self.settle()

    def goto(self, page: str) -> Any:
        """Click a page's button in the toolbar and return the page."""
        self.press(self.page.toolbar.pages[page])
        self.settle()
        return self.page.pages[page]

    def item(self, view: QAbstractItemView, index: Any, mods: Any = NONE, *, tick: bool = False, double: bool = False) -> None:
        """Click an entry of a list, tree or table, or its box."""
        view.scrollTo(index)
        self.qtbot.wait(1)
        rect = view.visualRect(index)
        where = QPoint(rect.left() + 10, rect.center().y()) if tick else rect.center()
        self.gestures += 1
        QTest.mouseClick(view.viewport(), LEFT, mods, where)
        if double:
            QTest.mouseDClick(view.viewport(), LEFT, mods, where)
        self.qtbot.wait(1)

    def option(self) -> QComboBox:
        """Return the list in the bar of the tool in hand."""
        return next(box for box in self.page.map.bar.middle.findChildren(QComboBox) if box.isVisible())

    def pick(self, box: QComboBox, data: Any) -> None:
        """Choose an entry of a list that folds out, a click and keys."""
        self.press(box)
        self.until(box.view().isVisible, 5)
        QTest.keyClick(box.view(), Qt.Key.Key_Home)  # by keys: a click so soon would be that which opened it
        for _ in range(box.findData(data)):
            QTest.keyClick(box.view(), Qt.Key.Key_Down)
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
        self.gestures += 1
        self.until(lambda: not box.view().isVisible(), 5)
        self.settle()

    def found(self, typed: str) -> None:
        """Type into the list that has opened anywhere in the window, and press Enter."""
        self.until(lambda: [f for f in self.window.findChildren(Finder) if f.isVisible()], 5)
        self.write(typed)
        self.hit(Qt.Key.Key_Return)

    def drag_between(self, source: QWidget, start: QPoint, target: QWidget, end: QPoint) -> None:
        """Drag, and wait until the draft is stored."""
        self.gestures += 1
        super().drag_between(source, start, target, end)
        self.settle()
