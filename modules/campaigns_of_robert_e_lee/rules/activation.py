"""Inactive leaders become active again, one try an impulse each; active ones may step back of their own will (8.12)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import orders, tree
from .actions import Action
from .facts import audience, is_active, own, rating

ARMY, CORPS = "army_commander.activate_subordinate", "csa_corps_commander.activate_subordinate"


def inactive(r: Reader, side: str) -> list[str]:
    """Return a side's inactive leaders on the map or in boxes: whom the War Department may order on, tried or not (3.4)."""
    return [p for p in tree.leaders(r, side) if not is_active(r, p) and tree.place_of(r, p)]


def idle(r: Reader, f: Frame) -> list[str]:
    """Return the inactive leaders who may try: not yet in this impulse, nor inactive only since it began (8.12)."""
    side = f.l["side"]
    barred = {*f.of(side).get("tried", ()), *(own(r, side, "fallen") or ())}
    return [p for p in inactive(r, side) if p not in barred]


def order_of(r: Reader, chief: str) -> str:
    """Return the order by which a superior commander makes a subordinate active (3.31b1, 3.32b1)."""
    return ARMY if tree.is_army_commander(r, chief) else CORPS


def chiefs(r: Reader, leader: str) -> list[str]:
    """Return the active superior commanders who can order a leader to become active (8.12(2))."""
    return [p for p in tree.superiors(r, leader) if is_active(r, p) and orders.can_pay(r, p, order_of(r, p))]


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ways of becoming active (8.12), and of becoming inactive by choice."""
    found: list[Ask] = []
    waiting = idle(s, f)
    if waiting:
        found.append(offers.pieces("rouse", "ask.rouse", waiting, rule="8.12"))
    ordered = [p for p in waiting if chiefs(s, p)]
    if ordered:
        found.append(offers.pieces("rouse_order", "ask.rouse_order", ordered, rule="8.12"))
    down = inactive(s, f.l["side"])
    if down and orders.may_war_department(s, f.l["side"]):
        found.append(offers.pieces("rouse_war", "ask.rouse_war", down, rule="3.4"))  # after a failed try too (AMB-50)
    willing = list(tree.active_leaders(s, f.l["side"]))
    if willing:
        found.append(offers.pieces("stand_down", "ask.stand_down", willing, rule="8.12"))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Let a leader try, be ordered, or step back."""
    leader, mine = args["pieces"][0], f.of(side)
    mine["tried"] = [*mine.get("tried", []), leader]
    if verb == "stand_down":
        orders.deactivate(t, leader, "8.12")
        return
    if verb == "rouse":
        die = t.roll(purpose="roll.activation", by=side)[0]
        able = rating(t, leader, "ar", "back")
        t.note("note.rouse", rule="8.12", only=audience(t, leader), leader={"p": leader}, n=able)
        if die <= able:
            orders.activate(t, leader)
    elif verb == "rouse_order":
        chief = chiefs(t, leader)[-1]
        orders.spend(t, chief, order_of(t, chief), "8.12")
        orders.activate(t, leader)
    else:
        orders.war_department(t, side)
        orders.activate(t, leader, "3.4")
        if t.option("amb_50_war_department_next_impulse"):
            mine["moved"] = [*mine.get("moved", []), *tree.whole(t, leader)]


MENU = (Action(("rouse", "rouse_order", "rouse_war", "stand_down"), asks, do),)
