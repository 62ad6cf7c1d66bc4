"""What runs in the background: one line in the status bar of the page in front, with a cross that cancels it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.jobs import Jobs
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton, Panel, set_kind, timer
from qtwar.ui.widgets.elided import Elided


class JobBar(Panel):
    """Hidden while there is nothing. A page without a status bar has it float in the corner of the `parent`."""

    def __init__(self, jobs: Jobs, parent: QWidget) -> None:
        super().__init__("floating", row=True, margins=(10, 1, 4, 1), spacing=6, parent=parent)
        self.jobs, self._window = jobs, parent
        self.home: Panel | None = None
        self.text = Elided("small")
        self.stop = IconButton("close", "job.cancel", size=22, then=self._cancel)
        self.lay(self.text, self.stop, grow=self.text)
        self._later = timer(self, 2000, self._show)  # shorter work is not worth a line
        self._soon = timer(self, 300, lambda: self._busy(True))  # a blink needs no word at all
        self._is_busy = False
        jobs.changed.connect(self.refresh)
        self.hide()

    def _busy(self, busy: bool) -> None:
        """Show at the pointer that something is being done, until there is a line about it."""
        self._soon.stop()
        if busy != self._is_busy:
            self._is_busy = busy
            if busy:
                QApplication.setOverrideCursor(Qt.CursorShape.BusyCursor)
            else:
                QApplication.restoreOverrideCursor()

    def stand_in(self, home: Panel | None) -> None:
        """Go into a status bar, or float where there is none."""
        shown, self.home = not self.isHidden(), home
        if home is None:
            self.setParent(self._window)
        else:
            home.lay(self)
        set_kind(self, "kind", "floating" if home is None else "clear")
        self.hide()
        if shown:
            self._show()

    def refresh(self) -> None:
        """Show the jobs that run now with their progress."""
        if not self.jobs.running:
            self._later.stop()
            self._busy(False)
            self.hide()
        elif not self.isHidden():
            self._show()
        elif not self._later.isActive():
            self._later.start()
            self._soon.start()

    def _show(self) -> None:
        if not self.jobs.running:
            return
        self._busy(False)
        job = self.jobs.running[0]
        step = job.step
        self.text.setText(tr("job.step", what=job.text, n=step[0], all=step[1]) if step else job.text)
        words = self.text.fontMetrics().horizontalAdvance(self.text.text())
        self.text.setMinimumWidth(min(words + px(4), px(300)))
        if self.home is None:
            self.adjustSize()
            corner = self._window.rect().bottomRight()
            self.move(corner.x() - self.width() - px(16), corner.y() - self.height() - px(16))
            self.raise_()
        self.show()

    def _cancel(self) -> None:
        if self.jobs.running:
            self.jobs.running[0].cancel()
