"""What a module holds, before it is installed: counts, its rules and where they run, what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Signal

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import ModuleShown
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear


class FoundModule(Panel):
    """`install` gives the path; `closed` when it is not wanted."""

    install = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__("card", margins=(16, 12, 16, 12), spacing=6)
        self.shown: ModuleShown | None = None
        self.hide()

    def show_module(self, shown: ModuleShown) -> None:
        """Show what was found."""
        self.shown = shown
        clear(self.box)
        name = TextLabel("heading", text=tr("found.title", name=shown.name))
        self.lay(Panel(row=True, spacing=10).lay(name, TextLabel("chip-plain", text=shown.version), None))
        lines = [("second-body", shown.about), ("", shown.counts), ("", shown.rules), ("second", shown.other)]
        for kind, words in (*lines, *(("warn", problem) for problem in shown.problems[:4])):
            if words:
                self.lay(TextLabel(kind, text=words, wrap=True))
        key = "found.replace" if shown.there else "found.install"
        self.go = Button(key, kind="primary", icon_name="tray-arrow-down", then=lambda: self.install.emit(shown.path))
        not_now = Button("found.not_now", kind="quiet", then=self.closed.emit)
        self.lay(Panel(row=True, spacing=8).lay(self.go, not_now, None))
        self.show()
        self.go.setFocus()

    def refresh(self) -> None:
        """Say it in the language in force."""
        if self.shown is not None and self.isVisible():
            self.show_module(self.shown)
