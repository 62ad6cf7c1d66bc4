"""Snipers: off the map until their player shows them, then one shot at one man (11.4)."""

from __future__ import annotations

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Reader, Table

from .facts import box, enemy, fits, floor_of, is_unit, units
from .ground import effects


def waiting(r: Reader, side: str) -> list[str]:
    """Return a side's snipers that are not on the map yet and may be placed."""
    if r.state.vars.get(f"sniper_barred_{side}"):
        return []  # a special rule of the scenario
    return [p for p in r.ids(box(side, "off_map")) if is_unit(r, p) and r.has(p, "sniper")]


def placements(r: Reader, side: str) -> dict[str, list[str]]:
    """Return sniper → places where it may appear: cover, no enemies, room (11.4)."""
    found = waiting(r, side)
    if not found:
        return {}
    board = r.content.boards[r.scenario["boards"][0]]
    places = [board.place(c) for c in board.grid.cells()]
    places += [b for b in r.content.boxes if floor_of(r, b).startswith(f"{board.id}:")]
    good = [p for p in places if int(effects(r, p).get("tm", 0)) > 0 and not units(r, p, enemy(side))]
    return {p: [place for place in good if fits(r, place, side, [p])] for p in found}


def place(t: Table, side: str, sniper: str, where: str) -> None:
    """Put a sniper onto the map (11.4)."""
    t.know(sniper, None)
    t.move(sniper, where)
    t.note("note.sniper_placed", rule="11.4", piece={"p": sniper}, cell={"c": where})


def asks(r: Reader, targets: dict[str, list[str]]) -> list[Ask]:
    """Return the two ways in which a sniper may fire: with two dice, or with one (11.4)."""
    two = offers.place("snipe", "ask.snipe", targets, rule="11.4", weight=20)
    one = offers.place("snipe_one", "ask.snipe_one", targets, rule="11.4", weight=3)
    return [two, one]
