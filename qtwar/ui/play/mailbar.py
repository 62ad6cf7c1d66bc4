"""The bar of a game by mail: whose move it is, sending the file, and what came with the last one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy

from qtwar.ui.files import ask_save
from qtwar.ui.game import GameMail
from qtwar.ui.i18n import tr
from qtwar.ui.toast import for_mail
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, TextLabel
from qtwar.ui.widgets.plain import plain

MOST_SAID = 2000
FILTER = {"mail.filter": "qtwarmail"}


class MailBar(Panel):
    """`told` gives a sentence and the file it is about."""

    told = Signal(str, str)

    def __init__(self, mail: GameMail) -> None:
        super().__init__("past", row=True, margins=(12, 5, 12, 5), spacing=8)
        self.mail = mail
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
        self.lay(self.show_again, self.take_back, self.again, self.write, self.go)
        mail.changed.connect(self.refresh)
        mail.sent.connect(lambda path: self.told.emit(tr("mail.wrote", name=Path(path).name), path))
        self.refresh()

    def send(self) -> None:
        """Ask where the file is written; only then is the turn closed."""
        state = self.mail.state
        if state.phase in ("mine", "over") and not state.again:
            return
        words = self.said.text().strip()
        ask_save(self.window(), lambda path: self.mail.send(path, words), "mail.send", f"{state.name}.qtwarmail", FILTER)

    def _write(self) -> None:
        for _, then in for_mail(tr("mail.subject", name=self.mail.state.name), tr("mail.body")):
            then()

    def refresh(self) -> None:
        """Say how the game stands."""
        state = self.mail.state
        self.sentence.setText(tr(f"mail.bar.{state.phase}", who=state.who))
        here = state.phase in ("mine", "ready", "wants")
        self.note.setText(tr("mail.bar.said", who=state.who, words=state.said) if state.said and here else "")
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
        self.setToolTip(plain(tr("mail.trust") if state.hides else ""))

    def retranslate(self) -> None:
        """Say it in the language in force."""
        self.refresh()
