"""Administrative points and what they buy: orders (3.23), leaders active and inactive (8.1), War Department orders (3.4)."""

from __future__ import annotations

from collections.abc import Iterable

from qtwar.kit.table import Reader, Table

from . import tracks, tree
from .facts import audience, is_active, rating


def ap(r: Reader, leader: str) -> int:
    """Return the administrative points that a leader has left (3.23)."""
    box = tree.box_of(r, leader)
    return tracks.get(r, box, "ap") if box else 0


def purse(r: Reader, leader: str) -> list[str]:
    """Return whose points a leader may spend: those under him in his hex first, then his own (3.23b)."""
    return [*reversed(tree.under(r, leader)), leader]


def funds(r: Reader, leader: str) -> int:
    """Return how many points a leader may spend: his own and those of the subordinates under him (3.23b)."""
    return sum(ap(r, p) for p in purse(r, leader))


def price(r: Reader, order: str) -> int:
    """Return what an order costs, a row of the chart of orders (3.23a)."""
    return int(r.chart("orders").at(order, "ap"))


def spend(t: Table, leader: str, order: str, rule: str, *, alone: bool = False) -> None:
    """Pay an order from a leader's purse, the subordinates' points first; refuses what he has not (3.23).

    `alone` takes his own points only.
    """
    left = price(t, order)
    among = [leader] if alone else purse(t, leader)
    if sum(ap(t, p) for p in among) < left:
        t.refuse("refuse.no_ap", rule=rule, leader={"p": leader}, n=left)
    for one in among:
        taken = min(left, ap(t, one))
        if taken:
            tracks.add(t, tree.box_of(t, one), "ap", -taken)
            left -= taken
    t.note("note.order", rule=rule, level=2, only=[t.owner(leader)], leader={"p": leader}, order=order_name(order))


def order_name(order: str) -> dict[str, object]:
    """Return an order as a message."""
    return {"key": f"order.{order.replace('.', '_')}", "args": {}}


def can_pay(r: Reader, leader: str, order: str, *, alone: bool = False) -> bool:
    """Return whether a leader has the points for an order."""
    return (ap(r, leader) if alone else funds(r, leader)) >= price(r, order)


def refill(t: Table, leaders: Iterable[str]) -> None:
    """Give leaders all their points again: as many as their administrative rating (4.4)."""
    for leader in leaders:
        tracks.put(t, tree.box_of(t, leader), "ap", rating(t, leader, "ar"))


# active and inactive ----------------------------------------------------------------


def deactivate(t: Table, leader: str, rule: str = "8.11") -> None:
    """Turn a leader to his inactive side: his points fall to that side's rating if he has more (8.11)."""
    if not is_active(t, leader):
        return
    t.turn(leader, "back")
    box = tree.box_of(t, leader)
    if box:
        tracks.put(t, box, "ap", min(tracks.get(t, box, "ap"), rating(t, leader, "ar")))
    t.note("note.inactive", rule=rule, only=audience(t, leader), leader={"p": leader})


def activate(t: Table, leader: str, rule: str = "8.12") -> None:
    """Turn a leader to his active side; his points are not filled up (8.12, AMB-03)."""
    if not is_active(t, leader):
        t.turn(leader, "front")
        t.note("note.active", rule=rule, only=audience(t, leader), leader={"p": leader})


def war_department(t: Table, side: str, rule: str = "3.4", *, free: bool = False) -> None:
    """Issue a War Department order: its price, once a turn unless combat has forced it (3.4)."""
    if not free and not may_war_department(t, side):
        t.refuse("refuse.war_department", rule=rule)
    cost = int(t.chart("war_effort_costs").at("war_department_order"))
    tracks.pay(t, side, cost, "wep.war_department", rule)
    t.note("note.war_department", rule=rule, side={"s": side})
    if not free:
        t.set_var("war_department", sorted({*(t.var("war_department") or ()), side}))


def may_war_department(r: Reader, side: str) -> bool:
    """Return whether a side may issue a War Department order of its own will: once a turn, if it can pay (3.4)."""
    cost = int(r.chart("war_effort_costs").at("war_department_order"))
    return side not in (r.var("war_department") or ()) and tracks.wep(r, side) >= cost
