"""Where a piece could do several things: a row of switches below the prompt bar, one for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtGui import QFontMetrics

from qtwar.base.text import Message
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear
from qtwar.ui.widgets.flow import FlowLines

Ask = Mapping[str, Any]


def overlapping(asks: Sequence[Ask]) -> bool:
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

    def __init__(self, model: GamePorts) -> None:
        super().__init__("verbs", margins=(10, 5, 10, 6))
        self.model = model
        self.row = FlowLines(gap=px(6))
        self.box.addLayout(self.row)
        self.buttons: dict[str, Button] = {}
        self.hide()

    def show_asks(self, asks: Sequence[Ask], label: Callable[[Message | None, str], str]) -> None:
        """Draw a switch for each ask; none where nothing has to be told apart."""
        clear(self.row)
        self.buttons = {}
        for n, ask in enumerate(asks, 1):
            name = label(ask.get("label"), f"ask.{ask['kind']}")
            pair = Panel(row=True, spacing=3)
            button = Button(kind="verb")
            button.setCheckable(True)
            button.setText(name)
            button.setProperty("ask", ask["id"])
            button.setAccessibleName(name)
            rule = ask.get("rule")
            if rule:
                button.setToolTip(tr("prompt.rule", rule=str(rule)))
            button.clicked.connect(lambda _=False, a=ask: self.turn(a))
            if n <= 9:
                key = TextLabel("key")
                key.setText(str(n))
                pair.box.addWidget(key)
            pair.box.addWidget(button)
            self.row.addWidget(pair)
            # the one that is on is bold, which Qt does not count when it lays them out
            bold = QFontMetrics(current().font(strong=True)).horizontalAdvance(name)
            plain = QFontMetrics(current().font()).horizontalAdvance(name)
            button.ensurePolished()
            button.setMinimumWidth(button.sizeHint().width() + max(0, bold - plain))
            self.buttons[str(ask["id"])] = button
        self.setVisible(bool(asks))
        self.follow()

    def turn(self, ask: Ask) -> None:
        """Make the hand answer an ask."""
        self.model.answer.start(ask)

    def follow(self) -> None:
        """Show which ask the hand answers."""
        current = (self.model.answer.ask or {}).get("id")
        for ident, button in self.buttons.items():
            button.setChecked(ident == current)

    def press_number(self, number: int) -> bool:
        """1 … 9: turn to that ask; False where there is none."""
        buttons = list(self.buttons.values())
        if self.isHidden() or not 1 <= number <= len(buttons):
            return False
        buttons[number - 1].click()
        return True
