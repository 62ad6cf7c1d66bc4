"""Puts a gesture together: a batch makes operations in order on a working copy; the edit that comes of it is one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.editing import ops, shape, tree, verify
from qtwar.editing.draft import Draft, grid_of
from qtwar.editing.tree import Json, Path, Step
from qtwar.model.base import LocalText
from qtwar.model.grid.lattice import Lattice
from qtwar.model.load.board import SPARE
from qtwar.model.problem import describe


@dataclass(frozen=True, slots=True)
class Edit:
    """One entry of the history: its name as a message {key, args}, and its operations in order.

    `base` and `result` are the states it was made on and leads to; a session that still is at `base` takes `result`
    without doing the work again.
    """

    label: Json
    ops: tuple[ops.Op, ...]
    base: Json | None = field(default=None, compare=False, repr=False)
    result: Json | None = field(default=None, compare=False, repr=False)

    @property
    def is_empty(self) -> bool:
        """Return whether it changes nothing."""
        return not self.ops


Gesture = Callable[[Draft], Edit]
"""What a person does, as a function of the draft as it then stands; raises DataFault in one sentence."""


class Batch:
    """Operations in the making. Paths may name list items by id; values need not be in normal form or whole.

    Every method raises DataFault in one sentence and then has done nothing.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = Draft(data=draft.data)
        self.base = draft.data
        self.ops: list[ops.Op] = []

    @property
    def data(self) -> Json:
        """Return the state so far."""
        return self.draft.data

    def at(self, *steps: Step) -> Any:
        """Return what stands at a path now."""
        return self.draft.at(*steps)

    def do(self, op: ops.Op) -> None:
        """Carry out an operation."""
        self.draft.data = op.apply(self.data)
        self.ops.append(op)

    # ------------------------------------------------------------------------------------------ anything

    def set(self, path: Sequence[Step], value: Any) -> None:
        """Set a field, an entry of a mapping, or an item of a list; what is equal already makes no operation.

        Of a list that becomes another only the items that differ are exchanged. `ABSENT` takes an entry away.
        """
        if value is ops.ABSENT:
            self.unset(path)
            return
        where = self.draft.path(*path)
        holder = tree.find(self.data, where[:-1])
        key = where[-1]
        value = shape.normal(where, value)
        if isinstance(holder, dict) and shape.is_free(where[:-1]) and self._is_nothing(where, value):
            self.unset(where)
            return
        if isinstance(holder, dict) and isinstance(key, str):
            key = shape.key_at(where)
            where = (*where[:-1], key)
            if key not in holder:
                if not shape.is_free(where[:-1]):
                    tree.find(self.data, where)
                self.do(ops.SetValue(where, to=value))
                return
        now = tree.find(self.data, where)
        if isinstance(now, list) and isinstance(value, list):
            self.replace(where, value)
        elif not tree.same(now, value):
            self.do(ops.SetValue(where, now, value))

    def unset(self, path: Sequence[Step]) -> None:
        """Take an entry of a mapping away, if it is there."""
        where = self.draft.path(*path)
        holder, key = tree.find(self.data, where[:-1]), where[-1]
        if key in holder:
            self.do(ops.SetValue(where, holder[key], before=tree.follower(holder, str(key))))

    def rename_key(self, path: Sequence[Step], to: str) -> None:
        """Give an entry of a mapping another key; it keeps its place."""
        where = self.draft.path(*path)
        holder, key = tree.find(self.data, where[:-1]), str(where[-1])
        if to == key:
            return
        to = shape.key_at((*where[:-1], to))
        if to in holder:
            raise DataFault("fault.edit.key_taken", place=describe(where[:-1]), key=str(to))
        value, before = tree.child(holder, key, where), tree.follower(holder, key)
        self.unset(where)
        self.do(ops.SetValue((*where[:-1], to), to=value, before=before))

    def insert(self, path: Sequence[Step], item: Any, at: int | None = None) -> int:
        """Put an item into a list, at the end if no place is named; return its place."""
        where = self.draft.path(*path)
        items = tree.find(self.data, where)
        place = len(items) if at is None else max(0, min(at, len(items)))
        item = shape.normal((*where, place), item)
        self.do(ops.SpliceList(where, (), ((place, item),)))
        return place

    def extend(self, path: Sequence[Step], items: Iterable[Any]) -> None:
        """Put items at the end of a list, in one operation."""
        where = self.draft.path(*path)
        start = len(tree.find(self.data, where))
        self.insert_all(path, items, start)

    def insert_all(self, path: Sequence[Step], items: Iterable[Any], at: int) -> None:
        """Put items into a list from a place on, in one operation."""
        where = self.draft.path(*path)
        new = tuple((at + n, shape.normal((*where, at + n), item)) for n, item in enumerate(items))
        if new:
            self.do(ops.SpliceList(where, (), new))

    def remove(self, path: Sequence[Step], *places: int | str) -> None:
        """Take items out of a list, by place or id."""
        where = self.draft.path(*path)
        items = tree.find(self.data, where)
        gone = sorted({int(self.draft.path(*where, place)[-1]) for place in places})
        for place in gone:
            tree.child(items, place, (*where, place))
        if gone:
            self.do(ops.SpliceList(where, tuple((n, items[n]) for n in gone), ()))

    def move(self, path: Sequence[Step], was: int | str, to: int) -> None:
        """Move an item of a list to another place in it."""
        where = self.draft.path(*path)
        place = int(self.draft.path(*where, was)[-1])
        to = max(0, min(to, len(tree.find(self.data, where)) - 1))
        if place != to:
            self.do(ops.MoveItem(where, place, to))

    def words(self, path: Sequence[Step], *, out: Iterable[str] = (), into: Iterable[str] = ()) -> None:
        """Take words out of a list of distinct words (cells of a feature, sides of a line …) and put others at its end.

        A list in a mapping without empty entries (`features`, `links`) comes and goes with its words.
        """
        where = self.draft.path(*path)
        holder = tree.find(self.data, where[:-1])
        now: list[str] = holder.get(where[-1], []) if isinstance(holder, dict) else tree.find(self.data, where)
        gone = set(out) & set(now)
        rest = [word for word in now if word not in gone]
        known = set(rest)
        added = [word for word in dict.fromkeys(into) if word not in known]
        if not gone and not added:
            return
        if isinstance(holder, dict) and shape.is_free(where[:-1]) and (not now or not (rest or added)):
            self.set(where, added) if added else self.unset(where)
            return
        was = tuple((n, word) for n, word in enumerate(now) if word in gone)
        to = tuple((len(rest) + n, word) for n, word in enumerate(added))
        self.do(ops.SpliceList(where, was, to))

    def replace(self, path: Sequence[Step], items: Sequence[Any]) -> None:
        """Give a list other items; those equal at both ends stay untouched."""
        where = self.draft.path(*path)
        now = tree.find(self.data, where)
        new = [shape.normal((*where, n), item) for n, item in enumerate(items)]
        first = 0
        while first < min(len(now), len(new)) and tree.same(now[first], new[first]):
            first += 1
        last = 0
        while last < min(len(now), len(new)) - first and tree.same(now[-1 - last], new[-1 - last]):
            last += 1
        was = tuple((n, now[n]) for n in range(first, len(now) - last))
        to = tuple((n, new[n]) for n in range(first, len(new) - last))
        if was or to:
            self.do(ops.SpliceList(where, was, to))

    # ------------------------------------------------------------------------------------------- boards

    def paint(self, path: Sequence[Step], words: Mapping[str, Any]) -> None:
        """Paint words by cell into a board's `terrain`, `elevation`, or `layers/<id>/cells`; None takes a word away.

        A terrain or a layer's word that the legend lacks gets a character there, as the files need one.
        """
        where = self.draft.path(*path)
        now = tree.find(self.data, where)
        kind = shape.type_at((*where, "any"))
        runs: dict[str, list[Any]] = {}
        normal: dict[Any, Any] = {}
        keys: dict[Any, str] = {}
        for cell, word in words.items():
            try:
                spelled = normal[word]
            except (KeyError, TypeError):
                spelled = None if word is None else shape.normal_of(kind, word, where)
                if isinstance(word, (str, int)) and not isinstance(word, bool):
                    normal[word] = spelled
            was = now.get(cell)
            if was is spelled or (was == spelled and tree.same(was, spelled)):
                continue
            pair = (was, spelled)
            try:
                key = keys[pair]
            except (KeyError, TypeError):
                key = jsonio.dumps(pair)
                if all(isinstance(word, (str, type(None))) for word in pair):
                    keys[pair] = key
            run = runs.get(key)
            if run is None:
                runs[key] = [was, spelled, [cell]]
            else:
                run[2].append(cell)
        if not runs:
            return
        self._check_cells(where, runs.values())
        self._legend(where, [run[1] for run in runs.values()])
        self.do(ops.PaintCells(where, tuple((was, to, tuple(cells)) for was, to, cells in runs.values())))

    def _check_cells(self, where: Path, runs: Iterable[Any]) -> None:
        board = self.data["boards"][where[1]]
        grid = grid_of(board["grid"])
        for _, _, cells in runs:
            for cell in cells:
                if not grid.contains(cell):
                    raise DataFault("fault.edit.no_cell_on", cell=cell, board=board["id"])

    def _legend(self, where: Path, words: Sequence[Any]) -> None:
        board = self.data["boards"][where[1]]
        if where[2] == "elevation" or not isinstance(grid_of(board["grid"]), Lattice):
            return
        legend_path = (*where[:2], "legend") if where[2] == "terrain" else (*where[:4], "legend")
        for word in words:
            legend = tree.find(self.data, legend_path)
            if word is None or any(tree.same(word, known) for known in legend.values()):
                continue
            self.set((*legend_path, spare_char(word, legend)), word)

    # ---------------------------------------------------------------------------------------------- end

    def edit(self, key: str, **args: Any) -> Edit:
        """Return the edit, named by a message key (`edited.…`); raises DataFault if its result may not be."""
        self._order()
        self._legends()
        verify.verify(self.base, self.data)
        return Edit({"key": key, "args": args}, tuple(self.ops), self.base, self.data)

    def _order(self) -> None:
        """Keep the title's order of boards and scenarios true, so that files give back this order."""
        for key in ("boards", "scenarios"):
            if self.data[key] is self.base[key]:
                continue
            ids = [item["id"] for item in self.data[key]]
            named = [ident for ident in self.data["title"][key] if ident in ids]
            rest = sorted((ident for ident in ids if ident not in named), key=lambda ident: f"{ident}.yaml")
            self.replace(("title", key), named if [*named, *rest] == ids else ids)

    def _legends(self) -> None:
        """Keep the legends of changed boards whole, so that files can spell every word and give back this content."""
        before = {id(board) for board in self.base["boards"]}
        for n, board in enumerate(self.data["boards"]):
            if id(board) not in before and isinstance(grid_of(board["grid"]), Lattice):
                self._legend(("boards", n, "terrain"), list(dict.fromkeys(board["terrain"].values())))
                for name, layer in board["layers"].items():
                    self._legend(("boards", n, "layers", name, "cells"), unlike(layer["cells"].values()))

    @staticmethod
    def _is_nothing(where: Path, value: Any) -> bool:
        if shape.model_at(where[:-1]) is LocalText:
            return not value
        return len(where) in (2, 4) and where[-2] in shape.FILLED and not value


def unlike(values: Iterable[Any]) -> list[Any]:
    """Return each value once, in order."""
    return list({word if isinstance(word, str) else jsonio.dumps([word]): word for word in values}.values())


def spare_char(word: Any, legend: Mapping[str, Any]) -> str:
    """Return the character that a word gets in a legend: its first letter if that is free; raises DataFault."""
    first = str(word)[:1]
    for char in (first.lower(), first.upper(), *SPARE):
        if char and char in SPARE and char not in legend:
            return str(char)
    raise DataFault("fault.edit.legend_full", word=word)
