"""A switch of a few words side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton, QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Panel


class Segments(Panel):
    """Choices as (value, text key); `picked` fires when the person chooses another."""

    picked = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], name_key: str = "", parent: QWidget | None = None) -> None:
        super().__init__("segments", row=True, margins=(1, 1, 1, 1), spacing=1, parent=parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[str, QToolButton] = {}
        for value, key in choices:
            button = QToolButton()
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self.say(button.setText, key)
            button.setProperty("tip", key + ".tip")
            button.clicked.connect(lambda _=False, v=value: self.picked.emit(v))
            self._group.addButton(button)
            self.buttons[value] = button
            self.lay(button)
        if name_key:
            self.say(self.setAccessibleName, name_key)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.restyle()

    @property
    def value(self) -> str:
        """The chosen value, or an empty word."""
        return next((value for value, button in self.buttons.items() if button.isChecked()), "")

    def choose(self, value: str) -> None:
        """Show a value as chosen, without telling anybody."""
        button = self.buttons.get(value)
        if button is not None and not button.isChecked():
            button.setChecked(True)
        for other in self.buttons.values():
            other.setFocusPolicy(Qt.FocusPolicy.TabFocus if other.isChecked() else Qt.FocusPolicy.ClickFocus)

    def lock(self, values: Sequence[str], reason: str = "") -> None:
        """Close these choices, with a padlock and the reason; all others are open again."""
        for value, button in self.buttons.items():
            closed = value in values
            button.setEnabled(not closed)
            if closed == button.icon().isNull():
                button.setIcon(icon("lock-outline", "third") if closed else QIcon())
                beside, only = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonTextOnly
                button.setToolButtonStyle(beside if closed else only)
            if reason:
                button.setToolTip(reason if closed else "")
        self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose, as in a group of radio buttons."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        values = [value for value, button in self.buttons.items() if button.isEnabled()]
        if step is None or self.value not in values:
            super().keyPressEvent(event)
            return
        button = self.buttons[values[(values.index(self.value) + step) % len(values)]]
        button.setFocus(Qt.FocusReason.TabFocusReason)
        button.click()

    def restyle(self) -> None:
        """Take heights at the new scale; the widest (bold) text sets the width."""
        super().restyle()
        for button in self.buttons.values():
            button.setFixedHeight(px(26))
            glyph = 0 if button.icon().isNull() else px(14)
            button.setIconSize(QSize(glyph, glyph))
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + px(28) + glyph)

    def retranslate(self) -> None:
        """Fit the widths to the new words."""
        self.restyle()
        for button in self.buttons.values():
            tip = tr(button.property("tip"))
            button.setToolTip("" if tip == button.property("tip") else tip)
