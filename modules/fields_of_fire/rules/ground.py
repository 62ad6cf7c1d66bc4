"""The cards as ground: rows and columns, the area of the mission, stacking, cover markers and who is under them (5.1, 5.2)."""

from __future__ import annotations

from functools import cache

from qtwar.kit.content import Board
from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader, Table

from . import facts, mission, sight

WORKS = frozenset(("foxhole", "trench", "bunker", "pillbox"))
FREE_WALK = frozenset(("trench", "bunker", "pillbox"))
"""Works between which nobody is exposed (5.1.1, 5.1.2)."""
CLOSED = frozenset(("bunker", "pillbox"))


def board(r: Reader) -> Board:
    """Return the board of the map."""
    return r.content.boards["map"]


def limit(r: Reader, head: str) -> int:
    """Return one of the book's limits: steps and vehicles of a side on a card (1.2.1.I), crowd (5.2.3) and more."""
    return int(r.chart("limits").at(head))


@cache
def row(place: str) -> int:
    """Return the row of a card, 0 for the staging area, 1 nearest to the player."""
    return int(facts.cell(place)[1:].split("c")[0])


@cache
def column(place: str) -> int:
    """Return the column of a card."""
    return int(facts.cell(place)[1:].split("c")[1])


@cache
def at(rows: int, columns: int) -> str:
    """Return the card of a row and a column."""
    return f"map:r{rows}c{columns}"


def is_staging(place: str) -> bool:
    """Return whether a place is a card of the main staging area (2.3.5)."""
    return facts.is_card(place) and row(place) == 0


def in_play(place: str) -> bool:
    """Return whether a place is a card of the map itself, not of the staging area."""
    return facts.is_card(place) and row(place) > 0


def size(r: Reader) -> tuple[int, int]:
    """Return columns and rows of the map as it was first laid: US units never leave it (2.3.4.A)."""
    spec = mission.data(r)["map"]
    return int(spec["cols"]), int(spec["rows"])


def within(r: Reader, place: str) -> bool:
    """Return whether US units may be on a card: the map as first laid and the staging area below it (2.3.4.A, 2.3.5)."""
    columns, rows = size(r)
    return facts.is_card(place) and row(place) <= rows and 1 <= column(place) <= columns


def cards(r: Reader) -> list[str]:
    """Return the cards of the map, staging aside."""
    found: list[str] | None = r.field.get("cards")
    if found is None:
        places = (board(r).place(cell) for cell in sight.levels(r))
        found = r.field["cards"] = [place for place in places if row(place) > 0]
    return found


def next_to(r: Reader, place: str) -> tuple[str, ...]:
    """Return the cards that touch a card, those of the staging area among them (1.2.6)."""
    return tuple(sight.near(r, place))


def mission_cards(r: Reader) -> list[str]:
    """Return the cards of the map as first laid (11)."""
    return [place for place in cards(r) if within(r, place)]


# stacking -------------------------------------------------------------------------------


def steps_on(r: Reader, place: str, side: str) -> int:
    """Return the steps of a side on a card that can fight or be hit; riders do not count."""
    return sum(facts.steps(r, unit) for unit in facts.infantry(r, place, side))


def stack(r: Reader, place: str, side: str) -> int:
    """Return the steps of a side stacked on a card, a casualty is one; riders do not count (1.2.1.I, 1.2.3.G)."""
    near = [*r.of(place, side, "unit"), *(load for unit in facts.infantry(r, place, side) for load in r.inside(unit))]
    return steps_on(r, place, side) + sum(1 for piece in near if facts.is_casualty(r, piece))


def has_room(r: Reader, place: str, unit: str) -> bool:
    """Return whether a unit may still be stacked on a card: 16 steps and 4 vehicles a side, staging without limit (2.3.5)."""
    if is_staging(place):
        return True
    side = r.owner(unit)
    if facts.is_vehicle(r, unit):
        wrecks = [p for p in r.ids(place) if r.record(p)["kind"] in ("wreck", "burning_wreck") or (
            r.owner(p) == side and facts.is_wreck(r, p))]  # fmt: skip
        return len(facts.vehicles(r, place, side)) + len(wrecks) < limit(r, "vehicles")
    return stack(r, place, side) + facts.steps(r, unit) <= limit(r, "steps")


# cover markers --------------------------------------------------------------------------


@per_place
def cover_markers(r: Reader, place: str) -> tuple[str, ...]:
    """Return the cover markers, works and wrecks of a card under which one can be (5.2.3, 7.7)."""
    return tuple(p for p in r.ids(place) if r.is_known(p) and r.has(p, "cover"))


def under(r: Reader, unit: str) -> str:
    """Return the marker under which a unit is, an empty word in the open (5.2.3)."""
    marker = str(r.attr(unit, "under") or "")
    return marker if marker and r.exists(marker) and r.where(marker) == r.spot(unit) else ""


def sheltered(r: Reader, marker: str, side: str) -> list[str]:
    """Return the units of a side under a marker."""
    return [p for p in facts.infantry(r, r.where(marker), side) if under(r, p) == marker]


def takes(r: Reader, marker: str, unit: str) -> bool:
    """Return whether a unit may go under a marker: no enemies there, room in a bunker or pillbox (5.2.3)."""
    side = r.owner(unit)
    if sheltered(r, marker, facts.other(side)) or (r.attr(marker, "level") and side == facts.ENEMY):
        return False  # 9.2.2: enemies do not use upper storeys
    limit = r.attr(marker, "steps")
    inside = sum(facts.steps(r, p) for p in sheltered(r, marker, side) if p != unit)
    return limit is None or inside + facts.steps(r, unit) <= int(limit)


def shelters(r: Reader, place: str, unit: str) -> list[str]:
    """Return the markers of a card under which a unit may go."""
    return [marker for marker in cover_markers(r, place) if takes(r, marker, unit)]


def cover_kind(r: Reader, unit: str) -> str:
    """Return the kind of the marker under which a unit is, an empty word in the open."""
    marker = under(r, unit)
    return str(r.record(marker)["kind"]) if marker else ""


def in_building(r: Reader, unit: str) -> bool:
    """Return whether a unit is in a building, bunker or pillbox, where some weapons do not fire (6.2)."""
    marker = under(r, unit)
    return bool(marker) and (bool(r.attr(marker, "is_building")) or r.record(marker)["kind"] in CLOSED)


def height(r: Reader, unit: str) -> int:
    """Return by how much a unit looks from higher than its card: an upper storey or a church tower (5.2.2)."""
    marker = under(r, unit)
    return int(r.attr(marker, "level") or 0) if marker else 0


@per_place
def tallest(r: Reader, place: str, side: str) -> int:
    """Return by how much the highest of a side's units on a card looks from above it (5.2.2)."""
    return max((height(r, unit) for unit in facts.infantry(r, place, side)), default=0)


def crowd(r: Reader, unit: str) -> int:
    """Return the steps above three under a unit's marker; a prisoner counts as one (5.2.3)."""
    marker = under(r, unit)
    if not marker:
        return 0
    return max(
        0, sum(facts.steps(r, p) for side in facts.SIDES for p in sheltered(r, marker, side)) - limit(r, "crowd")
    )


def potential_left(r: Reader, place: str) -> int:
    """Return how many cover markers can still be found on a card (1.2.1.F, 5.2.3)."""
    top = sight.top(r, place)
    found = sum(1 for marker in cover_markers(r, place) if counts(r, marker))
    return int(r.attr(top, "potential", 0)) - found if top else 0


def counts(r: Reader, marker: str) -> bool:
    """Return whether a marker counts against the cover potential: works, upper storeys and wrecks do not (5.2.3, 7.7)."""
    kind = r.record(marker)["kind"]
    return kind not in WORKS and not r.attr(marker, "level") and "wreck" not in kind and not facts.is_vehicle(r, marker)


def cover_draw(r: Reader, place: str) -> int:
    """Return the cover draw number of a card (1.2.1.F)."""
    top = sight.top(r, place)
    return int(r.attr(top, "draw", 0)) if top else 0


def best_shelter(r: Reader, place: str, unit: str) -> str:
    """Return the best marker of a card that takes a unit, an empty word for none."""
    found = shelters(r, place, unit)
    return max(found, key=lambda marker: (int(r.attr(marker, "ncm", 0)), marker)) if found else ""


def enter(t: Table, unit: str, marker: str) -> None:
    """Put a unit under a marker, or into the open (an empty word)."""
    t.set_attr(unit, "under", marker or None)


# occupied, cleared, secured -------------------------------------------------------------


def has_contact_marker(r: Reader, place: str) -> bool:
    """Return whether a potential contact marker lies on a card, of either side up (9.1.1)."""
    return any(r.record(p)["back"] == "contact" or r.record(p)["kind"].startswith("pc_") for p in r.ids(place))


def is_occupied(r: Reader, place: str) -> bool:
    """Return whether a US unit is on a card (1.2.6)."""
    return bool(facts.free_units(r, place, facts.US))


def is_cleared(r: Reader, place: str) -> bool:
    """Return whether neither an enemy unit nor a contact marker is on a card; casualties and VOF do not count (1.2.6)."""
    return not facts.free_units(r, place, facts.ENEMY) and not has_contact_marker(r, place)


def is_secured(r: Reader, place: str) -> bool:
    """Return whether a card is occupied and cleared (1.2.6)."""
    return is_occupied(r, place) and is_cleared(r, place)
