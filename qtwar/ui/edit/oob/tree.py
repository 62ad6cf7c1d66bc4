"""The tree of formations and counters, typed in like a sheet; rows are dragged or pushed by keys to reorganise."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from operator import eq, ge, gt, le, lt
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QColor, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from qtwar.base.kana import fold
from qtwar.editing import items
from qtwar.editing.draft import Change
from qtwar.editing.ops import ABSENT
from qtwar.editing.typed import meant, shown
from qtwar.ui.board.input import ENTER
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.oob.rows import Row, flat, number_names, tree
from qtwar.ui.edit.words import typed
from qtwar.ui.i18n import Speaks, language, tr
from qtwar.ui.mime import PIECES, pack
from qtwar.ui.theme import current, px
from qtwar.ui.widgets import trees
from qtwar.ui.widgets.basics import timer

ROW = Qt.ItemDataRole.UserRole
FACE = 24
Value = tuple[tuple[str, ...], Any]
"""A path of the content with the value it is to have."""
SIGNS = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
COMPARISON = re.compile(r"(.*?)\s*(>=|<=|>|<|=)\s*(-?\d+(?:\.\d+)?)")
PARTS = {"formation": "formations", "piece": "pieces", "kind": "kinds"}


class OobTree(Speaks, QTreeWidget):
    """Rows of one draft; `chosen` gives the rows selected."""

    chosen = Signal(object)
    filled = Signal()

    def __init__(self, model: EditModel) -> None:
        super().__init__()
        self.draft = model
        self.numbers: list[str] = []
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(True)
        self.setSortingEnabled(False)
        self.header().setSectionsClickable(True)
        self.header().sectionClicked.connect(self._sort)
        self._sorted = (-1, Qt.SortOrder.AscendingOrder)
        self._filling = False
        self._made = ("", 0)  # the row that has just been made, and the entry that made it
        self._words = ""
        self._heads: object = None
        self._folded: set[tuple[str, str]] = set()
        self.itemCollapsed.connect(lambda item: self._folded.add(self.key_of(item)))
        self.itemExpanded.connect(lambda item: self._folded.discard(self.key_of(item)))
        self.itemChanged.connect(self._typed)
        self.itemSelectionChanged.connect(self._select)
        self._later = timer(self, 0, self.refresh)
        model.changed.connect(self._changed)
        model.scenario_changed.connect(lambda: self._later.start())
        self.setIconSize(QSize(px(FACE), px(FACE)))
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.touches("pieces", "kinds", "formations", "scenarios", "sides", "counters"):
            self._later.start()

    # -- filling -----------------------------------------------------------------------------------
    @staticmethod
    def key_of(item: QTreeWidgetItem) -> tuple[str, str]:
        """Return what a line stands for."""
        row = item.data(0, ROW)
        return (row.what, row.id) if row is not None else ("", "")

    def refresh(self) -> None:
        """Show the rows as they are now: lines that are the same are left alone, others come, go, move or are written anew."""
        content = self.draft.content
        self._later.stop()
        numbers, heads = number_names(content), (number_names(content), language())
        kept = {self.key_of(item) for item in self.selectedItems()}
        column, item = self.currentColumn(), self.currentItem()
        here = self.key_of(item) if item is not None else None
        scroll = self.verticalScrollBar().value()
        self._filling = True
        if heads != self._heads:
            self._heads, self.numbers = heads, numbers
            names = [tr("edit.oob.name"), tr("edit.oob.kind"), *numbers]
            self.setHeaderLabels([*names, tr("edit.oob.place"), tr("edit.oob.arrives"), tr("edit.oob.n")])
            self._widths()
        lines = {self.key_of(line): line for line in self.lines()}
        if self._sync(self.invisibleRootItem(), tree(content, self.draft.scenario), lines):
            for line in self.lines():
                line.setExpanded(self.key_of(line) not in self._folded)
                if self.key_of(line) == here and self.currentItem() is not line:
                    self.setCurrentItem(line, max(0, column))
            for line in self.lines():
                line.setSelected(self.key_of(line) in kept)
            self.verticalScrollBar().setValue(scroll)
        self._filling = False
        self.narrow(self._words)
        self.filled.emit()

    def _sync(self, parent: QTreeWidgetItem, rows: list[Row], lines: dict[tuple[str, str], QTreeWidgetItem]) -> bool:
        """Have these rows below a line, taken from `lines` that stood anywhere; return whether any came, went or moved."""
        moved = False
        for n, row in enumerate(self._in_order(rows)):
            item = lines.pop((row.what, row.id), None)
            if item is None or parent.child(n) is not item:
                moved = True
                if item is None:
                    item = self._line(row)
                else:
                    (item.parent() or self.invisibleRootItem()).removeChild(item)
                parent.insertChild(n, item)
            self._write(item, row)
            moved |= self._sync(item, row.children, lines)
        while parent.childCount() > len(rows):
            parent.takeChild(parent.childCount() - 1)
            moved = True
        return moved

    def _in_order(self, rows: list[Row]) -> list[Row]:
        """Return rows as the column sorts them that was clicked, numbers as numbers."""
        column, order = self._sorted
        if column < 0:
            return rows

        def key(row: Row) -> tuple[int, float, list[str | int]]:
            text = self._texts(row)[column]
            try:
                return 0, float(text or "-inf"), []
            except ValueError:  # the 2nd before the 10th
                parts = re.split(r"([0-9]+)", text.casefold())
                return 1, 0.0, [int(part) if n % 2 else part for n, part in enumerate(parts)]

        return sorted(rows, key=key, reverse=order == Qt.SortOrder.DescendingOrder)

    def _line(self, row: Row) -> QTreeWidgetItem:
        """Return a new line, not written yet."""
        item = QTreeWidgetItem()
        last = 2 + len(self.numbers)
        for column in (*range(2, last), last + 2):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for column in (1, last, last + 1, last + 2):
            item.setForeground(column, QColor(current().tokens.second))
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
        if row.what != "side":
            flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
        if row.what in ("side", "formation"):
            item.setFont(0, current().font(strong=True))
        item.setFlags(flags)
        return item

    def _texts(self, row: Row) -> list[str]:
        """Return the texts of a row's columns."""
        numbers = [shown(row.numbers[name]) if name in row.numbers else "" for name in self.numbers]
        count = str(row.count) if row.count else ""
        return [row.name or tr("edit.oob.no_side"), row.kind, *numbers, row.place, row.arrives, count]

    def _write(self, item: QTreeWidgetItem, row: Row) -> None:
        """Write what is new of a row into its line."""
        known: Row | None = item.data(0, ROW)
        if known is None or known != row:
            item.setData(0, ROW, row)
        else:
            known.children = row.children
        for column, text in enumerate(self._texts(row)):
            if item.text(column) != text:
                item.setText(column, text)
        if row.what in ("piece", "kind"):
            icon = self.draft.faces.icon(row.id, px(FACE), self.devicePixelRatioF())
            if item.icon(0).cacheKey() != icon.cacheKey():
                item.setIcon(0, icon)

    def _widths(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        last = 2 + len(self.numbers)
        tight = self.viewport().width() < px(840)
        for column in range(1, last + 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            wide = (84 if tight else 120) if column in (1, last) else 56 if column == last + 1 else 44 if tight else 54
            self.setColumnWidth(column, px(wide))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The name keeps room when there is little."""
        super().resizeEvent(event)
        self._widths()

    def lines(self) -> list[QTreeWidgetItem]:
        """Return all lines from top to bottom."""
        return list(trees.lines(self))

    def all_rows(self) -> list[Row]:
        """Return the rows of all lines from top to bottom."""
        return [item.data(0, ROW) for item in self.lines()]

    def narrow(self, words: str) -> None:
        """Show the lines that fit: words, `not placed`, or a number as in `fire > 4`."""
        self._words = words
        tests = [part.strip() for part in re.split("[,、]", fold(words)) if part.strip()]

        def fits(row: Row) -> bool:
            text = fold(f"{row.name} {row.id} {row.kind} {row.place}")
            for test in tests:
                if test in (fold(tr("edit.oob.not_placed")), "not placed"):
                    if row.place or row.what not in ("piece", "kind"):
                        return False
                    continue
                if compared := COMPARISON.fullmatch(test):
                    name, sign, value = compared.groups()
                    number = next((v for k, v in row.numbers.items() if fold(k) == name), None)
                    if not isinstance(number, (int, float)) or not SIGNS[sign](number, float(value)):
                        return False
                elif not all(word in text for word in test.split()):
                    return False
            return True

        trees.narrow(self, lambda item: not tests or fits(item.data(0, ROW)))

    def _sort(self, column: int) -> None:
        """A click on a head sorts, again the other way, a third time as in the files."""
        if self._sorted[0] != column:
            self._sorted = (column, Qt.SortOrder.AscendingOrder)
        elif self._sorted[1] == Qt.SortOrder.AscendingOrder:
            self._sorted = (column, Qt.SortOrder.DescendingOrder)
        else:
            self._sorted = (-1, Qt.SortOrder.AscendingOrder)
        self.header().setSortIndicatorShown(self._sorted[0] >= 0)
        self.header().setSortIndicator(max(0, column), self._sorted[1])
        self.refresh()

    # -- selection ---------------------------------------------------------------------------------
    def rows(self) -> list[Row]:
        """Return the selected rows, top first, each once."""
        chosen = {self.key_of(self.itemFromIndex(index.siblingAtColumn(0))) for index in self.selectedIndexes()}
        found = {key: item.data(0, ROW) for item in self.lines() if (key := self.key_of(item)) in chosen}
        return list(found.values())

    def _select(self) -> None:
        if not self._filling:
            self.chosen.emit(self.rows())

    def select_ids(self, idents: Iterable[str], what: Collection[str] = ("piece", "kind")) -> None:
        """Select rows by their ids: those of pieces and kinds, as the map asks."""
        wanted = set(idents)
        self._filling = True
        self.clearSelection()
        first = None
        for item in self.lines():
            if self.key_of(item)[1] in wanted and self.key_of(item)[0] in what:
                item.setSelected(True)
                first = first or item
        self._filling = False
        if first is not None:
            self.setCurrentItem(first, 0, QItemSelectionModel.SelectionFlag.NoUpdate)  # the keys go on from there
            self.scrollToItem(first)
            self.chosen.emit(self.rows())

    def take_up(self, ident: str) -> None:
        """Select a row that has just been made, with the keyboard on its name: what is typed next is its name."""
        self.refresh()
        made = next((item for item in self.lines() if self.key_of(item) in (("piece", ident), ("formation", ident))), None)
        if made is not None:
            self._made = (ident, self.draft.live)
            self.setCurrentItem(made, 0)
            self.scrollToItem(made)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- typing ------------------------------------------------------------------------------------
    def _typed(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling:
            return
        row: Row = item.data(0, ROW)
        chosen = [r for r in self.rows() if r.what == row.what] if item.isSelected() else [row]
        if row.id not in {r.id for r in chosen}:
            chosen = [row]
        values = self.values(chosen, column, item.text(column))
        made, self._made = self._made, ("", 0)
        if column == 0 and [r.id for r in chosen] == [made[0]] and made[1] == self.draft.live:
            ((_, name),) = values
            self.draft.name_added(lambda ok: None if ok else self.refresh(), made[1], PARTS[row.what], row.id, name)
        elif values:
            self.draft.do_then(
                lambda ok: None if ok else self.refresh(),
                items.put_all, values, "edit.did.rows", name=row.name, n=len(chosen),
            )  # fmt: skip
        else:
            self._later.start()

    def values(self, rows: list[Row], column: int, text: str) -> list[Value]:
        """Return what a text typed in a column means for each of these rows: paths with their values."""
        content = self.draft.content
        found: list[Value] = []
        last = 2 + len(self.numbers)
        for row in rows:
            part = PARTS.get(row.what)
            if part is None:
                continue
            thing = next(one for one in getattr(content, part) if one.id == row.id)
            if column == 0:
                now = thing.name.model_dump() if thing.name is not None else {}
                found.append(((part, row.id, "name"), typed(text, now)))
            elif column == 1 and row.what == "formation":
                found.append(((part, row.id, "size"), text or None))
            elif column == 1 and row.what == "piece":
                word = fold(text)
                known = ((k.id, k.name.get(language())) for k in content.kinds)
                kind = next((i for i, name in known if word in (fold(i), fold(name))), "")
                if kind:
                    found.append(((part, row.id, "kind"), kind))
                else:
                    self.draft.told.emit(tr("edit.oob.no_kind", name=text))
            elif 2 <= column < last and row.what in ("piece", "kind"):
                name = self.numbers[column - 2]
                found.append(((part, row.id, "attrs", name), meant(text) if text.strip() else ABSENT))
        return found

    def fill_down(self) -> None:
        """Give every selected row the value of the first one in the current column."""
        rows, column = self.rows(), max(0, self.currentColumn())
        if len(rows) < 2:
            self.draft.told.emit(tr("edit.oob.fill_first"))
            return
        first = next(item for item in self.lines() if self.key_of(item) == (rows[0].what, rows[0].id))
        same = [row for row in rows[1:] if row.what == rows[0].what]
        values = self.values(same, column, first.text(column))
        if values:
            self.draft.do(items.put_all, values, "edit.did.fill_down", n=len(same))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter edits, Ctrl+D fills down, Alt with an arrow reorganises."""
        key, mods = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_D and mods & Qt.KeyboardModifier.ControlModifier:
            self.fill_down()
        elif key in ENTER and not mods and self.state() != QAbstractItemView.State.EditingState:
            if not event.isAutoRepeat() and (index := self.currentIndex()).flags() & Qt.ItemFlag.ItemIsEditable:
                self.edit(index)
        elif mods == Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.push(-1 if key == Qt.Key.Key_Up else 1)
        elif mods == Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.indent(-1 if key == Qt.Key.Key_Left else 1)
        else:
            super().keyPressEvent(event)

    # -- reorganising by keys ----------------------------------------------------------------------
    def _in_hand(self) -> tuple[list[QTreeWidgetItem], list[QTreeWidgetItem]]:
        """Return the lines that a key moves, those selected that are like the first and stand with it, and all such lines."""
        selected, lines = {(row.what, row.id) for row in self.rows()}, list(self.lines())
        chosen = [line for line in lines if self.key_of(line) in selected]
        first = next((line for line in chosen if self.key_of(line)[0] in ("piece", "formation")), None)
        if first is None:
            return [], []
        home, what = first.parent(), self.key_of(first)[0]
        like = [line for line in lines if line.parent() is home and self.key_of(line)[0] == what]
        return [line for line in like if line in chosen], like

    def push(self, by: int) -> None:
        """Move what is in hand a line up or down; a counter at the end of its formation goes on into the next one."""
        taken, like = self._in_hand()
        if not taken:
            return
        what = self.key_of(taken[0])[0]
        place = like.index(taken[0 if by < 0 else -1]) + by
        if not 0 <= place < len(like):
            if what == "piece":
                self._push_on(taken, by)
        elif self._sorted[0] < 0:  # else the order is that of a column
            (_, other), (_, last) = self.key_of(like[place]), self.key_of(taken[-1 if by < 0 else 0])
            name = taken[0].data(0, ROW).name
            self._move(items.move, (PARTS[what],), other, self.draft.draft.place(PARTS[what], last), name=name)

    def _push_on(self, taken: list[QTreeWidgetItem], by: int) -> None:
        """Move counters into the formation shown before or after theirs, of the same side."""
        top = _top_of(taken[0])
        homes = [top, *(line for line in self.lines() if self.key_of(line)[0] == "formation" and _top_of(line) is top)]
        place = homes.index(taken[0].parent() or top) + by
        if not 0 <= place < len(homes):
            return
        target = homes[place]
        there = [row.id for row in target.data(0, ROW).children if row.what == "piece"]
        beside = {} if not there else {"after": there[-1]} if by < 0 else {"before": there[0]}
        self._put(taken, target, **beside)

    def indent(self, by: int) -> None:
        """Move what is in hand out of its formation, or formations into the one above them."""
        taken, like = self._in_hand()
        if not taken:
            return
        if by < 0:
            target = taken[0].parent().parent()
        else:
            place = like.index(taken[0]) - 1
            target = like[place] if place >= 0 and self.key_of(taken[0])[0] == "formation" else None
        if target is not None:
            self._put(taken, target)

    def _put(self, taken: list[QTreeWidgetItem], target: QTreeWidgetItem, **beside: str) -> None:
        what, ident = self.key_of(target)
        target.setExpanded(True)
        self._move(
            items.attach,
            [(PARTS[self.key_of(line)[0]], self.key_of(line)[1]) for line in taken],
            ident if what == "formation" else None,
            side=(ident or None) if what == "side" else ABSENT,
            **beside,
        )

    def _move(self, gesture: Callable[..., Any], *args: Any, **more: Any) -> None:
        """Do it, and go on seeing the line that has the keyboard."""

        def seen(_ok: bool) -> None:
            self.refresh()
            if (line := self.currentItem()) is not None:
                self.scrollToItem(line)

        self.draft.do_then(seen, gesture, *args, **more)

    # -- dragging ----------------------------------------------------------------------------------
    def mimeTypes(self) -> list[str]:
        """Name what may be dropped here: counters, as they are packed."""
        return [PIECES]

    def mimeData(self, items: Iterable[QTreeWidgetItem]) -> QMimeData:
        """Pack the counters of the dragged lines."""
        return pack([p for row in self.rows() for p in _pieces(row)])

    def dropEvent(self, event: QDropEvent) -> None:
        """Reorganise: counters and formations go into the formation or side under the pointer."""
        target = self.itemAt(event.position().toPoint())
        rows = [row for row in self.rows() if row.what in ("piece", "formation")]
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if target is None or not rows:
            return
        self.reorganise(rows, target.data(0, ROW))

    def reorganise(self, rows: list[Row], target: Row) -> None:
        """Put rows into a formation or side; onto a counter means beside it."""
        home = target.id if target.what == "formation" else None
        if target.what == "piece":
            home = self.draft.content.pieces_by_id[target.id].formation
        self.draft.do(
            items.attach,
            [(PARTS[row.what], row.id) for row in rows],
            home,
            side=(target.id or None) if target.what == "side" else ABSENT,
            before=target.id if target.what == "piece" and rows[0].what == "piece" else "",
        )


def _top_of(line: QTreeWidgetItem) -> QTreeWidgetItem:
    """Return the line of the side that a line stands in."""
    above = line.parent()
    return line if above is None else _top_of(above)


def _pieces(row: Row) -> list[str]:
    if row.what in ("piece", "kind"):
        return [row.id]
    return [r.id for r in flat(row.children) if r.what == "piece"]
