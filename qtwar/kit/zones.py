"""Zones of control, of any number of sides: which places they cover, and whose they are for a side that moves there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping


def zones(
    holders: Mapping[str, Iterable[str]],
    near: Callable[[str], Iterable[str]],
    *,
    extends: Callable[[str, str], bool] | None = None,
) -> dict[str, frozenset[str]]:
    """Return place → the sides whose zone covers it; places of nobody's zone are left out.

    `holders` maps each side to the places of its units that have a zone. It covers the places next to them to which
    `extends(from, to)` lets it (not over a great river, not into a fortress); the units' own places are not in it.
    """
    found: dict[str, set[str]] = {}
    for side, places in holders.items():
        for place in places:
            for to in near(place):
                if extends is None or extends(place, to):
                    found.setdefault(to, set()).add(side)
    return {place: frozenset(sides) for place, sides in found.items()}


def hostile(
    covered: Mapping[str, Collection[str]], side: str, *, friends: Collection[str] = (), held: Collection[str] = ()
) -> frozenset[str]:
    """Return the places in a zone of anybody but a side and its friends, without those of `held`.

    `held` are the places in which units of one's own side cancel the zone, where a title says that they do.
    """
    own = {side, *friends}
    return frozenset(place for place, sides in covered.items() if place not in held and not own.issuperset(sides))
