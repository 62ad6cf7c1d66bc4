"""New game: a side panel in which everything is preset, so that Start works at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QRadioButton, QScrollArea, QSizePolicy, QWidget

from qtwar.session.begin import NewGame
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import OptionInfo, TitleCard
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, clear, hairline
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper


class NewGamePanel(Panel):
    """`start` gives a NewGame; `closed` when it is not wanted."""

    start = Signal(object)
    closed = Signal()

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("sidepanel")
        self.prefs = prefs
        self.title: TitleCard | None = None
        self.scenario = ""
        self.values: dict[str, Any] = {}
        head = Panel("panel", row=True, margins=(16, 12, 10, 8), spacing=8)
        head.box.addWidget(TextLabel("heading", "newgame.title"), 1)
        head.box.addWidget(IconButton("close", "dock.close", size=28, then=self.closed.emit))
        head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.form = Panel("panel", margins=(16, 4, 16, 12), spacing=8)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.form)
        foot = Panel("panel", margins=(16, 8, 16, 16))
        self.go = Button("newgame.start", kind="primary", icon_name="play", then=self._start)
        foot.box.addWidget(self.go)
        self.box.addWidget(head)
        self.box.addWidget(area, 1)
        self.box.addWidget(hairline())
        self.box.addWidget(foot)
        self.restyle()

    def restyle(self) -> None:
        """Take the width at the new scale."""
        super().restyle()
        self.setMinimumWidth(px(380))

    def show_title(self, title: TitleCard, scenario: str) -> None:
        """Ask about a game of a title."""
        self.title, self.scenario = title, scenario or (title.scenarios[0].id if title.scenarios else "")
        self._preset()
        self._build()
        self.go.setFocus(Qt.FocusReason.OtherFocusReason)

    def _preset(self) -> None:
        """Begin with what the scenario says of the options, else with their defaults."""
        assert self.title is not None
        info = next((s for s in self.title.scenarios if s.id == self.scenario), None)
        self.values = {option.id: option.default for option in self.title.options}
        self.values |= {ident: value for ident, value in (info.options if info else {}).items() if ident in self.values}

    def _head(self, key: str) -> None:
        self.form.box.addWidget(TextLabel("caps", key))

    def _build(self) -> None:
        assert self.title is not None
        clear(self.form.box)
        info = next((s for s in self.title.scenarios if s.id == self.scenario), None)
        self._head("newgame.scenario")
        self.scenarios = QComboBox()
        self.scenarios.setAccessibleName(tr("newgame.scenario"))
        for s in self.title.scenarios:
            self.scenarios.addItem(f"{s.name}  {s.period}".strip(), s.id)
        self.scenarios.setCurrentIndex(max(0, self.scenarios.findData(self.scenario)))
        self.scenarios.activated.connect(self._other)
        self.form.box.addWidget(self.scenarios)
        self._head("newgame.seats")
        self.seats: dict[str, QRadioButton] = {}
        holder = QWidget()
        holder.setProperty("kind", "clear")
        group = Panel(spacing=0)
        solo = self.title.solo
        for value in ("hotseat", "both"):
            radio = QRadioButton(tr("newgame.seats.solo" if solo and value == "both" else f"newgame.seats.{value}"))
            radio.setChecked(value == ("both" if solo else "hotseat"))
            radio.setVisible(not solo or value == "both")
            self.seats[value] = radio
            group.box.addWidget(radio)
        self.form.box.addWidget(group)
        self.names: dict[str, QLineEdit] = {}
        for side, name in () if solo else self.title.sides:
            field = QLineEdit()
            field.setPlaceholderText(tr("newgame.player", side=name))
            field.setAccessibleName(tr("newgame.player", side=name))
            self.names[side] = field
            self.form.box.addWidget(field)
        self._head("newgame.setup")
        self.setup = Segments((("quick", "newgame.quick"), ("free", "newgame.free")), "newgame.setup")
        quick = info is None or info.has_quick
        self.setup.choose("quick" if quick else "free")
        self.setup.buttons["quick"].setEnabled(quick)
        self.form.box.addWidget(self.setup)
        self._head("newgame.rules")
        self.rules = Segments(
            (("off", "rules.off"), ("warn", "rules.warn"), ("enforce", "rules.enforce")), "toolbar.rules_name"
        )
        free = self.title.coverage is None
        self.rules.choose("off" if free else self.prefs.get("strictness"))
        self.form.box.addWidget(self.rules)
        if free:
            self.rules.lock(("warn", "enforce"), tr("toolbar.no_rules"))
            why = TextLabel("second", "toolbar.no_rules")
            why.setWordWrap(True)
            self.form.box.addWidget(why)
        self._head("newgame.dice")
        self.dice = Segments((("program", "newgame.dice.program"), ("hand", "newgame.dice.hand")), "newgame.dice")
        self.dice.choose(self.prefs.get("dice"))
        self.form.box.addWidget(self.dice)
        for segments in (self.setup, self.rules, self.dice):
            segments.picked.connect(segments.choose)
        options = [o for o in self.title.options if not o.scenarios or self.scenario in o.scenarios]
        if options:
            self._head("newgame.options")
        for option in options:
            self._option(option)
        self.form.box.addStretch(1)

    def _option(self, option: OptionInfo) -> None:
        name = f"{option.name} ({option.rule})" if option.rule else option.name
        if option.kind == "bool":
            box = QCheckBox()
            row = Panel(row=True, spacing=8)
            words = TextLabel()
            words.setText(name)
            words.setWordWrap(True)
            box.setAccessibleName(name)
            box.setChecked(bool(self.values[option.id]))
            box.toggled.connect(lambda on, i=option.id: self.values.__setitem__(i, on))
            row.box.addWidget(box, 0, Qt.AlignmentFlag.AlignTop)
            row.box.addWidget(words, 1)
            row.setToolTip(option.help)
            self.form.box.addWidget(row)
            return
        label = TextLabel()
        label.setText(name)
        label.setWordWrap(True)
        label.setToolTip(option.help)
        self.form.box.addWidget(label)
        if option.kind == "choice":
            combo = QComboBox()
            combo.setAccessibleName(name)
            for value, text in option.choices:
                combo.addItem(text, value)
            combo.setCurrentIndex(max(0, combo.findData(self.values[option.id])))
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(12)
            combo.activated.connect(lambda n, c=combo, i=option.id: self.values.__setitem__(i, c.itemData(n)))
            self.form.box.addWidget(combo)
        else:
            stepper = Stepper(option.low, option.high)
            stepper.setAccessibleName(name)
            stepper.set_value(int(self.values[option.id]), tell=False)
            stepper.changed.connect(lambda n, i=option.id: self.values.__setitem__(i, n))
            self.form.box.addWidget(stepper, 0, Qt.AlignmentFlag.AlignLeft)

    def _other(self, index: int) -> None:
        self.scenario = self.scenarios.itemData(index)
        self._preset()
        self._build()

    def game(self) -> NewGame:
        """Return what is asked for now."""
        assert self.title is not None
        return NewGame(
            title=self.title.id,
            scenario=self.scenario,
            seats="hotseat" if self.seats["hotseat"].isChecked() else "both",
            quick=self.setup.value == "quick",
            strictness=self.rules.value or "enforce",
            dice=self.dice.value or "program",
            options=dict(self.values),
            players=tuple((side, field.text().strip()) for side, field in self.names.items()),
        )

    def _start(self) -> None:
        if self.title is not None and self.scenario:
            self.start.emit(self.game())

    def retranslate(self) -> None:
        """Build the form in the new language; the page gives the title again."""
        if self.title is not None:
            self._build()
