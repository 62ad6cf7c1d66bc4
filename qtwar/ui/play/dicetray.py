"""The dice tray: dice that fall for 400 ms, modifiers by name, the total and what it means; or empty dice to type."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from qtwar.base.text import Message
from qtwar.ui.docks.odds import paint_die
from qtwar.ui.facts import Roll
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import Speaks, language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.rich import Rich, cited
from qtwar.ui.widgets.stepper import Stepper

FALL_MS = 400
BEFORE = 4
"""How many rolls before the last one are listed: both sides' dice of a fight, and what came of them."""


class Dice(Speaks, QWidget):
    """A row of dice, each a square with its number."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[int] = []
        self._clock = QElapsedTimer()
        self._timer = timer(self, 40, self._tick, once=False)
        self._turn = 0

    def show_dice(self, values: list[int], *, fall: bool) -> None:
        """Show values; let them fall first where motion is on."""
        self.values = values
        self.setAccessibleName(", ".join(str(v) for v in values))
        if fall and current().motion:
            self._clock.start()
            self._timer.start()
        self.updateGeometry()
        self.update()

    def _tick(self) -> None:
        self._turn += 1
        if self._clock.elapsed() >= FALL_MS:
            self._timer.stop()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for one square a die."""
        return QSize(max(1, len(self.values)) * px(52), px(56))

    def minimumSizeHint(self) -> QSize:
        """Return room for all dice: none is cut off."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dice, turned a little while they fall."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = px(40)
        for n, value in enumerate(self.values):
            shown, angle = value, 0.0
            if self._timer.isActive():
                # Any face will do while it rolls: this is a picture, not a die.
                shown = (self._turn * 5 + n * 2) % 6 + 1
                angle = (self._turn * 37 + n * 20) % 90
            painter.save()
            painter.translate(n * px(52) + px(26), self.height() / 2)
            painter.rotate(angle)
            paint_die(painter, QRectF(-side / 2, -side / 2, side, side), shown)
            painter.restore()


LOOSE = (6, 10)
"""Dice that can be rolled whenever one likes on the free table."""


class DiceTray(Panel):
    """Comes up when a roll is due; `wanted` tells the shelf so."""

    wanted = Signal()

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", row=True, margins=(12, 8, 12, 8), spacing=16)
        self.model = model
        self.roll: Roll | None = None
        self.rolled: list[Roll] = []  # before it, the latest first
        self.seen_by = ""
        self.faces: tuple[int, ...] = ()
        self.dice = Dice()
        self.words = Panel(spacing=2)
        self.label = TextLabel("strong")
        self.lines = Panel(spacing=1)
        self.total = TextLabel("heading")
        self.words.lay(self.label, self.lines, self.total, None)
        self.hand = Panel(row=True, spacing=8)
        self.field = QLineEdit()
        self.say(self.field.setAccessibleName, "dice.type")
        self.field.returnPressed.connect(self._give)
        self.give = Button("dice.give", kind="primary", icon_name="check", then=self._give)
        self.problem = TextLabel("warn", wrap=True)
        self.hand.lay(self.field, self.give, self.problem, grow=self.problem)
        self.hand.hide()
        self.before = Panel(spacing=1)
        self.lay(self.dice, self.words, self.before, grow=self.words)
        self.lay(self.hand, grow=self.hand)
        self.loose = Panel(row=True, spacing=6)
        self.number = Stepper(1, 20)
        self.number.set_value(2, tell=False)
        self.say(self.number.setAccessibleName, "dice.free_count")
        self.loose.lay(self.number)
        for sides in LOOSE:
            button = Button(kind="compact", text=f"d{sides}", then=partial(self._roll_loose, sides))
            button.setAccessibleName(f"{tr('dice.free')} d{sides}")
            self.loose.lay(button)
        self.lay(self.loose)
        model.settings.changed.connect(self._free)
        model.position.changed.connect(self._position_changed)
        self._free()
        model.actions.rolled.connect(self.show_roll)
        model.actions.dice_wanted.connect(self.ask)
        self._say()

    def _position_changed(self, _: object) -> None:
        """Dice are open to all, what made of them the result is not: who sits down next sees the dice alone."""
        if self.roll is not None and self.model.position.seat != self.seen_by:
            self.roll, *self.rolled = [replace(r, modifiers=(), total="", result="") for r in (self.roll, *self.rolled)]
            self.seen_by = self.model.position.seat
            self._say()
        self._free()

    def _free(self) -> None:
        """Dice for the taking, while no rules say when to roll."""
        self.loose.setVisible(self.model.settings.strictness == "off")

    def _roll_loose(self, sides: int) -> None:
        self.model.free("roll", n=self.number.value, d=sides)

    def show_roll(self, roll: Roll) -> None:
        """Show dice that fell."""
        if self.roll is not None:
            self.rolled = [self.roll, *self.rolled][:BEFORE]
        self.roll, self.seen_by = roll, self.model.position.seat
        self.hand.hide()
        self.words.show()
        self.dice.show_dice([v for _, v in roll.dice], fall=not roll.by_hand)
        self._say()
        self.wanted.emit()

    def _say(self) -> None:
        clear(self.lines.box)
        clear(self.before.box)
        for one in self.rolled:
            dice = " + ".join(str(value) for _, value in one.dice)
            self.before.lay(Elided("small", text="  ".join(w for w in (f"{one.label}: {dice}", one.result or one.total) if w)))
        self.before.lay(None)
        roll = self.roll
        if roll is None:
            self.label.show_data(tr("dice.none"))
            self.total.show_data("")
            return
        self.label.show_data(roll.label + (f" · {tr('log.by_hand')}" if roll.by_hand else ""))
        for text, value, rule in roll.modifiers:
            self.lines.lay(Rich("small", cited(f"{text} {value}", rule), then=self.model.focus.follow))
        self.total.show_data("  ".join(w for w in (roll.total, roll.result) if w))

    def ask(self, wanted: tuple[tuple[int, ...], Message]) -> None:
        """Ask for dice rolled by hand: `wanted` is (faces of each die, message)."""
        self.faces, message = wanted
        self.dice.show_dice([0] * len(self.faces), fall=False)
        self.words.show()
        self.label.show_data(self.model.title.texts.plain(message, language()))
        clear(self.lines.box)
        self.total.show_data("")
        self.field.clear()
        self.field.setPlaceholderText(" ".join("?" for _ in self.faces))
        self.problem.setText("")
        self.hand.show()
        self.wanted.emit()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def typed(self) -> list[int] | None:
        """Return the dice typed, or None with the problem in words."""
        text = self.field.text().replace(",", " ").split()
        if len(text) == 1 and len(self.faces) > 1 and max(self.faces) < 10:
            text = list(text[0])
        if len(text) != len(self.faces) or not all(word.isdigit() for word in text):
            self.problem.setText(tr("dice.count", n=len(self.faces)))
            return None
        values = [int(word) for word in text]
        for value, faces in zip(values, self.faces, strict=True):
            if not 1 <= value <= faces:
                self.problem.setText(tr("dice.range", value=value, faces=faces))
                return None
        return values

    def _give(self) -> None:
        values = self.typed()
        if values is not None:
            self.hand.hide()
            self.model.actions.give_dice(values)

    def retranslate(self) -> None:
        """Say the roll again."""
        if not self.hand.isVisible():
            self._say()
