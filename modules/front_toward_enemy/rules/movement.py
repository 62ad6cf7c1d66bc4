"""Movement: allowances, where units can go, the march hex by hex (6.1 to 6.8). Points are counted in halves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer, msg
from qtwar.kit.reach import Move, Way, lit, points, reach
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, exits, reaction, victory, works
from .checks import Modifier, check
from .facts import (
    GROUND,
    altitude,
    casualties,
    enemy,
    is_airborne,
    is_concealed,
    is_helicopter,
    is_immobilized,
    is_infantry,
    is_vehicle,
    on_map,
    own,
    stack_fault,
    units,
    wrapped,
)
from .ground import AIR, HALVES, INFANTRY, LOW, VEHICLE, effects, in_play, neighbours, path_between, step_cost

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
            raise Refusal("refuse.not_next", rule="6.4", args={"cell": {"c": to}})
        broken = step_fault(r, mode, pieces, at, to, left, taken + n)
        if broken:
            raise Refusal("refuse.step", rule=broken, args={"cell": {"c": to}})
        left -= cost_of(r, pieces, at, to)
        at = to


def start(t: Table, side: str, mode: str, pieces: Sequence[str], path: Sequence[str]) -> None:
    """Set units of one hex in motion along a path; refuses what the rules forbid (6.1)."""
    broken = mode_fault(t, mode, pieces)
    if broken:
        t.refuse(f"refuse.mode_{mode}", rule=broken)
    here = t.where(pieces[0])
    route = list(path[1:]) if path and path[0] == here else list(path)
    left = allowance(t, mode, pieces)
    check_path(t, mode, pieces, route, left)
    t.note(f"note.{mode}", rule=RULES[mode], pieces=wrapped(pieces), cell={"c": here})
    march = t.call("march", side=side, mode=mode)
    march.of(side).update(units=list(pieces), begun=list(pieces), left=left, path=route, taken=0, stage="go")


# the march ------------------------------------------------------------------------------


class March(Step):
    """Units under way, hex after hex: barred or not, concealment, trap, opportunity fire, interrogation (6.1, 21.0, 26.0, 28.0).

    Locals: `side`, `mode`. Its own: `units`, `left` (half points), `path` (places still to come), `taken` (hexes entered).
    """

    name = "march"

    def run(self, t: Table, f: Frame) -> None:
        mine = own(f)
        mine["units"] = [u for u in mine["units"] if t.exists(u) and on_map(t.where(u)) and not t.attr(u, "done")]
        if not mine["units"] or t.is_over:
            t.done({"units": []})
            return
        if f.result is not None:
            f.l["passed"] = f.l.get("passed") or bool(f.result.get("pass_all"))
        if mine["stage"] == "open":
            mine["stage"] = "go"
            road, stealth = f.l["road"], f.l["mode"] == STEALTH
            reaction.open_window(t, mine["units"], "move", road=road, stealth=stealth, passed=f.l.get("passed"))
            return
        if mine["units"] != mine["begun"]:  # somebody was stopped: the others decide anew (AMB-65)
            mine.update(begun=list(mine["units"]), path=[], stage="ask")
            if not t.option("amb_65_stack_goes_on"):
                mine["stage"] = "go"
        if mine["path"]:
            self._step(t, f, mine["path"].pop(0))
            return
        if mine["stage"] == "ask" and self._open(t, f):
            t.wait(f.l["side"])
            return
        t.done({"units": mine["units"]})

    def _step(self, t: Table, f: Frame, to: str) -> None:
        mine, side, mode = own(f), f.l["side"], f.l["mode"]
        group = mine["units"]
        here = t.where(group[0])
        if on_map(to) and blocks(t, side, to):  # 6.2: what was concealed there bars the way
            t.note("note.barred", rule="6.2", cell={"c": to})
            if t.option("amb_21_refused_cost"):
                mine["left"] -= cost_of(t, group, here, to)
            mine.update(path=[], stage="ask")
            return
        broken = step_fault(t, mode, group, here, to, mine["left"], mine["taken"])
        if broken:
            mine.update(path=[], stage="ask")
            return
        cost = cost_of(t, group, here, to)
        mine["left"] -= cost
        mine["taken"] += 1
        if not on_map(to):
            exits.leave(t, side, group)
            return
        for unit in group:
            works.note(t, unit, "")
            t.move(unit, to)
        t.note(
            "note.enters",
            rule="6.4",
            level=2,
            pieces=wrapped(group),
            cell={"c": to},
            cost=points(cost),
            left=points(mine["left"]),
        )
        f.l["road"] = bool(path_between(t, here, to)) and not is_airborne(t, group[0])
        self._enter(t, f, to)

    def _enter(self, t: Table, f: Frame, to: str) -> None:
        """Do what entering a hex brings: it is taken, concealment is lost or kept (6.1, 6.7, 18.1)."""
        group = own(f)["units"]
        if not is_airborne(t, group[0]):
            for unit in group:
                victory.hold(t, to, unit)
        if f.l["mode"] == STEALTH:
            drm = Modifier("drm.terrain", int(effects(t, to)["concealment_modifier"]), "6.1")
            for unit in [u for u in group if is_concealed(t, u)]:
                if not check(t, unit, "stealth", "6.7", [drm] if drm.n else []):
                    concealment.expose(t, unit, "6.7")
        else:
            concealment.lose(t, group, by="move")
        own(f)["stage"] = "open"

    def _open(self, r: Reader, f: Frame) -> bool:
        """Return whether there is anything to be asked."""
        mine = own(f)
        return bool(ways(r, f.l["mode"], mine["units"], mine["left"], mine["taken"]))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to go on, or to stop here."""
        group, left = own(f)["units"], own(f)["left"]
        go = offers.move("go_on", "ask.go_on", group, rule="6.1", query="reach_on", min=len(group), max=len(group))
        stop = offers.button("halt", "button.halt", rule="6.1", primary=True)
        return offers.offer(msg("prompt.march", pieces=wrapped(group), left=points(left)), go, stop)

    def do_go_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go on along a path."""
        mine = own(f)
        here = t.where(mine["units"][0])
        path = args["path"][1:] if args["path"][0] == here else list(args["path"])
        check_path(t, f.l["mode"], mine["units"], path, mine["left"], mine["taken"])
        mine["path"] = path

    def do_halt(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the move here."""
        own(f).update(path=[], stage="go")


# the action -----------------------------------------------------------------------------


def asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the asks to move: by hex, in each mode (6.1, 6.6, 6.7)."""
    found = []
    for mode in MODES:
        movable = [p for p in able if not mode_fault(s, mode, [p])]
        if movable:
            found.append(offers.move(mode, f"ask.{mode}", movable, rule=RULES[mode], query=f"reach_{mode}"))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin a move of some units."""
    start(t, side, verb, args["pieces"], args["path"])
    if verb == FAST:
        own(f)["fast"] += args["pieces"]
    return list(args["pieces"])


# what the screen asks -------------------------------------------------------------------


def query_reach(mode: str) -> Any:
    """Return the query that answers where picked-up units can go in a mode."""

    def answer(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
        pieces = [p for p in args.get("pieces") or () if s.exists(p) and s.is_known(p) and on_map(s.where(p))]
        if not pieces or mode_fault(s, mode, pieces):
            return {"cells": {}}
        return {"cells": shown(ways(s, mode, pieces, allowance(s, mode, pieces)))}

    return answer


def reach_on(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where units under way can still go."""
    f = s.frame()
    if f.step != March.name or not own(f):
        return {"cells": {}}
    mine = own(f)
    return {"cells": shown(ways(s, f.l["mode"], mine["units"], mine["left"], mine["taken"]))}


def shown(found: dict[str, Way]) -> dict[str, dict[str, Any]]:
    """Return lights with costs in points."""
    cells = lit(found)
    for cell in cells.values():
        cell["cost"] = points(cell["cost"])
    return cells


def why(s: Seen, args: dict[str, Any]) -> Message | None:
    """Answer why units can not go to a place in one step, or at all."""
    pieces = [p for p in args.get("pieces") or () if s.exists(p) and s.is_known(p) and on_map(s.where(p))]
    to = str(args.get("cell") or "")
    if not pieces or not in_play(s, to):
        return None
    broken = mode_fault(s, NORMAL, pieces)
    if not broken and to in neighbours(s, s.where(pieces[0])):
        broken = step_fault(s, NORMAL, pieces, s.where(pieces[0]), to, allowance(s, NORMAL, pieces), 0)
    return msg("refuse.step", rule=broken or "6.4", cell={"c": to})


STEPS = (March(),)
