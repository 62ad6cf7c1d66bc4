"""The line between two cell centres of a grid of hexes, squares or cards, exactly: what it crosses, runs along and touches.

All decisions are made on whole numbers. Hexes are reckoned in axial coordinates times 3, where a hex is the set of
points with |q - r|, |q + 2r| and |2q + r| at most 3 from its centre; squares in columns and rows times 2, at most 1
away. Straight lines and what they meet are the same there as on the map, whichever way the grid is turned or shoved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import NamedTuple

from qtwar.model.grid import Grid
from qtwar.model.grid.base import Point
from qtwar.model.grid.hex import HexGrid
from qtwar.model.grid.square import SquareGrid

CELL, SIDE, ALONG, CORNER = "cell", "side", "along", "corner"
KEPT = 20_000
"""Most lines kept of a grid: some 20 MB."""


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
    half: int  # from a centre to a side, in any of the forms
    forms: tuple[tuple[int, int], ...]  # linear; each is level along one pair of opposite sides
    steps: tuple[tuple[int, int], ...]  # to the neighbour across the side where the form of the same number grows


_HEX = _Shape(3, 3, ((1, -1), (1, 2), (2, 1)), ((1, -1), (0, 1), (1, 0)))
_SQUARE = _Shape(2, 1, ((1, 0), (0, 1)), ((1, 0), (0, 1)))

_Step = tuple[int, int]


def trace(grid: Grid, a: str, b: str) -> tuple[Touch, ...]:
    """Return all that the line from the centre of `a` to that of `b` meets, in order.

    Raises KeyError for no cell, ValueError for areas, which have no straight lines.
    """
    lines: dict[tuple[str, str], tuple[Touch, ...]] = grid.memo.setdefault("lines", {})
    if (a, b) not in lines:
        if len(lines) >= KEPT:
            lines.clear()
        lines[a, b] = tuple(walk(grid, a, b))
    return lines[a, b]


def walk(grid: Grid, a: str, b: str) -> Iterator[Touch]:
    """Yield what `trace` returns, for those who stop at the first obstacle."""
    lattice = _lattice(grid)
    (ax, ay), (bx, by) = lattice.at[a], lattice.at[b]
    steps = lattice.steps(bx - ax, by - ay)
    known, cells, edge = steps.known, lattice.cells, lattice.edge
    n = 0
    while n < len(known) or steps.more():
        kind, on, pairs, start, end, of = known[n]
        n += 1
        names = tuple([name for x, y in on if (name := cells.get((ax + x, ay + y))) is not None])
        edges = tuple([e for (x, y), (v, w) in pairs if (e := edge((ax + x, ay + y), (ax + v, ay + w))) is not None])
        yield Touch(kind, names, edges, start, end, of)


class _Meeting(NamedTuple):
    """A touch of a line from position 0, 0: the positions and the pairs of them whose sides count."""

    kind: str
    on: tuple[_Step, ...]
    pairs: tuple[tuple[_Step, _Step], ...]
    start: int
    end: int
    of: int


def _meetings(shape: _Shape, goal: _Step) -> Iterator[_Meeting]:
    """Yield what the line from position 0, 0 to another meets: the same for all lines of that length and direction."""
    dx, dy = goal
    # each form that changes along the line, turned so that it grows: itself, the step across its side, how fast it grows
    ways: list[tuple[int, int, _Step, int]] = []
    for (fx, fy), (sx, sy) in zip(shape.forms, shape.steps, strict=True):
        slope = fx * dx + fy * dy
        if slope > 0:
            ways.append((fx, fy, (sx, sy), slope))
        elif slope < 0:
            ways.append((-fx, -fy, (-sx, -sy), -slope))
    whole = lcm(*(slope for _, _, _, slope in ways))
    length = shape.unit * whole
    here: _Step = (0, 0)
    start = 0

    def when(way: tuple[int, int, _Step, int], cell: _Step, half: int) -> int:
        """Return where the line passes the side before (-half) or behind (half) a cell's centre."""
        fx, fy, _, slope = way
        return (shape.unit * (fx * cell[0] + fy * cell[1]) + half) * (whole // slope)

    def meet(kind: str, on: tuple[_Step, ...], pairs: Iterable[tuple[_Step, _Step]], end: int) -> _Meeting:
        return _Meeting(kind, on, tuple(pairs), start, end, length)

    while here != goal:
        leaves = [when(way, here, shape.half) for way in ways]
        end = min(leaves)
        yield meet(CELL, (here,), (), end)
        start = end
        across = [_plus(here, way[2]) for way, at in zip(ways, leaves, strict=True) if at == end]
        if len(across) == 1:
            yield meet(SIDE, (here, across[0]), ((here, across[0]),), end)
            here = across[0]
            continue
        left, right = across
        beyond = (left[0] + right[0] - here[0], left[1] + right[1] - here[1])
        if shape is _SQUARE:
            around = (here, left, right, beyond)
            yield meet(CORNER, around, ((here, left), (here, right), (left, beyond), (right, beyond)), end)
            here = beyond
            continue
        yield meet(CORNER, (here, left, right), combinations((here, left, right), 2), end)
        if len(ways) == 3:  # into the one of the two that lies further on by the form they differ in
            other = next(way for way, at in zip(ways, leaves, strict=True) if at != end)
            here = max(left, right, key=lambda cell: other[0] * cell[0] + other[1] * cell[1])
            continue
        end = when(ways[0], beyond, -shape.half)
        yield meet(ALONG, (left, right), ((left, right),), end)
        start = end
        yield meet(CORNER, (left, right, beyond), combinations((left, right, beyond), 2), end)
        here = beyond
    yield meet(CELL, (goal,), (), length)


class _Steps:
    """What a line meets, worked out no further than somebody has asked, and kept."""

    def __init__(self, shape: _Shape, goal: _Step) -> None:
        self.known: list[_Meeting] = []
        self._rest = _meetings(shape, goal)

    def more(self) -> bool:
        """Find the next thing that the line meets and add it to `known`; return whether there was one."""
        further = next(self._rest, None)
        if further is not None:
            self.known.append(further)
        return further is not None


def point(grid: Grid, a: str, b: str, part: int, of: int) -> Point:
    """Return the point at `part`/`of` of the line, in u, for drawing."""
    (ax, ay), (bx, by) = grid.to_pixel(a), grid.to_pixel(b)
    share = part / of
    return ax + (bx - ax) * share, ay + (by - ay) * share


def leans(grid: Grid, a: str, b: str, touch: Touch, toward: str) -> bool:
    """Return whether the line, inside the cell of a touch, enters the triangle between its centre and the side to `toward`.

    That is the sixth of a hex, the quarter of a square, in which that side is the nearest. A line that only runs along
    the edge of the triangle or through a corner of it does not enter it. Raises ValueError for cells that share no side.
    """
    lattice = _lattice(grid)
    shape, (ax, ay), (bx, by) = lattice.shape, lattice.at[a], lattice.at[b]
    (cx, cy), (tx, ty) = lattice.at[touch.cells[0]], lattice.at[toward]
    along, start = (bx - ax, by - ay), (touch.of * (ax - cx), touch.of * (ay - cy))
    ways = [(fx * along[0] + fy * along[1], fx * start[0] + fy * start[1]) for fx, fy in shape.forms]
    for n, (fx, fy) in enumerate(shape.forms):
        faces = fx * (tx - cx) + fy * (ty - cy)
        if abs(faces) * shape.unit != 2 * shape.half:
            continue
        sign = 1 if faces > 0 else -1
        low, high = Fraction(touch.start), Fraction(touch.end)  # the stretch inside the triangle
        for other in (way for m, way in enumerate(ways) if m != n):
            for turn in (1, -1):  # inside, this form is more than any other, whichever way that is turned
                slope, base = (sign * mine + turn * its for mine, its in zip(ways[n], other, strict=True))
                if slope > 0:
                    low = max(low, Fraction(-base, slope))
                elif slope < 0:
                    high = min(high, Fraction(base, -slope))
                elif base <= 0:
                    return False
        return low < high
    raise ValueError(f"{touch.cells[0]} and {toward} share no side")


class _Lattice:
    """A grid in the numbers of its lines: cells to positions, positions to cells, and the sides between them."""

    def __init__(self, grid: Grid) -> None:
        if isinstance(grid, HexGrid):
            self.shape = _HEX
            self.at = {cell: grid.axial(*grid.position(cell)) for cell in grid.cells()}
        elif isinstance(grid, SquareGrid):  # cards too: the gaps between them are those of the table, not of the ground
            self.shape = _SQUARE
            self.at = {cell: grid.position(cell) for cell in grid.cells()}
        else:
            raise ValueError(f"a board of kind {grid.kind} has no lines of sight; hexes, squares and cards have")
        self.grid: HexGrid | SquareGrid = grid
        self.cells = {at: cell for cell, at in self.at.items()}
        self._edges: dict[tuple[_Step, _Step], str | None] = {}
        self._steps: dict[_Step, _Steps] = {}

    def steps(self, dx: int, dy: int) -> _Steps:
        """Return what a line to the position that lies so far away meets: one for all lines of that kind."""
        found = self._steps.get((dx, dy))
        if found is None:
            found = self._steps[dx, dy] = _Steps(self.shape, (dx, dy))
        return found

    def edge(self, a: _Step, b: _Step) -> str | None:
        """Return the id of the side between two positions, None where none of them is a cell; kept once it is found."""
        found = self._edges.get((a, b), "")
        if found == "":
            found = self._edges[a, b] = self._find(a, b)
        return found

    def _find(self, a: _Step, b: _Step) -> str | None:
        one, two = self.cells.get(a), self.cells.get(b)
        if one is not None and two is not None:
            return f"{one}|{two}" if one < two else f"{two}|{one}"
        inner, outer = (one, b) if one is not None else (two, a)
        if inner is None:
            return None
        grid = self.grid
        at = grid.offset(*outer) if isinstance(grid, HexGrid) else outer
        return next(f"{inner}/{side}" for side in grid.sides() if grid.step(*grid.position(inner), side) == at)


def _lattice(grid: Grid) -> _Lattice:
    found: _Lattice | None = grid.memo.get("lattice")
    if found is None:
        found = grid.memo["lattice"] = _Lattice(grid)
    return found


def _plus(cell: _Step, step: _Step) -> _Step:
    return cell[0] + step[0], cell[1] + step[1]
