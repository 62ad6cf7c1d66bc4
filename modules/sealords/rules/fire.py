"""Fire: firepower, column, shifts with their names, the die (11.1-11.6). The odds preview asks the same functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader
from qtwar.kit.tally import Line, modifier

from .facts import COM, FW, enemy, units
from .ground import ground
from .markers import here, own


def factor(r: Reader, piece: str) -> int:
    """Return the fire factor of a unit or strike marker."""
    return int(r.attr(piece, "fire", 0))


def shooters(r: Reader, place: str, side: str) -> list[str]:
    """Return the units of a side that fire in a square (11.1).

    Of the Communists who operate only those of the operation do: others may lie where it was intercepted (23.3). These
    fight for themselves when nobody of it is left.
    """
    own = units(r, place, side)
    operation = r.frame_of("operation")
    if side != COM or operation is None or operation.l["side"] != COM:
        return own
    force = operation.of(COM).get("force", ())
    return [p for p in own if p in force] or own


def terrain_lines(r: Reader, place: str, column: str, defender: str) -> list[Line]:
    """Return what the terrain of a square does in a column of its chart: all rows, or the largest alone (27.0).

    The condition of the swamp binds its shift; its recon modifier helps whoever defends.
    """
    chart = r.chart("terrain_effects")
    found = []
    for row in ground(r.content).effects.get(place, ()):
        by = _number(chart.at(row, column))
        bound = column == "shift" and chart.at(row, "shift_when") == "com_defends"
        if by and (not bound or defender == COM):
            found.append(modifier(f"terrain.{row}", by, "27.0"))
    if found and not r.option("terrain_adds_up"):
        return [max(found, key=lambda x: abs(x["value"]))]
    return found


def _number(value: object) -> int:
    return int(value) if isinstance(value, int) else 0


def has_base(r: Reader, place: str, side: str) -> bool:
    """Return whether a side has a base unit in a square; camps count by the reading of 10.2."""
    traits = ("base", "base_for_terrain") if r.option("camp_is_base") else ("base",)
    return any(r.has(p, trait) for p in units(r, place, side) for trait in traits)


def shifts(
    r: Reader, place: str, side: str, defender: str, *, hero: bool, leaders: bool = True, coming: Sequence[str] = ()
) -> list[Line]:
    """Return the column shifts of a side's fire, each with its name and rule (11.4).

    `coming`: units that would enter and fire too.
    """
    out: list[Line] = []
    target = enemy(side)
    table = r.chart("shifts")
    if target == defender:
        chart = r.chart("terrain_effects")
        out += terrain_lines(r, place, "shift", defender)
        if has_base(r, place, defender):
            by = _number(chart.at("base_unit", "shift"))
            out.append(modifier("terrain.base_unit", by, "27.0"))
        if side == FW and defender == COM and here(r, place, "bunkers"):
            out.append(modifier("shift.bunkers", int(table.at("bunkers")), "19.3"))
    if leaders:
        lead = [p for p in dict.fromkeys((*units(r, place, side), *coming)) if r.has(p, "hq") or r.has(p, "cadre")]
        if lead:
            n = 1 if r.option("leader_shift_once") else len(lead)
            out.append(modifier("shift.leader", int(table.at("leader")) * n, "11.4", who={"p": lead[0]}))
    if hero:
        out.append(modifier("shift.hero", int(table.at("hero")), "16.4"))
    return out


def column(r: Reader, fire: int, lines: list[Line]) -> tuple[int, int]:
    """Return (column before shifts, column after) of the CRT; held at its edges (11.4)."""
    crt = r.chart("crt")
    first = crt.column(fire) if fire >= 1 else 0
    return first, crt.shift(first, sum(x["value"] for x in lines))


def odds(
    r: Reader, place: str, side: str, defender: str, shooters: list[str], support: list[str], *, hero: bool = False,
    leaders: bool = True,
) -> dict[str, Any]:
    """Return the preview of a fire: named lines, column, result by die (ux: odds preview)."""
    crt = r.chart("crt")
    fire = sum(factor(r, p) for p in (*shooters, *support))
    mods = shifts(r, place, side, defender, hero=hero, leaders=leaders, coming=shooters)
    base, at = column(r, fire, mods)
    results = [str(crt.cell(i, at)) for i in range(6)]
    hits = sum(1 for x in results if any(c in x for c in "RK"))
    own = sum(1 for x in results if "Z" in x)
    lines: list[Mapping[str, object]] = [
        {**msg("odds.fire", rule="11.2", pieces=[{"p": p} for p in (*shooters, *support)]), "value": fire},
        {**msg("odds.column", rule="27.0"), "value": str(crt.column_heads[base])},
        *mods,
    ]
    return {
        "lines": lines,
        "column": str(crt.column_heads[at]),
        "table": "crt",
        "cell": at,
        "results": [
            {"die": i + 1, "result": x, "tone": "bad" if "Z" in x else "good" if any(c in x for c in "RK") else ""}
            for i, x in enumerate(results)
        ],
        "chances": [
            {**msg("odds.hit", n=hits), "tone": "good"},
            {**msg("odds.own_loss", n=own), "tone": "bad" if own else ""},
        ],
    }


def recon_lines(r: Reader, place: str, side: str, attacker: str, *, hero: bool, tet: bool) -> list[Line]:
    """Return the modifiers of a side's recon die (10.2)."""
    role = "recon_attacker" if side == attacker else "recon_defender"
    chart = r.chart("terrain_effects")
    out = terrain_lines(r, place, role, enemy(attacker))
    if side != attacker and has_base(r, place, side):
        out.append(modifier("terrain.base_unit", _number(chart.at("base_unit", "recon_defender")), "10.2"))
    table = r.chart("recon_modifiers")
    if side == COM and own(r, place, "ambush"):  # 10.1: turned up by now, or by the combat that is asked about
        out.append(modifier("recon.ambush", int(table.at("ambush")), "19.3"))
    if hero:
        out.append(modifier("recon.hero", int(table.at("hero")), "16.4"))
    if tet and side == COM:
        out.append(modifier("recon.tet", int(table.at("tet_turn_1")), "25.10"))
    return out


__all__ = ["Message", "column", "factor", "has_base", "odds", "recon_lines", "shifts", "terrain_lines"]
