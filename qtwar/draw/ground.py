"""What painters ask of a board: cells, their neighbours beyond the frame, fields, smoothed courses of rivers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import Array, Field, Point, catmull, chaikin, seed_of, warp
from qtwar.model.board import Board, PathLine

STEP = 6.0
BEYOND = 2


class Ground:
    """A board prepared for drawing; computed parts are kept, each layer asks for what it needs."""

    def __init__(self, board: Board, language: str, seed: str) -> None:
        self.board = board
        self.language = language
        self.grid = board.make_grid()
        self.bounds: tuple[float, float, float, float] = tuple(self.grid.bounds())  # type: ignore[assignment]
        self.seed = seed_of(seed)
        self.centres: dict[str, Point] = {}
        for cell in self.grid.cells():
            x, y = self.grid.to_pixel(cell)
            self.centres[cell] = (float(x), float(y))
        self._courses: dict[int, Array] = {}

    @cached_property
    def field(self) -> Field:
        """The sampling of the board and a rim of two cells around it."""
        left, top, right, bottom = self.bounds
        rim = BEYOND * 100
        return Field(left - rim, top - rim, right + rim, bottom + rim, STEP)

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
            out |= {c for c, t in self.board.terrain.items() if t == terrain}
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
        return out

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
        if number in self._courses:
            return self._courses[number]
        path = self.board.paths[number]
        points: list[Point] = []
        for k, cell in enumerate(path.cells):
            at = self.centres[cell]
            if k in (0, len(path.cells) - 1) or len(self.used[cell]) > 2:
                points.append(at)
            if k < len(path.cells) - 1:
                nxt = self.centres[path.cells[k + 1]]
                points.append(((at[0] + nxt[0]) / 2, (at[1] + nxt[1]) / 2))
        points = self._beyond(path, points) + points + self._out(path, set(open_sea))
        line = np.array(points)
        if straight:
            made = chaikin(warp(line, 7, 130, self.seed), 2, closed=False)
        else:
            made = catmull(warp(line, 13, 130, self.seed), 12)
            made = chaikin(warp(made, 7, 55, self.seed + 6), 1, closed=False)
        self._courses[number] = made
        return made

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

    def _out(self, path: PathLine, sea: set[str]) -> list[Point]:
        """A course that ends at the coast goes on into open water."""
        last = path.cells[-1]
        if len(self.used[last]) > 1 or not sea:
            return []
        here = self.centres[last]
        back = self.centres[path.cells[-2]]
        way = (here[0] - back[0], here[1] - back[1])

        def along(cell: str) -> float:
            return (self.centres[cell][0] - here[0]) * way[0] + (self.centres[cell][1] - here[1]) * way[1]

        near = sorted(self.grid.neighbours(last), key=lambda c: (-along(c), c))
        for cell in near:
            if cell in sea:
                return [self.centres[cell]]
        for cell in near:
            beyond = sorted((c for c in self.grid.neighbours(cell) if c in sea), key=lambda c: (-along(c), c))
            if beyond and along(cell) > 0:
                return [self.centres[cell], self.centres[beyond[0]]]
        return []


def _listed(value: object) -> list[object]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def runs(loops: list[Array], *, closed: bool = True) -> dl.Path:
    """Return one path of many runs, insides cut out."""
    return dl.path_of([loop.tolist() for loop in loops if len(loop) > 2], closed=closed, even_odd=True)
