"""An invitation to a game by mail: what is offered and agreed on, and taking it up."""

from __future__ import annotations

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import InvitationShown
from qtwar.ui.library.notice import NoticeCard
from qtwar.ui.widgets.basics import NamedField, TextLabel


class InvitationCard(NoticeCard):
    """Asks for the name of who takes it up."""

    def fill(self, shown: InvitationShown) -> None:
        """Say what is offered, and ask for a name."""
        self.lay(TextLabel("heading", text=tr("mail.invited", who=shown.who or tr("mail.somebody"))))
        self.tell("strong", tr("mail.invited.game", title=shown.title, scenario=shown.scenario))
        self.tell("", tr("mail.invited.side", side=shown.side))
        self.tell("second-body", *shown.lines)
        self.name = NamedField("mail.your_name")
        self.name.setMaxLength(80)
        self.name.setVisible(not shown.answered)
        self.name.returnPressed.connect(self._answer)
        key = "mail.answer_again" if shown.answered else "mail.answer"
        self.offer(key, "email-check-outline", self._answer, before=self.name)

    def show_notice(self, shown: InvitationShown) -> None:
        """Show it, with the keyboard in the field of the name."""
        super().show_notice(shown)
        (self.go if shown.answered else self.name).setFocus()

    def refresh(self) -> None:
        """Say it in the language in force, with the name that was typed."""
        typed = self.name.text() if self.shown is not None else ""
        super().refresh()
        if self.shown is not None:
            self.name.setText(typed)

    def _answer(self) -> None:
        self.model.answer_invitation.emit(self.shown, self.name.text().strip())
