"""Snipers: off the map until their player shows them, then one shot at one man (11.4)."""

from __future__ import annotations

from qtwar.kit import offers
from qtwar.kit.facts import box
from qtwar.kit.offers import Ask
from qtwar.kit.table import Reader, Table

from . import events
from .facts import SIDES, all_units, enemies_in, fits, floor_of, is_unit
from .ground import effects


def hidden(r: Reader, side: str) -> list[str]:
    """Return a side's snipers that are not on the map."""
    return [p for p in r.ids(box(side, "off_map")) if is_unit(r, p) and r.has(p, "sniper")]


def waiting(r: Reader, side: str) -> list[str]:
    """Return a side's snipers that are not on the map yet and may be placed."""
    return hidden(r, side) if int(r.var("turn", 1)) >= barred_until(r, side) else []


def barred_until(r: Reader, side: str) -> int:
    """Return the turn before which a side may not place its sniper, 0 where nothing or no longer bars it (scenario S1)."""
    rule = r.scenario.get("attrs") or {}
    allowed = [e["id"] for e in rule.get("events") or () if e.get("effect") == "sniper" and e.get("of") == side]
    if any(event in r.var("events", []) for event in allowed):
        return 0
    return int((rule.get("bars_sniper") or {}).get(side, 0))


def placements(r: Reader, side: str) -> dict[str, list[str]]:
    """Return sniper → places where it may appear: cover, no enemies, room (11.4). What is handed out is not to be changed."""
    found = waiting(r, side)
    if not found:
        return {}
    known: dict[str, list[str]] | None = r.memo.get((placements, side))
    if known is None:
        good = [p for p in _cover(r) if not enemies_in(r, p, side)]
        known = {p: [place for place in good if fits(r, place, side, [p])] for p in found}
        r.memo[placements, side] = known
    return known


def _cover(r: Reader) -> tuple[str, ...]:
    """Return the places of the scenario's board that give cover, upper floors last (11.4)."""
    name = r.scenario["boards"][0]
    memo = r.content.memo
    if ("cover", name) not in memo:
        places = [r.content.boards[name].place(c) for c in r.content.boards[name].grid.cells()]
        places += [b for b in r.content.boxes if floor_of(r, b).startswith(f"{name}:")]
        memo["cover", name] = tuple(p for p in places if int(effects(r, p).get("tm", 0)) > 0)
    return memo["cover", name]  # type: ignore[no-any-return]


def place(t: Table, side: str, sniper: str, where: str) -> None:
    """Put a sniper onto the map; what he sees may set an event off (11.4, 1.7)."""
    t.know(sniper, None)
    t.move(sniper, where)
    t.set_attr(sniper, "placed", True)
    t.note("note.sniper_placed", rule="11.4", piece={"p": sniper}, cell={"c": where})
    events.entered(t, side, where)


def is_fresh(r: Reader, unit: str) -> bool:
    """Return whether a sniper has just been placed, so that he may attack at once, apart from all impulses (11.4)."""
    return bool(r.attr(unit, "placed"))


def settle(t: Table) -> None:
    """Let the moment of placing pass: what a sniper does from now on he does like others (11.4)."""
    for side in SIDES:
        for unit in all_units(t, side):
            if is_fresh(t, unit):
                t.set_attr(unit, "placed", None)


def asks(r: Reader, targets: dict[str, list[str]]) -> list[Ask]:
    """Return the ways in which a sniper may fire: with two dice, by option only when just placed, or with one (11.4)."""
    sharp = {p: cells for p, cells in targets.items() if r.option("sniper_two_dice_always") or is_fresh(r, p)}
    one = offers.place("snipe_one", "ask.snipe_one", targets, rule="11.4", odds={"verb": "snipe_one"})
    return [offers.place("snipe", "ask.snipe", sharp, rule="11.4", odds={"verb": "snipe"}), one] if sharp else [one]
