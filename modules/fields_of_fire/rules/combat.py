"""The combat phase: fire missions brought up to date, contacts evaluated, effects of fire (3.7)."""

from __future__ import annotations

from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Table

from . import mines, support
from .settle import settle


class Combat(Staged):
    """3.7.1.A, 3.7.1.B, 3.7.2, one after another."""

    name = "combat"
    first = "missions"

    def at_missions(self, t: Table, f: Frame) -> str:
        """Incoming of last turn goes, pending missions fall (3.7.1.A)."""
        support.update(t)
        settle(t)
        return "evaluate"

    def at_evaluate(self, t: Table, f: Frame) -> str:
        """Potential contacts (3.7.1.B)."""
        t.call("evaluate")
        return "effects"

    def at_effects(self, t: Table, f: Frame) -> str:
        """Claymores go off, then combat effects (9.5, 3.7.2)."""
        mines.claymores(t)
        t.call("effects")
        return "end"

    def at_end(self, t: Table, f: Frame) -> str:
        """The phase is over."""
        t.done()
        return ""


STEPS = (Combat(),)
