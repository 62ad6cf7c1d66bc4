"""The line between two cell centres of a hex or square grid, exactly: what it crosses, runs along and touches.

All decisions are made on integers. Hexes are reckoned in axial coordinates times 3, where a hex is the set of points
with |q - r|, |q + 2r| and |2q + r| at most 3 from its centre; squares in columns and rows times 2, at most 1 away.
Straight lines and what they meet are the same there as on the map, whichever way the grid is turned or shoved.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from qtwar.model.grid import Grid
from qtwar.model.grid.base import Point
from qtwar.model.grid.hex import HexGrid
from qtwar.model.grid.square import SquareGrid

CELL, SIDE, ALONG, CORNER = "cell", "side", "along", "corner"


class Touch(NamedTuple):
    """One thing that a line meets, from `start`/`of` to `end`/`of` of its length.

    `cell`: goes through the inside of one cell; `side`: passes from one cell into the next through the side between
    them; `along`: runs along the side of two cells; `corner`: passes through a point where three or four cells meet,
    whose sides that end there are all in `edges`. Spans (cell, along) and points (side, corner) take turns, a span
    first and last. What lies beyond the border or in a hole is left out.
    """

    kind: str
    cells: tuple[str, ...]
    edges: tuple[str, ...]
    start: int
    end: int
    of: int


class _Shape(NamedTuple):
    unit: int  # from centre to centre
    reach: int  # from a centre to the end of its cell, along either axis
    half: int  # from a centre to a side, in any of the forms
    forms: tuple[tuple[int, int], ...]  # one for each pair of opposite sides
    steps: tuple[tuple[int, int], ...]  # to the cells that share a side, one of each two opposite ones


_HEX = _Shape(3, 2, 3, ((1, -1), (1, 2), (2, 1)), ((0, 1), (1, 0), (1, -1)))
_SQUARE = _Shape(2, 1, 1, ((1, 0), (0, 1)), ((0, 1), (1, 0)))

_Step = tuple[int, int]
_Met = tuple[str, tuple[_Step, ...], tuple[tuple[_Step, _Step], ...], int, int]


def trace(grid: Grid, a: str, b: str) -> tuple[Touch, ...]:
    """Return all that the line from the centre of `a` to that of `b` meets, in order.

    Raises KeyError for no cell, ValueError for a grid that has no straight lines (areas, cards with gaps).
    """
    shape, (ax, ay), (bx, by) = _ends(grid, a, b)
    length, met = _line(shape, bx - ax, by - ay)
    touches = []
    for kind, steps, pairs, start, end in met:
        cells = tuple(cell for x, y in steps if (cell := _cell(grid, ax + x, ay + y)) is not None)
        edges = tuple(
            edge
            for (px, py), (qx, qy) in pairs
            if (edge := _edge(grid, (ax + px, ay + py), (ax + qx, ay + qy))) is not None
        )
        touches.append(Touch(kind, cells, edges, start, end, length))
    return tuple(touches)


def point(grid: Grid, a: str, b: str, part: int, of: int) -> Point:
    """Return the point at `part`/`of` of the line, in u, for drawing."""
    (ax, ay), (bx, by) = grid.to_pixel(a), grid.to_pixel(b)
    share = part / of
    return ax + (bx - ax) * share, ay + (by - ay) * share


def leans(grid: Grid, a: str, b: str, touch: Touch, toward: str) -> bool:
    """Return whether the line, inside the cell of a touch, enters the half that faces the neighbour `toward`."""
    shape, (ax, ay), (bx, by) = _ends(grid, a, b)
    _, (cx, cy), (tx, ty) = _ends(grid, touch.cells[0], toward)
    for fx, fy in shape.forms:
        faces = fx * (tx - cx) + fy * (ty - cy)
        if abs(faces) * shape.unit == 2 * shape.half:
            along, centre = fx * (bx - ax) + fy * (by - ay), fx * (cx - ax) + fy * (cy - ay)
            return any(faces * (t * along - touch.of * centre) > 0 for t in (touch.start, touch.end))
    raise ValueError(f"{touch.cells[0]} and {toward} share no side")


def _ends(grid: Grid, a: str, b: str) -> tuple[_Shape, _Step, _Step]:
    if isinstance(grid, HexGrid):
        return _HEX, grid.axial(*grid.position(a)), grid.axial(*grid.position(b))
    if isinstance(grid, SquareGrid) and not grid.gap:
        return _SQUARE, grid.position(a), grid.position(b)
    raise ValueError(f"a board of kind {grid.kind} has no lines of sight; hexes and squares have")


def _cell(grid: Grid, x: int, y: int) -> str | None:
    if isinstance(grid, HexGrid):
        return grid.at(*grid.offset(x, y))
    assert isinstance(grid, SquareGrid)
    return grid.at(x, y)


def _edge(grid: Grid, a: _Step, b: _Step) -> str | None:
    """Return the id of the side between two positions; one of them may lie beyond the border."""
    one, two = _cell(grid, *a), _cell(grid, *b)
    if one is not None and two is not None:
        return f"{one}|{two}" if one < two else f"{two}|{one}"
    inner, outer = (one, b) if one is not None else (two, a)
    if inner is None:
        return None
    assert isinstance(grid, HexGrid | SquareGrid)
    at = grid.offset(*outer) if isinstance(grid, HexGrid) else outer
    return next(f"{inner}/{side}" for side in grid.sides() if grid.step(*grid.position(inner), side) == at)


@lru_cache(maxsize=8192)
def _line(shape: _Shape, dx: int, dy: int) -> tuple[int, tuple[_Met, ...]]:
    """Return the length in steps of integers and what a line from cell (0, 0) to cell (dx, dy) meets."""
    if not dx and not dy:
        return 1, ((CELL, ((0, 0),), (), 0, 1),)
    slopes = [shape.unit * (fx * dx + fy * dy) for fx, fy in shape.forms]
    length = lcm(*(abs(f) for f in slopes if f))
    inside: list[tuple[int, int, _Step]] = []
    beside: dict[tuple[int, int], list[_Step]] = {}
    ends: dict[int, list[_Step]] = {}
    for cell in _near(shape, dx, dy):
        start, end, runs = 0, length, False
        for (fx, fy), slope in zip(shape.forms, slopes, strict=True):
            centre = shape.unit * (fx * cell[0] + fy * cell[1])
            if not slope:
                if abs(centre) > shape.half:
                    end = -1
                    break
                runs = runs or abs(centre) == shape.half
                continue
            one, two = ((centre + d) * (length // slope) for d in (-shape.half, shape.half))
            start, end = max(start, min(one, two)), min(end, max(one, two))
        if start > end:
            continue
        for t in {start, end}:
            ends.setdefault(t, []).append(cell)
        if start < end:
            if runs:
                beside.setdefault((start, end), []).append(cell)
            else:
                inside.append((start, end, cell))
    spans: list[_Met] = [(CELL, (cell,), (), start, end) for start, end, cell in inside]
    for (start, end), cells in beside.items():
        spans.append((ALONG, tuple(cells), ((cells[0], cells[1]),), start, end))
    spans.sort(key=lambda met: met[3])
    met = [spans[0]]
    for span in spans[1:]:
        cells = ends[span[3]]
        pairs = tuple((p, q) for p, q in combinations(cells, 2) if _side_by_side(shape, p, q))
        met += [(SIDE if len(cells) == 2 else CORNER, tuple(cells), pairs, span[3], span[3]), span]
    return length, tuple(met)


def _near(shape: _Shape, dx: int, dy: int) -> list[_Step]:
    """Return the cells that the line may meet."""
    if not dx:
        return [(0, y) for y in range(min(0, dy), max(0, dy) + 1)]
    sign, across = (1, dx) if dx > 0 else (-1, -dx)
    found = []
    for column in range(across + 1):
        left, right = (
            max(0, shape.unit * column - shape.reach),
            min(shape.unit * across, shape.unit * column + shape.reach),
        )
        low, high = (left, right) if dy > 0 else (right, left)
        # rows whose cells reach to where the line is between left and right
        top = -((shape.reach * across - low * dy) // (shape.unit * across))
        bottom = (high * dy + shape.reach * across) // (shape.unit * across)
        found += [(sign * column, row) for row in range(top, bottom + 1)]
    return found


def _side_by_side(shape: _Shape, a: _Step, b: _Step) -> bool:
    x, y = b[0] - a[0], b[1] - a[1]
    return (x, y) in shape.steps or (-x, -y) in shape.steps
