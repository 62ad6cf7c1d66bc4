"""A panel that shows some parts of a draft, and follows them."""

from __future__ import annotations

from typing import Any

from qtwar.editing.draft import Change
from qtwar.ui.edit.model import EditModel
from qtwar.ui.widgets.basics import Panel


class DraftPanel(Panel):
    """Is brought up to date at first, after each change of the parts it follows, and in another language."""

    def __init__(self, model: EditModel, kind: str = "", **layout: Any) -> None:
        super().__init__(kind, **layout)
        self.model = model

    def follow(self, *parts: str) -> None:
        """Refresh now and whenever one of these parts of the content has changed; called when all widgets are there."""

        def changed(change: Change) -> None:
            if change.touches(*parts):
                self.refresh()

        self.model.changed.connect(changed)
        self.refresh()
