"""Gestures on a scenario: placements, set-up zones, reinforcements, pools, victory, special rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import places
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of, words
from qtwar.editing.starts import ident_of
from qtwar.editing.tree import Json


def add_scenario(draft: Draft, name: Json, base: str = "", **more: Any) -> Command:
    """Add a scenario; with `base` it begins as a copy of another, with which it shares map and order of battle."""
    batch = Batch(draft)
    ident = ident_of(str(name.get("en", "")), {one["id"] for one in draft.data["scenarios"]}, "scenario")
    start: Json = {}
    if base:
        found = draft.item("scenarios", base)
        start = {**found, "attrs": {**found["attrs"], "variant_of": base}}
    batch.insert(("scenarios",), {**start, "id": ident, "name": name, **more})
    return batch.command("edited.scenario", name=words(name, ident))


def place_pieces(draft: Draft, scenario: str, pieces: Mapping[str, int], at: str) -> Command:
    """Put pieces (kind or piece of the roster → how many) into a place of the quick set-up."""
    batch = Batch(draft)
    _lay(batch, scenario, pieces, at)
    return batch.command("edited.place", name=_pieces(draft, pieces), n=sum(pieces.values()), place={"c": at})


def move_pieces(draft: Draft, scenario: str, pieces: Mapping[str, int], start: str, end: str | None) -> Command:
    """Move pieces of the quick set-up from a place to another; None takes them off."""
    batch = Batch(draft)
    lifted = _lift(batch, scenario, pieces, start)
    if end is not None:
        _place(draft, end)
    for attrs, some in lifted if end is not None else ():
        if attrs:  # facing, steps and the rest come along
            batch.insert(("scenarios", scenario, "quick"), {"at": end, "pieces": some, "attrs": attrs})
        else:
            _lay(batch, scenario, some, str(end))
    key = "edited.move_pieces" if end is not None else "edited.take_off"
    return batch.command(key, name=_pieces(draft, pieces), n=sum(pieces.values()), place={"c": end or start})


def _lay(batch: Batch, scenario: str, pieces: Mapping[str, int], at: str) -> None:
    _place(batch.draft, at)
    path = ("scenarios", scenario, "quick")
    for n, line in enumerate(batch.at(*path)):
        if line["at"] == at and not line["attrs"]:
            counts = dict(line["pieces"])
            for ident, count in pieces.items():
                counts[ident] = counts.get(ident, 0) + count
            batch.set((*path, n, "pieces"), counts)
            return
    batch.insert(path, {"at": at, "pieces": dict(pieces)})


def _lift(batch: Batch, scenario: str, pieces: Mapping[str, int], at: str) -> list[tuple[Json, dict[str, int]]]:
    """Take pieces off a place; returns what they bore with how many of which."""
    path = ("scenarios", scenario, "quick")
    left = dict(pieces)
    lifted: list[tuple[Json, dict[str, int]]] = []
    for n in range(len(batch.at(*path)) - 1, -1, -1):
        line = batch.at(*path, n)
        if line["at"] != at:
            continue
        counts, some = dict(line["pieces"]), {}
        for ident in list(left):
            taken = min(left[ident], counts.get(ident, 0))
            if taken:
                some[ident] = taken
                left[ident] -= taken
                counts[ident] -= taken
        if some:
            lifted.insert(0, (line["attrs"], some))  # bottom first
        counts = {ident: count for ident, count in counts.items() if count}
        if counts:
            batch.set((*path, n, "pieces"), counts)
        else:
            batch.remove(path, n)
    short = [ident for ident, count in left.items() if count]
    if short:
        raise DataFault(f"There are not so many pieces {short[0]!r} at {at} in the quick set-up.")
    return lifted


def _place(draft: Draft, at: str) -> None:
    board, colon, cell = at.partition(":")
    if colon:
        if not draft.grid(board).contains(cell):
            raise DataFault(f"There is no cell {cell!r} on the board {board}.")
    elif not at.startswith("@") and all(box["id"] != at for _, box in draft.boxes()):
        raise DataFault(f"There is no box {at!r}; a cell is written as board:cell.")


def zone(
    draft: Draft, scenario: str, side: str, pieces: Mapping[str, int], where: Json | None = None, *,
    board: str = "", cells: Sequence[str] = (), each: int | None = None, max_per_cell: int | None = None,
    rule: str = "", note: Json | None = None,
) -> Command:  # fmt: skip
    """Let a side set pieces up in a zone: a condition (`where`), or cells, which become an area of their own."""
    batch = Batch(draft)
    data = draft.item("scenarios", scenario)
    ident = ident_of(f"{side}_zone", {line["id"] for line in data["setup"]}, "zone")
    if where is None:
        if not cells:
            raise DataFault("A set-up zone needs cells, or a condition such as a terrain or a distance.")
        name = draft.item("sides", side)["name"]
        area = {"en": f"Set-up of {name.get('en', side)}", "ja": f"{name.get('ja') or name.get('en', side)}の配置"}
        where = {"area": [places.new_area(batch, board, area, list(cells), ident_of(f"setup_{side}", _areas(draft)))]}
    line = {
        "id": ident, "side": side, "pieces": dict(pieces), "where": where, "each": each, "max_per_cell": max_per_cell,
        "rule": rule, "note": note,
    }  # fmt: skip
    batch.insert(("scenarios", scenario, "setup"), line)
    order = batch.at("scenarios", scenario, "setup_order")
    if order and side not in order:
        batch.insert(("scenarios", scenario, "setup_order"), side)
    return batch.command("edited.zone", name=name_of(draft, "sides", side), n=sum(pieces.values()))


def add_setup_line(
    draft: Draft, scenario: str, side: str, pieces: Mapping[str, int], where: Json, **more: Any
) -> Command:
    """Add a line of the set-up; `more`: each, max_per_cell, random, rule, note."""
    return zone(draft, scenario, side, pieces, where, **more)


def add_reinforcement(
    draft: Draft, scenario: str, turn: int, pieces: Mapping[str, int], at: str | None = None, *,
    side: str | None = None, where: Json | None = None, rule: str = "", note: Json | None = None,
) -> Command:  # fmt: skip
    """Let pieces arrive in a turn, in a place (`at`) or where a condition holds."""
    turns = draft.item("scenarios", scenario)["turns"]
    if turn < 1 or (turns is not None and turn > turns):
        raise DataFault(f"Turn {turn} is not in this scenario, which has {turns} turns.")
    if at is not None:
        _place(draft, at)
    batch = Batch(draft)
    batch.insert(
        ("scenarios", scenario, "reinforcements"),
        {"turn": turn, "pieces": dict(pieces), "at": at, "side": side, "where": where, "rule": rule, "note": note},
    )
    return batch.command("edited.reinforcement", name=_pieces(draft, pieces), n=sum(pieces.values()), turn=turn)


def move_reinforcement(draft: Draft, scenario: str, place: int, turn: int) -> Command:
    """Let a reinforcement arrive in another turn."""
    batch = Batch(draft)
    batch.set(("scenarios", scenario, "reinforcements", place, "turn"), turn)
    pieces = draft.at("scenarios", scenario, "reinforcements", place, "pieces")
    return batch.command("edited.reinforcement", name=_pieces(draft, pieces), n=sum(pieces.values()), turn=turn)


def set_pool(draft: Draft, scenario: str, side: str, place: str, pieces: Mapping[str, int], rule: str = "") -> Command:
    """Say which pieces of a side wait to be drawn, and in which box; no pieces: no pool."""
    batch = Batch(draft)
    if pieces:
        _place(draft, place)
        batch.set(("scenarios", scenario, "pools", side), {"place": place, "pieces": dict(pieces), "rule": rule})
    else:
        batch.unset(("scenarios", scenario, "pools", side))
    return batch.command("edited.pool", name=name_of(draft, "sides", side), n=sum(pieces.values()))


def set_victory(draft: Draft, scenario: str, victory: Json) -> Command:
    """Set the victory conditions (a mapping that the rules, or people at the free table, read)."""
    batch = Batch(draft)
    batch.set(("scenarios", scenario, "victory"), victory)
    return batch.command("edited.victory", name=name_of(draft, "scenarios", scenario))


def special_rule(draft: Draft, scenario: str, text: Json, rule: str = "", at: int | None = None) -> Command:
    """Add a special rule in words (Markdown), or with `at` change that one."""
    batch = Batch(draft)
    path = ("scenarios", scenario, "special")
    if at is None:
        batch.insert(path, {"text": text, "rule": rule})
    else:
        batch.set((*path, at), {"text": text, "rule": rule})
    return batch.command("edited.special_rule", name=name_of(draft, "scenarios", scenario))


def _areas(draft: Draft) -> set[str]:
    return {area["id"] for board in draft.data["boards"] for area in board["areas"]}


def _pieces(draft: Draft, pieces: Mapping[str, int]) -> Any:
    ident = next(iter(pieces), "")
    if draft.has("kinds", ident):
        return name_of(draft, "kinds", ident)
    if draft.has("pieces", ident):
        piece = draft.item("pieces", ident)
        return words(piece["name"]) if piece["name"] else name_of(draft, "kinds", piece["kind"])
    return ident
