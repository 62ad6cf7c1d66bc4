"""What is lit for units in hand: where they can go next, who may be collected, what it costs (8.3-8.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.facts import is_cell
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader

from . import command, movement, trip
from .facts import units
from .force import capacity, done, enemy_here, load, move_type

Lights = dict[str, dict[str, Any]]


def answer_reach(r: Reader, side: str, args: Mapping[str, Any], only: str = "") -> dict[str, Any]:
    """Answer the screen: lit squares, who may join, the price; `only` is the one square to end in (reaction, 8.6).

    `args` are {pieces: those in hand, path?: squares so far, land?, join?}, as the move would be sent.
    """
    join = args.get("join") or {}
    land = args.get("land") or {}
    joined = {p for ids in join.values() for p in ids}
    left = [p for ids in land.values() for p in ids if p not in joined]
    pieces = [*(p for p in args["pieces"] if p not in joined), *left]
    try:
        path = list(args.get("path") or [r.where(pieces[0])])
        trips = trip.trace(r, side, pieces, path, land, join, only_air=bool(only))
    except Refusal as no:
        return {"cells": {}, "why": msg(no.key, rule=no.rule, **no.values)}
    cost = trip.cost(r, side, pieces, join)
    answer: dict[str, Any] = {"cells": {}, "cost": {"cp": cost}}
    have = command.points(r, side)
    if cost > have:
        answer["why"] = msg("refuse.cp", rule="5.2", need=cost, have=have)
        return answer
    answer["join"] = {}
    for one in trips:
        cells = _cells(r, side, one)
        who = joinable(r, side, one, pieces, have, join)
        if only:
            cells = {place: at for place, at in cells.items() if place == only}
        if one.air is not None:
            cells |= {p: at for p, at in _on_the_way(r, one, who).items() if p not in cells}
        answer["cells"] = cells | answer["cells"]
        for place, ids in who.items():
            answer["join"].setdefault(place, ids)
    return answer


def _cells(r: Reader, side: str, one: trip.Trip) -> Lights:
    here = one.path[-1]
    if one.force is None or one.judge is None or not one.hand:
        return {}
    if one.force.way != "A" and any(enemy_here(r, p, side) for p in one.path[1:]):
        return {}  # 8.4: the boats have stopped
    return movement.reach(r, side, one.force, one.judge, here)


def _on_the_way(r: Reader, one: trip.Trip, who: dict[str, list[str]]) -> Lights:
    """Return the squares where helicopters may not end but may collect somebody."""
    out: Lights = {}
    for place, ids in who.items():
        judge = one.judge_with(r, ids[0])
        way = judge.flight(one.path[-1], place)
        if way is not None:
            out[place] = {"cost": None, "mark": "pass", "path": way}
    return out


def joinable(
    r: Reader, side: str, one: trip.Trip, pieces: list[str], have: int, join: trip.Stops
) -> dict[str, list[str]]:
    """Return the units in other squares that helicopters of the force could collect (7.2, 8.9, 8.10)."""
    helicopters = [p for p in pieces if move_type(r, p) == "A" and p in one.hand]
    taken = load(r, one.aboard)
    if not helicopters or taken is None:
        return {}
    room = capacity(r, helicopters, "A") - taken
    members = {*pieces, *(p for p, _ in one.joined)}
    out: dict[str, list[str]] = {}
    for place in r.places():
        if room <= 0 or place == one.path[0] or not is_cell(place):
            continue
        for piece in units(r, place, side):
            cost = r.attr(piece, "cost")
            able = move_type(r, piece) == "L" or r.has(piece, "pbr")
            if not able or piece in members or cost is None or int(cost) > room or done(r, piece):
                continue
            if not one.carries_once(r, [piece]):
                continue
            more = {**join, place: [*join.get(place, ()), piece]}
            if trip.cost(r, side, pieces, more) <= have:
                out.setdefault(place, []).append(piece)
    return out
