"""A line that says what was done and offers to take it back, for six seconds."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, Text

SHOWN_MS = 6000


class Toast(Panel):
    """Floats at the foot of the window; never takes the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("toast", row=True, margins=(16, 8, 10, 8), spacing=12, parent=parent)
        self.text = Text()
        self.button = Button("action.undo", kind="compact")
        self.box.addWidget(self.text)
        self.box.addWidget(self.button)
        self._then: Callable[[], object] | None = None
        self.button.clicked.connect(self._act)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def tell(self, text: str, key: str = "", then: Callable[[], object] | None = None) -> None:
        """Show a sentence, with one button where there is something to do about it."""
        self.text.setText(text)
        self._then = then
        self.button.setVisible(then is not None)
        if key:
            self.button.say(self.button.setText, key)
        self.text.setWordWrap(False)
        room = self.parentWidget().width() - px(80)
        if self.sizeHint().width() > room:
            self.text.setWordWrap(True)
            self.text.setMinimumWidth(room - px(160))
        self.adjustSize()
        self.move(
            (self.parentWidget().width() - self.width()) // 2, self.parentWidget().height() - self.height() - px(48)
        )
        self.raise_()
        self.show()
        self._timer.start()

    def _act(self) -> None:
        self.hide()
        if self._then is not None:
            self._then()
