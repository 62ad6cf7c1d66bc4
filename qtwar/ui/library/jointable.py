"""Join a game: a link or a code that somebody has sent, what it leads to, one's name; and a module to be fetched first."""

from __future__ import annotations

from PySide6.QtCore import Signal

from qtwar.ui.i18n import tr
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.library.model import TableInvitation, WantedModule
from qtwar.ui.library.notice import NoticeCard
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import ChoiceBox, NamedField, Panel, TextLabel, clear

ICONS = {"look": "email-open-outline", "go": "account-arrow-right-outline", "watch": "eye-outline", "replay": "play"}


class JoinPanel(AskingPanel):
    """`asked` gives a link to be looked at, `wanted` link, name and side to sit down with, `replay` a link to a finished game."""

    asked = Signal(str)
    wanted = Signal(str, str, str)
    replay = Signal(str)

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("jointable.title", "jointable.look", "email-open-outline")
        self.prefs = prefs
        self.found: TableInvitation | None = None
        self.link = NamedField("jointable.link")
        self.problem = TextLabel("bad", wrap=True)
        self.link.textEdited.connect(lambda _: self.show_invitation(None))
        self.player = NamedField("hosting.player", str(prefs.extra("player", "")))
        self.player.setMaxLength(60)
        self.ask("jointable.link", self.link, self.problem)
        self.about = TextLabel("second", "jointable.about", wrap=True)
        self.told = Panel("card", margins=(12, 10, 12, 10), spacing=6)
        self.side_head, self.side = TextLabel("caps", "jointable.side"), ChoiceBox(name_key="jointable.side")
        self.player_head = TextLabel("caps", "hosting.player")
        self.form.lay(self.about, self.told, self.side_head, self.side, self.player_head, self.player, None)
        self.show_invitation(None)

    def take(self, found: TableInvitation) -> None:
        """Show what a link leads to that was looked at, unless another one is typed by now."""
        if found.link.strip() == self.link.text().strip():
            self.show_invitation(found)

    def fail(self, link: str, sentence: str) -> bool:
        """Say below the link why it leads nowhere, until another one is typed; return whether it is still what is asked for."""
        if not self.isVisible() or link.strip() != self.link.text().strip():
            return False
        self.problem.setText(sentence)
        self.problem.setAccessibleName(sentence)
        self.problem.show()
        return True

    def show_invitation(self, found: TableInvitation | None) -> None:
        """Show what the link leads to, and let it be taken; None: that is not known yet."""
        self._show(found)
        if found is not None:
            choice = self.side.isVisibleTo(self)
            unnamed = self.player.isVisibleTo(self) and not self.player.text()
            (self.side if choice else self.player if unnamed else self.go).setFocus()

    def _show(self, found: TableInvitation | None) -> None:
        self.found = found
        self.problem.hide()
        clear(self.told.box)
        self.told.setVisible(found is not None)
        choice, sits = found.sides if found is not None and not found.ended else (), False
        if found is not None:
            self.told.lay(TextLabel("strong", text=found.title, wrap=True), TextLabel("", text=found.scenario, wrap=True))
            self.told.lay(*(TextLabel("second-body", text=line, wrap=True) for line in found.lines))
            self.told.setAccessibleName(". ".join((found.title, found.scenario, *found.lines)))
            self.side.offer(choice)
            sits = bool(choice)
        self.side_head.setVisible(len(choice) > 1)
        self.side.setVisible(len(choice) > 1)
        self.player_head.setVisible(sits)
        self.player.setVisible(sits)
        what = "look" if found is None else "replay" if found.ended else "go" if sits else "watch"
        self.about.say(self.about.setText, "jointable.about" if found is None or found.used_up else "jointable.about.open")
        self.go.say(self.go.setText, f"jointable.{what}")
        self.go.set_icon(ICONS[what])

    def begin(self) -> None:
        """Look at the link that is typed; once it was looked at, take what it leads to."""
        link, found = self.link.text().strip(), self.found
        if found is None:
            if link:
                self.problem.hide()
                self.asked.emit(link)
        elif found.ended:
            self.replay.emit(found.link)
        else:
            player = self.player.text().strip()
            self.prefs.keep("player", player)
            self.wanted.emit(found.link, player, str(self.side.value or ""))

    def prepare(self) -> None:
        """Begin anew; a link of last time is still there where one has not sat down with it, and goes with the first letter."""
        self.link.selectAll()
        self.player.setText(str(self.prefs.extra("player", "")))
        self.show_invitation(None)

    def use_up(self, link: str) -> None:
        """Forget a link with which one has sat down."""
        if link.strip() == self.link.text().strip():
            self.link.clear()

    def retranslate(self) -> None:
        """Say what the link leads to in the language in force."""
        if self.found is not None and self.found.again is not None:
            side = self.side.value
            self._show(self.found.again())
            self.side.choose(side)


class WantedCard(NoticeCard):
    """A module that a table needs and that is not installed; after a yes it is fetched."""

    def fill(self, shown: WantedModule) -> None:
        """Say what is missing, who offers it, and how it will be known."""
        self.lay(TextLabel("heading", text=tr("wanted.title", name=shown.title)))
        self.tell("", tr("wanted.about", host=shown.host, kilobytes=shown.kilobytes))
        self.tell("second", tr(f"wanted.origin.{shown.origin}", host=shown.host), tr("wanted.hash", hash=shown.hash))
        self.tell("second-body", tr("wanted.rules"))
        self.offer("wanted.fetch", "tray-arrow-down", lambda: (self.hide(), self.model.fetch_module.emit(shown.table)))
