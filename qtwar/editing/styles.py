"""Gestures on the map style: how a terrain or another kind is drawn. A layer is JSON (docs/reference/drawing.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of
from qtwar.editing.tree import Json, Step
from qtwar.model.problem import describe

GROUND = ("fill", "sea", "land", "tint", "wild", "patches", "fields")
"""Painters of the ground: what is new of it stands behind grid, numbers and names."""


def set_terrain(
    draft: Draft, board: str, terrain: str, path: Sequence[Step] | None, layer: Json, base: Sequence[Json]
) -> Edit:
    """Draw a terrain by a layer: that at `path`, or a new one; `base` are the layers of a board that has no style yet."""
    batch = Batch(draft)
    if path is not None:
        batch.set(path, layer)
    else:
        name = draft.item("boards", board)["style"] or board
        boards = draft.data["style"].get("boards") or {}
        layers = list(boards.get(name) or base)
        behind = (n for n, one in enumerate(layers) if one.get("painter") not in GROUND)
        layers.insert(max(1, next(behind, len(layers))), layer)
        batch.set(("style", "boards"), {**boards, name: layers})
    coarse = draft.data["style"].get("coarse") or {}
    batch.set(("style", "coarse"), {**coarse, terrain: layer.get("color") or layer.get("floor")})
    return batch.edit("edit.did.look", name=name_of(draft, "terrain", terrain))


def set_layers(draft: Draft, name: Any, layers: Iterable[tuple[Sequence[Step], Json]]) -> Edit:
    """Change layers of the style; `name` is what looks otherwise then."""
    batch = Batch(draft)
    for path, layer in layers:
        batch.set(path, layer)
    return batch.edit("edit.did.look", name=name)


def drop_layer(draft: Draft, path: Sequence[Step], name: Any) -> Edit:
    """Take a layer off the style: what a scan below has already is not drawn twice."""
    batch = Batch(draft)
    batch.remove(*_place(path))
    return batch.edit("edit.did.layer_off", name=name)


def _place(path: Sequence[Step]) -> tuple[Sequence[Step], int]:
    """Return the list of a layer and its place there; raises DataFault for a path that leads to none."""
    if not path or not isinstance(path[-1], int):
        raise DataFault("fault.edit.no_list", place=describe(tuple(path)))
    return path[:-1], path[-1]


def draw_like(draft: Draft, part: str, ident: str, layers: Iterable[tuple[Sequence[Step], Json, bool]]) -> Edit:
    """Let a kind be drawn by these layers, the last first: each changed at its path, or (True) new behind that path."""
    batch = Batch(draft)
    for path, layer, new in layers:
        if new:
            layers_of, at = _place(path)
            batch.insert(layers_of, layer, at + 1)
        else:
            batch.set(path, layer)
    return batch.edit("edit.did.look", name=name_of(draft, part, ident))
