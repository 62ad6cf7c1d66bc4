"""What is done on the way, as buttons for whoever has no key at hand: leave some here, the last step back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal

from qtwar.ui.game import GamePorts
from qtwar.ui.widgets.basics import Button, Panel


class HandBar(Panel):
    """Shown while a force is carried beyond its first step."""

    land = Signal()
    back = Signal()

    def __init__(self, model: GamePorts) -> None:
        super().__init__(row=True, spacing=8)
        self.model = model
        self.land_button = Button("hand.land", icon_name="call-split", then=self.land.emit)
        self.back_button = Button("hand.back", icon_name="undo-variant", then=self.back.emit)
        for button, key in ((self.back_button, "Backspace"), (self.land_button, "L")):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys stay with the board
            button.setToolTip(key)
            self.lay(button)
        model.answer.changed.connect(self.refresh)
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
        answer = self.model.answer
        left = {piece for pieces in answer.land.values() for piece in pieces}
        joined = [piece for pieces in answer.join.values() for piece in pieces]
        held = [piece for piece in (*answer.pieces, *joined) if piece not in left]
        self.land_button.setVisible(bool((answer.ask or {}).get("land")) and len(held) > 1)
        self.setVisible(answer.kind == "move" and (len(answer.path) > 1 or bool(answer.join)))
