"""What the first game would be kept waiting for, done on a thread while the person looks at the start window."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRunnable, QTimer

from qtwar.base.errors import QtwarError

if TYPE_CHECKING:
    from qtwar.model.content import TitleContent

NEEDED = ("qtwar.services.games", "qtwar.sandbox.client")
"""Modules that a game needs and the start window does not, the slow ones first (almost a second of imports)."""
AT_WINDOW = (
    "qtwar.services.maptiles",
    "qtwar.ui.widgets.faces",
    "qtwar.ui.board.overlay",
    "qtwar.ui.board.view",
    "qtwar.presenters.maps",
    "qtwar.qtpaint.counters",
    "qtwar.ui.docks.log",
    "qtwar.ui.play.page",
    "qtwar.presenters.play.opening",
)
"""Those that define classes of Qt: on a thread, while the window lives, that ends the program now and then."""
log = logging.getLogger("qtwar")


class Preload(QRunnable):
    """Imports what games need, then prepares the rules engine where that has never been done, and else looks whether it is whole.

    `imported()` and `then()` are called there.
    """

    def __init__(self, imported: Callable[[], object], then: Callable[[], object]) -> None:
        super().__init__()
        self.setAutoDelete(False)  # whoever started it stops it
        self.stopped = False
        self._imported, self._then = imported, then

    def run(self) -> None:
        """Do it; what can not be done is said when a game is opened."""
        from qtwar.sandbox import guest
        from qtwar.sandbox.client import compile_ahead

        try:
            for name in NEEDED:
                if self.stopped:
                    return
                importlib.import_module(name)
            with suppress(RuntimeError):  # the window has been closed meanwhile
                self._imported()
            if not self.stopped:
                first = not guest.is_ready()
                guest.ensure()
                if first and not self.stopped:  # else the first game after a new version does it
                    compile_ahead(None)
        except QtwarError as fault:
            log.info("%s %s", fault.text, fault.detail)
        with suppress(RuntimeError):  # the window has been closed meanwhile
            self._then()


def prepare_game(module: Path, draw: Callable[[TitleContent], object]) -> None:
    """Have the map of a title's game drawn, where that was not done yet, and its rules loaded; on a thread."""
    from qtwar.services import titles
    from qtwar.services.spare import spare

    try:
        folder, content = titles.load(str(module))
        draw(content)
        spare.load(folder, content)
    except QtwarError as fault:  # the game says it
        log.info("%s %s", fault.text, fault.detail)


def import_at_window(names: Sequence[str], parent: QObject) -> None:
    """Import modules on the window's thread, one in each turn of its event loop, as long as the parent lives."""
    if names:
        importlib.import_module(names[0])
        QTimer.singleShot(0, parent, lambda: import_at_window(names[1:], parent))
