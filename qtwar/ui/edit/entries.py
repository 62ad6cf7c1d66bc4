"""The entries of a list beside a page: what is new comes, what is gone goes, what is the same stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QListWidget, QListWidgetItem

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


def sync(view: QListWidget, entries: Sequence[ListItem], chosen: object = None) -> None:
    """Make a list say these entries, with the one in hand current, and tell nobody; the scroll bar stays."""
    view.blockSignals(True)
    there = {view.item(n).data(KIND): view.item(n) for n in range(view.count())}
    wanted = {entry.id for entry in entries}
    for ident, item in there.items():
        if ident not in wanted:
            view.takeItem(view.row(item))
    for n, entry in enumerate(entries):
        item = view.item(n)
        if item is None or item.data(KIND) != entry.id:
            known = there.get(entry.id)
            item = view.takeItem(view.row(known)) if known is not None else QListWidgetItem()
            item.setData(KIND, entry.id)
            view.insertItem(n, item)
        _show(item, entry)
        if entry.id == chosen and view.currentItem() is not item:
            view.setCurrentItem(item)
    view.blockSignals(False)


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
