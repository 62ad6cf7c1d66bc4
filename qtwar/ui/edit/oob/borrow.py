"""Counters of another title: ticked in a list with their pictures, taken over with how they are drawn."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QListView, QListWidget, QListWidgetItem

from qtwar.ui.edit.model import EditModel, Lent
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel

KIND = Qt.ItemDataRole.UserRole
FACE = 40


class BorrowPanel(Panel):
    """`closed` when it is done or not wanted."""

    closed = Signal()

    def __init__(self, model: EditModel) -> None:
        super().__init__("card", margins=(12, 8, 12, 10), spacing=6)
        self.model = model
        self.lent: Lent | None = None
        self.ticked: set[str] = set()
        head = Panel(row=True, spacing=8)
        self.title = QComboBox()
        self.title.setMinimumContentsLength(20)
        self.say(self.title.setAccessibleName, "edit.borrow.title")
        self.title.activated.connect(lambda _: self._read())
        self.filter = QLineEdit()
        self.filter.setClearButtonEnabled(True)
        self.say(self.filter.setPlaceholderText, "edit.kinds_find")
        self.say(self.filter.setAccessibleName, "edit.kinds_find")
        self.filter.textChanged.connect(lambda _: self._fill())
        self.roster = QCheckBox()
        self.say(self.roster.setText, "edit.borrow.roster")
        self.say(self.roster.setToolTip, "edit.borrow.roster.tip")
        self.take = Button(kind="primary", icon_name="check", then=self._take)
        head.box.addWidget(TextLabel("second-body", "edit.borrow.title"))
        head.box.addWidget(self.title)
        head.box.addWidget(self.filter, 1)
        head.box.addWidget(self.roster)
        head.box.addWidget(self.take)
        head.box.addWidget(Button("edit.paste.cancel", kind="quiet", then=self.closed.emit))
        self.list = QListWidget()
        self.list.setFlow(QListView.Flow.LeftToRight)
        self.list.setWrapping(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMinimumHeight(px(220))
        self.say(self.list.setAccessibleName, "edit.kinds")
        self.list.itemChanged.connect(self._ticked)
        self.list.itemActivated.connect(self._turn)
        self.box.addWidget(head)
        self.box.addWidget(self.list)
        self._count()

    def open(self) -> None:
        """List the titles, and the counters of the one chosen."""
        kept = self.title.currentData()
        self.title.clear()
        for ident, name in self.model.titles():
            self.title.addItem(name, ident)
        self.title.setCurrentIndex(max(0, self.title.findData(kept)))
        self.show()
        self._read()
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read(self) -> None:
        self.lent, self.ticked = None, set()
        self._fill()
        if self.title.currentData():
            self.model.lend(str(self.title.currentData()), self._lent)

    def _lent(self, lent: Lent) -> None:
        if lent.title == self.title.currentData():
            self.lent = lent
            self._fill()

    def _fill(self) -> None:
        words, la = self.filter.text().casefold().split(), language()
        self.list.blockSignals(True)
        self.list.clear()
        side = px(FACE)
        self.list.setIconSize(QSize(side, side))
        self.list.setGridSize(QSize(px(240), side + px(8)))
        if self.lent is not None:
            sides = {s.id: s.name.get(la) for s in self.lent.content.sides}
            for kind in self.lent.content.kinds:
                name = kind.name.get(la) or kind.id
                if not all(word in f"{name} {kind.id} {sides.get(kind.side or '', '')}".casefold() for word in words):
                    continue
                item = QListWidgetItem(QIcon(self.lent.face(kind.id, side, self.devicePixelRatioF())), name)
                item.setData(KIND, kind.id)
                item.setSizeHint(QSize(px(236), side + px(6)))
                item.setToolTip(" · ".join(part for part in (name, sides.get(kind.side or "", ""), kind.id) if part))
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if kind.id in self.ticked else Qt.CheckState.Unchecked)
                self.list.addItem(item)
        self.list.blockSignals(False)
        self._count()

    def _ticked(self, item: QListWidgetItem) -> None:
        on = item.checkState() == Qt.CheckState.Checked
        (self.ticked.add if on else self.ticked.discard)(item.data(KIND))
        self._count()

    def _turn(self, item: QListWidgetItem) -> None:
        """Enter or a double click ticks."""
        on = item.checkState() == Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)

    def _count(self) -> None:
        self.take.setText(tr("edit.borrow.take", n=len(self.ticked)))
        self.take.setEnabled(bool(self.ticked))

    def _take(self) -> None:
        if self.lent is None:
            return
        order = [kind.id for kind in self.lent.content.kinds if kind.id in self.ticked]
        self.model.borrow(self.lent, order, self.roster.isChecked())
        self.closed.emit()

    def retranslate(self) -> None:
        """Say the names again."""
        self._fill()
