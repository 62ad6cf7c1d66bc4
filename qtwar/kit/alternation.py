"""Two sides act in turn until passing ends it: whose turn it is, who is out, how many passes there were in a row.

The record lives in the locals of the step that alternates: `side`, `passes`, `out`.
"""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.kit.table import Frame


class Alternation:
    """The rules of passing of one phase.

    `passes`: so many in a row end it for all (3 in Band of Heroes 4.0, 2 in SEALORDS where a pass only hands over);
    `final`: who passes is out for the phase, and the others go on alone (SEALORDS 6.5).
    """

    def __init__(self, sides: Sequence[str], *, passes: int = 2, final: bool = False) -> None:
        self.sides = tuple(sides)
        self.passes = passes
        self.final = final

    def begin(self, f: Frame, first: str) -> None:
        """Let a side act first; nothing happens if it has begun."""
        f.l.setdefault("side", first)
        f.l.setdefault("passes", 0)
        f.l.setdefault("out", [])

    def acted(self, f: Frame) -> None:
        """Note that the side has acted: the row of passes is broken, the next is to act."""
        f.l["passes"] = 0
        self._hand_on(f)

    def passed(self, f: Frame) -> None:
        """Note that the side has passed, for good if a pass is final."""
        f.l["passes"] += 1
        if self.final:
            self.leave(f, f.l["side"])
        self._hand_on(f)

    def leave(self, f: Frame, side: str) -> bool:
        """Take a side out of the phase, because it can not act; returns whether it was still in."""
        if side in f.l["out"]:
            return False
        f.l["out"].append(side)
        if f.l["side"] == side:
            self._hand_on(f)
        return True

    def back(self, f: Frame, side: str) -> None:
        """Let a side that was out because it could not act take part again; it is the next to act."""
        if side in f.l["out"]:
            f.l["out"].remove(side)
            f.l["side"] = side

    def is_over(self, f: Frame) -> bool:
        """Return whether nobody is left to act, or the passes in a row have ended it: who is out passes with the others."""
        out = len(f.l["out"])
        return out == len(self.sides) or (not self.final and f.l["passes"] + out >= self.passes)

    def _hand_on(self, f: Frame) -> None:
        at = self.sides.index(f.l["side"])
        order = [*self.sides[at + 1 :], *self.sides[: at + 1]]
        f.l["side"] = next((side for side in order if side not in f.l["out"]), f.l["side"])
