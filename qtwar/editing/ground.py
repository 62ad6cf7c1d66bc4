"""Gestures on the ground of a board: terrain, features, elevation; edges and paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of


def paint(
    draft: Draft, board: str, words: Mapping[str, str | None], *, erase: bool = False, keep_paths: bool = True
) -> Edit:
    """Give cells their terrain (None: none); `erase` only names the edit. Paths go through, or end before these cells."""
    batch = Batch(draft)
    batch.paint(("boards", board, "terrain"), words)
    if not keep_paths:
        cut_paths(batch, board, set(words))
    kinds = set(words.values())
    if erase or kinds == {None}:
        return batch.edit("edit.did.erase", n=len(words))
    if len(kinds) > 1:
        return batch.edit("edited.mix", n=len(words))
    return batch.edit("edit.did.paint", name=name_of(draft, "terrain", next(iter(kinds), None)), n=len(words))


def lay_feature(draft: Draft, board: str, feature: str, cells: Iterable[str], on: bool) -> Edit:
    """Lay a feature into cells, or take it out."""
    batch = Batch(draft)
    chosen = list(dict.fromkeys(cells))
    lay(batch, board, dict.fromkeys(chosen, on), f"feature:{feature}")
    return batch.edit(f"edit.did.feature{'' if on else '_off'}", name=name_of(draft, "features", feature), n=len(chosen))


def set_elevation(draft: Draft, board: str, levels: Mapping[str, int | None]) -> Edit:
    """Give cells their elevation (None: none)."""
    batch = Batch(draft)
    batch.paint(("boards", board, "elevation"), levels)
    return batch.edit("edit.did.elevation", n=len(levels))


def lay(batch: Batch, board: str, words: Mapping[str, Any], what: str) -> None:
    """Put words by cell into a batch: `what` is `terrain`, `elevation`, `layer:<id>`, or `feature:<id>` (on or off)."""
    kind, _, ident = what.partition(":")
    if kind == "feature":
        if not batch.draft.has("features", ident):
            raise DataFault("fault.edit.no_feature", feature=ident)
        into = [cell for cell, word in words.items() if word]
        batch.words(("boards", board, "features", ident), out=[c for c, word in words.items() if not word], into=into)
    elif kind == "layer":
        if ident not in batch.at("boards", board, "layers"):
            batch.set(("boards", board, "layers", ident), {"legend": {}, "cells": {}})
        batch.paint(("boards", board, "layers", ident, "cells"), words)
    else:
        batch.paint(("boards", board, kind), words)


# ------------------------------------------------------------------------------------------------- edges


def draw_sides(draft: Draft, board: str, kind: str, sides: Iterable[str]) -> Edit:
    """Draw sides of a kind, into the line of that kind that has no name."""
    batch = Batch(draft)
    chosen = _sides(draft, board, sides)
    lines = draft.item("boards", board)["edges"]
    taken = {side for one in lines if one["kind"] == kind for side in one["sides"]}
    fresh = [side for side in dict.fromkeys(chosen) if side not in taken]
    plain = (n for n, one in enumerate(lines) if one["kind"] == kind and not one["name"] and not one["attrs"])
    line = next(plain, None)
    if line is not None:
        batch.words(("boards", board, "edges", line, "sides"), into=fresh)
    elif fresh:
        batch.insert(("boards", board, "edges"), {"kind": kind, "sides": fresh})
    return batch.edit("edit.did.edge", name=name_of(draft, "edge_kinds", kind), n=len(fresh))


def erase_sides(draft: Draft, board: str, sides: Iterable[str], kind: str = "") -> Edit:
    """Erase what is drawn along sides (`kind`: only what is of it); a line without sides goes."""
    batch = Batch(draft)
    gone = set(_sides(draft, board, sides))
    for n, line in reversed(list(enumerate(draft.item("boards", board)["edges"]))):
        if kind and line["kind"] != kind:
            continue
        if gone.issuperset(line["sides"]):
            batch.remove(("boards", board, "edges"), n)
        else:
            batch.words(("boards", board, "edges", n, "sides"), out=gone)
    return batch.edit("edit.did.edge_off", n=len(gone))


def _sides(draft: Draft, board: str, sides: Iterable[str]) -> list[str]:
    """Return sides in their one spelling; raises DataFault."""
    grid, found = draft.grid(board), []
    for side in sides:
        a, bar, b = side.partition("|")
        found.append(f"{b}|{a}" if bar and b < a else side)
        if not grid.has_edge(found[-1]):
            raise DataFault("fault.edit.no_side", side=side)
    return found


# ------------------------------------------------------------------------------------------------- paths


def add_path(draft: Draft, board: str, kind: str, cells: Sequence[str], *, closed: bool = False) -> Edit:
    """Draw a path; cells that are no neighbours are joined by a line. Where it meets the end of an unnamed path of its
    kind, the two become one."""
    batch = Batch(draft)
    way = _way(draft, board, cells)
    if len(way) < 2:
        raise DataFault("fault.edit.path_short")
    name = name_of(draft, "path_kinds", kind)
    for n, line in enumerate(draft.item("boards", board)["paths"]) if not closed else ():
        if line["kind"] == kind and not line["closed"] and not line["name"] and (joined := _joined(line["cells"], way)):
            batch.replace(("boards", board, "paths", n, "cells"), joined)
            return batch.edit("edit.did.path_longer", name=name, n=len(way))
    batch.insert(("boards", board, "paths"), {"kind": kind, "cells": way, "closed": closed})
    return batch.edit("edit.did.path", name=name, n=len(way))


def set_path(draft: Draft, board: str, line: int, cells: Sequence[str]) -> Edit:
    """Give a path another way, drawn anew between cells that are no neighbours; with fewer than two cells it goes."""
    batch = Batch(draft)
    way = _way(draft, board, cells)
    if len(way) < 2:
        batch.remove(("boards", board, "paths"), line)
        return batch.edit("edit.did.path_off")
    batch.replace(("boards", board, "paths", line, "cells"), way)
    return batch.edit("edit.did.path_change")


def cut_paths(batch: Batch, board: str, gone: set[str]) -> None:
    """Take paths out of cells; what is left of a path on either side, two cells at least, stays."""
    lines = batch.at("boards", board, "paths")
    for n in range(len(lines) - 1, -1, -1):
        line = lines[n]
        if gone.isdisjoint(line["cells"]):
            continue
        ring = [*line["cells"], *(line["cells"][:1] if line["closed"] else ())]
        batch.remove(("boards", board, "paths"), n)
        for run in reversed(runs(ring, set(ring) - gone)):
            batch.insert(("boards", board, "paths"), {**line, "cells": run, "closed": False}, n)


def runs(cells: Iterable[str], inside: set[str]) -> list[list[str]]:
    """Return the stretches of a path, two cells at least, that lie inside."""
    found: list[list[str]] = [[]]
    for cell in cells:
        if cell in inside:
            found[-1].append(cell)
        elif found[-1]:
            found.append([])
    return [run for run in found if len(run) > 1]


def _way(draft: Draft, board: str, cells: Sequence[str]) -> list[str]:
    grid = draft.grid(board)
    way: list[str] = []
    for cell in cells:
        if not grid.contains(cell):
            raise DataFault("fault.edit.no_cell_on", cell=cell, board=board)
        if not way:
            way.append(cell)
        elif cell != way[-1]:
            far = grid.kind != "areas" and not grid.are_adjacent(way[-1], cell)
            way += grid.line(way[-1], cell)[1:] if far else (cell,)
    return way


def _joined(own: Sequence[str], way: Sequence[str]) -> list[str]:
    if own[-1] == way[0]:
        return [*own, *way[1:]]
    if own[-1] == way[-1]:
        return [*own, *way[-2::-1]]
    if own[0] == way[-1]:
        return [*way, *own[1:]]
    if own[0] == way[0]:
        return [*way[:0:-1], *own]
    return []
