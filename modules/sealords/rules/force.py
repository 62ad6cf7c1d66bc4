"""Forces: who moves how, what it costs, who carries whom (7.2-7.5, 8.7-8.10, 16.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader

from . import command, events
from .facts import COM, FW, is_unit, nation, turn, units
from .ground import abroad, barred, ground


@dataclass(frozen=True, slots=True)
class Force:
    """A force: its movers by type, its passengers, the way it goes (`R`, `N`, `A`, or `RN` for both on the coast)."""

    way: str
    movers: tuple[str, ...]
    cargo: tuple[str, ...]


def move_type(r: Reader, piece: str) -> str:
    """Return the movement type of a unit: N, R, L, A or S (2.7)."""
    return str(r.attr(piece, "move", "S"))


def capacity(r: Reader, pieces: Iterable[str], way: str) -> int:
    """Return the transport capacity of the carriers of one movement type (8.8, 8.9)."""
    return sum(int(r.attr(p, "cap", 0)) for p in pieces if move_type(r, p) == way)


def load(r: Reader, pieces: Iterable[str]) -> int | None:
    """Return the transport cost of passengers, or None if one of them can not be carried (8.8)."""
    total = 0
    for piece in pieces:
        cost = r.attr(piece, "cost")
        if cost is None:
            return None
        total += int(cost)
    return total


def fits(r: Reader, carriers: Iterable[str], cargo: tuple[str, ...], way: str) -> bool:
    """Return whether carriers of one type can take the passengers; pooled, or each whole in one carrier (8.8, 8.9)."""
    carriers = list(carriers)
    total = load(r, cargo)
    if total is None or total > capacity(r, carriers, way):
        return False
    if way == "A" or r.option("pooled_water_capacity"):
        return True
    rooms = sorted(int(r.attr(p, "cap", 0)) for p in carriers if move_type(r, p) == way)
    return _packs(tuple(rooms), tuple(sorted((int(r.attr(p, "cost")) for p in cargo), reverse=True)))


@lru_cache(maxsize=4096)
def _packs(rooms: tuple[int, ...], costs: tuple[int, ...]) -> bool:
    """Return whether passengers fit each whole into one of the rooms, the dearest first."""
    if not costs:
        return True
    cost, rest = costs[0], costs[1:]
    return any(
        _packs(tuple(sorted((*rooms[:i], room - cost, *rooms[i + 1 :]))), rest)
        for i, room in enumerate(rooms)
        if room >= cost and room not in rooms[:i]
    )


@lru_cache(maxsize=4096)
def carries_once(rooms: tuple[tuple[int, int], ...], loads: tuple[int, ...]) -> bool:
    """Return whether loads taken up one after the other find carriers: each transports once, several share one (8.9).

    `rooms` are (capacity, last load for which the carrier is still there).
    """
    if all(load <= 0 for load in loads):
        return True
    if not rooms:
        return False
    (room, last), rest = rooms[0], rooms[1:]
    return any(
        carries_once(rest, (*loads[:i], loads[i] - room, *loads[i + 1 :]))
        for i in range(min(last + 1, len(loads)))
        if loads[i] > 0
    ) or carries_once(rest, loads)


def classify(r: Reader, pieces: list[str], flown: Collection[str] = (), *, by_air: bool = False) -> Force | str:
    """Return the force that some units make, or the rule that forbids it (7.5, 8.7, 8.8, 8.12).

    `flown` are boats that go as passengers of helicopters (8.10); `by_air` says that the transport is by helicopters.
    """
    types = {p: move_type(r, p) for p in pieces}
    if any(t == "S" for t in types.values()) or not all(is_unit(r, p) for p in pieces):
        return "8.12"
    water = [p for p in pieces if types[p] in "RN" and p not in flown]
    air = [p for p in pieces if types[p] == "A"]
    cargo = tuple(p for p in pieces if types[p] == "L" or p in flown)
    if not water and not air:
        return "8.7"
    if water:
        ways = {types[p] for p in water}
        way = "RN" if len(ways) == 2 else ways.pop()
        # One transport never mixes capacity of types (8.9): all passengers go with one of them.
        if any(fits(r, water + air, cargo, w) for w in ("A" if by_air or flown else (*way, "A"))):
            return Force(way, tuple(water + air), cargo)
        return "8.9" if by_air or flown else "8.8"
    return Force("A", tuple(air), cargo) if fits(r, air, cargo, "A") else "8.9"


def liftable(r: Reader, pieces: Iterable[str]) -> frozenset[str]:
    """Return the boats among some units if helicopters beside them may carry them all (8.10), else none."""
    pieces = list(pieces)
    boats = frozenset(p for p in pieces if move_type(r, p) in "RN")
    flies = any(move_type(r, p) == "A" for p in pieces)
    return boats if flies and all(r.has(p, "pbr") for p in boats) else frozenset()


def price(r: Reader, side: str, pieces: Iterable[str], joined: Iterable[tuple[str, str]] = ()) -> int:
    """Return the command points of a force (7.3, 7.4).

    A leader in the force is paid for alone; without one each unit pays. `joined` are (unit, its square) collected on
    the way: free only if a leader of the force started in their square.
    """
    members = list(pieces)
    leaders = [p for p in members if r.has(p, "hq")]
    base = "operation_hq"
    everybody = r.option("passengers_pay")
    if leaders:
        total = min(command.cost(r, side, base, nation(r, p)) for p in leaders)
        led = {r.where(p) for p in leaders}
    else:
        paying = [p for p in members if everybody or move_type(r, p) != "L"]
        total = sum(command.cost(r, side, "operation_unit", nation(r, p)) for p in paying)
        led = set()
    for unit, square in joined:
        if square not in led and (everybody or move_type(r, unit) != "L"):
            total += command.cost(r, side, "operation_unit", nation(r, unit))
    return total


def may_enter(r: Reader, piece: str, place: str, way: str, *, sappers: bool = False, lifts_sf: bool = False) -> str:
    """Return the rule that keeps a unit of a force out of a square, or "" (8.3, 21.0, 25.10).

    Passengers are judged where they land; on the way the carrier's terrain holds. `sappers`: the force raids
    (25.10); `lifts_sf`: helicopters that carry Special Forces companies alone (note to 21.1).
    """
    kind = r.kind(piece)
    assert kind is not None
    rule = barred(r, kind, place)
    if rule == "21.1" and lifts_sf and way == "A" and r.option("sf_helicopter_cambodia"):
        return ""
    if rule == "8.3" and kind.side == COM and sappers and events.sapper_turn(r):
        g = ground(r.content)
        town = g.features[place] & {"saigon", "vung_tau"}
        if town and way in g.enter[place]:
            return ""  # 25.10: Sappers and the boats that carry them
    return rule


def may_cross(r: Reader, piece: str, place: str, *, lifts_sf: bool = False) -> str:
    """Return the rule that keeps a unit from flying over a square, or "": Cambodia alone can be closed (8.6, 21.0)."""
    kind = r.kind(piece)
    assert kind is not None
    rule = abroad(r, kind, place)
    return "" if rule == "21.1" and lifts_sf and r.option("sf_helicopter_cambodia") else rule


def has_sappers(r: Reader, pieces: Iterable[str]) -> bool:
    """Return whether a force is Sappers with their carriers only, which may raid Saigon and Vung Tau (25.10)."""
    pieces = list(pieces)
    rest = [p for p in pieces if move_type(r, p) == "L"]
    carriers = [p for p in pieces if p not in rest]
    return bool(rest) and all(r.has(p, "sapper") for p in rest) and all(r.attr(p, "cap") for p in carriers)


def lifts_sf(r: Reader, cargo: Iterable[str]) -> bool:
    """Return whether the passengers are Special Forces companies and nobody else (note to 21.1)."""
    cargo = list(cargo)
    return bool(cargo) and all(r.has(p, "special_forces_company") for p in cargo)


def done(r: Reader, piece: str) -> bool:
    """Return whether a unit has broken off and is done: for the operation, by option for the phase (10.4).

    Only the Free World could act again in the same operation, by reaction; its units are open to all.
    """
    phase = r.frame_of("operations")
    gone: list[str] = phase.l.get("broke_off", []) if phase is not None else []
    broke_off = r.record(piece)["attrs"].get("broke_off")
    return piece in gone or (broke_off is not None and broke_off == turn(r))


@per_place
def enemy_here(r: Reader, place: str, side: str) -> bool:
    """Return whether the reader must take a square as held by the enemy of `side`.

    For the Free World every counter of the enemy counts: a unit and a marker look alike, and a Guerrilla marker stops
    its forces too (8.4, 8.13).
    """
    return any(r.owner(p) != side and (side == FW or is_unit(r, p)) for p in r.ids(place))


def enemy_squares(r: Reader, side: str) -> frozenset[str]:
    """Return the squares that the reader must take as held by the enemy of `side` (8.4)."""
    found: frozenset[str] | None = r.field.get((enemy_squares, side))
    if found is None:
        places = r.places_with((enemy_squares, side), lambda place: enemy_here(r, place, side))
        found = r.field[enemy_squares, side] = frozenset(places)
    return found


class Candidate(NamedTuple):
    """A unit that may move: whether it does so by itself, whether it leads a force, what it costs alone (7.2-7.4)."""

    piece: str
    moves: bool
    leads: bool
    price: int


@per_place
def candidates(r: Reader, place: str, side: str) -> tuple[Candidate, ...]:
    """Return the units of a square that are not static (8.12)."""
    return tuple(
        Candidate(p, move_type(r, p) in "RNA", r.has(p, "hq"), price(r, side, [p]))
        for p in units(r, place, side)
        if move_type(r, p) != "S"
    )
