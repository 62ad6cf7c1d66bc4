"""History: the entries by name, click = go there; what was taken back is pale, the floor is a line. Bookmarks beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu

from qtwar.ui.game import GameHistory
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.seen import SeenPanel

NEAR = 500
"""How many entries before and after the present one are listed."""


class HistoryDock(SeenPanel):
    """`only_marks` makes it the list of bookmarks."""

    def __init__(self, history: GameHistory, *, only_marks: bool = False) -> None:
        super().__init__("panel")
        self.history, self.only_marks = history, only_marks
        self.list = QListWidget()
        self.say(self.list.setAccessibleName, "dock.bookmarks" if only_marks else "dock.history")
        self.list.setWordWrap(True)
        if only_marks:
            self.list.setEditTriggers(QListWidget.EditTrigger.EditKeyPressed)
            self.list.itemChanged.connect(self._renamed)
            self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self.list.customContextMenuRequested.connect(self._menu)
            self.list.installEventFilter(self)
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.empty = Empty("bookmarks.empty" if only_marks else "history.empty")
        self.lay(self.list, grow=self.list)
        self.lay(self.empty, grow=self.empty)
        history.changed.connect(self.soon)
        history.replaying.connect(self.soon)
        self.refresh()

    def refresh(self) -> None:
        """List the entries around the present one, latest at the end; or those with a bookmark."""
        t = current().tokens
        self.list.blockSignals(True)
        every, live = self.history.entries(), self.history.live
        if self.only_marks:
            entries = [every[n - 1] for n, name in self.history.milestones() if name]
        else:
            entries = list(every[max(0, live - NEAR) : live + NEAR])
        self.list.clear()
        here = None
        for entry in entries:
            item = QListWidgetItem(entry.bookmark if self.only_marks else f"{entry.index}  {entry.text}")
            item.setData(Qt.ItemDataRole.UserRole, entry.index)
            if self.only_marks:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                item.setToolTip(plain(entry.text))
            if entry.index > self.history.live:
                item.setForeground(QColor(t.third))
                item.setToolTip(tr("history.undone"))
            elif entry.turn:
                item.setFont(current().font(strong=True))
            self.list.addItem(item)
            if entry.floor and not self.only_marks:
                # From this line upwards an undo is the other player's to allow: a click asks him.
                line = QListWidgetItem(f"{entry.floor} · {tr('history.ask')}")
                line.setIcon(icon("lock-outline", "warn"))
                line.setForeground(QColor(t.warn))
                line.setData(Qt.ItemDataRole.UserRole, max(1, entry.index - 1))
                self.list.addItem(line)
            if entry.index == self.history.position:
                here = item
        self.list.setVisible(bool(entries))
        self.empty.setVisible(not entries)
        if here is not None:
            self.list.setCurrentItem(here)
            self.list.scrollToItem(here)
        self.list.blockSignals(False)

    def _go(self, item: QListWidgetItem) -> None:
        index = item.data(Qt.ItemDataRole.UserRole)
        if index is None:
            return
        if self.only_marks:
            self.history.look_at(index)
        elif index != self.history.live:
            self.history.undo_to(index)

    # -- bookmarks ---------------------------------------------------------------------------------
    def _renamed(self, item: QListWidgetItem) -> None:
        self.history.bookmark(item.data(Qt.ItemDataRole.UserRole), item.text().strip())

    def menu_for(self, item: QListWidgetItem) -> QMenu:
        """Return the context menu of a bookmark."""
        menu = QMenu(self)
        menu.addAction(tr("bookmark.rename"), lambda: self.list.editItem(item)).setShortcut("F2")
        menu.addAction(tr("bookmark.remove"), lambda: self._remove(item)).setShortcut("Del")
        return menu

    def _menu(self, point: QPoint) -> None:
        item = self.list.itemAt(point)
        if item is not None:
            self.menu_for(item).popup(self.list.viewport().mapToGlobal(point))

    def _remove(self, item: QListWidgetItem) -> None:
        self.history.bookmark(item.data(Qt.ItemDataRole.UserRole), "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Del takes a bookmark away."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Delete:
            item = self.list.currentItem()
            if item is not None:
                self._remove(item)
            return True
        return False

    def restyle(self) -> None:
        """Colours of the new theme."""
        super().restyle()
        self.soon()
