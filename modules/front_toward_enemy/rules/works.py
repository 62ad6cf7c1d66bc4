"""Who is in a bunker or trench: a secret note while work or unit is hidden, known to all when both are seen (23.0 to 25.0)."""

from __future__ import annotations

from qtwar.kit.table import Reader, Table

from .facts import SIDES, facilities, is_infantry, private


def is_work(r: Reader, piece: str) -> bool:
    """Return whether a counter is a bunker or trench, as far as this reader knows."""
    return r.has(piece, "fortification")


def works(r: Reader, place: str) -> list[str]:
    """Return the bunkers and trenches of a hex that this reader knows of."""
    return [p for p in facilities(r, place) if is_work(r, p)]


def sheltered(r: Reader, unit: str) -> str:
    """Return the work that a unit is in, an empty word if it is in none or this reader may not know (24.0)."""
    known = (r.var("works") or {}).get(unit) or (private(r, r.owner(unit), "works") or {}).get(unit) or ""
    return str(known)


def occupants(r: Reader, work: str) -> list[str]:
    """Return the units in a work that this reader may know of."""
    found = dict(r.var("works") or {})
    for side in SIDES:
        found.update(private(r, side, "works") or {})
    return sorted(unit for unit, at in found.items() if at == work and r.exists(unit))


def room(r: Reader, work: str) -> int:
    """Return how many more infantry units a work shelters (24.0, 25.0)."""
    return int(r.attr(work, "holds", 0) or 0) - len(occupants(r, work))


def open_to(r: Reader, unit: str) -> list[str]:
    """Return the works of its hex that a unit could enter: known to its side, with room (23.0, 24.0)."""
    if not is_infantry(r, unit) or r.has(unit, "civilian") or r.has(unit, "dummy"):
        return []
    mine = sheltered(r, unit)
    side = r.owner(unit)
    return [w for w in works(r, r.where(unit)) if w != mine and (r.is_open(w) or r.owner(w) == side) and room(r, w) > 0]


def note(t: Table, unit: str, work: str) -> None:
    """Put a unit into a work, or (an empty word) out of the one it is in; its side notes it."""
    side = t.owner(unit)
    own = {**(t.secret(side, "works") or {})}
    own.pop(unit, None)
    shown = {**(t.var("works") or {})}
    shown.pop(unit, None)
    if work:
        own[unit] = work
    t.seal(side, "works", own or None)
    t.set_var("works", shown or None)
    publish(t)


def publish(t: Table) -> None:
    """Sort the notes anew: known to all is who is seen in a work that is seen; who or what is gone is struck out."""
    shown: dict[str, str] = {}
    kept: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for notes in (t.var("works") or {}, *(t.secret(side, "works") or {} for side in SIDES)):
        for unit, work in sorted(notes.items()):
            if not t.exists(unit) or not t.exists(work) or t.where(unit) != t.where(work):
                continue
            if t.is_open(unit) and t.is_open(work):
                shown[unit] = work
            else:
                kept[t.owner(unit)][unit] = work
    t.set_var("works", dict(sorted(shown.items())) or None)
    for side, notes in kept.items():
        t.seal(side, "works", dict(sorted(notes.items())) or None)


def reveal(t: Table, facility: str) -> None:
    """Show a hidden facility to all; it is never hidden again (9.0, 23.0). A dummy is taken away."""
    if t.is_open(facility):
        return
    t.know(facility, None)
    t.note("note.revealed", rule="23.0", piece={"p": facility}, cell={"c": t.where(facility)})
    if t.has(facility, "dummy"):
        t.remove(facility)
    publish(t)
