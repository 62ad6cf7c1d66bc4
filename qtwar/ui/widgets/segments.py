"""A switch of a few words side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton

from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Panel
from qtwar.ui.widgets.plain import plain


class Segments(Panel):
    """Values to choose from; `picked` fires, and `then` is called, when the person chooses another.

    What a value is called is the text `key.value`, or stands in `words`, which come from data.
    """

    picked = Signal(str)

    def __init__(
        self,
        values: Iterable[str],
        key: str,
        value: str = "",
        then: Callable[[str], object] | None = None,
        *,
        name_key: str = "",
        words: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__("segments", row=True, margins=(1, 1, 1, 1), spacing=1)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[str, QToolButton] = {}
        for one in values:
            button = QToolButton()
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            if words is None:
                self.say(button.setText, f"{key}.{one}")
                button.setProperty("tip", f"{key}.{one}.tip")
            else:
                button.setText(words[one])
            button.clicked.connect(lambda _=False, v=one: self._clicked(v))
            self._group.addButton(button)
            self.buttons[one] = button
            self.lay(button)
        self.say(self.setAccessibleName, name_key or key)
        for button in self.buttons.values():  # each of them is what has the keyboard, and is read by its word alone
            self.say(button.setAccessibleDescription, name_key or key)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.restyle()
        self.choose(value)
        if then is not None:
            self.picked.connect(then)

    @property
    def value(self) -> str:
        """The chosen value, or an empty word."""
        return next((value for value, button in self.buttons.items() if button.isChecked()), "")

    def _clicked(self, value: str) -> None:
        self.choose(value)
        self.picked.emit(value)

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
                button.setToolTip(plain(reason if closed else ""))
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
            key = button.property("tip")
            button.setToolTip(plain(tr(key) if key and tr(key) != key else ""))
