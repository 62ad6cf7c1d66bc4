"""Python's garbage is collected on the window's thread and nowhere else.

Widgets and what hangs on them form cycles. Left to itself Python collects on whatever thread makes the one object too
many; objects of Qt would be destroyed on a thread that is not theirs while the window uses them, and the program ends.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from qtwar.ui.widgets.basics import timer

EVERY = 250
"""Milliseconds between two looks at what has gathered."""
GROWN = 1.25
"""How much more there must be than the last time before everything is gone through."""
MUCH, WAITS = 5000, 8
"""Objects made since the last look, as where a game opens: they are looked at when that is over, or after so many looks."""


class Collector(QObject):
    """Collects when as much has gathered as Python itself would wait for, as long as its parent lives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if gc.isenabled():  # not two, one in another
            gc.disable()
            self.destroyed.connect(gc.enable)
        self._kept = self._waited = 0
        self._before = gc.get_count()[0]
        self._timer = timer(self, EVERY, self.look, once=False)
        self._timer.start()

    def look(self) -> None:
        """Collect the youngest generations that are due; all of them where much came since, not below a pressed button."""
        made = gc.get_count()[0]
        if made - self._before > MUCH and self._waited < WAITS:
            self._before, self._waited = made, self._waited + 1
            return
        self._waited = 0
        self._collect()
        self._before = gc.get_count()[0]

    def _collect(self) -> None:
        young, middle, old = (count > limit for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True))
        if middle and old and self._has_grown():
            gc.collect()
            self._kept = len(gc.get_objects(2))
        elif middle:
            gc.collect(1)
        elif young:
            gc.collect(0)

    def _has_grown(self) -> bool:
        free = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        return free and len(gc.get_objects(2)) > self._kept * GROWN
