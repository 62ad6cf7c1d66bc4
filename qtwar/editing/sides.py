"""Gestures on sides, which have a colour on their counters and a box where these wait."""

from __future__ import annotations

from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of, name_of
from qtwar.editing.tree import Json, Path
from qtwar.model.content import TitleContent


def add_side(draft: Draft, name: Json, colour: str, ink: str, waiting: Json) -> Edit:
    """Add a side, with a box named `waiting` where its counters wait."""
    batch = Batch(draft)
    ident = ident_of(str(name.get("en", "")), {side["id"] for side in draft.data["sides"]}, "side")
    batch.insert(("sides",), {"id": ident, "name": name, "short": name, "attrs": {"colour": colour}})
    _paint(batch, ident, colour, ink)
    if batch.data["boards"]:
        box = {"id": f"{ident}_waiting", "name": waiting, "side": ident, "role": "setup"}
        batch.insert(("boards", 0, "boxes"), box)
    return batch.edit("edit.did.side", name=name_of(batch.draft, "sides", ident))


def set_colour(draft: Draft, side: str, colour: str, ink: str) -> Edit:
    """Give a side its colour, in the window and on its counters; `ink` is read on it."""
    batch = Batch(draft)
    batch.set(("sides", side, "attrs", "colour"), colour)
    _paint(batch, side, colour, ink)
    return batch.edit("edit.did.side_colour", name=name_of(draft, "sides", side))


def delete_side(draft: Draft, side: str) -> Edit:
    """Delete a side with its waiting box; what else names it must be gone."""
    batch = Batch(draft)
    for path in sorted(waiting_boxes(draft.content(), side), reverse=True):
        batch.remove(path[:-1], path[-1])
    batch.remove(("sides",), side)
    return batch.edit("edit.did.remove", name=name_of(draft, "sides", side))


def waiting_boxes(content: TitleContent, side: str) -> set[Path]:
    """Return the paths of the boxes where a side's counters wait."""
    return {
        ("boards", b, "boxes", n)
        for b, board in enumerate(content.boards)
        for n, box in enumerate(board.boxes)
        if box.side == side and box.id == f"{side}_waiting"
    }


def _paint(batch: Batch, side: str, colour: str, ink: str) -> None:
    palettes = batch.data["counters"].get("palettes") or {}
    if "standard" in palettes:
        standard = palettes["standard"]
        tones = {**(standard.get(side) or {}), "base": colour, "ink": ink}
        batch.set(("counters", "palettes"), {**palettes, "standard": {**standard, side: tones}})
