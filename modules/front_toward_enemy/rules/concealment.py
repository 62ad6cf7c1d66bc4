"""Concealed and exposed: who watches, what strips concealment, how it is regained at the end of the turn (18.0 to 18.2, 22.0)."""

from __future__ import annotations

from collections.abc import Iterable

from qtwar.kit import offers
from qtwar.kit.table import Reader, Seen, Table

from . import sight, works
from .facts import all_units, altitude, enemy, is_concealed, on_map, wrapped


def watchers(r: Reader, side: str, place: str) -> list[str]:
    """Return the exposed units of a side, civilians excepted, that see a hex (18.1, AMB-38)."""
    return [p for p in exposed(r, side) if sight.sees(r, p, place)]


def exposed(r: Reader, side: str) -> list[str]:
    """Return a side's exposed units on the map that strip concealment: no civilians, no passengers (18.1)."""
    key = ("exposed", side)
    if key not in r.memo:
        r.memo[key] = [p for p in all_units(r, side) if r.is_known(p) and r.is_open(p) and not r.has(p, "civilian")]
    found: list[str] = r.memo[key]
    return found


def is_watched(r: Reader, piece: str, place: str = "") -> bool:
    """Return whether an exposed enemy sees a unit where it is, or where it would be."""
    at = place or r.where(piece)
    return any(sight.sees(r, p, at, altitude(r, piece)) for p in exposed(r, enemy(r.owner(piece))))


def expose(t: Table, piece: str, rule: str = "18.1") -> bool:
    """Take a unit's concealment; a dummy is taken away (22.0). Returns whether the unit is still in play."""
    if not is_concealed(t, piece):
        return True
    t.know(piece, None)
    for thing in t.inside(piece):
        t.know(thing, None)
    t.note("note.exposed", rule=rule, piece={"p": piece}, cell={"c": t.where(piece)})
    if t.has(piece, "dummy"):
        t.remove(piece)
        works.publish(t)
        return False
    works.publish(t)
    return True


def lose(t: Table, pieces: Iterable[str], *, by: str) -> None:
    """Expose those of some units that an exposed enemy sees; `by`: move, fire, search, destroy, load (18.1)."""
    for piece in list(pieces):
        if not t.exists(piece) or not is_concealed(t, piece) or not on_map(t.where(piece)):
            continue
        if by == "fire" and t.has(piece, "sniper"):
            continue  # 18.1: snipers stay concealed
        if is_watched(t, piece):
            expose(t, piece)


def behind(t: Table, side: str, named: str) -> str:
    """Return the piece that a side has named: of concealed ones that look alike in a hex, chance takes one (18.1)."""
    if t.exists(named):
        return named
    seen = t.seen_by(side)
    if not seen.exists(named):
        t.refuse("refuse.not_offered")
    at, back, owner = seen.where(named), seen.record(named)["back"], seen.owner(named)
    return t.pick(
        sorted(p for p in t.ids(at) if not t.knows(side, p) and (t.record(p)["back"], t.owner(p)) == (back, owner))
    )


def hide(t: Table, piece: str) -> None:
    """Conceal a unit: its side alone knows what it is."""
    t.know(piece, [t.owner(piece)])
    works.publish(t)


def reveal_ask(s: Seen) -> list[offers.Ask]:
    """Return the ask to take concealment off own units, at any time (18.1)."""
    mine = [p for p in all_units(s, s.side) if is_concealed(s, p) and not s.has(p, "dummy")]
    return [offers.pieces("show", "ask.show", mine, 1, len(mine), rule="18.1", aside=True)] if mine else []


def show(t: Table, pieces: Iterable[str]) -> None:
    """Take concealment off units by their owner's will (18.1)."""
    pieces = list(pieces)
    t.note("note.shows", rule="18.1", pieces=wrapped(pieces))
    for piece in pieces:
        expose(t, piece)
