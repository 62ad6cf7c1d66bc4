"""How things stand, as the rules say it: values that are always in view, and lines drawn on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.ui.widgets.basics import timer


class GameStatus(QObject):
    """Asks the query `standing` of a game (its ports) after every change; a title without it is asked once.

    While one looks back, nothing is `said`: it would be of another moment. Lines stay as they were drawn last.
    """

    changed = Signal()

    def __init__(self, model: Any) -> None:
        super().__init__(model)
        self.said: Sequence[Mapping[str, Any]] = ()
        """Messages; what is always in view has a short `brief`."""
        self.lines: Sequence[Mapping[str, Any]] = ()
        """Lines on the boards: `along` sides or the middles of cells, with a `text`, a `tone` and a `style`."""
        self._model, self._silent = model, False
        self._soon = timer(self, 0, self._ask)
        model.position.changed.connect(self._due)
        model.history.replaying.connect(self._due)
        self._due()

    def _due(self, *_: object) -> None:
        self._soon.start()

    def _ask(self) -> None:
        history = self._model.history
        if self._silent:
            return
        if history.position != history.live:
            self._take((), self.lines)
            return
        self._model.actions.query("standing", {}, self._answered)

    def _answered(self, answer: Any) -> None:
        if answer is None:
            self._silent = True
            return
        self._take(answer.get("said") or (), answer.get("lines") or ())

    def _take(self, said: Sequence[Mapping[str, Any]], lines: Sequence[Mapping[str, Any]]) -> None:
        if (said, lines) != (self.said, self.lines):
            self.said, self.lines = said, lines
            self.changed.emit()
