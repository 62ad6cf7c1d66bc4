"""Regions of a board: copy, paste (into another draft too), mirror, rotate. A clip is plain JSON.

Cells of a clip are named by steps from its first cell: hexes by (q, r), squares by (column, row).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.ground import cut_paths, lay, runs
from qtwar.editing.tree import Json
from qtwar.engine import forms
from qtwar.model.grid import Grid, HexGrid
from qtwar.model.grid.lattice import Lattice

Spot = tuple[int, int]
_HEX = {
    "flat": {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)},
    "pointy": {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)},
}
_SQUARE = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
PARTS = ("terrain", "elevation", "layers", "features", "edges", "paths", "labels")
"""What of a region is copied, pasted, cleared and turned."""
_PARTS = {"terrain": "terrain", "features": "features", "edges": "edge_kinds", "paths": "path_kinds"}
_STEP = forms.whole(-100_000, 100_000)


def _spotted(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_STEP, value))


def _sided(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and _spotted(value[:2]) and forms.name(value[2])


_LINE = {"kind": forms.name, "name": forms.anything}
_CLIP = forms.having({
    "form": lambda value: value in ("flat", "pointy", "square"), "cells": forms.listed(_spotted),
    "terrain": forms.listed(forms.maybe(forms.text)), "elevation": forms.listed(forms.anything),
    "layers": forms.mapped(forms.listed(forms.anything)), "features": forms.mapped(forms.listed(_spotted)),
    "edges": forms.listed(forms.having({**_LINE, "sides": forms.listed(_sided)})),
    "paths": forms.listed(forms.having({**_LINE, "cells": forms.listed(_spotted)})),
    "labels": forms.listed(forms.having({"at": _spotted})), "kinds": forms.mapped(forms.listed(forms.having({"id": forms.name}))),
})  # fmt: skip


def is_clip(value: Any) -> bool:
    """Return whether a value has the form of a clip: a clipboard can hold anything."""
    if not (forms.plain(value) and _CLIP(value)):
        return False
    count, ways = len(value["cells"]), _steps(value["form"])
    return (
        all(len(words) == count for words in (value["terrain"], value["elevation"], *value["layers"].values()))
        and all(way in ways for line in value["edges"] for _, _, way in line["sides"])
        and value["kinds"].keys() <= set(_PARTS.values())
    )


def copy_region(draft: Draft, board: str, cells: Iterable[str]) -> Json:
    """Return a clip of cells with all that lies in them, the sides between them, and paths and labels inside."""
    data, grid = draft.item("boards", board), _lattice(draft.grid(board))
    chosen = list(dict.fromkeys(cells))
    if not chosen:
        raise DataFault("fault.edit.select_cells")
    inside = set(chosen)
    ox, oy = _spot(grid, chosen[0])

    def spot(cell: str) -> list[int]:
        x, y = _spot(grid, cell)
        return [x - ox, y - oy]

    clip: Json = {
        "form": _form(grid),
        "cells": [spot(cell) for cell in chosen],
        "terrain": [data["terrain"].get(cell) for cell in chosen],
        "elevation": [data["elevation"].get(cell) for cell in chosen],
        "layers": {name: [layer["cells"].get(cell) for cell in chosen] for name, layer in data["layers"].items()},
        "features": {},
        "edges": [],
        "paths": [],
        "labels": [{**label, "at": spot(label["at"])} for label in data["labels"] if _is_in(label["at"], inside)],
    }
    for name, marked in data["features"].items():
        here = [spot(cell) for cell in marked if cell in inside]
        if here:
            clip["features"][name] = here
    for line in data["edges"]:
        sides = [_side(grid, side, spot) for side in line["sides"] if set(grid.edge_cells(side)) - {None} <= inside]
        if sides:
            clip["edges"].append({"kind": line["kind"], "name": line["name"], "sides": sides})
    for line in data["paths"]:
        for run in runs(line["cells"], inside):
            clip["paths"].append({"kind": line["kind"], "name": line["name"], "cells": [spot(cell) for cell in run]})
    used = {
        "terrain": set(clip["terrain"]), "features": set(clip["features"]),
        "edge_kinds": {line["kind"] for line in clip["edges"]}, "path_kinds": {line["kind"] for line in clip["paths"]},
    }  # fmt: skip
    clip["kinds"] = {part: [item for item in draft.data[part] if item["id"] in ids] for part, ids in used.items()}
    copied: Json = jsonio.copy(clip)
    return copied


def mirror(clip: Json, axis: str = "x") -> Json:
    """Return a clip mirrored left to right (`x`) or top to bottom (`y`)."""
    form = clip["form"]
    if form == "square":
        return _turned(clip, (lambda x, y: (-x, y)) if axis == "x" else (lambda x, y: (x, -y)))
    if form == "flat":
        return _turned(clip, (lambda q, r: (-q, q + r)) if axis == "x" else (lambda q, r: (q, -q - r)))
    return _turned(clip, (lambda q, r: (-q - r, r)) if axis == "x" else (lambda q, r: (q + r, -r)))


def rotate(clip: Json, steps: int = 1) -> Json:
    """Return a clip turned clockwise by sixths (hexes) or quarters (squares)."""
    square = clip["form"] == "square"
    for _ in range(steps % (4 if square else 6)):
        clip = _turned(clip, (lambda x, y: (-y, x)) if square else (lambda q, r: (-r, q + r)))
    return clip


def paste(draft: Draft, board: str, clip: Json, at: str, parts: Iterable[str] | None = None) -> Edit:
    """Lay a clip down with its first cell at a cell; what falls off the board is left out.

    `parts` names what is laid (terrain, elevation, layers, features, edges, paths, labels; None: all). Kinds that
    the draft has not are added.
    """
    batch = Batch(draft)
    return batch.edit("edited.paste", n=_put(batch, board, clip, at, set(parts or PARTS)))


def clear_region(
    draft: Draft, board: str, cells: Iterable[str], parts: Iterable[str] | None = None, key: str = "edited.clear"
) -> Edit:
    """Empty cells: the first terrain, and nothing of the other `parts` (None: all) lies in them or between them."""
    batch = Batch(draft)
    chosen = list(dict.fromkeys(cells))
    _empty(batch, board, chosen, set(parts or PARTS))
    return batch.edit(key, n=len(chosen))


def turn_region(
    draft: Draft, board: str, cells: Iterable[str], how: str, parts: Iterable[str] | None = None
) -> Edit:
    """Mirror or rotate (`how`) cells where they are, round the first of them, with all that lies in them."""
    chosen, wanted = list(dict.fromkeys(cells)), set(parts or PARTS)
    clip = copy_region(draft, board, chosen)
    batch = Batch(draft)
    _empty(batch, board, chosen, wanted)
    _put(batch, board, mirror(clip) if how == "mirror" else rotate(clip), chosen[0], wanted)
    return batch.edit(f"edited.{'mirror' if how == 'mirror' else 'rotate'}_region", n=len(chosen))


def covered(clip: Json, grid: Grid, at: str) -> dict[str, str]:
    """Return the cells that a clip lies on with its first cell at a cell, each with its terrain."""
    if not isinstance(grid, Lattice) or clip["form"] != _form(grid):
        return {}
    x, y = _spot(grid, at)
    spots = [(_cell(grid, dx + x, dy + y), word) for (dx, dy), word in zip(clip["cells"], clip["terrain"], strict=True)]
    return {cell: word or "" for cell, word in spots if cell is not None}


def _empty(batch: Batch, board: str, cells: list[str], chosen: set[str]) -> None:
    data, grid, inside = batch.draft.item("boards", board), batch.draft.grid(board), set(cells)
    kinds = batch.data["terrain"]
    bare = kinds[0]["id"] if kinds else None
    if "terrain" in chosen:
        lay(batch, board, dict.fromkeys(cells, bare), "terrain")
    if "elevation" in chosen:
        lay(batch, board, dict.fromkeys(cells), "elevation")
    for name in data["layers"] if "layers" in chosen else ():
        lay(batch, board, dict.fromkeys(cells), f"layer:{name}")
    for name in list(data["features"]) if "features" in chosen else ():
        lay(batch, board, dict.fromkeys(cells, False), f"feature:{name}")
    path = ("boards", board)
    for n in range(len(data["edges"]) - 1, -1, -1) if "edges" in chosen else ():
        sides = data["edges"][n]["sides"]
        gone = [side for side in sides if set(grid.edge_cells(side)) - {None} <= inside]
        if len(gone) == len(sides):
            batch.remove((*path, "edges"), n)
        elif gone:
            batch.words((*path, "edges", n, "sides"), out=gone)
    if "paths" in chosen:
        cut_paths(batch, board, inside)
    if "labels" in chosen:
        batch.remove((*path, "labels"), *(n for n, label in enumerate(data["labels"]) if _is_in(label["at"], inside)))


def _put(batch: Batch, board: str, clip: Json, at: str, chosen: set[str]) -> int:
    """Lay a clip into a batch; returns how many cells it covers."""
    grid = _lattice(batch.draft.grid(board))
    if clip.get("form") != _form(grid):
        raise DataFault("fault.edit.other_grid")
    ox, oy = _spot(grid, at)

    def cell(spot: Any) -> str | None:
        return _cell(grid, spot[0] + ox, spot[1] + oy)

    for part, items in clip["kinds"].items():
        if any(_PARTS[name] == part for name in chosen if name in _PARTS):
            known = {item["id"] for item in batch.data[part]}
            batch.extend((part,), (item for item in items if item["id"] not in known))
    cells = [cell(spot) for spot in clip["cells"]]
    for name in ("terrain", "elevation"):
        if name in chosen:
            pairs = zip(cells, clip[name], strict=True)
            lay(
                batch,
                board,
                {c: word for c, word in pairs if c is not None and (word is not None or name == "elevation")},
                name,
            )
    if "layers" in chosen:
        for name, words in clip["layers"].items():
            lay(batch, board, {c: w for c, w in zip(cells, words, strict=True) if c is not None}, f"layer:{name}")
    here = {c for c in cells if c is not None}
    if "features" in chosen:
        for name in {*clip["features"], *batch.at("boards", board, "features")}:
            marked = {c for spot in clip["features"].get(name, ()) if (c := cell(spot)) is not None}
            now = set(batch.at("boards", board, "features").get(name, ()))
            wanted = dict.fromkeys(sorted(marked), True) | dict.fromkeys(sorted(here & now - marked), False)
            lay(batch, board, wanted, f"feature:{name}")
    _lines(batch, board, clip, chosen, grid, cell)
    return len(here)


def _lines(batch: Batch, board: str, clip: Json, chosen: set[str], grid: Lattice, cell: Any) -> None:
    path = ("boards", board)
    if "edges" in chosen:
        for line in clip["edges"]:
            sides = [
                side
                for x, y, way in line["sides"]
                if (c := cell((x, y))) is not None
                for side in (_at_side(grid, c, way),)
            ]
            lines = batch.at(*path, "edges")
            same = (n for n, one in enumerate(lines) if one["kind"] == line["kind"] and one["name"] == line["name"])
            place = next(same, None)
            if place is not None:
                batch.words((*path, "edges", place, "sides"), into=sides)
            elif sides:
                batch.insert((*path, "edges"), {**line, "sides": list(dict.fromkeys(sides))})
    if "paths" in chosen:
        for line in clip["paths"]:
            way = [cell(spot) for spot in line["cells"]]
            for run in runs([c or "" for c in way], {c for c in way if c}):
                batch.insert((*path, "paths"), {**line, "cells": run})
    if "labels" in chosen:
        made = [{**label, "at": c} for label in clip["labels"] if (c := cell(label["at"])) is not None]
        batch.extend((*path, "labels"), ({**label, "along": None} for label in made))


# ---------------------------------------------------------------------------------------------- geometry


def _lattice(grid: Grid) -> Lattice:
    if not isinstance(grid, Lattice):
        raise DataFault("fault.edit.no_regions")
    return grid


def _form(grid: Lattice) -> str:
    return ("flat" if grid.flat else "pointy") if isinstance(grid, HexGrid) else "square"


def _spot(grid: Lattice, cell: str) -> Spot:
    try:
        column, row = grid.position(cell)
    except KeyError:
        raise DataFault("fault.edit.no_cell", cell=cell) from None
    return grid.axial(column, row) if isinstance(grid, HexGrid) else (column, row)


def _cell(grid: Lattice, x: int, y: int) -> str | None:
    return grid.at(*(grid.offset(x, y) if isinstance(grid, HexGrid) else (x, y)))


def _steps(form: str) -> dict[str, Spot]:
    return _SQUARE if form == "square" else _HEX[form]


def _side(grid: Lattice, side: str, spot: Any) -> list[Any]:
    a, b = grid.edge_cells(side)
    return [*spot(a), side.partition("/")[2] if b is None else grid.direction(a, b)]


def _at_side(grid: Lattice, cell: str, way: str) -> str:
    return grid.edge(cell, way)


def _turned(clip: Json, turn: Any) -> Json:
    steps = _steps(clip["form"])
    ways = {name: next(n for n, s in steps.items() if s == turn(*step)) for name, step in steps.items()}
    made: Json = jsonio.copy(clip)
    made["cells"] = [list(turn(*spot)) for spot in clip["cells"]]
    made["features"] = {name: [list(turn(*spot)) for spot in spots] for name, spots in clip["features"].items()}
    for line in made["edges"]:
        line["sides"] = [[*turn(x, y), ways[way]] for x, y, way in line["sides"]]
    for line in made["paths"]:
        line["cells"] = [list(turn(*spot)) for spot in line["cells"]]
    for label in made["labels"]:
        label["at"] = list(turn(*label["at"]))
    return made


def _is_in(at: Any, inside: set[str]) -> bool:
    return isinstance(at, str) and at in inside
