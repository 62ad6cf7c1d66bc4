"""Reaction: who may fire, numbered as on the board, and who nearly could with his reason."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from qtwar.ui.facts import Firer
from qtwar.ui.game import Focus, GameActions, action_of, open_asks
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import Panel, TextLabel, clear, set_kind
from qtwar.ui.widgets.empty import Empty


class FirerCard(Panel):
    """One who may react: number, name, detail, chance."""

    clicked = Signal()

    def __init__(self, number: int, firer: Firer) -> None:
        super().__init__("card", row=True, margins=(8, 6, 8, 6), spacing=10)
        words = Panel(spacing=1).lay(TextLabel("strong", text=firer.text), TextLabel("second", text=firer.detail))
        badge, value = TextLabel("chip-plain", text=str(number)), TextLabel("strong", text=firer.value)
        self.lay(badge, words, value, grow=words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{number} {firer.text}, {firer.detail}, {firer.value}")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click takes him."""
        self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the unit as the firer on Space."""
        if event.key() == Qt.Key.Key_Space:
            self.clicked.emit()
        else:
            super().keyPressEvent(event)


class ReactionDock(Panel):
    """Comes forward while somebody may react; 1 to 9 pick, Enter fires."""

    aimed = Signal(object)  # Firer that is picked, or None

    def __init__(self, actions: GameActions, focus: Focus) -> None:
        super().__init__("panel", margins=(12, 4, 12, 8), spacing=6)
        self.game_actions, self.focus = actions, focus
        self.cards: list[FirerCard] = []
        self.firers: list[Firer] = []
        self.picked: Firer | None = None
        actions.offer_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the firers of the running reaction."""
        clear(self.box)
        firers = list(self.game_actions.firers())
        self.let_go()
        self.firers = [f for f in firers if not f.why_not]
        self.cards = []
        if not firers:
            self.lay(Empty("reaction.empty"))
            return
        who, keys = TextLabel("second", "reaction.who"), TextLabel("second", "reaction.keys")
        self.lay(Panel(row=True).lay(who, None, keys))
        for n, firer in enumerate(self.firers, 1):
            card = FirerCard(n, firer)
            card.clicked.connect(lambda f=firer: self.pick(f))
            self.cards.append(card)
            self.lay(card)
        for firer in firers:
            if firer.why_not:
                words = tr("reaction.why_not", who=firer.text, why=firer.why_not)
                self.lay(TextLabel("second", text=words, wrap=True))
        self.lay(None)

    def pick(self, firer: Firer) -> None:
        """Aim; picking him again fires."""
        if self.picked is firer:
            self.fire()
            return
        self.picked = firer
        for card, other in zip(self.cards, self.firers, strict=True):
            set_kind(card, "chosen", "true" if other is firer else "false")
        self.aimed.emit(firer)
        self.focus.blink.emit((firer.piece,))
        self.focus.aim.emit((firer.piece, str(firer.args.get("cell") or "")))
        self.game_actions.odds(dict(firer.args) or {"piece": firer.piece})

    def let_go(self) -> bool:
        """Aim at nobody; False where that was so."""
        if self.picked is None:
            return False
        self.picked = None
        for card in self.cards:
            set_kind(card, "chosen", "false")
        self.focus.aim.emit(None)
        self.aimed.emit(None)
        self.game_actions.odds(None)
        return True

    def pick_number(self, number: int) -> bool:
        """1 to 9; False where there is no such firer."""
        if not 1 <= number <= len(self.firers):
            return False
        self.pick(self.firers[number - 1])
        return True

    def fire(self) -> bool:
        """Answer the ask with the picked firer."""
        firer = self.picked
        ask = next((a for a in open_asks(self.game_actions.offer) if firer and a["id"] == firer.ask), None)
        if firer is None or ask is None:
            return False
        args = dict(firer.args) or {"pieces": [firer.piece]}
        self.game_actions.submit(action_of(ask, self.game_actions.acting, args))
        return True
