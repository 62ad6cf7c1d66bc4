"""Where a force can go and what it costs: terrain, rivers, works, enemies and their zones (8.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qtwar.kit.reach import Move, Way, reach
from qtwar.kit.table import Reader

from . import ground, orders, tree, works, zones
from .facts import UNION, enemy, fights, marked

Step = Callable[[Way, str], Move | None]
JOIN = "impulse.detach_or_attach"


class Mover(NamedTuple):
    """Who moves: pieces on the map, of which leaders bring their boxes; how they march and what they may do."""

    side: str
    pieces: tuple[str, ...]
    forced: bool = False
    """A forced march has succeeded: the cheaper costs (8.31)."""
    may_attack: bool = True
    """They may enter an enemy zone: active, with strength, not worn out by a march (3.71, 8.31b)."""
    fights: bool = True
    """They have combat strength: wagons have none (7.21)."""


def step_cost(r: Reader, mover: Mover, a: str, b: str) -> int | None:
    """Return what a step costs a mover in halves of a point: ground, side, weather, own works, sympathizers."""
    cost = ground.cost(r, a, b, mover.forced)
    if cost is None:
        return None
    works = marked(r, b, "entrenchment")
    g = ground.ground(r.content)
    if works and (a, b) not in g.road and (a, b) not in g.rail:
        mine = any(r.owner(p) in ("", mover.side) for p in works)
        if mine or r.option("amb_27_enemy_entrenchment_cost"):
            cost = max(cost, ground.points(r.chart("terrain_effects").at("entrenchment", "mp")) or 0)  # 14.44f
    if mover.side == UNION and marked(r, b, "sympathizers"):
        cost += int(r.chart("partisans").at("entry_mp")) * ground.HALVES  # 14.72
    return cost


def step_fault(r: Reader, mover: Mover, a: str, b: str) -> str:
    """Return the rule against a step whatever it costs, an empty word for none."""
    foe = enemy(mover.side)
    if fights(r, b, foe):
        return "8.26"
    if works.is_held(r, b, foe):
        return "14.44d"
    if not mover.fights and not all(r.has(p, "sympathizers") or r.has(p, "pinkerton") for p in r.of(b, foe)):
        return "7.21"  # (those two hinder nobody: 14.72, 14.8)
    if zones.in_enemy_zone(r, b, mover.side):
        if zones.in_enemy_zone(r, a, mover.side):
            return "8.26"
        if not mover.fights or not mover.may_attack:
            return "3.71"
    return ""


def joins(r: Reader, mover: Mover, where: str) -> list[str]:
    """Return the leaders with whom movers would be stacked in a hex."""
    return [p for p in tree.standing(r, where, mover.side) if p not in mover.pieces]


def join_fault(r: Reader, mover: Mover, where: str) -> str:
    """Return the rule against ending a move in a hex with friends, an empty word for none (8.25a, 3.21, 3.12c)."""
    chiefs = [p for p in mover.pieces if r.has(p, "leader")]
    if not chiefs:
        loose = [p for p in mover.pieces if r.has(p, "combat")]
        return "" if not loose or tree.independent_room(r, where, mover.side, loose) else "3.12c"
    there = joins(r, mover, where)
    if not there:
        return ""
    every = [*chiefs, *there]
    if not tree.may_stack(r, [one for p in every for one in tree.whole(r, p)]):
        return "3.21"
    senior = min(every, key=lambda p: tree.seniority(r, p))
    return "" if orders.can_pay(r, senior, JOIN) else "8.25"


def stepper(r: Reader, mover: Mover, start: str) -> Step:
    """Return the function that says what a step takes: its cost, where it stops, where it must not end."""
    covered = zones.covered(r, mover.side)

    def step(way: Way, to: str) -> Move | None:
        if step_fault(r, mover, way.place, to):
            return None
        cost = step_cost(r, mover, way.place, to)
        if cost is None:
            return None
        works = bool(marked(r, to, "entrenchment")) and not zones.is_manned(r, to, mover.side)
        stop = to in covered or (works and not own_works(r, mover, to))
        return Move(cost, stop=stop, end=not join_fault(r, mover, to))

    return step


def own_works(r: Reader, mover: Mover, where: str) -> bool:
    """Return whether the entrenchment of a hex is the mover's own."""
    return all(r.owner(p) in ("", mover.side) for p in marked(r, where, "entrenchment"))


def reachable(r: Reader, mover: Mover, start: str, budget: int) -> dict[str, Way]:
    """Return where a mover can get to with so many halves of points."""
    return reach(start, lambda at: ground.near(r, at), stepper(r, mover, start), limit=budget)
