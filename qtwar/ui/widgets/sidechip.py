"""A chip that wears a side's own colour."""

from __future__ import annotations

from qtwar.ui.theme.tokens import ink_on
from qtwar.ui.widgets.basics import TextLabel


class SideChip(TextLabel):
    """A word or number on a side's own colour."""

    def __init__(self, text: str, colour: str, ink: str = "") -> None:
        super().__init__("chip")
        self.setText(text)
        self.set_colours(colour, ink)

    def set_colours(self, colour: str, ink: str = "") -> None:
        """Wear other colours; none at all until a side is known."""
        self._colours = (colour, ink or (ink_on(colour) if colour else ""))
        self.restyle()

    def restyle(self) -> None:
        """Wear the side's colour; it is the title's, not the theme's."""
        colour, ink = self._colours
        sheet = f"background:{colour};color:{ink};" if colour else ""
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)
