"""The title of a game in the language of the screen: sides, boards, charts, rules; the same for every seat."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from string import ascii_letters
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.colours import hexed
from qtwar.base.kana import searched
from qtwar.base.text import LANGUAGES, Message, Texts
from qtwar.model.content import LookupTable, TitleContent
from qtwar.model.grid.lattice import Lattice
from qtwar.model.tables import in_words
from qtwar.services.names import TitleNames
from qtwar.ui.facts import BoardInfo, Found, SideInfo, TableInfo

RULE = "rule."
"""What the keys of a title's rules begin with: `rule.8.4`."""


class PlayedTitle(QObject):
    """Fulfils `GameTitle` from a title's content and the scenario that is played; knows no position."""

    language_changed = Signal()

    def __init__(self, content: TitleContent, scenario: str, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self.scenario = content.scenario(scenario) if scenario else None
        self.names = TitleNames(content)
        self.texts = Texts(content.texts, self.names)
        self.nations = {nation.id: nation for side in content.sides for nation in side.nations}
        self._language = language

    @property
    def language(self) -> str:
        """The language in which everything is said."""
        return self._language

    @language.setter
    def language(self, value: str) -> None:
        if value != self._language:
            self._language = value
            self.language_changed.emit()

    def text(self, key: str, **args: Any) -> str:
        """Return a text of the title or the program."""
        return self.texts.plain({"key": key, "args": args}, self.language)

    def name(self, what: str, ident: str) -> str:
        """Return the name of a piece (`p`), place (`c`), side (`s`), kind (`k`) or table (`t`)."""
        return self.names.name(what, ident, self.language)

    def has(self, key: str) -> bool:
        """Return whether the title or the program has a text."""
        return self.texts.has(key, self.language)

    def sides(self) -> list[SideInfo]:
        """Return the sides with their print colours."""
        out = []
        for side in self.content.sides:
            attrs = side.attrs
            out.append(
                SideInfo(
                    id=side.id,
                    name=side.name.get(self.language),
                    short=side.short.get(self.language) or side.id,
                    colour=hexed(attrs.get("colour")),
                    ink=hexed(attrs.get("ink"), "#ffffff"),
                    icon=str(attrs.get("icon", "flag-variant")),
                )
            )
        return out

    def side(self, ident: str) -> SideInfo | None:
        """Return the side of an id."""
        return next((side for side in self.sides() if side.id == ident), None)

    def boards(self) -> list[BoardInfo]:
        """Return the boards that the scenario is played on."""
        played = self.scenario.boards if self.scenario is not None else ()
        return [BoardInfo(b.id, b.name.get(self.language)) for b in self.content.boards if not played or b.id in played]

    @property
    def ground(self) -> str:
        """The kind of grid of the first board."""
        boards = self.boards()
        return str(self.content.board(boards[0].id).grid.kind) if boards else ""

    def out_of_play(self, board: str) -> Collection[str]:
        """Return the cells outside the scenario's `in_play: {columns, rows}`, counted from 1 at the upper left."""
        scenario = self.scenario
        said = (scenario.attrs.get("in_play") if scenario is not None else None) or {}
        found = next((b for b in self.content.boards if b.id == board), None)
        grid = found.make_grid() if found is not None else None
        if scenario is None or not said or not isinstance(grid, Lattice):
            return ()
        if board != said.get("board", scenario.boards[0] if scenario.boards else self.content.boards[0].id):
            return ()
        first, last = zip(*(said.get(way, (1, 10_000)) for way in ("columns", "rows")), strict=True)
        return [
            cell
            for cell in grid.cells()
            if not all(a <= n + 1 <= b for a, n, b in zip(first, grid.position(cell), last, strict=True))
        ]

    def place_name(self, place: str) -> str:
        """Return the name printed in a square, or its number; the name of a box."""
        named = self.names.cell_name(place, self.language)
        return named or self.name("c", place)

    def rule_text(self, rule: str) -> Message | None:
        """Return what a rule is about; what its section is about where the title says nothing of it alone."""
        key = self._rule_key(rule)
        return {"key": key, "args": {}} if key else None

    def _rule_key(self, rule: str) -> str:
        """Return the text key of a rule's title, or of the section it stands in (7.6.3a → 7.6.3 → 7.6 → 7.0); or nothing."""
        number = rule
        while number:
            if self.texts.has(RULE + number, self.language):
                return RULE + number
            shorter = number.rstrip(ascii_letters)
            number = shorter if shorter != number else number.rpartition(".")[0]
        whole = f"{RULE}{rule.partition('.')[0]}.0"
        return whole if self.texts.has(whole, self.language) else ""

    def find_rules(self, wanted: str) -> list[Found]:
        """Return the rules whose number begins with what is typed, or whose title has it."""
        out = []
        for key in self.texts.keys(RULE):
            number = key.removeprefix(RULE)
            titles = [self.texts.template(key, lang) for lang in LANGUAGES]
            if number.startswith(wanted) or wanted in searched(" ".join(titles)):
                text = f"{number} {self.texts.template(key, self.language)}"
                out.append(Found("rule", number, text, words=" ".join(titles)))
        return sorted(
            out, key=lambda found: (found.id != wanted, [int(n) for n in re.findall(r"\d+", found.id)], found.id)
        )

    def tables(self) -> list[TableInfo]:
        """Return all charts as printed, then the sequence of play."""
        return [*(self._table(t) for t in self.content.tables), *self._sequence()]

    def _sequence(self) -> list[TableInfo]:
        """Return what `attrs: {sequence: […]}` of a title says of its turn as a chart: number, what is done, rule."""
        steps = self.content.title.sequence
        if not steps:
            return []
        columns = (self.text("print.rule"), self.text("print.step"))
        rows = tuple(step.number for step in steps)
        cells = tuple((str(step.said.get("rule") or ""), step.name(self.language)) for step in steps)
        return [TableInfo("sequence", self.text("print.sequence"), "", rows, columns, cells)]

    def cell_at(self, table: str, row: Any, column: Any) -> tuple[int, int] | None:
        """Return row and column of a cell of a chart, each named by its number or its head; None where there is no such."""
        found = next((t for t in self.content.tables if t.id == table), None)
        if found is None:
            return None
        at = [
            said if isinstance(said, int) else next((n for n, head in enumerate(axis.heads) if str(head) == str(said)), -1)
            for axis, said in ((found.rows, row), (found.columns, column))
        ]
        return (at[0], at[1]) if min(at) >= 0 else None

    def _table(self, table: LookupTable) -> TableInfo:
        def head(axis: Any, value: Any) -> str:
            if hasattr(value, "min"):
                low, high = value.min, value.max
                return f"≤{high}" if low is None else (f"{low}+" if high is None else f"{low}–{high}")
            text = axis.names.get(str(value))
            return text.get(self.language) if text else str(value)

        def cell(value: Any) -> str:
            if value is None:
                return ""
            if isinstance(value, Mapping):
                if self.language in value or "en" in value:
                    return str(value.get(self.language) or value.get("en"))
                return ", ".join(f"{k} {cell(v)}" for k, v in value.items())
            if isinstance(value, (list, tuple)):
                return ", ".join(cell(v) for v in value)
            if isinstance(value, bool):
                return self.text("word.yes" if value else "word.no")
            return str(value).replace("-", "–") if isinstance(value, (int, float)) else str(value)

        codes = {code: text.get(self.language) for code, text in table.codes.items()}
        cells, signs = in_words([[cell(c) for c in row] for row in table.cells], codes)
        return TableInfo(
            id=table.id,
            name=table.name.get(self.language),
            rule=table.rule,
            rows=tuple(head(table.rows, h) for h in table.rows.heads),
            columns=tuple(head(table.columns, h) for h in table.columns.heads),
            cells=cells,
            codes=tuple(signs.items()),
            notes=tuple((note.text.get(self.language), note.rule) for note in table.notes),
        )
