"""What runs in the background: one line at the foot of the window, with its Cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.jobs import Jobs
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel
from qtwar.ui.widgets.elided import Elided


class JobBar(Panel):
    """What runs in the background, with its Cancel; hidden while there is nothing."""

    def __init__(self, jobs: Jobs, parent: QWidget) -> None:
        super().__init__("floating", row=True, margins=(12, 4, 6, 4), spacing=8, parent=parent)
        self.jobs = jobs
        self.text = Elided("small")
        self.text.setMinimumWidth(px(160))
        self.box.addWidget(self.text, 1)
        self.box.addWidget(Button("job.cancel", kind="compact", then=self._cancel))
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(2000)  # shorter work is not worth a line
        self._later.timeout.connect(self._show)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(300)  # a blink needs no word at all
        self._soon.timeout.connect(lambda: self._busy(True))
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

    def refresh(self) -> None:
        """Follow the jobs."""
        if not self.jobs.running:
            self._later.stop()
            self._busy(False)
            self.hide()
        elif self.isVisible():
            self._show()
        elif not self._later.isActive():
            self._later.start()
            self._soon.start()

    def _show(self) -> None:
        if not self.jobs.running:
            return
        self._busy(False)
        job = self.jobs.running[0]
        step = self.jobs.state.get(job)
        self.text.setText(tr("job.step", what=job.text, n=step[0], all=step[1]) if step else job.text)
        self.adjustSize()
        parent = self.parentWidget()
        self.move(parent.width() - self.width() - px(16), parent.height() - self.height() - px(64))
        self.raise_()
        self.show()

    def _cancel(self) -> None:
        if self.jobs.running:
            self.jobs.running[0].cancel()
