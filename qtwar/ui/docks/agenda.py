"""Agenda: what is done, what is due now and what is to come, as the title's rules list it (its query `agenda`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.seen import SeenPanel

RULE = Qt.ItemDataRole.UserRole
SIGNS = {
    "done": ("check", "good"),
    "now": ("arrow-right-bold-outline", "accent"),
    "next": ("circle-outline", "second"),
    "skipped": ("minus", "third"),
}
"""State of a line → its icon and the colour of it."""


class AgendaDock(SeenPanel):
    """A line a step, in sections; a double click on a line reads its rule."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", margins=(4, 4, 0, 4))
        self.model = model
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.say(self.list.setAccessibleName, "dock.agenda")
        self.list.itemDoubleClicked.connect(self._open)
        self.empty = Empty("agenda.empty")
        self.lay(self.list, self.empty, grow=self.list)
        self.sections: list[Mapping[str, Any]] = []
        model.actions.offer_changed.connect(self.soon)
        model.position.changed.connect(self.soon)
        model.history.replaying.connect(self.soon)
        self._show({})
        self.soon()

    def refresh(self) -> None:
        """Ask the rules for the list."""
        self.model.actions.query("agenda", {}, self._show)

    def _show(self, answer: Any) -> None:
        self.sections = list((answer or {}).get("sections") or ()) if isinstance(answer, Mapping) else []
        self.list.setVisible(bool(self.sections))
        self.empty.setVisible(not self.sections)
        self.list.clear()
        said, now = self.model.title.texts.plain, None
        for section in self.sections:
            head = QTreeWidgetItem([said(section["label"], language(), cite=False), str(section.get("rule") or "")])
            head.setData(0, RULE, str(section.get("rule") or ""))
            head.setFont(0, current().font(strong=True))
            head.setForeground(1, QColor(current().tokens.second))
            self.list.addTopLevelItem(head)
            head.setExpanded(True)
            for row in section["rows"]:
                item = self._row(row)
                head.addChild(item)
                now = item if row["state"] == "now" else now
        if now is not None:
            self.list.setCurrentItem(now)
            self.list.scrollToItem(now, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _row(self, row: Mapping[str, Any]) -> QTreeWidgetItem:
        said = self.model.title.texts.plain
        state = str(row["state"])
        sign, role = SIGNS.get(state, SIGNS["next"])
        side = self.model.title.side(str(row.get("side") or ""))
        words = said(row["label"], language(), cite=False)
        value = said(row["value"], language(), cite=False) if row.get("value") else ""
        item = QTreeWidgetItem([words, " · ".join(word for word in (side.short if side else "", value) if word)])
        item.setIcon(0, icon(sign, role))
        item.setData(0, RULE, str(row.get("rule") or ""))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{tr(f'agenda.{state}')}: {words}, {item.text(1)}")
        item.setFont(0, current().font(strong=state == "now"))
        item.setForeground(1, QColor(current().tokens.second))
        item.setToolTip(0, plain(f"{words} {row.get('rule') or ''}".strip()))
        if state in ("done", "skipped"):
            item.setForeground(0, QColor(current().tokens.second))
        return item

    def _open(self, item: QTreeWidgetItem, _column: int) -> None:
        if item.data(0, RULE):
            self.model.focus.rule.emit(item.data(0, RULE))

    def retranslate(self) -> None:
        """Say it in the new language."""
        self.soon()

    def restyle(self) -> None:
        """Take sizes and colours in force."""
        super().restyle()
        self.list.setIconSize(QSize(px(15), px(15)))
        self.list.setIndentation(px(6))
        self.soon()
