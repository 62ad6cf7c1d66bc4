"""Irregular boards: named areas with polygons, and links that say who is next to whom."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.grid.base import Grid, Point, inside
from qtwar.model.grid.square import ALL


class AreaGrid(Grid):
    """Areas in file order; without `links`, those that share a stretch of border are neighbours."""

    kind = "areas"

    def __init__(self, spec: Mapping[str, Any]) -> None:
        super().__init__(spec)
        self._polygons: dict[str, tuple[Point, ...]] = {}
        for cell, points in (spec.get("cells") or {}).items():
            if len(points) < 3:
                raise DataFault("fault.grid.corners", area=cell)
            polygon = tuple((float(x), float(y)) for x, y in points)
            if not all(math.isfinite(v) for p in polygon for v in p):
                raise DataFault("fault.grid.corner", area=cell)
            self._polygons[cell] = polygon if _signed(polygon) >= 0 else polygon[::-1]
        centers = spec.get("centers") or {}
        for cell in centers:
            if cell not in self._polygons:
                raise DataFault("fault.grid.centers", area=cell)
        self._centers: dict[str, Point] = {
            cell: (float(centers[cell][0]), float(centers[cell][1])) if cell in centers else _middle(polygon)
            for cell, polygon in self._polygons.items()
        }
        self._links: dict[str, list[str]] = {cell: [] for cell in self._polygons}
        links = spec.get("links")
        for a, b in _touching(self._polygons) if links is None else links:
            for cell in (a, b):
                if cell not in self._polygons:
                    raise DataFault("fault.grid.links", area=cell)
            if a == b:
                raise DataFault("fault.grid.link", area=a)
            if b not in self._links[a]:
                self._links[a].append(b)
                self._links[b].append(a)
        self._steps: dict[str, dict[str, int]] = {}

    def cells(self) -> Sequence[str]:
        """Return all areas."""
        return tuple(self._polygons)

    def contains(self, cell: str) -> bool:
        """Return whether there is such an area."""
        return cell in self._polygons

    def _bearing(self, a: str, b: str) -> float:
        (ax, ay), (bx, by) = self._centers[a], self._centers[b]
        return math.degrees(math.atan2(bx - ax, ay - by)) % 360

    def _neighbours(self, cell: str) -> tuple[str, ...]:
        return tuple(sorted(self._links[cell], key=lambda other: (self._bearing(cell, other), other)))

    def direction(self, a: str, b: str) -> str:
        """Return the point of the compass in which a neighbour's centre lies."""
        if b not in self.neighbours(a):
            raise ValueError(f"{a} and {b} are not neighbours")
        return ALL[round(self._bearing(a, b) / 45) % 8]

    def directions(self, cell: str) -> tuple[str, ...]:
        """Return the points of the compass in which neighbours lie."""
        found = {self.direction(cell, other) for other in self.neighbours(cell)}
        return tuple(name for name in ALL if name in found)

    def toward(self, cell: str, direction: str) -> str | None:
        """Return the neighbour nearest to that point of the compass, None beyond 22.5 degrees."""
        if direction not in ALL:
            raise ValueError(f"{direction!r} is no direction here: {', '.join(ALL)}")
        wanted = ALL.index(direction) * 45
        near = [c for c in self.neighbours(cell) if self.direction(cell, c) == direction]
        return min(near, key=lambda c: (abs((self._bearing(cell, c) - wanted + 180) % 360 - 180), c), default=None)

    def _reach(self, start: str) -> dict[str, int]:
        steps = self._steps.get(start)
        if steps is None:
            if start not in self._polygons:
                raise KeyError(start)
            steps = {start: 0}
            queue = deque([start])
            while queue:
                cell = queue.popleft()
                for other in self._links[cell]:
                    if other not in steps:
                        steps[other] = steps[cell] + 1
                        queue.append(other)
            self._steps[start] = steps
        return steps

    def distance(self, a: str, b: str) -> int:
        """Return the number of links; for areas that no links join, more than there are areas."""
        if b not in self._polygons:
            raise KeyError(b)
        return self._reach(a).get(b, len(self._polygons) + 1)

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return a shortest way by links, the first in the order of ids; the two ends if none joins them."""
        if b < a:
            return self.line(b, a)[::-1]
        reach = self._reach(b)
        if a not in reach:
            return (a, b)
        way = [a]
        while way[-1] != b:
            here = way[-1]
            way.append(min(c for c in self._links[here] if reach[c] == reach[here] - 1))
        return tuple(way)

    def to_pixel(self, cell: str) -> Point:
        """Return the centre of an area in u."""
        return self._centers[cell]

    def from_pixel(self, x: float, y: float) -> str | None:
        """Return the area at a point in u; where areas overlap, the last."""
        for cell in reversed(self._polygons):
            if inside((x, y), self._polygons[cell]):
                return cell
        return None

    def polygon(self, cell: str) -> tuple[Point, ...]:
        """Return the corners of an area in u, clockwise."""
        return self._polygons[cell]

    def edges(self, cell: str) -> tuple[str, ...]:
        """Return the ids of the sides between an area and its neighbours."""
        return tuple(f"{min(cell, c)}|{max(cell, c)}" for c in self.neighbours(cell))

    def edge_points(self, edge: str) -> tuple[Point, ...]:
        """Return the ends of the longest common stretch of border, or the centres if they have none."""
        a, b = self.edge_cells(edge)
        assert b is not None  # areas have no sides at the border
        shared = _sides(self._polygons[a]) & _sides(self._polygons[b])
        if not shared:
            return self._centers[a], self._centers[b]
        return max(shared, key=lambda side: (math.dist(*side), side))

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom in u; all 0 without areas."""
        xs = [x for polygon in self._polygons.values() for x, _ in polygon]
        ys = [y for polygon in self._polygons.values() for _, y in polygon]
        return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def _signed(polygon: Sequence[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)) / 2


def _middle(polygon: Sequence[Point]) -> Point:
    """Return the centroid or, if that lies outside, the middle of the widest level stretch."""
    area = _signed(polygon)
    pairs = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    if abs(area) > 1e-9:
        x = sum((ax + bx) * (ax * by - bx * ay) for (ax, ay), (bx, by) in pairs) / (6 * area)
        y = sum((ay + by) * (ax * by - bx * ay) for (ax, ay), (bx, by) in pairs) / (6 * area)
        if inside((x, y), polygon):
            return x, y
    best: tuple[float, Point] | None = None
    top, bottom = min(y for _, y in polygon), max(y for _, y in polygon)
    for n in range(1, 16):
        level = top + (bottom - top) * n / 16
        cuts = sorted(
            ax + (bx - ax) * (level - ay) / (by - ay) for (ax, ay), (bx, by) in pairs if (ay > level) != (by > level)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=False):
            if best is None or right - left > best[0]:
                best = (right - left, ((left + right) / 2, level))
    return best[1] if best else polygon[0]


def _sides(polygon: Sequence[Point]) -> set[tuple[Point, Point]]:
    rounded = [(round(x, 2), round(y, 2)) for x, y in polygon]
    return {(min(a, b), max(a, b)) for a, b in zip(rounded, (*rounded[1:], rounded[0]), strict=True) if a != b}


def _touching(polygons: Mapping[str, Sequence[Point]]) -> list[tuple[str, str]]:
    owners: dict[tuple[Point, Point], list[str]] = {}
    for cell, polygon in polygons.items():
        for side in _sides(polygon):
            owners.setdefault(side, []).append(cell)
    order = {cell: n for n, cell in enumerate(polygons)}
    pairs = {
        (a, b) if order[a] < order[b] else (b, a)
        for cells in owners.values()
        for n, a in enumerate(cells)
        for b in cells[n + 1 :]
    }
    return sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]]))
