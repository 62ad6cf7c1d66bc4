"""Artillery handed from leader to leader as units are (16.2); Confederate battalions are that much of it (16.24)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import fallen, orders, tracks, tree, ways
from .actions import Action
from .facts import CSA


def gifts(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return leader with artillery → boxes of others in his hex with room for some, for an order (16.2, 8.25).

    He has not marched, as with units that are detached; the reserve of an army stays with its headquarters (16.23).
    """
    side = f.l["side"]
    found, moved = {}, f.of(side).get("moved", ())
    for giver in tree.leaders(r, side):
        where = tree.place_of(r, giver)
        if not where or giver in moved or not tracks.get(r, tree.box_of(r, giver), "artillery"):
            continue
        if tree.is_superior(r, giver) and tree.is_army_commander(r, giver):
            continue
        chief = tree.commander(r, where, side)
        if not chief or not orders.can_pay(r, chief, ways.JOIN):
            continue
        others = [p for p in tree.leaders_at(r, where, side) if p != giver and fallen.room_for_guns(r, p)]
        if others:
            found[giver] = [tree.box_of(r, p) for p in others]
    return found


def rule_of(side: str) -> str:
    """Return the rule by which a side hands artillery over."""
    return "16.24" if side == CSA else "16.2"


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return who may hand artillery over."""
    found = gifts(s, f)
    return [offers.place("give_guns", "ask.give_guns", found, rule=rule_of(s.side), max=1)] if found else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Hand artillery over: a battalion's two points at most, as far as the other has room (16.24, 16.2)."""
    giver, to = args["pieces"][0], args["cell"]
    taker, base = tree.leader_of(t, to), tree.box_of(t, giver)
    room = fallen.gun_limit(t, taker) - tracks.get(t, to, "artillery")
    n = min(int(t.chart("artillery_limits").at("battalion")), tracks.get(t, base, "artillery"), room)
    orders.spend(t, tree.commander(t, tree.place_of(t, giver), side), ways.JOIN, rule_of(side))
    tracks.add(t, base, "artillery", -n)
    tracks.add(t, to, "artillery", n)
    t.note("note.guns_given", rule=rule_of(side), only=[side], a={"p": giver}, b={"p": taker}, n=n)


MENU = (Action(("give_guns",), asks, do),)
