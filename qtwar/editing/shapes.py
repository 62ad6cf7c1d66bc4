"""Shapes that tools draw on a grid, as cells or cell sides: brush, stroke, line, rectangle, lasso, wand, trace."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from qtwar.editing.tree import Json
from qtwar.model.grid import Grid, Point
from qtwar.model.grid.base import inside, vertex_id
from qtwar.model.grid.lattice import Lattice


def brush(grid: Grid, cell: str, size: int = 1) -> list[str]:
    """Return the cells under a brush: 1 is the cell alone, 2 it and its neighbours, and so on."""
    return [cell] if size <= 1 else list(grid.within(cell, size - 1))


def stroke(grid: Grid, cells: Iterable[str], size: int = 1) -> list[str]:
    """Return the cells under a brush drawn through these cells, in the order they were first touched."""
    found: dict[str, None] = {}
    before: str | None = None
    for cell in cells:
        way = (cell,) if before is None else grid.line(before, cell)
        for step in way:
            found.update(dict.fromkeys(brush(grid, step, size)))
        before = cell
    return list(found)


def line(grid: Grid, a: str, b: str, size: int = 1) -> list[str]:
    """Return the cells of a straight line."""
    return stroke(grid, (a, b), size)


def rectangle(grid: Grid, a: str, b: str) -> list[str]:
    """Return the cells of the columns and rows between two cells; on a board of areas, those with centres between."""
    if isinstance(grid, Lattice):
        (ac, ar), (bc, br) = grid.position(a), grid.position(b)
        columns, rows = range(min(ac, bc), max(ac, bc) + 1), range(min(ar, br), max(ar, br) + 1)
        return [cell for r in rows for c in columns if (cell := grid.at(c, r)) is not None]
    (ax, ay), (bx, by) = grid.to_pixel(a), grid.to_pixel(b)
    return [
        cell
        for cell in grid.cells()
        if min(ax, bx) <= grid.to_pixel(cell)[0] <= max(ax, bx) and min(ay, by) <= grid.to_pixel(cell)[1] <= max(ay, by)
    ]


def lasso(grid: Grid, points: Sequence[Point]) -> list[str]:
    """Return the cells whose centres lie inside a drawn outline (u)."""
    if len(points) < 3:
        return []
    return [cell for cell in grid.cells() if inside(grid.to_pixel(cell), points)]


def word_at(board: Json, cell: str, what: str = "terrain") -> Any:
    """Return what a cell holds of `terrain`, `elevation`, `layer:<id>`, or (bool) `feature:<id>`."""
    kind, _, ident = what.partition(":")
    if kind == "layer":
        layer = board["layers"].get(ident)
        return None if layer is None else layer["cells"].get(cell)
    if kind == "feature":
        return cell in board["features"].get(ident, ())
    return board[kind].get(cell)


def wand(board: Json, grid: Grid, cell: str, what: str = "terrain", *, everywhere: bool = False) -> list[str]:
    """Return the cells that hold the same as a cell: those joined to it, or all of the board."""
    kind, _, ident = what.partition(":")
    if kind == "feature":
        marked = set(board["features"].get(ident, ()))
        words: Mapping[str, Any] = dict.fromkeys(marked, True)
    elif kind == "layer":
        words = (board["layers"].get(ident) or {"cells": {}})["cells"]
    else:
        words = board[kind]
    wanted = words.get(cell)
    if everywhere:
        return [other for other in grid.cells() if words.get(other) == wanted]
    alike = {other for other in grid.cells() if words.get(other) == wanted}
    alike.discard(cell)
    found = [cell]
    for here in found:  # grows while it is walked: the nearest first
        for other in grid.neighbours(here):
            if other in alike:
                alike.discard(other)
                found.append(other)
    return found


# ------------------------------------------------------------------------------------------------- sides


def side_at(grid: Grid, x: float, y: float) -> str | None:
    """Return the cell side nearest to a point in u, None off the board."""
    cell = grid.from_pixel(x, y)
    if cell is None:
        return None
    return min(grid.edges(cell), key=lambda side: _away((x, y), grid.edge_points(side)), default=None)


def trace(grid: Grid, sides: Sequence[str], to: str) -> list[str]:
    """Return the run of sides that leads a drag on from its last side to `to` along cell corners, shortest first.

    The run begins behind the last of `sides`; without one it is `to` alone. Where no way leads there it is `to` alone.
    """
    if not sides:
        return [to]
    start = sides[-1]
    if start == to:
        return []
    ends = [vertex_id(point) for point in (grid.edge_points(to)[0], grid.edge_points(to)[-1])]
    goal = grid.edge_points(to)[0]
    begin = [vertex_id(point) for point in (grid.edge_points(start)[0], grid.edge_points(start)[-1])]
    near: dict[str, list[tuple[str, str, Point]]] = {}
    done: set[str] = set()

    def open_up(side: str) -> None:
        for cell in grid.edge_cells(side):
            if cell is None or cell in done:
                continue
            done.add(cell)
            for edge in grid.edges(cell):
                points = grid.edge_points(edge)
                a, b = vertex_id(points[0]), vertex_id(points[-1])
                near.setdefault(a, []).append((edge, b, points[-1]))
                near.setdefault(b, []).append((edge, a, points[0]))

    open_up(start)
    best: dict[str, float] = dict.fromkeys(begin, 0.0)
    queue: list[tuple[float, float, str, tuple[str, ...]]] = [(0.0, 0.0, vertex, ()) for vertex in begin]
    heapq.heapify(queue)
    for _ in range(20_000):
        if not queue:
            break
        _, cost, vertex, way = heapq.heappop(queue)
        if vertex in ends:
            return [*(side for side in way if side != start), *([] if way and way[-1] == to else [to])]
        if cost > best.get(vertex, math.inf):
            continue
        if way:
            open_up(way[-1])
        for edge, other, point in near.get(vertex, ()):
            length = cost + 1.0
            if length < best.get(other, math.inf):
                best[other] = length
                ahead = math.dist(point, goal) / 60
                heapq.heappush(queue, (length + ahead, length, other, (*way, edge)))
    return [to]


def _away(point: Point, line_: Sequence[Point]) -> float:
    x, y = point
    least = math.inf
    for (ax, ay), (bx, by) in pairwise(line_):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = 0.0 if not length else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
        least = min(least, math.hypot(x - ax - t * dx, y - ay - t * dy))
    return least
