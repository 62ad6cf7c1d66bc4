"""What the page shows of its own accord about a question: the odds of the answer under way, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject

from qtwar.ui.facts import LogLine
from qtwar.ui.game import GamePorts, open_asks

NEWEST = 12
"""So many lines of the log, the latest ones, light up at most: those of a whole phase say nothing together."""


class Asked(QObject):
    """Follows offer and answer. `show` brings a place into view."""

    def __init__(self, model: GamePorts, show: Callable[[str], object]) -> None:
        super().__init__(model)
        self.model, self._show = model, show
        self._asked: dict[str, Any] | None = None
        self._light = False
        model.actions.offer_changed.connect(self._offered)
        model.answer.changed.connect(self._answered)
        model.focus.hovered.connect(self._answered)
        model.focus.line.connect(lambda line: self._light_up([line]))
        self._offered()

    def _offered(self) -> None:
        if self._light:
            history = self.model.history
            self._light_up([line for line in history.log()[-NEWEST:] if line.entry == history.live])
        asks = open_asks(self.model.actions.offer)
        self._light = any(ask.get("light") for ask in asks)
        self._asked = None
        waiting = next((ask["odds"] for ask in asks if ask["kind"] == "button" and "odds" in ask), None)
        if waiting is not None:
            self._ask(waiting)

    def _answered(self, pointed: str = "") -> None:
        """Ask again as soon as something else is chosen, or the pointer comes over another place to choose from."""
        answer = self.model.answer
        ask = answer.ask or {}
        over = not answer.cell and (answer.pieces or ask.get("kind") == "cell") and pointed in answer.lit()
        if "odds" not in ask or not (answer.started_any or over):
            return
        said = {key: value for key, value in answer.args().items() if value}
        if over:
            said["cell"] = pointed
        self._ask({**ask["odds"], **said})

    def _ask(self, args: dict[str, Any]) -> None:
        if args != self._asked:
            self._asked = args
            self.model.actions.odds(args)

    def _light_up(self, lines: Sequence[LogLine]) -> None:
        """Ring the pieces and places that lines of the log name, and bring the first place into view."""
        named = list(dict.fromkeys(one for line in lines for one in (*line.places, *line.pieces)))
        if not named:
            return
        places = [place for line in lines for place in line.places]
        if places:
            self._show(places[0])
        self.model.focus.blink.emit(tuple(named))
