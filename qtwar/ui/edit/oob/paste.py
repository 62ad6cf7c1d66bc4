"""Rows of a spreadsheet before they are taken over: which column is what, what they become, and what is wrong with which."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QTableWidget, QTableWidgetItem

from qtwar.ui.edit.model import EditModel, RowsPreview
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel
from qtwar.ui.widgets.elided import Elided

PARTS = ("pieces", "kinds", "formations")
SHOWN = 200


class PastePanel(Panel):
    """`closed` when it is done or not wanted."""

    closed = Signal()

    def __init__(self, model: EditModel) -> None:
        super().__init__("card", margins=(12, 8, 12, 10), spacing=6)
        self.model = model
        self.rows: list[list[str]] = []
        self.columns: list[str] = []
        self.preview: RowsPreview | None = None
        head = Panel(row=True, spacing=8)
        self.title = Elided("strong")
        self.part = QComboBox()
        self.say(self.part.setAccessibleName, "edit.paste.as")
        self.part.activated.connect(lambda _: self._matched())
        self.take = Button(kind="primary", icon_name="check", then=self._take)
        head.box.addWidget(self.title, 1)
        head.box.addWidget(TextLabel("second-body", "edit.paste.as"))
        head.box.addWidget(self.part)
        head.box.addWidget(self.take)
        head.box.addWidget(Button("edit.paste.cancel", kind="quiet", then=self.closed.emit))
        self.faults = TextLabel("warn")
        self.faults.setWordWrap(True)
        self.table = QTableWidget()
        self.say(self.table.setAccessibleName, "edit.paste.as")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setMinimumHeight(px(180))
        for part in (head, self.faults, self.table):
            self.box.addWidget(part)
        self.retranslate()

    def retranslate(self) -> None:
        """Say the parts in the language in force."""
        now = self.part.currentData()
        self.part.clear()
        for part in PARTS:
            self.part.addItem(tr(f"edit.paste.{part}"), part)
        self.part.setCurrentIndex(max(0, self.part.findData(now)))

    def show_rows(self, data: bytes, name: str) -> None:
        """Read rows of any encoding and show what would become of them."""
        rows, problem = self.model.read_rows(data)
        if problem or len(rows) < 2:
            self.model.refused.emit(problem or tr("edit.paste.nothing"))
            return
        self.rows = rows
        self.title.setText(tr("edit.paste.title", name=name))
        self.show()
        self._matched()
        self.take.setFocus(Qt.FocusReason.OtherFocusReason)

    def _matched(self) -> None:
        """Match the heads anew, as for another part."""
        self.columns = list(self.model.match_columns(self.part.currentData(), self.rows[0]))
        self._look()

    def _look(self) -> None:
        part = self.part.currentData()
        self.preview = self.model.preview_rows(part, self.rows, self.columns)
        known = list(self.model.column_names(part))
        table, t = self.table, current().tokens
        body = self.rows[1 : SHOWN + 1]
        table.clear()
        table.setColumnCount(len(self.rows[0]))
        table.setRowCount(len(body) + 1)
        table.setHorizontalHeaderLabels([str(h) for h in self.rows[0]])
        table.setVerticalHeaderLabels(["", *(str(n) for n in range(2, len(body) + 2))])
        for c in range(len(self.rows[0])):
            box = QComboBox()
            box.setAccessibleName(str(self.rows[0][c]))
            box.addItem(tr("edit.paste.skip"), "")
            for name in known:
                box.addItem(name, name)
            if self.columns[c] and box.findData(self.columns[c]) < 0:
                box.addItem(self.columns[c], self.columns[c])
            box.setCurrentIndex(max(0, box.findData(self.columns[c])))
            box.activated.connect(lambda n, b=box, c=c: self._column(c, b.itemData(n)))
            table.setCellWidget(0, c, box)
        wrong = {fault.line: fault.text for fault in self.preview.faults}
        for r, line in enumerate(body, 1):
            for c, text in enumerate(line[: len(self.rows[0])]):
                item = QTableWidgetItem(text)
                if r + 1 in wrong:
                    item.setBackground(QColor(t.warn_ground))
                    item.setToolTip(wrong[r + 1])
                elif not self.columns[c]:
                    item.setForeground(QColor(t.third))
                table.setItem(r, c, item)
        n, faults = self.preview.count, self.preview.faults
        self.take.setText(tr("edit.paste.take", n=n))
        self.take.setEnabled(n > 0)
        self.faults.setVisible(bool(faults))
        if faults:
            self.faults.setText(tr("edit.paste.faults", n=len({f.line for f in faults}), first=faults[0].text))

    def _column(self, column: int, name: str) -> None:
        self.columns[column] = name
        self._look()

    def _take(self) -> None:
        if self.preview is not None:
            self.model.take_rows(self.preview)
            self.closed.emit()
