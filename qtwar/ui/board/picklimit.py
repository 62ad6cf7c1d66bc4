"""How much may be taken out of a stack at once: points, such as the room aboard a carrier, or a number of counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qtwar.kit.asks import picking
from qtwar.ui.i18n import tr


@dataclass(frozen=True)
class PickLimit:
    """How much an ask takes; without an ask, everything."""

    ask: Mapping[str, Any] | None = None

    @property
    def points(self) -> int | None:
        """How many points there are to be spent; None where none are counted."""
        budget = self.ask.get("budget") if self.ask is not None else None
        return None if budget is None else int(budget)

    @property
    def most(self) -> int | None:
        """How many counters at most, where no points are counted and it is fewer than could be taken."""
        if self.ask is None or self.points is not None:
            return None
        most = picking.limits(self.ask)[1]
        return most if 1 < most < len(self.ask["pieces"]) else None

    def _spent(self, chosen: Sequence[str]) -> int:
        assert self.ask is not None
        return picking.cost(self.ask, {*chosen, *(self.ask.get("locked") or ())})

    def takes(self, piece: str) -> int:
        """Return what a counter takes of the points, 0 where none are counted."""
        return 0 if self.ask is None or self.points is None else picking.cost(self.ask, [piece])

    def lacking(self, chosen: Sequence[str], piece: str) -> str:
        """Return why a counter does not fit beside those chosen; nothing where it does."""
        if piece in chosen:
            return ""
        if self.most is not None:
            return tr("picker.full", n=self.most) if len(chosen) >= self.most else ""
        left = self.points - self._spent(chosen) if self.points is not None else 0
        takes = self.takes(piece)
        return tr("picker.needs", n=takes, left=max(0, left)) if takes > left else ""

    def usage(self, chosen: Sequence[str]) -> str:
        """Return how much of it those chosen take, with the rule that sets it; nothing where there is no limit."""
        if self.most is not None:
            return tr("picker.most", n=len(chosen), most=self.most)
        if self.ask is None or self.points is None:
            return ""
        rule = self.ask.get("budget_rule") or self.ask.get("rule")
        words = tr("picker.room", n=self._spent(chosen), most=self.points)
        return f"{words} ({rule})" if rule else words
