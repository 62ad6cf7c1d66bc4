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
        self._waiting: dict[str, Any] | None = None
        """What is asked while a button waits and nothing else is aimed at."""
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
        self._asked = self._waiting = next((ask["odds"] for ask in asks if ask["kind"] == "button" and "odds" in ask), None)
        self.model.actions.odds(self._waiting)  # also None: who heard of the offer first may have asked for the last one's again

    def _answered(self, pointed: str = "") -> None:
        """Ask again as soon as something else is chosen, or the pointer comes over another place to choose from."""
        self._ask(self._aimed(pointed) or self._waiting)

    def _aimed(self, pointed: str) -> dict[str, Any] | None:
        """Return what to ask of the answer under way, with the place that the pointer is over; None where nothing is aimed."""
        answer = self.model.answer
        ask = answer.ask or {}
        if "odds" not in ask:
            return None
        moves = ask["kind"] == "move"
        able = bool(answer.pieces) if moves else bool(answer.pieces or ask["kind"] == "cell") and pointed in answer.lit()
        over = bool(pointed) and not answer.cell and able
        if not over and (moves or not answer.started_any):
            return None
        said = {key: value for key, value in answer.args().items() if value}
        if over:
            said["cell"] = pointed
        return {**ask["odds"], **said}

    def _ask(self, args: dict[str, Any] | None) -> None:
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
