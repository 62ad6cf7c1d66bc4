"""A window of the real program with the titles that are installed, and the small title in its print tab."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from qtwar.export.source import SheetSource
from qtwar.services import printing
from qtwar.ui import i18n
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.print.model import PrintModel
from qtwar.ui.print.page import PrintPage
from qtwar.ui.theme import current
from qtwar.ui.window import MainWindow
from tests.export.field import field
from tests.ui.shell.windows import window_on


class FieldPrint(PrintModel):
    """The small title, with what it remembers and writes laid open."""

    def __init__(self, folder, *, game: bool = False, sides=None) -> None:
        super().__init__("First light", "field/one", field(), "one")
        self.folder = folder
        self.is_game = game
        if sides is not None:
            self.sides = sides
        self.choices: dict = {}
        self.made_of: SheetSource = printing.scenario_source(field(), "one")

    def source(self, scenario: str) -> SheetSource:
        return self.made_of

    def stored(self) -> dict:
        return self.choices

    def keep(self, data: dict) -> None:
        self.choices = data


@pytest.fixture
def print_tab(qtbot, tmp_path):
    """A function that opens the print tab: (size, model, **settings) → (window, page)."""
    windows: list[MainWindow] = []

    def make(size=(1600, 1000), model=None, **values) -> tuple[MainWindow, PrintPage]:
        window = window_on(Preferences(Memory({"welcomed": True, "theme": "light", "motion": False, **values})), size)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        page = window.open_print(model or FieldPrint(tmp_path / "out"))
        assert isinstance(page, PrintPage)
        qtbot.waitUntil(lambda: page.book is not None and page._job is None, timeout=15000)
        return window, page

    yield make
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    i18n.set_language("en")
    current().set(name="light", scale=100, language="en", motion=True, touch=False)
