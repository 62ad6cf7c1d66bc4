"""Gestures on a scenario: set-up zones, reinforcements, options, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import places
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of, name_of
from qtwar.editing.placements import piece_name
from qtwar.editing.tree import Json


def add_zone(draft: Draft, scenario: str, side: str, board: str, cells: Sequence[str], name: Json) -> Edit:
    """Let a side set up in cells: they become an area of that name, which a new line of the set-up asks for."""
    if not cells:
        raise DataFault("fault.edit.zone_cells")
    batch = Batch(draft)
    areas = {area["id"] for one in draft.data["boards"] for area in one["areas"]}
    area = places.new_area(batch, board, name, cells, ident_of(f"setup_{side}", areas))
    lines = {line["id"] for line in draft.item("scenarios", scenario)["setup"]}
    line = {"id": ident_of(f"{side}_zone", lines, "zone"), "side": side, "pieces": {}, "where": {"area": [area]}}
    batch.insert(("scenarios", scenario, "setup"), line)
    order = batch.at("scenarios", scenario, "setup_order")
    if order and side not in order:
        batch.insert(("scenarios", scenario, "setup_order"), side)
    return batch.edit("edit.did.zone", name=name, n=len(cells))


def add_reinforcements(draft: Draft, scenario: str, turn: int, pieces: Sequence[str]) -> Edit:
    """Let counters (kinds or pieces of the roster) of a side arrive in a turn; those of one turn share a line."""
    turns = draft.item("scenarios", scenario)["turns"]
    if turn < 1 or (turns is not None and turn > turns):
        raise DataFault("fault.edit.no_turn", turn=turn, turns=turns)
    batch = Batch(draft)
    first = pieces[0]
    kind = draft.item("pieces", first)["kind"] if draft.has("pieces", first) else first
    side = draft.item("kinds", kind)["side"]
    path = ("scenarios", scenario, "reinforcements")
    wanted = {"turn": turn, "side": side, "at": None, "where": None}
    lines = batch.at(*path)
    line = next((n for n, one in enumerate(lines) if {key: one[key] for key in wanted} == wanted), None)
    counts = dict(lines[line]["pieces"]) if line is not None else {}
    for ident in pieces:
        counts[ident] = counts.get(ident, 0) + 1
    if line is not None:
        batch.set((*path, line, "pieces"), counts)
    else:
        batch.insert(path, {"turn": turn, "pieces": counts, "side": side})
    return batch.edit("edit.did.arrive", name=piece_name(draft, first), turn=turn, n=len(pieces))


def remove_reinforcements(draft: Draft, scenario: str, gone: Mapping[int, Sequence[str]]) -> Edit:
    """Take counters off the turn track: number of the reinforcement → which of its counters."""
    batch = Batch(draft)
    path = ("scenarios", scenario, "reinforcements")
    for number in sorted(gone, reverse=True):
        left = {ident: n for ident, n in batch.at(*path, number, "pieces").items() if ident not in gone[number]}
        if left:
            batch.set((*path, number, "pieces"), left)
        else:
            batch.remove(path, number)
    return batch.edit("edit.did.arrive_off", n=sum(len(idents) for idents in gone.values()))


def set_option(draft: Draft, scenario: str, option: str, value: Any) -> Edit:
    """Say which value an option has at the start of a scenario; what is as by default needs no line."""
    batch = Batch(draft)
    path = ("scenarios", scenario, "options", option)
    if value == draft.item("options", option)["default"]:
        batch.unset(path)
    else:
        batch.set(path, value)
    return batch.edit("edit.did.change", name=name_of(draft, "options", option))


def set_victory(draft: Draft, scenario: str, victory: Json) -> Edit:
    """Set the victory conditions (a mapping that the rules, or people at the free table, read)."""
    batch = Batch(draft)
    batch.set(("scenarios", scenario, "victory"), victory)
    return batch.edit("edited.victory", name=name_of(draft, "scenarios", scenario))
