"""A number between two limits: − 3 +, typed or stepped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit

from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton, Panel


class Stepper(Panel):
    """`changed` fires, and `then` is called, with each new number; `name` is what it is called."""

    changed = Signal(int)

    def __init__(
        self,
        low: int = 0,
        high: int = 99,
        step: int = 1,
        *,
        value: int | None = None,
        then: Callable[[int], object] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(row=True, spacing=2)
        self.low, self.high, self.step = low, high, step
        self.less = IconButton("minus", "stepper.less", size=30, then=lambda: self.set_value(self.value - self.step))
        self.field = QLineEdit(str(low))
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.more = IconButton("plus", "stepper.more", size=30, then=lambda: self.set_value(self.value + self.step))
        for button in (self.less, self.more):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # for Tab the field is all, as in any spin box: up and down step
        self.lay(self.less, self.field, self.more)
        self.field.textEdited.connect(self._typed)
        self.field.editingFinished.connect(lambda: self.set_value(self.value))
        self._value = low if value is None else value
        self.set_limits(low, high, step)
        self.setFocusProxy(self.field)
        if name:
            self.setAccessibleName(name)
        if then is not None:
            self.changed.connect(then)
        self.restyle()

    @property
    def value(self) -> int:
        """Return the number that is set."""
        return self._value

    def setAccessibleName(self, name: str) -> None:
        """Name the field, which has the keyboard, too."""
        super().setAccessibleName(name)
        self.field.setAccessibleName(name)

    def set_limits(self, low: int, high: int, step: int = 1) -> None:
        """Set what it may be."""
        self.low, self.high, self.step = low, max(low, high), max(1, step)
        self.field.setValidator(QIntValidator(min(0, self.low), self.high, self.field))
        self.set_value(self._value, tell=False)

    def set_value(self, value: int, *, tell: bool = True) -> None:
        """Set the number, kept within its limits."""
        value = max(self.low, min(self.high, value))
        changed = value != self._value
        self._value = value
        if self.field.text() != str(value):
            self.field.setText(str(value))
        self.less.setEnabled(value > self.low)
        self.more.setEnabled(value < self.high)
        if changed and tell:
            self.changed.emit(value)

    def _typed(self, text: str) -> None:
        if text.lstrip("-").isdigit() and self.low <= int(text) <= self.high:
            self.set_value(int(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change the number by one step with the keys up and down."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Plus):
            self.set_value(self.value + self.step)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Minus):
            self.set_value(self.value - self.step)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel steps while it has the focus."""
        if self.field.hasFocus():
            self.set_value(self.value + (self.step if event.angleDelta().y() > 0 else -self.step))
        else:
            event.ignore()

    def restyle(self) -> None:
        """Take the width at the new scale."""
        super().restyle()
        digits = max(2, len(str(self.high)))
        self.field.setFixedWidth(self.field.fontMetrics().horizontalAdvance("0" * digits) + px(26))
