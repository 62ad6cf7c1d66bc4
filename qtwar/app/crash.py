"""What a person sees of a fault of the program: a sentence, the whole report, and a file that can be sent."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from qtwar.services import crashes
from qtwar.services.crashes import CrashReport
from qtwar.ui.report import ReportDialog

log = logging.getLogger("qtwar")


class CrashReports(QObject):
    """Catches what nobody caught, in any thread; each fault is shown once in a run."""

    _found = Signal(object)  # from any thread to the window's

    def __init__(self, home: Path, window: Callable[[], QWidget | None]) -> None:
        super().__init__()
        self.home, self.window = home, window
        self.shown: set[str] = set()
        self.dialog: ReportDialog | None = None
        self._found.connect(self.show)

    def take_over(self) -> None:
        """Be told of what nobody caught from now on, and of what ended the program the last time."""
        sys.excepthook = self.caught
        threading.excepthook = lambda found: self._of_thread(found)
        before = crashes.left_behind(self.home)
        crashes.watch(self.home)
        if before is not None:
            self._found.emit((before, True))

    def _of_thread(self, found: Any) -> None:
        if found.exc_value is not None and not issubclass(found.exc_type, SystemExit):
            self.caught(found.exc_type, found.exc_value, found.exc_traceback)

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write the log and the report of an error that nobody caught, and show it."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("unexpected", exc_info=(kind, error, trace))
        self.report(error)

    def report(self, error: BaseException) -> None:
        """Write the report of an error, and show it."""
        try:
            self._found.emit((crashes.write(self.home, error, error.__traceback__), False))
        except OSError:
            log.exception("no report could be written")

    def show(self, found: tuple[CrashReport, bool]) -> None:
        """Show a report, unless the same fault was shown before."""
        report, ended = found
        if report.mark in self.shown:
            return
        self.shown.add(report.mark)
        self.dialog = ReportDialog(report.file, report.text, ended=ended, parent=self.window())
        self.dialog.show()
