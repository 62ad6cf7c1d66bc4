"""Rows of a spreadsheet before they are taken over: which column is what, what they become, and what is wrong with which."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from qtwar.base.errors import QtwarError
from qtwar.base.text import sentence as text_sentence
from qtwar.editing import rows
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.oob.taking import TakingPanel
from qtwar.ui.i18n import language, sentence, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import ChoiceBox, Panel, TextLabel
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain

PARTS = ("pieces", "kinds", "formations")
SHOWN = 200


class PastePanel(TakingPanel):
    """Shows the rows with the column each head is matched to, and what is wrong with them."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model)
        self.rows: list[list[str]] = []
        self.columns: list[str] = []
        self.preview: rows.Preview | None = None
        self.title = Elided("strong")
        self.part = ChoiceBox(name_key="edit.paste.as", whole=True, then=lambda _: self._matched())
        head = Panel(row=True, spacing=8)
        head.lay((self.title, 1), TextLabel("second-body", "edit.paste.as"), self.part, self.take, self.cancel)
        self.faults = TextLabel("warn", wrap=True)
        self.table = QTableWidget()
        self.say(self.table.setAccessibleName, "edit.paste.as")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setMinimumHeight(px(180))
        self.lay(head, self.faults, self.table)
        self.refresh()

    def refresh(self) -> None:
        """Say the parts in the language in force."""
        self.part.offer((part, tr(f"edit.paste.{part}")) for part in PARTS)

    def show_rows(self, data: bytes, name: str) -> None:
        """Read rows of any encoding and show what would become of them."""
        try:
            self.rows = rows.read_table(data)
        except QtwarError as problem:
            self.model.refused.emit(sentence(problem))
            return
        if len(self.rows) < 2:
            self.model.refused.emit(tr("edit.paste.nothing"))
            return
        self.title.setText(tr("edit.paste.title", name=name))
        self.show()
        self._matched()
        self.take.setFocus(Qt.FocusReason.OtherFocusReason)

    def _matched(self) -> None:
        """Match the heads anew, as for another part."""
        self.columns = list(rows.match_columns(self.part.value, self.rows[0]))
        self._look()

    def _preview(self) -> dict[int, str]:
        """Read the rows as the columns say, and return what is wrong by line; lines count from 1, the heads are line 1."""
        try:
            self.preview = rows.preview(self.model.draft, self.part.value, self.rows, self.columns)
        except QtwarError as problem:
            self.preview = None
            return {1: sentence(problem)}
        found: dict[int, str] = {}
        for fault in self.preview.faults:
            key, words = "edit.paste.fault" if fault.column else "edit.paste.fault_row", text_sentence(fault.message, language())
            found.setdefault(fault.line, tr(key, line=fault.line, column=fault.column, text=words))
        return found

    def _look(self) -> None:
        wrong, t = self._preview(), current().tokens
        numbers = dict.fromkeys(f"attrs.{name}" for kind in self.model.content.kinds for name in kind.attrs)
        known = [("", tr("edit.paste.skip")), *((name, _heading(name)) for name in (*rows.FIELDS[self.part.value], *numbers))]
        table, heads, body = self.table, self.rows[0], self.rows[1 : SHOWN + 1]
        table.clear()
        table.setColumnCount(len(heads))
        table.setRowCount(len(body) + 1)
        table.setHorizontalHeaderLabels(heads)
        table.setVerticalHeaderLabels(["", *(str(n) for n in range(2, len(body) + 2))])
        for c, (head, column) in enumerate(zip(heads, self.columns, strict=True)):
            offered = known if column in dict(known) else [*known, (column, _heading(column))]
            box = ChoiceBox(offered, column, lambda name, c=c: self._column(c, name), whole=True)
            box.setAccessibleName(head)
            table.setCellWidget(0, c, box)
        for r, line in enumerate(body, 1):
            for c, text in enumerate(line[: len(heads)]):
                item = QTableWidgetItem(text)
                if r + 1 in wrong:
                    item.setBackground(QColor(t.warn_ground))
                    item.setToolTip(plain(wrong[r + 1]))
                elif not self.columns[c]:
                    item.setForeground(QColor(t.third))
                table.setItem(r, c, item)
        for c in range(len(heads)):
            table.setColumnWidth(c, max(table.columnWidth(c), table.cellWidget(0, c).sizeHint().width() + 1))
        n = len(self.preview.items) if self.preview is not None else 0
        self.take.setText(tr("edit.paste.take", n=n))
        self.take.setEnabled(n > 0)
        self.faults.setVisible(bool(wrong))
        if wrong:
            self.faults.setText(tr("edit.paste.faults", n=len(wrong), first=next(iter(wrong.values()))))

    def _column(self, column: int, name: str) -> None:
        self.columns[column] = name
        self._look()

    def take_over(self) -> None:
        """Take the rows over."""
        if self.preview is not None:
            self.model.do(rows.import_rows, self.preview)
            self.closed.emit()


def _heading(column: str) -> str:
    """Return what a column is called in the window: a value of counters by its own name."""
    return column.removeprefix("attrs.") if column.startswith("attrs.") else tr(f"edit.paste.field.{column}")
