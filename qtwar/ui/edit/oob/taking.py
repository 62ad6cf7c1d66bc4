"""A panel below the order of battle from which rows are taken over."""

from __future__ import annotations

from PySide6.QtCore import Signal

from qtwar.ui.edit.model import EditModel
from qtwar.ui.widgets.basics import Button, Panel


class TakingPanel(Panel):
    """Hidden until it is wanted; `closed` when it is done or not wanted. Subclasses lay `take` and `cancel` out."""

    closed = Signal()

    def __init__(self, model: EditModel) -> None:
        super().__init__("card", margins=(12, 8, 12, 10), spacing=6)
        self.model = model
        self.take = Button(kind="primary", icon_name="check", then=lambda: self.take_over())
        self.cancel = Button("edit.paste.cancel", kind="quiet", then=self.closed.emit)
        self.closed.connect(self.hide)
        self.hide()

    def take_over(self) -> None:
        """Take over what is offered."""
        raise NotImplementedError
