"""A panel that is brought up to date when it can be seen."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget

from qtwar.ui.widgets.basics import Panel, timer


class SeenPanel(Panel):
    """Many changes of one moment are one `refresh`; those that come while it is hidden wait until it is shown."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._stale = False
        self._later = timer(self, 0, self._due)

    def soon(self, *_: object) -> None:
        """Ask for a refresh."""
        self._stale = True
        self._later.start()

    @property
    def seen(self) -> bool:
        """Whether some of it is on the screen; a dock behind another's tab lies off the window, and is not hidden for Qt."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def catch_up(self) -> None:
        """Bring up to date what was put off."""
        if self._stale:
            self._stale = False
            self.refresh()

    def _due(self) -> None:
        if self.seen:
            self.catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up before it is painted."""
        super().showEvent(event)
        if isinstance(self.parentWidget(), QDockWidget):  # which says when it comes forward; before it is laid out nobody knows
            self._later.start()
        else:
            self.catch_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Whatever brought it on the screen: what is painted does not stay old."""
        super().paintEvent(event)
        if self._stale:
            self._later.start()
