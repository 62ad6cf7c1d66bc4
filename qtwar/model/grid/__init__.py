"""Grids: cells, neighbours, distances, lines, sides and corners, and where each cell lies on the board.

Standard library only; the same files run in the host and in the sandbox.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.grid.areas import AreaGrid
from qtwar.model.grid.base import Grid, Point
from qtwar.model.grid.cards import CardGrid
from qtwar.model.grid.hex import HexGrid
from qtwar.model.grid.square import SquareGrid

__all__ = ["AreaGrid", "CardGrid", "Grid", "HexGrid", "Point", "SquareGrid", "make_grid"]

KINDS: dict[str, type[Grid]] = {"hex": HexGrid, "square": SquareGrid, "cards": CardGrid, "areas": AreaGrid}


def make_grid(spec: Mapping[str, Any]) -> Grid:
    """Return the grid that a board's `grid` describes; raises DataFault saying what is wrong with it."""
    kind = spec.get("kind")
    if kind not in KINDS:
        raise DataFault("fault.grid.kind", kind=str(kind))
    return KINDS[kind](spec)
