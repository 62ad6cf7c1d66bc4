"""Buttons of the prompt bar for what is in hand, and for who is aimed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal

from qtwar.ui.answer import Answer
from qtwar.ui.facts import Firer
from qtwar.ui.game import GamePosition, GameTitle
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import Button, Panel, TextLabel
from qtwar.ui.widgets.plain import plain


class HandBar(Panel):
    """For whoever has no key at hand: leave some here, the last step back. Shown beyond the first step of a carry."""

    land = Signal()
    back = Signal()

    def __init__(self, answer: Answer) -> None:
        super().__init__(row=True, spacing=8)
        self.answer = answer
        self.land_button = Button("hand.land", icon_name="call-split", then=self.land.emit)
        self.back_button = Button("hand.back", icon_name="undo-variant", then=self.back.emit)
        for button, key in ((self.back_button, "Backspace"), (self.land_button, "L")):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys stay with the board
            button.setToolTip(plain(key))
            self.lay(button)
        answer.changed.connect(self.refresh)
        self.hide()

    def set_compact(self, compact: bool) -> None:
        """Leave the words out where there is little room."""
        for button, key in ((self.back_button, "hand.back"), (self.land_button, "hand.land")):
            button.say(button.setAccessibleName, key)
            if compact:
                button.unsay(button.setText)
                button.setText("")
            else:
                button.say(button.setText, key)

    def refresh(self) -> None:
        """Show what can be done with who is still in hand."""
        answer = self.answer
        left = {piece for pieces in answer.land.values() for piece in pieces}
        joined = [piece for pieces in answer.join.values() for piece in pieces]
        held = [piece for piece in (*answer.pieces, *joined) if piece not in left]
        self.land_button.setVisible(bool((answer.ask or {}).get("land")) and len(held) > 1)
        self.setVisible(answer.kind == "move" and (len(answer.path) > 1 or bool(answer.join)))


class ShotBar(Panel):
    """Lets the reactor fire who is aimed, in place of the button that declines; hidden until somebody is. Enter does it too."""

    fired = Signal()

    def __init__(self, title: GameTitle, position: GamePosition) -> None:
        super().__init__(row=True, spacing=8)
        self.title, self.position = title, position
        self.firer: Firer | None = None
        self.button = Button(kind="primary", icon_name="target", then=self.fired.emit)
        self.enter = TextLabel("key", "key.enter")
        self.lay(self.button, self.enter)
        self.hide()

    def aim(self, firer: Firer | None) -> None:
        """Show who would fire; None hides it."""
        self.firer = firer
        self.retranslate()
        self.setVisible(firer is not None)

    def retranslate(self) -> None:
        """Write the firer's name and place again in the language in force."""
        if self.firer is not None:
            at = self.title.place_name(self.position.view.spot(self.firer.piece))
            self.button.setText(tr("reaction.fire", at=at))
