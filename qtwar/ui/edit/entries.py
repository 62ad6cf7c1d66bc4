"""The entries of a list beside a page: what is new comes, what is gone goes, what is the same stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.plain import plain

KIND = Qt.ItemDataRole.UserRole
"""The role of an entry's id."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """A line of a list: its id, its words and what is said on hovering; `icon` may be none, `high` is in px at scale 1."""

    id: object
    text: str
    tip: str = ""
    icon: QIcon | None = None
    high: int = 30
    pale: bool = False


class EntryList(Speaks, QListWidget):
    """The entries themselves; `chosen` hears the id of the one that a person goes to."""

    def __init__(self, name_key: str, chosen: Callable[[Any], object] = lambda _: None) -> None:
        super().__init__()
        self.say(self.setAccessibleName, name_key)
        self.currentItemChanged.connect(lambda item, _: chosen(item.data(KIND)) if item is not None else None)

    def show_entries(self, entries: Sequence[ListItem], chosen: object = None) -> None:
        """Say these entries, with the one in hand current, and tell nobody; the scroll bar stays."""
        self.blockSignals(True)
        there = {item.data(KIND): item for item in self._items()}
        wanted = {entry.id for entry in entries}
        for ident, item in there.items():
            if ident not in wanted:
                self.takeItem(self.row(item))
        for n, entry in enumerate(entries):
            item = self.item(n)
            if item is None or item.data(KIND) != entry.id:
                known = there.get(entry.id)
                item = self.takeItem(self.row(known)) if known is not None else QListWidgetItem()
                item.setData(KIND, entry.id)
                self.insertItem(n, item)
            _show(item, entry)
            if entry.id == chosen and self.currentItem() is not item:
                self.setCurrentItem(item)
        self.blockSignals(False)

    def mark(self, ident: object) -> None:
        """Make an entry the one in hand, and tell nobody."""
        self.blockSignals(True)
        for item in self._items():
            if item.data(KIND) == ident:
                self.setCurrentItem(item)
        self.blockSignals(False)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(n) for n in range(self.count())]


def _show(item: QListWidgetItem, entry: ListItem) -> None:
    if item.text() != entry.text:
        item.setText(entry.text)
    if item.toolTip() != entry.tip:
        item.setToolTip(plain(entry.tip))
    if entry.icon is not None and item.icon().cacheKey() != entry.icon.cacheKey():
        item.setIcon(entry.icon)
    item.setData(Qt.ItemDataRole.ForegroundRole, QColor(current().tokens.third) if entry.pale else None)
    size = QSize(0, px(entry.high))
    if entry.high and item.sizeHint() != size:
        item.setSizeHint(size)
