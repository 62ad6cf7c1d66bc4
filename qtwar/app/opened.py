"""The tabs that were open when the program ended, or was ended: they come back at the next start, a lesson with its tab."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from qtwar.app.tables import is_table
from qtwar.ui.preferences import Preferences
from qtwar.ui.window import MainWindow

KEPT = ("game", "draft", "table")
"""Tabs of documents and of tables; a test game is gone with its tab."""


OpenTab = Callable[[str, Callable[[], object], bool], object]


class OpenTabs(QObject):
    """Keeps which documents and tables have a tab, and which of them is in front; `open_tab` opens one again."""

    def __init__(self, window: MainWindow, prefs: Preferences, open_tab: OpenTab) -> None:
        super().__init__(window)
        self.window, self.prefs, self._open = window, prefs, open_tab
        self._coming: list[str] = []
        self._front = ""
        self._then: Callable[[], object] = lambda: None
        self.awaited: Callable[[], list[str]] = list  # tabs that are still to come, when their servers answer
        window.tabs_changed.connect(self._keep)
        window.lesson.changed.connect(self._keep)

    def _keep(self) -> None:
        if self._coming:
            return  # those that are still to come are open too
        pages: list[Any] = [page for page in self.window.pages() if page.property("tab") in KEPT]
        front: Any = self.window.stack.currentWidget()
        paths = [page.path for page in pages]
        paths += [path for path in self.awaited() if path not in paths]
        kept = {"open": paths, "front": front.path if front in pages else ""}
        self.prefs.keep("tabs", kept)
        lesson = self.window.lesson
        self.prefs.keep("lesson", {**lesson.progress, "path": lesson.page.path} if lesson.page in pages else {})

    def _resume_lesson(self) -> None:
        """A lesson goes on in the tab that came back."""
        kept = self.prefs.extra("lesson", {})
        page: Any = next((page for page in self.window.pages() if getattr(page, "path", "") == kept.get("path")), None)
        if page is not None:
            done = kept.get("done")
            self.window.lesson.resume(page, kept.get("id"), done if isinstance(done, list) else ())
            self.window.lesson.arrived(self.window.stack.currentWidget())

    def bring_back(self, then: Callable[[], object] = lambda: None) -> None:
        """Open the documents again one after another, those of them that are still there; `then` follows in any case."""
        self._then = then
        kept = self.prefs.extra("tabs", {})
        paths, front = kept.get("open"), kept.get("front")
        if isinstance(paths, list):
            there = [path for path in paths if isinstance(path, str) and (is_table(path) or Path(path).is_file())]
            self._coming = sorted(there, key=is_table)  # a server that does not answer keeps no document waiting
            self._front = front if isinstance(front, str) else ""
            self._next()
        else:
            then()

    def _next(self) -> None:
        """Open the next one behind what the person looks at meanwhile."""
        if not self._coming:
            self._resume_lesson()
            self._keep()
            self._then()
            return
        path, before = self._coming[0], self.window.stack.currentWidget()
        behind = path != self._front or before is not self.window.library_page

        def opened() -> None:
            self._coming.pop(0)
            if behind:
                self.window.show_page(before)
            self._next()

        self._open(path, opened, behind)
