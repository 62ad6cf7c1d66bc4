"""The main window on a library that stands in."""

from __future__ import annotations

from qtwar.ui.jobs import Jobs
from qtwar.ui.preferences import Preferences
from qtwar.ui.window import MainWindow, apply_preferences
from tests.ui.shell.board_stand_in import BoardStandIn
from tests.ui.shell.fixture_library import FixtureLibrary


def window_on(prefs: Preferences, size: tuple[int, int]) -> MainWindow:
    """Return a window with the settings in force; what it listens to ends with it, for that holds who listens."""
    apply_preferences(prefs)
    library, jobs = FixtureLibrary(), Jobs()
    window = MainWindow(prefs, library, BoardStandIn, jobs)
    for part in (prefs, library, jobs):
        part.setParent(window)
    window.resize(*size)
    return window
