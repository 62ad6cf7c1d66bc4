"""Square grids, with steps across the corners or without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.model.grid.base import Point
from qtwar.model.grid.lattice import Lattice

SIDES = ("N", "E", "S", "W")
ALL = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip


class SquareGrid(Lattice):
    """Squares of 100 u."""

    kind = "square"
    width = 100.0
    height = 100.0
    gap = 0.0

    def __init__(self, spec: Mapping[str, Any]) -> None:
        super().__init__(spec)
        self.diagonals = bool(spec.get("diagonals"))
        self._directions = ALL if self.diagonals else SIDES

    def directions(self, cell: str) -> tuple[str, ...]:
        """Return the eight or four directions."""
        return self._directions

    def sides(self) -> tuple[str, ...]:
        """Return the four sides."""
        return SIDES

    def step(self, column: int, row: int, direction: str) -> tuple[int, int]:
        """Return the position one step on."""
        dc, dr = STEPS[direction]
        return column + dc, row + dr

    def distance(self, a: str, b: str) -> int:
        """Return the number of steps: the longer way of the two with diagonals, else their sum."""
        (ac, ar), (bc, br) = self._at[a], self._at[b]
        across, down = abs(ac - bc), abs(ar - br)
        return max(across, down) if self.diagonals else across + down

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the cells nearest to the straight line, one step each; holes are left out."""
        if self._at[b] < self._at[a]:
            return self.line(b, a)[::-1]
        (ac, ar), (bc, br) = self._at[a], self._at[b]
        across, down = abs(bc - ac), abs(br - ar)
        sc, sr = (1 if bc >= ac else -1), (1 if br >= ar else -1)
        c, r, done_c, done_r = ac, ar, 0, 0
        found = [a]
        while (c, r) != (bc, br):
            # which border does the straight line cross first? a tie is the corner itself
            ahead = (2 * done_c + 1) * down - (2 * done_r + 1) * across
            if self.diagonals:
                if across >= down:
                    c, done_c = c + sc, done_c + 1
                    wanted = (2 * done_c * down + across) // (2 * across)
                    if wanted > done_r:
                        r, done_r = r + sr, done_r + 1
                else:
                    r, done_r = r + sr, done_r + 1
                    wanted = (2 * done_r * across + down) // (2 * down)
                    if wanted > done_c:
                        c, done_c = c + sc, done_c + 1
            elif done_c < across and (done_r == down or ahead <= 0):
                c, done_c = c + sc, done_c + 1
            else:
                r, done_r = r + sr, done_r + 1
            cell = self.at(c, r)
            if cell is not None:
                found.append(cell)
        return tuple(found)

    def bearing(self, a: str, b: str) -> str | None:
        """Return the one of the eight directions in which a cell lies straight from another, None where it lies in none."""
        (ac, ar), (bc, br) = self._at[a], self._at[b]
        across, down = bc - ac, br - ar
        if a == b or (across and down and abs(across) != abs(down)):
            return None
        step = ((across > 0) - (across < 0), (down > 0) - (down < 0))
        return next(name for name, there in STEPS.items() if there == step)

    def ray(self, cell: str, direction: str) -> tuple[str, ...]:
        """Return the cells that lie in one of the eight directions, up to the border or a hole."""
        found: list[str] = []
        column, row = self.step(*self._at[cell], direction)
        while (other := self.at(column, row)) is not None:
            found.append(other)
            column, row = self.step(column, row, direction)
        return tuple(found)

    def _corner(self, cell: str) -> Point:
        c, r = self._at[cell]
        return c * (self.width + self.gap), r * (self.height + self.gap)

    def to_pixel(self, cell: str) -> Point:
        """Return the centre of a cell in u."""
        x, y = self._corner(cell)
        return x + self.width / 2, y + self.height / 2

    def from_pixel(self, x: float, y: float) -> str | None:
        """Return the cell at a point in u, None outside and between cards."""
        c, dx = divmod(x, self.width + self.gap)
        r, dy = divmod(y, self.height + self.gap)
        return self.at(int(c), int(r)) if dx < self.width and dy < self.height else None

    def polygon(self, cell: str) -> tuple[Point, ...]:
        """Return the corners of a cell in u, clockwise from the north-west."""
        x, y = self._corner(cell)
        w, h = self.width, self.height
        return (x, y), (x + w, y), (x + w, y + h), (x, y + h)

    def edge_points(self, edge: str) -> tuple[Point, ...]:
        """Return the two ends of a side in u; between cards, in the middle of the gap."""
        cell, direction = self._side_of(edge)
        points = self.polygon(cell)
        n = SIDES.index(direction)
        dc, dr = STEPS[direction]
        half = 0.0 if "/" in edge else self.gap / 2
        dx, dy = dc * half, dr * half
        return tuple((x + dx, y + dy) for x, y in (points[n], points[(n + 1) % 4]))

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom in u."""
        right = self.columns * (self.width + self.gap) - self.gap
        bottom = self.rows * (self.height + self.gap) - self.gap
        return 0.0, 0.0, right, bottom
