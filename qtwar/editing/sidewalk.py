"""A line along sides of cells that follows the pointer from corner to corner: without gaps at any speed, without spurs."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from qtwar.model.grid.base import Grid, vertex_id

Spot = tuple[float, float]
STEP = 12.0
"""The pointer's way is looked at every so many u: what lies between two of its events counts too."""
STAY = 8.0
"""Another corner must be nearer by so many u, so that a trembling hand stays where it is."""
FAR = 70.0
"""A pointer farther than this from every corner is off the board."""
MOST = 6
"""A way of more sides than this is no way: the pointer has come in again elsewhere."""
PART = 0.3
"""The side that the pointer has gone along for this part of its length belongs to the line."""


class SideWalk:
    """A line along sides; it begins with the side pressed, or at the corner where the pointer first comes onto the board."""

    def __init__(self, grid: Grid, at: Spot, side: str = "") -> None:
        self.grid, self._at = grid, at
        self._corners: list[str] = []
        self._sides: list[str] = []
        self._done: list[str] = []
        self._where: dict[str, Spot] = {}
        self._links: dict[str, dict[str, str]] = {}
        self._seen: set[str] = set()
        if side:
            ends = [self._corner(point) for point in self._ends(side)]
            ends.sort(key=lambda corner: -math.dist(self._where[corner], at))
            self._corners, self._sides = ends, [side]

    def line(self) -> list[str]:
        """Return the sides of the line, the one included along which the pointer is under way."""
        return list(dict.fromkeys([*self._done, *self._sides, *self._ahead()]))

    def to(self, at: Spot) -> None:
        """Follow the pointer to a point, over all that lies between."""
        start = self._at
        count = max(1, math.ceil(math.dist(start, at) / STEP))
        for n in range(1, count + 1):
            part = n / count
            self._at = (start[0] + (at[0] - start[0]) * part, start[1] + (at[1] - start[1]) * part)
            self._follow(self._at)

    def _follow(self, at: Spot) -> None:
        self._look_round(at)
        near = min(self._where, key=lambda corner: math.dist(self._where[corner], at), default="")
        away = math.dist(self._where[near], at) if near else FAR
        if away >= FAR:
            return
        if not self._corners:
            self._corners = [near]
            return
        tip = self._corners[-1]
        if near == tip or away + STAY >= math.dist(self._where[tip], at):
            return
        way = self._way(tip, near)
        if not way:
            self._done += self._sides
            self._corners, self._sides = [near], []
        for corner in way:
            self._go(corner)

    def _go(self, corner: str) -> None:
        """Go on to the next corner; back the way one came takes the last side back, but never the first one pressed."""
        if len(self._corners) == 2 and corner == self._corners[0] and not self._done:
            self._corners.reverse()
        elif len(self._corners) > 1 and corner == self._corners[-2]:
            self._corners.pop()
            self._sides.pop()
        else:
            self._sides.append(self._links[self._corners[-1]][corner])
            self._corners.append(corner)

    def _ahead(self) -> Sequence[str]:
        """Return the side from the tip along which the pointer has gone some way, if any."""
        if not self._corners:
            return ()
        tip = self._corners[-1]
        x, y = self._where[tip]
        for corner, side in self._links.get(tip, {}).items():
            dx, dy = self._where[corner][0] - x, self._where[corner][1] - y
            long = math.hypot(dx, dy) or 1.0
            along = ((self._at[0] - x) * dx + (self._at[1] - y) * dy) / long
            beside = abs((self._at[0] - x) * dy - (self._at[1] - y) * dx) / long
            if PART * long <= along <= long and beside < PART * long:
                return (side,)
        return ()

    # -- the corners round the pointer ---------------------------------------------------------------
    def _ends(self, side: str) -> tuple[Spot, Spot]:
        points = self.grid.edge_points(side)
        return points[0], points[-1]

    def _corner(self, point: Spot) -> str:
        ident = vertex_id(point)
        self._where.setdefault(ident, point)
        return ident

    def _look_round(self, at: Spot) -> None:
        """Learn the sides and corners of the cells round a point."""
        around = [(at[0] + dx, at[1] + dy) for dx in (0, -FAR, FAR) for dy in (0, -FAR, FAR)]
        for cell in {self.grid.from_pixel(x, y) for x, y in around} - {None} - self._seen:
            assert cell is not None
            self._seen.add(cell)
            for side in self.grid.edges(cell):
                a, b = (self._corner(point) for point in self._ends(side))
                self._links.setdefault(a, {})[b] = side
                self._links.setdefault(b, {})[a] = side

    def _way(self, start: str, goal: str) -> list[str]:
        """Return the corners on the shortest way between two, the start left out; nothing where they are far apart."""
        before: dict[str, str] = {start: ""}
        open_ = deque([start])
        while open_ and goal not in before:
            at = open_.popleft()
            for near in self._links.get(at, {}):
                if near not in before:
                    before[near] = at
                    open_.append(near)
        way: list[str] = []
        at = goal if goal in before else start
        while at != start:
            way.append(at)
            at = before[at]
        return way[::-1] if len(way) <= MOST else []
