"""Step losses: who takes them is the owner's choice (10.63)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from .facts import audience, box, own, steps


def reduce(t: Table, unit: str, rule: str = "10.63") -> None:
    """Take a step off a unit: it is turned over, or eliminated with its last one (10.63)."""
    if steps(t, unit) > 1:
        t.turn(unit, "back")
        t.note("note.reduced", rule=rule, level=2, only=audience(t, unit), unit={"p": unit})
        return
    t.move(unit, box(t.owner(unit), "eliminated"))
    t.note("note.eliminated", rule=rule, level=2, unit={"p": unit})


def total(r: Reader, units: list[str]) -> int:
    """Return how many steps some units have left."""
    return sum(steps(r, u) for u in units)


class Lose(Asking):
    """A side takes step losses on units of its choice, one after another (10.63).

    Locals: `side`, `n`, `rule`; the side's own: `units`, those that may take them. Hands back how many steps were lost.
    """

    name = "lose"

    def begin(self, t: Table, f: Frame) -> None:
        """Take at once what leaves no choice."""
        f.l["lost"] = 0
        units = self.left(t, f)
        if total(t, units) <= f.l["n"]:
            for unit in units:
                while t.where(unit) != box(f.l["side"], "eliminated"):
                    self.take(t, f, unit)
            f.l["n"] = f.l["lost"]
        elif len(units) == 1:
            while f.l["lost"] < f.l["n"]:
                self.take(t, f, units[0])

    def left(self, r: Reader, f: Frame) -> list[str]:
        """Return the units that may still take a loss."""
        gone = box(f.l["side"], "eliminated")
        return [u for u in f.of(f.l["side"]).get("units", []) if r.exists(u) and r.where(u) != gone]

    def take(self, t: Table, f: Frame, unit: str) -> None:
        """Let a unit lose a step."""
        reduce(t, unit, f.l.get("rule", "10.63"))
        f.l["lost"] += 1

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether losses are left to be taken."""
        return bool(f.l["lost"] < f.l["n"] and self.left(t, f))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for the unit that loses the next step."""
        ask = offers.pieces("lose", "ask.lose", self.left(s, f), rule=f.l.get("rule", "10.63"))
        return offers.offer(offers.msg("prompt.lose", n=f.l["n"] - f.l["lost"]), ask)

    def do_lose(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take the loss."""
        self.take(t, f, args["pieces"][0])

    def close(self, t: Table, f: Frame) -> int:
        """Hand back how many steps were lost."""
        return int(f.l["lost"])


def call(t: Table, side: str, units: list[str], n: int, rule: str) -> None:
    """Begin the step in which a side takes so many losses on some units."""
    t.call(Lose.name, side=side, n=n, rule=rule).of(side)["units"] = list(units)


MARCHED = "marched"
"""What a side alone knows: its leaders and units that have force-marched in this impulse (8.31c)."""


def has_marched(r: Reader, piece: str) -> bool:
    """Return whether a leader's force or a unit has force-marched in this impulse and fights at half (8.31c)."""
    return piece in (own(r, r.owner(piece), MARCHED) or ())


STEPS = (Lose(),)
