"""Contents that a draft begins with: a new grid, or a copy of a title."""

from __future__ import annotations

import re
from typing import Any

from qtwar.base import jsonio
from qtwar.editing import presets
from qtwar.editing.draft import empty_content
from qtwar.editing.names import ident_of
from qtwar.editing.tree import Json
from qtwar.model.content import TitleContent
from qtwar.model.grid import make_grid
from qtwar.model.grid.lattice import Lattice


def new_grid(
    name: str,
    *,
    kind: str = "hex",
    columns: int = 16,
    rows: int = 14,
    orientation: str = "flat",
    numbering: str = "CCRR",
    preset: str = "tactical",
    offset: str = "odd",
    diagonals: bool = True,
    cell_mm: float | None = None,
) -> TitleContent:
    """Return a draft of one board, ready to paint, with two sides, templates for counters and one scenario.

    Raises DataFault where the grid can not be: too many cells, or a numbering that gives two cells one id.
    """
    spec: Json = {"kind": kind}
    if kind == "areas":
        spec.update(_areas(columns, rows))
    else:
        spec.update(columns=columns, rows=rows, numbering=_pattern(numbering, columns, rows))
        if kind == "hex":
            spec.update(orientation=orientation, offset=offset)
        else:
            spec["diagonals"] = diagonals
    if cell_mm is not None:
        spec["cell_mm"] = cell_mm
    grid = make_grid(spec)
    terrain = jsonio.copy(presets.TERRAIN.get(preset, presets.TERRAIN["tactical"]))
    board = {
        "id": "map", "name": {"en": "Map", "ja": "マップ"}, "grid": spec, "style": "map",
        "terrain": dict.fromkeys(grid.cells(), "clear"),
        "legend": {".": "clear"} if isinstance(grid, Lattice) else {},
        "boxes": [waiting_box(side) for side in presets.SIDES],
    }  # fmt: skip
    layers = presets.LAYERS.get(preset, presets.LAYERS["tactical"])
    if kind not in ("hex", "square"):  # these painters follow columns and rows
        sided = ("side_rivers", "routes", "crossings", "relief", "hedges", "walls", "heights", "buildings")
        layers = [layer for layer in layers if layer["painter"] not in sided]
    scenario = {
        "id": "scenario_1", "name": _both(name), "turns": 7, "first_side": "blue", "setup_order": [],
        "vars": {"turn": 1},
    }  # fmt: skip
    return empty_content(
        {
            "title": {"id": ident_of(name), "name": _both(name)},
            "sides": presets.SIDES,
            "terrain": terrain,
            "features": presets.FEATURES,
            "edge_kinds": presets.EDGES,
            "path_kinds": presets.PATHS,
            "boards": [board],
            "counters": presets.COUNTERS,
            "style": {"boards": {"map": layers}, "names_clear": True},
            "scenarios": [scenario],
        }
    )


def waiting_box(side: Json) -> Json:
    """Return the box where a side's counters wait for their set-up or their turn."""
    en = side["name"].get("en") or side["id"]
    name = {"en": f"{en}: waiting", "ja": f"{side['name'].get('ja') or en}：待機"}
    return {"id": f"{side['id']}_waiting", "name": name, "side": side["id"], "role": "setup"}


def copy_of(content: TitleContent, ident: str, name: str) -> TitleContent:
    """Return a copy of a title under another id and name."""
    data = content.model_dump(mode="json", by_alias=True)
    data["title"] = {**data["title"], "id": ident_of(ident), "name": _named(data["title"]["name"], name)}
    return empty_content(data)


def _both(name: str) -> Json:
    return {"en": name, "ja": name}


def _named(old: Json, name: str) -> Json:
    return _both(name) if name not in old.values() else old


def _pattern(pattern: str, columns: int, rows: int) -> Json:
    """Return a numbering whose runs of C and R are wide enough for the board."""

    def widened(match: re.Match[str]) -> str:
        most = columns if match[0][0] == "C" else rows
        return match[0][0] * max(len(match[0]), len(str(most)))

    if "C" in pattern and "R" in pattern and not re.search("C[^CR]+R|R[^CR]+C", pattern):
        pattern = re.sub("C+|R+", widened, pattern)
    return {"pattern": pattern}


def _areas(columns: int, rows: int) -> Json:
    """Return a raster of areas, which begins as squares of 200 u."""
    cells: dict[str, Any] = {}
    for r in range(rows):
        for c in range(columns):
            x, y = c * 200.0, r * 200.0
            cells[f"a{r * columns + c + 1}"] = [[x, y], [x + 200, y], [x + 200, y + 200], [x, y + 200]]
    return {"cells": cells}
