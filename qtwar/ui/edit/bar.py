"""The bar above a page: buttons give their words up, one after the other, where there is no room for them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent

from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel
from qtwar.ui.widgets.plain import plain

Deed = tuple[str, str, Callable[[], object]]


class Bar(Panel):
    """A toolbar 42 high, with a button for each deed: text key, icon, what it does.

    A button without its words keeps them as name and tip.
    """

    def __init__(self, *deeds: Deed, kind: str = "") -> None:
        super().__init__("toolbar", row=True, margins=(12, 4, 12, 4), spacing=8, high=42)
        self._words: dict[Button, str] = {}
        self._kind = kind
        self.deeds(*deeds)
        self.fit()

    def deeds(self, *deeds: Deed) -> None:
        """Add a button for each deed."""
        self.lay(*(Button(key, kind=self._kind, icon_name=icon, then=then) for key, icon, then in deeds))

    def restyle(self) -> None:
        """Fit the words in at the new scale."""
        super().restyle()
        self.fit()

    def retranslate(self) -> None:
        """The words in the new language."""
        self._words = {}
        self.fit()

    def _buttons(self) -> list[Button]:
        items = [self.box.itemAt(n).widget() for n in range(self.box.count())]
        return [w for w in items if isinstance(w, Button) and not w.icon().isNull()]

    def minimumSizeHint(self) -> QSize:
        """As narrow as the icons."""
        return QSize(px(200), super().minimumSizeHint().height())

    def fit(self) -> None:
        """Show as many words as there is room for; the last buttons give theirs up first."""
        buttons = self._buttons()
        for button in buttons:
            if button in self._words:
                button.setText(self._words.pop(button))
        for button in reversed(buttons):
            if self.box.minimumSize().width() + px(40) <= self.width():
                break
            self._words[button] = button.text()
            button.setAccessibleName(button.text())
            button.setToolTip(plain(button.text()))
            button.setText("")
            self.box.invalidate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or less room."""
        super().resizeEvent(event)
        self.fit()
