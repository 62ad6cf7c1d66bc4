"""A draft: the content of a title as plain JSON that can be edited, and as frozen models, kept in step cheaply.

The JSON has every field (what `TitleContent.model_dump(mode="json", by_alias=True)` gives) and is a persistent tree
(`editing.tree`): whoever holds an older `data` holds an older state. Models are made of what changed only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.editing import shape
from qtwar.editing.tree import Json, Path, find
from qtwar.model.content import BoardContent, TitleContent
from qtwar.model.grid import Grid, make_grid
from qtwar.model.problem import near

_FIELDS = tuple(TitleContent.model_fields)
_grids: dict[int, tuple[Json, Grid]] = {}


def grid_of(spec: Json) -> Grid:
    """Return the grid of a board's specification, made once; raises DataFault where it makes none."""
    found = _grids.get(id(spec))
    if found is None or found[0] is not spec:
        if len(_grids) > 40:
            _grids.clear()
        found = spec, make_grid({key: value for key, value in spec.items() if value is not None})
        _grids[id(spec)] = found
    return found[1]


@dataclass(frozen=True, slots=True)
class BoardChange:
    """What changed on a board: fields by name, and the cells whose terrain, elevation, layers or features changed."""

    fields: frozenset[str]
    cells: frozenset[str]

    @property
    def is_ground(self) -> bool:
        """Return whether nothing changed but terrain and elevation, so that `cells` say all."""
        return self.fields <= {"terrain", "elevation", "legend"}


@dataclass(frozen=True, slots=True)
class Change:
    """What a step in the history changed, for screens that draw only that.

    `items` holds ids by part; `parts` names the parts whose list itself (what is in it, its order) or mapping changed.
    """

    parts: frozenset[str]
    items: dict[str, frozenset[str]]
    boards: dict[str, BoardChange]

    @property
    def is_empty(self) -> bool:
        """Return whether nothing changed."""
        return not (self.parts or self.items or self.boards)

    def touches(self, *parts: str) -> bool:
        """Return whether anything in one of these parts changed."""
        return any(part in self.parts or part in self.items or (part == "boards" and self.boards) for part in parts)


class Draft:
    """The content being edited. `data` is replaced, never changed in place."""

    def __init__(self, content: TitleContent | None = None, *, data: Json | None = None) -> None:
        """Take over a content, or its JSON in full form."""
        if data is None:
            if content is None:
                raise ValueError("a draft needs content")
            data = content.model_dump(mode="json", by_alias=True)
        self.data: Json = data
        self._parts: dict[str, tuple[Any, Any]] = {}
        self._models: dict[str, dict[int, tuple[Any, Any]]] = {}
        self._places: dict[str, tuple[Any, dict[str, int]]] = {}

    # ------------------------------------------------------------------------------------------- content

    def content(self) -> TitleContent:
        """Return the whole content, validated and frozen; parts that did not change are the same objects as before."""
        return TitleContent.model_construct(**{name: self.part(name) for name in _FIELDS})

    def part(self, name: str) -> Any:
        """Return one field of the content (a tuple of models, a mapping); raises DataFault."""
        data = self.data[name]
        known = self._parts.get(name)
        if known is not None and known[0] is data:
            return known[1]
        kind = shape.fields(TitleContent)[name]
        if isinstance(data, list):
            before = self._models.get(name, {})
            now: dict[int, tuple[Any, Any]] = {}
            model = shape.type_at((name, 0))
            for n, item in enumerate(data):
                found = before.get(id(item))
                now[id(item)] = found if found and found[0] is item else (item, _built(model, item, (name, n)))
            self._models[name] = now
            value: Any = tuple(now[id(item)][1] for item in data)
        else:
            value = _built(kind, data, (name,))
        self._parts[name] = (data, value)
        return value

    def board(self, ident: str) -> BoardContent:
        """Return one board, validated and frozen."""
        board: BoardContent = self.part("boards")[self.place("boards", ident)]
        return board

    def digest(self) -> str:
        """Return the fingerprint that `TitleContent.digest` gives."""
        return self.content().digest()

    # ---------------------------------------------------------------------------------------------- data

    def place(self, part: str, ident: str) -> int:
        """Return the place of an item in a list of the content; raises DataFault."""
        items = self.data[part]
        known = self._places.get(part)
        if known is None or known[0] is not items:
            known = self._places[part] = (items, {item["id"]: n for n, item in enumerate(items)})
        if ident not in known[1]:
            raise DataFault(
                "fault.edit.not_in", id=str(ident), part={"key": f"parts.{part}"}, hint=near(ident, known[1])
            )
        return known[1][ident]

    def has(self, part: str, ident: str) -> bool:
        """Return whether a list of the content has an item of that id."""
        try:
            self.place(part, ident)
        except DataFault:
            return False
        return True

    def item(self, part: str, ident: str) -> Json:
        """Return the JSON of an item, which is not to be changed; raises DataFault."""
        item: Json = self.data[part][self.place(part, ident)]
        return item

    def at(self, *steps: str | int) -> Any:
        """Return what stands at a path; in lists whose items have ids, an id is a step too. Raises DataFault."""
        return find(self.data, self.path(*steps))

    def path(self, *steps: str | int) -> Path:
        """Return a path with the ids of list items turned into places; raises DataFault."""
        found: list[str | int] = []
        here: Any = self.data
        for step in steps:
            if isinstance(here, list) and isinstance(step, str):
                ids = [item.get("id") if isinstance(item, dict) else None for item in here]
                if step not in ids:
                    where = "/".join(str(s) for s in steps[: len(found)])
                    raise DataFault(
                        "fault.edit.not_in", id=str(step), part=where, hint=near(step, [i for i in ids if i])
                    )
                step = ids.index(step)
            found.append(step)
            try:
                here = here[step]
            except (KeyError, IndexError, TypeError):
                here = None
        return tuple(found)

    def grid(self, board: str) -> Grid:
        """Return the grid of a board."""
        return grid_of(self.item("boards", board)["grid"])

    def boxes(self) -> Iterator[tuple[Path, Json]]:
        """Yield (path, box) of all boards."""
        for b, board in enumerate(self.data["boards"]):
            for n, box in enumerate(board["boxes"]):
                yield ("boards", b, "boxes", n), box


def changes(old: Json, new: Json) -> Change:
    """Return what differs between two states of one draft, found by identity."""
    parts: set[str] = set()
    items: dict[str, frozenset[str]] = {}
    boards: dict[str, BoardChange] = {}
    for name in _FIELDS:
        a, b = old[name], new[name]
        if a is b:
            continue
        if not isinstance(b, list):
            parts.add(name)
            if name != "title":
                items[name] = frozenset(k for k in {*a, *b} if a.get(k) is not b.get(k))
            continue
        before, after = {item["id"]: item for item in a}, {item["id"]: item for item in b}
        if list(before) != list(after):
            parts.add(name)
        touched = frozenset(i for i in {*before, *after} if before.get(i) is not after.get(i))
        if touched:
            items[name] = touched
        if name == "boards":
            boards = {
                i: _board_change(before[i], after[i]) for i in touched if i in before and i in after
            }  # fmt: skip
    return Change(frozenset(parts), items, boards)


def _board_change(old: Json, new: Json) -> BoardChange:
    fields = {key for key in new if old[key] is not new[key]}
    cells: set[str] = set()
    pairs = [(old[key], new[key]) for key in ("terrain", "elevation") if key in fields]
    if "layers" in fields:
        for name in {*old["layers"], *new["layers"]}:
            empty: Json = {"cells": {}}
            pairs.append((old["layers"].get(name, empty)["cells"], new["layers"].get(name, empty)["cells"]))
    for a, b in pairs:
        if a is not b:
            cells.update(cell for cell, word in b.items() if a.get(cell) != word)
            cells.update(cell for cell in a if cell not in b)
    if "features" in fields:
        for name in {*old["features"], *new["features"]}:
            cells.update(set(old["features"].get(name, ())) ^ set(new["features"].get(name, ())))
    return BoardChange(frozenset(fields), frozenset(cells))


def empty_content(data: Json) -> TitleContent:
    """Return a content of partial JSON data, all else at its defaults; raises DataFault."""
    try:
        return TitleContent.model_validate(jsonio.copy(data))
    except ValidationError as fault:
        raise shape.refusal(fault, TitleContent, ()) from None


def _built(kind: Any, data: Any, path: Path) -> Any:
    try:
        return shape.adapter(kind).validate_python(data)
    except ValidationError as fault:
        raise shape.refusal(fault, kind, path) from None
