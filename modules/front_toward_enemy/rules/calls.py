"""Bombardments that wait: their markers, the hexes noted for them, how they are cancelled (13.0, 16.0, 19.10)."""

from __future__ import annotations

from qtwar.kit.table import Reader, Table

from .facts import box, counter


def waiting(r: Reader, side: str) -> list[str]:
    """Return the bombardments of a side that wait (13.0)."""
    return [p for p in r.ids(box(side, "calls")) if r.has(p, "bombardment")]


def book(t: Table, side: str, kind: str, cell: str, delay: int, *, event: bool = False) -> None:
    """Lay the marker of a bombardment that waits; all know what and when, its side alone where (13.0)."""
    marker = counter(t, kind, box(side, "calls"), side)
    t.set_attr(marker, "due", int(t.var("turn")) + delay)
    if event:
        t.set_attr(marker, "event", True)
    t.seal(side, "targets", {**(t.secret(side, "targets") or {}), marker: cell})
    t.note("note.booked", rule="13.0", side={"s": side}, piece={"k": kind}, n=int(t.var("turn")) + delay)
    t.note("note.target", rule="13.0", only=[side], cell={"c": cell})


def is_noted(t: Table, marker: str) -> bool:
    """Return whether a hex stands noted for a bombardment: not where a game begins with what the enemy knows of another."""
    return marker in (t.secret(t.owner(marker), "targets") or {})


def strike_off(t: Table, marker: str) -> str:
    """Take a bombardment off and return the hex that was noted for it."""
    side = t.owner(marker)
    notes = {**(t.secret(side, "targets") or {})}
    cell = str(notes.pop(marker, ""))
    t.seal(side, "targets", notes or None)
    t.remove(marker)
    return cell


def cancel(t: Table, marker: str) -> None:
    """Cancel a bombardment before its accuracy is rolled (16.0)."""
    t.note("note.cancelled", rule="16.0", side={"s": t.owner(marker)}, piece={"k": t.record(marker)["kind"]})
    strike_off(t, marker)


def check_fire(t: Table, side: str) -> None:
    """Cancel all that a side has waiting (19.10)."""
    for marker in waiting(t, side):
        strike_off(t, marker)
    t.note("note.check_fire", rule="19.10", side={"s": side})
