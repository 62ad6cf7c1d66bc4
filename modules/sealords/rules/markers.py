"""Guerrilla markers: what happens when the Free World turns them up (19.0), the Minefield's attack among it."""

from __future__ import annotations

from collections.abc import Collection

from qtwar.kit.facts import box
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Table

from . import refit, victory
from .facts import COM, FW, any_with, counters, is_unit, units
from .force import move_type
from .refit import discover


def kind_of(r: Reader, piece: str) -> str:
    """Return the kind of a guerrilla marker: ambush, arms_cache, bunkers, civilians, minefield, supply_cache."""
    return str(r.attr(piece, "type", ""))


def here(r: Reader, place: str, kind: str = "") -> list[str]:
    """Return the guerrilla markers of a square that are turned up, of one kind or all: face down they do nothing (19.1)."""
    return [
        p
        for p in counters(r, place, COM)
        if r.is_open(p) and not is_unit(r, p) and (not kind or kind_of(r, p) == kind)
    ]


def own(r: Reader, place: str, kind: str) -> list[str]:
    """Return the guerrilla markers of a kind in a square as the Communists know them: a combat there turns them up (10.1)."""
    return [p for p in counters(r, place, COM) if not is_unit(r, p) and kind_of(r, p) == kind]


def remove(t: Table, piece: str) -> None:
    """Send a marker to the Communist Refit Box (19.1 note, 11.9)."""
    t.reveal(piece)
    t.move(piece, box(COM, "refit"))


def reveal(t: Table, place: str, *, fights: bool, aloft: Collection[str] = ()) -> None:
    """Turn up everything in a square (10.1, 7.6.3a); Deception units leave (10.6), markers take effect (19.3).

    `fights`: Communist units remain and will fight, so Ambush, Arms Cache and Bunkers stay for the first round; `aloft`:
    who goes on by helicopter after others have landed, out of reach of mines (7.5).
    """
    shown = [p for p in counters(t, place, COM) if not t.knows(FW, p)]
    for piece in shown:
        t.reveal(piece)
    if shown:
        t.note("note.revealed", rule="10.1", cell={"c": place}, pieces=[{"p": p} for p in shown])
    for piece in units(t, place, COM):
        discover(t, piece)
    defended = bool(units(t, place, COM)) and fights
    mines = here(t, place, "minefield")
    for piece in here(t, place):
        _found(t, place, piece, kind_of(t, piece), defended)
    for piece in mines:
        _minefield(t, place, piece, aloft)
    victory.check(t)


def _found(t: Table, place: str, piece: str, kind: str, defended: bool) -> None:
    if kind == "minefield":
        return
    if kind == "supply_cache":
        remove(t, piece)
        alone = not units(t, place, COM) or t.option("cache_vp_with_units")
        t.note("note.marker_gone", rule="19.3", piece={"p": piece})
        if alone and units(t, place, FW):
            victory.award(t, FW, _value(t, kind), "vp.guerrilla", "19.3", piece={"p": piece})
        return
    if defended:
        t.note("note.marker_works", rule="19.3", piece={"p": piece})
        return
    remove(t, piece)
    t.note("note.marker_gone", rule="19.3", piece={"p": piece})
    if kind == "arms_cache":
        victory.award(t, FW, _value(t, kind), "vp.guerrilla", "19.3", piece={"p": piece})


def _value(r: Reader, kind: str) -> int:
    return int(r.chart("vp_free_world_other").at(kind))


def civilians(t: Table, place: str) -> None:
    """Score the Civilians of a square in which the Free World fights (19.3)."""
    for piece in here(t, place, "civilians"):
        t.note("note.civilians", rule="19.3", cell={"c": place})
        remove(t, piece)
        victory.award(t, COM, int(t.chart("vp_communist").at("civilians")), "vp.civilians", "19.3")


def _minefield(t: Table, place: str, piece: str, aloft: Collection[str]) -> None:
    """19.3: an attack with firepower 3 on land, riverine and naval units; no shift, no reply."""
    victims = [p for p in units(t, place, FW) if move_type(t, p) in "LRN" and p not in aloft]
    if any_with(t, place, FW, "minesweeper"):
        t.note("note.mines_swept", rule="19.3", piece={"p": piece})
        remove(t, piece)
        return
    if victims:
        crt = t.chart("crt")
        column = crt.column(int(t.chart("minefield").at("firepower")))
        die = t.roll(1, purpose="roll.minefield", by=COM)[0]
        row = crt.row(die)
        result = str(crt.cell(row, column))
        t.note("note.minefield", rule="19.3", cell={"c": place}, die=die, result={"t": ["crt", row, column]}, code=result)
        if result in ("R", "K"):
            lowest = min(int(t.attr(p, "recon", 0)) for p in victims)
            loser = t.pick(sorted(p for p in victims if int(t.attr(p, "recon", 0)) == lowest))
            if result == "K":
                refit.eliminate(t, loser, by_combat=True, rule="19.3")
            else:
                refit.send(t, loser, by_combat=True, rule="19.3")
    remove(t, piece)


class Markers(Step):
    """A Free World force has entered a square with markers only (8.4, 19.4); locals `cell`, `aloft`."""

    name = "markers"

    def run(self, t: Table, f: Frame) -> None:
        reveal(t, f.l["cell"], fights=False, aloft=f.l.get("aloft", ()))
        if not t.is_over:
            t.done()


STEPS = (Markers(),)
