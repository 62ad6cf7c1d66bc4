"""An invitation to a game by mail: what is offered and agreed on, and taking it up."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import InvitationShown
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear


class InvitationCard(Panel):
    """`answered` gives the invitation and the name of who takes it up."""

    answered = Signal(object, str)

    def __init__(self) -> None:
        super().__init__("card", margins=(16, 12, 16, 12), spacing=6)
        self.shown: InvitationShown | None = None
        self.hide()

    def show_invitation(self, shown: InvitationShown) -> None:
        """Show what is offered."""
        self.shown = shown
        clear(self.box)
        who = shown.who or tr("mail.somebody")
        self.lay(TextLabel("heading", text=tr("mail.invited", who=who)))
        self.lay(TextLabel("strong", text=tr("mail.invited.game", title=shown.title, scenario=shown.scenario), wrap=True))
        self.lay(TextLabel("", text=tr("mail.invited.side", side=shown.side), wrap=True))
        for words in shown.lines:
            self.lay(TextLabel("second-body", text=words, wrap=True))
        self.name = QLineEdit()
        self.name.setPlaceholderText(tr("mail.your_name"))
        self.name.setAccessibleName(tr("mail.your_name"))
        self.name.setMaxLength(80)
        self.name.setVisible(not shown.answered)
        key = "mail.answer_again" if shown.answered else "mail.answer"
        self.go = Button(key, kind="primary", icon_name="email-check-outline", then=self._answer)
        not_now = Button("found.not_now", kind="quiet", then=self.hide)
        row = Panel(row=True, spacing=8).lay(self.name, self.go, not_now, None)
        self.name.returnPressed.connect(self._answer)
        self.lay(row)
        self.show()
        (self.go if shown.answered else self.name).setFocus()

    def _answer(self) -> None:
        if self.shown is not None:
            self.answered.emit(self.shown, self.name.text().strip())

    def refresh(self) -> None:
        """Say it in the language in force."""
        if self.shown is not None and self.isVisible():
            self.show_invitation(self.shown)
