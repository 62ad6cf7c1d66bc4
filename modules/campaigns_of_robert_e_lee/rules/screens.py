"""Cavalry screens: a unit that hides a leader, and the cover of the cavalry corps (16.12, 16.14b).

Who is screened lies face down: the enemy sees that something is there, no more. In this program the counters under the
cover of the cavalry corps stay on the map face down too, where the book has them plotted.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, tree, zones
from .actions import Action
from .facts import SIDES, counter, enemy, fights, hexes_of, is_cavalry, is_hq, marked, on_map, own


def counters(r: Reader, where: str, side: str) -> list[str]:
    """Return the leaders, headquarters and Troops markers of a side in a hex: what a screen hides."""
    return [p for p in r.of(where, side) if r.is_known(p) and (r.has(p, "leader") or is_hq(r, p) or r.has(p, "troops"))]


SCREENS = "screens"
"""What a side alone knows: leader → the cavalry unit that screens him."""


def screens(r: Reader, side: str) -> dict[str, str]:
    """Return which cavalry unit screens which leader of a side."""
    found: dict[str, str] = own(r, side, SCREENS) or {}
    return found


def screener(r: Reader, where: str, side: str) -> str:
    """Return the cavalry unit that screens the commander of a hex, an empty word for none (16.12)."""
    found = screens(r, side)
    return next((found[p] for p in tree.standing(r, where, side) if p in found), "") if found else ""


def able(r: Reader, side: str) -> list[str]:
    """Return the cavalry units that may begin to screen the commander of their hex (16.12)."""
    found = []
    for where in hexes_of(r, side):
        if tree.commander(r, where, side) and not screener(r, where, side):
            found += [u for p in tree.leaders_at(r, where, side) for u in tree.units(r, p) if is_cavalry(r, u)]
            taken = screens(r, side).values()
            found += [p for p in r.of(where, side) if r.has(p, "partisan_leader") and p not in taken]  # 14.73a
    return found


def corps(r: Reader, side: str) -> tuple[str, int]:
    """Return the commander of a side's cavalry corps and how far it covers others: its number of units (16.14b)."""
    for p in tree.leaders(r, side):
        if tree.is_cavalry_corps(r, p) and on_map(r.where(p)):
            return p, len(tree.units(r, p))
    return "", 0


def covered(r: Reader, side: str, where: str) -> bool:
    """Return whether a hex is hidden without a screen: by its works (14.44e), or in range of the cavalry corps, but not its
    own, with no enemy beside (16.14b)."""
    if zones.is_manned(r, where, side):
        return True
    leader, reach = corps(r, side)
    if not leader or where == r.where(leader) or ground.distance(r, where, r.where(leader)) > reach:
        return False
    return not any(fights(r, at, enemy(side)) for at in ground.near(r, where))


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the asks to screen, to cover, to show oneself again."""
    side = f.l["side"]
    found: list[Ask] = []
    units = able(s, side)
    if units:
        found.append(offers.pieces("screen", "ask.screen", units, rule="16.12"))
    chiefs = [tree.commander(s, at, side) for at in hexes_of(s, side)]
    hidden = [p for p in chiefs if p and not s.is_open(p)]
    open_ = [p for p in chiefs if p and s.is_open(p) and covered(s, side, s.where(p))]
    if open_:
        found.append(offers.pieces("cover", "ask.cover", open_, rule="16.14"))
    if hidden:
        found.append(offers.pieces("show", "ask.show", hidden, rule="16.12"))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Hide a force, or show it."""
    piece = args["pieces"][0]
    where = tree.hex_of_unit(t, piece)
    if verb == "screen":
        t.seal(side, SCREENS, {**screens(t, side), tree.commander(t, where, side): piece})
        counter(t, "screened", where, side)
    if verb == "show":
        lift(t, where, side)
    else:
        hide(t, where, side)


def hide(t: Table, where: str, side: str) -> None:
    """Turn the force of a hex face down to the enemy."""
    for piece in counters(t, where, side):
        t.know(piece, [side])
    t.note("note.screened", rule="16.12", side={"s": side}, cell={"c": where})


def lift(t: Table, where: str, side: str) -> None:
    """Show the force of a hex: its screen is gone (16.12, 16.14b)."""
    shown = counters(t, where, side)
    for piece in shown:
        t.know(piece, None)
    left = {p: unit for p, unit in screens(t, side).items() if p not in shown}
    t.seal(side, SCREENS, left or None)
    for marker in marked(t, where, "screened"):
        if t.owner(marker) == side:
            t.remove(marker)


def check(t: Table) -> None:
    """Show whose screening unit is gone and who is no longer covered; markers go where their force is (16.12, 16.14b)."""
    for side in SIDES:
        for where in hexes_of(t, side):
            hidden = [p for p in tree.standing(t, where, side) if not t.is_open(p)]
            if not hidden:
                continue
            unit = screener(t, where, side)
            stands = bool(unit) and t.exists(unit) and (unit in tree.units_at(t, where, side) or t.where(unit) == where)
            if not stands and not covered(t, side, where):
                lift(t, where, side)
            elif stands:
                for piece in counters(t, where, side):
                    if t.is_open(piece):
                        t.know(piece, [side])
                if not any(t.owner(p) == side for p in marked(t, where, "screened")):
                    counter(t, "screened", where, side)
    for where in t.places_with("screens", lambda at: bool(marked(t, at, "screened"))):
        for marker in marked(t, where, "screened"):
            if not screener(t, where, t.owner(marker)):
                t.remove(marker)


MENU = (Action(("screen", "cover", "show"), asks, do),)
