"""Somebody at the real window: waits, looks, clicks and drags on its widgets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QScrollArea, QWidget

from qtwar.app.program import Program
from qtwar.session.play import PlaySession
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.theme import current
from qtwar.ui.window import apply_preferences

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_BUTTON = Qt.MouseButton.NoButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class AtWindow:
    """The program with somebody at it. `shots` is a folder for pictures of each new thing seen, or None."""

    def __init__(
        self,
        qtbot: Any,
        home: Path,
        *,
        language: str = "en",
        theme: str = "light",
        scale: int = 100,
        size: tuple[int, int] = (1600, 1000),
        shots: Path | None = None,
    ) -> None:
        self.qtbot, self.shots = qtbot, shots
        self.tag = f"{language}-{theme}-{size[0]}-{scale}"
        values = {"welcomed": True, "language": language, "theme": theme, "scale": scale, "motion": False}
        prefs = Preferences(Memory(values))
        apply_preferences(prefs)
        current().apply()
        self.home = home
        self.program = Program(prefs, home)
        self.window = self.program.window
        qtbot.addWidget(self.window)
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        self.until(self.window.isActiveWindow, 20)

    def leave(self) -> None:
        """Close the window; games and their workers end."""
        self.window.close()
        for page in self.window.pages():
            page.deleteLater()  # a process has one window, but for that of the tests: it would hold them all
        self.program.library.deleteLater()  # what hears their signals holds the window, and they have no parent
        self.program.crashes.deleteLater()

    # -- waiting and looking -------------------------------------------------------------------------
    def until(self, what: Callable[[], Any], seconds: int = 90) -> None:
        """Run the event loop until something holds."""
        self.qtbot.waitUntil(lambda: bool(what()), timeout=seconds * 1000)

    def drawn(self) -> None:
        """Wait until all of the board in view is drawn, where pictures are kept."""
        if self.shots is not None:
            self.finished(self.page.board)

    def finished(self, board: Any) -> None:
        """Wait until all of a board in view is drawn."""
        for _ in range(3):  # a tile is asked for when a coarser one was painted, and that takes a round of the loop
            self.until(lambda: not (board.unfinished or board.ground.waiting()), 240)
            board.repaint_all()
            self.qtbot.wait(500)
        self.until(lambda: not (board.unfinished or board.ground.waiting()), 240)

    def shot(self, name: str, seen: QWidget | None = None) -> None:
        """Keep a picture of the window, or of a dialog beside it."""
        if self.shots is not None:
            self.shots.mkdir(parents=True, exist_ok=True)
            self.qtbot.wait(30)
            (seen or self.window).grab().save(str(self.shots / f"{self.tag}-{name}.png"))

    @property
    def page(self) -> Any:
        """The page in front."""
        return self.window.stack.currentWidget()

    @property
    def model(self) -> Any:
        """The window's model of the game."""
        return self.page.model

    @property
    def session(self) -> PlaySession:
        """The game itself."""
        found: PlaySession = self.model.link.session
        return found

    def quiet(self) -> None:
        """Wait until the game's thread has nothing to do."""
        self.until(lambda: self.model.link.pending == 0)

    # -- the mouse on widgets --------------------------------------------------------------------------
    def press(self, widget: QWidget, at: QPoint | None = None, mods: Any = NONE) -> None:
        """Click a widget, scrolled into view where it lies in a scroll area."""
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget)
        self.until(widget.isVisible, 10)
        assert widget.isEnabled(), f"{widget} can not be clicked"
        QTest.mouseClick(widget, LEFT, mods, at if at is not None else widget.rect().center())

    def buttons(self, text: str) -> list[QAbstractButton]:
        """Return the buttons in view whose text begins so."""
        return [b for b in self.window.findChildren(QAbstractButton) if b.text().startswith(text) and b.isVisible()]

    def click(self, text: str, number: int = 0) -> None:
        """Click a button by its text."""
        self.until(lambda: len([b for b in self.buttons(text) if b.isEnabled()]) > number)
        self.press(self.buttons(text)[number])

    def choose(self, *path: str) -> None:
        """Click entries of the menu that is open, through its sub-menus, by what they begin with."""
        self.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu), 10)
        menu: Any = QApplication.activePopupWidget()
        for text in path:
            action = next((a for a in menu.actions() if a.text().startswith(text)), None)
            assert action is not None, f"{text} is not among {[a.text() for a in menu.actions()]}"
            below = action.menu()
            if below is None:
                QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())
                self.until(lambda: QApplication.activePopupWidget() is None, 10)
            else:  # by keys: a click would start a clock that opens it once more
                while menu.activeAction() is not action:
                    QTest.keyClick(menu, Qt.Key.Key_Down)
                QTest.keyClick(menu, Qt.Key.Key_Right)
                self.until(below.isVisible, 10)
                menu = below

    def drag_between(self, source: QWidget, start: QPoint, target: QWidget, end: QPoint) -> None:
        """Drag from a point of one widget to a point of another, as the window system does it."""
        first, last = source.mapToGlobal(start), target.mapToGlobal(end)
        handle, move = self.window.windowHandle(), QEvent.Type.MouseMove
        steps = [(move, first + QPoint(0, -20)), (move, last - QPoint(6, 0)), (move, last)]
        steps.append((QEvent.Type.MouseButtonRelease, last))

        def step() -> None:
            kind, at = steps.pop(0)
            button, held = (NO_BUTTON, LEFT) if kind == move else (LEFT, NO_BUTTON)
            event = QMouseEvent(kind, QPointF(handle.mapFromGlobal(at)), QPointF(at), button, held, NONE)
            QApplication.sendEvent(handle, event)
            if not steps:
                clock.stop()

        clock = QTimer()
        clock.timeout.connect(step)
        clock.start(30)  # the drag has an event loop of its own, in which these arrive
        QTest.mousePress(source, LEFT, NONE, start)
        QTest.mouseMove(source, start + QPoint(12, 0))
        self.until(lambda: not clock.isActive(), 5)


def park_cursor() -> None:
    """Put the pointer where it hovers nothing."""
    QCursor.setPos(0, 0)
    QApplication.processEvents()
