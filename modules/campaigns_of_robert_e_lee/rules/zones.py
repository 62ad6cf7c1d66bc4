"""Zones of control (3.7)."""

from __future__ import annotations

from qtwar.kit import zones
from qtwar.kit.table import Reader

from . import ground
from .facts import controls, enemy, fights, kept, marked, on_map, stand


def covered(r: Reader, side: str) -> frozenset[str]:
    """Return the hexes in the zone of control of a side's enemy (3.7): not over great rivers, not into works (14.44d)."""
    key = ("zones", side)
    if key not in r.memo:
        r.memo[key] = kept(r, "zones", stand(r, side), lambda: _cover(r, side))
    answer: frozenset[str] = r.memo[key]
    return answer


def _cover(r: Reader, side: str) -> frozenset[str]:
    foe = enemy(side)
    holders = r.places_with(("controls", foe), lambda at: on_map(at) and controls(r, at, foe))
    found = zones.zones(
        {foe: holders},
        lambda at: ground.near(r, at),
        extends=lambda a, b: not ground.is_great_river(r, a, b) and not is_manned(r, b, side),
    )
    return frozenset(found)


def in_enemy_zone(r: Reader, where: str, side: str) -> bool:
    """Return whether a hex is in a zone of control of a side's enemy."""
    return where in covered(r, side)


def is_manned(r: Reader, where: str, side: str) -> bool:
    """Return whether a side's own units man the entrenchment of a hex (14.44c)."""
    works = marked(r, where, "entrenchment")
    return bool(works) and any(r.owner(p) in (side, "") for p in works) and fights(r, where, side)


def free_of_enemies(r: Reader, where: str, side: str) -> bool:
    """Return whether no enemy who can fight is in a hex."""
    return not fights(r, where, enemy(side))
