"""Taken or given up by order: stores of Union landings (8.63a, 8.63b), wagons and depots destroyed by their owner (7.21)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import orders, supply, tracks, tree
from .actions import Action
from .facts import CSA, UNION, fights, is_active, is_wagon, marked, on_map, value

ORDER = "impulse.take_wep_from_captured_landing"


def depots(r: Reader) -> list[str]:
    """Return the hexes with a Union landing."""
    return [at for at in r.places_with("landings", lambda at: bool(marked(r, at, "landing"))) if on_map(at)]


def is_unions(r: Reader) -> bool:
    """Return whether the order is the Union's, which gives a landing up by it, and taking stores is free (AMB-49)."""
    return bool(r.option("amb_49_capture_order_union"))


def payer(r: Reader) -> str:
    """Return the active Union leader with the most points, who gives the order, an empty word for none (AMB-49)."""
    fit = [p for p in tree.leaders(r, UNION) if is_active(r, p) and tree.place_of(r, p)]
    able = [p for p in fit if orders.can_pay(r, p, ORDER, alone=True)]
    return max(able, key=lambda p: (orders.ap(r, p), p), default="")


def looters(r: Reader, f: Frame) -> list[str]:
    """Return the Confederate commanders on a landing with wagons who can order its stores taken, once an impulse (8.63a).

    A landing that has been given up has none (8.63b).
    """
    if f.l["side"] != CSA:
        return []
    taken = f.of(CSA).get("looted", ())
    found = []
    for at in depots(r):
        if all(r.record(p)["face"] == "back" for p in marked(r, at, "landing")):
            continue
        chief = tree.commander(r, at, CSA)
        wagons = [p for p in r.of(at, CSA) if is_wagon(r, p)]
        if chief and wagons and at not in taken and is_active(r, chief) and (is_unions(r) or orders.can_pay(r, chief, ORDER)):
            found.append(chief)
    return found


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the asks of an impulse: to take stores, to give up a landing, to destroy one's own wagons and depots."""
    side = f.l["side"]
    found: list[Ask] = []
    some = looters(s, f)
    if some:
        found.append(offers.pieces("loot", "ask.loot", some, rule="8.63"))
    lost = [p for at in depots(s) for p in marked(s, at, "landing") if s.record(p)["face"] == "front" and is_lost(s, at)]
    if side == UNION and lost and (not is_unions(s) or payer(s)):
        found.append(offers.pieces("deplete", "ask.deplete", lost, rule="8.63"))
    own = supply.relays(s, side)
    if own:
        found.append(offers.pieces("destroy_own", "ask.destroy_own", own, rule="7.21"))
    return found


def is_lost(r: Reader, where: str) -> bool:
    """Return whether Confederates hold the hex of a landing (8.63b)."""
    return fights(r, where, CSA)


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Take stores, give a landing up, or destroy a wagon or depot."""
    piece = args["pieces"][0]
    if verb == "loot":
        where = t.where(piece)
        if not is_unions(t):
            orders.spend(t, piece, ORDER, "8.63a")
        most = sum(value(t, p) for p in t.of(where, CSA) if is_wagon(t, p))
        n = min(most, tracks.wep(t, UNION))
        tracks.gain(t, UNION, -n, "wep.looted", "8.63a")
        tracks.gain(t, CSA, n, "wep.looted", "8.63a")
        f.of(CSA)["looted"] = [*f.of(CSA).get("looted", []), where]
        t.note("note.looted", rule="8.63a", cell={"c": where}, n=n)
    elif verb == "deplete":
        if is_unions(t):
            orders.spend(t, payer(t), ORDER, "3.23", alone=True)
        t.turn(piece, "back")
        t.note("note.depleted", rule="8.63b", cell={"c": t.where(piece)})
    else:
        t.note("note.destroyed_own", rule="7.21", side={"s": side}, cell={"c": t.where(piece)})
        t.remove(piece)


class Depleted(Step):
    """Landings that were given up are removed in the reorganization (8.63b)."""

    name = "depleted"

    def run(self, t: Table, f: Frame) -> None:
        """Remove them."""
        for piece in [p for at in depots(t) for p in marked(t, at, "landing")]:
            if t.record(piece)["face"] == "back":
                t.remove(piece)
        t.done()


MENU = (Action(("loot", "deplete", "destroy_own"), asks, do),)
STEPS = (Depleted(),)
