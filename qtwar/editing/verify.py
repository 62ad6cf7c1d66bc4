"""What every state of a draft must hold, so that it can be stored and undone: checked after each command, on what changed.

These are the rules whose breach a document could not store (ids unique, foreign keys, cells on their grid). All else
that may be wrong with a title is a *problem* (`model.validate`), which never blocks work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from qtwar.base.errors import DataFault
from qtwar.editing import uses
from qtwar.editing.draft import grid_of
from qtwar.editing.shape import adapter, refusal, type_at
from qtwar.editing.tree import Json, Path
from qtwar.model.grid import Grid
from qtwar.model.problem import near


def verify(old: Json, new: Json) -> None:
    """Raise DataFault, in one sentence, unless the state `new` that came of `old` may be stored."""
    changed = [name for name in new if old[name] is not new[name]]
    for name in changed:
        try:
            _models(old, new, name)
        except ValidationError as fault:
            raise refusal(fault, type_at((name,)), (name,)) from None
    for name in changed:
        if name in uses.LISTS:
            _unique(new[name], name)
    if "boards" in changed:
        _boards(old["boards"], new["boards"])
    known = {what: {item["id"] for item in new[what]} for what in uses.HARD}
    for name in changed:
        if name not in uses.LISTS:
            continue
        before = {id(item) for item in old[name]}
        for n, item in enumerate(new[name]):
            if id(item) not in before:
                _named(new, uses.uses_of(item, (name, n)), known)
    gone = {what: {item["id"] for item in old[what]} - known[what] for what in uses.HARD if what in changed}
    if any(gone.values()):
        for use in uses.uses(new):
            if use.ident in gone.get(use.what, ()) and uses.is_hard(use):
                raise DataFault("fault.edit.still_used", id=use.ident, place=described(new, use.path))


def described(data: Json, path: Path) -> str:
    """Return a path for people: list items by their ids."""
    words: list[str] = []
    here: Any = data
    for step in path:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            here = None
        ident = here.get("id") if isinstance(here, dict) and isinstance(step, int) else None
        words.append(str(ident) if ident else f"#{step + 1}" if isinstance(step, int) else str(step))
    return "/".join(words)


def _models(old: Json, new: Json, name: str) -> None:
    if not isinstance(new[name], list):
        adapter(type_at((name,))).validate_python(new[name])
        return
    kind = type_at((name, 0))
    before = {id(item) for item in old[name]}
    for item in new[name]:
        if id(item) not in before:
            adapter(kind).validate_python(item)


def _unique(items: Sequence[Json], where: str) -> None:
    seen: set[str] = set()
    for item in items:
        if item["id"] in seen:
            raise DataFault("fault.edit.id_twice", id=item["id"], place=where)
        seen.add(item["id"])
    for key in _LISTS_INSIDE.get(where, ()):
        for item in items:
            if len(item[key]) > 1:
                _unique(item[key], f"{item['id']}/{key}")


_LISTS_INSIDE = {"sides": ("nations",), "options": ("choices",), "scenarios": ("setup",), "boards": ("areas",)}


def _named(data: Json, found: Iterator[uses.Use], known: dict[str, set[str]]) -> None:
    for use in found:
        if use.what in known and use.ident not in known[use.what] and uses.is_hard(use):
            part = {"key": f"parts.{use.what}"}
            hint = near(use.ident, known[use.what]) or {"key": "fault.edit.make_first", "args": {"part": part}}
            place = described(data, use.path)
            raise DataFault("fault.edit.names_nothing", hint=hint, place=place, id=use.ident, part=part)


def _boards(old: Sequence[Json], new: Sequence[Json]) -> None:
    before = {board["id"]: board for board in old}
    boxes: set[str] = set()
    for board in new:
        for box in board["boxes"]:
            if box["id"] in boxes:
                raise DataFault("fault.edit.box_twice", box=box["id"])
            boxes.add(box["id"])
        was = before.get(board["id"])
        if was is not board:
            _board(board, was)


def _board(board: Json, was: Json | None) -> None:
    grid = grid_of(board["grid"])
    cells = set(grid.cells())
    new_grid = was is None or was["grid"] is not board["grid"]

    def fresh(key: str) -> bool:
        return new_grid or was is None or was[key] is not board[key]

    for legend in (board["legend"], *(layer["legend"] for layer in board["layers"].values())):
        for char in legend:
            if len(char) != 1:
                raise DataFault("fault.edit.legend_sign", sign=char, board=board["id"])
    for key in ("terrain", "elevation"):
        if fresh(key):
            _on_grid(board, cells, board[key].keys(), key)
    if fresh("layers"):
        for name, layer in board["layers"].items():
            _on_grid(board, cells, layer["cells"].keys(), f"layers/{name}")
    if fresh("features"):
        for name, marked in board["features"].items():
            _on_grid(board, cells, marked, f"features/{name}")
    for key in ("paths", "areas"):
        if fresh(key):
            for n, item in enumerate(board[key]):
                _on_grid(board, cells, item["cells"], f"{key}/#{n + 1}")
    if fresh("links"):
        for name, pairs in board["links"].items():
            _on_grid(board, cells, {cell for pair in pairs for cell in pair}, f"links/{name}")
    if fresh("edges"):
        _sides(board, grid, was["edges"] if was is not None and not new_grid else ())


def _on_grid(board: Json, cells: set[str], named: Iterable[str], where: str) -> None:
    for cell in named:
        if cell not in cells:
            raise DataFault("fault.edit.names_no_cell", cell=cell, board=board["id"], place=where)


def _sides(board: Json, grid: Grid, before: Sequence[Json]) -> None:
    known = {id(line) for line in before}
    for n, line in enumerate(board["edges"]):
        if id(line) in known:
            continue
        for side in line["sides"]:
            if not grid.has_edge(side):
                raise DataFault("fault.edit.no_side_on", side=side, board=board["id"], n=n + 1)
