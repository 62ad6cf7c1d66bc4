"""The closed vocabulary of edit operations: `set`, `list`, `move`, `cells`. Plain JSON, old and new value in each.

    {"op": "set",   "path": […, key], "was": …, "to": …, "before": key}
    {"op": "list",  "path": […], "was": [[place, item], …], "to": [[place, item], …]}
    {"op": "move",  "path": […], "was": place, "to": place}
    {"op": "cells", "path": […], "runs": [[was, to, [cell, …]], …]}

The inverse of an operation is the same with `was` and `to` swapped. A path steps from the whole content down by
field, key or place in a list (from 0). `set` without `was` adds a key to a mapping, without `to` takes it away;
`before` is the key that it stands before. `list` takes out the items at the places of `was` and then puts in those
of `to` at their places. `cells` paints words by cell (null: no word) into terrain, elevation or a layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import shape, tree
from qtwar.editing.tree import Json
from qtwar.model.problem import describe, near, told

Op = dict[str, Any]

_KEYS = {
    "set": ({"path"}, {"was", "to", "before"}),
    "list": ({"path", "was", "to"}, set()),
    "move": ({"path", "was", "to"}, set()),
    "cells": ({"path", "runs"}, set()),
}


def inverse(op: Op) -> Op:
    """Return the operation that takes this one back."""
    if op["op"] == "cells":
        return {**op, "runs": [[to, was, cells] for was, to, cells in reversed(op["runs"])]}
    turned = {key: value for key, value in op.items() if key not in ("was", "to")}
    if "was" in op:
        turned["to"] = op["was"]
    if "to" in op:
        turned["was"] = op["to"]
    return turned


def inverses(ops: Sequence[Op]) -> list[Op]:
    """Return the operations that take a run of operations back, last first."""
    return [inverse(op) for op in reversed(ops)]


def apply(data: Json, op: Op) -> Json:
    """Return the content after an operation, the old one untouched; raises DataFault for a lie, in one sentence."""
    path = check(op)
    return tree.edit(data, path, _CHANGES[op["op"]](op, path)) if op["op"] != "set" else _set(data, op, path)


def apply_all(data: Json, many: Iterable[Op]) -> Json:
    """Return the content after operations in order; raises DataFault, and then none has happened."""
    for op in many:
        data = apply(data, op)
    return data


def check(op: Any) -> tree.Path:
    """Return an operation's path if its form is right and what it brings fits its place; raises DataFault."""
    name = op.get("op") if isinstance(op, dict) else None
    if name not in _KEYS:
        raise DataFault(told(f"{name!r} is no edit operation", near(name, _KEYS)))
    needed, more = _KEYS[name]
    keys = set(op) - {"op"}
    if not needed <= keys or keys - needed - more or not isinstance(op["path"], (list, tuple)):
        raise DataFault(f"An operation {name!r} has {', '.join(sorted(needed | more))}; this one has {sorted(keys)}.")
    path = tuple(op["path"])
    if not all(isinstance(step, str) or type(step) is int for step in path):
        raise DataFault("A path has fields, keys and places, nothing else.")
    if not path:
        raise DataFault("The draft as a whole is no place for an operation; name a part of it.")
    if name == "set":
        if "to" in op:
            _hold(path, shape.type_at(path), op["to"])
            if path[-1] != shape.key_at(path) and not isinstance(path[-1], int):
                raise DataFault(f"{path[-1]!r} can not be a key of {describe(path[:-1])}.")
            _refuse_empty(path, op["to"])
        elif not shape.is_free(path[:-1]):
            raise DataFault(f"{describe(path)} can not be taken away; set it to null or to another value.")
    elif name == "list":
        for pairs in (op["was"], op["to"]):
            _check_places(path, pairs)
        for place, item in op["to"]:
            _hold((*path, place), shape.type_at((*path, place)), item)
    elif name == "cells":
        if path[0] != "boards" or not (
            (len(path) == 3 and path[2] in ("terrain", "elevation"))
            or (len(path) == 5 and path[2] == "layers" and path[4] == "cells")
        ):
            raise DataFault(f"{describe(path)} holds no words by cell.")
        kind = shape.type_at((*path, "any"))
        if not isinstance(op["runs"], list) or not all(_is_run(run) for run in op["runs"]):
            raise DataFault(f"The runs of an operation on {describe(path)} are lists of old word, new word, cells.")
        for _, to, _ in op["runs"]:
            if to is not None:
                _hold(path, kind, to)
    return path


def _check_places(path: tree.Path, pairs: Any) -> None:
    fits = isinstance(pairs, (list, tuple)) and all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 and type(pair[0]) is int and pair[0] >= 0 for pair in pairs
    )
    if not fits or any(a[0] >= b[0] for a, b in pairwise(pairs)):
        raise DataFault(f"The places in an operation on {describe(path)} must be whole numbers in order.")


def _is_run(run: Any) -> bool:
    return (
        isinstance(run, (list, tuple))
        and len(run) == 3
        and isinstance(run[2], list)
        and all(isinstance(cell, str) for cell in run[2])
    )


def _hold(path: tree.Path, kind: Any, value: Any) -> None:
    found = shape.normal_of(kind, value, path)
    if not tree.same(found, value):
        raise DataFault(f"{describe(path)} spells this value {found!r}.")


def _refuse_empty(path: tree.Path, value: Any) -> None:
    if len(path) > 1 and path[-2] in shape.FILLED and len(path) in (2, 4) and not value:
        raise DataFault(f"{describe(path)} would be empty; take the key away instead.")


# ---------------------------------------------------------------------------------------------- the four


def _set(data: Json, op: Op, path: tree.Path) -> Json:
    key = path[-1]

    def change(holder: Any) -> Any:
        if isinstance(key, int) or isinstance(holder, list):
            now = tree.child(holder, key, path)
            _believe(path, "was" in op and tree.same(now, op["was"]), op.get("was"))
            if "to" not in op:
                raise DataFault(f"{describe(path)} can not be taken away by `set`.")
            copy = list(holder)
            copy[int(key)] = op["to"]
            return copy
        if not isinstance(holder, dict):
            raise DataFault(f"There is no {describe(path)}: {describe(path[:-1])} has no such parts.")
        if "was" in op:
            _believe(path, key in holder and tree.same(holder[key], op["was"]), op["was"])
        else:
            _believe(path, key not in holder, None)
            before = op.get("before")
            if before is not None and (not isinstance(before, str) or before not in holder):
                raise DataFault(f"{describe(path)} can not stand before {before!r}, which is not there.")
        if "to" in op:
            return tree.with_key(holder, key, op["to"], op.get("before"))
        if tree.follower(holder, key) != op.get("before"):
            raise DataFault(f"{describe(path)} does not stand before {op.get('before')!r}.")
        return tree.without_key(holder, key)

    return dict(tree.edit(data, path[:-1], change))


def _list(op: Op, path: tree.Path) -> Any:
    def change(items: Any) -> Any:
        if not isinstance(items, list):
            raise DataFault(f"{describe(path)} is no list.")
        kept = list(items)
        for place, item in op["was"]:
            _believe((*path, place), 0 <= place < len(items) and tree.same(items[place], item), item)
        if op["was"]:
            gone = {place for place, _ in op["was"]}
            kept = [item for n, item in enumerate(items) if n not in gone]
        if op["to"]:
            total = len(kept) + len(op["to"])
            if op["to"][0][0] < 0 or op["to"][-1][0] >= total:
                raise DataFault(f"{describe(path)} will have {total} entries; {op['to'][-1][0] + 1} is no place in it.")
            placed = dict(op["to"])
            rest = iter(kept)
            kept = [placed[n] if n in placed else next(rest) for n in range(total)]
        if not kept and len(path) in (2, 4) and path[-2] in shape.FILLED:
            raise DataFault(f"{describe(path)} would be empty; take the key away instead.")
        return kept

    return change


def _move(op: Op, path: tree.Path) -> Any:
    def change(items: Any) -> Any:
        was, to = op["was"], op["to"]
        if not isinstance(items, list) or not all(type(p) is int and 0 <= p < len(items) for p in (was, to)):
            raise DataFault(f"Nothing in {describe(path)} can be moved from place {was} to {to}.")
        copy = list(items)
        copy.insert(to, copy.pop(was))
        return copy

    return change


def _cells(op: Op, path: tree.Path) -> Any:
    def change(words: Any) -> Any:
        copy = dict(words)
        for was, to, cells in op["runs"]:
            for cell in cells:
                now = copy.get(cell)
                if now is not was and (now != was or type(now) is not type(was)):
                    raise DataFault(f"{describe(path)} has {now!r} in cell {cell}, not {was!r}.")
                if to is None:
                    copy.pop(cell, None)
                else:
                    copy[cell] = to
        return copy

    return change


_CHANGES = {"list": _list, "move": _move, "cells": _cells}


def _believe(path: tree.Path, is_so: bool, was: Any) -> None:
    if not is_so:
        text = repr(was)
        shown = text if len(text) < 60 else text[:57] + "…"
        raise DataFault(f"{describe(path)} is not {shown} as the operation says; it was changed meanwhile.")
