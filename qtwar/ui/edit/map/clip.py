"""A region of cells that was copied: terrain, elevation and features, mirrored, turned and put down elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qtwar.model.board import Board
from qtwar.model.content import Content
from qtwar.model.grid import Grid, HexGrid, SquareGrid
from qtwar.ui.edit import ops

Words = dict[str, Any]
Spot = tuple[int, int]


def _spot(grid: Grid, cell: str) -> Spot:
    """Return axial coordinates of a hex, column and row of a square."""
    if isinstance(grid, HexGrid):
        return grid.axial(*grid.position(cell))
    assert isinstance(grid, SquareGrid)
    return grid.position(cell)


def _cell(grid: Grid, spot: Spot) -> str | None:
    if isinstance(grid, HexGrid):
        return grid.at(*grid.offset(*spot))
    assert isinstance(grid, SquareGrid)
    return grid.at(*spot)


@dataclass(frozen=True, slots=True)
class Clip:
    """Cells by their offset from the anchor (axial for hexes), with their words."""

    hexes: bool
    flat: bool
    anchor: str
    cells: Mapping[Spot, Words]

    @classmethod
    def of(cls, board: Board, grid: Grid, cells: Sequence[str]) -> Clip:
        """Take a region; the anchor is the cell in its middle."""
        if not isinstance(grid, (HexGrid, SquareGrid)):
            return cls(False, False, cells[0], {(0, 0): _words(board, cells[0])})
        middle = [sum(grid.to_pixel(c)[axis] for c in cells) / len(cells) for axis in (0, 1)]
        anchor = min(cells, key=lambda c: sum((grid.to_pixel(c)[k] - middle[k]) ** 2 for k in (0, 1)))
        q, r = _spot(grid, anchor)
        found = {}
        for cell in cells:
            a, b = _spot(grid, cell)
            found[a - q, b - r] = _words(board, cell)
        flat = isinstance(grid, HexGrid) and grid.flat
        return cls(isinstance(grid, HexGrid), flat, anchor, found)

    def mirrored(self) -> Clip:
        """Left becomes right."""
        if self.hexes and self.flat:
            cells = {(-q, q + r): words for (q, r), words in self.cells.items()}
        elif self.hexes:
            cells = {(-q - r, r): words for (q, r), words in self.cells.items()}
        else:
            cells = {(-c, r): words for (c, r), words in self.cells.items()}
        return Clip(self.hexes, self.flat, self.anchor, cells)

    def rotated(self) -> Clip:
        """Turn clockwise: a sixth for hexes, a quarter for squares."""
        if self.hexes:
            cells = {(-r, q + r): words for (q, r), words in self.cells.items()}
        else:
            cells = {(-r, c): words for (c, r), words in self.cells.items()}
        return Clip(self.hexes, self.flat, self.anchor, cells)

    def at(self, grid: Grid, cell: str) -> dict[str, Words]:
        """Return the cells it covers with its anchor on a cell; what falls off the board is left out."""
        if not isinstance(grid, (HexGrid, SquareGrid)):
            return {cell: dict(next(iter(self.cells.values())))}
        q, r = _spot(grid, cell)
        found = {}
        for (dq, dr), words in self.cells.items():
            target = _cell(grid, (q + dq, r + dr))
            if target is not None:
                found[target] = dict(words)
        return found

    def steps(self, content: Content, board: str, grid: Grid, cell: str) -> tuple[list[ops.Step], list[str]]:
        """Return the steps that put it down, and the cells it covers."""
        covered = self.at(grid, cell)
        return laying(content, board, covered), list(covered)

    @staticmethod
    def clearing(content: Content, board: str, cells: Iterable[str]) -> list[ops.Step]:
        """Return the steps that empty cells: the first terrain, no elevation, no features."""
        return laying(content, board, {c: bare(content) for c in cells})


def bare(content: Content) -> Words:
    """Return the words of an empty cell: the first terrain, no elevation, no features."""
    return {"terrain": content.terrain[0].id if content.terrain else None, "elevation": None, "features": ()}


def _words(board: Board, cell: str) -> Words:
    return {
        "terrain": board.terrain.get(cell),
        "elevation": board.elevation.get(cell),
        "features": tuple(f for f, cells in board.features.items() if cell in cells),
    }


def laying(content: Content, board: str, words: Mapping[str, Words]) -> list[ops.Step]:
    """Return the steps that give cells their words."""
    steps = [
        ops.cells(ops.board_path(content, board, "terrain"), {c: w["terrain"] for c, w in words.items()}),
        ops.cells(ops.board_path(content, board, "elevation"), {c: w["elevation"] for c, w in words.items()}),
    ]
    features = content.board(board).features
    for ident in {*features, *(f for w in words.values() for f in w["features"])}:
        now = list(features.get(ident, ()))
        after = [c for c in now if c not in words or ident in words[c]["features"]]
        after += [c for c, w in words.items() if ident in w["features"] and c not in now]
        if after != now:
            path = ops.board_path(content, board, "features", ident)
            steps.append(ops.put(path, after) if after else ops.unset(path))
    return steps
