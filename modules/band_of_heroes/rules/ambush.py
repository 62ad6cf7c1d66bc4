"""The moment before an enemy impulse, in which a sniper may appear and fire (11.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import msg
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import attack, fire, firegroup, sight, snipers
from .facts import all_units
from .fire import Circumstances
from .firing import Shooting
from .ground import distance

NOW = Circumstances()


def worth_asking(r: Reader, side: str) -> bool:
    """Return whether a sniper who waits could appear where he sees an enemy that he may fire at; else nobody is asked."""
    if not r.option("sniper_any_time"):
        return False
    foes = fire.possible_targets(r, side)
    return any(
        distance(r, place, foe) <= fire.longest(r, sniper) and sight.sees(r, place, foe)
        for sniper, places in snipers.placements(r, side).items()
        for place in places
        for foe in foes
    )


def shots(r: Reader, side: str) -> dict[str, list[str]]:
    """Return sniper just placed → what he can fire at."""
    foes = fire.possible_targets(r, side)
    fresh = [u for u in all_units(r, side) if snipers.is_fresh(r, u)]
    return {u: cells for u in fresh if (cells := fire.targets(r, u, foes, NOW))}


class Ambush(Shooting):
    """A side may show its sniper before the enemy's impulse. Hands back {quiet}: not to be asked again this turn.

    Locals: `side`, `quiet`.
    """

    name = "ambush"

    ends = ("not_now", "not_this_turn")

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(shots(t, f.l["side"])) or worth_asking(t, f.l["side"])

    def close(self, t: Table, f: Frame) -> dict[str, Any]:
        snipers.settle(t)
        return {"quiet": f.l.get("quiet", False)}

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        """Offer his place, then his shot."""
        sharp = shots(s, s.side)
        asks = snipers.asks(s, sharp) if sharp else []
        hidden = snipers.placements(s, s.side)
        if hidden:
            asks.append(offers.place("place_sniper", "ask.place_sniper", hidden, rule="11.4", max=1))
        asks.append(offers.button("not_now", "button.not_now", rule="11.4", primary=True))
        if not sharp:
            asks.append(offers.button("not_this_turn", "button.not_this_turn", rule="11.4"))
        return offers.offer(msg("prompt.ambush", side={"s": s.side}), *asks, detail=msg("detail.ambush", rule="11.4"))

    def shoot(self, t: Table, f: Frame, side: str, verb: str, args: dict[str, Any], *, dice: int = 2) -> None:
        """He fires (11.4)."""
        attack.begin(t, firegroup.compose(t, side, args["pieces"], args["cell"], NOW), NOW, dice=dice)

    def do_not_this_turn(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Wait to the end of the turn; reactions and the own impulses still offer it."""
        f.l["quiet"] = True


STEPS = (Ambush(),)
