"""Shift+F5: at which turn and phase, and under which strictness, the throw-away game of a draft begins."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from qtwar.session.begin import PlayStart
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.facts import STRICTNESS
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, ChoiceBox, Panel, TextLabel
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper


class PlayFrom(Panel):
    """Floats below the button *Play from here*; Enter plays, Esc puts it away. It keeps what was chosen last."""

    closed = Signal()
    """It was put away without playing."""

    def __init__(self, model: EditModel, over: QWidget, below: QWidget) -> None:
        super().__init__("floating", margins=(16, 12, 16, 14), spacing=8, parent=over)
        self.model, self.over, self.below = model, over, below
        self.turn = Stepper(1, 1)
        self.phase = ChoiceBox(name_key="edit.play.phase", whole=True)
        self.phase.setMinimumContentsLength(24)
        self.side = ChoiceBox(name_key="edit.play.side", whole=True)
        self.side.setMinimumContentsLength(16)
        self.rules = Segments(STRICTNESS, "rules", name_key="edit.play.rules")
        self.go = Button("edit.play_from_here", kind="primary", icon_name="play", then=self.start)
        self.lay(TextLabel("strong", "edit.play.title"))
        self.rows: dict[str, QWidget] = {}
        for key, part in (("phase", self.phase), ("turn", self.turn), ("side", self.side), ("rules", self.rules)):
            word = TextLabel("second-body", f"edit.play.{key}")
            word.setMinimumWidth(px(90))
            self.rows[key] = Panel(row=True, spacing=10).lay(word, part, None)
            self.lay(self.rows[key])
        self.lay(Panel(row=True).lay(None, self.go))
        self.phase.currentIndexChanged.connect(lambda _: self._fit_rest())
        self.hide()

    def open(self) -> None:
        """Show what the shown scenario can begin with, and take the keys."""
        side, scenario = self.side.value, self.model.shown_scenario
        self.phase.offer([(PlayStart(), tr("edit.play.set_up")), *self.model.play_phases()])
        self.side.offer(named(self.model.content.sides))
        self.side.choose(side or self.model.first_side())
        self.turn.set_limits(1, (scenario.turns if scenario is not None else None) or 99)
        self.rows["phase"].setVisible(self.phase.count() > 1)
        self.rows["rules"].setVisible(self.model.has_rules)
        self.rules.choose(self.model.strictness)
        self.rows["side"].setVisible(self.side.count() > 1)
        self._fit_rest()
        self.setFixedWidth(px(400))
        self.adjustSize()
        self.move(self.over.width() - self.width() - px(12), self.below.height() + px(6))
        self.show()
        self.raise_()
        (self.phase if self.phase.count() > 1 else self.turn.field).setFocus(Qt.FocusReason.PopupFocusReason)

    def _fit_rest(self) -> None:
        """Rules begin their first turn with the set-up: a later one needs a phase to stand at, which may be one side's."""
        chosen: PlayStart | None = self.phase.value
        free = not self.model.has_rules or self.phase.currentIndex() > 0
        self.turn.setEnabled(free)
        if not free:
            self.turn.set_value(1)
        self.side.setEnabled(free and chosen is not None and not chosen.side)
        if not self.side.isEnabled():
            self.side.choose((chosen.side if chosen is not None else "") or self.model.first_side())

    def start(self) -> None:
        """Start a trial game from the chosen phase, turn and side."""
        chosen: PlayStart = self.phase.value
        self.hide()
        self.model.strictness = self.rules.value
        side = self.side.value if self.side.isEnabled() else chosen.side
        self.model.play(replace(chosen, turn=self.turn.value, side=side or "", strictness=self.rules.value))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter plays, Esc puts it away."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.start()
        elif event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    def put_away(self) -> None:
        """Back to what was in hand."""
        self.hide()
        self.closed.emit()

    def refresh(self) -> None:
        """Say the phases."""
        if self.isVisible():
            self.open()
