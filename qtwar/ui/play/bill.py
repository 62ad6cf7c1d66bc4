"""What the answer under way would cost, as the rules reckon it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Span
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import language


class Bill(QObject):
    """The price of what is picked so far; `come` when the rules have said it."""

    come = Signal()

    def __init__(self, model: GamePorts, parent: QObject) -> None:
        super().__init__(parent)
        self.model = model
        self.forget()

    def forget(self) -> None:
        """Know of no price: something else is asked."""
        self._asked: object = None
        self.spans: tuple[Span, ...] = ()

    def ask(self) -> None:
        """Have the rules reckon what the ask that is turned to would cost, with what is picked so far."""
        answer = self.model.answer
        asked = (answer.ask["verb"], *answer.pieces, answer.cell) if answer.ask is not None and not answer.sealed else None
        if asked == self._asked:
            return
        self._asked, self.spans = asked, ()
        if asked is None or answer.ask is None:
            return

        def got(bill: Any) -> None:
            if self._asked == asked and isinstance(bill, Mapping):
                self.spans = tuple(self.model.title.texts.spans(bill, language()))
                self.come.emit()

        args = {"verb": answer.ask["verb"], "pieces": list(answer.pieces), "cell": answer.cell}
        self.model.actions.query("bill", args, got)
