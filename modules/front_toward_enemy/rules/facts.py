"""What counters are and what state they are in: classes, values, markers, stacks, boxes (1.1, 1.2, 2.0, 6.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit.memo import per_place
from qtwar.kit.table import Frame, Reader, Seen, Table

US, NVA = "US", "NVA_VC"
SIDES = (US, NVA)
SUPPRESSED, BROKEN = "suppressed", "broken"
HIGH, TREETOP, GROUND = "high", "treetop", "ground"
ALTITUDES = (GROUND, TREETOP, HIGH)
UNIT_BACKS = frozenset(("us_concealed", "nva_concealed", "vc_concealed"))

MARKS: dict[str, tuple[str, ...]] = {
    "state": (SUPPRESSED, BROKEN), "altitude": ALTITUDES, "fatigued": (), "low_ammo": (), "hero": (), "search": (), "done": (),
    "opfire": (), "crashed": (), "leave": (), "medevac": (), "lift": (), "emptied": (), "found": (), "cell": (), "line": (),
    "due": (), "event": (), "once": (), "arrives": (), "edge": (), "only_hex": (), "hidden": (),
}  # fmt: skip
"""What play writes on counters. `state` is Suppressed or Broken, `search` the number of search markers, `done` activation
complete, `opfire` has tried opportunity fire, `crashed` force-landed, `leave` the turn in which a helicopter must have
left, `lift` it brings reinforcements and `emptied` has put them down, `cell` the hex noted of a trap, `found` a
facility that the US has found, `due` the turn of a bombardment, `event` that no call has brought it, `once` a chit for one
turn; `arrives`, `edge`, `only_hex` and `hidden` say where and how a reinforcement comes in."""


def enemy(side: str) -> str:
    """Return the other side."""
    return NVA if side == US else US


def box(side: str, name: str) -> str:
    """Return a side's box: `tray`, `off`, `calls`, `secret`, `dead`."""
    return f"{name}_{side.lower()}"


def private(r: Reader, side: str, key: str, default: Any = None) -> Any:
    """Return what a side alone knows, the default where this reader may not know it."""
    if isinstance(r, Seen):
        return r.secret(key, default) if r.side == side else default
    return r.secret(side, key, default) if isinstance(r, Table) else default


def own(f: Frame) -> dict[str, Any]:
    """Return the locals of a step that only its side may know: who is concealed must not stand in those of all."""
    return f.of(str(f.l["side"]))


def board(r: Reader) -> Any:
    """Return the board of the map in play."""
    return r.content.boards[r.scenario["boards"][0]]


def on_map(place: str) -> bool:
    """Return whether a place is a hex."""
    return ":" in place and not place.startswith(INSIDE)


# classes of counters ----------------------------------------------------------------


def is_unit(r: Reader, piece: str) -> bool:
    """Return whether a counter is a unit; of an unknown one its back tells (1.1)."""
    kind = r.kind(piece)
    return kind.klass == "unit" if kind is not None else r.record(piece)["back"] in UNIT_BACKS


def is_infantry(r: Reader, piece: str) -> bool:
    """Return whether a unit moves as infantry; all that is concealed does (1.1, 18.1)."""
    return r.has(piece, "infantry") if r.is_known(piece) else is_unit(r, piece)


def is_vehicle(r: Reader, piece: str) -> bool:
    """Return whether a unit is a vehicle."""
    return r.has(piece, "vehicle")


def is_helicopter(r: Reader, piece: str) -> bool:
    """Return whether a unit is a helicopter."""
    return r.has(piece, "helicopter")


def is_casualty(r: Reader, piece: str) -> bool:
    """Return whether a counter is a KIA, WIA or Injured marker (7.5.1)."""
    return r.has(piece, "casualty")


def is_facility(r: Reader, piece: str) -> bool:
    """Return whether a counter is a facility, hidden or not (23.0)."""
    return r.has(piece, "facility") if r.is_known(piece) else r.record(piece)["back"] == "facility"


def is_soldier(r: Reader, piece: str) -> bool:
    """Return whether a unit is infantry that is neither dummy nor civilian."""
    return is_infantry(r, piece) and r.is_known(piece) and not (r.has(piece, "dummy") or r.has(piece, "civilian"))


def is_combat(r: Reader, piece: str) -> bool:
    """Return whether a unit has a fire value (2.0)."""
    return r.is_known(piece) and r.attr(piece, "fire") is not None and is_unit(r, piece)


def is_mortar(r: Reader, unit: str) -> bool:
    """Return whether a unit is a mortar team."""
    return r.has(unit, "mortar")


# what lies where --------------------------------------------------------------------


def units(r: Reader, place: str, side: str | None = None) -> list[str]:
    """Return the units in a hex or aboard a carrier, bottom first; of one side if it is given. Passengers are not in a hex."""
    return list(_units(r, place, side))


@per_place
def _units(r: Reader, place: str, side: str | None) -> tuple[str, ...]:
    return tuple(p for p in r.ids(place) if is_unit(r, p) and side in (None, r.owner(p)))


def facilities(r: Reader, place: str) -> list[str]:
    """Return the facilities of a hex, hidden ones too (23.0)."""
    return [p for p in r.ids(place) if is_facility(r, p)]


def casualties(r: Reader, place: str) -> list[str]:
    """Return the casualty markers in a hex, with a carrier or aboard (7.5)."""
    return [p for p in r.ids(place) if is_casualty(r, p)]


def occupied(r: Reader, side: str) -> list[str]:
    """Return the hexes that hold units of a side, sorted."""
    return list(r.places_with(("occupied", side), lambda place: on_map(place) and _units(r, place, side)))


def all_units(r: Reader, side: str) -> list[str]:
    """Return a side's units on the map, by hex; none that are aboard."""
    return [p for place in occupied(r, side) for p in _units(r, place, side)]


def passengers(r: Reader, carrier: str) -> list[str]:
    """Return the units aboard a carrier (6.9)."""
    return units(r, INSIDE + carrier)


def alone(r: Reader, place: str, side: str, trait: str) -> bool:
    """Return whether all units of a side in a hex are of a trait, and there are some."""
    here = units(r, place, side)
    return bool(here) and all(r.has(p, trait) for p in here)


# values -----------------------------------------------------------------------------


def is_reduced(r: Reader, piece: str) -> bool:
    """Return whether infantry shows its reduced side (2.0)."""
    return bool(r.record(piece)["face"] == "back" and is_infantry(r, piece))


def _value(r: Reader, piece: str, key: str) -> Any:
    return r.attr(piece, f"reduced_{key}" if is_reduced(r, piece) else key)


def men(r: Reader, piece: str) -> int:
    """Return the men of a unit as it stands, one for a casualty (2.0, 6.9)."""
    return 1 if is_casualty(r, piece) else int(_value(r, piece, "men") or 0)


def fire_value(r: Reader, piece: str) -> int:
    """Return the fire value of a combat unit (2.0)."""
    return int(_value(r, piece, "fire") or 0)


def weapon_range(r: Reader, piece: str) -> int:
    """Return the range of a combat unit in hexes (2.0)."""
    return int(_value(r, piece, "range") or 0)


def weapon_class(r: Reader, piece: str) -> str:
    """Return `small_arms`, `dual_purpose` or `he` (2.0)."""
    return str(r.attr(piece, "weapon_class") or "")


def proficiency(r: Reader, piece: str) -> int:
    """Return the proficiency of a unit; of dummies and civilians that of the option (1.2, AMB-20)."""
    if r.has(piece, "dummy") or r.has(piece, "civilian"):
        return int(r.option("amb_20_proficiency"))
    return int(_value(r, piece, "proficiency") or 0)


def capacity(r: Reader, carrier: str) -> int:
    """Return how many men a carrier takes (6.9)."""
    return int(r.attr(carrier, "capacity_men", 0) or 0)


def load(r: Reader, carrier: str) -> int:
    """Return how many men are aboard, casualties count one each, also those that passengers carry (6.9)."""
    return sum(men(r, p) + len(r.inside(p)) for p in r.inside(carrier))


def carry_limit(r: Reader, piece: str) -> int:
    """Return how many casualties infantry may carry: four men 2, three men 1 (7.5.2)."""
    return {4: 2, 3: 1}.get(men(r, piece), 0) if is_soldier(r, piece) else 0


def has_room(r: Reader, piece: str) -> bool:
    """Return whether infantry can carry one more casualty (7.5.2)."""
    return len(casualties(r, INSIDE + piece)) < carry_limit(r, piece)


# state ------------------------------------------------------------------------------


def state(r: Reader, piece: str) -> str:
    """Return `suppressed`, `broken` or an empty word (7.4)."""
    return str(r.attr(piece, "state", "") or "")


def is_broken(r: Reader, piece: str) -> bool:
    """Return whether a unit is broken (7.4)."""
    return state(r, piece) == BROKEN


def is_suppressed(r: Reader, piece: str) -> bool:
    """Return whether a unit is suppressed (7.4)."""
    return state(r, piece) == SUPPRESSED


def is_steady(r: Reader, piece: str) -> bool:
    """Return whether a unit is neither suppressed nor broken."""
    return not state(r, piece)


def is_done(r: Reader, piece: str) -> bool:
    """Return whether a unit's activation is complete this turn (5.0)."""
    return bool(r.attr(piece, "done"))


def is_concealed(r: Reader, piece: str) -> bool:
    """Return whether a unit is concealed: the enemy does not know what it is (18.1)."""
    return not r.is_open(piece)


def is_immobilized(r: Reader, piece: str) -> bool:
    """Return whether a vehicle is immobilized (7.4)."""
    return bool(r.record(piece)["face"] == "back" and is_vehicle(r, piece))


def altitude(r: Reader, piece: str) -> str:
    """Return a helicopter's level: high, treetop or ground; everything else is on the ground (6.8)."""
    return str(r.attr(piece, "altitude") or GROUND) if is_helicopter(r, piece) else GROUND


def is_airborne(r: Reader, piece: str) -> bool:
    """Return whether a unit is a helicopter at High or Treetop (6.8)."""
    return altitude(r, piece) != GROUND


# stacking ---------------------------------------------------------------------------


def stack_fault(r: Reader, place: str, side: str, coming: Iterable[str]) -> str:
    """Return the rule that keeps units of a side out of a hex beside their own: vehicles, helicopters, civilians (6.2)."""
    coming = list(coming)
    there = [p for p in units(r, place, side) if p not in coming] + coming
    if sum(is_vehicle(r, p) for p in there) > 2 or sum(is_helicopter(r, p) for p in there) > 1:
        return "6.2"
    civilians = [p for p in there if r.has(p, "civilian")]
    return "6.2" if civilians and any(is_infantry(r, p) and p not in civilians for p in there) else ""


def crowd(r: Reader, place: str) -> int:
    """Return by how many units a hex holds more than four (6.2, AMB-76)."""
    every = r.option("amb_76_overstack") == "all"
    return max(0, sum(1 for p in units(r, place) if every or is_combat(r, p)) - 4)


# changes ----------------------------------------------------------------------------


def counter(t: Table, kind: str, at: str, owner: str = "") -> str:
    """Lay a counter of a kind: the first of the mix that is not in play, else a further one."""
    free = next((p for p in t.content.pieces_of(kind) if not t.exists(p)), "")
    n = 1
    while not free and t.exists(f"{kind}+{n}"):
        n += 1
    return t.add(free or f"{kind}+{n}", at, kind=kind, owner=owner)


def finish(t: Table, piece: str) -> None:
    """Mark a unit's activation complete (5.0)."""
    t.set_attr(piece, "done", True)


def wrapped(pieces: Iterable[str]) -> list[dict[str, Any]]:
    """Return pieces as arguments of a message."""
    return [{"p": piece} for piece in pieces]
