"""A part of a large board as a board of its own, so that it can be drawn while the whole would take too long.

Columns and rows are cut, cells keep their ids, and what lies across the cut ends there. The part that is drawn has a
margin, which is not shown: what is drawn of a cell depends on its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qtwar.draw.layers import top_layers
from qtwar.model.board import BoardContent, Label, Numbering, PathLine
from qtwar.model.grid import Grid
from qtwar.model.grid.lattice import Lattice

MARGIN = 4
"""Columns and rows round the shown part that are drawn with it."""
WHOLE_ONLY = ("frame", "cartouche", "engraved_frame", "title_strip", "stencil_strip", "headline", "panels", "boxes", "outline")
"""Painters of what stands at the rim of a whole map."""


@dataclass(frozen=True, slots=True)
class MapSection:
    """A part of a board, drawn as a board of its own.

    `board` is that one, `shift` how far its origin lies from that of the whole (u), `core` what is shown of it: left, top,
    width, height (u of the whole); `span` the first column and row and the last ones that are shown.
    """

    span: tuple[int, int, int, int]
    board: BoardContent
    shift: tuple[float, float]
    core: tuple[float, float, float, float]


def span_of(grid: Grid, cells: Iterable[str]) -> tuple[int, int, int, int] | None:
    """Return first column, first row, last column, last row of cells; None where there are none, or no columns and rows."""
    spots = [grid.position(cell) for cell in cells] if isinstance(grid, Lattice) else []
    if not spots:
        return None
    columns, rows = [c for c, _ in spots], [r for _, r in spots]
    return min(columns), min(rows), max(columns), max(rows)


def cut(board: BoardContent, grid: Lattice, span: tuple[int, int, int, int]) -> MapSection:
    """Return the section that shows these columns and rows."""
    first_column, first_row, last_column, last_row = span
    # an even start keeps shoved columns and rows shoved
    left, top = max(0, first_column - MARGIN) // 2 * 2, max(0, first_row - MARGIN) // 2 * 2
    right, bottom = min(grid.columns, last_column + MARGIN + 1), min(grid.rows, last_row + MARGIN + 1)
    ids = tuple(tuple(grid.at(c, r) for c in range(left, right)) for r in range(top, bottom))
    spec = board.grid.model_copy(
        update={
            "columns": right - left, "rows": bottom - top, "holes": None,
            "numbering": Numbering(ids=ids),
        }
    )  # fmt: skip
    part = _within(board, spec)
    small = part.make_grid()
    first = next(cell for line in ids for cell in line if cell is not None)
    (x, y), (px, py) = grid.to_pixel(first), small.to_pixel(first)
    shift = (x - px, y - py)
    line = [cell for r in (first_row, last_row) for c in range(first_column, last_column + 1) if (cell := grid.at(c, r))]
    side = [cell for c in (first_column, last_column) for r in range(first_row, last_row + 1) if (cell := grid.at(c, r))]
    xs, ys = [grid.to_pixel(cell)[0] for cell in side], [grid.to_pixel(cell)[1] for cell in line]
    core = min(xs) - 60, min(ys) - 60, max(xs) - min(xs) + 120, max(ys) - min(ys) + 120
    labels = tuple(moved for label in part.labels if (moved := _label(label, small, shift)) is not None)
    return MapSection(span, part.model_copy(update={"labels": labels}), shift, core)


def style_of(style: Mapping[str, Any], board: BoardContent, shift: tuple[float, float]) -> dict[str, Any]:
    """Return the style for a section that lies so far from the whole: without what stands at the rim of a whole map."""
    _, layers = top_layers(style, board)
    kept = [one for one in layers if not one.get("outside") and one.get("painter") not in WHOLE_ONLY]
    kept = [_moved(one, shift) if one.get("painter") == "scan" else one for one in kept]
    return {**style, "boards": {**(style.get("boards") or {}), board.style or board.id: kept}}


def _moved(scan: Mapping[str, Any], shift: tuple[float, float]) -> dict[str, Any]:
    a, b, c, d, e, f = scan["matrix"]
    return {**scan, "matrix": [a, b, c - shift[0], d, e, f - shift[1]]}


def _within(board: BoardContent, spec: Any) -> BoardContent:
    """Return the board on a smaller grid, without what lies outside; labels are as they were."""
    bare = board.model_copy(update={"grid": spec})
    grid = bare.make_grid()
    has = grid.contains

    def words(found: Mapping[str, Any]) -> dict[str, Any]:
        return {cell: found[cell] for cell in grid.cells() if cell in found}

    def runs(path: PathLine) -> Iterable[PathLine]:
        ring = [*path.cells, path.cells[0]] if path.closed and path.cells else list(path.cells)
        run: list[str] = []
        for cell in [*ring, ""]:
            if has(cell):
                run.append(cell)
                continue
            if len(run) > 1:
                yield path.model_copy(update={"cells": tuple(run), "closed": False})
            run = []

    whole = [path for path in board.paths if all(map(has, path.cells))]
    cut_off = [run for path in board.paths if path not in whole for run in runs(path)]
    edges = [line.model_copy(update={"sides": tuple(s for s in line.sides if grid.has_edge(s))}) for line in board.edges]
    areas = [area.model_copy(update={"cells": tuple(filter(has, area.cells))}) for area in board.areas]
    return bare.model_copy(
        update={
            "terrain": words(board.terrain),
            "elevation": words(board.elevation),
            "layers": {
                key: layer.model_copy(update={"cells": words(layer.cells)}) for key, layer in board.layers.items()
            },
            "features": {
                key: inside for key, cells in board.features.items() if (inside := tuple(filter(has, cells)))
            },
            "edges": tuple(line for line in edges if line.sides),
            "paths": (*whole, *cut_off),
            "links": {},
            "areas": tuple(area for area in areas if area.cells),
            "boxes": (),
        }
    )


def _label(label: Label, grid: Grid, shift: Sequence[float]) -> Label | None:
    if isinstance(label.at, str):
        return label if grid.contains(label.at) and all(map(grid.contains, label.along or ())) else None
    x, y = label.at[0] - shift[0], label.at[1] - shift[1]
    left, top, right, bottom = grid.bounds()
    return label.model_copy(update={"at": (x, y)}) if left <= x <= right and top <= y <= bottom else None
