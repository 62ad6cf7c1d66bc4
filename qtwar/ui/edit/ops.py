"""What a person does to a draft, as plain JSON: a name in words and the steps that make it; one wish is one entry.

    {"label": {"key": …, "args": {…}}, "steps": [step, …]}
    {"do": "set", "path": […, key], "to": value}        {"do": "unset", "path": […, key]}
    {"do": "insert", "path": […], "at": place, "item": item}      {"do": "remove", "path": […], "at": place}
    {"do": "move", "path": […], "from": place, "to": place}       {"do": "cells", "path": […], "to": {cell: word}}

A path steps down from the content by field, key or place in a list. What was there before is found out by the session.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qtwar.base.text import LANGUAGES
from qtwar.model.content import Content
from qtwar.ui.i18n import language

Op = dict[str, Any]
Step = dict[str, Any]
Path = Sequence[str | int]


def wish(key: str, steps: Iterable[Step], **args: Any) -> Op:
    """Return an operation with the name `edit.did.<key>`."""
    return {"label": {"key": f"edit.did.{key}", "args": args}, "steps": list(steps)}


def put(path: Path, value: Any) -> Step:
    """Set a value; it may be new."""
    return {"do": "set", "path": list(path), "to": value}


def unset(path: Path) -> Step:
    """Take a key away."""
    return {"do": "unset", "path": list(path)}


def insert(path: Path, item: Any, at: int = -1) -> Step:
    """Put an item into a list, at a place or (-1) at its end."""
    return {"do": "insert", "path": list(path), "at": at, "item": item}


def remove(path: Path, at: int) -> Step:
    """Take an item out of a list."""
    return {"do": "remove", "path": list(path), "at": at}


def shift(path: Path, start: int, end: int) -> Step:
    """Move an item of a list from a place to another."""
    return {"do": "move", "path": list(path), "from": start, "to": end}


def cells(path: Path, words: Mapping[str, Any]) -> Step:
    """Give cells their words; None takes one away."""
    return {"do": "cells", "path": list(path), "to": dict(words)}


# ------------------------------------------------------------------------------------------------ finding


def place_of(items: Sequence[Any], ident: str) -> int:
    """Return the place of the item with an id; raises KeyError."""
    for n, item in enumerate(items):
        if item.id == ident:
            return n
    raise KeyError(ident)


def board_path(content: Content, board: str, *more: str | int) -> list[str | int]:
    """Return the path of a board's part."""
    return ["boards", place_of(content.boards, board), *more]


def scenario_path(content: Content, scenario: str, *more: str | int) -> list[str | int]:
    """Return the path of a scenario's part."""
    return ["scenarios", place_of(content.scenarios, scenario), *more]


def fresh_id(taken: Iterable[str], words: str, fall_back: str = "new") -> str:
    """Return an id made of words that nothing else has."""
    stem = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")[:48] or fall_back
    known = set(taken)
    if stem not in known:
        return stem
    number = 2
    while f"{stem}_{number}" in known:
        number += 1
    return f"{stem}_{number}"


# ------------------------------------------------------------------------------------------------ the map


def paint(content: Content, board: str, words: Mapping[str, str | None], name: str, key: str = "paint") -> Op:
    """Paint terrain."""
    return wish(key, [cells(board_path(content, board, "terrain"), words)], name=name, n=len(words))


def cut_paths(content: Content, board: str, gone: Iterable[str]) -> list[Step]:
    """Return the steps that take paths out of cells; what is left of a path on either side stays."""
    path, out = board_path(content, board, "paths"), set(gone)
    lines = content.board(board).paths
    steps: list[Step] = []
    for n in range(len(lines) - 1, -1, -1):
        line = lines[n]
        if out.isdisjoint(line.cells):
            continue
        runs: list[list[str]] = [[]]
        for cell in [*line.cells, *(line.cells[:1] if line.closed else ())]:
            if cell in out:
                runs.append([])
            else:
                runs[-1].append(cell)
        left = [run for run in runs if len(run) > 1]
        steps.append(remove(path, n))
        steps += [insert(path, {**line.as_json(), "cells": run, "closed": False}, n) for run in reversed(left)]
    return steps


def paint_feature(content: Content, board: str, ident: str, wanted: Iterable[str], on: bool, name: str) -> Op:
    """Lay a feature into cells or take it out."""
    now = list(content.board(board).features.get(ident, ()))
    chosen = list(wanted)
    gone = set(chosen)
    after = [c for c in now if c not in gone] + (chosen if on else [])
    path = board_path(content, board, "features", ident)
    step = put(path, after) if after else unset(path)
    return wish("feature" if on else "feature_off", [step] if after or now else [], name=name, n=len(chosen))


def raise_ground(content: Content, board: str, levels: Mapping[str, int | None]) -> Op:
    """Set elevations."""
    return wish("elevation", [cells(board_path(content, board, "elevation"), levels)], n=len(levels))


def draw_sides(content: Content, board: str, kind: str, sides: Iterable[str], on: bool, name: str) -> Op:
    """Draw cell sides of a kind, or erase them; unnamed sides of a kind share one line."""
    lines = content.board(board).edges
    path = board_path(content, board, "edges")
    wanted = list(dict.fromkeys(sides))
    steps: list[Step] = []
    if on:
        at = next((n for n, line in enumerate(lines) if line.kind == kind and line.name is None and not line.attrs), -1)
        known = {side for line in lines if line.kind == kind for side in line.sides}
        new = [side for side in wanted if side not in known]
        if at < 0 and new:
            steps.append(insert(path, {"kind": kind, "sides": new}))
        elif new:
            steps.append(put([*path, at, "sides"], [*lines[at].sides, *new]))
        return wish("edge", steps, name=name, n=len(new))
    gone = set(wanted)
    count = 0
    for n in range(len(lines) - 1, -1, -1):
        line = lines[n]
        if kind and line.kind != kind:
            continue
        left = [side for side in line.sides if side not in gone]
        count += len(line.sides) - len(left)
        if len(left) != len(line.sides):
            steps.append(put([*path, n, "sides"], left) if left else remove(path, n))
    return wish("edge_off", steps, n=count)


def add_path(content: Content, board: str, kind: str, way: Sequence[str], closed: bool, name: str) -> Op:
    """Draw a path; where it begins or ends at the end of one of its kind, the two become one."""
    lines = content.board(board).paths
    path = board_path(content, board, "paths")
    way = list(way)
    if not closed:
        for n, line in enumerate(lines):
            if line.kind != kind or line.closed or line.name is not None:
                continue
            own = list(line.cells)
            for joined in _joined(own, way):
                return wish("path_longer", [put([*path, n, "cells"], joined)], name=name, n=len(way))
    item: dict[str, Any] = {"kind": kind, "cells": way}
    if closed:
        item["closed"] = True
    return wish("path", [insert(path, item)], name=name, n=len(way))


def _joined(own: list[str], way: list[str]) -> list[list[str]]:
    if own[-1] == way[0]:
        return [own + way[1:]]
    if own[-1] == way[-1]:
        return [own + way[-2::-1]]
    if own[0] == way[-1]:
        return [way + own[1:]]
    if own[0] == way[0]:
        return [way[:0:-1] + own]
    return []


def change_path(content: Content, board: str, number: int, way: Sequence[str]) -> Op:
    """Give a path another way; fewer than two cells take it away."""
    path = board_path(content, board, "paths")
    step = put([*path, number, "cells"], list(way)) if len(way) > 1 else remove(path, number)
    return wish("path_change" if len(way) > 1 else "path_off", [step])


def add_label(content: Content, board: str, words: str, at: str | tuple[float, float], style: str) -> Op:
    """Write a label; until it is translated its words are those of every language."""
    item = {"text": dict.fromkeys(LANGUAGES, words), "at": at if isinstance(at, str) else list(at), "style": style}
    return wish("label", [insert(board_path(content, board, "labels"), item)], name=words)


def change_list(content: Content, board: str, part: str, number: int, key: str, value: Any, name: str) -> Op:
    """Change a field of a label, area, box, edge line or path."""
    return wish("change", [put(board_path(content, board, part, number, key), value)], name=name)


def remove_from(content: Content, board: str, part: str, number: int, name: str) -> Op:
    """Take a label, area, box, edge line or path off a board."""
    return wish("remove", [remove(board_path(content, board, part), number)], name=name)


def add_area(
    content: Content, board: str, ident: str, name: str, wanted: Iterable[str], names: Mapping[str, str]
) -> Op:
    """Name a set of cells."""
    item = {"id": ident, "name": dict(names), "cells": sorted(wanted)}
    return wish("area", [insert(board_path(content, board, "areas"), item)], name=name)


def add_zone(
    content: Content,
    board: str,
    scenario: str,
    side: str,
    wanted: Sequence[str],
    pieces: Mapping[str, int],
    name: str,
    names: Mapping[str, str],
) -> Op:
    """Let a side set up in cells: an area and a set-up line that asks for it, in one."""
    place = next(s for s in content.scenarios if s.id == scenario)
    taken = [area.id for b in content.boards for area in b.areas]
    ident = fresh_id(taken, f"setup_{side}")
    area = {"id": ident, "name": dict(names), "cells": list(wanted)}
    line = {
        "id": fresh_id([line.id for line in place.setup], f"{side}_zone"),
        "side": side,
        "pieces": dict(pieces),
        "where": {"area": [ident]},
    }
    steps = [
        insert(board_path(content, board, "areas"), area),
        insert(scenario_path(content, scenario, "setup"), line),
    ]
    return wish("zone", steps, name=name, n=len(wanted))


def add_box(content: Content, board: str, name: str, rect: Sequence[float], names: Mapping[str, str]) -> Op:
    """Draw an off-map box on the board."""
    taken = [box.id for b in content.boards for box in b.boxes]
    item = {"id": fresh_id(taken, name, "box"), "name": dict(names), "on_board": [round(v, 1) for v in rect]}
    return wish("box", [insert(board_path(content, board, "boxes"), item)], name=name)


# -------------------------------------------------------------------------------------------- placements


def called(content: Content, place: str) -> str:
    """Return a place as the history calls it: a cell, with its board where there are several, or the name of a box."""
    box = content.boxes.get(place)
    if box is not None:
        return box.name.get(language())
    board, _, cell = place.rpartition(":")
    names = [b.name.get(language()) for b in content.boards if b.id == board]
    return cell if len(content.boards) < 2 or not names else f"{cell} ({names[0]})"


def place_pieces(content: Content, scenario: str, what: Mapping[str, int], at: str, name: str) -> Op:
    """Put counters down in a place of a scenario's quick set-up."""
    found = content.scenario(scenario)
    path = scenario_path(content, scenario, "quick")
    for n, line in enumerate(found.quick):
        if line.at == at and not line.attrs:
            pieces = dict(line.pieces)
            for ident, count in what.items():
                pieces[ident] = pieces.get(ident, 0) + count
            return wish("place", [put([*path, n, "pieces"], pieces)], name=name, place=called(content, at))
    return wish("place", [insert(path, {"at": at, "pieces": dict(what)})], name=name, place=called(content, at))


def move_pieces(content: Content, scenario: str, lines: Mapping[int, Mapping[str, int]], at: str, name: str) -> Op:
    """Move counters (placement number → what → how many) to another place; an empty place takes them off the map."""
    quick = content.scenario(scenario).quick
    path = scenario_path(content, scenario, "quick")
    plain = next((n for n, line in enumerate(quick) if at and line.at == at and not line.attrs and n not in lines), -1)
    joined = dict(quick[plain].pieces) if plain >= 0 else {}
    steps: list[Step] = []
    new: list[dict[str, Any]] = []
    gone: list[int] = []
    for number, what in sorted(lines.items()):
        line = quick[number]
        left = {ident: count - what.get(ident, 0) for ident, count in line.pieces.items() if count > what.get(ident, 0)}
        joins = plain >= 0 and not line.attrs
        if left:
            steps.append(put([*path, number, "pieces"], left))
        if joins:
            for ident, count in what.items():
                joined[ident] = joined.get(ident, 0) + count
        elif at:  # on top of what lies there; facing, steps and the rest come along
            new.append({"at": at, "pieces": dict(what), "attrs": dict(line.attrs)})
        if not left:
            gone.append(number)
    if plain >= 0 and joined != quick[plain].pieces:
        steps.append(put([*path, plain, "pieces"], joined))
    steps += [insert(path, line) for line in new]
    steps += [remove(path, number) for number in sorted(gone, reverse=True)]
    return wish("place_move" if at else "place_off", steps, name=name, place=called(content, at))


def call(name: str, *args: Any, **more: Any) -> Op:
    """Return a gesture that the editing library knows by name; it is worked out where the draft is."""
    return {"call": name, "with": list(args), "args": more}
