"""Who must act: icon and name on the side's own colour."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from qtwar.base.colours import hexed
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.theme.tokens import ink_on
from qtwar.ui.widgets.basics import Panel, TextLabel


class SideBadge(Panel):
    """`show_side` dresses it; without a side it is hidden by its owner."""

    def __init__(self) -> None:
        super().__init__("badge", row=True, margins=(12, 4, 12, 4), spacing=8)
        self._icon, self._colour, self._ink = "flag-variant", "", ""
        self.picture = QLabel()
        self.name = TextLabel("strong")
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.lay(self.picture, self.name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_side(self, name: str, colour: str, ink: str, icon_name: str) -> None:
        """Show a side in its print colours."""
        self._icon, self._colour = icon_name, hexed(colour)
        self._ink = hexed(ink, ink_on(self._colour))
        self.name.show_data(name)
        self.setAccessibleName(name)
        self._dress()

    def text(self) -> str:
        """Return the side's name as it is shown."""
        return self.name.text()

    def _dress(self) -> None:
        if self._colour:
            self.setStyleSheet(
                f"QFrame[kind='badge'] {{ background:{self._colour}; border:0; border-radius:{px(6)}px; }}"
                f"QLabel {{ color:{self._ink}; background:transparent; }}"
            )
            self.picture.setPixmap(icon(self._icon, self._ink).pixmap(QSize(px(16), px(16))))

    def restyle(self) -> None:
        """Round its corners and draw its icon at the new scale."""
        super().restyle()
        if self.__dict__.get("_colour") and self.property("scale") != px(100):
            self.setProperty("scale", px(100))
            self._dress()
