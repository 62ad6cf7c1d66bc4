"""What is found without guard changes hands: wagons, depots, trains (8.63, 7.21, 7.22)."""

from __future__ import annotations

from qtwar.kit.table import Table

from . import works
from .facts import counter, enemy, fights, is_depot


def take(t: Table, side: str, where: str) -> None:
    """Capture what an enemy has left without guard in a hex that units of a side have entered (8.63)."""
    foe = enemy(side)
    if fights(t, where, foe):
        return
    works.seize(t, side, where)
    for piece in t.of(where, foe):
        if t.has(piece, "wagon") or t.has(piece, "train"):
            _turn_over(t, side, where, piece)
        elif t.has(piece, "engineer") or t.has(piece, "pontoon") or t.has(piece, "balloon"):
            t.remove(piece)  # 14.46, 8.81a, 8.82b
            t.note("note.captured", rule="14.46", side={"s": side}, cell={"c": where})


def take_depots(t: Table, side: str, where: str) -> None:
    """Capture the depots in a hex from which the force that was with them has retreated (7.22)."""
    for piece in t.of(where, enemy(side)):
        if is_depot(t, piece) and not fights(t, where, enemy(side)):
            _turn_over(t, side, where, piece)


def _turn_over(t: Table, side: str, where: str, piece: str) -> None:
    """Replace a captured counter by one's own of the same value (8.63); a depot may be destroyed instead (AMB-47)."""
    depot, kind = is_depot(t, piece), str(t.record(piece)["kind"])
    t.remove(piece)
    t.note("note.captured", rule="7.22" if depot else "8.63", side={"s": side}, cell={"c": where})
    if depot and t.option("amb_47_depot_destroyed"):
        return
    taken = counter(t, f"{side}_{kind.partition('_')[2]}", where, side)
    if depot:
        t.turn(taken, "back")
