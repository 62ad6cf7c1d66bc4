"""Where a piece could do several things: a row of switches below the prompt bar, one for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtGui import QFontMetrics

from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear
from qtwar.ui.widgets.flow import FlowLines


def overlapping(asks: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a piece, or a place, could answer more than one ask, so that a switch is needed."""
    seen: set[str] = set()
    for ask in asks:
        mine = {*(ask.get("pieces") or ()), *(() if ask.get("pieces") else (ask.get("cells") or ()))}
        if mine & seen:
            return True
        seen |= mine
    return False


class VerbBar(Panel):
    """Switches, one of them on: the ask that the hand answers. The digits are their keys where no answers want them."""

    def __init__(self) -> None:
        super().__init__("verbs", margins=(10, 5, 10, 6))
        self.row = FlowLines(gap=px(6))
        self.box.addLayout(self.row)
        self.buttons: dict[str, Button] = {}
        self.hide()

    def show_switches(self, buttons: Sequence[Button]) -> None:
        """Show these, one for each ask; none where nothing has to be told apart."""
        clear(self.row)
        self.buttons = {str(button.property("ask")): button for button in buttons}
        for n, button in enumerate(buttons, 1):
            pair = Panel(row=True, spacing=3)
            if n <= 9:
                pair.lay(TextLabel("key", text=str(n)))
            self.row.addWidget(pair.lay(button))
            # the one that is on is bold, which Qt does not count when it lays them out
            bold = QFontMetrics(current().font(strong=True)).horizontalAdvance(button.text())
            plain = QFontMetrics(current().font()).horizontalAdvance(button.text())
            button.ensurePolished()
            button.setMinimumWidth(button.sizeHint().width() + max(0, bold - plain))
        self.setVisible(bool(buttons))

    def press_number(self, number: int) -> bool:
        """1 … 9: turn to that ask; False where there is none."""
        buttons = list(self.buttons.values())
        if self.isHidden() or not 1 <= number <= len(buttons):
            return False
        buttons[number - 1].click()
        return True
