"""The program without a person: its window shown somewhere, and its event loop run until something has happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QThread

from qtwar.app.program import Program, application
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.window import apply_preferences

PATIENCE = 30.0


def settle(done: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Run the event loop until `done` or the patience is at its end; returns whether it was done."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        if done():
            QCoreApplication.processEvents()
            return True
        QThread.msleep(4)  # the threads that paint tiles need the interpreter too
    return False


def rest(seconds: float) -> None:
    """Run the event loop so long."""
    settle(lambda: False, seconds)


@contextmanager
def staged(home: Path, *, size: tuple[int, int] = (1600, 1000), **settings: object) -> Iterator[Program]:
    """Yield the program with its window shown, as after the first questions; the settings are kept nowhere."""
    application()
    values = {"welcomed": True, "language": "en", "theme": "light", "motion": False, **settings}
    prefs = Preferences(Memory(values))
    apply_preferences(prefs)
    program = Program(prefs, home)
    program.window.resize(*size)
    program.window.show()
    try:
        yield program
    finally:
        program.window.close()
        QCoreApplication.processEvents()
