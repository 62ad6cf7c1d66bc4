"""A list that is searched by typing: names with pictures, chosen by click or Enter. Floats where it was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QApplication, QListView, QWidget
from shiboken6 import isValid

from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton, Panel, SearchField, TextLabel
from qtwar.ui.widgets.plain import plain

Index = QModelIndex | QPersistentModelIndex
Entry = tuple[str, str]
"""What is chosen, and its name."""
PICTURE = 30


class _Rows(QAbstractListModel):
    """The entries that fit what was typed; a picture is asked for when its row is seen."""

    def __init__(self, picture: Callable[[str], QPixmap] | None) -> None:
        super().__init__()
        self.rows: list[Entry] = []
        self._picture = picture
        self._icons: dict[str, QIcon] = {}

    def show(self, rows: list[Entry]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        ident, name = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(name)
        if role == Qt.ItemDataRole.DecorationRole and self._picture is not None:
            found = self._icons.get(ident)
            if found is None:
                found = self._icons[ident] = QIcon(self._picture(ident))
            return found
        return None


class Finder(Panel):
    """Emits `chosen(id)` and closes; Esc, × and a look elsewhere close it without a choice."""

    chosen = Signal(str)

    def __init__(
        self,
        title: str,
        entries: Sequence[Entry],
        parent: QWidget,
        *,
        picture: Callable[[str], QPixmap] | None = None,
    ) -> None:
        super().__init__("floating", margins=(10, 8, 10, 10), spacing=6, parent=parent)
        self.entries = list(entries)
        self._was: QWidget = parent
        head = Panel(row=True, spacing=6)
        name = TextLabel("strong", text=title)
        head.lay(name, IconButton("close", "finder.close", size=24, then=self.close_list), grow=name)
        self.field = SearchField("finder.type", self.narrow)
        self.field.setAccessibleName(title)
        self.rows = _Rows(picture)
        self.list = QListView()
        self.list.setProperty("kind", "plain")
        self.list.setModel(self.rows)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(title)
        if picture is not None:
            self.list.setIconSize(QSize(px(PICTURE), px(PICTURE)))
        self.list.clicked.connect(lambda index: self._choose(index.row()))
        self.empty = TextLabel("empty", "finder.nothing")
        self.lay(head, self.field, self.empty, self.list)
        self.narrow()

    def narrow(self) -> None:
        """Show what holds every word typed."""
        self.rows.show([entry for entry in self.entries if self.field.fits(f"{entry[1]} {entry[0]}")])
        self.empty.setVisible(not self.rows.rows)
        if self.rows.rows:
            self.list.setCurrentIndex(self.rows.index(0))

    def open_at(self, point: QPoint) -> None:
        """Show it at a point of its parent, inside of it, ready to be typed into."""
        over = self.parentWidget()
        self.setFixedSize(px(300), min(px(380), max(px(160), over.height() - px(16))))
        x = min(point.x(), over.width() - self.width() - px(8))
        y = min(point.y(), over.height() - self.height() - px(8))
        self.move(max(px(4), x), max(px(4), y))
        self.show()
        self.raise_()
        was = QApplication.focusWidget()
        if was is not None and over.isAncestorOf(was):
            self._was = was
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._looked)

    def _looked(self, was: QWidget | None, now: QWidget | None) -> None:
        if now is not None and now is not self and not self.isAncestorOf(now) and self.isVisible():
            self._go()

    def _take(self) -> None:
        self._choose(self.list.currentIndex().row())

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.rows.rows):
            ident = self.rows.rows[row][0]
            self.close_list()
            self.chosen.emit(ident)

    def close_list(self) -> None:
        """Go; what was behind it has the keyboard again."""
        self._go()
        (self._was if isValid(self._was) and self._was.isVisible() else self.parentWidget()).setFocus()

    def _go(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.disconnect(self._looked)
        self.hide()
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk through the rows while one types; Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_list()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.rows.rows:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            row = (self.list.currentIndex().row() + step) % len(self.rows.rows)
            self.list.setCurrentIndex(self.rows.index(row))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        else:
            super().keyPressEvent(event)
