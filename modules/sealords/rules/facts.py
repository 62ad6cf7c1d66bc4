"""Small questions that every part of the rules asks: whose, where, which units, how many, who sees them."""

from __future__ import annotations

from qtwar.kit.content import Kind
from qtwar.kit.facts import box, is_cell, opponents
from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader, Table

FW, COM = "FW", "COM"
SIDES = (FW, COM)
STACK_EXEMPT = "A"

enemy = opponents(FW, COM)


def is_unit(r: Reader, piece: str) -> bool:
    """Return whether a piece is known and a unit, not a marker (2.3)."""
    kind = r.kind(piece)
    return kind is not None and kind.klass == "unit"


def units(r: Reader, place: str, side: str) -> list[str]:
    """Return the units of a side in a place, as far as the reader knows them."""
    return r.of(place, side, "unit")


def counters(r: Reader, place: str, side: str) -> list[str]:
    """Return all counters of a side in a place, unknown ones too."""
    return r.of(place, side)


def boxed(r: Reader, side: str, role: str) -> list[str]:
    """Return a side's pieces in one of its boxes; what a hand has put there of the other side does not count."""
    return counters(r, box(side, role), side)


def squares(r: Reader) -> tuple[str, ...]:
    """Return the squares in which the reader sees something, sorted."""
    return r.places_with("squares", is_cell)


def held(r: Reader, place: str, side: str) -> bool:
    """Return whether a side occupies a square: a unit of its own and no enemy unit (27.0)."""
    return bool(units(r, place, side)) and not units(r, place, enemy(side))


def any_with(r: Reader, place: str, side: str, *traits: str) -> bool:
    """Return whether a unit of a side with one of the traits is in a place."""
    return any(r.has(p, trait) for p in units(r, place, side) for trait in traits)


def nation(r: Reader, piece: str) -> str:
    """Return a piece's nation: `us`, `arvn`, `ally` or `com`."""
    return str(r.attr(piece, "nation", ""))


def room(r: Reader, place: str, side: str, kind: Kind) -> bool:
    """Return whether one more of a kind fits into a square (9.1, 9.4, 18.2, 19.2)."""
    if kind.klass == "marker":
        return not any(k is not None and k.id == kind.id for k in map(r.kind, counters(r, place, side)))
    own = units(r, place, side)
    if kind.attrs.get("move") == "S" and any(r.attr(p, "move") == "S" for p in own):
        return False  # 9.4
    return fits(r, place, side, kind)


def fits(r: Reader, place: str, side: str, kind: Kind) -> bool:
    """Return whether the stacking limit leaves a place for a unit (9.1)."""
    if kind.attrs.get("move") == STACK_EXEMPT:
        return True
    return stacked(r, place, side) < int(r.chart("limits").at("stack"))


@per_place
def stacked(r: Reader, place: str, side: str) -> int:
    """Return how many units of a side count for stacking in a square (9.1)."""
    return sum(1 for p in units(r, place, side) if r.attr(p, "move") != STACK_EXEMPT)


def hide(t: Table, place: str) -> None:
    """Turn the Communist counters of a square face down again if no Free World unit is left there (8.13)."""
    if units(t, place, FW):
        return
    for piece in counters(t, place, COM):
        t.know(piece, [COM])


def turn(r: Reader) -> int:
    """Return the number of the turn."""
    return int(r.var("turn", 1))
