"""A table as a sheet: heads are typed like cells, holes are hatched, a block from a spreadsheet is pasted where one stands."""

from __future__ import annotations

import csv
import io
import unicodedata
from contextlib import suppress

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from qtwar.editing.tables import head_text
from qtwar.editing.typed import shown
from qtwar.model.tables import Table
from qtwar.ui.i18n import language
from qtwar.ui.theme import current, px

MOST_PASTED = 20_000
"""Cells in one block."""


class _Cells(QStyledItemDelegate):
    """Hatches holes, frames the cell that a test found."""

    def __init__(self, grid: TableGrid) -> None:
        super().__init__(grid)
        self.grid = grid

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
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
            painter.setPen(QPen(QColor(t.ring_twin), px(3)))
            painter.drawRect(option.rect.adjusted(px(1), px(1), -px(2), -px(2)))
            painter.setPen(QPen(QColor(t.ring), px(1.5)))
            painter.drawRect(option.rect.adjusted(px(1), px(1), -px(2), -px(2)))


class TableGrid(QTableWidget):
    """Row 0 and column 0 are the heads. `typed` gives (row, column, texts) with heads at -1."""

    typed = Signal(int, int, object)
    refused = Signal(str)  # the text key of a sentence

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[int, int] | None = None
        self._filling = False
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setItemDelegate(_Cells(self))
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.itemChanged.connect(self._changed)

    def show_table(self, table: Table | None) -> None:
        """Show a table; where one stood stays."""
        row, column = self.currentRow(), self.currentColumn()
        self._filling = True
        self.clear()
        if table is None:
            self.setRowCount(0)
            self.setColumnCount(0)
            self._filling = False
            return
        self.setRowCount(len(table.rows.heads) + 1)
        self.setColumnCount(len(table.columns.heads) + 1)
        strong = current().font(strong=True)
        for axis, n, head, across in [
            *((table.rows, n, head, False) for n, head in enumerate(table.rows.heads)),
            *((table.columns, n, head, True) for n, head in enumerate(table.columns.heads)),
        ]:
            item = QTableWidgetItem(head_text(head))
            name = axis.names.get(str(head))
            item.setToolTip(name.get(language()) if name is not None else "")
            item.setFont(strong)
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            self.setItem(0 if across else n + 1, n + 1 if across else 0, item)
        corner = QTableWidgetItem(table.rows.name.get(language()) if table.rows.name is not None else "")
        corner.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.setItem(0, 0, corner)
        for r, line in enumerate(table.cells):
            for c, value in enumerate(line):
                item = QTableWidgetItem(shown(value))
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.setItem(r + 1, c + 1, item)
        self.resizeColumnsToContents()
        for c in range(self.columnCount()):
            self.setColumnWidth(c, max(px(54), min(px(260), self.columnWidth(c) + px(12))))
        self._filling = False
        if 0 <= row < self.rowCount() and 0 <= column < self.columnCount():
            self.setCurrentCell(row, column)

    def _changed(self, item: QTableWidgetItem) -> None:
        if not self._filling:
            self.typed.emit(item.row() - 1, item.column() - 1, [[item.text()]])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste a block, copy the chosen block, Delete empties."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(self.block())
        elif event.key() == Qt.Key.Key_Delete and self.currentRow() > 0 and self.currentColumn() > 0:
            rows = sorted({i.row() for i in self.selectedIndexes() if i.row() and i.column()})
            columns = sorted({i.column() for i in self.selectedIndexes() if i.row() and i.column()})
            if rows and columns:
                self.typed.emit(rows[0] - 1, columns[0] - 1, [["" for _ in columns] for _ in rows])
        else:
            super().keyPressEvent(event)

    def paste(self, text: str) -> None:
        """Take a block of a spreadsheet in where the current cell is."""
        lines = block_of(text)
        if any(unicodedata.category(char) == "Cc" for line in lines for cell in line for char in cell):
            self.refused.emit("edit.table.nonsense")
        elif sum(map(len, lines)) > MOST_PASTED:
            self.refused.emit("edit.table.too_large")
        elif text.strip():
            self.typed.emit(max(0, self.currentRow()) - 1, max(0, self.currentColumn()) - 1, lines)

    def block(self) -> str:
        """Return the chosen block as a spreadsheet takes it."""
        rows = sorted({i.row() for i in self.selectedIndexes()})
        columns = sorted({i.column() for i in self.selectedIndexes()})
        found = []
        for r in rows:
            items = [self.item(r, c) for c in columns]
            found.append("\t".join(item.text() if item is not None else "" for item in items))
        return "\n".join(found)


def block_of(text: str) -> list[list[str]]:
    """Return the cells of a block of a spreadsheet; a cell of several lines stands in quotation marks, and becomes one line."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    if '"' in text:
        with suppress(csv.Error):  # a lone mark is meant as it stands
            rows = csv.reader(io.StringIO(text), delimiter="\t", strict=True)
            return [[" ".join(cell.split("\n")) for cell in row] for row in rows]
    return [line.split("\t") for line in text.split("\n")]
