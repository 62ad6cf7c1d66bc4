"""A force on its way: where it goes, who lands, who is collected (7.2, 8.6-8.10).

What is lit after a waypoint and what is accepted at the end are worked out by the same walk, so that they agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.facts import is_cell
from qtwar.kit.table import Reader

from . import movement
from .facts import units
from .force import (
    Force,
    carries_once,
    classify,
    done,
    enemy_here,
    has_sappers,
    liftable,
    lifts_sf,
    load,
    move_type,
    price,
)

Stops = Mapping[str, Sequence[str]]


@dataclass
class Trip:
    """A way over some waypoints: its squares, who is still in hand, who left where, who was collected where.

    `cargo` is everybody who is carried on it at all, `loads` who was taken up before anybody of the load was landed:
    a helicopter carries in one of them (8.9).
    """

    path: list[str]
    hand: list[str]
    cargo: list[str]
    force: Force | None = None
    lift: bool = False
    air: int | None = None  # from this square of the path on all fly: 0 for helicopters alone, None for boats
    land: dict[str, list[str]] = field(default_factory=dict)
    joined: list[tuple[str, str]] = field(default_factory=list)
    fetch: list[str] = field(default_factory=list)  # collected beside the way of the boats
    judge: movement.Judge | None = None
    arrived: movement.Judge | None = None  # who judged those that came to the last square
    loads: list[list[str]] = field(default_factory=list)
    landed: bool = False  # somebody of the last load
    left: dict[str, int] = field(default_factory=dict)  # helicopter left behind → the last load it was there for

    @property
    def aboard(self) -> list[str]:
        """The passengers in hand."""
        return [p for p in self.cargo if p in self.hand]

    def judge_with(self, r: Reader, piece: str = "") -> movement.Judge:
        """Return who says where those in hand may be, with one more passenger that is to be collected."""
        assert self.force is not None
        cargo = [*self.aboard, *([piece] if piece else [])]
        coming = cargo or self._next()
        sappers = has_sappers(r, (*self.force.movers, *cargo))
        return movement.Judge(r, self.force, sappers=sappers, lifts=lifts_sf(r, coming), start=self.path[-1])

    def _next(self) -> list[str]:
        """Return who is collected next (note to 21.1: helicopters fly to them empty)."""
        waiting = [(p, at) for p, at in self.joined if p not in self.taken]
        return [p for p, at in waiting if at == waiting[0][1]]

    @property
    def taken(self) -> set[str]:
        """Who has been taken up so far."""
        return {p for load in self.loads for p in load}

    def take(self, pieces: Sequence[str]) -> None:
        """Take passengers up: after a landing they are a load of their own (8.9)."""
        if self.landed or not self.loads:
            self.loads.append([])
            self.landed = False
        self.loads[-1] += pieces

    def carries_once(self, r: Reader, more: Sequence[str] = ()) -> bool:
        """Return whether every helicopter transports once at most, `more` collected next (8.9)."""
        loads = [[*found] for found in self.loads]
        if more and (self.landed or not loads):
            loads.append([])
        if more:
            loads[-1] += more
        rooms = {p: len(loads) for p in self.hand} | self.left
        helicopters = sorted((int(r.attr(p, "cap", 0)), last) for p, last in rooms.items() if move_type(r, p) == "A")
        return carries_once(tuple(helicopters), tuple(load(r, found) or 0 for found in loads))


def trace(
    r: Reader,
    side: str,
    pieces: list[str],
    path: Sequence[str],
    land: Stops,
    join: Stops,
    *,
    only_air: bool = False,
) -> list[Trip]:
    """Return the ways in which a force can have gone over the squares of a path, the first of them its start.

    There are two at most: on the water, or with its PBR under helicopters (8.10). Raises Refusal where there is none.
    """
    starts = {r.where(p) for p in pieces}
    if starts != {path[0]} or not is_cell(path[0]):
        r.refuse("refuse.one_square", rule="7.2")
    _check_stops(r, side, pieces, path, land, join)
    found: list[Trip] = []
    fault: Refusal | None = None
    for lift in (False, True):
        if lift and not liftable(r, pieces):
            continue
        try:
            found.append(_trace(r, side, pieces, path, land, join, lift=lift, only_air=only_air))
        except Refusal as refusal:
            fault = fault or refusal
    if not found and fault is not None:
        raise fault
    return found


def _check_stops(r: Reader, side: str, pieces: list[str], path: Sequence[str], land: Stops, join: Stops) -> None:
    for place, ids in sorted(join.items()):
        for piece in ids:
            there = piece in units(r, place, side)
            able = there and (move_type(r, piece) == "L" or r.has(piece, "pbr"))
            if there and move_type(r, piece) == "S":
                r.refuse("refuse.force.8_12", rule="8.12")
            if able and r.attr(piece, "cost") is None:
                r.refuse("refuse.force.8_9", rule="8.9")  # no helicopter lifts what has no transport cost
            if not able or piece in pieces:
                r.refuse("refuse.collected", rule="8.9", piece={"p": piece}, cell={"c": place})
            if done(r, piece):
                r.refuse("refuse.broke_off", rule="10.4")
    joined = {p for ids in join.values() for p in ids}
    for ids in land.values():
        for piece in ids:
            if piece not in pieces and piece not in joined:
                r.refuse("refuse.piece", rule="7.2", piece={"p": piece})
            if r.has(piece, "hq"):
                r.refuse("refuse.land_leader", rule="7.3", piece={"p": piece})


def _trace(
    r: Reader,
    side: str,
    pieces: list[str],
    path: Sequence[str],
    land: Stops,
    join: Stops,
    *,
    lift: bool,
    only_air: bool,
) -> Trip:
    joined = [(p, place) for place, ids in sorted(join.items(), key=lambda x: _first(path, x[0])) for p in ids]
    riders = {p for p, _ in joined} | (liftable(r, pieces) if lift else set())
    cargo = [p for p in (*pieces, *(p for p, _ in joined)) if move_type(r, p) == "L" or p in riders]
    if joined and not any(move_type(r, p) == "A" for p in pieces):
        r.refuse("refuse.who_collects", rule="8.10" if any(r.has(p, "pbr") for p, _ in joined) else "8.9")
    trip = Trip([path[0]], list(pieces), cargo, lift=lift, joined=joined)
    trip.take(trip.aboard)
    _form(r, trip, riders)
    if only_air and trip.air is None:
        r.refuse("refuse.only_air", rule="8.6")
    if trip.air is None:
        # 7.2, 8.9: the helicopters of a mixed force fly out to whoever waits beside the way of the boats, and back.
        trip.fetch = [p for p, place in joined if place not in path[1:-1]]
        for piece, place in joined:
            if piece in trip.fetch and trip.judge is not None and not trip.judge.flight(path[0], place):
                r.refuse("refuse.force_barred", rule=trip.judge.over(place) or "8.6", cell={"c": place})
        if trip.fetch:
            trip.take(trip.fetch)
            trip.hand += trip.fetch
            _form(r, trip, riders)
    elif lost := next((place for _, place in joined if place not in path[1:]), ""):
        r.refuse("refuse.join", rule="8.9", cell={"c": lost})
    _stop(r, trip, path[0], land, riders)
    for target in path[1:]:
        _leg(r, side, trip, target, land, riders)
    strange = next((place for place in land if place not in trip.path), "")
    if strange:
        r.refuse("refuse.land", rule="7.2", cell={"c": strange})
    return trip


def _first(path: Sequence[str], place: str) -> tuple[int, str]:
    """Sort stops in the order of the way, those beside it first."""
    return (path.index(place) if place in path else -1, place)


def _form(r: Reader, trip: Trip, riders: set[str] | frozenset[str]) -> None:
    """Make the force of those in hand for the next leg (7.5, 8.8-8.10)."""
    force = classify(r, trip.hand, riders, by_air=bool(trip.joined))
    if not isinstance(force, Force):
        r.refuse(f"refuse.force.{force.replace('.', '_')}", rule=force)
    if trip.joined and not trip.carries_once(r):
        r.refuse("refuse.carries_once", rule="8.9")
    trip.force = force
    if force.way == "A" and trip.air is None:
        trip.air = len(trip.path) - 1
    trip.judge = trip.judge_with(r)


def _leg(r: Reader, side: str, trip: Trip, target: str, land: Stops, riders: set[str] | frozenset[str]) -> None:
    """Go on to the next waypoint; gaps are filled the shortest way that nothing blocks (8.4-8.6)."""
    assert trip.force is not None
    assert trip.judge is not None
    here = trip.path[-1]
    way = movement.expand(r, side, trip.force, trip.judge, here, target)
    if way is None:
        rule = trip.judge.why(target, passing=True)
        if rule or trip.force.way == "A":
            r.refuse("refuse.force_barred", rule=rule or "8.6", cell={"c": target})
        if movement.expand(r, side, trip.force, trip.judge, here, target, free=False) is not None:
            r.refuse("refuse.blocked", rule="8.4", cell={"c": target})
        r.refuse("refuse.no_water", rule="8.4" if "R" in trip.force.way else "8.5", cell={"c": target})
    if trip.force.way != "A" and enemy_here(r, target, side):
        # 8.4, 8.8: who is stopped there lands there, so all of the force must be able to (8.3).
        rule = trip.judge.why(target)
        if rule:
            r.refuse("refuse.force_barred", rule=rule, cell={"c": target})
    for place in way[1:]:
        trip.path.append(place)
        _stop(r, trip, place, land, riders)


def _stop(r: Reader, trip: Trip, place: str, land: Stops, riders: set[str] | frozenset[str]) -> None:
    """Leave behind who lands in a square, take along who waits there."""
    come = [p for p, at in trip.joined if at == place and p not in trip.hand and p not in trip.taken]
    stay = [p for p in land.get(place, ()) if p in (*trip.hand, *come) and place not in trip.land]
    trip.arrived = trip.judge
    if len(trip.path) > 1 and trip.judge is not None:
        for piece in stay:
            if piece not in come and (rule := trip.judge.stand(piece, place)):
                r.refuse("refuse.barred", rule=rule, piece={"p": piece}, cell={"c": place})
    trip.landed = trip.landed or any(p in trip.cargo for p in stay)
    if come:
        trip.take(come)
    trip.left.update({p: len(trip.loads) - 1 for p in stay if p not in trip.cargo})
    trip.hand = [p for p in (*trip.hand, *come) if p not in stay]
    if stay:
        trip.land[place] = stay
    if trip.hand and (come or stay):
        _form(r, trip, riders)
    elif trip.force is not None and trip.force.way == "A":
        trip.judge = trip.judge_with(r)  # 21.1: who has come to Cambodia may fly out again


def plan(r: Reader, side: str, args: Mapping[str, Any], *, only: str = "", only_air: bool = False) -> dict[str, Any]:
    """Check a move and return its plan: {force, path, at, air, land, joined, fetch, cargo}; raises Refusal.

    What can not be judged here is what the side may not know: the walk itself finds enemies and markers.
    """
    pieces: list[str] = list(args["pieces"])
    start = r.where(pieces[0])
    path = [start, *(args["path"][1:] if args["path"][0] == start else args["path"])]
    if len(path) < 2 or not all(is_cell(p) and r.content.has_place(p) for p in path):
        r.refuse("refuse.no_move", rule="7.6")
    if only and path[-1] != only:
        r.refuse("refuse.cell", rule="8.6", cell={"c": path[-1]})
    join: Stops = args.get("join") or {}
    if path[-1] in join and path[-1] not in path[1:-1]:
        r.refuse("refuse.join", rule="8.9", cell={"c": path[-1]})
    fault: Refusal | None = None
    for trip in trace(r, side, pieces, path, args.get("land") or {}, join, only_air=only_air):
        fault = _ends(trip)
        if fault is None:
            members = [*pieces, *(p for p, _ in trip.joined)]
            return {
                "force": members, "path": trip.path, "at": 0, "air": trip.air, "land": trip.land,
                "joined": [list(x) for x in trip.joined], "fetch": trip.fetch, "cargo": trip.cargo,
            }  # fmt: skip
    assert fault is not None
    raise fault


def _ends(trip: Trip) -> Refusal | None:
    """Return why somebody may not be where the trip leaves him (8.3, 21.0), or None."""
    assert trip.arrived is not None
    place = trip.path[-1]
    for piece in trip.hand:
        rule = trip.arrived.stand(piece, place)
        if rule:
            return Refusal("refuse.barred", rule=rule, args={"piece": {"p": piece}, "cell": {"c": place}})
    return None


def cost(r: Reader, side: str, pieces: Sequence[str], join: Stops) -> int:
    """Return the command points of a force with those it collects (7.3, 7.4)."""
    return price(r, side, pieces, [(p, place) for place, ids in join.items() for p in ids])


__all__ = ["Trip", "cost", "plan", "trace"]
