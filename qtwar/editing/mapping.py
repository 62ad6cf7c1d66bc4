"""A picture as the final map of a board: taken in, fitted to the grid like one to trace, then a layer of the map's style."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of
from qtwar.editing.tree import Json

ABOVE = (
    "routes", "side_rivers", "crossings", "hedges", "walls", "heights", "grid", "ids", "labels", "names", "areas", "edges",
    "side_lines", "roads", "lines", "boxes",
)  # fmt: skip
"""Painters whose layers stay over a scan; those before the first of them drew the ground, which the scan is now."""


def make_map(draft: Draft, board: str) -> Edit:
    """Make the picture to trace of a board its map: the lowest layer of its style; grid, names and lines are drawn over it.

    Raises DataFault where there is no picture, or one that was taken in only to be traced.
    """
    found = draft.item("boards", board)
    trace: Json | None = found["attrs"].get("trace")
    if not isinstance(trace, Mapping):
        raise DataFault("fault.picture.not_there", board=board)
    if len(str(trace.get("picture"))) != 64:
        raise DataFault("fault.picture.only_traced")
    layer = {"painter": "scan", **{key: trace[key] for key in ("picture", "width", "height", "matrix")}}
    batch = Batch(draft)
    style = found["style"] or board
    data: Any = draft.data["style"]
    boards = dict(data.get("boards") or {})
    layers = [dict(one) for one in boards.get(style) or data.get("layers") or GRID]
    first = next((n for n, one in enumerate(layers) if one.get("painter") in ABOVE), len(layers))
    batch.set(("style", "boards"), {**boards, style: [layer, *(one for one in layers[first:] if one.get("painter") != "scan")]})
    if not found["style"]:
        batch.set(("boards", board, "style"), style)
    batch.unset(("boards", board, "attrs", "trace"))
    return batch.edit("edit.did.map_picture", name=name_of(draft, "boards", board))


GRID: tuple[Json, ...] = (
    {"painter": "grid", "color": "#463f2878", "width": 1.2}, {"painter": "ids", "size": 11, "color": "#463f28b0"},
)  # fmt: skip
