"""The left rail: one button a dock, help and settings at its foot."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QResizeEvent

from qtwar.ui.actions import BY_ID, Actions
from qtwar.ui.i18n import suited
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton, Panel

DOCKS = (
    "dock_oob",
    "dock_stack",
    "dock_odds",
    "dock_orders",
    "dock_log",
    "dock_tables",
    "shelf",
    "dock_history",
    "dock_bookmarks",
    "dock_agenda",
)


class Rail(Panel):
    """Switches that follow the actions they stand for."""

    def __init__(self, actions: Actions, ground: str = "") -> None:
        super().__init__("rail", margins=(4, 6, 4, 6), spacing=4, wide=40)
        self.buttons: dict[str, IconButton] = {}
        self._ground = ground
        for ident in DOCKS:
            self._add(actions, ident, checkable=True)
        self.lay(None)
        for ident in ("shortcuts", "settings"):
            self._add(actions, ident, checkable=False)

    def _add(self, actions: Actions, ident: str, *, checkable: bool) -> None:
        command = BY_ID[ident]
        button = IconButton(
            command.icon, suited(command.text, self._ground), checkable=checkable, shortcut=", ".join(actions.keys(ident)[:1])
        )
        action = actions[ident]
        button.clicked.connect(lambda: action.trigger())
        if checkable:
            action.toggled.connect(button.setChecked)
            button.setChecked(action.isChecked())
        self.buttons[ident] = button
        self.lay(button)

    def minimumSizeHint(self) -> QSize:
        """It can always be as low as the window: its buttons shrink."""
        return QSize(px(40), px(100))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the buttons to the height."""
        super().resizeEvent(event)
        self.fit()

    def restyle(self) -> None:
        """Fit the buttons at the new scale, after they have restyled themselves."""
        super().restyle()
        QTimer.singleShot(0, self, self.fit)

    def fit(self) -> None:
        """In a low window the buttons move together and then shrink, so that none is cut off."""
        room = (self.height() - px(12)) // len(self.buttons)
        gap = px(4) if room >= px(36) else 0
        self.box.setSpacing(gap)
        side = max(24, min(px(32), room - gap))
        for button in self.buttons.values():
            button.setFixedSize(px(32), side)
            glyph = min(px(18), side - 2)
            button.setIconSize(QSize(glyph, glyph))
