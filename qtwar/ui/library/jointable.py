"""Join a game: a link or a code that somebody has sent, and one's name; and a module that has to be fetched first."""

from __future__ import annotations

from PySide6.QtCore import Signal

from qtwar.ui.i18n import tr
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.library.hosttable import named_field
from qtwar.ui.library.model import WantedModule
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear


class JoinPanel(AskingPanel):
    """`wanted` gives the link and the name; `closed` when it is not wanted."""

    wanted = Signal(str, str)

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("jointable.title", "jointable.go", "account-arrow-right-outline")
        self.prefs = prefs
        self.link = named_field("jointable.link")
        self.player = named_field("hosting.player", str(prefs.extra("player", "")))
        self.player.setMaxLength(60)
        for field in (self.link, self.player):
            field.returnPressed.connect(self.begin)
        self.ask("jointable.link", self.link)
        self.form.lay(TextLabel("second", "jointable.about", wrap=True))
        self.ask("hosting.player", self.player)
        self.form.lay(None)

    def begin(self) -> None:
        """Sit down with what is typed."""
        link, player = self.link.text().strip(), self.player.text().strip()
        if link:
            self.prefs.keep("player", player)
            self.wanted.emit(link, player)

    def retranslate(self) -> None:
        """Say what the fields are for in the language in force."""
        for field, key in ((self.link, "jointable.link"), (self.player, "hosting.player")):
            field.setPlaceholderText(tr(key))
            field.setAccessibleName(tr(key))


class WantedCard(Panel):
    """A module that a table needs and that is not installed: `fetch` gives the table after a yes; `closed`: not wanted."""

    fetch = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__("card", margins=(16, 12, 16, 12), spacing=6)
        self.shown: WantedModule | None = None
        self.hide()

    def show_wanted(self, shown: WantedModule) -> None:
        """Say what is missing, who offers it, and how it will be known."""
        self.shown = shown
        clear(self.box)
        self.lay(TextLabel("heading", text=tr("wanted.title", name=shown.title)))
        self.lay(TextLabel("", text=tr("wanted.about", host=shown.host, kilobytes=shown.kilobytes), wrap=True))
        self.lay(TextLabel("second", text=tr(f"wanted.origin.{shown.origin}", host=shown.host), wrap=True))
        self.lay(TextLabel("second", text=tr("wanted.hash", hash=shown.hash), wrap=True))
        self.lay(TextLabel("second-body", "wanted.rules", wrap=True))
        self.go = Button("wanted.fetch", kind="primary", icon_name="tray-arrow-down", then=self._fetch)
        self.lay(Panel(row=True, spacing=8).lay(self.go, Button("found.not_now", kind="quiet", then=self.closed.emit), None))
        self.show()
        self.go.setFocus()

    def _fetch(self) -> None:
        assert self.shown is not None
        self.hide()
        self.fetch.emit(self.shown.table)

    def retranslate(self) -> None:
        """Say it in the language in force."""
        if self.shown is not None and self.isVisible():
            self.show_wanted(self.shown)
