"""The main window on a library that stands in, and a hand at its docks."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from qtwar.ui.jobs import Jobs
from qtwar.ui.preferences import Preferences
from qtwar.ui.window import MainWindow, apply_preferences
from tests.ui.shell.board_stand_in import BoardStandIn
from tests.ui.shell.fixture_library import FixtureLibrary

LEFT = Qt.MouseButton.LeftButton


def window_on(prefs: Preferences, size: tuple[int, int]) -> MainWindow:
    """Return a window with the settings in force; what it listens to ends with it, for that holds who listens."""
    apply_preferences(prefs)
    library, jobs = FixtureLibrary(), Jobs()
    window = MainWindow(prefs, library, BoardStandIn, jobs)
    for part in (prefs, library, jobs):
        part.setParent(window)
    window.resize(*size)
    return window


def rest(qtbot: Any, page: Any) -> None:
    """Wait until the docks lie as they shall."""
    qtbot.waitUntil(lambda: page.layouts._key == page.layouts._name() and not page.layouts._settling.isActive())
    QApplication.processEvents()


def carry(widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Take something by the mouse at a point of the screen and bring it to another; the mouse stays down."""
    for kind, at, button in (
        (QEvent.Type.MouseButtonPress, start, LEFT),
        *((QEvent.Type.MouseMove, start + (end - start) * n / 8, Qt.MouseButton.NoButton) for n in range(1, 9)),
    ):
        holder = QWidget.mouseGrabber() or widget  # what is dragged takes the mouse
        here = QPointF(holder.mapFromGlobal(at))
        QApplication.sendEvent(holder, QMouseEvent(kind, here, QPointF(at), button, LEFT, Qt.KeyboardModifier.NoModifier))
        QApplication.processEvents()


def drop(widget: QWidget, end: QPoint) -> None:
    """Let go what is dragged by a widget."""
    holder = QWidget.mouseGrabber() or widget
    here, no_key = QPointF(holder.mapFromGlobal(end)), Qt.KeyboardModifier.NoModifier
    release = QMouseEvent(QEvent.Type.MouseButtonRelease, here, QPointF(end), LEFT, Qt.MouseButton.NoButton, no_key)
    QApplication.sendEvent(holder, release)


def panes(page: Any) -> Any:
    """Return the rows of tabs round the board."""
    return page.area.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
