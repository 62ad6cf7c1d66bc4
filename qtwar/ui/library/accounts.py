"""One's names on servers: a row each above the tables, and the panel that asks for name and password."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal

from qtwar.ui.i18n import tr
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.library.hosttable import named_field
from qtwar.ui.library.model import LibraryModel
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, TextLabel, clear
from qtwar.ui.widgets.segments import Segments

LEAST = 8
"""Letters of a password, as servers want it."""


class AccountPanel(AskingPanel):
    """`wanted` gives server, name, password, and whether the name is new."""

    wanted = Signal(str, str, str, bool)

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("account.title", "account.enter", "login-variant")
        self.prefs = prefs
        self.server = named_field("hosting.address", str(prefs.extra("server", "")))
        self.name = named_field("account.name", str(prefs.extra("player", "")))
        self.name.setMaxLength(60)
        self.password = named_field("account.password", secret=True)
        self.password.setEchoMode(self.password.EchoMode.Password)
        self.password.setMaxLength(200)
        self.what = Segments([(value, f"account.{value}") for value in ("enter", "make")], "account.what", "enter", self._turn)
        self.about = TextLabel("second", "account.about.enter", wrap=True)
        for field in (self.server, self.name, self.password):
            field.returnPressed.connect(self.begin)
            field.textChanged.connect(self._ready)
        self.ask("hosting.address", self.server)
        self.ask("account.what", self.what)
        self.form.lay(self.about)
        self.ask("account.name", self.name)
        self.ask("account.password", self.password)
        self.form.lay(TextLabel("second", "account.kept", wrap=True), None)
        self._ready()

    def _turn(self, what: str) -> None:
        self.about.say(self.about.setText, f"account.about.{what}")
        self.go.say(self.go.setText, f"account.{what}")

    def _ready(self) -> None:
        there = all(field.text().strip() for field in (self.server, self.name))
        self.go.setEnabled(there and len(self.password.text()) >= LEAST)

    def begin(self) -> None:
        """Give what is typed away; the password is not kept in its field either."""
        if self.go.isEnabled():
            server, name, password = self.server.text().strip(), self.name.text().strip(), self.password.text()
            self.password.clear()
            self.wanted.emit(server, name, password, self.what.value == "make")

    def retranslate(self) -> None:
        """Say what the fields are for in the language in force."""
        fields = ((self.server, "hosting.address"), (self.name, "account.name"), (self.password, "account.password"))
        for field, key in fields:
            field.setPlaceholderText(tr(key))
            field.setAccessibleName(tr(key))


class AccountRows(Panel):
    """Who one is on which server; `asked` when another name is to be entered."""

    asked = Signal()

    def __init__(self, model: LibraryModel) -> None:
        super().__init__(spacing=4)
        self.model = model
        self.leave: dict[str, Button] = {}
        self.enter = Button("account.open", kind="compact", icon_name="login-variant", then=self.asked.emit)
        self.rows = Panel(spacing=4)
        self.lay(self.rows, Panel(row=True).lay(self.enter, None))

    def refresh(self) -> None:
        """Show the names that there are."""
        clear(self.rows.box)
        self.leave = {}
        for server, host, name in self.model.accounts():
            words = TextLabel("second-body", text=tr("account.entered", name=name, host=host))
            button = Button("account.leave", kind="compact", then=partial(self.model.leave_account.emit, server))
            button.setAccessibleName(tr("account.leave.of", name=name, host=host))
            self.leave[server] = button
            self.rows.lay(Panel(row=True, spacing=8).lay(IconLabel("account-outline", size=16), words, button, None))
        self.rows.setVisible(bool(self.leave))
