"""Rivers on cell sides: sides become lines from source to mouth, lines become natural curves (look.md 2.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qtwar.draw.fields import warp
from qtwar.draw.ground import Ground
from qtwar.draw.polylines import Array, Point, chaikin, chains, vertex

MOST = 13.0
"""So many u at most a corner of a course leaves the corner of its cell: rules must see which side it is on."""

NEAR_SEA = 110.0
"""A river that ends so near to the centre of a sea cell (u) flows into it."""


@dataclass(frozen=True, eq=False)
class SideCourse:
    """One river: number of its line on the board, curve (n, 2) from source to mouth, what it flows into."""

    number: int
    line: Array
    into: int | None
    """Number of the line that it joins; None at the sea, the border, or nowhere."""
    at_sea: bool


def side_courses(g: Ground, kinds: tuple[str, ...] = (), sea: tuple[str, ...] = ()) -> list[SideCourse]:
    """Return the curves of the lines of some edge kinds, greater kinds first; `sea` names the terrain they flow into.

    They are made once for a board, by the painter of its rivers; others ask without naming kinds.
    """
    return g.cached(("side courses",), lambda: _make(g, kinds, sea))


def _make(g: Ground, kinds: tuple[str, ...], sea: tuple[str, ...]) -> list[SideCourse]:
    raw: list[tuple[int, list[Point]]] = []
    owned: set[frozenset[Point]] = set()
    for kind in kinds:
        for number, edge in enumerate(g.board.edges):
            if edge.kind != kind:
                continue
            ends = [(vertex(a), vertex(b)) for a, b in map(g.grid.edge_points, edge.sides)]
            # a stretch that two rivers name belongs to the first: the other ends at the confluence
            own = [(a, b) for a, b in ends if frozenset((a, b)) not in owned]
            owned |= {frozenset(side) for side in own}
            raw += [(number, chain) for chain in chains(own)]
    return _smoothed(g, raw, _mouths(g, raw, sea), sea)


def _mouths(
    g: Ground, raw: list[tuple[int, list[Point]]], open_sea: tuple[str, ...]
) -> list[tuple[bool, int | None, bool]]:
    """Say for each line whether it runs backwards, into which line of the list it flows, and whether the sea takes it."""
    shore = np.array([g.centres[c] for c, terrain in g.board.terrain.items() if terrain in open_sea]).reshape(-1, 2)

    def wet(v: Point) -> bool:
        return bool(len(shore)) and float(np.hypot(*(shore - v).T).min()) < NEAR_SEA

    found: dict[int, tuple[bool, int | None, bool]] = {}
    for k, (_, line) in enumerate(raw):
        if wet(line[-1]) or wet(line[0]):
            found[k] = (not wet(line[-1]), None, True)
    while True:
        on: dict[Point, int] = {}
        for k in found:
            for v in raw[k][1]:
                on.setdefault(v, k)
        new: dict[int, tuple[bool, int | None, bool]] = {}
        for k, (_, line) in enumerate(raw):
            if k not in found and (line[-1] in on or line[0] in on):
                back = line[-1] not in on
                new[k] = (back, on[line[0] if back else line[-1]], False)
        if not new:
            break
        found.update(new)
    return [found.get(k, (_backwards(g, number, line), None, False)) for k, (number, line) in enumerate(raw)]


def _backwards(g: Ground, number: int, line: list[Point]) -> bool:
    """Say whether a line runs against the order in which its sides are written, source first."""
    order: dict[Point, int] = {}
    for n, side in enumerate(g.board.edges[number].sides):
        for p in g.grid.edge_points(side):
            order.setdefault(vertex(p), n)
    return order.get(line[0], 0) > order.get(line[-1], 0)


def _to_sea(g: Ground, end: Array, way: Array, open_sea: tuple[str, ...]) -> Array:
    """Points that lead a course from its last corner into open water: the sea cell that lies most straight ahead."""
    best: tuple[float, Array] | None = None
    for cell, terrain in g.board.terrain.items():
        if terrain in open_sea:
            to = np.array(g.centres[cell]) - end
            far = float(np.hypot(*to))
            if far < NEAR_SEA + 40:
                cost = far / 60 - float(to @ way) / max(1e-9, far * float(np.hypot(*way)))
                if best is None or cost < best[0]:
                    best = (cost, np.array(g.centres[cell]))
    if best is None:
        return np.zeros((0, 2))
    return np.array([best[1], best[1] + (best[1] - end) * 0.5])


def _smoothed(
    g: Ground,
    raw: list[tuple[int, list[Point]]],
    mouths: list[tuple[bool, int | None, bool]],
    sea: tuple[str, ...],
) -> list[SideCourse]:
    users: dict[Point, int] = {}
    for _, line in raw:
        for v in set(line):
            users[v] = users.get(v, 0) + 1
    curves: list[Array] = []
    for (_, line), (back, _, at_sea) in zip(raw, mouths, strict=True):
        points = np.array(line[::-1] if back else line)
        at = points.copy()
        for _ in range(2):
            inner = at[1:-1] + 0.38 * ((at[:-2] + at[2:]) / 2 - at[1:-1])
            at = np.vstack((at[:1], inner, at[-1:]))
        moved = at - points
        far = np.hypot(moved[:, 0], moved[:, 1])
        at = points + moved * np.minimum(1.0, MOST / np.maximum(far, 1e-9))[:, None]
        if at_sea:
            at = np.vstack((at, _to_sea(g, at[-1], at[-1] - at[-3], sea)))
        curve = warp(chaikin(at, 2, closed=False), 5.2, 60, g.seed + 6)
        curves.append(chaikin(curve, 2, closed=False))
    out = []
    for k, (number, line) in enumerate(raw):
        back, into, at_sea = mouths[k]
        curve = _joined(curves, k, into)
        spring = line[-1] if back else line[0]
        if users[spring] > 1:  # its water comes from another line, whose curve may pass a little beside the corner
            others = [n for n in range(len(raw)) if n != k and mouths[n][1] == k and spring in raw[n][1]]
            if not others:
                holder = next((n for n, (_, other) in enumerate(raw) if n != k and spring in other), None)
                curve = _joined(curves, k, holder, curve, first=True)
        out.append(SideCourse(number, curve, None if into is None else raw[into][0], at_sea))
    return out


def _joined(
    curves: list[Array], k: int, other: int | None, curve: Array | None = None, *, first: bool = False
) -> Array:
    """The curve with its end led to the nearest point of another one."""
    own = curves[k] if curve is None else curve
    if other is None:
        return own
    end = own[0] if first else own[-1]
    line = curves[other]
    near = line[int(np.hypot(*(line - end).T).argmin())]
    return np.vstack((near[None], own)) if first else np.vstack((own, near[None]))
