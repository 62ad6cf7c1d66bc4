"""Gestures on the ground of a board: painting, filling, raising, mixing; edges and paths."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import shapes
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of
from qtwar.editing.tree import Json

_LISTS = {"terrain": "terrain", "feature": "features"}


def paint(
    draft: Draft, board: str, cells: Iterable[str], word: Any, what: str = "terrain", key: str = "paint"
) -> Command:
    """Give cells a word: `what` is `terrain`, `elevation`, `layer:<id>` or `feature:<id>`; None (False) takes it away."""
    batch = Batch(draft)
    chosen = list(dict.fromkeys(cells))
    lay(batch, board, dict.fromkeys(chosen, word), what)
    kind, _, ident = what.partition(":")
    name = name_of(draft, "features", ident) if kind == "feature" else name_of(draft, _LISTS.get(kind, ""), word)
    return batch.command(f"edited.{'erase' if word in (None, False) else key}", name=name, n=len(chosen))


def lay(batch: Batch, board: str, words: Mapping[str, Any], what: str) -> None:
    """Put words by cell into a batch; see `paint`."""
    kind, _, ident = what.partition(":")
    if kind == "feature":
        if not batch.draft.has("features", ident):
            raise DataFault(f"There is no feature {ident!r}; make it first.")
        into = [cell for cell, word in words.items() if word]
        batch.words(("boards", board, "features", ident), out=[c for c, word in words.items() if not word], into=into)
    elif kind == "layer":
        if ident not in batch.at("boards", board, "layers"):
            batch.set(("boards", board, "layers", ident), {"legend": {}, "cells": {}})
        batch.paint(("boards", board, "layers", ident, "cells"), words)
    elif kind in ("terrain", "elevation"):
        batch.paint(("boards", board, kind), words)
    else:
        raise DataFault(f"{what!r} is nothing to paint; there is terrain, elevation, layer:<id> and feature:<id>.")


def fill(draft: Draft, board: str, cell: str, word: Any, what: str = "terrain", *, everywhere: bool = False) -> Command:
    """Give a word to a cell and all cells joined to it (or all of the board) that hold the same as it does."""
    cells = shapes.wand(draft.item("boards", board), draft.grid(board), cell, what, everywhere=everywhere)
    return paint(draft, board, cells, word, what, "fill")


def mix(draft: Draft, board: str, cells: Iterable[str], words: Mapping[str, float], seed: int) -> Command:
    """Paint terrains at random by their weights; the same seed gives the same mix."""
    chance = random.Random(seed)
    batch = Batch(draft)
    chosen = list(dict.fromkeys(cells))
    kinds, weights = list(words), list(words.values())
    if not kinds or sum(weights) <= 0:
        raise DataFault("A mix needs at least one terrain of some weight.")
    batch.paint(("boards", board, "terrain"), {cell: chance.choices(kinds, weights)[0] for cell in chosen})
    return batch.command("edited.mix", n=len(chosen))


def raise_by(draft: Draft, board: str, cells: Iterable[str], by: int) -> Command:
    """Raise the elevation of cells, or lower it; no elevation counts as 0."""
    batch = Batch(draft)
    levels = draft.item("boards", board)["elevation"]
    chosen = list(dict.fromkeys(cells))
    batch.paint(("boards", board, "elevation"), {cell: levels.get(cell, 0) + by for cell in chosen})
    return batch.command("edited.raise" if by > 0 else "edited.lower", n=len(chosen))


# ------------------------------------------------------------------------------------------------- edges


def edge_stroke(
    draft: Draft, board: str, kind: str, sides: Iterable[str], name: Json | None = None, line: int | None = None
) -> Command:
    """Draw sides of a kind: into line number `line`, else the line of that kind and name, else a new one."""
    batch = Batch(draft)
    grid = draft.grid(board)
    chosen = [_side(grid, side) for side in sides]
    lines = draft.item("boards", board)["edges"]
    if line is None:
        wanted = name or None
        line = next((n for n, one in enumerate(lines) if one["kind"] == kind and one["name"] == wanted), None)
    taken = {side for one in lines if one["kind"] == kind for side in one["sides"]}
    fresh = [side for side in dict.fromkeys(chosen) if side not in taken]
    if line is not None:
        batch.words(("boards", board, "edges", line, "sides"), into=fresh)
    elif fresh:
        batch.insert(("boards", board, "edges"), {"kind": kind, "name": name, "sides": fresh})
    return batch.command("edited.edge", name=name_of(draft, "edge_kinds", kind), n=len(fresh))


def erase_edges(draft: Draft, board: str, sides: Iterable[str], kind: str | None = None) -> Command:
    """Erase sides, of one kind or of all; a line without sides goes."""
    batch = Batch(draft)
    grid = draft.grid(board)
    gone = {_side(grid, side) for side in sides}
    for n, line in reversed(list(enumerate(draft.item("boards", board)["edges"]))):
        if kind is None or line["kind"] == kind:
            if gone.issuperset(line["sides"]):
                batch.remove(("boards", board, "edges"), n)
            else:
                batch.words(("boards", board, "edges", n, "sides"), out=gone)
    return batch.command("edited.erase_edge", n=len(gone))


def _side(grid: Any, side: str) -> str:
    """Return the one spelling of a side; raises DataFault."""
    a, bar, b = side.partition("|")
    spelled = f"{b}|{a}" if bar and b < a else side
    if not grid.has_edge(spelled):
        raise DataFault(f"{side!r} is no side of a cell; write 'a|b' for two neighbours or 'a/N' at the border.")
    return spelled


# ------------------------------------------------------------------------------------------------- paths


def add_path(
    draft: Draft, board: str, kind: str, cells: Sequence[str], name: Json | None = None, *, closed: bool = False
) -> Command:
    """Draw a path; cells that are no neighbours are joined by a line. Where it meets the end of an unnamed path of its
    kind, the two become one."""
    batch = Batch(draft)
    way = _way(draft, board, cells)
    if len(way) < 2:
        raise DataFault("A path needs two cells at least.")
    lines = draft.item("boards", board)["paths"]
    if not closed:
        for n, line in enumerate(lines):
            if line["kind"] == kind and not line["closed"] and line["name"] == (name or None):
                joined = _joined(line["cells"], way)
                if joined:
                    batch.replace(("boards", board, "paths", n, "cells"), joined)
                    return batch.command("edited.extend_path", name=name_of(draft, "path_kinds", kind), n=len(way))
    batch.insert(("boards", board, "paths"), {"kind": kind, "name": name, "cells": way, "closed": closed})
    return batch.command("edited.path", name=name_of(draft, "path_kinds", kind), n=len(way))


def set_path(draft: Draft, board: str, line: int, cells: Sequence[str]) -> Command:
    """Give a path another way; with fewer than two cells it goes."""
    batch = Batch(draft)
    kind = name_of(draft, "path_kinds", draft.at("boards", board, "paths", line)["kind"])
    way = _way(draft, board, cells)
    if len(way) < 2:
        batch.remove(("boards", board, "paths"), line)
        return batch.command("edited.erase_path", name=kind)
    batch.replace(("boards", board, "paths", line, "cells"), way)
    return batch.command("edited.move_path", name=kind)


def move_node(draft: Draft, board: str, line: int, node: int, cell: str) -> Command:
    """Move a node of a path to another cell; what lies between it and its neighbours is drawn anew."""
    cells = list(draft.at("boards", board, "paths", line, "cells"))
    draft.at("boards", board, "paths", line, "cells", node)
    return set_path(draft, board, line, [*cells[:node], cell, *cells[node + 1 :]])


def insert_node(draft: Draft, board: str, line: int, node: int, cell: str) -> Command:
    """Lead a path through another cell, before its node `node`."""
    cells = list(draft.at("boards", board, "paths", line, "cells"))
    return set_path(draft, board, line, [*cells[:node], cell, *cells[node:]])


def remove_node(draft: Draft, board: str, line: int, node: int) -> Command:
    """Take a node out of a path."""
    cells = list(draft.at("boards", board, "paths", line, "cells"))
    return set_path(draft, board, line, [*cells[:node], *cells[node + 1 :]])


def split_path(draft: Draft, board: str, line: int, node: int) -> Command:
    """Cut a path in two at a node, which both parts keep."""
    batch = Batch(draft)
    path = draft.at("boards", board, "paths", line)
    cells = path["cells"]
    if not 0 < node < len(cells) - 1:
        raise DataFault("A path is cut at a node between its ends.")
    batch.replace(("boards", board, "paths", line, "cells"), cells[: node + 1])
    batch.set(("boards", board, "paths", line, "closed"), False)
    batch.insert(("boards", board, "paths"), {**path, "cells": cells[node:], "closed": False}, line + 1)
    return batch.command("edited.split_path", name=name_of(draft, "path_kinds", path["kind"]))


def join_paths(draft: Draft, board: str, first: int, second: int) -> Command:
    """Make one path of two of a kind that share an end; it keeps the name of the first."""
    batch = Batch(draft)
    a, b = draft.at("boards", board, "paths", first), draft.at("boards", board, "paths", second)
    joined = _joined(a["cells"], b["cells"])
    if first == second or a["kind"] != b["kind"] or not joined:
        raise DataFault("Two paths are joined when they are of one kind and share an end.")
    batch.replace(("boards", board, "paths", first, "cells"), joined)
    batch.remove(("boards", board, "paths"), second)
    return batch.command("edited.join_paths", name=name_of(draft, "path_kinds", a["kind"]))


def _way(draft: Draft, board: str, cells: Sequence[str]) -> list[str]:
    grid = draft.grid(board)
    way: list[str] = []
    for cell in cells:
        if not grid.contains(cell):
            raise DataFault(f"There is no cell {cell!r} on the board {board}.")
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
