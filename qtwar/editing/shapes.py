"""Shapes that tools draw on a grid, as cells: disc, rectangle, and all that holds the same word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.model.grid import Grid
from qtwar.model.grid.lattice import Lattice


def disc(grid: Grid, cell: str, size: int = 1) -> list[str]:
    """Return the cells under a brush: 1 is the cell alone, 2 it and its neighbours, and so on."""
    return [cell] if size <= 1 else list(grid.within(cell, size - 1))


def rectangle(grid: Grid, a: str, b: str) -> list[str]:
    """Return the cells of the columns and rows between two cells; on a board of areas, those with centres between."""
    if isinstance(grid, Lattice):
        (ac, ar), (bc, br) = grid.position(a), grid.position(b)
        columns, rows = range(min(ac, bc), max(ac, bc) + 1), range(min(ar, br), max(ar, br) + 1)
        return [cell for r in rows for c in columns if (cell := grid.at(c, r)) is not None]
    (ax, ay), (bx, by) = grid.to_pixel(a), grid.to_pixel(b)
    return [
        cell
        for cell in grid.cells()
        if min(ax, bx) <= grid.to_pixel(cell)[0] <= max(ax, bx) and min(ay, by) <= grid.to_pixel(cell)[1] <= max(ay, by)
    ]


def alike(grid: Grid, words: Mapping[str, Any], cell: str) -> list[str]:
    """Return all cells of a board that hold the same word as a cell."""
    wanted = words.get(cell)
    return [other for other in grid.cells() if words.get(other) == wanted]


def flood(grid: Grid, words: Mapping[str, Any], cell: str) -> list[str]:
    """Return the cells that hold the same word as a cell and are joined to it, the nearest first."""
    left = set(alike(grid, words, cell)) - {cell}
    found = [cell]
    for here in found:  # grows while it is walked
        for other in grid.neighbours(here):
            if other in left:
                left.discard(other)
                found.append(other)
    return found
