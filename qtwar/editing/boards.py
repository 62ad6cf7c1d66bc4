"""Gestures on whole boards: add, resize with an anchor, another grid or numbering. All that names cells follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import ops, shape, uses
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft, grid_of
from qtwar.editing.ground import runs
from qtwar.editing.names import name_of, words
from qtwar.editing.tree import Json
from qtwar.model.grid import HexGrid
from qtwar.model.grid.lattice import MOST_CELLS, Lattice

ANCHORS = {
    "nw": (0.0, 0.0), "n": (0.5, 0.0), "ne": (1.0, 0.0), "w": (0.0, 0.5), "center": (0.5, 0.5), "e": (1.0, 0.5),
    "sw": (0.0, 1.0), "s": (0.5, 1.0), "se": (1.0, 1.0),
}  # fmt: skip
"""Where what is on the board stays when its size changes: as a part of the added columns and rows before it."""


def add_board(draft: Draft, ident: str, name: Json, grid: Json, style: str = "") -> Edit:
    """Add a board, drawn in a style; all its cells get the first kind of terrain."""
    batch = Batch(draft)
    spec = shape.normal(("boards", 0, "grid"), grid)
    made = grid_of(spec)
    kinds = draft.data["terrain"]
    word = kinds[0]["id"] if kinds else None
    cells = dict.fromkeys(made.cells(), word) if word else {}
    legend = {".": word} if word and isinstance(made, Lattice) else {}
    item = {"id": ident, "name": name, "grid": spec, "terrain": cells, "legend": legend, "style": style}
    batch.insert(("boards",), item)
    return batch.edit("edited.board", name=words(name, ident))


def resize(
    draft: Draft, board: str, columns: int, rows: int, anchor: str = "nw", terrain: str | None = None
) -> Edit:
    """Give a board another size; what is on it stays at the anchor, new cells get `terrain` (None: the first kind).

    Cells are numbered anew from the same first numbers, and all that names them follows; what lay on cells that are
    no more goes: placements, cells of set-up conditions, ends of paths.
    """
    if anchor not in ANCHORS:
        raise DataFault("fault.edit.anchor", anchor=anchor, known=list(ANCHORS))
    if columns < 1 or rows < 1 or columns * rows > MOST_CELLS:
        raise DataFault("fault.edit.board_size", most=MOST_CELLS)
    spec = draft.item("boards", board)["grid"]
    old = _lattice(draft, board)
    ax, ay = ANCHORS[anchor]
    dc, dr = round((columns - old.columns) * ax), round((rows - old.rows) * ay)
    new = {**spec, "columns": columns, "rows": rows, "holes": None}
    if isinstance(old, HexGrid) and (dc if old.flat else dr) % 2:
        new["offset"] = "even" if (spec["offset"] or "odd") == "odd" else "odd"  # neighbours stay neighbours
    given = (spec["numbering"] or {}).get("ids")
    if given is not None:
        new["numbering"] = {**spec["numbering"], "ids": _ids(given, columns, rows, dc, dr)}
    batch = Batch(draft)
    _regrid(batch, board, new, lambda c, r: (c + dc, r + dr), terrain)
    return batch.edit("edited.resize", name=name_of(draft, "boards", board), columns=columns, rows=rows)


def set_grid(draft: Draft, board: str, changes: Json) -> Edit:
    """Change a board's grid (numbering, orientation, offset, size of cells …); cells keep their column and row."""
    batch = Batch(draft)
    data = draft.item("boards", board)
    new = {**data["grid"], **changes}
    if isinstance(draft.grid(board), Lattice) and new["kind"] != "areas":
        _regrid(batch, board, new, lambda c, r: (c, r), None)
    else:
        batch.set(("boards", board, "grid"), new)
    return batch.edit("edited.grid", name=name_of(draft, "boards", board))


def show_layer(draft: Draft, board: str, layer: str, key: str, value: float | bool, name: Json) -> Edit:
    """Show a layer of a board otherwise in the editor: `opacity` from 0 to 1, `hidden` or `locked`; `name` is its name.

    How layers are shown is kept in the draft (`attrs.view` of the board) and is no part of what is shared.
    """
    if key not in ("opacity", "hidden", "locked"):
        raise DataFault("fault.edit.layer_setting", setting=key)
    shown = {one: dict(how) for one, how in (draft.item("boards", board)["attrs"].get("view") or {}).items()}
    shown[layer] = {**shown.get(layer, {}), key: value}
    if value is False or (key == "opacity" and value == 1):  # as it is without being said
        del shown[layer][key]
    shown = {one: how for one, how in shown.items() if how}
    batch = Batch(draft)
    path = ("boards", board, "attrs", "view")
    if shown:
        batch.set(path, shown)
    elif "view" in draft.item("boards", board)["attrs"]:
        batch.unset(path)
    if key == "opacity":
        return batch.edit("edited.layer_opacity", name=words(name), n=round(value * 100))
    return batch.edit(f"edited.layer_{key}" if value else f"edited.layer_not_{key}", name=words(name))


def _lattice(draft: Draft, board: str) -> Lattice:
    grid = draft.grid(board)
    if not isinstance(grid, Lattice):
        raise DataFault("fault.edit.areas_no_columns")
    return grid


def _ids(given: Any, columns: int, rows: int, dc: int, dr: int) -> list[list[str | None]]:
    taken = {cell for line in given for cell in line}
    made: list[list[str | None]] = []
    number = 1
    for r in range(rows):
        line: list[str | None] = []
        for c in range(columns):
            if 0 <= r - dr < len(given) and 0 <= c - dc < len(given[0]):
                line.append(given[r - dr][c - dc])
                continue
            while f"new{number}" in taken:
                number += 1
            line.append(f"new{number}")
            taken.add(f"new{number}")
        made.append(line)
    return made


def _regrid(
    batch: Batch, board: str, spec: Json, to: Callable[[int, int], tuple[int, int]], terrain: str | None
) -> None:
    """Give a board another grid of columns and rows, and lead everything to its cells' new ids."""
    data = batch.draft.item("boards", board)
    old = _lattice(batch.draft, board)
    holes = data["grid"]["holes"] or ()
    spec = shape.normal(("boards", 0, "grid"), {**spec, "holes": None})
    made = grid_of(spec)
    if not isinstance(made, Lattice):
        raise DataFault("fault.edit.grid_to_areas")
    whole = _lattice_with_holes(data["grid"])
    gone = [made.at(*to(*whole.position(hole))) for hole in holes]
    if any(gone):
        spec = shape.normal(("boards", 0, "grid"), {**spec, "holes": [hole for hole in gone if hole]})
        made = grid_of(spec)
    assert isinstance(made, Lattice)
    new = made
    cells = {cell: new.at(*to(*old.position(cell))) for cell in old.cells()}
    path = ("boards", batch.draft.place("boards", board))

    def moved(words_: Json) -> Json:
        return {there: word for cell, word in words_.items() if (there := cells.get(cell)) is not None}

    kinds = batch.data["terrain"]
    word = terrain or (kinds[0]["id"] if kinds and data["terrain"] else None)
    ground = moved(data["terrain"])
    if word:
        came = set(cells.values())
        ground.update({cell: word for cell in new.cells() if cell not in ground and cell not in came})
    shift = _shift(old, new, cells)
    replaced: Json = {
        "grid": spec,
        "terrain": ground,
        "elevation": moved(data["elevation"]),
        "layers": {name: {**layer, "cells": moved(layer["cells"])} for name, layer in data["layers"].items()},
        "features": {
            name: spots
            for name, marked in data["features"].items()
            if (spots := [t for c in marked if (t := cells.get(c))])
        },
        "edges": _edges(data["edges"], old, new, cells),
        "paths": _paths(data["paths"], cells),
        "links": {
            name: kept
            for name, pairs in data["links"].items()
            if (kept := [[x, y] for a, b in pairs if (x := cells.get(a)) and (y := cells.get(b))])
        },
        "labels": _labels(data["labels"], cells, shift),
        "areas": [{**area, "cells": [t for c in area["cells"] if (t := cells.get(c))]} for area in data["areas"]],
        "boxes": [
            {**box, "on_board": _beside(box["on_board"], old, new, shift)} if box["on_board"] else box for box in data["boxes"]
        ],
    }
    for key, value in replaced.items():
        if value != data[key]:
            batch.do(ops.SetValue((*path, key), data[key], shape.normal((*path, key), value)))
    if word and new.cells() and not any(w == word for w in batch.at(*path, "legend").values()):
        batch._legend((*path, "terrain"), [word])
    _scenarios(batch, board, cells)


def _lattice_with_holes(spec: Json) -> Lattice:
    grid = grid_of({**spec, "holes": None})
    assert isinstance(grid, Lattice)
    return grid


def _beside(box: Sequence[float], old: Lattice, new: Lattice, shift: tuple[float, float]) -> list[float]:
    """Return where a box lies then: one on the cells moves with them, one beside them stays as far from that border."""
    rect = list(box)
    before, after = old.bounds(), new.bounds()
    for axis in (0, 1):
        low, high, middle = before[axis], before[axis + 2], box[axis] + box[axis + 2] / 2
        if middle < low:
            rect[axis] += after[axis] - low
        elif middle > high:
            rect[axis] += after[axis + 2] - high
        else:
            rect[axis] += shift[axis]
    return rect


def _shift(old: Lattice, new: Lattice, cells: dict[str, str | None]) -> tuple[float, float]:
    """Return by how much (u) a cell that stays has moved."""
    for cell, there in cells.items():
        if there is not None:
            (ax, ay), (bx, by) = old.to_pixel(cell), new.to_pixel(there)
            return round(bx - ax, 1), round(by - ay, 1)
    return 0.0, 0.0


def _edges(lines: list[Json], old: Lattice, new: Lattice, cells: dict[str, str | None]) -> list[Json]:
    ways = dict(zip(old.sides(), new.sides(), strict=True)) if len(old.sides()) == len(new.sides()) else {}
    made = []
    for line in lines:
        sides: dict[str, None] = {}
        for side in line["sides"]:
            a, b = old.edge_cells(side)
            here, there = cells.get(a), None if b is None else cells.get(b)
            if here is not None and there is not None and new.are_adjacent(here, there):
                sides[new.edge(here, there)] = None
                continue
            way = side.partition("/")[2] if b is None else old.direction(a, b)
            if here is not None and way in ways:
                sides[new.edge(here, ways[way])] = None
            elif there is not None and b is not None and old.direction(b, a) in ways:
                sides[new.edge(there, ways[old.direction(b, a)])] = None
        if sides:
            made.append({**line, "sides": list(sides)})
    return made


def _paths(lines: list[Json], cells: dict[str, str | None]) -> list[Json]:
    made = []
    for line in lines:
        way = [cells.get(cell) or "" for cell in line["cells"]]
        if all(way):
            made.append({**line, "cells": way})
        else:
            made += [{**line, "cells": run, "closed": False} for run in runs(way, {cell for cell in way if cell})]
    return made


def _labels(labels: list[Json], cells: dict[str, str | None], shift: tuple[float, float]) -> list[Json]:
    made = []
    for label in labels:
        at = label["at"]
        there = cells.get(at) if isinstance(at, str) else [round(at[0] + shift[0], 1), round(at[1] + shift[1], 1)]
        if there is not None:
            along = label["along"] and [t for c in label["along"] if (t := cells.get(c))]
            made.append({**label, "at": there, "along": along or None})
    return made


def _scenarios(batch: Batch, board: str, cells: dict[str, str | None]) -> None:
    """Lead placements and conditions to the new ids; those of cells that are no more go."""
    others = [b for b in batch.data["boards"] if b["id"] != board]
    removals: dict[tuple[str | int, ...], set[int]] = {}
    for use in [*uses.uses(batch.data)]:
        if use.what != f"cells:{board}" and not (
            use.bare and not any(grid_of(b["grid"]).contains(use.ident) for b in others)
        ):
            continue
        if use.ident not in cells:
            continue
        there = cells[use.ident]
        full = there if use.bare or there is None else f"{board}:{there}"
        if full is not None:
            batch.set(use.path, full)
        elif isinstance(use.path[-1], int) and use.path[-2] in ("cells", "of"):
            removals.setdefault(use.path[:-1], set()).add(int(use.path[-1]))
        elif use.path[2:3] == ("quick",):
            removals.setdefault(use.path[:3], set()).add(int(use.path[3]))
        elif use.path[2:3] == ("reinforcements",) and use.path[-1] == "at":
            batch.set(use.path, None)
    for path, places in removals.items():
        batch.remove(path, *places)
