"""The tables page: the tables at the left, the sheet, what belongs to it at the right, and the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.editing import items, tables
from qtwar.editing.typed import shown, value_of
from qtwar.kit.chart import Chart
from qtwar.model.base import LocalText
from qtwar.model.tables import Axis, LookupTable
from qtwar.ui.edit import removal
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.entries import EntryList, ListItem
from qtwar.ui.edit.following import DraftPanel
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.sheet import Sheet
from qtwar.ui.edit.tables.grid import TableGrid
from qtwar.ui.edit.words import another, both, called
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import NamedField, Panel, TextLabel, beside, scrolling, upright
from qtwar.ui.widgets.elided import Elided

AXES = ("number", "range", "word", "dice")


class TablesPage(DraftPanel):
    """Each block typed or pasted is an entry; the rules use the changed table at once."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model)
        self.table = ""
        bar = Bar(
            ("edit.table.new", "plus", self.add),
            ("edit.table.row", "table-row-plus-after", lambda: self.grow("rows")),
            ("edit.table.column", "table-column-plus-after", lambda: self.grow("columns")),
            ("edit.table.row_off", "table-row-remove", lambda: self.shrink("rows")),
            ("edit.table.column_off", "table-column-remove", lambda: self.shrink("columns")),
            ("edit.delete_kind", "delete-outline", self.delete),
            kind="compact",
        )
        self.holes = Elided("warn")
        bar.lay(upright(), None, (self.holes, 2))
        self.list = EntryList("edit.page.tables", self.show_table)
        self._begun = ""  # the table that was added just now
        self.grid = TableGrid()
        self.say(self.grid.setAccessibleName, "edit.table.cells")
        self.grid.typed.connect(self._typed)
        self.grid.row_wanted.connect(lambda: self.grow("rows"))
        self.grid.refused.connect(lambda key: model.refused.emit(tr(key)))
        self.form = Form()
        test = Panel("shelf", row=True, margins=(12, 6, 12, 6), spacing=8).lay(TextLabel("strong", "edit.table.test"))
        self.row_value, self.column_value = NamedField("edit.table.row_value"), NamedField("edit.table.column_value")
        for field in (self.row_value, self.column_value):
            field.setMaximumWidth(px(160))
            field.textChanged.connect(lambda _: self.test())
            test.lay(field)
        self.answer = TextLabel("strong")
        test.lay((self.answer, 1))
        middle = Panel("panel").lay((self.grid, 1), test)
        self.lay(bar, (beside((self.list, 230), (middle, 900), (scrolling(self.form, "edit.page.tables"), 400)), 1))
        model.problems_changed.connect(self._say_holes)
        self.follow("tables")

    def refresh(self) -> None:
        """List the tables of the draft at the left."""
        there = self.model.content.tables
        if self.table not in {t.id for t in there}:
            self.table = there[0].id if there else ""
        self.list.show_entries([ListItem(t.id, f"{called(t)}  {t.rule}".rstrip()) for t in there], self.table)
        self._show()

    def now(self) -> LookupTable | None:
        """Return the table in hand."""
        return next((t for t in self.model.content.tables if t.id == self.table), None)

    def show_table(self, ident: str) -> None:
        """Show the table of an id in the grid."""
        self.form.leave()
        self.table = ident
        self.grid.found = None
        self._show()

    def _show(self) -> None:
        table = self.now()
        self.grid.show_table(table)
        if table is not None and table.id == self._begun:
            self._begun = ""
            self.grid.stand(1, 1)
            self.grid.setFocus()
        self._say_holes()
        self.test()
        with self.form.build(self.table):
            if table is None:
                self.form.say_line(tr("edit.table.none"))
            else:
                self._rows(table)

    def _rows(self, table: LookupTable) -> None:
        form, sheet, lang = self.form, Sheet(self.form, self.model, table, "tables", table.id), language()
        form.head(table.name.get(lang), ident=table.id)
        sheet.both("edit.name", "name")
        sheet.line("edit.rule", "rule")
        sheet.line("edit.table.group", "group")
        for part in ("rows", "columns"):
            axis: Axis = getattr(table, part)
            form.choice(f"edit.table.{part}", [(a, tr(f"edit.axis.{a}")) for a in AXES], axis.kind, sheet.put(part, "kind"))
            for head in axis.heads:
                if isinstance(head, str) and axis.kind == "word":
                    key = f"head.{part}.{head}"
                    form.line(key, *_in_language(axis.names.get(head), sheet.put(part, "names", head)), name=f"· {head}")
        form.head(tr("edit.table.notes"))
        for n, note in enumerate(table.notes):
            form.line(f"note.{n}.rule", note.rule, sheet.put("notes", n, "rule"), name=tr("edit.rule"))
            form.words(
                f"note.{n}", *_in_language(note.text, sheet.put("notes", n, "text")), 2, name=tr("edit.table.note_text")
            )
        form.button("edit.table.note_new", self._add_note, "plus")
        form.head(tr("edit.table.codes"))
        missing = {str(v) for line in table.cells for v in line if isinstance(v, str) and v and v not in table.codes}
        for code in (*table.codes, *sorted(missing)[:12]):
            form.line(f"code.{code}", *_in_language(table.codes.get(code), sheet.put("codes", code)), name=code)

    def _say_holes(self) -> None:
        """How many results are missing, and the first thing that is wrong with the heads."""
        table = self.now()
        holes = sum(1 for line in table.cells for value in line if value in (None, "")) if table is not None else 0
        heads = next((p.text for p in self.model.problems if p.item == ("tables", self.table) and "heads" in p.path), "")
        self.holes.setText(" · ".join(part for part in (tr("edit.table.holes", n=holes) if holes else "", heads) if part))

    def _add_note(self) -> None:
        item = {"text": both("edit.table.note_text"), "rule": ""}
        self.model.do(items.insert, ("tables", self.table, "notes"), item, key="edit.did.change")

    # -- doing -------------------------------------------------------------------------------------
    def _typed(self, row: int, column: int, block: list[list[str]]) -> None:
        if self.now() is not None:
            self.model.do(tables.lay_block, self.table, row, column, block)

    def grow(self, axis: tables.AxisName) -> None:
        """Add a row or a column at the end."""
        if self.now() is not None:
            self.model.do(tables.add_line, self.table, axis)

    def shrink(self, axis: tables.AxisName) -> None:
        """Take the current row or column away."""
        table = self.now()
        here = self.grid.currentIndex()
        n = (here.row() if axis == "rows" else here.column()) - 1
        if table is None or n < 0:
            self.model.told.emit(tr("edit.table.choose"))
        elif len(getattr(table, axis).heads) > 1:
            self.model.do(tables.remove_line, self.table, axis, n)

    def add(self) -> None:
        """A table of six rows for a die and three columns; what is typed next stands in its first cell."""
        item = another("edit.table.name", self.model.content.tables, "table") | {
            "rows": {"kind": "number", "heads": [1, 2, 3, 4, 5, 6]},
            "columns": {"kind": "word", "heads": ["a", "b", "c"]},
            "cells": [["-"] * 3 for _ in range(6)],
        }
        self.table = item["id"]
        self._begun = item["id"]
        self.model.do(items.add, "tables", item)

    def delete(self) -> None:
        """Delete the table in hand."""
        table = self.now()
        if table is not None:
            removal.ask(self.model, "tables", [table.id], table.name.get(language()))

    def test(self) -> None:
        """Show the cell that two values lead to."""
        table = self.now()
        self.grid.found = None
        answer = ""
        if table is not None and (self.row_value.text().strip() or self.column_value.text().strip()):
            chart = Chart(table.model_dump(mode="json"))  # as the rules look it up
            row = _place(chart.row, table.rows, self.row_value.text())
            column = _place(chart.column, table.columns, self.column_value.text())
            if len(table.columns.heads) == 1:
                column = 0
            if row is None or column is None:
                answer = tr(
                    "edit.table.no_head", what=self.row_value.text() if row is None else self.column_value.text()
                )
            else:
                self.grid.found = (row, column)
                value = table.cells[row][column]
                words = table.codes.get(str(value))
                answer = shown(value) + (f" · {words.get(language())}" if words is not None else "")
        self.answer.setText(answer)
        self.grid.viewport().update()

    def show_item(self, part: str, ident: str) -> None:
        """Show what a problem or the palette leads to."""
        self.form.leave()
        self.table = ident
        self.refresh()

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.list, self.grid, self.form]


def _in_language(words: LocalText | None, put: Callable[[Any], object]) -> tuple[str, Callable[[str], object]]:
    """Return a text in the language in force, and what stores it there beside the other one."""
    kept = words.model_dump() if words is not None else {}
    return words.get(language()) if words is not None else "", lambda text: put({**kept, language(): text})


def _place(find: Callable[[object], int], axis: Axis, typed: str) -> int | None:
    """Return the place of the head that a typed value falls under, or that is called so."""
    typed = typed.strip()
    for n, head in enumerate(axis.heads):
        name = axis.names.get(str(head))
        if typed == tables.head_text(head) or (name is not None and typed.casefold() == name.get(language()).casefold()):
            return n
    try:
        return find(value_of(typed))
    except KeyError:
        return None
