"""Who commands whom and where everybody is: boxes of the display, forces, commanders, limits, command range (3.1-3.3).

A leader with a force has the attribute `box`; his units lie in that box (or in its part for broken ones). On the map he
stands with his Troops marker or headquarters. Front-line leaders who lie in a superior box with their markers are nested:
they are where its headquarters is. This module is the only one that knows all that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qtwar.kit.table import Reader, Table

from . import ground, tracks
from .facts import (
    CSA,
    UNION,
    is_active,
    is_cavalry,
    is_depot,
    is_hq,
    is_infantry,
    is_leader,
    leaders_in,
    marked,
    on_map,
    own,
    rating,
    stars,
    units_in,
)  # fmt: skip
from .facts import (
    box as side_box,
)

ARMIES = ("army1", "army2")
CORPS = ("corps1", "corps2", "corps3")
SUPERIOR = (*ARMIES, *CORPS)
BRIGADES = 3
"""Brigades in a division (3.22)."""
FRONT_LINE = tuple(f"l{n}" for n in range(1, 11))


# boxes and leaders ------------------------------------------------------------------


def box_of(r: Reader, leader: str) -> str:
    """Return the box of a leader's force, an empty word for one without (3.11)."""
    return str(r.attr(leader, "box") or "")


def leaders(r: Reader, side: str) -> list[str]:
    """Return a side's known leaders with a force, on the map or in a superior box, by place."""
    places = r.places_with(("leaders", side), lambda at: bool(leaders_in(r, at, side)))
    return [p for at in places for p in leaders_in(r, at, side) if box_of(r, p)]


def leader_of(r: Reader, box: str) -> str:
    """Return the leader whose box it is, an empty word for none."""
    key = ("leader of", tracks.side_of(box))
    if key not in r.memo:
        r.memo[key] = {box_of(r, p): p for p in leaders(r, tracks.side_of(box))}
    return str(r.memo[key].get(box, ""))


def is_superior(r: Reader, leader: str) -> bool:
    """Return whether a leader has a superior box: an army's, or a Confederate corps' (3.11)."""
    return box_of(r, leader).partition("-")[2] in SUPERIOR


def is_army_commander(r: Reader, leader: str) -> bool:
    """Return whether a leader commands an army, with a headquarters or without (3.31, 18.12a)."""
    return box_of(r, leader).partition("-")[2] in ARMIES or bool(r.attr(leader, "army"))


def is_corps_commander(r: Reader, leader: str) -> bool:
    """Return whether a leader commands a Confederate corps with a headquarters (3.32)."""
    return box_of(r, leader).partition("-")[2] in CORPS


def marker_of(r: Reader, leader: str) -> str:
    """Return the Troops marker or headquarters that stands with a leader, an empty word if there is none."""
    box, at = box_of(r, leader), r.where(leader)
    for piece in r.of(at, r.owner(leader)):
        if is_hq(r, piece) and str(r.attr(piece, "box") or "") == box:
            return piece
        if r.has(piece, "troops") and box == f"{r.owner(leader)}-l{r.attr(piece, 'number')}":
            return piece
    return ""


def place_of(r: Reader, leader: str) -> str:
    """Return the hex where a leader is: his own, or that of the commander in whose box he lies; empty off the map."""
    at = r.where(leader)
    if on_map(at):
        return at
    over = leader_of(r, at) if at else ""
    return place_of(r, over) if over and over != leader else ""


def home_of(r: Reader, unit: str) -> str:
    """Return the leader whose unit it is, an empty word for an independent one (3.12c)."""
    at = r.where(unit).removesuffix("-broken")
    return "" if on_map(at) else leader_of(r, at)


def hex_of_unit(r: Reader, unit: str) -> str:
    """Return the hex where a unit or leader is, an empty word off the map."""
    if on_map(r.where(unit)):
        return r.where(unit)
    if is_leader(r, unit):
        return place_of(r, unit)
    home = home_of(r, unit)
    return place_of(r, home) if home else ""


# forces -----------------------------------------------------------------------------


def nested(r: Reader, leader: str) -> list[str]:
    """Return the front-line leaders in a superior leader's box (3.12b)."""
    box = box_of(r, leader)
    return [p for p in leaders_in(r, box, r.owner(leader)) if box_of(r, p)] if box else []


def units(r: Reader, leader: str) -> list[str]:
    """Return the units of a leader's own box, broken ones too."""
    box, side = box_of(r, leader), r.owner(leader)
    return [*units_in(r, box, side), *units_in(r, f"{box}-broken", side)] if box else []


def whole(r: Reader, leader: str) -> list[str]:
    """Return a leader and those nested under him."""
    return [leader, *nested(r, leader)]


def all_units(r: Reader, leader: str) -> list[str]:
    """Return the units of a leader and of those nested under him."""
    return [unit for one in whole(r, leader) for unit in units(r, one)]


def standing(r: Reader, where: str, side: str) -> list[str]:
    """Return a side's leaders on the map in a hex, the commander first (3.21)."""
    key = ("standing", where, side)
    if key not in r.memo:
        r.memo[key] = sorted((p for p in leaders_in(r, where, side) if box_of(r, p)), key=lambda p: seniority(r, p))
    return list(r.memo[key])


def commander(r: Reader, where: str, side: str) -> str:
    """Return the one commander of a side in a hex, an empty word where it has no leader (3.21)."""
    return next(iter(standing(r, where, side)), "")


def leaders_at(r: Reader, where: str, side: str) -> list[str]:
    """Return all of a side's leaders in a hex with those nested, the commander first."""
    return [one for p in standing(r, where, side) for one in whole(r, p)]


def independents(r: Reader, where: str, side: str) -> list[str]:
    """Return a side's units in a hex that are in no force (3.12c)."""
    return list(units_in(r, where, side)) if on_map(where) else []


def units_at(r: Reader, where: str, side: str) -> list[str]:
    """Return all of a side's units in a hex, independent ones too."""
    return [*(u for p in leaders_at(r, where, side) for u in units(r, p)), *independents(r, where, side)]


def depots_at(r: Reader, where: str, side: str) -> list[str]:
    """Return a side's depots in a hex (7.22)."""
    return [p for p in r.of(where, side) if is_depot(r, p)]


def seniority(r: Reader, leader: str) -> tuple[int, int, int, str]:
    """Return a key that sorts the senior first: army commanders, corps commanders, rank, then the scenario's list (3.31c)."""
    listed = ((r.scenario.get("attrs") or {}).get("seniority") or {}).get(r.owner(leader)) or ()
    kind = r.record(leader)["kind"]
    place = list(listed).index(kind) if kind in listed else len(listed)
    level = 0 if is_army_commander(r, leader) else 1 if is_corps_commander(r, leader) else 2
    return level, -stars(r, leader), place, leader


def is_cavalry_force(r: Reader, group: Iterable[str]) -> bool:
    """Return whether all units of some leaders are cavalry (8.22c)."""
    found = [u for p in group for u in units(r, p)]
    return bool(found) and all(is_cavalry(r, u) for u in found)


def is_cavalry_corps(r: Reader, leader: str) -> bool:
    """Return whether a leader's force is the cavalry corps (3.13a); one with other arms is none."""
    state = f"{box_of(r, leader)}-state"
    return bool(marked(r, state, "cavalry_corps")) and all(is_cavalry(r, u) for u in units(r, leader))


def is_union_corps(r: Reader, leader: str) -> bool:
    """Return whether a leader's force is a Union corps (3.33)."""
    return bool(marked(r, f"{box_of(r, leader)}-state", "union_corps"))


def is_garrison(r: Reader, leader: str) -> bool:
    """Return whether a leader's force is the Washington Garrison, which never moves (3.13b)."""
    return bool(marked(r, f"{box_of(r, leader)}-state", "washington_garrison"))


# limits -----------------------------------------------------------------------------


def weight(r: Reader, units_: Iterable[str]) -> int:
    """Return how many brigades some units count (3.22): a Union infantry counter is a division, a Confederate a brigade."""
    return sum((BRIGADES if r.owner(u) == UNION else 1) for u in units_ if is_infantry(r, u))


def limit(r: Reader, leader: str) -> int:
    """Return how many brigades a leader may command in his own box (3.22, 3.33)."""
    row = "union_corps" if is_union_corps(r, leader) else f"stars_{max(1, min(4, stars(r, leader)))}"
    return int(r.chart("stacking").at(row, "brigades"))


def has_room(r: Reader, leader: str, more: Iterable[str] = ()) -> bool:
    """Return whether a leader may take more units into his box (3.22)."""
    more = [u for u in more if u not in units(r, leader)]
    return weight(r, [*units(r, leader), *more]) <= limit(r, leader)


def independent_room(r: Reader, where: str, side: str, more: Iterable[str] = (), *, brigades: int = 0) -> bool:
    """Return whether units without a leader may stand in a hex, or so many brigades more: one division (3.12c, AMB-46)."""
    there = independents(r, where, side)
    return may_stand_alone(r, [*there, *(u for u in more if u not in there)], brigades)


def may_stand_alone(r: Reader, units_: Iterable[str], brigades: int = 0) -> bool:
    """Return whether some units, and so many brigades more, are few enough to be in a hex without a leader (3.12c, AMB-46)."""
    if r.option("amb_46_leaderless_any_size"):
        return True
    return weight(r, units_) + brigades <= int(r.chart("stacking").at("independent", "brigades"))


def is_mobile(r: Reader, unit: str) -> bool:
    """Return whether a unit may go anywhere without a leader: no militia (14.62), no detached regiments (8.72), none at work."""
    return not (r.has(unit, "detached") or r.attr(unit, "militia") or r.attr(unit, "at_work"))


def has_hq(r: Reader, group: Iterable[str]) -> bool:
    """Return whether one of some leaders has the headquarters of an army or corps with him (3.21)."""
    return any(is_superior(r, p) for p in group)


def may_stack(r: Reader, group: Iterable[str]) -> bool:
    """Return whether leaders may be together in a hex: no equal ranks without a headquarters (3.21)."""
    group = sorted(set(group))
    plain = [stars(r, p) for p in group if not is_army_commander(r, p)]
    army = sum(1 for p in group if is_army_commander(r, p))
    return has_hq(r, group) or (len(set(plain)) == len(plain) and army <= 1)


# command ----------------------------------------------------------------------------


def command_range(r: Reader, leader: str) -> int:
    """Return a leader's command range in hexes: his MR with a headquarters, else none (3.31a, 3.32a, 18.12a)."""
    return rating(r, leader, "mr") if is_superior(r, leader) else 0


def commands(r: Reader, leader: str, other: str) -> bool:
    """Return whether a superior commander may order another leader now: junior, and in range of his headquarters.

    The commander of an army without one has a range of none: he orders who is with him (18.12a).
    """
    if leader == other or r.owner(leader) != r.owner(other) or not (is_superior(r, leader) or is_army_commander(r, leader)):
        return False
    if seniority(r, leader) > seniority(r, other):
        return False
    here, there = place_of(r, leader), place_of(r, other)
    return bool(here and there) and ground.distance(r, here, there) <= command_range(r, leader)


def superiors(r: Reader, leader: str, *, army: bool = False) -> list[str]:
    """Return the superior commanders who may order a leader, the nearest in rank last; only army commanders if asked."""
    found = [p for p in leaders(r, r.owner(leader)) if commands(r, p, leader)]
    return sorted((p for p in found if not army or is_army_commander(r, p)), key=lambda p: seniority(r, p))


def under(r: Reader, leader: str) -> list[str]:
    """Return those under a leader in his hex: nested ones, and as commander of the hex all others there (3.23b)."""
    where = place_of(r, leader)
    if where and commander(r, where, r.owner(leader)) == leader:
        return [p for p in leaders_at(r, where, r.owner(leader)) if p != leader]
    return nested(r, leader)


def over(r: Reader, leader: str) -> str:
    """Return the commander of the hex where a leader is (3.21)."""
    where = place_of(r, leader)
    return commander(r, where, r.owner(leader)) if where else ""


# changes ----------------------------------------------------------------------------


def taken_along(r: Reader) -> dict[str, str]:
    """Return sympathizers → the leader who has picked them up, which its side alone knows (14.72)."""
    found: dict[str, str] = own(r, CSA, "with") or {}
    return found


def take_along(t: Table, piece: str, leader: str) -> None:
    """Note who takes sympathizers along, or that nobody does (14.72)."""
    rest = {p: chief for p, chief in taken_along(t).items() if p != piece and t.exists(p)}
    t.seal(CSA, "with", {**rest, piece: leader} if leader else rest)


def follow(t: Table, leader: str, to: str) -> None:
    """Move a leader with his marker to a hex or into a superior box."""
    marker = marker_of(t, leader)
    for piece in [p for p, chief in sorted(taken_along(t).items()) if chief == leader and t.exists(p)]:
        t.move(piece, to)  # sympathizers whom he has picked up (14.72)
    if marker:
        t.move(marker, to)
    t.move(leader, to)


def nest(t: Table, leader: str, chief: str) -> None:
    """Put a front-line leader into a superior leader's box: one force with it (3.12b)."""
    follow(t, leader, box_of(t, chief))


def free_boxes(r: Reader, side: str) -> list[str]:
    """Return the Leader boxes of a side that nobody uses (3.11)."""
    used = {box_of(r, p) for p in leaders(r, side)}
    return [b for b in (f"{side}-{n}" for n in FRONT_LINE) if b not in used and not units_in(r, b, side)]


def retire(t: Table, leader: str, to: str = "") -> None:
    """Take a leader out of his force: into the pool (3.12c), or to where else; his box is his no more."""
    t.set_attr(leader, "box", None)
    t.set_attr(leader, "army", None)
    t.turn(leader, "front")
    t.move(leader, to or side_box(t.owner(leader), "pool"))


def dissolve(t: Table, leader: str, to: str = "") -> None:
    """End a leader's force when its units are gone: markers come off, headquarters and corps markers go to the pool (10.63a)."""
    box, side = box_of(t, leader), t.owner(leader)
    where = place_of(t, leader)
    pool = side_box(side, "pool")
    for one in nested(t, leader):
        follow(t, one, where)
    marker = marker_of(t, leader)
    retire(t, leader, to)
    if marker and is_hq(t, marker):
        t.set_attr(marker, "box", None)
        t.move(marker, pool)
    elif marker:
        t.remove(marker)
    tracks.clear(t, box)
    for piece in t.ids(f"{box}-state"):
        if t.has(piece, "union_corps") or t.has(piece, "cavalry_corps"):
            t.move(piece, pool)
        else:
            t.remove(piece)


def tidy(t: Table, side: str) -> None:
    """Send leaders whose force has no unit left to the pool (3.12c)."""
    for leader in [p for p in leaders(t, side) if not is_superior(t, p)]:
        if not units(t, leader) and place_of(t, leader):
            dissolve(t, leader)
    for leader in [p for p in leaders(t, side) if is_superior(t, p)]:
        if not all_units(t, leader) and place_of(t, leader):
            dissolve(t, leader)


def active_leaders(r: Reader, side: str) -> Iterator[str]:
    """Yield a side's active leaders on the map or in boxes (11.0)."""
    for leader in leaders(r, side):
        if is_active(r, leader) and place_of(r, leader):
            yield leader


