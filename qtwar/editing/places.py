"""Gestures on what is written on a board and beside it: labels, areas, boxes, tracks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of, words
from qtwar.editing.tree import Json
from qtwar.model.grid import Point


def add_label(
    draft: Draft, board: str, text: Json, at: str | Point, style: str = "", *, along: Sequence[str] = (),
    offset: Point | None = None,
) -> Edit:  # fmt: skip
    """Write a label at a cell or a point in u, or along cells; `offset` (u) corrects where its words stand."""
    batch = Batch(draft)
    _on_board(draft, board, at)
    item: Json = {"text": text, "at": _spot(at), "style": style, "offset": None if offset is None else list(offset)}
    batch.insert(("boards", board, "labels"), {**item, "along": list(along) or None})
    return batch.edit("edit.did.label", name=words(text))


def move_label(draft: Draft, board: str, label: int, at: str | Point, offset: Point | None = None) -> Edit:
    """Move a label; `offset` (u) corrects where its words stand."""
    batch = Batch(draft)
    _on_board(draft, board, at)
    batch.set(("boards", board, "labels", label, "at"), _spot(at))
    batch.set(("boards", board, "labels", label, "offset"), None if offset is None else _spot(offset))
    return batch.edit("edited.move_label", name=words(draft.at("boards", board, "labels", label, "text")))


def clear_label_places(draft: Draft, board: str, labels: Iterable[int] | None = None) -> Edit:
    """Let labels find their place by themselves again: takes away what was corrected by hand."""
    batch = Batch(draft)
    count = 0
    for n, label in enumerate(draft.item("boards", board)["labels"]):
        if (labels is None or n in labels) and (label["offset"] is not None or label["angle"] is not None):
            batch.set(("boards", board, "labels", n, "offset"), None)
            batch.set(("boards", board, "labels", n, "angle"), None)
            count += 1
    return batch.edit("edited.label_places", n=count)


def add_area(draft: Draft, board: str, name: Json, cells: Sequence[str], ident: str = "") -> Edit:
    """Name a set of cells."""
    batch = Batch(draft)
    new_area(batch, board, name, cells, ident)
    return batch.edit("edit.did.area", name=words(name), n=len(cells))


def new_area(batch: Batch, board: str, name: Json, cells: Sequence[str], ident: str = "") -> str:
    """Put an area into a batch and return its id."""
    taken = {area["id"] for one in batch.data["boards"] for area in one["areas"]}
    ident = ident or ident_of(name.get("en", ""), taken, "area")
    batch.insert(("boards", board, "areas"), {"id": ident, "name": name, "cells": list(dict.fromkeys(cells))})
    return ident


def add_box(draft: Draft, board: str, name: Json, rect: Sequence[float]) -> Edit:
    """Draw a box: `rect` is x, y, width, height in u."""
    batch = Batch(draft)
    taken = {box["id"] for _, box in draft.boxes()}
    ident = ident_of(name.get("en", ""), taken, "box")
    batch.insert(("boards", board, "boxes"), {"id": ident, "name": name, "on_board": _rect(rect)})
    return batch.edit("edit.did.box", name=words(name, ident))


def add_track(
    draft: Draft, board: str, name: Json, first: int, last: int, rect: Sequence[float] | None = None, *,
    per_row: int = 10, role: str = "track",
) -> Edit:  # fmt: skip
    """Lay a track of numbered boxes, in rows inside `rect` (u) or as a panel; a turn track has the role `turn`."""
    if not 0 <= last - first < 400 or per_row < 1:
        raise DataFault("fault.edit.track")
    batch = Batch(draft)
    taken = {box["id"] for _, box in draft.boxes()}
    track = ident_of(name.get("en", ""), fallback="track")
    rows = -(-(last - first + 1) // per_row)
    made = []
    for n, value in enumerate(range(first, last + 1)):
        ident = f"{track}-{value}" if value >= 0 else f"{track}-minus-{-value}"
        if ident in taken:
            raise DataFault("fault.edit.track_taken", box=ident)
        place = None
        if rect is not None:
            x, y, width, height = rect
            w, h = width / min(per_row, last - first + 1), height / rows
            place = _rect((x + n % per_row * w, y + n // per_row * h, w, h))
        made.append(
            {
                "id": ident, "name": {code: f"{text} {value}" for code, text in name.items()}, "role": role,
                "on_board": place, "attrs": {"track": track, "value": value},
            }
        )  # fmt: skip
    batch.extend(("boards", board, "boxes"), made)
    return batch.edit("edited.track", name=words(name, track), n=len(made))


def _spot(at: str | Point) -> Any:
    return at if isinstance(at, str) else [round(float(value), 1) for value in at]


def _rect(rect: Sequence[float] | None) -> list[float] | None:
    return None if rect is None else [round(float(value), 1) for value in rect]


def _on_board(draft: Draft, board: str, at: str | Point) -> None:
    if isinstance(at, str) and not draft.grid(board).contains(at):
        raise DataFault("fault.edit.no_cell_on", cell=at, board=board)
