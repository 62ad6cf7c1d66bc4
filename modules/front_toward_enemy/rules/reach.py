"""What the screen asks of a move: where units can go, who would see and fire at them there, why not (6.0, 18.1, 21.0)."""

from __future__ import annotations

from typing import Any, NamedTuple

from qtwar.kit.offers import Message, msg
from qtwar.kit.reach import Way, lit, points
from qtwar.kit.table import Seen

from . import reaction, sight
from .facts import HIGH, all_units, altitude, enemy, is_concealed, on_map, own, weapon_range, wrapped
from .ground import distance, in_play, neighbours
from .march import March
from .movement import NORMAL, STEALTH, allowance, mode_fault, step_fault, ways

MOST_LINES = 2000
"""Most lines looked at to warn of fire: helicopters reach everything, nobody reads that."""


def _hand(s: Seen, args: dict[str, Any]) -> list[str]:
    return [p for p in args.get("pieces") or () if s.exists(p) and s.is_known(p) and on_map(s.where(p))]


def query_reach(mode: str) -> Any:
    """Return the query that answers where picked-up units can go in a mode."""

    def answer(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
        pieces = _hand(s, args)
        if not pieces or mode_fault(s, mode, pieces):
            return {"cells": {}}
        return {"cells": warned(s, mode, pieces, shown(ways(s, mode, pieces, allowance(s, mode, pieces))))}

    return answer


class Watcher(NamedTuple):
    """A hex with enemies, as far as this side knows: what matters of them to who comes into a hex in their sight."""

    place: str
    far: int
    """Hexes counted for each between: 2 for a helicopter at High."""
    level: str
    any_of: str
    """One of them, to ask for the line."""
    strip: tuple[str, ...]
    """Who strips concealment: the exposed."""
    ranges: tuple[tuple[int, bool], ...]
    """Of each who may try opportunity fire how far, and whether he fires over his friends."""
    blind: bool
    """Whether somebody is there of whom nothing is known: he might fire at any range."""


def watchers(s: Seen) -> list[Watcher]:
    """Return the enemy's hexes, helicopters by themselves: those at one level of a hex see the same."""
    groups: dict[tuple[str, str], list[str]] = {}
    for p in all_units(s, enemy(s.side)):
        if not s.has(p, "civilian"):
            groups.setdefault((s.where(p), altitude(s, p)), []).append(p)
    return [
        Watcher(
            place,
            2 if level == HIGH else 1,
            level,
            some[0],
            tuple(p for p in some if s.is_known(p)),
            tuple(
                (2 * weapon_range(s, p), s.has(p, "mortar")) for p in some if s.is_known(p) and reaction.is_ready(s, p)
            ),
            not all(s.is_known(p) for p in some),
        )
        for (place, level), some in groups.items()
    ]


def warned(s: Seen, mode: str, pieces: list[str], cells: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Note at each hex where a move may end who would expose the units there, and from where it may draw fire (18.1, 21.0)."""
    level = altitude(s, pieces[0])
    foes = watchers(s)
    if len(foes) * len(cells) > MOST_LINES:
        return cells
    hide = mode != STEALTH and any(is_concealed(s, p) for p in pieces)
    for to, at in cells.items():
        if not on_map(to):
            continue
        exposing: list[str] = []
        firing: set[str] = set()
        for foe in foes:
            strips, fires = _meets(s, foe, to, level, hide)
            if strips:
                exposing += foe.strip
            if fires:
                firing.add(foe.place)
        places = [{"c": c} for c in sorted(firing)]
        if exposing:
            at["note"] = msg("reach.exposed", rule="18.1", pieces=wrapped(exposing), cells=places)
        elif places:
            at["note"] = msg("reach.fire", rule="21.0", cells=places)
    return cells


def _meets(s: Seen, foe: Watcher, to: str, level: str, hide: bool) -> tuple[bool, bool]:
    """Return whether those in a hex would expose who comes into another, and whether they may fire at him there."""
    span = distance(s, foe.place, to) * (2 if level == HIGH else foe.far)
    near = [over for most, over in foe.ranges if span <= most]
    if not (near or foe.blind or (hide and foe.strip)):
        return False, False
    sees = sight.sees(s, foe.any_of, to, level)
    over = any(near) and (sees or sight.sees(s, foe.any_of, to, level, over=True))
    return hide and sees and bool(foe.strip), over or (sees and (foe.blind or bool(near)))


def reach_on(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where units under way can still go."""
    f = s.frame()
    if f.step != March.name or not own(f):
        return {"cells": {}}
    mine = own(f)
    cells = shown(ways(s, f.l["mode"], mine["units"], mine["left"], mine["taken"]))
    return {"cells": warned(s, f.l["mode"], mine["units"], cells)}


def shown(found: dict[str, Way]) -> dict[str, dict[str, Any]]:
    """Return lights with costs in points."""
    cells = lit(found)
    for cell in cells.values():
        cell["cost"] = points(cell["cost"])
    return cells


def why(s: Seen, args: dict[str, Any]) -> Message | None:
    """Answer why units can not go to a place in one step, or at all."""
    pieces = _hand(s, args)
    to = str(args.get("cell") or "")
    if not pieces or not in_play(s, to):
        return None
    broken = mode_fault(s, NORMAL, pieces)
    if not broken and to in neighbours(s, s.where(pieces[0])):
        broken = step_fault(s, NORMAL, pieces, s.where(pieces[0]), to, allowance(s, NORMAL, pieces), 0)
    return msg("refuse.step", rule=broken or "6.4", cell={"c": to})
