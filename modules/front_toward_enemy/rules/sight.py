"""Lines of sight: blocking ground, paddies, slopes, friends, helicopters (7.3).

What the ground does to a line is worked out once for a content; only friends are in the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from qtwar.kit.content import split
from qtwar.kit.offers import Message, msg
from qtwar.kit.sight import ALONG, CELL, CORNER, SIDE, Touch, point, walk
from qtwar.kit.table import Reader, Seen

from .facts import GROUND, HIGH, altitude, board, is_helicopter, is_infantry, on_map, units
from .ground import distance, effects, in_play, level, neighbours, terrain


class Mark(NamedTuple):
    """What blocks a line: its message key, the hex, its rule, where on the board (u)."""

    key: str
    place: str
    rule: str
    at: tuple[float, float]


class Line(NamedTuple):
    """A line over the ground: what blocks it, and the hexes on it for friends to stand in.

    `through` are hexes that it goes through, `along` pairs of hexes between which it runs, where no ground blocks.
    """

    blocked: Mark | None
    through: tuple[str, ...]
    along: tuple[tuple[str, ...], ...]


def line(r: Reader, a: str, b: str) -> Line:
    """Return the line between two hexes as the ground has it, both ends on the ground (7.3.1, 7.3.2)."""
    key = ("line", r.scenario["id"], r.option("amb_02_slopes"), a, b)
    memo = r.content.memo
    if key not in memo:
        memo[key] = _follow(r, a, b)
    found: Line = memo[key]
    return found


def _follow(r: Reader, a: str, b: str) -> Line:
    grid, name = board(r).grid, split(a)[0]
    ca, cb = split(a)[1], split(b)[1]
    if b in neighbours(r, a):
        return Line(None, (), ())  # 7.3.1: adjacent hexes always see each other
    through: list[str] = []
    along: list[tuple[str, ...]] = []
    paddies = 0
    for before, touch, after in _triples(walk(grid, ca, cb)):
        cells = [f"{name}:{c}" for c in touch.cells]
        where = point(grid, ca, cb, touch.start + touch.end, 2 * touch.of)
        if touch.kind == CELL and cells[0] not in (a, b):
            if not in_play(r, cells[0]):
                return Line(Mark("los.out_of_play", cells[0], "1.2", where), tuple(through), tuple(along))
            if effects(r, cells[0])["blocking"]:
                return Line(Mark("los.ground", cells[0], "7.3.2", where), tuple(through), tuple(along))
            if terrain(r, cells[0]) == "rice_paddy":
                paddies += 1
                if paddies >= int(r.chart("other_figures").at("blocking_paddies")):
                    return Line(Mark("los.paddies", cells[0], "7.3.1", where), tuple(through), tuple(along))
            through.append(cells[0])
        elif touch.kind == ALONG:
            if all(not in_play(r, p) or effects(r, p)["blocking"] for p in cells):
                return Line(Mark("los.both_sides", cells[0], "7.3.1", where), tuple(through), tuple(along))
            along.append(tuple(cells))
        for edge in _crossed(before, touch, after):
            height = _slope(r, name, edge)
            if height is not None and _stops(r, a, b, name, edge, height):
                return Line(
                    Mark("los.slope", f"{name}:{edge.split('|')[0]}", "7.3.2", where), tuple(through), tuple(along)
                )
    return Line(None, tuple(through), tuple(along))


def _triples(touches: Iterator[Touch]) -> Iterator[tuple[Touch | None, Touch, Touch | None]]:
    """Yield each touch with the one before and the one after it, no farther ahead than it is asked for."""
    before, now = None, next(touches)
    for after in touches:
        yield before, now, after
        before, now = now, after
    yield before, now, None


def _crossed(before: Touch | None, touch: Touch, after: Touch | None) -> list[str]:
    """Return the hexsides that a line crosses at a touch: at a corner those but the one that it runs along (7.3.2)."""
    if touch.kind == SIDE:
        return list(touch.edges)
    if touch.kind != CORNER:
        return []
    beside = {e for near in (before, after) if near is not None and near.kind == ALONG for e in near.edges}
    return [e for e in touch.edges if e not in beside]


def _slope(r: Reader, name: str, edge: str) -> int | None:
    """Return the height of a slope, that of its upper side; None where there is none."""
    if "slope" not in board(r).edges.get(edge, ()) or "|" not in edge:
        return None
    return max(level(r, f"{name}:{c}") for c in edge.split("|"))


def _stops(r: Reader, a: str, b: str, name: str, edge: str, height: int) -> bool:
    """Return whether a slope blocks the line between two hexes (7.3.2, AMB-2)."""
    one, two = level(r, a), level(r, b)
    if r.option("amb_02_slopes") == "either":
        above = height > min(one, two)
        if one != two and height == max(one, two):
            above = False
    else:
        above = height > max(one, two)
    if above:
        return True
    upper = a if one > two else b
    return one != two and height == max(one, two) and split(upper)[1] not in edge.split("|")


# units see ------------------------------------------------------------------------------


def blocks(r: Reader, piece: str) -> bool:
    """Return whether a unit stands in the line of its own side: infantry, vehicles, helicopters on the ground (7.3.2)."""
    if not r.is_known(piece):
        return True
    if r.has(piece, "civilian"):
        return False
    return is_infantry(r, piece) or not is_helicopter(r, piece) or altitude(r, piece) == GROUND


def friends(r: Reader, side: str) -> frozenset[str]:
    """Return the hexes in which a side blocks its own lines (7.3.2)."""
    key = ("friends", side)
    if key not in r.memo:
        held = r.places_with(
            ("blockers", side), lambda place: on_map(place) and any(blocks(r, p) for p in units(r, place, side))
        )
        r.memo[key] = frozenset(held)
    found: frozenset[str] = r.memo[key]
    return found


def sees(r: Reader, watcher: str, place: str, where: str = GROUND, *, over: bool = False) -> bool:
    """Return whether a unit sees a hex, or a helicopter at a level over it; `over`: friends do not matter (mortars)."""
    here = r.where(watcher)
    if not on_map(here):
        return False
    side = "" if over else r.owner(watcher)
    return clear(r, side, here, altitude(r, watcher), place, where)


def clear(r: Reader, side: str, a: str, high_a: str, b: str, high_b: str) -> bool:
    """Return whether a line is clear for a side, whose units stand in it (none for an empty side)."""
    if a == b:
        return True
    if high_a == high_b == GROUND:
        found = line(r, min(a, b), max(a, b))
        return found.blocked is None and (not side or friend_on(r, side, a, b, found) == "")
    return air(r, a, high_a, b, high_b) is None


def friend_on(r: Reader, side: str, a: str, b: str, found: Line) -> str:
    """Return a hex of friends that blocks a line over the ground, an empty word if none does (7.3.2, AMB-31)."""
    held = friends(r, side)
    if not held:
        return ""
    ends = (a, b) if r.option("amb_31_friends_end") and distance(r, a, b) > 1 else ()
    for place in (*found.through, *ends):
        if place in held and not (place == a and len(units(r, a, side)) <= 1):
            return str(place)
    for pair in found.along:
        if any(p in held for p in pair) and all(p in held or effects(r, p)["blocking"] for p in pair):
            return next(str(p) for p in pair if p in held)
    return ""


def air(r: Reader, a: str, high_a: str, b: str, high_b: str) -> Mark | None:
    """Return what blocks a line of helicopters: blocking ground beside an end that is not High (7.3.3, AMB-30)."""
    both = GROUND not in (high_a, high_b)
    if both and r.option("amb_30_helicopter_los") == "always":
        return None
    if both and HIGH in (high_a, high_b):
        return None
    ends = tuple(place for place, high in ((a, high_a), (b, high_b)) if high != HIGH)
    key = ("air", r.scenario["id"], a, b, ends)
    memo = r.content.memo
    if key not in memo:
        memo[key] = _air(r, a, b, ends)
    found: Mark | None = memo[key]
    return found


def _air(r: Reader, a: str, b: str, ends: tuple[str, ...]) -> Mark | None:
    grid, name = board(r).grid, split(a)[0]
    ca, cb = split(a)[1], split(b)[1]
    for touch in walk(grid, ca, cb):
        cells = [f"{name}:{c}" for c in touch.cells]
        if touch.kind not in (CELL, ALONG) or a in cells or b in cells:
            continue
        if not all(in_play(r, p) and effects(r, p)["blocking"] for p in cells):
            continue
        if any(p in neighbours(r, end) for end in ends for p in cells):
            return Mark("los.beside", cells[0], "7.3.3", point(grid, ca, cb, touch.start + touch.end, 2 * touch.of))
    return None


# what the screen asks -------------------------------------------------------------------


def _places(s: Seen, args: dict[str, Any], *keys: str) -> list[str]:
    return [str(args.get(k) or "") for k in keys if in_play(s, str(args.get(k) or ""))]


def query_sight(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer `{from, to}`: whether the line is clear for this side, what blocks it and why (7.3)."""
    ends = _places(s, args, "from", "to")
    if len(ends) != 2:
        return None
    a, b = ends
    found = line(s, a, b)
    mark = found.blocked
    friend = "" if mark else friend_on(s, s.side, a, b, found)
    if friend:
        mark = Mark("los.friends", friend, "7.3.2", board(s).grid.to_pixel(split(friend)[1]))
    far = distance(s, a, b)
    lines: list[Message] = [msg("los.clear", rule="7.3", range=far)] if mark is None else [_said(mark)]
    blocked = None
    if mark is not None:
        blocked = {
            "cell": mark.place,
            "at": list(mark.at),
            "name": msg(mark.key, cell={"c": mark.place}),
            "why": _said(mark),
        }
    return {
        "clear": mark is None, "degrading": 0, "range": far, "blocked": blocked, "hindrances": [], "lines": lines,
        "rule": mark.rule if mark else "7.3",
    }  # fmt: skip


def _said(mark: Mark) -> Message:
    return msg(mark.key, rule=mark.rule, cell={"c": mark.place})


def query_fan(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer `{from}`: the hexes seen from one, over the ground (7.3)."""
    start = _places(s, args, "from")
    if not start:
        return None
    held = [p for p in _cells(s) if p != start[0] and clear(s, s.side, start[0], GROUND, p, GROUND)]
    return {"seen": held, "hindered": [], "rule": "7.3"}


def _cells(s: Seen) -> list[str]:
    grid = board(s)
    return [p for p in (grid.place(c) for c in grid.grid.cells()) if in_play(s, p)]
