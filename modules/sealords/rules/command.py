"""Command points: income, costs, the cap (5.0); costs stand in the tables cp_communist and cp_free_world."""

from __future__ import annotations

from collections.abc import Mapping

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader, Table

from .facts import COM, nation


def cost(r: Reader, side: str, what: str, nat: str = "us") -> int:
    """Return the price of something by its row in the side's table (27.0)."""
    if side == COM:
        return int(r.chart("cp_communist").at(what))
    return int(r.chart("cp_free_world").at(what, nat))


def draw_cost(r: Reader, side: str) -> int:
    """Return the price of a reinforcement; the Communists' rises in 1968 (27.0)."""
    if side == COM:
        row = (r.scenario.get("numbers") or {}).get("draw_row_com") or "draw_1966"
        return cost(r, COM, str(row))
    return cost(r, side, "draw")


def refit_cost(r: Reader, side: str, piece: str) -> int:
    """Return the price of refitting a piece; markers cost as those of the US (13.2)."""
    return cost(r, side, "refit", nation(r, piece) or "us")


def supply_cost(r: Reader, side: str, piece: str) -> int:
    """Return the price of keeping a unit that is out of supply (14.4)."""
    return cost(r, side, "supply", nation(r, piece) or "us")


def points(r: Reader, side: str) -> int:
    """Return the command points a side has."""
    return int(r.num(side, "cp"))


def pay(t: Table, side: str, amount: int, rule: str = "5.2") -> None:
    """Spend points; refuses what a side has not (5.2)."""
    have = points(t, side)
    if amount > have:
        t.refuse("refuse.cp", rule=rule, need=amount, have=have)
    if amount:
        t.put(side, "cp", have - amount)


def dear(r: Reader, side: str, costs: Mapping[str, int]) -> dict[str, Message]:
    """Return piece → why it can not be chosen, for those that cost more than a side has (5.2)."""
    have = points(r, side)
    return {p: msg("refuse.cp", rule="5.2", need=need, have=have) for p, need in costs.items() if need > have}


def gain(t: Table, side: str, amount: int) -> int:
    """Add points up to the cap of 100 (5.2); returns how many were added."""
    have = points(t, side)
    new = min(int(t.chart("limits").at("cp_max")), have + max(0, amount))
    t.put(side, "cp", new)
    return new - have


def lose(t: Table, side: str, amount: int) -> int:
    """Take points away, not below 0; returns how many were lost."""
    have = points(t, side)
    new = max(0, have - amount)
    t.put(side, "cp", new)
    return have - new
