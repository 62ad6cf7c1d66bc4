"""Simultaneous secret choice: sealed bids, orders written down, a unit chosen face down."""

from __future__ import annotations

from typing import Any

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table


class Sealed(Step):
    """Sides choose at once and unseen; when all have chosen, everything is shown together, and they may choose again.

    A subclass offers one ask a side (`offers.secret`, of the verb `verb`) and says what the choices mean. Until all have
    chosen an answer lies in its side's `secret`, under the name of the step: no other side can reach it, only that it
    is there, for who has chosen is not to act any more. Locals: `sides` (who chooses, all unless given), `round`
    (from 1). Hands back {side: arguments of its answer} of the last round.
    """

    verb = ""
    """The verb of the ask."""

    def given(self, t: Table, f: Frame, side: str) -> dict[str, Any] | None:
        """Return the answer of a side that has no choice and is not asked, None for one that has."""

    def check(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Refuse an answer that the ask can not rule out by itself."""

    def reveal(self, t: Table, f: Frame, chosen: dict[str, dict[str, Any]]) -> bool:
        """Tell what was chosen; returns whether all choose again (a tie, say): `round` then counts on."""
        return False

    def run(self, t: Table, f: Frame) -> None:
        """Wait for who has not chosen; then open all answers."""
        sides: list[str] = f.l.setdefault("sides", list(t.content.sides))
        f.l.setdefault("round", 1)
        for side in sides:
            if t.secret(side, self.name) is None:
                t.seal(side, self.name, self.given(t, f, side))
        waiting = [side for side in sides if t.secret(side, self.name) is None]
        if waiting:
            t.wait(*waiting)
            return
        chosen = {side: dict(t.secret(side, self.name)) for side in sides}
        for side in sides:
            t.seal(side, self.name, None)
        if self.reveal(t, f, chosen):
            f.l["round"] += 1
        else:
            t.done(chosen)

    def verbs(self) -> set[str]:
        """Return the verb of the ask."""
        return {self.verb}

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Seal the answer."""
        self.check(t, f, side, args)
        t.seal(side, self.name, dict(args))
