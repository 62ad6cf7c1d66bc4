"""Hex grids: flat or pointy tops, odd or even columns (rows) shoved by half a hex.

`orientation: flat` has hexes in straight columns with neighbours N, NE, SE, S, SW, NW; `pointy` has straight
rows with NE, E, SE, SW, W, NW. `offset: odd` shoves columns (rows) 1, 3, 5 … down (right), counted from 0,
`even` shoves 0, 2, 4 …
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.grid.base import Point
from qtwar.model.grid.lattice import Lattice

R = 100 / math.sqrt(3)
"""Circumradius in u of a hex that measures 100 u from flat to flat."""

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
_FLAT_STEPS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
_POINTY_STEPS = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
_NUDGE = (1e-6, 2e-6)


class HexGrid(Lattice):
    """Hexes; `q` and `r` below are axial coordinates, with q + r + s = 0."""

    kind = "hex"

    def __init__(self, spec: Mapping[str, Any]) -> None:
        super().__init__(spec)
        orientation, offset = spec.get("orientation") or "flat", spec.get("offset") or "odd"
        if orientation not in ("flat", "pointy"):
            raise DataFault("fault.grid.orientation", orientation=str(orientation))
        if offset not in ("odd", "even"):
            raise DataFault("fault.grid.offset", offset=str(offset))
        self.flat = orientation == "flat"
        self._shoved = 1 if offset == "odd" else 0
        self._names = FLAT if self.flat else POINTY
        self._axial_steps = _FLAT_STEPS if self.flat else _POINTY_STEPS
        first = -120 if self.flat else -90
        turns = [math.radians(angle) for angle in range(first, first + 360, 60)]
        self._corners = [(R * math.cos(turn), R * math.sin(turn)) for turn in turns]
        # a grid of shoved columns alone (there is but one) is not shoved against anything
        single = self.columns if self.flat else self.rows
        self._has_shoved = single > self._shoved
        self._has_straight = single > 1 - self._shoved
        # the six steps in columns and rows, of even and of odd columns (rows): a fill asks for all neighbours there are
        self._hops = tuple(
            tuple((column - n, row - n) for name in self._names for column, row in (self.step(n, n, name),))
            for n in (0, 1)
        )

    @cached_property
    def _axial_of(self) -> dict[str, tuple[int, int]]:
        return {cell: self.axial(*at) for cell, at in self._at.items()}

    def is_shoved(self, column: int, row: int) -> bool:
        """Return whether a position lies in a shoved column (row)."""
        return ((column if self.flat else row) & 1) == self._shoved

    def axial(self, column: int, row: int) -> tuple[int, int]:
        """Return the axial coordinates (q, r) of a position."""
        if self.flat:
            return column, row - (column + 1 - self._shoved) // 2
        return column - (row + 1 - self._shoved) // 2, row

    def offset(self, q: int, r: int) -> tuple[int, int]:
        """Return the position (column, row) of axial coordinates."""
        if self.flat:
            return q, r + (q + 1 - self._shoved) // 2
        return q + (r + 1 - self._shoved) // 2, r

    def directions(self, cell: str) -> tuple[str, ...]:
        """Return the six directions."""
        return self._names

    def sides(self) -> tuple[str, ...]:
        """Return the six sides."""
        return self._names

    def step(self, column: int, row: int, direction: str) -> tuple[int, int]:
        """Return the position one step on."""
        dq, dr = self._axial_steps[direction]
        q, r = self.axial(column, row)
        return self.offset(q + dq, r + dr)

    def _neighbours(self, cell: str) -> tuple[str, ...]:
        c, r = self._at[cell]
        near = [self.at(c + dc, r + dr) for dc, dr in self._hops[(c if self.flat else r) & 1]]
        return tuple([other for other in near if other is not None])

    def distance(self, a: str, b: str) -> int:
        """Return the number of steps."""
        (aq, ar), (bq, br) = self._axial_of[a], self._axial_of[b]
        dq, dr = aq - bq, ar - br
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the cells nearest to the straight line, one step each; holes are left out."""
        if self._at[b] < self._at[a]:
            return self.line(b, a)[::-1]
        steps = self.distance(a, b)
        (aq, ar), (bq, br) = self.axial(*self._at[a]), self.axial(*self._at[b])
        found = [a]
        for n in range(1, steps + 1):
            # a tiny nudge decides for one of two hexes where the line runs along their common side
            q, r = aq + (bq - aq) * n / steps, ar + (br - ar) * n / steps
            cell = self.at(*self.offset(*_round(q + _NUDGE[0], r + _NUDGE[1])))
            if cell is None:  # the chosen one lies beyond the rim: then the other
                cell = self.at(*self.offset(*_round(q - _NUDGE[0], r - _NUDGE[1])))
            if cell is not None and n < steps:
                found.append(cell)
        if steps:
            found.append(b)
        return tuple(found)

    def to_pixel(self, cell: str) -> Point:
        """Return the centre of a cell in u."""
        c, r = self._at[cell]
        half = 50.0 if self.is_shoved(c, r) and self._has_straight else 0.0
        if self.flat:
            return R + c * 1.5 * R, 50.0 + r * 100.0 + half
        return 50.0 + c * 100.0 + half, R + r * 1.5 * R

    def from_pixel(self, x: float, y: float) -> str | None:
        """Return the cell at a point in u, None outside."""
        # distances from the centre of position (0, 0)
        half = 50.0 if self._shoved == 0 and self._has_straight else 0.0
        if self.flat:
            dx, dy = x - R, y - 50.0 - half
            q = dx / (1.5 * R)
            r = dy / 100.0 - q / 2
        else:
            dx, dy = x - 50.0 - half, y - R
            r = dy / (1.5 * R)
            q = dx / 100.0 - r / 2
        return self.at(*self.offset(*_round(q, r)))

    def polygon(self, cell: str) -> tuple[Point, ...]:
        """Return the six corners in u, clockwise; side n runs from corner n to corner n + 1."""
        x, y = self.to_pixel(cell)
        return tuple((x + dx, y + dy) for dx, dy in self._corners)

    def edge_points(self, edge: str) -> tuple[Point, ...]:
        """Return the two ends of a side in u."""
        cell, direction = self._side_of(edge)
        points = self.polygon(cell)
        n = self._names.index(direction)
        return points[n], points[(n + 1) % 6]

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom in u."""
        shove = 50.0 if self._has_shoved and self._has_straight else 0.0
        if self.flat:
            return 0.0, 0.0, 2 * R + (self.columns - 1) * 1.5 * R, self.rows * 100.0 + shove
        return 0.0, 0.0, self.columns * 100.0 + shove, 2 * R + (self.rows - 1) * 1.5 * R


def _round(q: float, r: float) -> tuple[int, int]:
    """Return the axial coordinates of the hex that a point lies in."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr
