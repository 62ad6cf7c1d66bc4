"""What grids of columns and rows have in common: ids by position, holes, steps by direction, cell sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.grid.base import Grid
from qtwar.model.grid.numbering import ids

MOST_CELLS = 250_000


class Lattice(Grid):
    """Cells in columns and rows; subclasses say what a step in a direction is."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        super().__init__(spec)
        columns, rows = spec.get("columns"), spec.get("rows")
        if not isinstance(columns, int) or not isinstance(rows, int) or columns < 1 or rows < 1:
            raise DataFault("fault.grid.size", kind=self.kind)
        if columns * rows > MOST_CELLS:
            raise DataFault("fault.grid.too_large", columns=columns, rows=rows, most=MOST_CELLS)
        self.columns, self.rows = columns, rows
        self._ids = ids(columns, rows, spec.get("numbering") or {})
        self._at = {cell: (c, r) for r, line in enumerate(self._ids) for c, cell in enumerate(line) if cell is not None}
        for hole in spec.get("holes") or ():
            if hole not in self._at:
                raise DataFault("fault.grid.hole", hole=str(hole))
            c, r = self._at.pop(hole)
            self._ids[r][c] = None
        self._cells = tuple(self._at)

    def cells(self) -> Sequence[str]:
        """Return all cells, row by row."""
        return self._cells

    def contains(self, cell: str) -> bool:
        """Return whether there is such a cell."""
        return cell in self._at

    def position(self, cell: str) -> tuple[int, int]:
        """Return (column, row) counted from 0; raises KeyError for no cell."""
        return self._at[cell]

    def at(self, column: int, row: int) -> str | None:
        """Return the cell in a column and row counted from 0, None for a hole or outside."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self._ids[row][column]
        return None

    def step(self, column: int, row: int, direction: str) -> tuple[int, int]:
        """Return the position one step on; raises KeyError for no direction."""
        raise NotImplementedError

    def sides(self) -> tuple[str, ...]:
        """Return the directions in which a cell has a side, clockwise from north."""
        raise NotImplementedError

    def toward(self, cell: str, direction: str) -> str | None:
        """Return the neighbour of a cell in a direction, None at the border."""
        c, r = self._at[cell]
        if direction not in self.directions(cell):
            raise ValueError(f"{direction!r} is no direction here: {', '.join(self.directions(cell))}")
        return self.at(*self.step(c, r, direction))

    def direction(self, a: str, b: str) -> str:
        """Return the direction from a cell to its neighbour."""
        c, r = self._at[a]
        target = self._at[b]
        for name in self.directions(a):
            if self.step(c, r, name) == target:
                return name
        raise ValueError(f"{a} and {b} are not neighbours")

    def _neighbours(self, cell: str) -> tuple[str, ...]:
        c, r = self._at[cell]
        near = (self.at(*self.step(c, r, name)) for name in self.directions(cell))
        return tuple(other for other in near if other is not None)

    def edges(self, cell: str) -> tuple[str, ...]:
        """Return the ids of a cell's sides, clockwise from north."""
        c, r = self._at[cell]
        found = []
        for name in self.sides():
            other = self.at(*self.step(c, r, name))
            found.append(f"{cell}/{name}" if other is None else f"{min(cell, other)}|{max(cell, other)}")
        return tuple(found)

    def _box(self, cell: str, columns: int, rows: int) -> list[str]:
        """Return the cells within so many columns and rows, in reading order."""
        c, r = self._at[cell]
        left, right = max(0, c - columns), min(self.columns, c + columns + 1)
        return [
            other
            for line in self._ids[max(0, r - rows) : max(0, r + rows + 1)]
            for other in line[left:right]
            if other is not None
        ]

    def within(self, cell: str, distance: int) -> tuple[str, ...]:
        """Return the cells at that distance or nearer, in reading order."""
        if distance < 0:
            return ()
        return tuple(other for other in self._box(cell, distance, distance) if self.distance(cell, other) <= distance)

    def _side_of(self, edge: str) -> tuple[str, str]:
        """Return (cell, direction) of a side."""
        a, b = self.edge_cells(edge)
        return (a, edge.partition("/")[2]) if b is None else (a, self.direction(a, b))
