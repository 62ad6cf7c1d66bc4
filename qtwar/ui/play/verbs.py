"""Where a piece could do several things: a row of switches below the prompt bar, one for each, or one for each family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QMenu, QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear, pop_below
from qtwar.ui.widgets.flow import FlowLines
from qtwar.ui.widgets.plain import plain

MOST_SWITCHES = 9
"""So many have a digit; where there are more, those of one topic fold into a menu, so that the board keeps its room."""

TOPIC_ROOM = 220
"""So wide, in px at 100 %, is what opens the menu of a topic at most."""


def menu_of(opener: Button, buttons: Sequence[Button]) -> QMenu:
    """Put buttons into a menu that another one opens; each still does what it did."""
    menu = QMenu(opener)
    for button in buttons:
        # behind the tab, where a key would stand, why it can not be done
        action = menu.addAction(button.text() if button.isEnabled() else f"{button.text()}\t{button.toolTip()}")
        action.setEnabled(button.isEnabled())
        action.setToolTip(button.toolTip())
        action.triggered.connect(button.click)
        button.setParent(menu)
        button.hide()
    menu.setToolTipsVisible(True)
    opener.clicked.connect(lambda: pop_below(menu, opener))
    return menu


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
    """Switches, one of them on: the ask that the hand answers. The digits beside them are their keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("verbs", margins=(10, 5, 10, 6), parent=parent)
        self.row = FlowLines(gap=px(6))
        self.box.addLayout(self.row)
        self.buttons: dict[str, Button] = {}
        """By ask, its switch, in the row or in the menu of its topic."""
        self.folds: dict[Button, list[Button]] = {}
        """What opens the menu of a topic → the switches in it."""
        self._shown: list[Button] = []
        self.hide()

    def show_switches(self, buttons: Sequence[Button]) -> None:
        """Show these, one for each ask; none where nothing has to be told apart."""
        clear(self.row)
        self.buttons = {str(button.property("ask")): button for button in buttons}
        self.folds = {}
        self._shown = self._folded(buttons)
        for n, button in enumerate(self._shown, 1):
            pair = Panel(row=True, spacing=3)
            if n <= 9:
                pair.lay(TextLabel("key", text=str(n)))
            self.row.addWidget(pair.lay(button))
            # the one that is on is bold, which Qt does not count when it lays them out; what opens a menu has room for
            # each of its switches from the first, so that nothing moves when one is turned to
            bold, usual = QFontMetrics(current().font(strong=True)), QFontMetrics(current().font())
            texts = [button.text(), *(self._opener_text(own) for own in self.folds.get(button, ()))]
            button.ensurePolished()
            padding = button.sizeHint().width() - usual.horizontalAdvance(button.text())
            button.setMinimumWidth(padding + max(bold.horizontalAdvance(text) for text in texts))
        self.setVisible(bool(buttons))

    def _opener_text(self, on: Button) -> str:
        """Return what stands on the opener of a menu while one of its switches is on, as far as there is room."""
        text = tr("prompt.topic", topic=str(on.property("topic")), what=on.text())
        return QFontMetrics(current().font(strong=True)).elidedText(text, Qt.TextElideMode.ElideRight, px(TOPIC_ROOM))

    def _folded(self, buttons: Sequence[Button]) -> list[Button]:
        """Return what stands in the row: where it would be too much, several switches of a topic as one."""
        kin: dict[str, list[Button]] = {}
        for button in buttons:
            kin.setdefault(str(button.property("topic") or ""), []).append(button)
        if len(buttons) <= MOST_SWITCHES:
            return list(buttons)
        shown: list[Button] = []
        for button in buttons:
            topic = str(button.property("topic") or "")
            own = kin[topic]
            if not topic or len(own) == 1:
                shown.append(button)
            elif own[0] is button:
                opener = Button(text=topic, kind="verb", icon_name="chevron-down")
                opener.setCheckable(True)
                opener.clicked.connect(self.mark)
                menu_of(opener, own)
                self.folds[opener] = own
                shown.append(opener)
        return shown

    def mark(self) -> None:
        """Say on what opens a menu which of its switches is on."""
        for opener, own in self.folds.items():
            on = next((button for button in own if button.isChecked()), None)
            opener.setChecked(on is not None)
            opener.setText(self._opener_text(on) if on is not None else str(own[0].property("topic")))
            opener.setToolTip(plain(on.text() if on is not None else ""))

    def press_number(self, number: int) -> bool:
        """1 … 9: turn to that ask, or open that menu; False where there is none."""
        if self.isHidden() or not 1 <= number <= len(self._shown):
            return False
        self._shown[number - 1].click()
        return True
