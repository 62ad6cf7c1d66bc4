"""Lines of sight: blocking ground, paddies, slopes, friends, helicopters (7.3).

What the ground does to a line is worked out once for a content; only friends are in the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from qtwar.kit.content import split
from qtwar.kit.offers import Message, msg
from qtwar.kit.sight import ALONG, CELL, CORNER, SIDE, Touch, point, walk
from qtwar.kit.table import Reader, Seen

from .facts import GROUND, HIGH, altitude, board, is_helicopter, is_infantry, on_map, units
from .ground import chart, distance, effects, in_play, level, neighbours


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
    lines: dict[tuple[str, str], Line] | None = r.memo.get("lines")
    if lines is None:
        key = ("lines", r.scenario["id"], r.option("amb_02_slopes"))
        lines = r.memo["lines"] = r.content.memo.setdefault(key, {})
    found = lines.get((a, b))
    if found is None:
        found = lines[a, b] = _follow(r, a, b)
    return found


class Lie(NamedTuple):
    """What of the ground matters to lines: cells in play, of blocking terrain, of rice paddy and how many of these block,
    hexsides with a slope → its height."""

    inside: frozenset[str]
    blocking: frozenset[str]
    paddies: frozenset[str]
    most: int
    slopes: dict[str, int]


def _lie(r: Reader) -> Lie:
    """Return the lie of the land of the board in play, worked out once."""
    key = ("lie", r.scenario["id"])
    memo = r.content.memo
    if key not in memo:
        here = board(r)
        kinds = r.content.terrain
        memo[key] = Lie(
            frozenset(split(p)[1] for p in chart(r).near),
            frozenset(c for c, kind in here.terrain.items() if kinds[kind]["attrs"]["blocking"]),
            frozenset(c for c, kind in here.terrain.items() if kind == "rice_paddy"),
            int(r.chart("other_figures").at("blocking_paddies")),
            {
                edge: max(int(here.elevation.get(c, 0)) for c in edge.split("|"))  # that of its upper side
                for edge, features in here.edges.items()
                if "slope" in features and "|" in edge
            },
        )
    found: Lie = memo[key]
    return found


def _follow(r: Reader, a: str, b: str) -> Line:
    if b in neighbours(r, a):
        return Line(None, (), ())  # 7.3.1: adjacent hexes always see each other
    grid, name = board(r).grid, split(a)[0]
    ca, cb = split(a)[1], split(b)[1]
    lie = _lie(r)
    through: list[str] = []
    along: list[tuple[str, ...]] = []
    paddies = 0

    def stopped(key: str, cell: str, rule: str, touch: Touch) -> Line:
        at = point(grid, ca, cb, touch.start + touch.end, 2 * touch.of)
        return Line(Mark(key, f"{name}:{cell}", rule, at), tuple(through), tuple(along))

    before: Touch | None = None
    corner: Touch | None = None
    for touch in walk(grid, ca, cb):
        if corner is not None and lie.slopes:  # what comes behind a corner says what the line crosses there
            edge = _over(r, a, b, lie.slopes, _crossed(before, corner, touch))
            if edge:
                return stopped("los.slope", edge.split("|")[0], "7.3.2", corner)
        corner, cells = None, touch.cells
        if touch.kind == CORNER:
            corner = touch
        elif touch.kind == SIDE:
            edge = _over(r, a, b, lie.slopes, touch.edges)
            if edge:
                return stopped("los.slope", edge.split("|")[0], "7.3.2", touch)
        elif touch.kind == ALONG:
            before = touch
            if all(c in lie.blocking or c not in lie.inside for c in cells):
                return stopped("los.both_sides", cells[0], "7.3.1", touch)
            along.append(tuple(f"{name}:{c}" for c in cells))
        else:
            before = touch
            if cells[0] in (ca, cb):
                continue
            if cells[0] not in lie.inside:
                return stopped("los.out_of_play", cells[0], "1.2", touch)
            if cells[0] in lie.blocking:
                return stopped("los.ground", cells[0], "7.3.2", touch)
            if cells[0] in lie.paddies:
                paddies += 1
                if paddies >= lie.most:
                    return stopped("los.paddies", cells[0], "7.3.1", touch)
            through.append(f"{name}:{cells[0]}")
    return Line(None, tuple(through), tuple(along))


def _crossed(before: Touch | None, corner: Touch, after: Touch) -> list[str]:
    """Return the hexsides that a line crosses at a corner: those but the one that it runs along (7.3.2)."""
    beside = {e for near in (before, after) if near is not None and near.kind == ALONG for e in near.edges}
    return [e for e in corner.edges if e not in beside]


def _over(r: Reader, a: str, b: str, slopes: dict[str, int], edges: Iterable[str]) -> str:
    """Return which of some hexsides has a slope that blocks the line, an empty word if none does."""
    return next((e for e in edges if e in slopes and _stops(r, a, b, e, slopes[e])), "")


def _stops(r: Reader, a: str, b: str, edge: str, height: int) -> bool:
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
