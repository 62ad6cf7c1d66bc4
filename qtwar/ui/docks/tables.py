"""All charts of the title; the cell used last is framed with its row and its column."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from qtwar.ui.board.strokes import frame
from qtwar.ui.facts import TableInfo, UsedCell
from qtwar.ui.game import Focus, GameActions, GameTitle
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import ChoiceBox, Panel, TextLabel, clear, scrolling, timer
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.rich import Rich, cited


class _Cells(QStyledItemDelegate):
    """Tints the row and the column of the used cell, frames the cell, marks where the shifts began."""

    def __init__(self, dock: TablesDock) -> None:
        super().__init__(dock)
        self.dock = dock

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        t, used, hit = current().tokens, self.dock.used, False
        if used is not None and used.table == self.dock.shown:
            hit = index.row() == used.row and index.column() == used.column
            if hit or index.row() == used.row or index.column() == used.column:
                painter.fillRect(option.rect, QColor(t.warn_ground if hit else t.accent_ground))
            if used.base_column == index.column() and used.base_column != used.column and index.row() == used.row:
                painter.setPen(QPen(QColor(t.accent), px(1), Qt.PenStyle.DashLine))
                painter.drawRect(option.rect.adjusted(px(1), px(1), -px(2), -px(2)))
        super().paint(painter, option, index)
        if hit:
            frame(painter, QRectF(option.rect).adjusted(px(1), px(1), -px(2), -px(2)))


SENTENCE = 18
"""Longer cells are sentences."""
WIDEST = 230
"""Wider columns (px at 100 %) break their sentences."""


class TablesDock(Panel):
    """One chart at a time; the used one comes up by itself."""

    def __init__(self, title: GameTitle, actions: GameActions, focus: Focus) -> None:
        super().__init__("panel", margins=(10, 4, 10, 8), spacing=6)
        self.title, self.focus = title, focus
        self.used: UsedCell | None = None
        self.shown = ""
        self.infos: dict[str, TableInfo] = {}
        self._seeking = timer(self, 0, self._seek)
        self.chooser = ChoiceBox(name_key="tables.choose", then=self.show_table)
        self.how = TextLabel("second", wrap=True)
        self.grid = QTableWidget()
        self.grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.grid.setItemDelegate(_Cells(self))
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.grid.horizontalHeader().setMinimumSectionSize(px(20))
        self.grid.horizontalHeader().setMaximumSectionSize(px(WIDEST))
        self.grid.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.grid.setMinimumHeight(px(80))
        self.grid.setCornerButtonEnabled(False)
        self.say(self.grid.setAccessibleName, "dock.tables")
        self.notes = Panel("panel", spacing=2)
        self.below = scrolling(self.notes, sideways=True, read=True)  # a long legend must not push the other docks together
        self.empty = Empty("tables.empty")
        for part in (self.chooser, self.how, self.grid, self.below, self.empty):
            self.box.addWidget(part, 1 if part in (self.grid, self.empty) else 0)
        actions.table_used.connect(self.light)

    def fill(self) -> None:
        """Take the charts of the title."""
        self.infos = {info.id: info for info in self.title.tables()}
        self.chooser.offer((info.id, f"{info.name}  {info.rule}".strip()) for info in self.infos.values())
        there = bool(self.infos)
        for part in (self.chooser, self.grid, self.below):
            part.setVisible(there)
        self.empty.setVisible(not there)
        self.how.setVisible(False)
        if there:
            self.show_table(self.shown if self.shown in self.infos else next(iter(self.infos)))

    def showEvent(self, event: QShowEvent) -> None:
        """Take the charts when they are looked at first."""
        super().showEvent(event)
        if not self.infos:
            self.fill()

    def light(self, used: UsedCell) -> None:
        """Show the chart that was used and frame its cell."""
        self.used = used
        self.show_table(used.table)
        self._seek()

    def _seek(self) -> None:
        """Bring the used cell into view, once the pane has the room that it gets."""
        item = self.grid.item(self.used.row, self.used.column) if self.used and self.used.table == self.shown else None
        if item is not None:
            self.grid.scrollToItem(item, QAbstractItemView.ScrollHint.PositionAtCenter)

    def show_table(self, ident: str) -> None:
        """Show a chart; an id that is none of the title changes nothing."""
        if not self.infos:
            self.fill()
        info = self.infos.get(str(ident).partition("/")[0])
        if info is None:
            return
        self.shown = info.id
        self.chooser.choose(info.id)
        self.grid.setAccessibleDescription(info.name)
        self.grid.setRowCount(len(info.rows))
        self.grid.setColumnCount(len(info.columns))
        self.grid.setVerticalHeaderLabels(list(info.rows))
        self.grid.setHorizontalHeaderLabels(list(info.columns))
        codes = dict(info.codes)
        told = {c for row in info.cells for c, value in enumerate(row) if len(value) > SENTENCE}
        for r, row in enumerate(info.cells):
            for c, value in enumerate(row):
                item = QTableWidgetItem(value)
                # sentences are read from the left, a result is found in the middle of its column
                side = Qt.AlignmentFlag.AlignLeft if c in told else Qt.AlignmentFlag.AlignHCenter
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                if value in codes or len(value) > SENTENCE:
                    item.setToolTip(plain(codes.get(value, value)))
                self.grid.setItem(r, c, item)
        self.grid.resizeRowsToContents()
        self.grid.viewport().update()
        used = self.used
        self.how.setVisible(used is not None and used.table == info.id)
        if used is not None and used.table == info.id:
            at = {"row": info.rows[used.row], "column": info.columns[used.column]}
            own = info.cells[used.row][used.column]
            self.how.setText(tr("tables.used", **at, result=used.result or codes.get(own, own)))
        clear(self.notes.box)
        follow = self.focus.follow
        self.notes.lay(*(Rich("small", cited(f"{code}: {meaning}", ""), then=follow) for code, meaning in info.codes[:8]))
        self.notes.lay(*(Rich("second", cited(text, rule), then=follow) for text, rule in info.notes), None)
        self._share()

    def _share(self) -> None:
        """The legend takes what it needs, but leaves the chart what it needs, and at least two thirds."""
        room = self.height() - self.chooser.height() - px(30)
        chart = self.grid.verticalHeader().length() + self.grid.horizontalHeader().sizeHint().height() + px(16)
        legend = self.notes.heightForWidth(max(1, self.below.width() - px(14))) + px(12)
        self.below.setFixedHeight(max(px(20), min(legend, max(room - chart, room // 3))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out anew."""
        super().resizeEvent(event)
        self._share()
        self._seeking.start()

    def retranslate(self) -> None:
        """The title's words in the new language."""
        if self.infos:
            self.fill()

    def restyle(self) -> None:
        """Fit rows and columns to the new font."""
        super().restyle()
        self.grid.horizontalHeader().setMinimumSectionSize(px(20))
        self.grid.horizontalHeader().setMaximumSectionSize(px(WIDEST))
        self.grid.resizeColumnsToContents()
        self.grid.resizeRowsToContents()

    def sizeHint(self) -> QSize:
        """Wide enough for a few columns."""
        return QSize(px(320), px(240))
