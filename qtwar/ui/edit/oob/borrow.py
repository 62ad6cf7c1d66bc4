"""Counters of another title: ticked in a list with their pictures, taken over with how they are drawn."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QListView, QListWidget, QListWidgetItem

from qtwar.ui.edit.entries import KIND
from qtwar.ui.edit.model import EditModel, Lent
from qtwar.ui.edit.oob.taking import TakingPanel
from qtwar.ui.edit.words import called, named
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import ChoiceBox, Panel, SearchField
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain

FACE = 40


class BorrowPanel(TakingPanel):
    """Offers the counters of the title that is chosen."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model)
        self.lent: Lent | None = None
        self.ticked: set[str] = set()
        self.title = ChoiceBox(name_key="edit.borrow.title", whole=True, then=lambda _: self._read())
        self.filter = SearchField("edit.kinds_find", self.refresh, 900)
        self.filter.setMinimumWidth(px(120))
        self.roster = QCheckBox()
        self.say(self.roster.setText, "edit.borrow.roster")
        self.say(self.roster.setToolTip, "edit.borrow.roster.tip")
        head = Panel(row=True, spacing=8)
        head.lay(Elided("second-body", "edit.borrow.title"), self.title, (self.filter, 1))
        self.list = QListWidget()
        self.list.setFlow(QListView.Flow.LeftToRight)
        self.list.setWrapping(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # halves of a squad differ in their last word
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMinimumHeight(px(60))
        self.say(self.list.setAccessibleName, "edit.kinds")
        self.list.itemChanged.connect(self._ticked)
        self.list.itemPressed.connect(self._pressed)
        self.list.itemClicked.connect(self._clicked)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(QKeySequence(key), self.list, self._entered, context=Qt.ShortcutContext.WidgetShortcut)
        self._was = Qt.CheckState.Unchecked
        self.lay(head, (self.list, 1), Panel(row=True, spacing=8).lay((self.roster, 1), self.take, self.cancel))
        self._count()

    def open(self) -> None:
        """List the titles, and the counters of the one chosen."""
        own = self.model.content.title.id
        self.title.offer(title for title in self.model.around.titles() if title[0] != own)
        self.show()
        self._read()
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read(self) -> None:
        self.lent, self.ticked = None, set()
        self.refresh()
        if self.title.value:
            self.model.lend(self.title.value, self._lent)

    def _lent(self, lent: Lent) -> None:
        if lent.title == self.title.value:
            self.lent = lent
            self.refresh()

    def refresh(self) -> None:
        """List the counters of the title that fit the filter."""
        self.list.blockSignals(True)
        self.list.clear()
        side = px(FACE)
        self.list.setIconSize(QSize(side, side))
        self.list.setGridSize(QSize(px(276), side + px(8)))
        if self.lent is not None:
            sides = dict(named(self.lent.content.sides))
            for kind in self.lent.content.kinds:
                name = called(kind)
                if not self.filter.fits(f"{name} {kind.id} {sides.get(kind.side or '', '')}"):
                    continue
                item = QListWidgetItem(QIcon(self.lent.face(kind.id, side, self.devicePixelRatioF())), name)
                item.setData(KIND, kind.id)
                item.setSizeHint(QSize(px(270), side + px(6)))
                item.setToolTip(plain(" · ".join(part for part in (name, sides.get(kind.side or "", ""), kind.id) if part)))
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if kind.id in self.ticked else Qt.CheckState.Unchecked)
                self.list.addItem(item)
        self.list.blockSignals(False)
        self._count()

    def _ticked(self, item: QListWidgetItem) -> None:
        on = item.checkState() == Qt.CheckState.Checked
        (self.ticked.add if on else self.ticked.discard)(item.data(KIND))
        self._count()

    def _pressed(self, item: QListWidgetItem) -> None:
        self._was = item.checkState()

    def _clicked(self, item: QListWidgetItem) -> None:
        """A click on picture or name ticks too; one in the box has done it by itself."""
        if item.checkState() == self._was:
            self._turn(item)

    def _entered(self) -> None:
        """Enter ticks the line in hand."""
        if (item := self.list.currentItem()) is not None:
            self._turn(item)

    def _turn(self, item: QListWidgetItem) -> None:
        on = item.checkState() == Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)

    def _count(self) -> None:
        self.take.setText(tr("edit.borrow.take", n=len(self.ticked)))
        self.take.setEnabled(bool(self.ticked))

    def take_over(self) -> None:
        """Take the ticked counters over."""
        if self.lent is None:
            return
        order = [kind.id for kind in self.lent.content.kinds if kind.id in self.ticked]
        self.model.borrow(self.lent, order, self.roster.isChecked())
        self.closed.emit()
