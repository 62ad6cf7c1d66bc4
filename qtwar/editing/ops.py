"""The closed vocabulary of edit operations: frozen data with old and new value in each, so that the inverse is a swap.

In a document's history an operation is plain JSON:

    {"op": "set",   "path": […, key], "was": …, "to": …, "before": key}
    {"op": "list",  "path": […], "was": [[place, item], …], "to": [[place, item], …]}
    {"op": "move",  "path": […], "was": place, "to": place}
    {"op": "cells", "path": […], "runs": [[was, to, [cell, …]], …]}

A path steps from the whole content down by field, key or place in a list (from 0).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Any, Final

from qtwar.base.errors import DataFault
from qtwar.editing import shape, tree
from qtwar.editing.tree import Json, Path
from qtwar.model.problem import describe, near


class Absent(Enum):
    """What stands for an entry of a mapping that is not there; null is a value like any other."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
Pair = tuple[int, Any]
"""Place in a list, and the item there."""


@dataclass(frozen=True, slots=True)
class Op:
    """One operation on what stands at a path."""

    path: Path

    @abstractmethod
    def inverse(self) -> Op:
        """Return the operation that takes this one back."""

    @abstractmethod
    def apply(self, data: Json) -> Json:
        """Return the content after the operation, the old one untouched; raises DataFault for a lie, in one sentence."""

    @abstractmethod
    def as_json(self) -> Json:
        """Return the operation as a document's history keeps it."""

    def _refuse(self) -> None:
        """Raise DataFault where the path can be no place for an operation."""
        if not all(isinstance(step, str) or type(step) is int for step in self.path):
            raise DataFault("fault.edit.path_steps")
        if not self.path:
            raise DataFault("fault.edit.whole_draft")


@dataclass(frozen=True, slots=True)
class SetValue(Op):
    """Sets a value; without `was` it adds a key to a mapping (before the key `before`), without `to` takes it away."""

    was: Any = ABSENT
    to: Any = ABSENT
    before: str | None = None

    def inverse(self) -> SetValue:
        """Swap old and new."""
        return replace(self, was=self.to, to=self.was)

    def apply(self, data: Json) -> Json:
        """Set the value, or add or take away the key."""
        self._refuse()
        path, key = self.path, self.path[-1]
        if self.to is not ABSENT:
            _hold(path, shape.type_at(path), self.to)
            if key != shape.key_at(path) and not isinstance(key, int):
                raise DataFault("fault.edit.no_key", key=str(path[-1]), place=describe(path[:-1]))
            _refuse_empty(path, self.to)
        elif not shape.is_free(path[:-1]):
            raise DataFault("fault.edit.not_removable", place=describe(path))
        return dict(tree.edit(data, path[:-1], self._item if isinstance(key, int) else self._entry))

    def _item(self, holder: Any) -> Any:
        now = tree.child(holder, self.path[-1], self.path)
        _believe(self.path, self.was is not ABSENT and tree.same(now, self.was), self.was)
        if self.to is ABSENT:
            raise DataFault("fault.edit.not_by_set", place=describe(self.path))
        copy = list(holder)
        copy[int(self.path[-1])] = self.to
        return copy

    def _entry(self, holder: Any) -> Any:
        path, key, before = self.path, str(self.path[-1]), self.before
        if isinstance(holder, list):
            return self._item(holder)
        if not isinstance(holder, dict):
            raise DataFault("fault.edit.no_parts", place=describe(path), parent=describe(path[:-1]))
        if self.was is ABSENT:
            _believe(path, key not in holder, None)
            if before is not None and (not isinstance(before, str) or before not in holder):
                raise DataFault("fault.edit.before_nothing", place=describe(path), before=str(before))
        else:
            _believe(path, key in holder and tree.same(holder[key], self.was), self.was)
        if self.to is not ABSENT:
            return tree.with_key(holder, key, self.to, before)
        if tree.follower(holder, key) != before:
            raise DataFault("fault.edit.not_before", place=describe(path), before=str(before))
        return tree.without_key(holder, key)

    def as_json(self) -> Json:
        """Return it with the keys it has."""
        found: Json = {"op": "set", "path": list(self.path)}
        if self.was is not ABSENT:
            found["was"] = self.was
        if self.to is not ABSENT:
            found["to"] = self.to
        if self.before is not None:
            found["before"] = self.before
        return found


@dataclass(frozen=True, slots=True)
class SpliceList(Op):
    """Takes the items at the places of `was` out of a list, then puts those of `to` in at their places."""

    was: tuple[Pair, ...]
    to: tuple[Pair, ...]

    def inverse(self) -> SpliceList:
        """Swap what goes and what comes."""
        return SpliceList(self.path, self.to, self.was)

    def apply(self, data: Json) -> Json:
        """Take out, put in."""
        self._refuse()
        for pairs in (self.was, self.to):
            if any(a[0] >= b[0] for a, b in pairwise(pairs)):
                raise DataFault("fault.edit.places", place=describe(self.path))
        for place, item in self.to:
            _hold((*self.path, place), shape.type_at((*self.path, place)), item)
        return dict(tree.edit(data, self.path, self._spliced))

    def _spliced(self, items: Any) -> Any:
        path = self.path
        if not isinstance(items, list):
            raise DataFault("fault.edit.no_list", place=describe(path))
        left = list(items)
        for place, item in self.was:
            _believe((*path, place), 0 <= place < len(items) and tree.same(items[place], item), item)
        if self.was:
            gone = {place for place, _ in self.was}
            left = [item for n, item in enumerate(items) if n not in gone]
        if self.to:
            total = len(left) + len(self.to)
            if self.to[-1][0] >= total:
                raise DataFault("fault.edit.no_place", place=describe(path), total=total, index=self.to[-1][0] + 1)
            placed = dict(self.to)
            rest = iter(left)
            left = [placed[n] if n in placed else next(rest) for n in range(total)]
        if not left and _is_filled(path):
            raise DataFault("fault.edit.would_be_empty", place=describe(path))
        return left

    def as_json(self) -> Json:
        """Return it with its pairs as lists."""
        return {
            "op": "list",
            "path": list(self.path),
            "was": [list(p) for p in self.was],
            "to": [list(p) for p in self.to],
        }


@dataclass(frozen=True, slots=True)
class MoveItem(Op):
    """Moves an item of a list from the place `was` to the place `to`."""

    was: int
    to: int

    def inverse(self) -> MoveItem:
        """Move it back."""
        return MoveItem(self.path, self.to, self.was)

    def apply(self, data: Json) -> Json:
        """Move the item."""
        self._refuse()
        return dict(tree.edit(data, self.path, self._moved))

    def _moved(self, items: Any) -> Any:
        places = (self.was, self.to)
        if not isinstance(items, list) or not all(type(p) is int and 0 <= p < len(items) for p in places):
            raise DataFault("fault.edit.not_movable", place=describe(self.path), old=self.was, new=self.to)
        copy = list(items)
        copy.insert(self.to, copy.pop(self.was))
        return copy

    def as_json(self) -> Json:
        """Return it."""
        return {"op": "move", "path": list(self.path), "was": self.was, "to": self.to}


@dataclass(frozen=True, slots=True)
class PaintCells(Op):
    """Paints words by cell into terrain, elevation or a layer; `runs` are (old word, new word, cells), None: no word."""

    runs: tuple[tuple[Any, Any, Sequence[str]], ...]

    def inverse(self) -> PaintCells:
        """Paint the old words, last first."""
        return PaintCells(self.path, tuple((to, was, cells) for was, to, cells in reversed(self.runs)))

    def apply(self, data: Json) -> Json:
        """Paint."""
        self._refuse()
        path = self.path
        if path[0] != "boards" or not (
            (len(path) == 3 and path[2] in ("terrain", "elevation"))
            or (len(path) == 5 and path[2] == "layers" and path[4] == "cells")
        ):
            raise DataFault("fault.edit.no_words", place=describe(path))
        kind = shape.type_at((*path, "any"))
        for _, to, _ in self.runs:
            if to is not None:
                _hold(path, kind, to)
        return dict(tree.edit(data, path, self._painted))

    def _painted(self, words: Any) -> Any:
        copy = dict(words)
        for was, to, cells in self.runs:
            for cell in cells:
                now = copy.get(cell)
                if now is not was and (now != was or type(now) is not type(was)):
                    raise DataFault(
                        "fault.edit.cell_changed", place=describe(self.path), now=repr(now), cell=cell, was=repr(was)
                    )
                if to is None:
                    copy.pop(cell, None)
                else:
                    copy[cell] = to
        return copy

    def as_json(self) -> Json:
        """Return it with its runs as lists."""
        return {
            "op": "cells",
            "path": list(self.path),
            "runs": [[was, to, list(cells)] for was, to, cells in self.runs],
        }


def inverses(many: Sequence[Op]) -> list[Op]:
    """Return the operations that take a run of operations back, last first."""
    return [op.inverse() for op in reversed(many)]


def apply_all(data: Json, many: Iterable[Op]) -> Json:
    """Return the content after operations in order; raises DataFault, and then none has happened."""
    for op in many:
        data = op.apply(data)
    return data


# ----------------------------------------------------------------------------------------------- from JSON


def from_json(found: Any) -> Op:
    """Return the operation that plain JSON says; raises DataFault where it says none."""
    name = found.get("op") if isinstance(found, dict) else None
    if not isinstance(name, str) or name not in _READ:
        raise DataFault("fault.edit.no_operation", operation=str(name), hint=near(name, _READ))
    needed, more, read = _READ[name]
    keys = set(found) - {"op"}
    if not needed <= keys or keys - needed - more or not isinstance(found["path"], (list, tuple)):
        raise DataFault(
            "fault.edit.operation_keys", operation=str(name), needed=sorted(needed | more), given=sorted(map(str, keys))
        )
    return read(tuple(found["path"]), found)


def _set_of(path: Path, found: Json) -> SetValue:
    return SetValue(path, found.get("was", ABSENT), found.get("to", ABSENT), found.get("before"))


def _splice_of(path: Path, found: Json) -> SpliceList:
    for pairs in (found["was"], found["to"]):
        if not isinstance(pairs, (list, tuple)) or not all(
            isinstance(pair, (list, tuple)) and len(pair) == 2 and type(pair[0]) is int and pair[0] >= 0
            for pair in pairs
        ):
            raise DataFault("fault.edit.places", place=describe(path))
    return SpliceList(path, tuple((n, item) for n, item in found["was"]), tuple((n, item) for n, item in found["to"]))


def _move_of(path: Path, found: Json) -> MoveItem:
    return MoveItem(path, found["was"], found["to"])


def _cells_of(path: Path, found: Json) -> PaintCells:
    runs = found["runs"]
    if not isinstance(runs, list) or not all(
        isinstance(run, (list, tuple))
        and len(run) == 3
        and isinstance(run[2], list)
        and all(isinstance(cell, str) for cell in run[2])
        for run in runs
    ):
        raise DataFault("fault.edit.runs", place=describe(path))
    return PaintCells(path, tuple((was, to, tuple(cells)) for was, to, cells in runs))


_READ: dict[str, tuple[set[str], set[str], Callable[[Path, Json], Op]]] = {
    "set": ({"path"}, {"was", "to", "before"}, _set_of),
    "list": ({"path", "was", "to"}, set(), _splice_of),
    "move": ({"path", "was", "to"}, set(), _move_of),
    "cells": ({"path", "runs"}, set(), _cells_of),
}


# ------------------------------------------------------------------------------------------------- checks


def _hold(path: Path, kind: Any, value: Any) -> None:
    found = shape.normal_of(kind, value, path)
    if not tree.same(found, value):
        raise DataFault("fault.edit.spelling", place=describe(path), value=repr(found))


def _is_filled(path: Path) -> bool:
    """Return whether a path leads to an entry of a mapping that has no empty ones."""
    return len(path) in (2, 4) and path[-2] in shape.FILLED


def _refuse_empty(path: Path, value: Any) -> None:
    if _is_filled(path) and not value:
        raise DataFault("fault.edit.would_be_empty", place=describe(path))


def _believe(path: Path, is_so: bool, was: Any) -> None:
    if not is_so:
        text = repr(None if was is ABSENT else was)
        shown = text if len(text) < 60 else text[:57] + "…"
        raise DataFault("fault.edit.changed", place=describe(path), value=shown)
