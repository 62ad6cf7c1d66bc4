"""Order of battle: the tree of formations, where each piece is and how it stands; filter, blink, drag.

A title whose forces change in play answers the query `tree`: then the dock shows that tree, and the roster beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from qtwar.base.kana import fold
from qtwar.ui.facts import OobNode, ViewChanges
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.mime import pack, unpack
from qtwar.ui.play.boxes import drop_on
from qtwar.ui.theme import current, px
from qtwar.ui.widgets import trees
from qtwar.ui.widgets.basics import Panel, SearchField
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.seen import SeenPanel
from qtwar.ui.widgets.segments import Segments

PIECES = Qt.ItemDataRole.UserRole
NODE = Qt.ItemDataRole.UserRole + 1
PLACE = Qt.ItemDataRole.UserRole + 2
DROP = Qt.ItemDataRole.UserRole + 3
"""The place that what is dropped on a line goes to, where the title names one."""
FORCES, ROSTER = "forces", "roster"
FACE, GAP = 22, 6


def short_place(name: str) -> str:
    """Return the name of a place without the number of its cell: Binh Thuy 1914 is Binh Thuy; 1914 and Turn 3 stay."""
    word, _, number = name.rpartition(" ")
    return word if word and number.isdigit() and len(number) > 2 else name


def _stands(item: QTreeWidgetItem, name: str, where: str) -> None:
    """Give a line what stands at its right, for the eye and for a screen reader."""
    item.setData(0, PLACE, where)
    item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{name}, {where}")


class Tree(QTreeWidget):
    """Gives its pieces to a drag, and takes those of others."""

    def __init__(self, dock: OobDock) -> None:
        super().__init__()
        self._dock = dock
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)

    def place_under(self, point: QPoint) -> str:
        """Return where the pieces of the line at a point of the screen are: what is dropped on it joins them."""
        item = self.itemAt(self.viewport().mapFromGlobal(point))
        if item is not None and item.data(0, DROP):
            return str(item.data(0, DROP))
        pieces = item.data(0, PIECES) if item is not None else ()
        return self._dock.model.position.view.spot(pieces[0]) if pieces else ""

    def _place(self, event: QDropEvent) -> str:
        taken = unpack(event.mimeData())
        place = self.place_under(self.viewport().mapToGlobal(event.position().toPoint()))
        view = self._dock.model.position.view
        elsewhere = (piece in view.pieces and view.spot(piece) != place for piece in taken)  # a new marker is nowhere yet
        return place if taken and all(elsewhere) else ""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag that carries pieces."""
        if unpack(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """They can be dropped on a line whose pieces are elsewhere."""
        if self._place(event):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Put them where the pieces of the line are."""
        place = self._place(event)
        if place:
            event.acceptProposedAction()
            drop_on(self._dock.model, unpack(event.mimeData()), place)

    def mimeData(self, items: Iterable[QTreeWidgetItem]) -> QMimeData:
        """Pack the pieces of the dragged lines."""
        return pack([p for item in items for p in item.data(0, PIECES) or ()])


class UnitDelegate(QStyledItemDelegate):
    """Draws a line: the counter, the name, and at the right where it is; each line shares its width out for itself.

    The counter is drawn when the line is seen: a title has hundreds, and a card takes its time.
    """

    def __init__(self, dock: OobDock) -> None:
        super().__init__(dock)
        self._dock = dock

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Give the line its picture, and its name the room that the place leaves."""
        super().initStyleOption(option, index)
        room = option.rect.width() - px(GAP) - self._room_of_place(option, index)
        pieces = index.data(PIECES)
        if pieces:
            dock = self._dock
            option.icon = QIcon(dock.model.position.face(pieces[-1], px(FACE), dock.devicePixelRatioF()))
            option.decorationSize = QSize(px(FACE), px(FACE))
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            room -= px(FACE) + px(GAP)
        # "Command boats (CCB)" stays known by its beginning and its abbreviation
        option.text = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideMiddle, room)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Draw the name as every line does, then the place at the right."""
        super().paint(painter, option, index)
        rect = option.rect.adjusted(0, 0, -px(GAP), 0)
        rect.setLeft(rect.right() - self._room_of_place(option, index) + px(GAP))
        painter.save()
        painter.setFont(current().font())
        painter.setPen(QColor(current().tokens.second))
        place = option.fontMetrics.elidedText(index.data(PLACE) or "", Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, place)
        painter.restore()

    def _room_of_place(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> int:
        """Return the px that the place takes: what the name leaves, two fifths of the line where both are long."""
        need = option.fontMetrics.horizontalAdvance(index.data(PLACE) or "") + 2 * px(GAP)
        name = option.fontMetrics.horizontalAdvance(str(index.data() or "")) + px(GAP)
        picture = px(FACE) + px(GAP) if index.data(PIECES) else 0
        return min(need, max(option.rect.width() * 2 // 5, option.rect.width() - picture - name - px(GAP)))


class OobDock(SeenPanel):
    """A line a group of like pieces in one place; formations fold."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", margins=(8, 4, 0, 4), spacing=6)
        self.model = model
        self.filter = SearchField("oob.filter", self._narrow)
        self.kind = Segments((FORCES, ROSTER), "oob", FORCES, self._turn, name_key="dock.oob")
        self.kind.hide()
        self._asked = False  # whether the title's rules were asked for a tree
        self.tree = Tree(self)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setItemDelegate(UnitDelegate(self))
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setMouseTracking(True)
        self.say(self.tree.setAccessibleName, "dock.oob")
        self.tree.itemDoubleClicked.connect(self._open)
        self.tree.itemEntered.connect(lambda item, _: model.focus.blink.emit(tuple(item.data(0, PIECES) or ())))
        self.tree.itemSelectionChanged.connect(self._selected)
        self.tree.itemClicked.connect(lambda item, column: self._open(item, column) if self.shows_forces else None)
        self.lay(self.kind, Panel(margins=(0, 0, 8, 0)).lay(self.filter), self.tree, grow=self.tree)
        self._folded: set[str] = set()
        self.tree.itemCollapsed.connect(lambda item: self._folded.add(item.data(0, NODE) or ""))
        self.tree.itemExpanded.connect(lambda item: self._folded.discard(item.data(0, NODE) or ""))
        model.position.changed.connect(self._changed)
        model.history.replaying.connect(self.soon)
        model.settings.changed.connect(self.soon)
        self.restyle()  # the lines are made when they are seen first: there may be thousands

    def _changed(self, change: ViewChanges) -> None:
        """Follow the position; after a jump, or when another sits down, nothing of before stays."""
        self.soon()
        if change.everything:
            if self.shows_forces or not self.seen:
                self._build(())
            if self.seen:
                self.catch_up()

    def refresh(self) -> None:
        """Build the tree; folded formations and the place of the scroll bar stay."""
        live = self.model.history.position == self.model.history.live
        if live and (self.shows_forces or not self._asked):
            self._asked = True
            seat = self.model.position.seat
            self.model.actions.query("tree", {}, lambda answer: self._forces(answer, seat))
        if not (live and self.shows_forces):
            self._build([self._node(node, 0)[0] for node in self.model.position.order_of_battle()])

    @property
    def shows_forces(self) -> bool:
        """Whether the title's own tree of forces is shown, not the roster."""
        return not self.kind.isHidden() and self.kind.value == FORCES

    def _turn(self, _: str) -> None:
        self.refresh()

    def _forces(self, answer: Any, seat: str) -> None:
        """Show the forces as the rules see them for a seat; a title without such a tree keeps to its roster."""
        if isinstance(answer, Mapping) and seat == self.model.position.seat:
            self.kind.show()
            if self.shows_forces:
                self._build([self._force(node, 0) for node in answer["nodes"]])

    def _force(self, node: Mapping[str, Any], depth: int) -> QTreeWidgetItem:
        """Return a line of the title's tree: what it is called, its limit, where a drop on it goes, what is below."""
        said, language = self.model.title.texts.plain, self.model.title.language
        pieces = [p for p in node.get("pieces") or () if p in self.model.position.view.pieces]
        name = said(node["label"], language, cite=False)
        item = QTreeWidgetItem([name])
        item.setData(0, NODE, str(node["id"]))
        item.setData(0, PIECES, tuple(pieces))
        item.setData(0, DROP, str(node.get("place") or ""))
        item.setFont(0, current().font(strong=depth == 0))
        value = said(node["value"], language, cite=False) if node.get("value") else ""
        _stands(item, name, value)
        item.setToolTip(0, plain(" · ".join(word for word in (name, value) if word)))
        if node.get("tone"):
            tokens = current().tokens
            item.setForeground(0, QColor(getattr(tokens, str(node["tone"]), tokens.second)))
        for child in node.get("children") or ():
            item.addChild(self._force(child, depth + 1))
        return item

    def _build(self, items: Iterable[QTreeWidgetItem]) -> None:
        scroll, marked = self.tree.verticalScrollBar().value(), self.tree.currentItem()
        keep = marked.data(0, PIECES) if marked is not None else ()
        self.tree.blockSignals(True)
        self.tree.clear()
        for item in items:
            self.tree.addTopLevelItem(item)
        for item in trees.lines(self.tree):
            item.setExpanded((item.data(0, NODE) or "") not in self._folded)
        if keep and self.shows_forces:
            self._line_of(keep[0], scroll=False)
        self.tree.blockSignals(False)
        if self.filter.text().strip():
            self._narrow()
        self.tree.verticalScrollBar().setValue(scroll)

    def _node(self, node: OobNode, depth: int) -> tuple[QTreeWidgetItem, int]:
        item = QTreeWidgetItem()
        item.setText(0, node.name)
        item.setData(0, NODE, node.id)
        item.setFont(0, current().font(strong=depth == 0))
        count = 0
        for child in node.children:
            below, n = self._node(child, depth + 1)
            item.addChild(below)
            count += n
        groups: dict[tuple[str, str, str], tuple[str, list[str]]] = {}
        for ident in node.pieces:
            info = self.model.position.piece(ident)
            if info is not None:
                key = (info.name, short_place(info.place_name), info.strength)
                groups.setdefault(key, (info.place_name, []))[1].append(ident)
        for (name, where, strength), (place_name, pieces) in groups.items():
            line = QTreeWidgetItem()
            times = tr("oob.times", name=name, n=len(pieces)) if len(pieces) > 1 else name
            line.setText(0, times)
            _stands(line, times, where)
            line.setData(0, PIECES, tuple(pieces))
            line.setToolTip(0, plain(" · ".join(word for word in (name, strength, place_name) if word)))
            item.addChild(line)
            count += len(pieces)
        _stands(item, node.name, str(count))
        return item, count

    def _narrow(self) -> None:
        typed = fold(self.filter.text())
        phrase = fold(tr("oob.word_can_move"))
        only_able = phrase in typed
        words = typed.replace(phrase, " ").split()

        def fits(item: QTreeWidgetItem) -> bool:
            pieces, text = item.data(0, PIECES), ""
            at: QTreeWidgetItem | None = item
            if not pieces:
                return not typed.strip()
            while at is not None:  # what stands above it counts too
                text += fold(f" {at.text(0)} {at.data(0, PLACE)}")
                at = at.parent()
            info = self.model.position.piece(pieces[0])
            return all(word in text for word in words) and (not only_able or bool(info and info.can_act))

        trees.narrow(self.tree, fits)

    def _open(self, item: QTreeWidgetItem, _column: int) -> None:
        pieces = item.data(0, PIECES)
        if pieces:
            self.model.focus.centre.emit(pieces[0])

    def show_piece(self, piece: str) -> None:
        """Select the line of a piece, unfolded and in view; a filter that hides it goes."""
        self.catch_up()
        self.filter.clear()
        if not self._line_of(piece) and self.shows_forces:
            self.kind.choose(ROSTER)  # markers and what is out of play stand in the roster alone
            self.refresh()
            self._line_of(piece)

    def mark(self, pieces: tuple[str, ...]) -> None:
        """Follow the counter selected on a board to its line in the tree of forces."""
        if pieces and self.shows_forces and self.seen:
            self.tree.blockSignals(True)
            self._line_of(pieces[0])
            self.tree.blockSignals(False)

    def _line_of(self, piece: str, *, scroll: bool = True) -> bool:
        """Make the line of a piece the current one: the first that names it as its own, a leader before his force."""
        item = next((item for item in trees.lines(self.tree) if piece in (item.data(0, PIECES) or ())), None)
        if item is None:
            return False
        self.tree.setCurrentItem(item)
        if scroll:
            self.tree.scrollToItem(item, QAbstractItemView.ScrollHint.PositionAtCenter)
        return True

    def _selected(self) -> None:
        pieces = [p for item in self.tree.selectedItems() for p in item.data(0, PIECES) or ()]
        self.model.focus.blink.emit(tuple(pieces))

    def restyle(self) -> None:
        """Take icon size and indent at the new scale."""
        super().restyle()
        self.tree.setIconSize(QSize(px(FACE), px(FACE)))
        self.tree.setIndentation(px(10))
        self.soon()
