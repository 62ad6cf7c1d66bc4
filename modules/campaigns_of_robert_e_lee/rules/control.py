"""Who holds towns and cities: who is there, else who passed through last, else as the scenario began (13.32, 17.11)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from . import ground, tracks
from .facts import CSA, SIDES, UNION, enemy, fights, hex_of

ENTERED = "entered"
"""Hexes that have given the points for being entered."""
VAR = "held"
"""Hex → the side that was the last to occupy it or pass through, of towns, cities and railroads."""


def holder(r: Reader, where: str) -> str:
    """Return the side that holds a hex: by what stands there, else by what was there last, else by the region (8.41)."""
    here = [side for side in SIDES if fights(r, where, side)]
    if len(here) == 1:
        return here[0]
    last = (r.var(VAR) or {}).get(hex_of(where))
    return str(last) if last else at_start(r, where)


def at_start(r: Reader, where: str) -> str:
    """Return who held a hex when the scenario began: as it says of major cities, else by its region (8.41)."""
    listed = (r.scenario.get("attrs") or {}).get("major_city_control") or {}
    for side in SIDES:
        if hex_of(where) in (listed.get(side) or ()):
            return side
    return UNION if ground.region(r, where) == ground.NORTH else CSA


def passes(t: Table, side: str, path: list[str]) -> None:
    """Note that units of a side have come through hexes: towns and cities are theirs now (13.32)."""
    held = dict(t.var(VAR) or {})
    for where in path:
        noted = ground.is_town(t, where) or ground.on_rail(t, where)  # railroads: 8.41
        if noted and not fights(t, where, enemy(side)):
            held[hex_of(where)] = side
    t.set_var(VAR, held or None)
    for row in (t.scenario.get("victory") or {}).get("special") or ():
        if row.get("when") == "once" and row["side"] == side:
            _enter(t, row, path)


def _enter(t: Table, row: dict[str, Any], path: list[str]) -> None:
    """Give the points for a hex that a side enters for the first time (17.12b)."""
    entered = list(t.var(ENTERED) or ())
    for where in path:
        cell = hex_of(where)
        if cell in row.get("enter", ()) and cell not in entered:
            entered.append(cell)
            tracks.score(t, row["side"], int((row.get("vp_by_hex") or {}).get(cell, row["vp"])), "17.12b")
    t.set_var(ENTERED, entered or None)
