"""Leaders and units detached before a force moves (8.25b)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import march, orders, tree
from .actions import Action
from .facts import hexes_of, is_leader


def commanders(r: Reader, f: Frame) -> list[str]:
    """Return the commanders of hexes who can order a detachment: they have the point for it (3.23)."""
    side = f.l["side"]
    chiefs = [tree.commander(r, where, side) for where in hexes_of(r, side)]
    return [p for p in chiefs if p and orders.can_pay(r, p, march.DETACH)]


def leaders_of(r: Reader, f: Frame, chief: str) -> list[str]:
    """Return the leaders under a commander who may be detached: they have not moved, and he keeps units (3.12c)."""
    own = f.of(f.l["side"])
    moved, apart = own.get("moved", ()), own.get("apart", ())
    found = []
    for p in tree.under(r, chief):
        if p in moved or p in apart or tree.is_garrison(r, p):
            continue
        over = chief if p in tree.nested(r, chief) else ""
        rest = [u for u in tree.all_units(r, chief) if u not in tree.units(r, p)] if over else [p]
        if rest:
            found.append(p)
    return found


def units_of(r: Reader, f: Frame, chief: str) -> list[str]:
    """Return the units that a commander may put on the map by themselves: of forces that keep one (3.12c)."""
    moved = f.of(f.l["side"]).get("moved", ())
    if chief in moved or tree.is_garrison(r, chief):
        return []
    units = [u for u in tree.units(r, chief) if u not in moved]
    return units if len(tree.all_units(r, chief)) > 1 else []


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the asks to detach leaders or units."""
    groups = {s.where(p): leaders_of(s, f, p) for p in commanders(s, f)}
    groups = {where: some for where, some in groups.items() if some}
    found = []
    if groups:
        some = [p for where in groups for p in groups[where]]
        found.append(offers.pieces("detach", "ask.detach", some, 1, len(some), rule="8.25", groups=groups))
    loose = {s.where(p): units_of(s, f, p) for p in commanders(s, f)}
    loose = {where: some for where, some in loose.items() if some}
    if loose:
        some = [p for where in loose for p in loose[where]]
        found.append(offers.pieces("detach_units", "ask.detach_units", some, 1, len(some), rule="8.25", groups=loose))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Detach some: they come on the map, and march at once, stay apart, or go back (8.25b)."""
    some = args["pieces"]
    where = tree.hex_of_unit(t, some[0])
    chief = tree.commander(t, where, side)
    if verb == "detach":
        if not any(set(tree.all_units(t, p)) for p in tree.standing(t, where, side) if p not in some) or not _keeps(
            t, chief, some
        ):
            t.refuse("refuse.keeps_none", rule="3.12c", leader={"p": chief})
    elif set(tree.all_units(t, chief)) <= set(some):
        t.refuse("refuse.keeps_none", rule="3.12c", leader={"p": chief})
    elif not tree.independent_room(t, where, side, some):
        t.refuse("refuse.independent", rule="3.12c", cell={"c": where})
    orders.spend(t, chief, march.DETACH, "8.25b")
    for piece in some:
        if is_leader(t, piece):
            tree.follow(t, piece, where)
        else:
            t.move(piece, where)
    t.note("note.detach", rule="8.25b", leader={"p": chief}, n=len(some))
    march.begin(t, side, some, parent=chief)


def _keeps(t: Table, chief: str, some: list[str]) -> bool:
    """Return whether a superior commander keeps units or forces of his own (3.12c)."""
    if not tree.is_superior(t, chief):
        return True
    return any(u for p in tree.whole(t, chief) if p not in some for u in tree.units(t, p))


MENU = (Action(("detach", "detach_units"), asks, do),)
