"""Movement: allowances, where units can go, what bars the way (6.1 to 6.8). Points are counted in halves."""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.engine.state import INSIDE
from qtwar.kit.reach import Move, Way, reach
from qtwar.kit.table import Reader, Table

from . import exits
from .facts import (
    GROUND,
    altitude,
    casualties,
    enemy,
    is_helicopter,
    is_immobilized,
    is_infantry,
    is_vehicle,
    on_map,
    stack_fault,
    units,
)
from .ground import AIR, HALVES, INFANTRY, LOW, VEHICLE, neighbours, step_cost

NORMAL, FAST, STEALTH = "move", "fast", "stealth"
MODES = (NORMAL, FAST, STEALTH)
RULES = {NORMAL: "6.1", FAST: "6.6", STEALTH: "6.7"}


# who may move how -----------------------------------------------------------------------


def mover(r: Reader, unit: str) -> str:
    """Return how a unit moves: infantry, vehicle, heli_air or heli_ground, a column of the chart (6.1)."""
    if is_helicopter(r, unit):
        return LOW if altitude(r, unit) == GROUND else AIR
    return VEHICLE if is_vehicle(r, unit) else INFANTRY


def allowance(r: Reader, mode: str, pieces: Sequence[str]) -> int:
    """Return the half points of units that move together, those of the slowest (6.3, 6.6, 7.5.2)."""
    return min((_allowance(r, mode, p) for p in pieces), default=0)


def _allowance(r: Reader, mode: str, unit: str) -> int:
    how = mover(r, unit)
    table = r.chart("movement_allowance")
    if how != INFANTRY:
        key = {VEHICLE: "vehicle", AIR: "helicopter_high", LOW: "helicopter_ground"}[how]
        return int(HALVES * table.at(key))
    carried = len(casualties(r, INSIDE + unit))
    if not r.option("amb_78_injured_once"):
        carried += sum(r.record(p)["kind"] == "injured" for p in r.inside(unit))
    base = int(table.at("infantry_fast" if mode == FAST else "infantry"))
    return max(0, HALVES * (base - carried))


def mode_fault(r: Reader, mode: str, pieces: Sequence[str]) -> str:
    """Return the rule that keeps units from moving together in a mode, or an empty word."""
    if not pieces or len({mover(r, p) for p in pieces}) > 1 or len({r.where(p) for p in pieces}) > 1:
        return "6.1"
    if any(is_immobilized(r, p) or r.attr(p, "crashed") for p in pieces):
        return "7.4"
    if mode != NORMAL and not all(is_infantry(r, p) for p in pieces):
        return RULES[mode]
    if mode == FAST and any(r.attr(p, "fatigued") for p in pieces):
        return "6.6"
    return ""


# one step -------------------------------------------------------------------------------


def bar(r: Reader, side: str, to: str) -> str:
    """Return what an enemy in a hex means for who would enter: an empty word, `known` (barred), `unknown` (6.2, AMB-21).

    Medics and civilians never bar; what is concealed is unknown.
    """
    found = ""
    for p in units(r, to, enemy(side)):
        if not r.is_open(p):
            found = found or "unknown"
        elif not (r.has(p, "medic") or r.has(p, "civilian")):
            return "known"
    return found


def blocks(t: Table, side: str, to: str) -> bool:
    """Return whether an enemy, concealed or not, keeps a side out of a hex (6.2)."""
    return any(not (t.has(p, "medic") or t.has(p, "civilian")) for p in units(t, to, enemy(side)))


def step_fault(r: Reader, mode: str, pieces: Sequence[str], here: str, to: str, left: int, taken: int) -> str:
    """Return the rule that keeps units from taking a step with the points left, or an empty word."""
    if not on_map(to):
        return "" if exits.may_leave(r, pieces, here, to) and left >= exits.COST else "6.1"
    if mode == STEALTH and taken:
        return "6.7"
    cost = step_cost(r, mover(r, pieces[0]), here, to)
    if cost is None:
        return "6.1"
    if cost > left:
        return "6.4"
    side = r.owner(pieces[0])
    if bar(r, side, to) == "known":
        return "6.2"
    return stack_fault(r, to, side, pieces)


def cost_of(r: Reader, pieces: Sequence[str], here: str, to: str) -> int:
    """Return the half points of a step that is allowed, off the map too."""
    return (step_cost(r, mover(r, pieces[0]), here, to) or 0) if on_map(to) else exits.COST


def ways(r: Reader, mode: str, pieces: Sequence[str], left: int, taken: int = 0) -> dict[str, Way]:
    """Return place → cheapest way for everywhere that units can get with the points left."""
    if not pieces:
        return {}
    side = r.owner(pieces[0])

    def near(place: str) -> tuple[str, ...]:
        return (*neighbours(r, place), *exits.doors(r, pieces, place))

    def step(way: Way, to: str) -> Move | None:
        if step_fault(r, mode, pieces, way.place, to, left - way.cost, taken + way.steps):
            return None
        stop = not on_map(to) or bool(bar(r, side, to)) or mode == STEALTH
        return Move(cost_of(r, pieces, way.place, to), stop=stop)

    return reach(r.where(pieces[0]), near, step, limit=left)


def check_path(r: Reader, mode: str, pieces: Sequence[str], path: Sequence[str], left: int, taken: int = 0) -> None:
    """Refuse a path that the rules of movement forbid, with the rule that it breaks (6.0)."""
    at = r.where(pieces[0])
    for n, to in enumerate(path):
        if to not in (*neighbours(r, at), *exits.doors(r, pieces, at)):
            r.refuse("refuse.not_next", rule="6.4", cell={"c": to})
        broken = step_fault(r, mode, pieces, at, to, left, taken + n)
        if broken:
            r.refuse("refuse.step", rule=broken, cell={"c": to})
        left -= cost_of(r, pieces, at, to)
        at = to
