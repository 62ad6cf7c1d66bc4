"""A card at the head of the library that tells of something and offers what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget

from qtwar.ui.library.model import LibraryModel
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear


class NoticeCard(Panel):
    """Hidden until there is something; subclasses `fill` it. `go` is what it offers of the library, beside *Not now*."""

    def __init__(self, model: LibraryModel, kind: str = "card") -> None:
        super().__init__(kind, margins=(16, 12, 16, 12), spacing=6)
        self.model = model
        self.shown: Any = None
        self.go: Button
        self.hide()

    def show_notice(self, shown: Any) -> None:
        """Tell of something, with the keyboard on what can be done about it."""
        self.shown = shown
        clear(self.box)
        self.fill(shown)
        self.show()
        self.go.setFocus()

    def fill(self, shown: Any) -> None:
        """Lay head and lines, then `offer`."""
        raise NotImplementedError

    def tell(self, kind: str, *lines: str) -> None:
        """Lay a line for each of these that is not empty."""
        self.lay(*(TextLabel(kind, text=line, wrap=True) for line in lines if line))

    def offer(
        self, key: str, icon_name: str, then: Callable[[], object], *beside: QWidget, before: QWidget | None = None
    ) -> None:
        """Lay the button of what can be done, others beside it and one that puts the card away."""
        self.go = Button(key, kind="primary", icon_name=icon_name, then=then)
        self.go.setAutoDefault(True)  # Enter presses it where it has the keyboard
        row = Panel(row=True, spacing=8).lay(*((before,) if before is not None else ()), self.go, *beside)
        self.lay(row.lay(Button("found.not_now", kind="quiet", then=self.hide), None))

    def refresh(self) -> None:
        """Say it in the language in force."""
        if self.shown is not None and self.isVisible():
            self.show_notice(self.shown)
