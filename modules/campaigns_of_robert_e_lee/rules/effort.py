"""The war effort sequence: each active leader is paid for when the impulse ends (11.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import irregulars, orders, tracks, tree
from .facts import CSA, is_active, marked, own


def own_use(r: Reader, leader: str) -> list[str]:
    """Return the Own Use markers of a leader's force (13.24)."""
    return marked(r, f"{tree.box_of(r, leader)}-state", "own_use")


class WarEffort(Asking):
    """The impulse side pays for its active leaders. Locals: `side`; its own: `free`, leaders whose force has paid by Own Use.

    It is always asked, for a pause would betray its markers or an empty purse.
    """

    name = "war_effort"
    ends = ("pay",)

    def billed(self, r: Reader, f: Frame) -> list[str]:
        """Return who is to be paid for: active leaders, those who fell inactive against their will (11.0), who trains (14.36)."""
        side = f.l["side"]
        fallen, free = own(r, side, "fallen") or (), f.of(side).get("free", ())
        due = [p for p in tree.leaders(r, side) if is_active(r, p) or p in fallen or self.trains(r, p)]
        every = [p for p in due if tree.place_of(r, p)]
        bands = irregulars.captains(r) if side == CSA and r.option("amb_59_partisans_paid") else []
        return [*(p for p in every if p not in free), *bands]

    def trains(self, r: Reader, leader: str) -> bool:
        """Return whether a leader's force is in training."""
        return bool(marked(r, f"{tree.box_of(r, leader)}-state", "training"))

    def price(self, r: Reader, f: Frame) -> int:
        """Return the bill."""
        return len(self.billed(r, f)) * int(r.chart("war_effort_costs").at("active_leader_at_impulse_end"))

    def carriers(self, r: Reader, f: Frame) -> list[str]:
        """Return the commanders who may spend an Own Use marker for their whole force (13.24(3))."""
        free = f.of(f.l["side"]).get("free", ())
        return [p for p in self.billed(r, f) if tree.place_of(r, p) and own_use(r, p) and p not in free]

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to spend Own Use markers, to let leaders go inactive, to pay."""
        asks = []
        carriers, bill = self.carriers(s, f), self.price(s, f)
        if carriers:
            asks.append(offers.pieces("own_use", "ask.own_use", carriers, rule="13.24"))
        short = bill > tracks.wep(s, f.l["side"]) and s.option("amb_24_no_wep") == "inactive"
        idle = [p for p in self.billed(s, f) if is_active(s, p) and tree.place_of(s, p)]
        if short and idle:
            asks.append(offers.pieces("let_go", "ask.let_go", idle, rule="11.0"))
        if not (short and idle):
            asks.append(offers.button("pay", "button.pay", rule="11.0", primary=True))
        return offers.offer(offers.msg("prompt.war_effort", n=bill, left=tracks.wep(s, f.l["side"])), *asks)

    def do_own_use(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Spend an Own Use marker: nobody of the force is paid for (13.24(3))."""
        leader = args["pieces"][0]
        t.remove(own_use(t, leader)[0])
        mine = f.of(side)
        mine["free"] = [*mine.get("free", []), leader, *tree.under(t, leader)]
        t.note("note.own_use", rule="13.24", leader={"p": leader})

    def do_let_go(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let a leader who can not be paid become inactive (AMB-24)."""
        orders.deactivate(t, args["pieces"][0], "11.0")

    def close(self, t: Table, f: Frame) -> None:
        """Pay the bill, as far as there is war effort for it."""
        side = f.l["side"]
        bill = min(self.price(t, f), tracks.wep(t, side))
        tracks.gain(t, side, -bill, "wep.leaders", "11.0")


STEPS = (WarEffort(),)
