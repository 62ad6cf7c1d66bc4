"""Where a force can go: riverine, naval and airmobile reach from what a side knows (8.3-8.6, 8.14)."""

from __future__ import annotations

from collections import deque
from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader

from .facts import COM, FW, any_with, box, is_unit, on_map, turn, units
from .force import (
    Force,
    airlift,
    capacity,
    classify,
    enemy_here,
    has_sappers,
    lifts_sf,
    load,
    may_enter,
    move_type,
    price,
)
from .ground import ground

SEA = frozenset({"high_seas", "coastal"})


def steps(r: Reader, way: str, place: str) -> list[str]:
    """Return the squares one step away for boats (8.4, 8.5, 7.5)."""
    g = ground(r.content)
    if way == "R":
        return sorted(g.water[place])
    strict = r.option("naval_corner_needs_water")  # 8.5: the book names no limit for corners
    near = [p for p in g.naval[place] if not strict or g.corner_open(place, p)]
    if way == "RN":
        near = [p for p in near if g.terrain[p] == "coastal" and p in g.water[place]]
    return sorted(near)


class Judge:
    """Says where a force may be, asked once a kind of unit: all of a kind are judged alike (8.3, 21.0)."""

    def __init__(self, r: Reader, force: Force) -> None:
        self._r = r
        self._way = force.way[0]
        self._sappers = has_sappers(r, (*force.movers, *force.cargo))
        self._lifts = lifts_sf(r, force.cargo)
        self._movers = _one_of_each(r, force.movers)
        self._flying = {p for p in self._movers if move_type(r, p) == "A"}
        self._cargo = _one_of_each(r, force.cargo)
        self._features = ground(r.content).features

    def why(self, place: str, *, passing: bool = False) -> str:
        """Return the rule that keeps the force out of a square, or "". In passing only the movers count."""
        for piece in self._movers:
            if passing and piece in self._flying:
                continue
            rule = may_enter(self._r, piece, place, self._way, sappers=self._sappers, lifts_sf=self._lifts)
            if rule:
                return rule
        # 8.3, 21.3: country rules bind passengers on the boat as well; terrain binds them where they land.
        for piece in self._cargo:
            rule = may_enter(self._r, piece, place, self._way, sappers=self._sappers)
            if rule and (not passing or rule != "8.3" or self._features[place] & {"saigon", "vung_tau"}):
                return rule
        return ""


def _one_of_each(r: Reader, pieces: tuple[str, ...]) -> list[str]:
    return list({r.record(p)["kind"]: p for p in pieces}.values())


def why_not(r: Reader, force: Force, place: str, *, passing: bool = False) -> str:
    """Return the rule that keeps a force out of a square, or ""."""
    return Judge(r, force).why(place, passing=passing)


def reach(r: Reader, side: str, force: Force, start: str) -> dict[str, dict[str, Any]]:
    """Return the squares a force can reach from `start`: place → {mark, path, note?}."""
    if force.way == "A":
        return _by_air(r, side, force, start)
    judge = Judge(r, force)
    found: dict[str, dict[str, Any]] = {}
    paths: dict[str, list[str]] = {start: [start]}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for place in steps(r, force.way, here):
            if place in paths or judge.why(place, passing=True):
                continue
            paths[place] = [*paths[here], place]
            stop = enemy_here(r, side, place)
            can_end = not judge.why(place)
            if stop and not can_end:
                del paths[place]
                continue
            mark = "enemy" if stop else "end" if can_end else "pass"
            found[place] = {"cost": None, "mark": mark, "path": paths[place]}
            if stop:
                found[place]["note"] = stop_note(r, side, place)
            else:
                queue.append(place)
    return found


def stop_note(r: Reader, side: str, place: str) -> Message:
    """Return why movement ends in a square (8.4)."""
    if any(not r.is_known(p) for p in r.ids(place)):
        return msg("mark.face_down", rule="8.4", cell={"c": place})
    return msg("mark.enemy", rule="8.4", cell={"c": place})


def _by_air(r: Reader, side: str, force: Force, start: str) -> dict[str, dict[str, Any]]:
    """8.6: from anywhere to anywhere; only where it ends matters (8.3.5, 21.1)."""
    g = ground(r.content)
    judge = Judge(r, force)
    found: dict[str, dict[str, Any]] = {}
    for place in g.places:
        if place == start or judge.why(place):
            continue
        stop = enemy_here(r, side, place)
        found[place] = {"cost": None, "mark": "enemy" if stop else "end", "path": [start, place]}
        if stop:
            found[place]["note"] = stop_note(r, side, place)
    return found


def forces(r: Reader, pieces: list[str]) -> tuple[list[Force], str]:
    """Return the ways in which some units can go as a force (boats with PBR flown or not), or none and the rule."""
    own = classify(r, pieces)
    found = [own] if isinstance(own, Force) else []
    lifted = airlift(r, pieces)
    if lifted is not None:
        found.append(lifted)
    return found, "" if found else str(own)


def answer_reach(r: Reader, side: str, pieces: list[str], only: str = "") -> dict[str, Any]:
    """Answer the screen: lit squares, who may join, the price; `only` limits it to one square (reaction, 8.6)."""
    starts = {r.where(p) for p in pieces}
    if len(starts) != 1 or not on_map(min(starts)):
        return {"cells": {}, "why": msg("refuse.one_square", rule="7.2")}
    start = starts.pop()
    ways, rule = forces(r, pieces)
    cells: dict[str, dict[str, Any]] = {}
    for force in ways:
        for place, at in reach(r, side, force, start).items():
            if not only or place == only:
                cells.setdefault(place, at)
    cost = price(r, side, pieces)
    answer: dict[str, Any] = {"cells": cells, "cost": {"cp": cost}, "join": joinable(r, side, pieces, start)}
    if not ways:
        answer["why"] = msg(f"refuse.force.{rule.replace('.', '_')}", rule=rule)
    return answer


def joinable(r: Reader, side: str, pieces: list[str], start: str) -> dict[str, list[str]]:
    """Return the units in other squares that helicopters of the force could collect (8.9, 8.10)."""
    air = [p for p in pieces if move_type(r, p) == "A"]
    if not air or len(air) != sum(1 for p in pieces if move_type(r, p) in "RNA"):
        return {}
    taken = load(r, [p for p in pieces if p not in air])
    room = capacity(r, air, "A") - (taken or 0)
    out: dict[str, list[str]] = {}
    for place in r.places():
        if place == start or not on_map(place):
            continue
        for piece in units(r, place, side):
            cost = r.attr(piece, "cost")
            able = move_type(r, piece) == "L" or r.has(piece, "pbr")
            if able and cost is not None and int(cost) <= room:
                out.setdefault(place, []).append(piece)
    return out


def movable(r: Reader, side: str, cp: int) -> dict[str, list[str]]:
    """Return square → units that an operation could take from there with the points in hand (7.2-7.4)."""
    out: dict[str, list[str]] = {}
    for place in r.places():
        if not on_map(place):
            continue
        own = [p for p in units(r, place, side) if move_type(r, p) != "S" and r.attr(p, "broke_off") != turn(r)]
        if not any(move_type(r, p) in "RNA" for p in own):
            continue
        led = [p for p in own if r.has(p, "hq")]
        if any(price(r, side, [p]) <= cp for p in led):
            out[place] = own
            continue
        able = [p for p in own if price(r, side, [p]) <= cp and not r.has(p, "hq")]
        if any(move_type(r, p) in "RNA" for p in able):
            out[place] = able
    return out


def expand(r: Reader, force: Force, path: list[str]) -> list[str] | None:
    """Return the squares of a path one by one, gaps between waypoints filled the shortest way; None if there is none."""
    if force.way == "A":
        return path
    out = [path[0]]
    for target in path[1:]:
        here = out[-1]
        if target == here:
            continue
        before: dict[str, str] = {here: here}
        queue = deque([here])
        while queue and target not in before:
            at = queue.popleft()
            for place in steps(r, force.way, at):
                if place not in before and not why_not(r, force, place, passing=True):
                    before[place] = at
                    queue.append(place)
        if target not in before:
            return None
        leg = [target]
        while before[leg[-1]] != here:
            leg.append(before[leg[-1]])
        out += leg[::-1]
    return out


def bases(r: Reader, side: str) -> list[str]:
    """Return the squares with a friendly Logistical Base unit (10.3, 8.6)."""
    return [p for p in r.places() if on_map(p) and any_with(r, p, side, "base")]


def redeploy_points(r: Reader, side: str) -> list[str]:
    """Return the squares between which units may redeploy: Logistical Base or MRB, no enemy units (8.11)."""
    out = []
    for place in r.places():
        if on_map(place) and any_with(r, place, side, "base", "mrb"):
            foes = [p for p in r.ids(place) if r.owner(p) != side]
            if not any(not r.is_known(p) or is_unit(r, p) for p in foes):
                out.append(place)
    return out


def airmobile_anchor(r: Reader, place: str) -> bool:
    """Return whether a square lets helicopters react from or to it: Logistical Base, MRB or LSC (8.6)."""
    return on_map(place) and any_with(r, place, FW, "base", "mrb", "lsc")


__all__ = ["COM", "answer_reach", "bases", "box", "expand", "forces", "movable", "reach", "redeploy_points"]
