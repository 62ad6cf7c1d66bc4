"""The bar of a game by mail: whose move it is, sending the file, and what came with the last one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy

from qtwar.ui.actions import Actions
from qtwar.ui.files import MAIL, ask_save
from qtwar.ui.game import GameMail
from qtwar.ui.i18n import tr
from qtwar.ui.play.tablebar import ask_resign
from qtwar.ui.toast import for_mail
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, TextLabel, pop_below
from qtwar.ui.widgets.plain import plain

MOST_SAID = 2000


class MailBar(Panel):
    """`told` gives a sentence and the file it is about, if it is about one."""

    told = Signal(str, str)

    def __init__(self, mail: GameMail, commands: Actions) -> None:
        super().__init__("past", row=True, margins=(12, 5, 12, 5), spacing=8)
        self.mail = mail
        self.offering = False  # a draw goes along with the next file
        self.sentence = TextLabel("strong", wrap=True)
        self.note = TextLabel("second", wrap=True)
        self.warning = TextLabel("warn", wrap=True)
        words = Panel(spacing=1).lay(self.sentence, self.note, self.warning)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.said = QLineEdit()
        self.said.setMaxLength(MOST_SAID)
        self.take_back = Button("mail.take_back", kind="compact", icon_name="undo-variant", then=mail.take_back)
        self.again = Button("mail.again", kind="compact", icon_name="content-save-outline", then=self.send)
        self.write = Button("mail.write", kind="compact", icon_name="email-edit-outline", then=self._write)
        self.show_again = Button("mail.show", kind="compact", icon_name="play", then=mail.show_arrived)
        self.go = Button("mail.send", kind="primary", icon_name="email-fast-outline", then=self.send)
        self.lay(IconLabel("email-outline", "second", 18), (words, 3), (self.said, 2))
        self.accept = Button("mail.accept", kind="compact", icon_name="handshake-outline", then=self.draw)
        self.more = Button("mail.more", kind="compact", icon_name="dots-horizontal", then=self._open)
        self.menu = QMenu(self.more)
        self.menu.addActions([commands[ident] for ident in ("table_draw", "table_resign")])
        self.lay(self.show_again, self.take_back, self.again, self.write, self.accept, self.go, self.more)
        mail.changed.connect(self.refresh)
        mail.sent.connect(lambda path: self.told.emit(tr("mail.wrote", name=Path(path).name), path))
        self.restyle()
        self.refresh()

    def restyle(self) -> None:
        """Stay as high as with all buttons: the board below must not jump when a file goes out."""
        super().restyle()
        around = (self.contentsMargins(), self.box.contentsMargins())
        self.setMinimumHeight(self.go.sizeHint().height() + sum(edges.top() + edges.bottom() for edges in around))

    def send(self) -> None:
        """Ask where the file is written; only then is the turn closed."""
        state = self.mail.state
        if state.phase in ("mine", "over") and not state.again:
            return
        self._save("offer" if self.offering and state.phase in ("ready", "wants") else "")

    def _save(self, end: str) -> None:
        words, name = self.said.text().strip(), self.mail.state.name
        ask_save(self.window(), lambda path: self.mail.send(path, words, end), "mail.send", f"{name}.qtwarmail", MAIL)

    def draw(self) -> None:
        """Take the draw that is offered; else have one offered with the next file, or not after all."""
        state = self.mail.state
        if state.can_end and state.offered:
            self._save("draw")
        elif state.can_end:
            self.offering = not self.offering
            self.refresh()
        else:
            self._not_now()

    def resign(self) -> None:
        """Give the game up, after a yes: the file that says so is what is saved."""
        if self.mail.state.can_end:
            ask_resign(self.window(), lambda: self._save("resign"))
        else:
            self._not_now()

    def _not_now(self) -> None:
        self.told.emit(tr("mail.not_now"), "")

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return what the bar does of the registry's commands."""
        return {"send_mail": self.send, "table_draw": self.draw, "table_resign": self.resign}

    def _open(self) -> None:
        pop_below(self.menu, self.more)

    def _write(self) -> None:
        for _, then in for_mail(tr("mail.subject", name=self.mail.state.name), tr("mail.body")):
            then()

    def refresh(self) -> None:
        """Say how the game stands."""
        state = self.mail.state
        self.offering = self.offering and state.can_end
        self.sentence.setText(tr(f"mail.end.{state.end}" if state.end else f"mail.bar.{state.phase}", who=state.who))
        here = state.phase in ("mine", "ready", "wants")
        theirs = here or (bool(state.end) and not state.again)  # what they wrote came with the last file
        notes = [tr("mail.bar.said", who=state.who, words=state.said)] if state.said and theirs else []
        if state.can_end and state.offered:
            notes.append(tr("mail.bar.offered", who=state.who))
        if self.offering:
            notes.append(tr("mail.bar.offering"))
        self.note.setText(" ".join(notes))
        self.note.setVisible(bool(self.note.text()))
        self.warning.setText(tr("mail.bar.tries", who=state.who, n=state.tries) if state.tries > 1 and here else "")
        self.warning.setVisible(bool(self.warning.text()))
        can_send = state.phase in ("ready", "wants")
        self.said.setVisible(can_send)
        self.said.setPlaceholderText(tr("mail.say", who=state.who))
        self.said.setAccessibleName(tr("mail.say", who=state.who))
        if not can_send:
            self.said.clear()
        self.go.setVisible(here)
        self.go.setEnabled(can_send)
        self.go.setToolTip(plain(tr("mail.go_tip" if can_send else "fault.mail.nothing_to_send")))
        self.take_back.setVisible(state.phase == "wants")
        self.again.setVisible(state.again)
        self.write.setVisible(state.again)
        self.show_again.setVisible(here and state.no > 2)
        self.accept.setVisible(state.can_end and state.offered)
        self.more.setVisible(state.can_end)
        self.setToolTip(plain(tr("mail.trust") if state.hides else ""))
