"""A window on the fixture game and library; one application theme a test."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from qtwar.ui import i18n
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.theme import current
from qtwar.ui.window import MainWindow
from tests.ui.shell.fixture_game import FixtureGame
from tests.ui.shell.windows import rest, window_on


@pytest.fixture
def make_window(qtbot):
    """A function that opens a window: (size, **settings) → MainWindow."""

    windows: list[MainWindow] = []

    def make(size=(1600, 1000), **values) -> MainWindow:
        window = window_on(Preferences(Memory({"welcomed": True, "theme": "light", "motion": False, **values})), size)
        windows.append(window)
        # Without a window manager (Xvfb) nobody else gives a window the keyboard.
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    yield make
    # Gone before the theme goes back: dressing a window anew takes longer than most tests.
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    i18n.set_language("en")
    current().set(name="light", scale=100, language="en", motion=True, touch=False)


@pytest.fixture
def play(make_window):
    """A function that opens a window with the fixture game in front: (size, **settings) → (window, page, game)."""

    def make(size=(1600, 1000), **values):
        window = make_window(size, **values)
        game = FixtureGame()
        page = window.open_game(game)
        return window, page, game

    return make


@pytest.fixture
def sit_down(make_window, qtbot):
    """A function that starts the program anew with the settings of one person and opens a game of a title."""
    store = Memory({"welcomed": True, "theme": "light", "motion": False})
    windows: list[MainWindow] = []

    def sit(title="sealords", size=(1600, 1000)):
        for window in windows:
            window.close()
        window = window_on(Preferences(store), size)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        game = FixtureGame()
        game.settings.identity.title = title
        page = window.open_game(game)
        rest(qtbot, page)
        return window, page

    yield sit
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
