"""Buttons of the prompt bar for what is in hand, and for who is aimed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal

from qtwar.base.text import Message
from qtwar.ui.answer import Answer
from qtwar.ui.facts import Firer
from qtwar.ui.game import GamePosition, GameTitle
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import Button, Panel, TextLabel
from qtwar.ui.widgets.plain import plain


@dataclass(frozen=True)
class Held:
    """What is in hand: the counters, what they are taken up for, and the place where letting go now would end it.

    `does`: what letting go does there, such as *Fire*, where it is more than to end a move.
    """

    pieces: tuple[str, ...]
    label: Message | None
    end: str
    does: str = ""


class HandBar(Panel):
    """For whoever has no key at hand: the last step back, leave some here, cancel, end here. Shown while something is carried."""

    land = Signal()
    back = Signal()
    cancel = Signal()
    end = Signal()

    def __init__(self, answer: Answer) -> None:
        super().__init__(row=True, spacing=8)
        self.answer = answer
        self.land_button = Button("hand.land", icon_name="call-split", then=self.land.emit)
        self.back_button = Button("hand.back", icon_name="undo-variant", then=self.back.emit)
        self.cancel_button = Button("hand.cancel", icon_name="close", then=self.cancel.emit)
        self.end_button = Button("hand.end", icon_name="check", kind="primary", then=self.end.emit)
        self.enter = TextLabel("key", "key.enter")
        keys = {self.back_button: "Backspace", self.land_button: "L", self.cancel_button: "Esc", self.end_button: "Enter"}
        for button, key in keys.items():
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys stay with the board
            button.setToolTip(plain(key))
            self.lay(button)
        self.lay(self.enter)
        answer.changed.connect(self.refresh)
        self.hide()

    def show_held(self, held: Held | None) -> None:
        """Follow the hand; None while it is empty."""
        self.setVisible(held is not None)
        if held is not None:
            if held.does:
                self.end_button.unsay(self.end_button.setText)
                self.end_button.setText(held.does)
            else:
                self.end_button.say(self.end_button.setText, "hand.end")
            self.end_button.setEnabled(bool(held.end))
            self.refresh()

    def set_compact(self, compact: bool) -> None:
        """Leave the words out where there is little room."""
        self.enter.setVisible(not compact)
        for button, key in (
            (self.back_button, "hand.back"),
            (self.land_button, "hand.land"),
            (self.cancel_button, "hand.cancel"),
        ):
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
        gone = answer.kind == "move" and (len(answer.path) > 1 or bool(answer.join))
        self.back_button.setVisible(gone)
        self.land_button.setVisible(gone and bool((answer.ask or {}).get("land")) and len(held) > 1)


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
