"""Tabs that turn below a hand which carries something and rests on one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QTabBar

from qtwar.ui.board import BoardView
from qtwar.ui.widgets.basics import timer

TURN_AFTER = 500
"""Milliseconds that a hand rests on a tab before its page is shown."""


class RestingHand(QObject):
    """Turns a row of tabs for a hand that drags counters off a board, or off shelf and lists, and rests on one."""

    turned = Signal()

    def __init__(self, tabs: QTabBar, board: BoardView, able: Callable[[], bool] = lambda: True) -> None:
        super().__init__(tabs)
        self.tabs, self.able = tabs, able
        tabs.setChangeCurrentOnDrag(True)  # for what is dragged off shelf and lists
        self._wanted = -1
        self._soon = timer(self, TURN_AFTER, self._turn)
        board.state.beyond.connect(self._carried_over)

    @property
    def waiting(self) -> bool:
        """Whether a hand rests on a tab that is about to turn."""
        return self._soon.isActive()

    def _turn(self) -> None:
        self.tabs.setCurrentIndex(self._wanted)
        self.turned.emit()

    def _carried_over(self, point: QPoint | None) -> None:
        over = -1
        if point is not None and self.tabs.isVisible() and self.able():
            over = self.tabs.tabAt(self.tabs.mapFromGlobal(point))
        if over != self._wanted:
            self._wanted = over
            self._soon.stop()
            if over >= 0:
                self._soon.start()
