"""A table as a sheet: heads are typed like cells, holes are hatched, a block from a spreadsheet is pasted where one stands."""

from __future__ import annotations

import csv
import io
import unicodedata
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from qtwar.editing.tables import head_text
from qtwar.editing.typed import shown
from qtwar.model.tables import LookupTable
from qtwar.ui.board.strokes import frame
from qtwar.ui.i18n import Speaks, language
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.plain import plain

MOST_PASTED = 20_000
"""Cells in one block."""
Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole


class SheetModel(QStandardItemModel):
    """A table's heads (row 0 and column 0) and cells as texts; a change tells the view of what differs, and of no more.

    `typed` gives (row, column, texts) with heads at -1; the sheet shows them when the table has them.
    """

    typed = Signal(int, int, object)

    def __init__(self) -> None:
        super().__init__()
        self.ident = ""

    def show_table(self, table: LookupTable | None) -> bool:
        """Show a table as it is now; returns whether another one was shown before."""
        texts, tips = _texts(table) if table is not None else ([], {})
        ident = table.id if table is not None else ""
        other, self.ident = ident != self.ident, ident
        if other:
            self.clear()
        self.setRowCount(len(texts))
        self.setColumnCount(len(texts[0]) if texts else 0)
        for r, line in enumerate(texts):
            for c, text in enumerate(line):
                for role, words in ((ROLE.DisplayRole, text), (ROLE.ToolTipRole, plain(tips.get((r, c), "")))):
                    if (self.index(r, c).data(role) or "") != words:
                        super().setData(self.index(r, c), words, role)
        return other

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a cell: all but the corner are typed in."""
        return super().flags(index) if index.row() or index.column() else Qt.ItemFlag.ItemIsEnabled

    def setData(self, index: Index, value: Any, role: int = ROLE.EditRole) -> bool:
        """Tell what was typed; the table changes when it is stored."""
        if role != ROLE.EditRole or str(value) == (index.data() or ""):
            return False
        self.typed.emit(index.row() - 1, index.column() - 1, [[str(value)]])
        return True


def _texts(table: LookupTable) -> tuple[list[list[str]], dict[tuple[int, int], str]]:
    """Return a table's texts with its heads, and what heads are called by (row, column)."""
    corner = table.rows.name.get(language()) if table.rows.name is not None else ""
    tips: dict[tuple[int, int], str] = {}
    for axis, across in ((table.rows, False), (table.columns, True)):
        for n, head in enumerate(axis.heads, 1):
            if (name := axis.names.get(str(head))) is not None:
                tips[(0, n) if across else (n, 0)] = name.get(language())
    columns = len(table.columns.heads)
    texts = [[corner, *map(head_text, table.columns.heads)]]
    for n, head in enumerate(table.rows.heads):
        line = [shown(value) for value in (table.cells[n] if n < len(table.cells) else ())][:columns]
        texts.append([head_text(head), *line, *[""] * (columns - len(line))])
    return texts, tips


class _Cells(QStyledItemDelegate):
    """Centres texts, dresses heads, hatches holes, frames the cell that a test found."""

    def __init__(self, grid: TableGrid) -> None:
        super().__init__(grid)
        self.grid = grid

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Say how a text stands."""
        super().initStyleOption(option, index)
        option.displayAlignment = Qt.AlignmentFlag.AlignCenter
        if index.row() == 0 or index.column() == 0:
            option.font = current().font(strong=True)
            option.fontMetrics = QFontMetrics(option.font)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        t = current().tokens
        head = index.row() == 0 or index.column() == 0
        if head:
            painter.fillRect(option.rect, QColor(t.sunk))
        elif not index.data():
            painter.fillRect(option.rect, QColor(t.warn_ground))
            painter.fillRect(option.rect, QBrush(QColor(t.warn), Qt.BrushStyle.BDiagPattern))
        elif self.grid.found and (index.row() == self.grid.found[0] + 1 or index.column() == self.grid.found[1] + 1):
            painter.fillRect(option.rect, QColor(t.accent_ground))
        super().paint(painter, option, index)
        if self.grid.found == (index.row() - 1, index.column() - 1):
            frame(painter, QRectF(option.rect).adjusted(px(1), px(1), -px(2), -px(2)))


class TableGrid(Speaks, QTableView):
    """Row 0 and column 0 are the heads; Tab goes through the body and wants another row behind the last cell."""

    refused = Signal(str)  # the text key of a sentence
    row_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sheet = SheetModel()
        self.setModel(self.sheet)
        self.typed = self.sheet.typed
        self.found: tuple[int, int] | None = None
        self._fresh = False
        """Whether the row that comes next was wanted by Tab."""
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setItemDelegate(_Cells(self))
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.sheet.columnsInserted.connect(self._widths)
        self.sheet.rowsInserted.connect(self._came)

    def show_table(self, table: LookupTable | None) -> None:
        """Show a table; where one stands stays."""
        if self.sheet.show_table(table):
            self._widths()

    def stand(self, row: int, column: int) -> None:
        """Go to a cell; row 0 and column 0 are the heads."""
        self.selectionModel().setCurrentIndex(
            self.sheet.index(row, column), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def restyle(self) -> None:
        """Columns at the new scale."""
        self._widths()

    def _widths(self) -> None:
        self.resizeColumnsToContents()
        for c in range(self.sheet.columnCount()):
            self.setColumnWidth(c, max(px(54), min(px(260), self.columnWidth(c) + px(12))))

    def _came(self, parent: QModelIndex, first: int, last: int) -> None:
        if self._fresh:
            self._fresh = False
            self.stand(first, 1)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Tab stays in the body: behind the last column it goes to the first of the next row, at the end to a new row."""
        here = self.currentIndex()
        r, c, columns = here.row(), here.column(), self.sheet.columnCount()
        if action == QAbstractItemView.CursorAction.MoveNext and r > 0 and c == columns - 1:
            if r < self.sheet.rowCount() - 1:
                return self.sheet.index(r + 1, 1)
            if not self._fresh:
                self._fresh = True
                self.row_wanted.emit()
            return QModelIndex()
        if action == QAbstractItemView.CursorAction.MovePrevious and r > 1 and c == 1:
            return self.sheet.index(r - 1, columns - 1)
        return super().moveCursor(action, modifiers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste a block, copy the chosen block, Delete empties."""
        here = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(self.block())
        elif event.key() == Qt.Key.Key_Delete and here.row() > 0 and here.column() > 0:
            rows = sorted({i.row() for i in self.selectedIndexes() if i.row() and i.column()})
            columns = sorted({i.column() for i in self.selectedIndexes() if i.row() and i.column()})
            if rows and columns:
                self.typed.emit(rows[0] - 1, columns[0] - 1, [["" for _ in columns] for _ in rows])
        else:
            super().keyPressEvent(event)
            if event.key() == Qt.Key.Key_Tab and self._fresh:
                event.accept()  # the next row is on its way

    def paste(self, text: str) -> None:
        """Take a block of a spreadsheet in where the current cell is."""
        lines = block_of(text)
        if any(unicodedata.category(char) == "Cc" for line in lines for cell in line for char in cell):
            self.refused.emit("edit.table.nonsense")
        elif sum(map(len, lines)) > MOST_PASTED:
            self.refused.emit("edit.table.too_large")
        elif text.strip():
            here = self.currentIndex()
            self.typed.emit(max(0, here.row()) - 1, max(0, here.column()) - 1, lines)

    def block(self) -> str:
        """Return the chosen block as a spreadsheet takes it."""
        rows = sorted({i.row() for i in self.selectedIndexes()})
        columns = sorted({i.column() for i in self.selectedIndexes()})
        return "\n".join("\t".join(self.sheet.index(r, c).data() or "" for c in columns) for r in rows)


def block_of(text: str) -> list[list[str]]:
    """Return the cells of a block of a spreadsheet; a cell of several lines stands in quotation marks, and becomes one line."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    if '"' in text:
        with suppress(csv.Error):  # a lone mark is meant as it stands
            rows = csv.reader(io.StringIO(text), delimiter="\t", strict=True)
            return [[" ".join(cell.split("\n")) for cell in row] for row in rows]
    return [line.split("\t") for line in text.split("\n")]
