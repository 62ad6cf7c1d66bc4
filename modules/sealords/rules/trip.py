"""A force on its way: where it goes, who lands, who is collected (7.2, 8.6-8.10).

What is lit after a waypoint and what is accepted at the end are worked out by the same walk, so that they agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from qtwar.base.errors import Refusal
from qtwar.kit.facts import is_cell
from qtwar.kit.table import Reader

from . import movement
from .facts import units
from .force import Force, classify, done, fits, has_sappers, liftable, lifts_sf, may_enter, move_type, price

Stops = Mapping[str, Sequence[str]]


@dataclass
class Trip:
    """A way over some waypoints: its squares, who is still in hand, who left where, who was collected where."""

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

    def end_of(self, piece: str) -> str:
        """Return the square where a member of the force ends."""
        return next((place for place, ids in self.land.items() if piece in ids), self.path[-1])

    def judge_with(self, r: Reader, piece: str = "") -> movement.Judge:
        """Return who says where those in hand may be, with one more passenger that is to be collected."""
        assert self.force is not None
        cargo = [*self.cargo, *([piece] if piece else [])]
        sappers = has_sappers(r, (*self.force.movers, *cargo))
        return movement.Judge(r, self.force, sappers=sappers, lifts=lifts_sf(r, cargo), start=self.path[0])


def no(key: str, rule: str, **args: Any) -> NoReturn:
    """Refuse."""
    raise Refusal(key, rule=rule, args=args)


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
        no("refuse.one_square", "7.2")
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
            able = piece in units(r, place, side) and (move_type(r, piece) == "L" or r.has(piece, "pbr"))
            if not able or piece in pieces or r.attr(piece, "cost") is None:
                no("refuse.piece", "8.9", piece={"p": piece})
            if done(r, piece):
                no("refuse.piece", "10.4", piece={"p": piece})
    joined = {p for ids in join.values() for p in ids}
    for ids in land.values():
        for piece in ids:
            if piece not in pieces and piece not in joined:
                no("refuse.piece", "7.2", piece={"p": piece})
            if r.has(piece, "hq"):
                no("refuse.land_leader", "7.3", piece={"p": piece})


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
    joined = [(p, place) for place, ids in sorted(join.items()) for p in ids]
    riders = {p for p, _ in joined} | (liftable(r, pieces) if lift else set())
    cargo = [p for p in (*pieces, *(p for p, _ in joined)) if move_type(r, p) == "L" or p in riders]
    helicopters = [p for p in pieces if move_type(r, p) == "A"]
    if joined and not fits(r, helicopters, tuple(cargo), "A"):
        no("refuse.force.8_9", "8.9")
    trip = Trip([path[0]], list(pieces), cargo, lift=lift, joined=joined)
    _form(r, trip, riders)
    if only_air and trip.air is None:
        no("refuse.only_air", "8.6")
    if trip.air is None:
        # 7.2, 8.9: the helicopters of a mixed force fly out to whoever waits beside the way of the boats, and back.
        trip.fetch = [p for p, place in joined if place not in path[1:-1]]
        for piece, place in joined:
            if piece in trip.fetch and trip.judge is not None and not trip.judge.flight(path[0], place):
                no("refuse.force_barred", trip.judge.over(place) or "8.6", cell={"c": place})
        trip.hand += trip.fetch
    elif lost := next((place for _, place in joined if place not in path[1:]), ""):
        no("refuse.join", "8.9", cell={"c": lost})
    _stop(trip, path[0], land, riders, r)
    for target in path[1:]:
        _leg(r, trip, target, land, riders)
    strange = next((place for place in land if place not in trip.path), "")
    if strange:
        no("refuse.land", "7.2", cell={"c": strange})
    return trip


def _form(r: Reader, trip: Trip, riders: set[str] | frozenset[str]) -> None:
    """Make the force of those in hand for the next leg (7.5, 8.8-8.10)."""
    force = classify(r, trip.hand, riders, by_air=bool(trip.joined))
    if not isinstance(force, Force):
        no(f"refuse.force.{force.replace('.', '_')}", force)
    trip.force = force
    if force.way == "A" and trip.air is None:
        trip.air = len(trip.path) - 1
    trip.judge = trip.judge_with(r)


def _leg(r: Reader, trip: Trip, target: str, land: Stops, riders: set[str] | frozenset[str]) -> None:
    """Go on to the next waypoint; gaps are filled the shortest way (8.4-8.6)."""
    assert trip.force is not None
    assert trip.judge is not None
    here = trip.path[-1]
    way = movement.expand(r, trip.force, trip.judge, here, target)
    if way is None:
        rule = trip.judge.why(target, passing=True)
        if rule or trip.force.way == "A":
            no("refuse.force_barred", rule or "8.6", cell={"c": target})
        no("refuse.no_water", "8.4" if "R" in trip.force.way else "8.5", cell={"c": target})
    for place in way[1:]:
        trip.path.append(place)
        _stop(trip, place, land, riders, r)


def _stop(trip: Trip, place: str, land: Stops, riders: set[str] | frozenset[str], r: Reader) -> None:
    """Leave behind who lands in a square, take along who waits there."""
    come = [p for p, at in trip.joined if at == place and p not in trip.hand and p not in trip.fetch]
    stay = [p for p in land.get(place, ()) if p in trip.hand and place not in trip.land]
    trip.hand = [p for p in (*trip.hand, *come) if p not in stay]
    if stay:
        trip.land[place] = stay
    if (come or stay) and trip.hand:
        _form(r, trip, riders)


def plan(r: Reader, side: str, args: Mapping[str, Any], *, only: str = "", only_air: bool = False) -> dict[str, Any]:
    """Check a move and return its plan: {force, path, at, air, land, joined, fetch, cargo}; raises Refusal.

    What can not be judged here is what the side may not know: the walk itself finds enemies and markers.
    """
    pieces: list[str] = list(args["pieces"])
    start = r.where(pieces[0])
    path = [start, *(args["path"][1:] if args["path"][0] == start else args["path"])]
    if len(path) < 2 or not all(is_cell(p) and r.content.has_place(p) for p in path):
        no("refuse.no_move", "7.6")
    if only and path[-1] != only:
        no("refuse.cell", "8.6", cell={"c": path[-1]})
    join: Stops = args.get("join") or {}
    if path[-1] in join and path[-1] not in path[1:-1]:
        no("refuse.join", "8.9", cell={"c": path[-1]})
    fault: Refusal | None = None
    for trip in trace(r, side, pieces, path, args.get("land") or {}, join, only_air=only_air):
        fault = _ends(r, trip, pieces)
        if fault is None:
            members = [*pieces, *(p for p, _ in trip.joined)]
            return {
                "force": members, "path": trip.path, "at": 0, "air": trip.air, "land": trip.land,
                "joined": [list(x) for x in trip.joined], "fetch": trip.fetch, "cargo": trip.cargo,
            }  # fmt: skip
    assert fault is not None
    raise fault


def _ends(r: Reader, trip: Trip, pieces: list[str]) -> Refusal | None:
    """Return why somebody may not be where the trip leaves him (8.3, 21.0), or None."""
    assert trip.force is not None
    sappers, lifts = has_sappers(r, pieces), lifts_sf(r, trip.cargo)
    for piece in (*pieces, *(p for p, _ in trip.joined)):
        place = trip.end_of(piece)
        rule = may_enter(r, piece, place, trip.force.way[0], sappers=sappers, lifts_sf=lifts)
        if rule:
            return Refusal("refuse.barred", rule=rule, args={"piece": {"p": piece}, "cell": {"c": place}})
    return None


def cost(r: Reader, side: str, pieces: Sequence[str], join: Stops) -> int:
    """Return the command points of a force with those it collects (7.3, 7.4)."""
    return price(r, side, pieces, [(p, place) for place, ids in join.items() for p in ids])


__all__ = ["Trip", "cost", "plan", "trace"]
