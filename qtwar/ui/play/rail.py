"""The left rail: one button a dock, help and settings at its foot."""

from __future__ import annotations

from qtwar.ui.actions import BY_ID, Actions
from qtwar.ui.widgets.basics import IconButton, Panel

DOCKS = ("dock_oob", "dock_stack", "dock_odds", "dock_orders", "dock_log", "dock_tables", "shelf", "dock_history", "dock_bookmarks")


class Rail(Panel):
    """Switches that follow the actions they stand for."""

    def __init__(self, actions: Actions) -> None:
        super().__init__("rail", margins=(4, 6, 4, 6), spacing=4)
        self.buttons: dict[str, IconButton] = {}
        for ident in DOCKS:
            self._add(actions, ident, checkable=True)
        self.box.addStretch(1)
        for ident in ("shortcuts", "settings"):
            self._add(actions, ident, checkable=False)

    def _add(self, actions: Actions, ident: str, *, checkable: bool) -> None:
        command = BY_ID[ident]
        button = IconButton(command.icon, command.text, checkable=checkable, shortcut=", ".join(actions.keys(ident)[:1]))
        action = actions[ident]
        button.clicked.connect(lambda: action.trigger())
        if checkable:
            action.toggled.connect(button.setChecked)
            button.setChecked(action.isChecked())
        self.buttons[ident] = button
        self.box.addWidget(button)
