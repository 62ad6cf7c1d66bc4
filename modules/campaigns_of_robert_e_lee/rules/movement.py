"""The movement sequence: one force after another, and what else may be done in it (4.22, 8.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import (
    activation,
    declaration,
    detaching,
    engineers,
    guns,
    irregulars,
    landings,
    march,
    marchers,
    naval,
    rail,
    scouting,
    screens,
    sea,
    training,
    tree,
    wishes,
    works,
)
from .actions import Action
from .facts import enemy, fights, hexes_of, is_active, is_unit, is_wagon, on_map


def stack(r: Reader, f: Frame, where: str) -> list[str]:
    """Return the leaders of a hex who move together, the commander first (8.21): not those detached, nor the garrison."""
    apart = f.of(f.l["side"]).get("apart", ())
    return [p for p in tree.standing(r, where, f.l["side"]) if p not in apart and not tree.is_garrison(r, p)]


def is_busy(r: Reader, leader: str) -> bool:
    """Return whether a leader's force trains or entrenches and can not move (14.36, 14.44b)."""
    state = f"{tree.box_of(r, leader)}-state"
    return any(r.has(p, "training") or r.has(p, "entrenching") for p in r.ids(state))


def lacks_wagon(r: Reader, where: str, leaders: list[str]) -> bool:
    """Return whether a force has detached regiments but no wagon with it, which binds it by one reading (AMB-13)."""
    regiments = any(r.has(u, "detached") for p in leaders for u in tree.units(r, p))
    return regiments and not any(is_wagon(r, p) for p in r.of(where, r.owner(leaders[0])))


def ready(r: Reader, f: Frame) -> list[str]:
    """Return the commanders whose force may still move: nobody in it has, nor is it busy (8.21, 8.23)."""
    side = f.l["side"]
    own = f.of(side)
    moved, tried = own.get("moved", ()), own.get("tried", ())
    found = []
    for where in hexes_of(r, side):
        group = stack(r, f, where)
        every = [one for p in group for one in tree.whole(r, p)]
        if not group or any(p in moved or is_busy(r, p) for p in every):
            continue
        if r.option("amb_13_regiments_with_wagon_only") and lacks_wagon(r, where, every):
            continue
        if is_active(r, group[0]) or group[0] not in tried:  # 8.12(4): an inactive one tries with the roll itself
            found.append(group[0])
    return found


def loose(r: Reader, f: Frame) -> list[str]:
    """Return the units without a leader that may still move (8.22b): no militia, no detached regiments, none at work."""
    side = f.l["side"]
    moved = f.of(side).get("moved", ())
    every = [u for where in hexes_of(r, side) for u in tree.independents(r, where, side)]
    every += [p for p in engineers.pieces(r, side, "engineer") if not is_unit(r, p) and on_map(r.where(p))]  # supervisors
    return [u for u in every if u not in moved and tree.is_mobile(r, u)]


def carts(r: Reader, f: Frame) -> list[str]:
    """Return the wagons, pontoons and balloons that may still move: 8 points, whatever happens (7.21, 8.81)."""
    side = f.l["side"]
    moved = f.of(side).get("moved", ())
    places = r.places_with(("carts", side), lambda at: on_map(at) and any(marchers.is_cart(r, p) for p in r.of(at, side)))
    return [p for at in places for p in r.of(at, side) if marchers.is_cart(r, p) and p not in moved]


def order_asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the asks to begin a march (8.21)."""
    found = []
    forces, units, wagons = ready(s, f), loose(s, f), carts(s, f)
    if forces:
        found.append(offers.pieces("order", "ask.order", forces, rule="8.21"))
    if units:
        found.append(offers.pieces("order_unit", "ask.order_unit", units, rule="8.22"))
    if wagons:
        found.append(offers.pieces("order_wagon", "ask.order_wagon", wagons, rule="7.21"))
    return found


def order(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Begin the march of a force, a unit or a wagon."""
    piece = args["pieces"][0]
    who = stack(t, f, t.where(piece)) if verb == "order" else [piece]
    march.begin(t, side, who)


ORDERS = Action(("order", "order_unit", "order_wagon"), order_asks, order)
MENU: tuple[Action, ...] = (
    ORDERS,
    *declaration.MENU,
    *activation.MENU,
    *detaching.MENU,
    *scouting.MENU,
    *screens.MENU,
    *rail.MENU,
    *engineers.MENU,
    *works.MENU,
    *naval.MENU,
    *sea.MENU,
    *irregulars.MENU,
    *guns.MENU,
    *landings.MENU,
    *training.MENU,
    *wishes.MENU,
)
"""All that may be done in the movement sequence, in the order in which it is offered."""
TOPICS = {
    **dict.fromkeys(("rouse", "rouse_order", "rouse_war", "stand_down"), "topic.leaders"),
    **dict.fromkeys(("detach", "detach_units", "form_regiments", "give_guns"), "topic.organization"),
    **dict.fromkeys(("scout", "screen", "cover", "show"), "topic.cavalry"),
    **dict.fromkeys(("rail", "rail_empty", "loot", "deplete", "destroy_own"), "topic.rail"),
    **dict.fromkeys(("lay_pontoon", "lift_pontoon", "raise_balloon", "strike_balloon", "raze"), "topic.engineers"),
    **dict.fromkeys(("sail", "embark", "load", "land", "dock"), "topic.ships"),
    **dict.fromkeys(("ride", "spy", "raid", "pick_up", "drop_off"), "topic.irregulars"),
}  # fmt: skip
"""Verb → what it is about: a full menu folds by it."""
ON_THE_WAY: tuple[Action, ...] = (*scouting.ON_THE_WAY,)
"""What may be done in the middle of a march."""
march.MENU.extend(ON_THE_WAY)



class Movement(Asking):
    """A side moves its forces, in any order. Local `side`; its own: `moved`, `tried`, `apart` (leaders and units)."""

    name = "movement"
    ends = ("done",)

    def verbs(self) -> set[str]:
        """Return the verbs of all actions."""
        return {verb for action in MENU for verb in action.verbs} | set(self.ends)

    def ahead(self, t: Table, f: Frame) -> bool:
        """Take in what a march has come to; who has entered an enemy zone must declare an attack at once (3.71)."""
        came = f.result
        own = f.of(f.l["side"])
        if isinstance(came, dict):
            own["moved"] = [*own.get("moved", []), *came.get("moved", [])]
            own["apart"] = [*own.get("apart", []), *came.get("apart", [])]
            if came.get("tried"):
                own["declared"] = [*own.get("declared", []), came["tried"]]
        tree.tidy(t, f.l["side"])
        screens.check(t)
        where = came.get("declare", "") if isinstance(came, dict) else ""
        if where and fights(t, where, f.l["side"]) and not declaration.marker(t, where, f.l["side"]):
            t.call(declaration.Declare.name, side=f.l["side"], where=where)
            return True
        return False

    def close(self, t: Table, f: Frame) -> None:
        """Forget who of this side had to leave or declare: whoever could has; the enemy's turn to do so comes yet (8.52a)."""
        foe = enemy(f.l["side"])
        t.set_var(declaration.PRESSED, [at for at in t.var(declaration.PRESSED) or () if fights(t, at, foe)] or None)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer all that may be done."""
        asks = [ask for action in MENU for ask in action.asks(s, f)]
        for ask in asks:
            if ask["verb"] in TOPICS:
                ask["topic"] = offers.msg(TOPICS[ask["verb"]])
        bound = declaration.bound(s, f)
        why = offers.msg("refuse.pressed", rule="8.52", cell={"c": bound[0]}) if bound else None
        asks.append(offers.button("done", "button.done_moving", rule="4.22", why_not=why))
        return offers.offer(offers.msg("prompt.movement", n=int(s.var("level") or 1)), *asks)

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Carry an action out by its chapter."""
        for action in MENU:
            if verb in action.verbs:
                action.do(t, f, side, verb, args)
                return
        super().do(verb, t, f, side, args)


STEPS = (Movement(),)
