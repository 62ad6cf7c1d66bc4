"""Confederate artillery battalions handed from leader to leader (16.24)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import fallen, orders, tracks, tree, ways
from .actions import Action
from .facts import CSA


def gifts(r: Reader) -> dict[str, list[str]]:
    """Return leader with artillery → boxes of others in his hex with room for a battalion, for an order (16.24, 8.25)."""
    found = {}
    for giver in tree.leaders(r, CSA):
        where = tree.place_of(r, giver)
        if not where or not tracks.get(r, tree.box_of(r, giver), "artillery"):
            continue
        chief = tree.commander(r, where, CSA)
        if not chief or not orders.can_pay(r, chief, ways.JOIN):
            continue
        others = [p for p in tree.leaders_at(r, where, CSA) if p != giver and fallen.room_for_guns(r, p)]
        if others:
            found[giver] = [tree.box_of(r, p) for p in others]
    return found


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return who may hand a battalion over."""
    found = gifts(s) if s.side == CSA else {}
    return [offers.place("give_guns", "ask.give_guns", found, rule="16.24")] if found else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Hand a battalion over: at most its two points, as far as the other has room (16.24, 16.2)."""
    giver, to = args["pieces"][0], args["cell"]
    taker, base = tree.leader_of(t, to), tree.box_of(t, giver)
    room = fallen.gun_limit(t, taker) - tracks.get(t, to, "artillery")
    n = min(int(t.chart("artillery_limits").at("battalion")), tracks.get(t, base, "artillery"), room)
    orders.spend(t, tree.commander(t, tree.place_of(t, giver), CSA), ways.JOIN, "16.24")
    tracks.add(t, base, "artillery", -n)
    tracks.add(t, to, "artillery", n)
    t.note("note.guns_given", rule="16.24", only=[side], a={"p": giver}, b={"p": taker}, n=n)


MENU = (Action(("give_guns",), asks, do),)
