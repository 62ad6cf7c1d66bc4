"""What a new game by mail asks for: one's side and name, and how dice fall."""

from __future__ import annotations

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import TitleCard
from qtwar.ui.widgets.basics import ChoiceBox, NamedField, Panel, TextLabel
from qtwar.ui.widgets.segments import Segments


class MailChoices(Panel):
    """Part of the panel of a new game, shown while it is to be played by mail."""

    def __init__(self, title: TitleCard) -> None:
        super().__init__(spacing=8)
        first = title.sides[0][0] if title.sides else ""
        self.side = ChoiceBox(title.sides, first, name_key="mail.side")
        self.name = NamedField("mail.your_name")
        self.name.setMaxLength(80)
        self.rolls = Segments(("each", "turn"), "mail.rolls", "turn" if title.hides else "each", self._explain)
        self.explained = TextLabel("second", wrap=True)
        self.lay(TextLabel("caps", "mail.side"), self.side, self.name, TextLabel("caps", "mail.rolls"), self.rolls)
        self.lay(self.explained)
        if title.hides:
            self.lay(TextLabel("warn", "mail.trust", wrap=True))
        self._explain(self.rolls.value or "each")

    def _explain(self, value: str) -> None:
        self.explained.show_data(tr(f"mail.rolls.{value}.help"))
