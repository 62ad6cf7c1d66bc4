"""The command palette: commands, cells, pieces, rules, tables, settings; also go to square and find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from qtwar.base.kana import fold, searched
from qtwar.ui.actions import COMMANDS, Actions
from qtwar.ui.facts import Found
from qtwar.ui.i18n import tr
from qtwar.ui.keymaps import VASSAL_WORDS
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Panel, TextLabel

ICONS = {"cell": "map-marker-outline", "piece": "square-rounded-outline", "rule": "book-open-variant", "table": "table",
         "thing": "file-tree-outline"}  # fmt: skip


TAIL = Qt.ItemDataRole.UserRole
ROWS = 12  # so many are seen at once
INSIDE = 100
"""What it weighs that letters stand inside a word (`los` in *close*): all that begins so comes before it, done here or not."""


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A line of the palette: what it says, what it is found by, what it does."""

    text: str
    detail: str
    icon: str
    words: str
    run: Callable[[], object]
    why_not: str = ""


def rank(words: list[str], text: str) -> int | None:
    """Return how well a text fits the words typed (smaller is better), or None: whole words before those that begin so."""
    folded = searched(text)
    parts = re.split(r"[ :·/,.-]+", folded)
    score = 0
    for word in words:
        if word not in folded:
            return None
        begins = any(part.startswith(word) for part in parts) or any(mark + word in folded for mark in " :·-/")
        score += 0 if folded.startswith(word) else 1 if word in parts else 2 if begins else INSIDE if word.isascii() else 4
    return score


class PaletteDelegate(QStyledItemDelegate):
    """A line with its key, place or reason at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint the line; what it says gives way to what stands at the right."""
        self.initStyleOption(option, index)
        tail = str(index.data(TAIL) or "")
        room = option.fontMetrics.horizontalAdvance(tail) + px(24) if tail else 0
        taken = option.decorationSize.width() + px(20)
        text = option.text
        cut = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, option.rect.width() - room - taken)
        option.text = cut
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        painter.setPen(QColor(current().tokens.second))
        beside = QRect(option.rect).adjusted(0, 0, -px(12), 0)
        painter.drawText(beside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), tail)


class CommandPalette(Panel):
    """Comes down from the top; Enter does, Esc closes, arrows choose."""

    def __init__(self, parent: QWidget, actions: Actions) -> None:
        super().__init__("floating", margins=(10, 10, 10, 8), spacing=6, parent=parent)
        self.actions_registry = actions
        self.page: Any = None  # the page in front if it has things of its own to find: `search(text)` and `focus`
        self.more: Callable[[], Iterable[PaletteEntry]] = tuple
        self._more: tuple[PaletteEntry, ...] = ()
        """What `more` gave when it was opened: titles are not looked for at each letter."""
        self.kinds: tuple[str, ...] = ()
        self._before: QWidget | None = None
        """What had the keyboard before it was opened."""
        self.field = QLineEdit()
        self.field.textChanged.connect(lambda _: self.refresh())
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setProperty("kind", "plain")
        self.list.setItemDelegate(PaletteDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(self._run)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.say(self.list.setAccessibleName, "action.palette")
        self.foot = TextLabel("second", "palette.foot")
        self.lay(self.field, self.list, self.foot)
        self.entries: list[PaletteEntry] = []
        self.hide()

    def open(self, kinds: tuple[str, ...] = (), prompt: str = "palette.prompt") -> None:
        """Open; `kinds` narrows to cells (go to), pieces and so on, empty means everything."""
        self.kinds = kinds
        self._more = () if kinds else tuple(self.more())
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self.field.setPlaceholderText(tr(prompt))
        self.field.setAccessibleName(tr(prompt))
        self.field.clear()
        width = min(px(640), self.parentWidget().width() - px(40))
        self.setFixedWidth(width)
        self.list.setIconSize(current().icon_size())
        self.move((self.parentWidget().width() - width) // 2, px(64))
        self.refresh()
        self.raise_()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _commands(self) -> list[PaletteEntry]:
        made = []
        for command in COMMANDS:
            action = self.actions_registry[command.id]
            keys = self.actions_registry.key_text(command.id)
            text = self.actions_registry.name(command.id).replace("…", "")
            romaji = tr("romaji." + command.id) if current().language == "ja" else ""
            known = tr(f"vassal.{command.id}") if command.id in VASSAL_WORDS else ""
            words = f"{text} {command.id.replace('_', ' ')} {romaji} {known}"
            why = "" if action.isEnabled() else tr("palette.not_here")
            made.append(PaletteEntry(text, keys, command.icon, words, action.trigger, why))
        return made

    def _found(self, text: str) -> list[PaletteEntry]:
        if self.page is None or not text.strip():
            return []
        return [
            PaletteEntry(f.text, f.detail, ICONS[f.kind], f"{f.text} {f.id} {f.words}", partial(self._go, f))
            for f in self.page.search(text)
            if not self.kinds or f.kind in self.kinds
        ]

    def _go(self, found: Found) -> None:
        focus = self.page.focus
        if found.kind in ("cell", "piece"):
            focus.centre.emit(found.id)
            focus.blink.emit((found.id,))
        elif found.kind == "rule":
            focus.rule.emit(found.id)
        elif found.kind == "thing":
            focus.item.emit(*found.id.split("/", 1))
        else:
            focus.table.emit(found.id)

    def refresh(self) -> None:
        """List the commands that fit what is typed."""
        text = self.field.text()
        words = fold(text).split()
        # What the game found stands as it is: it may know an entry by a name that is not shown.
        ranked = [(rank(words, e.words) or 0, n, e) for n, e in enumerate(self._found(text))]
        pool = [] if self.kinds else [*self._commands(), *self._more]
        ranked += [(r, n, e) for n, e in enumerate(pool, len(ranked)) if (r := rank(words, e.words)) is not None]
        ranked.sort(key=lambda item: (item[0] >= INSIDE, bool(item[2].why_not), item[0], item[1]))
        self.entries = [e for _, _, e in ranked][:60]
        self.list.clear()
        for entry in self.entries:
            item = QListWidgetItem(icon(entry.icon or "chevron-right"), entry.text)
            item.setData(TAIL, entry.why_not or entry.detail)
            if entry.why_not:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)
        if self.entries:
            self.list.setCurrentRow(0)
        row = self.list.sizeHintForRow(0) if self.entries else 0
        self.list.setFixedHeight(min(ROWS, len(self.entries)) * row + px(2))
        self.foot.say(self.foot.setText, "palette.foot" if self.entries or not words else "palette.nothing")
        self.adjustSize()

    def _run(self, item: QListWidgetItem | None) -> None:
        row = self.list.row(item) if item is not None else -1
        if 0 <= row < len(self.entries) and not self.entries[row].why_not:
            entry = self.entries[row]
            self.close_palette()
            entry.run()

    def close_palette(self) -> None:
        """Close and give the keyboard back to what had it."""
        self.hide()
        if self._before is not None and isValid(self._before) and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched, event: QEvent) -> bool:
        """Keys of the list while one types."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if key == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentItem())
                return True
            if key == Qt.Key.Key_Escape:
                self.close_palette()
                return True
        kept = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in kept:
            self.hide()
        return False
