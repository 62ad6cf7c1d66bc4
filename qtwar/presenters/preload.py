"""What the first game would be kept waiting for, done on a thread while the person looks at the start window."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QRunnable

from qtwar.base.errors import QtwarError

NEEDED = (
    "qtwar.services.games",
    "qtwar.presenters.maps",
    "qtwar.qtpaint.counters",
    "qtwar.sandbox.client",
    "qtwar.ui.play.page",
)
"""Modules that a game needs and the start window does not, the slow ones first (about a second of imports)."""
log = logging.getLogger("qtwar")


class Preload(QRunnable):
    """Imports what games need, then prepares the rules engine where that has never been done; `then()` is called there."""

    def __init__(self, then: Callable[[], object]) -> None:
        super().__init__()
        self.setAutoDelete(False)  # whoever started it stops it
        self.stopped = False
        self._then = then

    def run(self) -> None:
        """Do it; what can not be done is said when a game is opened."""
        from qtwar.sandbox import guest

        try:
            for name in NEEDED:
                if self.stopped:
                    return
                importlib.import_module(name)
            if not self.stopped and not guest.is_ready():
                guest.ensure()
        except QtwarError as fault:
            log.info("%s %s", fault.text, fault.detail)
        with suppress(RuntimeError):  # the window has been closed meanwhile
            self._then()
