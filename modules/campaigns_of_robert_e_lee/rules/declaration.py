"""Declaring attacks: who may, who must, and what a failure costs (8.5)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, irregulars, losses, morale, orders, tree, works, zones
from .actions import Action
from .facts import CSA, counter, enemy, fights, hexes_of, is_active, is_engaged, marked, raider, rating

ORDER = "impulse.attack_declaration"
PRESSED = "pressed"
"""Hexes of forces that were attacked and still stand in the attacker's zone: they must leave or declare (8.52a)."""


def targets(r: Reader, side: str, where: str) -> list[str]:
    """Return the enemy hexes that a force may declare an attack on: adjacent, not over an uncrossable river (8.5)."""
    foe = enemy(side)
    there = [at for at in ground.near(r, where) if fights(r, at, foe) or works.is_held(r, at, foe)]
    return [at for at in there if ground.can_cross(r, where, at)]


def marker(r: Reader, where: str, side: str) -> str:
    """Return the attack marker of a side in a hex, an empty word for none."""
    return next((p for p in marked(r, where, "attack") if r.attr(p, "by") == side), "")


def attacks(r: Reader, side: str) -> list[tuple[str, str]]:
    """Return a side's declared attacks: hex of the attackers, target hex (8.51)."""
    places = r.places_with("attacks", lambda at: bool(marked(r, at, "attack")))
    return [(at, str(r.attr(p, "target"))) for at in places for p in marked(r, at, "attack") if r.attr(p, "by") == side]


def may_try(r: Reader, side: str, where: str) -> bool:
    """Return whether the force in a hex is fit to declare: an active commander, or none at all (8.1, 8.51)."""
    chief = tree.commander(r, where, side)
    return is_active(r, chief) if chief else bool(tree.independents(r, where, side) or raider(r, where, side))


def troops(r: Reader, where: str, side: str) -> list[str]:
    """Return the units that a declaration binds and may cost a step: of a band alone the sympathizers (14.73c)."""
    return tree.units_at(r, where, side) or irregulars.ranks(r, where, side)


def is_free(r: Reader, side: str, where: str) -> bool:
    """Return whether a declaration costs no order: no leader, or one without a point in an enemy zone (8.51)."""
    chief = tree.commander(r, where, side)
    return not chief or (not orders.can_pay(r, chief, ORDER) and zones.in_enemy_zone(r, where, side))


def able(r: Reader, side: str, where: str) -> int:
    """Return the number that the die must not exceed: the commander's BR, or the inverted morale (8.51a)."""
    chief = tree.commander(r, where, side)
    return rating(r, chief, "br") if chief else morale.level(r, where, side)


def open_hexes(r: Reader, f: Frame) -> list[str]:
    """Return the hexes from which a side may still declare in its movement sequence."""
    side = f.l["side"]
    tried = f.of(side).get("declared", ())
    bands = [r.where(p) for p in irregulars.captains(r)] if side == CSA else []  # 14.73c
    found = []
    for where in dict.fromkeys([*hexes_of(r, side), *bands]):
        chief = tree.commander(r, where, side)
        if where in tried or marker(r, where, side) or not may_try(r, side, where) or not targets(r, side, where):
            continue
        ordered = bool(chief) and (orders.can_pay(r, chief, ORDER) or is_free(r, side, where))
        if not chief or (ordered and not is_working(r, side, where)):
            found.append(where)
    return found


def is_working(r: Reader, side: str, where: str) -> bool:
    """Return whether the commander's force in a hex trains or entrenches: it can not attack (14.36, 14.44b)."""
    state = f"{tree.box_of(r, tree.commander(r, where, side))}-state"
    return any(r.has(p, "training") or r.has(p, "entrenching") for p in r.ids(state))


def bound(r: Reader, f: Frame) -> list[str]:
    """Return the hexes whose forces must still leave the enemy's zone or declare (8.52a)."""
    side, pressed = f.l["side"], r.var(PRESSED)
    if not pressed:
        return []
    asked = open_hexes(r, f)
    return [
        at for at in pressed if fights(r, at, side) and zones.in_enemy_zone(r, at, side) and at in asked
    ]


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask to declare an attack without moving first (8.5)."""
    found = open_hexes(s, f)
    told = {"verb": "declare_from"}
    return [offers.cell("declare_from", "ask.declare_from", found, rule="8.5", odds=told)] if found else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Begin the declaration of the force in a hex."""
    t.call(Declare.name, side=side, where=args["cell"])


MENU = (Action(("declare_from",), asks, do),)


class Declare(Staged):
    """The force in a hex tries to declare an attack (8.51). Locals: `side`, `where`; its own: `who`, all of the force.

    Hands back `{tried: hex, moved: who}`: with its declaration a force has moved, wherever a failure has driven it (8.52).
    """

    name = "declare"
    first = "aim"

    def at_aim(self, t: Table, f: Frame) -> str:
        """Ask for the target where there are several."""
        side, where = f.l["side"], f.l["where"]
        f.of(side)["who"] = tree.leaders_at(t, where, side) + troops(t, where, side)
        some = targets(t, side, where)
        if len(some) == 1:
            f.l["target"] = some[0]
            return "roll"
        if not some:
            return "end"
        t.wait(f.l["side"])
        return ""

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for the hex to be attacked."""
        ask = offers.cell("target", "ask.target", targets(s, s.side, f.l["where"]), rule="8.5", odds={"verb": "target"})
        return offers.offer(offers.msg("prompt.target", cell={"c": f.l["where"]}), ask)

    def do_target(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take the target."""
        f.l.update(target=args["cell"], stage="roll")

    def at_roll(self, t: Table, f: Frame) -> str:
        """Pay the order and roll: not above the commander's battle rating (8.51a)."""
        side, where = f.l["side"], f.l["where"]
        chief = tree.commander(t, where, side)
        if not is_free(t, side, where):
            orders.spend(t, chief, ORDER, "8.51")
        die, need = t.roll(purpose="roll.declare", by=side)[0], able(t, side, where)
        most = morale.best(t, need, leaderless=not chief and not raider(t, where, side))
        if die <= most:
            counter(t, "attack", where, "", target=f.l["target"], by=side)
            t.note("note.declared", rule="8.51", cell={"c": where}, target={"c": f.l["target"]}, n=most)
            return "end"
        t.note("note.declare_failed", rule="8.51", cell={"c": where}, target={"c": f.l["target"]}, n=most)
        if chief:
            morale.change(t, chief, "failed_declaration", "8.51b")
        losses.call(t, side, troops(t, where, side), 1, "8.51b")
        return "retreat"

    def at_retreat(self, t: Table, f: Frame) -> str:
        """Retreat a hex at once (8.51b)."""
        side, where = f.l["side"], f.l["where"]
        tree.tidy(t, side)
        if is_engaged(t, where, side):
            t.call("retreat", side=side, where=where, hexes=1, by=side)
        return "end"

    def at_end(self, t: Table, f: Frame) -> str:
        """Be done."""
        t.done({"tried": f.l["where"], "moved": f.of(f.l["side"])["who"]})
        return ""


STEPS = (Declare(),)
