"""What all grids answer. Lengths are in u: a cell measures 100 u across (hex: from flat to flat).

x grows to the right, y downwards; (0, 0) is the top left corner of the cells' bounding box, except on an
irregular board, whose polygons say where it is. Cells are named by text ids without the board's name.
Distances, rings and lines are those of the full grid; only `cells` and what lists cells leaves out holes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

Point = tuple[float, float]


class Grid(ABC):
    """A set of cells with their geometry and who is next to whom."""

    kind = ""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.spec = dict(spec)
        self._near: dict[str, tuple[str, ...]] = {}
        self.memo: dict[Any, Any] = {}
        """What was worked out of this grid, which never changes (lines of sight, say)."""

    @abstractmethod
    def cells(self) -> Sequence[str]:
        """Return all cells in reading order."""

    @abstractmethod
    def contains(self, cell: str) -> bool:
        """Return whether there is such a cell."""

    @abstractmethod
    def direction(self, a: str, b: str) -> str:
        """Return the direction from a cell to its neighbour; raises ValueError if they are not."""

    @abstractmethod
    def toward(self, cell: str, direction: str) -> str | None:
        """Return the neighbour in a direction, None at the border; raises ValueError for no direction."""

    @abstractmethod
    def directions(self, cell: str) -> tuple[str, ...]:
        """Return the names of the directions in which a cell may have neighbours, clockwise from north."""

    @abstractmethod
    def distance(self, a: str, b: str) -> int:
        """Return the number of steps between two cells."""

    @abstractmethod
    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the cells from `a` to `b`, both included; the way back has the same cells."""

    @abstractmethod
    def to_pixel(self, cell: str) -> Point:
        """Return the centre of a cell in u."""

    @abstractmethod
    def from_pixel(self, x: float, y: float) -> str | None:
        """Return the cell at a point in u, None outside."""

    @abstractmethod
    def polygon(self, cell: str) -> tuple[Point, ...]:
        """Return the corners of a cell in u, clockwise."""

    @abstractmethod
    def edge_points(self, edge: str) -> tuple[Point, ...]:
        """Return the line of a cell side in u; raises ValueError for what is no side."""

    @abstractmethod
    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of all cells in u."""

    @abstractmethod
    def edges(self, cell: str) -> tuple[str, ...]:
        """Return the ids of a cell's sides."""

    @abstractmethod
    def _neighbours(self, cell: str) -> tuple[str, ...]: ...

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """Return the cells next to a cell, clockwise from north; raises KeyError for no cell."""
        near = self._near.get(cell)
        if near is None:
            if not self.contains(cell):
                raise KeyError(cell)
            near = self._near[cell] = self._neighbours(cell)
        return near

    def are_adjacent(self, a: str, b: str) -> bool:
        """Return whether two cells are neighbours."""
        return b in self.neighbours(a)

    def edge(self, a: str, b: str) -> str:
        """Return the id of the side between two cells, or of a cell's border side in direction `b`."""
        if self.contains(b):
            return f"{a}|{b}" if a < b else f"{b}|{a}"
        other = self.toward(a, b)
        return f"{a}/{b}" if other is None else self.edge(a, other)

    def edge_cells(self, edge: str) -> tuple[str, str | None]:
        """Return the cells a side lies between, None for beyond the border; raises ValueError."""
        a, bar, b = edge.partition("|")
        if bar:
            if self.contains(a) and self.contains(b) and a < b and edge in self.edges(a):
                return a, b
        else:
            a, slash, b = edge.partition("/")
            if slash and self.contains(a) and edge in self.edges(a):
                return a, None
        raise ValueError(f"{edge!r} is no side of a cell here")

    def has_edge(self, edge: str) -> bool:
        """Return whether an id names a side of a cell."""
        try:
            self.edge_cells(edge)
        except ValueError:
            return False
        return True

    def ring(self, cell: str, distance: int) -> tuple[str, ...]:
        """Return the cells at exactly that distance, in reading order."""
        return tuple(c for c in self.within(cell, distance) if self.distance(cell, c) == distance)

    def within(self, cell: str, distance: int) -> tuple[str, ...]:
        """Return the cells at that distance or nearer, the cell itself included, in reading order."""
        return tuple(c for c in self.cells() if self.distance(cell, c) <= distance)


def vertex_id(point: Point) -> str:
    """Return the id of a corner: its place rounded to whole u."""
    return f"{round(point[0])},{round(point[1])}"


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Return whether a point lies in a polygon (even-odd)."""
    x, y = point
    found = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
        ax, ay = bx, by
    return found
