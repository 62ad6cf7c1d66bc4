"""Lines of points: joined end to end, smoothed, measured, widened to bands, cut into dashes, laid side by side as a hatching."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Point = tuple[float, float]
_WIDE = 1 << 32
"""More than any board is hundredths of a u high: with it two numbers are one."""
_AT_ONCE = 8192
"""Points of rings that are smoothed at a time: so many stay in the processor's cache."""


def vertex(point: Point) -> Point:
    """Return a point to a tenth of a u: corners that two cells work out apart are one vertex."""
    return round(point[0], 1), round(point[1], 1)


def chains(sides: Iterable[tuple[Point, Point]], *, through: bool = False) -> list[list[Point]]:
    """Return sides joined end to end into lines of vertices, each as long as it can be; a ring ends where it begins.

    A fork, a vertex where more than two sides meet, ends a line, unless lines go `through`. A side that is given twice
    counts once.
    """
    near: dict[Point, list[Point]] = {}
    left: set[frozenset[Point]] = set()
    for side in sides:
        a, b = vertex(side[0]), vertex(side[1])
        if a != b and frozenset((a, b)) not in left:
            left.add(frozenset((a, b)))
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    ends = [v for v, others in near.items() if len(others) == 1 or (len(others) > 2 and not through)]
    out = []
    for start in ends + list(near):
        for ahead in near[start]:
            line = [start]
            while frozenset((line[-1], ahead)) in left:
                left.discard(frozenset((line[-1], ahead)))
                line.append(ahead)
                if through or len(near[ahead]) == 2:
                    ahead = next((v for v in near[ahead] if frozenset((ahead, v)) in left), ahead)
            if len(line) > 1:
                out.append(line)
    return out


def outline(shapes: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Return the rings round polygons that share sides, such as cells; each ends with the vertex it begins with."""
    sides: dict[frozenset[Point], tuple[Point, Point]] = {}
    for shape in shapes:
        corners = [vertex(p) for p in shape]
        for side in zip(corners, (*corners[1:], corners[0]), strict=True):
            if sides.pop(frozenset(side), None) is None:
                sides[frozenset(side)] = side
    return chains(sides.values(), through=True)


def sides_of(shapes: Sequence[Sequence[Point]]) -> Array:
    """Return the sides of polygons, each once, as (n, 2, 2): ends to a hundredth of a u, from left to right."""
    if not shapes:
        return np.zeros((0, 2, 2))
    sizes = np.array([len(shape) for shape in shapes])
    corners = np.rint(np.array([corner for shape in shapes for corner in shape]) * 100).astype(np.int64)
    known, numbers = np.unique(corners[:, 0] * _WIDE + corners[:, 1], return_inverse=True)
    ends = np.cumsum(sizes)
    after = np.concatenate((numbers[1:], numbers[:1]))
    after[ends - 1] = numbers[ends - sizes]
    _, first = np.unique(np.minimum(numbers, after) * len(known) + np.maximum(numbers, after), return_index=True)
    first.sort()
    pairs = np.sort(np.stack((numbers[first], after[first]), axis=1), axis=1)
    x = (known + _WIDE // 2) // _WIDE
    return np.stack((x, known - x * _WIDE), axis=1)[pairs] / 100


def lengths(line: Array) -> Array:
    """Return how far along a line (n, 2) each of its points lies, in u; the first is 0."""
    return np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))


def points_at(line: Array, along: Array, where: Array) -> Array:
    """Return the points (n, 2) of a line so far along it; `along` are its `lengths`."""
    return np.column_stack((np.interp(where, along, line[:, 0]), np.interp(where, along, line[:, 1])))


def chaikin(points: Array, times: int, *, closed: bool) -> Array:
    """Return a line with its corners cut `times` times; open lines keep their ends."""
    for _ in range(times):
        if len(points) < 3:
            return points
        a = points
        b = np.roll(points, -1, axis=0)
        if not closed:
            a, b = points[:-1], points[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = a * 0.75 + b * 0.25, a * 0.25 + b * 0.75
        points = cut if closed else np.vstack((points[:1], cut, points[-1:]))
    return points


def chaikin_rings(rings: Sequence[Array], times: int) -> Iterator[Array]:
    """Yield closed lines of three points or more, each as `chaikin` cuts it; thousands of small ones at once."""
    first = 0
    while first < len(rings):
        last, many = first, 0
        while last < len(rings) and many < _AT_ONCE:
            many += len(rings[last])
            last += 1
        yield from _cut_rings(rings[first:last], times)
        first = last


def _cut_rings(rings: Sequence[Array], times: int) -> Iterator[Array]:
    sizes = np.array([len(ring) for ring in rings])
    points = np.concatenate(rings)
    for _ in range(times):
        ends = np.cumsum(sizes)
        after = np.concatenate((points[1:], points[:1]))
        after[ends - 1] = points[ends - sizes]
        cut = np.empty((2 * len(points), 2))
        np.add(points * 0.75, after * 0.25, out=cut[0::2])
        np.add(points * 0.25, after * 0.75, out=cut[1::2])
        points, sizes = cut, sizes * 2
    end = 0
    for size in sizes.tolist():
        yield points[end : end + size]
        end += size


def catmull(points: Array, per: int = 12) -> Array:
    """Return a Catmull-Rom curve through points, `per` steps a piece."""
    if len(points) < 3:
        t = np.linspace(0, 1, per + 1)[:, None]
        return np.asarray(points[0] + (points[-1] - points[0]) * t)
    padded = np.vstack((points[:1], points, points[-1:]))
    t = np.arange(per)[:, None] / per
    out = []
    for k in range(len(points) - 1):
        p0, p1, p2, p3 = padded[k : k + 4]
        out.append(
            0.5
            * (
                2 * p1
                + (-p0 + p2) * t
                + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
                + (-p0 + 3 * p1 - 3 * p2 + p3) * t**3
            )
        )
    return np.vstack((*out, points[-1:]))


def ribbon(points: Array, start: float, end: float, grow: float = 0.0) -> Array:
    """Return the outline of a band along a line whose width goes from `start` to `end`; one polygon, safe for alpha."""
    ahead = np.vstack((points[1:], points[-1:]))
    behind = np.vstack((points[:1], points[:-1]))
    way = ahead - behind
    length = np.hypot(way[:, 0], way[:, 1])
    length[length == 0] = 1
    normal = np.column_stack((-way[:, 1], way[:, 0])) / length[:, None]
    width = (np.linspace(start, end, len(points)) + grow)[:, None] / 2
    return np.vstack((points + normal * width, (points - normal * width)[::-1]))


def dashes(line: Array, pattern: Sequence[float]) -> list[Array]:
    """Return a line cut into the strokes of a dash pattern (on, off, on, off …), measured along it."""
    along = lengths(line)
    out = []
    at, k = 0.0, 0
    while at < along[-1]:
        to = min(at + pattern[k % len(pattern)], along[-1])
        if k % 2 == 0:
            within = along[(along > at) & (along < to)]
            where = np.concatenate(([at], within, [to]))
            out.append(points_at(line, along, where))
        at, k = to, k + 1
    return out


def hatching(
    bounds: tuple[float, float, float, float], degrees: float, step: float, period: float = 1.0
) -> list[list[Point]]:
    """Return parallel lines over a rectangle (left, top, right, bottom), `step` u apart, to be clipped to what is hatched.

    They are counted from the origin, so that neighbours join; each begins at a whole multiple of `period`, every second one
    half a period before: dots and dashes stand in the gaps of the row above.
    """
    left, top, right, bottom = bounds
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    along = [x * c + y * s for x, y in corners]
    across = [y * c - x * s for x, y in corners]
    begin, end = math.floor(min(along) / period) * period, max(along)
    out = []
    for row in range(math.floor(min(across) / step), math.ceil(max(across) / step) + 1):
        v = row * step
        u = begin - period / 2 if row % 2 else begin
        out.append([(u * c - v * s, u * s + v * c), (end * c - v * s, end * s + v * c)])
    return out
