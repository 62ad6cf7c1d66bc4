"""The button that lets the reactor fire who is aimed: it takes the place of the one that declines while somebody is."""

from __future__ import annotations

from PySide6.QtCore import Signal

from qtwar.ui.facts import Firer
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import Button, Panel, TextLabel


class ShotBar(Panel):
    """Hidden until somebody is aimed; Enter does what it does."""

    fired = Signal()

    def __init__(self, model: GamePorts) -> None:
        super().__init__(row=True, spacing=8)
        self.model = model
        self.firer: Firer | None = None
        self.button = Button(kind="primary", icon_name="target", then=self.fired.emit)
        self.lay(self.button)
        self.enter = TextLabel("key", "key.enter")
        self.lay(self.enter)
        self.hide()

    def aim(self, firer: Firer | None) -> None:
        """Show who would fire; None hides it."""
        self.firer = firer
        self.retranslate()
        self.setVisible(firer is not None)

    def retranslate(self) -> None:
        """Write the firer's name and place again in the language in force."""
        if self.firer is not None:
            at = self.model.title.place_name(self.model.position.view.spot(self.firer.piece))
            self.button.setText(tr("reaction.fire", at=at))
