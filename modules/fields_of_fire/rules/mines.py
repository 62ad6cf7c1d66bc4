"""Mines: who enters a mined card draws for it (9.5)."""

from __future__ import annotations

from qtwar.kit.table import Table

from . import deck, facts, ground

POOL = 6
"""Mine markers of the game (gaps 8)."""


def entered(t: Table, unit: str, place: str) -> None:
    """Draw for a unit that has entered a card with mines; a burst is an attack in the next combat effects (9.5, AMB-27)."""
    for marker in [p for p in t.ids(place) if t.record(p)["kind"] == "mine"]:
        if deck.attempt(t, ground.limit(t, "mine_draw"), "burst"):
            already = 0 if t.option("one_mine_attack") else int(t.attr(unit, "mined") or 0)  # AMB-28
            t.set_attr(unit, "mined", already + 1)
            t.turn(marker, "back")
            facts.note(t, "note.mine", "9.5", piece={"p": unit}, cell={"c": place})


def lay(t: Table, place: str) -> bool:
    """Lay mines on a card on which contact was made; everybody there draws at once (9.2.2, 9.5). False if none are left."""
    laid = sum(1 for record in t.records.values() if record["kind"] == "mine")
    if laid >= POOL or any(t.record(p)["kind"] == "mine" for p in t.ids(place)):
        return False
    facts.lay(t, "mine", place)
    facts.note(t, "note.mines", "9.5", cell={"c": place})
    for unit in [u for side in facts.SIDES for u in facts.units(t, place, side)]:
        entered(t, unit, place)
    return True


def booby_trap(t: Table, place: str) -> None:
    """Spring a booby trap on one unit of a card at random: a Grenade marker shows it (9.5)."""
    there = list(facts.infantry(t, place, facts.US))
    if not there:
        return  # only vehicles have come
    unit = deck.choose(t, there)
    ncm = int(t.content.kinds["booby_trap"].attrs["vof"])
    facts.lay(t, "vof_grenade", place, facts.ENEMY, target=unit, ncm=ncm)
    facts.note(t, "note.booby_trap", "9.5", piece={"p": unit}, cell={"c": place})


def claymores(t: Table) -> None:
    """Set off claymores on cards to which enemies have come, after all their moves: each at one of them at random (9.5)."""
    lying = t.places_with("claymores", lambda at: any(t.record(p)["kind"] == "claymore_mine" for p in t.ids(at)))
    for place in [p for p in lying if facts.is_card(p)]:
        there = [u for u in facts.free_units(t, place, facts.ENEMY) if facts.is_infantry(t, u)]
        for claymore in [p for p in t.ids(place) if t.record(p)["kind"] == "claymore_mine"] if there else ():
            unit = deck.choose(t, there)
            facts.lay(
                t, "vof_grenade", place, facts.US, target=unit, ncm=int(t.content.kinds["booby_trap"].attrs["vof"])
            )
            t.remove(claymore)
            facts.note(t, "note.claymore", "9.5", piece={"p": unit}, cell={"c": place})
