"""What stands where there is nothing: one sentence and one button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from qtwar.ui.widgets.basics import Button, Panel, TextLabel


class Empty(Panel):
    """An empty state; the button is left out where nothing can be done about it."""

    def __init__(
        self, key: str, button_key: str = "", then: Callable[[], object] | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(margins=(16, 16, 16, 16), spacing=8, parent=parent)
        self.sentence = TextLabel("empty", key, wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.box.addStretch(1)
        self.lay(self.sentence)
        if button_key and then is not None:
            self.box.addWidget(Button(button_key, then=then), 0, Qt.AlignmentFlag.AlignHCenter)
        self.box.addStretch(1)
