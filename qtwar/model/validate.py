"""Everything about a title that can be checked without running it, as a list of problems.

`validate_module` checks a folder or archive, files, lines and rules map included; `validate_content` what a
document holds.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel

from qtwar.base.errors import DataFault
from qtwar.base.spans import bounds
from qtwar.base.text import LANGUAGES
from qtwar.model import art, rules_map
from qtwar.model.base import LocalText
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.load import ModuleFiles, read
from qtwar.model.problem import Path, Problem, of_fault, problem
from qtwar.model.references import references
from qtwar.model.scenario import Condition, Scenario
from qtwar.model.tables import Axis, LookupTable, NumberRange

HOLE = re.compile(r"\{([a-z_0-9]+)")


def validate_module(path: FilePath) -> list[Problem]:
    """Return the problems of a module, in the order of the content; an unreadable one has that as its only problem."""
    try:
        files = ModuleFiles(path)
        loaded = read(path)
    except DataFault as fault:
        return [of_fault(fault)]
    found = [*validate_content(loaded.content), *_pictures(files, loaded.content), *_scans(files, loaded.content)]
    return [loaded.located(problem) for problem in found] + rules_map.check(files, loaded.content.title)


def validate_content(data: TitleContent) -> list[Problem]:
    """Return the problems of a title's content; unknown ids first, since the rest builds on them."""
    found = references(data)
    for n, board in enumerate(data.boards):
        found += _board(board, ("boards", n), data)
    for n, table in enumerate(data.tables):
        found += _table(table, ("tables", n))
    if not found:
        for n, scenario in enumerate(data.scenarios):
            found += _Places(data, scenario, ("scenarios", n)).check()
    found += _words(data)
    found += _texts(data)
    found += art.faults(data)
    return found


def _pictures(files: ModuleFiles, data: TitleContent) -> Iterator[Problem]:
    """Yield the pictures that are not in the module, or are not what their names say."""
    for name, hash_ in art.pictures_of(data).items():
        file, at = art.file_of(hash_), ("counters", "pictures", name)
        try:
            held = files.read(file) if files.has(file) else None
        except DataFault as fault:
            yield of_fault(fault, name, at)
            continue
        if held is None:
            yield problem("error", "picture_missing", name, at, name=name, art=file)
        elif hashlib.sha256(held).hexdigest() != hash_:
            yield problem("error", "picture_changed", name, at, name=name, art=file)
        elif len(held) > art.MOST_BYTES or not held.startswith(b"\x89PNG\r\n\x1a\n"):
            yield problem("error", "picture_broken", name, at, name=name, art=file)


def _scans(files: ModuleFiles, data: TitleContent) -> Iterator[Problem]:
    """Yield the pictures kept as tiles of which one is not in the module, or is not what was taken in."""
    for found, at in art.scan_places(data):
        rows = []
        folder, name = f"{art.FOLDER}/{found.picture}", art.called(at, data)
        try:
            for file in files.listing(folder):
                tile = art.is_tile(file)
                if tile is not None:
                    rows.append((*tile, hashlib.sha256(files.read(file)).hexdigest()))
        except DataFault as fault:
            yield of_fault(fault, name, at)
            continue
        if not rows:
            yield problem("error", "scan_missing", name, at, name=name, art=folder)
        elif art.hash_of(rows) != found.picture:
            yield problem("error", "scan_changed", name, at, name=name, art=folder)


# ------------------------------------------------------------------------------------------------ boards


def _board(board: BoardContent, at: Path, data: TitleContent) -> Iterator[Problem]:
    try:
        cells = board.make_grid().cells()
    except DataFault:
        return  # told by `references`
    if not data.terrain:
        return
    bare = [cell for cell in cells if cell not in board.terrain]
    if bare and cells:
        more = {"key": "problem.more", "args": {"n": len(bare) - 5}} if len(bare) > 5 else ""
        yield problem("error", "bare_cells", board.id, (*at, "terrain", bare[0]), cells=", ".join(bare[:5]), more=more)
    chars = Counter(board.legend.values())
    for terrain, count in chars.items():
        if count > 1:
            yield problem("warning", "legend_twice", board.id, (*at, "legend"), n=count, terrain=terrain)


# ------------------------------------------------------------------------------------------------ tables


def _table(table: LookupTable, at: Path) -> Iterator[Problem]:
    if len(table.cells) != len(table.rows.heads):
        yield problem("error", "table_rows", table.id, (*at, "cells"), n=len(table.cells), heads=len(table.rows.heads))
    for n, row in enumerate(table.cells):
        if len(row) != len(table.columns.heads):
            columns = len(table.columns.heads)
            yield problem("error", "row_results", table.id, (*at, "cells", n), row=n + 1, n=len(row), columns=columns)
        for m, cell in enumerate(row):
            if cell is None or cell == "":
                head = table.columns.heads[m] if m < len(table.columns.heads) else m + 1
                yield problem("error", "no_result", table.id, (*at, "cells", n), row=n + 1, column=_shown(head))
    for key, axis in (("rows", table.rows), ("columns", table.columns)):
        yield from _axis(axis, table.id, (*at, key, "heads"))


def _shown(head: Any) -> str:
    return f"{head.min}–{head.max}" if isinstance(head, NumberRange) else str(head)


def _axis(axis: Axis, where: str, at: Path) -> Iterator[Problem]:
    seen = Counter(_shown(head) for head in axis.heads)
    for shown, count in seen.items():
        if count > 1:
            yield problem("error", "head_twice", where, at, head=shown, n=count)
    if axis.kind == "word" or axis.min is not None or len(seen) < len(axis.heads):
        return
    spans: list[tuple[float, float]] = []
    for n, head in enumerate(axis.heads):
        span = bounds(head.model_dump() if isinstance(head, NumberRange) else head)
        if span is None:
            yield problem("error", "head_no_number", where, (*at, n), head=_shown(head))
            return
        spans.append(span)
    ranked = sorted(enumerate(spans), key=lambda item: item[1])
    for (n, a), (m, b) in pairwise(ranked):
        first, second = _shown(axis.heads[n]), _shown(axis.heads[m])
        if b[0] <= a[1]:
            yield problem("error", "heads_overlap", where, (*at, m), first=first, second=second)
        elif axis.kind in ("range", "dice") and b[0] > a[1] + 1 and float(b[0]).is_integer():
            yield problem("error", "heads_gap", where, (*at, m), first=first, second=second)


# --------------------------------------------------------------------------------------------- languages


def _texts_in(value: Any, path: Path) -> Iterator[tuple[LocalText, Path]]:
    if isinstance(value, LocalText):
        yield value, path
    elif isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from _texts_in(getattr(value, name), (*path, field.alias or name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if not isinstance(inner, str):  # the terrain of 40,000 cells is words, and none for people
                yield from _texts_in(inner, (*path, str(key)))
    elif isinstance(value, (tuple, list)):
        for n, inner in enumerate(value):
            yield from _texts_in(inner, (*path, n))


def _words(data: TitleContent) -> Iterator[Problem]:
    """Yield names that a language lacks. A text without words in any language is one that was left out."""
    for field in type(data).model_fields:
        for text, path in _texts_in(getattr(data, field), (field,)):
            missing = [code for code in text.missing() if code in data.title.languages]
            required = path[-1] == "name"
            if missing and (required or len(text.missing()) < len(LANGUAGES)):
                shown = text.get("en") or str(path[-1])
                yield problem("error", "no_words", _where(data, path), path, name=shown, languages=_languages(missing))


def _languages(codes: Sequence[str]) -> list[dict[str, str]]:
    return [{"key": f"problem.lang.{code}"} for code in codes]


def _where(data: TitleContent, path: Path) -> str:
    items = getattr(data, str(path[0]))
    if len(path) > 1 and isinstance(path[1], int) and isinstance(items, tuple):
        return str(getattr(items[path[1]], "id", path[1] + 1))
    return str(path[0])


def _texts(data: TitleContent) -> Iterator[Problem]:
    if not data.texts:
        return
    every: dict[str, dict[str, str]] = {}
    for language, sentences in data.texts.items():
        for key, sentence in sentences.items():
            every.setdefault(key, {})[language] = sentence
    for key, found in every.items():
        missing = [code for code in data.title.languages if not found.get(code, "").strip()]
        if missing:
            name = f"i18n/{missing[0]}.yaml"
            yield problem("error", "text_missing", key, file=name, text=key, languages=_languages(missing))
            continue
        holes = {language: set(HOLE.findall(sentence)) for language, sentence in found.items()}
        if len({frozenset(names) for names in holes.values()}) > 1:
            some = "; ".join(f"{language}: {', '.join(sorted(names)) or 'none'}" for language, names in holes.items())
            yield problem("warning", "text_holes", key, text=key, some=some)


# --------------------------------------------------------------------------------------------- scenarios


class _Places:
    """Is there room for the pieces of a scenario, and are there so many in the roster?"""

    def __init__(self, data: TitleContent, scenario: Scenario, at: Path) -> None:
        self.data = data
        self.scenario = scenario
        self.at = at
        self.boards = [b for b in data.boards if not scenario.boards or b.id in scenario.boards]
        self.grids = {board.id: board.make_grid() for board in self.boards}
        self.roster = Counter(piece.kind for piece in data.pieces)

    def check(self) -> Iterator[Problem]:
        s, at = self.scenario, self.at
        used: Counter[str] = Counter()
        for n, line in enumerate(s.setup):
            here: Path = (*at, "setup", n)
            where = f"{s.id}, {line.id}"
            count = sum(line.pieces.values())
            if "when" not in line.attrs:  # a line that an option or an event brings may use what others leave
                used.update(self._kinds(line.pieces))
            if line.where.box is not None and line.where.cells is None:
                continue
            cells = self._cells(line.where)
            if not cells:
                yield problem("error", "no_cell", where, (*here, "where"))
            elif line.each is not None and line.where.cells is not None:
                listed = len(line.where.cells)
                if listed * line.each != count:
                    yield problem("error", "each", where, (*here, "each"), n=count, each=line.each, cells=listed)
            elif line.max_per_cell is not None and not line.random and len(cells) * line.max_per_cell < count:
                yield problem(
                    "error", "no_room", where, (*here, "max_per_cell"),
                    n=count, cells=len(cells), most=line.max_per_cell,
                )  # fmt: skip
        for pool in s.pools.values():
            used.update(self._kinds(pool.pieces))
        for later in s.reinforcements:
            used.update(self._kinds(later.pieces))
        for kind, count in used.items():
            if count > self.roster[kind]:
                yield problem("error", "too_many", s.id, self._first(kind), n=count, kind=kind, there=self.roster[kind])
        quick: Counter[str] = Counter()
        for place in s.quick:
            if "id" not in place.attrs:  # a position names what was made in play: no counter of the roster
                quick.update(self._kinds(place.pieces))
        for kind, count in quick.items():
            if count > self.roster[kind]:
                there = self.roster[kind]
                yield problem("error", "too_many_quick", s.id, (*at, "quick"), n=count, kind=kind, there=there)
        if s.setup_order and set(s.setup_order) != {line.side for line in s.setup} and s.setup:
            yield problem("warning", "setup_order", s.id, (*at, "setup_order"))
        waits = [n for n, later in enumerate(s.reinforcements) if later.at is None and later.where is None]
        if waits and not any(board.boxes for board in self.data.boards):
            yield problem("warning", "nowhere_to_wait", s.id, (*at, "reinforcements", waits[0]))

    def _kinds(self, counts: Mapping[str, int]) -> dict[str, int]:
        found: Counter[str] = Counter()
        for what, count in counts.items():
            piece = self.data.pieces_by_id.get(what)
            found[what if piece is None or what in self.data.kinds_by_id else piece.kind] += count
        return found

    def _first(self, kind: str) -> Path:
        for n, line in enumerate(self.scenario.setup):
            if kind in line.pieces:
                return (*self.at, "setup", n, "pieces", kind)
        for side, pool in self.scenario.pools.items():
            if kind in pool.pieces:
                return (*self.at, "pools", side, "pieces", kind)
        return self.at

    def _cells(self, where: Condition) -> list[tuple[BoardContent, str]]:
        """Return the cells that can meet a condition; what hangs on pieces may hold."""
        return [
            (board, cell)
            for board in self.boards
            for cell in self.grids[board.id].cells()
            if self._meets(where, board, cell) is not False
        ]

    def _meets(self, where: Condition, board: BoardContent, cell: str) -> bool | None:
        """Return whether a cell can meet a condition; None, neither yes nor no, where that hangs on the pieces."""
        tests: list[bool | None] = []
        if where.cells is not None:
            tests.append(cell in where.cells or f"{board.id}:{cell}" in where.cells)
        if where.box is not None:
            tests.append(False)
        if where.terrain is not None:
            tests.append(board.terrain.get(cell) in where.terrain)
        if where.feature is not None:
            tests.append(any(cell in board.features.get(feature, ()) for feature in where.feature))
        if where.area is not None:
            tests.append(any(cell in area.cells for area in board.areas if area.id in where.area))
        for key, wanted in (where.attr or {}).items():
            layer = board.layers.get(key)
            word = None if layer is None else layer.cells.get(cell)
            tests.append(word in (wanted if isinstance(wanted, (list, tuple)) else [wanted]))
        if where.within is not None:
            grid, (most, centre) = self.grids[board.id], where.within
            bare = centre.rpartition(":")[2]
            tests.append(grid.contains(bare) and grid.distance(cell, bare) <= most)
        if where.edge is not None or where.having is not None or where.without is not None:
            tests.append(None)
        tests += [self._meets(part, board, cell) for part in where.all or ()]
        if where.any is not None:
            parts = [self._meets(part, board, cell) for part in where.any]
            tests.append(True if True in parts else None if None in parts else False)
        if where.negated is not None:
            inner = self._meets(where.negated, board, cell)
            tests.append(None if inner is None else not inner)
        return False if False in tests else None if None in tests else True
