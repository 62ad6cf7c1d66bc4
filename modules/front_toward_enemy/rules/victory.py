"""Victory points and who wins (29.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import split
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Table

from .facts import NVA, SIDES, US, all_units, enemy, is_soldier, is_vehicle, occupied, units
from .ground import chart, distance, level

COLUMN = {US: "US", NVA: "NVA_VC"}


def worth(r: Reader, side: str, event: str) -> int:
    """Return what an event of the victory table gives a side, 0 for an empty cell (29.0, AMB-6)."""
    if event == "enemy_infantry_wia" and side == US:
        return int(r.option("amb_06_us_wia_vp"))
    found = r.chart("victory_points").at(event, COLUMN[side])
    return int(found) if isinstance(found, int) else 0


def award(t: Table, side: str, n: int, why: Any, rule: str = "29.0") -> None:
    """Give a side points, or take some, and say why; a total is never below 0 and nothing is owed (29.0)."""
    if not n:
        return
    was = int(t.num(side, "vp"))
    t.put(side, "vp", max(0, was + n))
    t.note("note.vp", rule=rule, side={"s": side}, n=f"{n:+d}", total=int(t.num(side, "vp")), why=why)


def score(t: Table, side: str, event: str, rule: str = "29.0") -> None:
    """Give a side the points of a line of the victory table."""
    award(t, side, worth(t, side, event), msg(f"vp.{event}"), rule)


# who holds what ---------------------------------------------------------------------


def hold(t: Table, place: str, unit: str) -> None:
    """Note that infantry is the last to have been in a hex; nobody sees the notes before the end."""
    if is_soldier(t, unit):
        held = t.secret("*", "held") or {}
        if held.get(split(place)[1]) != t.owner(unit):
            t.seal("*", "held", dict(sorted({**held, split(place)[1]: t.owner(unit)}.items())))


def hold_all(t: Table) -> None:
    """Note all that infantry is in as the game begins."""
    for side in SIDES:
        for place in occupied(t, side):
            for unit in units(t, place, side):
                hold(t, place, unit)


def holder(t: Table, cell: str) -> str:
    """Return whose infantry was last in a hex, an empty word if none was."""
    return str((t.secret("*", "held") or {}).get(cell, ""))


# the end ----------------------------------------------------------------------------


def final(t: Table) -> None:
    """Give what the FRAGO gives at its end, then say who has won; a tie is the NVA/VC's (29.0)."""
    for line in (t.scenario.get("victory") or {}).get("special") or ():
        n = _special(t, line)
        if n:
            award(t, line["side"], n, line["text"], str(t.scenario.get("rule") or "29.0"))
    points = {side: int(t.num(side, "vp")) for side in SIDES}
    winner = US if points[US] > points[NVA] else NVA
    t.end(winner, key="result.points", us=points[US], nva=points[NVA])


def _special(t: Table, line: dict[str, Any]) -> int:
    """Return what a line of a FRAGO's own points gives at the end; what it gave in play is done (29.0)."""
    side, vp = line["side"], int(line["vp"])
    foes = [p for p in all_units(t, enemy(side)) if not t.has(p, "civilian") and not t.has(p, "dummy")]
    if "no_enemy_within_of" in line:
        n, cell = line["no_enemy_within_of"]
        at = f"{t.scenario['boards'][0]}:{cell}"
        return 0 if any(distance(t, at, t.where(p)) <= n for p in foes) else vp
    kind = line.get("each", "")
    if kind == "facility_never_found":
        return vp * sum(1 for p in _facilities(t) if not t.attr(p, "found"))
    if kind == "facility_undestroyed":
        return vp * sum(1 for p in _facilities(t) if ":" in t.where(p) and any(t.has(p, k) for k in line["kinds"]))
    if kind == "vehicle_left":
        return vp * sum(1 for p in all_units(t, US) if is_vehicle(t, p))
    if kind == "vehicle_exit":
        return 0  # given when it leaves
    found = [cell for cell in _cells(t, line, kind) if holder(t, cell) == side]
    reach = line.get("no_enemy_within")
    if reach is not None:
        found = [
            c for c in found if all(distance(t, f"{t.scenario['boards'][0]}:{c}", t.where(p)) > reach for p in foes)
        ]
    return min(vp * len(found), int(line.get("most", 10**6)))


def _cells(t: Table, line: dict[str, Any], kind: str) -> list[str]:
    if "level" in line:
        return sorted(c for c in chart(t).cells if level(t, chart(t).board.place(c)) == line["level"])
    if kind == "fortification_hex":
        return sorted(set(t.secret(US, "fortified") or ()))
    return list(line["last_in"])


def _facilities(t: Table) -> list[str]:
    """Return the NVA/VC's facilities that are or were in play, dummies excepted."""
    return [p for p in sorted(t.records) if t.has(p, "facility") and not t.has(p, "dummy") and t.owner(p) == NVA]
