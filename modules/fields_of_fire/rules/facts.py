"""What counters are and what state they are in: classes, printed values, states, experience, platoons (1.2.3, 1.2.6)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader, Table

US, ENEMY = "us", "enemy"
SIDES = (US, ENEMY)
RANGES = {"P": 0, "C": 1, "L": 2, "V": 3}
FIRE, ASSAULT, LITTER, PARALYZED, CASUALTY = "fire", "assault", "litter", "paralyzed", "casualty"
TEAM_KINDS = {
    FIRE: "fire_team", ASSAULT: "assault_team", LITTER: "litter", PARALYZED: "paralyzed", CASUALTY: "casualty",
}  # fmt: skip
AMMO = ("MG", "MTR", "RCL", "RKT", "GUN")
VEHICLES = frozenset(("vehicle", "gun", "helicopter", "attack_helicopter", "aircraft"))
AREAS = ("pickup", "in_transit")
"""The helicopter areas (2.3.5)."""
OVERHEAD = frozenset(("attack_helicopter", "aircraft"))
"""Aircraft that attack from above and never stand on a card (7.1.2–7.1.4)."""
LEADERS = frozenset(("flight_leader", "vehicle_leader"))
"""Vehicles whose crew commands the others of their flight or platoon (7.1.1)."""
COMMANDERS = frozenset(("HQ", "staff", "higher_staff"))

MARKS: dict[str, tuple[str, ...]] = {
    "pinned": (), "exposed": (), "unspotted": (), "captured": (), "activated": (), "done": (), "out_of_ammo": (),
    "under": (), "experience": ("green", "line", "veteran"), "platoon": (), "post": (), "saved": (), "aim": (),
    "indirect": (), "fpl": (), "holder": (), "net": (), "cut": (), "target": (), "ncm": (), "support": (),
    "rifle_grenade": (), "vof": (), "range": (), "nation": (), "ammo": (), "points": (), "facing": (),
    "ran": (), "jammed": (), "runs_to": (), "turns": (), "mission": (),
    "since": (), "ready": (), "came": (), "damaged": (), "aborted": (), "sweeps": (), "levels": (), "number": (), "leaves": (),
    "no_check": (), "chart": (), "ceased": (), "attacked": (), "concentrated": (), "empty": (), "fpl_fires": (),
    "holds": (), "mined": (), "missions": (), "shot": (), "seed": (), "sights": (), "burst": (), "min_range": (),
    **{f"ammo_{kind}": () for kind in AMMO},
}  # fmt: skip
"""What play writes on counters (rules/NOTES.md says what each means)."""


def other(side: str) -> str:
    """Return the other side."""
    return ENEMY if side == US else US


def cell(place: str) -> str:
    """Return the cell of a card's place (`r1c2`), an empty word for a box."""
    return place.rpartition(":")[2] if is_card(place) else ""


def is_card(place: str) -> bool:
    """Return whether a place is a card of the map or of the staging area."""
    return place.startswith("map:")


def card(r: Reader, unit: str) -> str:
    """Return the card on which a unit stands, its carrier's if it is carried; an empty word off the map."""
    at = r.spot(unit)
    return at if is_card(at) else ""


def note(t: Table, key: str, rule: str, **args: Any) -> None:
    """Write a line into the log."""
    t.note(key, rule=rule, **args)


# what a counter is ----------------------------------------------------------------------


def role(r: Reader, unit: str) -> str:
    """Return what a unit is there for: HQ, staff, higher_staff, FO, FO_air, vehicle, gun … or an empty word (1.2.3)."""
    return str(r.attr(unit, "kind") or "")


def post(r: Reader, unit: str) -> str:
    """Return the post of an HQ, staff or leader: co_hq, plt_hq, xo, first_sgt, bn_cmdr, flight_leader, vehicle_leader."""
    return str(r.attr(unit, "post") or "")


def unit_type(r: Reader, unit: str) -> str:
    """Return the name of its type in force tables and counter limits: SQD, LMG, SNI … (9.2.1)."""
    return str(r.attr(unit, "type") or "")


def lat(r: Reader, unit: str) -> str:
    """Return which limited action team a counter is, an empty word for none (1.2.3.F)."""
    return str(r.attr(unit, "lat") or "")


def is_casualty(r: Reader, unit: str) -> bool:
    """Return whether it is a casualty (1.2.3.G)."""
    return lat(r, unit) == CASUALTY


def is_vehicle(r: Reader, unit: str) -> bool:
    """Return whether it is a vehicle, gun or aircraft (1.2.3.E)."""
    return role(r, unit) in VEHICLES


def is_air(r: Reader, unit: str) -> bool:
    """Return whether a vehicle flies (7)."""
    row = r.attr(unit, "chart")
    return bool(row) and r.chart("vehicles").at(str(row), "mobility") == "air"


def is_infantry(r: Reader, unit: str) -> bool:
    """Return whether it is an infantry unit, casualties aside (1.2.3)."""
    kind = r.kind(unit)
    return kind is not None and kind.klass == "unit" and not is_vehicle(r, unit) and not is_casualty(r, unit)


def is_wreck(r: Reader, unit: str) -> bool:
    """Return whether a vehicle has become its wreck (7.7)."""
    return is_vehicle(r, unit) and r.record(unit)["face"] == "back"


def is_squad(r: Reader, unit: str) -> bool:
    """Return whether a unit is a squad, of two steps or three (1.2.3.A)."""
    return not lat(r, unit) and int(r.attr(unit, "steps", 1)) > 1


def steps(r: Reader, unit: str) -> int:
    """Return the steps of a unit now (1.1.1): a three-step squad shows two behind."""
    printed = int(r.attr(unit, "steps", 1))
    return printed - 1 if printed == 3 and r.record(unit)["face"] == "back" else printed


def flipped(r: Reader, unit: str) -> bool:
    """Return whether a one-step unit shows its fire-team side (1.2.3.B)."""
    return r.record(unit)["face"] == "back" and int(r.attr(unit, "steps", 1)) != 3 and not is_vehicle(r, unit)


def has_fire_team_side(r: Reader, unit: str) -> bool:
    """Return whether a unit has a fire-team side (1.2.3.B–D)."""
    return bool(r.attr(unit, "back_vof")) and not is_squad(r, unit) and not is_vehicle(r, unit)


def team(r: Reader, unit: str) -> str:
    """Return the row of 4.2.5 for a unit that is not pinned: its team, an empty word in Good Order (AMB-37)."""
    return lat(r, unit) or (FIRE if flipped(r, unit) else "")


# states ---------------------------------------------------------------------------------


def is_pinned(r: Reader, unit: str) -> bool:
    """Return whether a unit is pinned (6.9.1)."""
    return bool(r.attr(unit, "pinned"))


def is_exposed(r: Reader, unit: str) -> bool:
    """Return whether a unit is exposed (5.1)."""
    return bool(r.attr(unit, "exposed"))


def is_captured(r: Reader, unit: str) -> bool:
    """Return whether a team is a prisoner (3.5)."""
    return bool(r.attr(unit, "captured"))


def is_good_order(r: Reader, unit: str) -> bool:
    """Return whether an infantry unit is in Good Order: no team, not pinned, no prisoner (1.2.6, AMB-03)."""
    return is_infantry(r, unit) and not team(r, unit) and not is_pinned(r, unit) and not is_captured(r, unit)


def is_spotted(r: Reader, unit: str) -> bool:
    """Return whether a unit is spotted; US units always are (9.3)."""
    return not r.attr(unit, "unspotted")


def experience(r: Reader, unit: str) -> str:
    """Return green, line or veteran: teams have their own (4.2.5), who shows a fire-team side is green (AMB-37)."""
    now = team(r, unit)
    if now:
        return "line" if now == ASSAULT else "green"
    return str(r.attr(unit, "experience") or "line").lower()


def extra_cards(r: Reader, unit: str) -> int:
    """Return by how many cards a unit's experience changes its attempts (4.2 note 1)."""
    return {"veteran": 1, "green": -1}.get(experience(r, unit), 0)


# weapons --------------------------------------------------------------------------------


def printed_vof(r: Reader, unit: str) -> str:
    """Return the VOF of the face shown: S, A, H, A/S, G!, S! or an empty word (6.3.1)."""
    if r.attr(unit, "out_of_ammo"):
        return "S"  # 6.2
    word = r.attr(unit, "back_vof") if flipped(r, unit) else r.attr(unit, "vof")
    return "" if word in (None, "–", "-") else str(word)


def reach(r: Reader, unit: str) -> int:
    """Return the range of the face shown in cards, −1 for none (1.2.3)."""
    if r.attr(unit, "out_of_ammo"):
        return RANGES["C"]  # 6.2
    word = r.attr(unit, "back_range") if flipped(r, unit) else r.attr(unit, "range")
    return RANGES.get(str(word), -1)


def nearest(r: Reader, unit: str) -> int:
    """Return the shortest range: mortars never fire at their own card (6.2)."""
    return RANGES.get(str(r.attr(unit, "min_range") or "P"), 0) if not flipped(r, unit) else 0


def is_mortar(r: Reader, unit: str) -> bool:
    """Return whether a unit is a mortar ready to fire (6.2)."""
    kinds = (r.attr(unit, "ammo"), r.attr(unit, "ammo_kind"))
    return "MTR" in kinds and not flipped(r, unit)


def is_tripod_mg(r: Reader, unit: str) -> bool:
    """Return whether a unit has a tripod machine gun ready to fire: A with the arrow (6.2)."""
    return bool(r.attr(unit, "tripod")) and printed_vof(r, unit) == "A"


def is_heavy(r: Reader, unit: str) -> bool:
    """Return whether a unit may neither infiltrate nor fire while exposed: tripod A and every H, every mortar (6.2)."""
    launcher = printed_vof(r, unit) == "G!" and bool(r.option("launchers_bound"))  # AMB-42 turned round
    return is_tripod_mg(r, unit) or printed_vof(r, unit) == "H" or is_mortar(r, unit) or launcher


def is_combat(r: Reader, unit: str) -> bool:
    """Return whether a unit is a combat unit (1.2.6): it has a printed VOF and is no prisoner."""
    return bool(printed_vof(r, unit)) and not is_captured(r, unit)


# who belongs to whom --------------------------------------------------------------------


def platoon(r: Reader, unit: str) -> str:
    """Return the platoon that a unit is organic or attached to: P1 … P4, CO, FLT1 … (1.2.6, 2.3.3)."""
    return str(r.attr(unit, "platoon") or "")


def may_command(r: Reader, unit: str) -> bool:
    """Return whether a unit is an HQ, staff or leader that stands on its command side (4.1.4)."""
    return (role(r, unit) in COMMANDERS or post(r, unit) in LEADERS) and not team(r, unit) and not is_captured(r, unit)


@per_place
def units(r: Reader, place: str, side: str) -> tuple[str, ...]:
    """Return the units of a side on a card: no passengers, casualties, nor aircraft that are only over it (7.1.2–7.1.4)."""
    return tuple(
        p
        for p in r.of(place, side, "unit")
        if not is_casualty(r, p) and not is_wreck(r, p) and role(r, p) not in OVERHEAD
    )


@per_place
def infantry(r: Reader, place: str, side: str) -> tuple[str, ...]:
    """Return the infantry units of a side on a card, prisoners among them."""
    return tuple(p for p in units(r, place, side) if not is_vehicle(r, p))


@per_place
def free_units(r: Reader, place: str, side: str) -> list[str]:
    """Return the units of a side on a card that are no prisoners."""
    return [p for p in units(r, place, side) if not is_captured(r, p)]


@per_place
def vehicles(r: Reader, place: str, side: str) -> tuple[str, ...]:
    """Return the vehicles of a side on a card, wrecks aside."""
    return tuple(p for p in units(r, place, side) if is_vehicle(r, p))


def cards_with(r: Reader, side: str) -> list[str]:
    """Return the cards that hold units of a side, prisoners and casualties aside, sorted."""
    found: list[str] | None = r.field.get(("cards_with", side))
    if found is None:
        found = [place for place in r.places_of(side, "unit") if is_card(place) and free_units(r, place, side)]
        r.field["cards_with", side] = found
    return found


def all_units(r: Reader, side: str) -> list[str]:
    """Return all units of a side on cards, card by card, passengers with their carrier, casualties aside."""
    found: list[str] | None = r.field.get(("all_units", side))
    if found is None:
        found = []
        for place in r.places_of(side, "unit"):
            if is_card(place):
                for unit in units(r, place, side):
                    found.append(unit)
                    found.extend(p for p in r.inside(unit) if is_infantry(r, p))
        r.field["all_units", side] = found
    return list(found)


def company(r: Reader) -> list[str]:
    """Return all US units on cards and in the helicopter areas, passengers among them, casualties aside (2.3.5)."""
    kept: list[str] | None = r.memo.get("company")
    if kept is not None:
        return kept
    found = all_units(r, US)
    for box in AREAS:
        for unit in r.of(box, US, "unit"):
            if not is_casualty(r, unit) and not is_wreck(r, unit):
                found.append(unit)
                found.extend(p for p in r.inside(unit) if is_infantry(r, p))
    r.memo["company"] = found
    return found


def holder_of(r: Reader, post_name: str) -> str:
    """Return the US unit that fills a post now, an empty word if nobody does."""
    for unit in company(r):
        if post(r, unit) == post_name:
            return unit
    return ""


def carried(r: Reader, unit: str) -> bool:
    """Return whether a unit rides in or on a vehicle."""
    return r.where(unit).startswith(INSIDE)


# changing states ------------------------------------------------------------------------


def mark(t: Table, unit: str, key: str, to: Any = True) -> None:
    """Set or clear (`to` false) a state of a unit."""
    t.set_attr(unit, key, to or None)


def next_id(t: Table, stem: str) -> str:
    """Return an id for a new counter: stem and the first free number."""
    n = 1
    while t.exists(f"{stem}+{n}"):
        n += 1
    return f"{stem}+{n}"


def lay(t: Table, kind: str, place: str, owner: str = "", **attrs: Any) -> str:
    """Lay a new counter of a kind on a place and return its id."""
    return t.add(next_id(t, kind), place, kind=kind, owner=owner, attrs=attrs)


def ammo_kinds(r: Reader, unit: str) -> list[str]:
    """Return the sorts of ammunition that a unit logs (6.8.1): vehicles and guns their own rounds."""
    if is_vehicle(r, unit):
        return ["GUN"] if _rounds(r, unit) else []
    found = [str(r.attr(unit, "ammo"))] if r.attr(unit, "ammo") in AMMO else []
    return [*found, "MG"] if r.attr(unit, "mg_ammo_start") is not None else found


def _rounds(r: Reader, unit: str) -> int:
    """Return the rounds that the chart gives a vehicle or gun."""
    row = r.attr(unit, "chart")
    found = r.chart("vehicles").at(str(row), "ammo") if row else "-"
    return 0 if found == "-" else int(found)


def ammo(r: Reader, unit: str, kind: str) -> int:
    """Return the points of a sort of ammunition that a unit has left."""
    if kind == "GUN":
        return int(r.attr(unit, "ammo_GUN", _rounds(r, unit)))
    start = r.attr(unit, "mg_ammo_start") if kind == "MG" and r.attr(unit, "mg_ammo_start") is not None else None
    start = r.attr(unit, "ammo_start", 0) if start is None else start
    return int(r.attr(unit, f"ammo_{kind}", start) or 0)
