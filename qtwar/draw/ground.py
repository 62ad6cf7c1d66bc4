"""What painters ask of a board: cells, their neighbours beyond the frame, fields, smoothed courses of rivers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import Bounds, ScalarField, seed_of, warp
from qtwar.draw.polylines import Array, Point, catmull, chaikin
from qtwar.model.board import BoardContent, PathLine

Made = TypeVar("Made")

STEP = 6.0
BEYOND = 2
REACH = 80.0
"""U: how far a cell's value reaches at most where painters blend it and a part of the board can be drawn by itself."""
AROUND, RIM = 6 * REACH, 120.0
"""U beyond a part of a board: so far away a cell shapes nothing in it, and so far its fields go on, that no cut shows."""


class Ground:
    """A board prepared for drawing; computed parts are kept, each layer asks for what it needs."""

    def __init__(self, board: BoardContent, language: str, seed: str) -> None:
        self.board = board
        self.language = language
        self.grid = board.make_grid()
        self.bounds: tuple[float, float, float, float] = tuple(self.grid.bounds())  # type: ignore[assignment]
        self.seed = seed_of(seed)
        self.centres: dict[str, Point] = {}
        for cell in self.grid.cells():
            x, y = self.grid.to_pixel(cell)
            self.centres[cell] = (float(x), float(y))
        self.land: Array | None = None
        """Above 0.5 where there is land; None where a board has no coast."""
        self.courses_made: dict[int, Array] = {}
        self.window: Bounds | None = None
        """Where this is a part of a board: what of it is drawn (u); cells and fields reach `AROUND` and `RIM` beyond."""
        self._kept: dict[Hashable, Any] = {}

    def part(self, window: Bounds) -> Ground:
        """Return as much of the ground as a painter needs to draw what lies in a window (u), as it lies on the whole.

        Only painters whose cells shape nothing further away than `AROUND` may be given one.
        """
        left, top, right, bottom = self.bounds
        x0, y0, x1, y1 = window  # it may lie on the paper, further out than any field: there nothing of the ground shows
        window = min(max(x0, left), right), min(max(y0, top), bottom), min(max(x1, left), right), min(max(y1, top), bottom)
        made = copy(self)
        made.window, made._kept, made.courses_made = window, {}, {}
        left, top, right, bottom = grown(window, AROUND)
        x, y = self._at[:, 0], self._at[:, 1]
        near = np.flatnonzero((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
        names = self._names
        made.centres = {names[n]: self.centres[names[n]] for n in near.tolist()}
        made.rim = [(at, cell) for at, cell in self.rim if left <= at[0] <= right and top <= at[1] <= bottom]
        made.field = self.field.part(*grown(window, RIM))
        return made

    @property
    def shown(self) -> dict[str, Point]:
        """The centres of the cells that may show, cell by cell."""
        if self.window is None:
            return self.centres
        left, top, right, bottom = grown(self.window, RIM)
        return {c: (x, y) for c, (x, y) in self.centres.items() if left <= x <= right and top <= y <= bottom}

    @cached_property
    def _names(self) -> list[str]:
        return list(self.centres)

    @cached_property
    def _at(self) -> Array:
        return np.array(list(self.centres.values()))

    def cached(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` makes, made once for each key: layers share costly fields."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]  # type: ignore[no-any-return]

    @cached_property
    def field(self) -> ScalarField:
        """The sampling of the board and a rim of two cells around it."""
        left, top, right, bottom = self.bounds
        rim = BEYOND * 100
        return ScalarField(left - rim, top - rim, right + rim, bottom + rim, STEP)

    @cached_property
    def rim(self) -> list[tuple[Point, str]]:
        """Points beyond the frame with the border cell whose terrain they repeat."""
        left, top, right, bottom = self.bounds
        out = []
        for x in np.arange(left - 250, right + 260, 100.0):
            for y in np.arange(top - 250, bottom + 260, 100.0):
                if left < x < right and top < y < bottom:
                    continue
                cell = self.grid.from_pixel(min(max(x, left + 1), right - 1), min(max(y, top + 1), bottom - 1))
                if cell is not None:
                    out.append(((float(x), float(y)), cell))
        return out

    def values(self, of: dict[str, float], other: float = 0.0) -> list[tuple[Point, float]]:
        """Return (centre, value) of each cell and of the rim."""
        inside = [(at, of.get(cell, other)) for cell, at in self.centres.items()]
        return inside + [(at, of.get(cell, other)) for at, cell in self.rim]

    def by_terrain(self, table: dict[str, float], other: float) -> dict[str, float]:
        """Return cell → number of its terrain."""
        return {cell: float(table.get(self.board.terrain.get(cell, ""), other)) for cell in self.centres}

    def members(self, layer: dict[str, object] | object) -> set[str]:
        """Return the cells that a layer means: by `feature`, `terrain`, `area` or a `layer` word, one or several."""
        assert isinstance(layer, dict)
        out: set[str] = set()
        for feature in _listed(layer.get("feature")):
            out |= set(self.board.features.get(str(feature), ()))
        for terrain in _listed(layer.get("terrain")):
            out |= {c for c, t in self._terrain().items() if t == terrain}
        for area in _listed(layer.get("area")):
            out |= {c for a in self.board.areas if a.id == area for c in a.cells}
        words = layer.get("attr")
        if isinstance(words, dict):
            for key, word in words.items():
                found = self.board.layers.get(str(key))
                if found is not None:
                    out |= {c for c, w in found.cells.items() if w in _listed(word)}
        if layer.get("elevation") is not None:
            least = int(str(layer["elevation"]))
            out |= {c for c, e in self.board.elevation.items() if e >= least}
        return out if self.window is None else out & self.centres.keys()

    def _terrain(self) -> Mapping[str, str]:
        """The terrain of the cells that tell here: each layer looks through it."""
        terrain = self.board.terrain
        if self.window is None:
            return terrain
        return self.cached(("terrain",), lambda: {cell: terrain[cell] for cell in self.centres if cell in terrain})

    @cached_property
    def used(self) -> dict[str, set[str]]:
        """Cell → its neighbours along all paths; ends and junctions are pinned to the centre."""
        near: dict[str, set[str]] = {}
        for path in self.board.paths:
            for a, b in zip(path.cells, path.cells[1:], strict=False):
                near.setdefault(a, set()).add(b)
                near.setdefault(b, set()).add(a)
        return near

    def course(self, number: int, *, straight: bool, open_sea: Iterable[str] = ()) -> Array:
        """Return the smoothed line of a path (n, 2): through midpoints of sides, centres at ends and junctions."""
        if number in self.courses_made:
            return self.courses_made[number]
        path = self.board.paths[number]
        cells = self._own_cells(number)
        points: list[Point] = []
        for k, cell in enumerate(cells):
            at = self.centres[cell]
            if k in (0, len(cells) - 1) or len(self.used[cell]) > 2:
                points.append(at)
            if k < len(cells) - 1:
                nxt = self.centres[cells[k + 1]]
                points.append(((at[0] + nxt[0]) / 2, (at[1] + nxt[1]) / 2))
        sea = set(open_sea)
        if cells[0] == path.cells[0]:
            points = (self._out(cells[::-1], sea)[::-1] or self._beyond(path, points)) + points
        if cells[-1] == path.cells[-1]:
            points = points + self._out(cells, sea)
        line = np.array(points)
        if straight:
            made = chaikin(warp(line, 7, 130, self.seed), 2, closed=False)
        else:
            made = catmull(warp(line, 13, 130, self.seed), 12)
            made = chaikin(warp(made, 7, 55, self.seed + 6), 1, closed=False)
        self.courses_made[number] = made
        return made

    @cached_property
    def _first_user(self) -> dict[frozenset[str], int]:
        """Pair of neighbours → the first path that runs between them."""
        first: dict[frozenset[str], int] = {}
        for number, path in enumerate(self.board.paths):
            for a, b in zip(path.cells, path.cells[1:], strict=False):
                first.setdefault(frozenset((a, b)), number)
        return first

    def _own_cells(self, number: int) -> list[str]:
        """A path's cells without those ends that it shares with an earlier one: it begins and ends where they part."""
        cells = list(self.board.paths[number].cells)

        def shared(a: str, b: str) -> bool:
            return self._first_user[frozenset((a, b))] < number

        while len(cells) > 2 and shared(cells[0], cells[1]):
            del cells[0]
        while len(cells) > 2 and shared(cells[-1], cells[-2]):
            del cells[-1]
        return cells

    def _beyond(self, path: PathLine, points: list[Point]) -> list[Point]:
        """A course that begins at the frame comes from outside it."""
        first = self.centres[path.cells[0]]
        left, top, right, bottom = self.bounds
        if len(self.used[path.cells[0]]) == 1:
            for inside, out in (
                (first[1] - top < 60, (first[0], top - 80)),
                (first[0] - left < 60, (left - 80, first[1])),
                (right - first[0] < 60, (right + 80, first[1])),
                (bottom - first[1] < 60, (first[0], bottom + 80)),
            ):
                if inside:
                    return [out]
        return []

    def _out(self, cells: list[str], sea: set[str]) -> list[Point]:
        """A course that ends near the coast goes on into open water, straight on if it can."""
        last = cells[-1]
        if len(self.used[last]) > 1 or not sea:
            return []
        here, back = self.centres[last], self.centres[cells[-2]]
        way = np.array(here) - back

        def turn(cell: str) -> float:
            to = np.array(self.centres[cell]) - here
            return float(to @ way / (np.hypot(*to) * np.hypot(*way)))

        ahead = sorted((c for c in self.grid.neighbours(last) if c not in cells), key=lambda c: (-turn(c), c))
        for cell in ahead:
            if turn(cell) > -0.1 and cell in sea:
                return [self.centres[cell]]
        for cell in ahead:
            x, y = self.centres[cell]
            beyond = self.grid.from_pixel(2 * x - here[0], 2 * y - here[1])
            if turn(cell) > -0.1 and beyond in sea:
                return [(x, y), self.centres[str(beyond)]]
        return []


def grown(window: Bounds, by: float) -> Bounds:
    """Return a rectangle made larger at each side."""
    left, top, right, bottom = window
    return left - by, top - by, right + by, bottom + by


def _listed(value: object) -> list[object]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def runs(loops: list[Array], *, closed: bool = True) -> dl.Path:
    """Return one path of many runs, insides cut out."""
    return dl.path_of([loop for loop in loops if len(loop) > 2], closed=closed, even_odd=closed)
