"""Who is activated: a hex or level, and what a leader adds to it (4.0, 6.0)."""

from __future__ import annotations

from qtwar.kit.table import Frame, Reader

from .facts import all_units, holds, is_good, is_wounded, levels, marked, on_map
from .ground import neighbours


def origin(r: Reader, f: Frame, unit: str) -> str:
    """Return the place in which a unit began this impulse."""
    began: str = f.l["from"].get(unit) or r.where(unit)
    return began


def lead_range(r: Reader, unit: str) -> int:
    """Return how many hexes a leader's activation reaches: 1, one less when wounded, one more with the card (4.0, 5.1, 12.0)."""
    return int(r.attr(unit, "leadership_range", 1)) - is_wounded(r, unit) + bool(holds(r, unit, "runner"))


def able_to_lead(r: Reader, side: str) -> dict[str, tuple[str, int]]:
    """Return leader → (place, range) for those who may activate others: good order, unmarked, not used before (4.0, 6.0)."""
    found = [u for u in all_units(r, side) if r.has(u, "leader") and is_good(r, u) and not marked(r, u)]
    return {u: (r.where(u), lead_range(r, u)) for u in found if not r.attr(u, "led")}


def chiefs(r: Reader, f: Frame) -> dict[str, tuple[str, int]]:
    """Return leader → (place, range) for those who may activate others in this impulse.

    That is settled when the impulse begins; only who has tried to spot in vain drops out (4.1, AMB-3).
    """
    spot = f.l["spot"] or {}
    still = bool(spot.get("cell")) and r.option("ops_complete_leader_activates")
    return {u: (at, n) for u, (at, n) in f.l["chiefs"].items() if u != spot.get("unit") or still}


def in_reach(r: Reader, at: str, hexes: int, place: str) -> bool:
    """Return whether a leader at a place activates another: adjacent ones, at range 2 those beside them (4.0).

    A wounded one still activates the other floor of his own hex (5.1).
    """
    if not (on_map(r, at) and on_map(r, place)):
        return at == place  # a group of reinforcements is activated by itself
    return place in _around(r, at, hexes)


def _around(r: Reader, at: str, hexes: int) -> frozenset[str]:
    """Return the places on the map that a leader at one of them activates, worked out once for a content."""
    key = ("led", at, hexes)
    if key not in r.content.memo:
        around = {at}
        for _ in range(hexes):
            around |= {n for p in around for n in neighbours(r, p)}
        r.content.memo[key] = frozenset(around.union(levels(r, at)))
    return r.content.memo[key]  # type: ignore[no-any-return]


def opened(r: Reader, f: Frame, side: str) -> list[str]:
    """Return the places whose units may act: any at first, then what is activated and what a leader adds (4.0).

    The leader's own hex is activated with those beside it, whether one of its units does something or not.
    """
    places = sorted({origin(r, f, u) for u in all_units(r, side)})
    begun = f.l["origins"]
    if not begun:
        return places
    who = [(at, n) for at, n in chiefs(r, f).values() if joins(r, at, n, begun)]
    return [p for p in places if p in begun or any(in_reach(r, at, n, p) for at, n in who)]


def joins(r: Reader, at: str, hexes: int, places: list[str]) -> bool:
    """Return whether a leader reaches all of some places."""
    return all(in_reach(r, at, hexes, p) for p in places)
