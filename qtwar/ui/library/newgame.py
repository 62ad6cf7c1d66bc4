"""New game: a side panel in which everything is preset, so that Start works at once."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLineEdit, QRadioButton

from qtwar.session.begin import NewGame
from qtwar.ui.facts import DICE, STRICTNESS
from qtwar.ui.i18n import tr
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.library.hosttable import HostForm
from qtwar.ui.library.mailchoices import MailChoices
from qtwar.ui.library.model import OptionInfo, TitleCard
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import ChoiceBox, Panel, TextLabel, clear
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper

SEATS = ("hotseat", "both", "table", "mail")


class NewGamePanel(AskingPanel):
    """`start` gives a NewGame, `host` a NewTable where it is played at a table; `closed` when it is not wanted."""

    start = Signal(object)
    host = Signal(object)  # NewTable

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("newgame.title", "newgame.start", "play")
        self.prefs = prefs
        self.title: TitleCard | None = None
        self.scenario = ""
        self.who = ""  # at this screen, all sides, at a table, by mail
        self.values: dict[str, Any] = {}

    def show_title(self, title: TitleCard, scenario: str) -> None:
        """Ask about a game of a title."""
        if self.title is None or self.title.id != title.id:
            self.who = ""
        self.title = title
        self._turn_to(scenario or (title.scenarios[0].id if title.scenarios else ""))

    def take_keyboard(self) -> None:
        """Give the keyboard to the seats, the first thing that is chosen: arrows choose there, Enter starts."""
        self.seated.show()  # what is not seen yet takes no keyboard
        self.seats[self.who].setFocus(Qt.FocusReason.TabFocusReason)

    def _turn_to(self, scenario: str) -> None:
        """Begin with what the scenario says of the options, else with their defaults."""
        assert self.title is not None
        self.scenario = scenario
        self.values = {option.id: option.default for option in self.title.options}
        for info in self.title.scenarios:
            if info.id == scenario:
                self.values |= {ident: value for ident, value in info.options.items() if ident in self.values}
        self._build()

    def _choose(self, scenario: str) -> None:
        """Turn to a scenario that was chosen in the list, which keeps the keyboard."""
        self._turn_to(scenario)
        self.scenarios.show()  # what is not seen yet takes no keyboard
        self.scenarios.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        assert self.title is not None
        title, free = self.title, self.title.coverage is None
        clear(self.form.box)
        listed = [(s.id, s.name) for s in title.scenarios]  # when it happened stands beside it in the library
        self.scenarios = ChoiceBox(listed, self.scenario, self._choose)
        self.ask("newgame.scenario", self.scenarios)
        self.seats: dict[str, QRadioButton] = {}
        self.seated = Panel(spacing=0)
        group = QButtonGroup(self.seated)  # Tab comes to the chosen one of them, from below too
        places = ("both", "table") if title.solo else SEATS
        if self.who not in places:
            self.who = "both" if title.solo else "hotseat"
        for value in SEATS:
            solo = {"both": "solo", "table": "solo_table"} if title.solo else {}
            radio = QRadioButton(tr(f"newgame.seats.{solo.get(value, value)}"))
            radio.setChecked(value == self.who)
            radio.toggled.connect(partial(self._seat, value))
            group.addButton(radio)
            self.seats[value] = radio
        self.ask("newgame.seats", self.seated.lay(*self.seats.values()))
        for value, radio in self.seats.items():
            radio.setVisible(value in places)  # not before they stand in the panel: they would be windows
        self.mail = MailChoices(title)
        self.form.lay(self.mail)
        self.mail.hide()
        self.names: dict[str, QLineEdit] = {}
        self.named = Panel(spacing=8)
        for side, name in () if title.solo else title.sides:
            self.names[side] = field = QLineEdit()
            field.setPlaceholderText(tr("newgame.player", side=name))
            field.setAccessibleName(tr("newgame.player", side=name))
            self.named.lay(field)
        self.hosting = HostForm(title.sides, self.prefs, solo=title.solo)
        self.form.lay(self.named, self.hosting)
        quick = all(info.has_quick for info in title.scenarios if info.id == self.scenario)
        self.setup = Segments(("quick", "free"), "newgame", "quick" if quick else "free", name_key="newgame.setup")
        self.setup.buttons["quick"].setEnabled(quick)
        self.ask("newgame.setup", self.setup)
        now = "off" if free else self.prefs.get("strictness")
        self.rules = Segments(STRICTNESS, "rules", now, name_key="toolbar.rules_name")
        self.ask("newgame.rules", self.rules)
        if free:
            self.rules.lock(("warn", "enforce"), tr("toolbar.no_rules"))
            self.form.lay(TextLabel("second", "toolbar.no_rules", wrap=True))
        self.dice = Segments(DICE, "newgame.dice", self.prefs.get("dice"))
        self.dice_head = TextLabel("caps", "newgame.dice")
        self.form.lay(self.dice_head, self.dice)
        self._seat(self.who, True)
        options = [o for o in title.options if not o.scenarios or self.scenario in o.scenarios]
        if options:
            self.ask("newgame.options")
        for option in options:
            self._option(option)
        self.form.lay(None)

    def _seat(self, value: str, chosen: bool) -> None:
        """Ask what belongs to where it is played."""
        if chosen:
            self.who = value
            table, mail = value == "table", value == "mail"
            self.hosting.setVisible(table)
            self.mail.setVisible(mail)
            for part in (self.named, self.dice_head, self.dice):
                part.setVisible(not table and not mail)
            self.go.say(self.go.setText, "newgame.host" if table else "mail.invite" if mail else "newgame.start")

    def at_table(self) -> None:
        """Turn to a game at a table."""
        self.seats["table"].setChecked(True)

    def by_mail(self) -> None:
        """Turn to a game by mail."""
        self.seats["mail"].setChecked(True)

    def _option(self, option: OptionInfo) -> None:
        name = f"{option.name} ({option.rule})" if option.rule else option.name
        words = TextLabel(text=name, wrap=True)
        now = self.values[option.id]

        def take(value: object) -> None:
            self.values[option.id] = value

        if option.kind == "bool":
            check = QCheckBox()
            check.setAccessibleName(name)
            check.setChecked(bool(now))
            check.toggled.connect(take)
            row = Panel(row=True, spacing=8)
            row.box.addWidget(check, 0, Qt.AlignmentFlag.AlignTop)
            row.lay(words, grow=words)
            row.setToolTip(plain(option.help))
            self.form.lay(row)
            return
        words.setToolTip(plain(option.help))
        self.form.lay(words)
        if option.kind == "choice":
            choice = ChoiceBox(option.choices, now, take)
            choice.setAccessibleName(name)
            self.form.lay(choice)
        else:
            stepper = Stepper(option.low, option.high, value=int(now), then=take, name=name)
            self.form.box.addWidget(stepper, 0, Qt.AlignmentFlag.AlignLeft)

    def game(self) -> NewGame:
        """Return what is asked for now."""
        assert self.title is not None
        by_mail = self.seats["mail"].isChecked()
        names = {side: field.text().strip() for side, field in self.names.items()}
        return NewGame(
            title=self.title.id,
            scenario=self.scenario,
            seats=self.who if self.who in ("both", "mail") else "hotseat",
            side=self.mail.side.value if by_mail else "",
            rolls=self.mail.rolls.value or "each",
            quick=self.setup.value == "quick",
            strictness=self.rules.value or "enforce",
            dice=self.dice.value or "program",
            options=dict(self.values),
            players=((self.mail.side.value, self.mail.name.text().strip()),) if by_mail else tuple(names.items()),
        )

    def begin(self) -> None:
        """Start the game that is asked for."""
        if self.title is None or not self.scenario:
            return
        if self.who == "table":
            self.host.emit(self.hosting.table(self.game()))
        else:
            self.start.emit(self.game())

    def refresh(self) -> None:
        """Build the form anew; in another language the page gives the title again."""
        if self.title is not None:
            self._build()
