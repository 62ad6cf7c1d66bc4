"""Living off what lies at hand: Own Use markers, wagons and depots spent for full supply (7.34, 13.24, 13.41a)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, supply, tree
from .effort import own_use
from .facts import hexes_of, rating


def needy(r: Reader, side: str) -> list[str]:
    """Return the hexes whose forces are not in full supply as the impulse or the segment has it."""
    return [
        at
        for at in hexes_of(r, side)
        if any(supply.state_of(r, p) != supply.FULL for p in (*tree.leaders_at(r, at, side), *tree.independents(r, at, side)))
    ]


def means(r: Reader, side: str, where: str) -> list[str]:
    """Return what the force of a hex may spend: its commander's marker, a relay within his MR, without him in the hex (7.34)."""
    chief = tree.commander(r, where, side)
    reach = rating(r, chief, "mr") if chief else 0
    found = own_use(r, chief) if chief else []
    return [*found, *(p for p in supply.relays(r, side) if ground.distance(r, r.where(p), where) <= reach)]


class Relief(Asking):
    """A side may spend markers, wagons and depots on forces that are short. Locals `side`, `rule`."""

    name = "relief"
    ends = ("done",)

    def options(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return hex → what may be spent for its force."""
        side = f.l["side"]
        found = {at: means(r, side, at) for at in needy(r, side)}
        return {at: some for at, some in found.items() if some}

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether a force is short; whether there is anything to spend on it nobody else is to know."""
        return bool(needy(t, f.l["side"]))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to spend one for one force."""
        found = self.options(s, f)
        targets: dict[str, list[str]] = {}
        for at, some in found.items():
            for piece in some:
                targets.setdefault(piece, []).append(at)
        asks: list[Ask] = [offers.place("relieve", "ask.relieve", targets, rule="7.34", max=1)] if targets else []
        done = offers.button("done", "button.relief_done", rule="7.34", primary=True)
        prompt = "prompt.relief" if targets else "prompt.relief_none"
        return offers.offer(offers.msg(prompt, rule="7.34"), *asks, done)

    def do_relieve(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Spend a counter: the force is in full supply for this impulse or segment."""
        piece, where = args["pieces"][0], args["cell"]
        if piece not in means(t, side, where):
            t.refuse("refuse.relief", rule="7.34", cell={"c": where})
        t.remove(piece)
        supply.make_full(t, side, [*tree.leaders_at(t, where, side), *tree.independents(t, where, side)])
        t.note("note.relieved", rule="7.34", only=[side], cell={"c": where})


STEPS = (Relief(),)
