"""Booby traps spring on those who enter, claymores go with the last who could fire them (26.0)."""

from __future__ import annotations

from collections.abc import Iterable

from qtwar.kit.content import split
from qtwar.kit.table import Reader, Table

from .checks import check
from .facts import NVA, US, is_broken, is_infantry, is_vehicle, on_map, units
from .ground import neighbours
from .setup import own_traps


def trap_in(r: Reader, side: str, place: str) -> str:
    """Return a side's trap or claymore noted for a hex, as far as this reader knows (26.0)."""
    return next((p for p in own_traps(r, side) if r.attr(p, "cell") == split(place)[1]), "")


def victims(r: Reader, entered: list[str]) -> list[str]:
    """Return on whom of those who entered a trap may work: US infantry and, by option, vehicles (26.0, AMB-22)."""
    return [
        p
        for p in entered
        if r.owner(p) == US and (is_infantry(r, p) or (is_vehicle(r, p) and r.option("amb_22_vehicle_traps")))
    ]


def spring(t: Table, entered: list[str], place: str) -> str:
    """Let a booby trap work on one of those who entered, at random; returns who took a WIA, an empty word if nobody (26.0)."""
    trap, able = trap_in(t, NVA, place), victims(t, entered)
    if not trap or not able:
        return ""
    victim = t.pick(sorted(able)) if len(able) > 1 else able[0]
    t.know(trap, None)
    t.note("note.trap", rule="26.0", cell={"c": place}, piece={"p": victim})
    t.remove(trap)
    return "" if check(t, victim, "trap", "26.0") else victim


def has_crew(r: Reader, place: str, *, steady: bool = True) -> bool:
    """Return whether US infantry, unbroken if it is to fire, is in or next to a hex (26.0)."""
    here = (place, *neighbours(r, place))
    return any(is_infantry(r, p) and not (steady and is_broken(r, p)) for h in here for p in units(r, h, US))


def clear_up(t: Table) -> None:
    """Strike out the claymores that no US infantry is near any more (26.0)."""
    board = t.scenario["boards"][0]
    for mine in own_traps(t, US):
        cell = t.attr(mine, "cell")
        if cell and not has_crew(t, f"{board}:{cell}", steady=False):
            t.note("note.claymore_gone", rule="26.0", only=[US], level=2, cell={"c": f"{board}:{cell}"})
            t.remove(mine)


def place_of(r: Reader, mine: str) -> str:
    """Return the hex that a claymore is noted for."""
    return f"{r.scenario['boards'][0]}:{r.attr(mine, 'cell')}"


def stormers(r: Reader, storm: str) -> list[str]:
    """Return who storms a hex just now and still takes part: a claymore there meets them too (26.0)."""
    around = r.frame_of("assault") if storm else None
    return [p for p in around.l["units"] if r.exists(p) and not r.attr(p, "done")] if around else []


def met(r: Reader, place: str, storm: str, storming: Iterable[str]) -> list[str]:
    """Return whom a claymore in a hex meets: each enemy in it and, where it is under assault, those storming it (26.0)."""
    at = units(r, place, NVA)
    more = [p for p in storming if r.exists(p) and on_map(r.where(p)) and p not in at] if place == storm else []
    return [*at, *more]


def ready(r: Reader, storm: str = "") -> list[str]:
    """Return the claymores that the US may fire: an enemy in or storming the hex, an unbroken man near it (26.0)."""
    found = []
    for mine in own_traps(r, US):
        place = place_of(r, mine)
        if r.attr(mine, "cell") and (units(r, place, NVA) or place == storm) and has_crew(r, place):
            found.append(mine)
    return found


def asked(r: Reader, place: str) -> bool:
    """Return whether the US is asked about a claymore: the FRAGO gives some, and somebody could fire one there (26.0)."""
    given = ((r.scenario.get("attrs") or {}).get("secret") or {}).get("claymore")
    return bool(given) and has_crew(r, place)
