"""One's names on servers: a row each above the tables, and the panel that asks for name and password."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from qtwar.ui.i18n import language, tr
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.library.model import LibraryModel
from qtwar.ui.preferences import Preferences
from qtwar.ui.tablecare import sure
from qtwar.ui.widgets.basics import Button, IconLabel, NamedField, Panel, TextLabel, clear
from qtwar.ui.widgets.segments import Segments

LEAST = 8
"""Letters of a password, as servers want it."""
CHANGES = ("password", "delete")
"""What can be done with a name that one has entered."""


class AccountPanel(AskingPanel):
    """`wanted` gives server, name, password, and whether the name is new."""

    wanted = Signal(str, str, str, bool)

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("account.title", "account.enter", "login-variant")
        self.prefs = prefs
        self.server = NamedField("hosting.address", str(prefs.extra("server", "")))
        self.name = NamedField("account.name", str(prefs.extra("player", "")))
        self.name.setMaxLength(60)
        self.password = NamedField("account.password", secret=True)
        self.password.setEchoMode(self.password.EchoMode.Password)
        self.password.setMaxLength(200)
        self.what = Segments(("enter", "make"), "account", "enter", self._turn, name_key="account.what")
        self.about = TextLabel("second", "account.about.enter", wrap=True)
        for field in (self.server, self.name, self.password):
            field.textChanged.connect(self._ready)
        self.ask("hosting.address", self.server)
        self.ask("account.what", self.what)
        self.form.lay(self.about)
        self.ask("account.name", self.name)
        self.ask("account.password", self.password)
        self.form.lay(TextLabel("second", "account.kept", wrap=True), None)
        self._ready()

    def prepare(self, server: str, *, named: bool) -> QLineEdit:
        """Ask about a server, the one of one's tables where none is typed; return the field to begin with.

        Who has no name anywhere, but a table, takes a new one.
        """
        self.server.setText(self.server.text().strip() or server)
        what = "make" if server and not named else "enter"
        self.what.choose(what)
        self._turn(what)
        return next((field for field in (self.server, self.name) if not field.text().strip()), self.password)

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


class OwnNamePanel(AskingPanel):
    """Another password for a name that one has entered, or its end: `wanted` gives server, what, password and the new one."""

    wanted = Signal(str, str, str, str)

    def __init__(self) -> None:
        super().__init__("account.own", "account.change", "account-cog-outline")
        self.server = ""
        self.whose = TextLabel("strong", wrap=True)
        self.what = Segments(CHANGES, "account.own", "password", self._turn, name_key="account.what")
        self.about = TextLabel("second", "account.about.password", wrap=True)
        self.password, self.new = (NamedField(key, secret=True) for key in ("account.password.now", "account.password.new"))
        for field in (self.password, self.new):
            field.setEchoMode(field.EchoMode.Password)
            field.setMaxLength(200)
            field.textChanged.connect(self._ready)
        self.form.lay(self.whose)
        self.ask("account.what", self.what)
        self.form.lay(self.about)
        self.ask("account.password.now", self.password)
        self.new_head = TextLabel("caps", "account.password.new")
        self.form.lay(self.new_head, self.new, None)
        self._ready()

    def show_name(self, server: str, host: str, name: str) -> None:
        """Ask about a name; nothing of last time is in the fields."""
        self.server, self.host, self.name = server, host, name
        self.refresh()
        for field in (self.password, self.new):
            field.clear()
        self.what.choose("password")
        self._turn("password")

    def _turn(self, what: str) -> None:
        self.about.say(self.about.setText, f"account.about.{what}")
        self.go.say(self.go.setText, "account.change" if what == "password" else "account.delete")
        for part in (self.new_head, self.new):
            part.setVisible(what == "password")
        self._ready()

    def _ready(self) -> None:
        wanted = [self.password, self.new] if self.what.value == "password" else [self.password]
        self.go.setEnabled(all(len(field.text()) >= LEAST for field in wanted))

    def begin(self) -> None:
        """Give away what is typed, the end of a name after a yes; no password is kept in its field."""
        if not self.go.isEnabled():
            return
        what, password, new = str(self.what.value), self.password.text(), self.new.text()
        if what == "delete":
            sentence = tr("account.delete_sure", name=self.name, host=self.host)
            sure(self, sentence, tr("account.delete"), lambda: self._give(what, password, ""))
        else:
            self._give(what, password, new)

    def _give(self, what: str, password: str, new: str) -> None:
        for field in (self.password, self.new):
            field.clear()
        self.wanted.emit(self.server, what, password, new)

    def refresh(self) -> None:
        """Say whose name it is."""
        if self.server:
            self.whose.setText(tr("account.entered", name=self.name, host=self.host))


class AccountRows(Panel):
    """Who one is on which server; `asked` when another name is to be entered, `own` when one's name is to be changed."""

    asked = Signal()
    own = Signal(str, str, str)  # server, what people call it, name

    def __init__(self, model: LibraryModel) -> None:
        super().__init__(spacing=4)
        self.model = model
        self.leave: dict[str, Button] = {}
        self.change: dict[str, Button] = {}
        self._shown: object = None
        self.enter = Button("account.open", kind="compact", icon_name="login-variant", then=self.asked.emit)
        self.rows = Panel(spacing=4)
        self.lay(self.rows, Panel(row=True).lay(self.enter, None))

    def refresh(self) -> None:
        """Show the names that there are; a button stays while its name does, a click may be under way."""
        names = tuple(self.model.accounts())
        if (names, language()) == self._shown:
            return
        self._shown = names, language()
        clear(self.rows.box)
        self.leave, self.change = {}, {}
        for server, host, name in names:
            words = TextLabel("second-body", text=tr("account.entered", name=name, host=host))
            button = Button("account.leave", kind="compact", then=partial(self.model.leave_account.emit, server))
            button.setAccessibleName(tr("account.leave.of", name=name, host=host))
            change = Button("account.own.open", kind="compact", then=partial(self.own.emit, server, host, name))
            change.setAccessibleName(tr("account.own.of", name=name, host=host))
            self.leave[server], self.change[server] = button, change
            self.rows.lay(Panel(row=True, spacing=8).lay(IconLabel("account-outline", size=16), words, change, button, None))
        self.rows.setVisible(bool(self.leave))
