"""The board with its tabs; the floats of the page lie on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

from qtwar.ui.facts import BoardInfo
from qtwar.ui.widgets.basics import Panel

TURN_AFTER = 500
"""Milliseconds that a hand rests on a tab before its board is shown."""


class BoardHolder(Panel):
    """The board with what floats on it."""

    resized = Signal()

    def __init__(self, board: QWidget) -> None:
        super().__init__()
        self.setProperty("kind", "surround")
        self.board = board
        self.tabs = QTabBar()
        self.tabs.setProperty("kind", "panes")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.hide()
        self.tabs.setChangeCurrentOnDrag(True)  # for what is dragged off shelf and lists
        self.lay(self.tabs, board, grow=board)
        self._wanted = -1
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(TURN_AFTER)
        self._soon.timeout.connect(lambda: self.tabs.setCurrentIndex(self._wanted))
        if hasattr(board, "beyond"):
            board.beyond.connect(self._carried_over)

    def _carried_over(self, point: QPoint | None) -> None:
        """A hand that rests on a tab turns to its board."""
        over = -1
        if point is not None and self.tabs.isVisible() and getattr(self.board, "comes_along", False):
            over = self.tabs.tabAt(self.tabs.mapFromGlobal(point))
        if over != self._wanted:
            self._wanted = over
            self._soon.stop()
            if over >= 0:
                self._soon.start()

    def show_boards(self, boards: Sequence[BoardInfo], shown: str) -> None:
        """Show a tab for each of several boards; one alone needs none."""
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for n, info in enumerate(boards):
            self.tabs.addTab(info.name)
            self.tabs.setTabData(n, info.id)
            if info.id == shown:
                self.tabs.setCurrentIndex(n)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(len(boards) > 1)

    def step(self, by: int) -> None:
        """Turn to the next board, round and round."""
        if self.tabs.count() > 1:
            self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the floating panels that the size has changed."""
        super().resizeEvent(event)
        self.resized.emit()
