"""What happens in a game, for screen readers: prompt bar, refusals, dice and log are spoken as they change (ux 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from qtwar.ui.facts import Roll
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.announce import announce
from qtwar.ui.widgets.basics import timer

if TYPE_CHECKING:
    from qtwar.ui.play.page import PlayPage


class Aloud(QObject):
    """Speaks for one game; `say(widget, text, at_once=…)` is told each sentence."""

    def __init__(self, page: PlayPage, say: Callable[..., Any] = announce) -> None:
        super().__init__(page)
        self.page, self.say = page, say
        self._prompt = ""
        self._lines = len(page.model.history.log())
        self._later = timer(self, 0, self._spoken)  # the bar and the log have been written by then
        model = page.model
        model.actions.offer_changed.connect(self._later.start)
        model.history.log_changed.connect(self._later.start)
        model.actions.refused.connect(self._refused)
        model.actions.rolled.connect(self._rolled)

    def _spoken(self) -> None:
        """The newest lines of the log that are heads, then what can be done."""
        page = self.page
        lines = page.model.history.log()
        if page.cover.isVisible():
            self._lines = len(lines)
            return
        news = lines[self._lines :] if 0 < len(lines) - self._lines <= 12 else ()
        self._lines = len(lines)
        for line in news:
            self.say(page.log, "".join(span.text for span in line.spans))
        sentence = page.prompt.sentence.text()
        if sentence != self._prompt:
            self._prompt = sentence
            side = page.model.title.side(page.model.actions.acting)
            self.say(page.prompt, f"{side.name}: {sentence}" if side is not None else sentence)

    def _refused(self, message: Any) -> None:
        self.say(self.page.prompt, self.page.model.title.texts.plain(message, language()), at_once=True)

    def _rolled(self, roll: Roll) -> None:
        values = tr("aloud.dice", what=roll.label, values=", ".join(str(value) for _, value in roll.dice))
        words = [values, *(f"{text} {value}" for text, value, _ in roll.modifiers), roll.total, roll.result]
        self.say(self.page.shelf.dice, ", ".join(word for word in words if word))
