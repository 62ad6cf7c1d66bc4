"""The turn track: a row a turn; counters dragged onto a turn arrive then."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem

from qtwar.editing import scenarios
from qtwar.editing.placements import lay_out
from qtwar.ui.board.input import ENTER
from qtwar.ui.edit.entries import KIND, EntryList, ListItem
from qtwar.ui.edit.following import DraftPanel
from qtwar.ui.edit.model import DRAWN_WITH, EditModel
from qtwar.ui.edit.scenario.pieces import count_words
from qtwar.ui.edit.words import numbered_name
from qtwar.ui.i18n import language, tr
from qtwar.ui.mime import pack, unpack
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, ChoiceBox, Panel, TextLabel

FACE = 26


class ArrivalList(EntryList):
    """What can still arrive: roster pieces not placed, and kinds."""

    entered = Signal()

    def mimeData(self, items: Any) -> QMimeData:
        """Pack the ids of the dragged counters."""
        return pack([item.data(KIND) for item in items])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter lets what is selected arrive, else the one that has the keyboard."""
        if event.key() in ENTER:
            if not self.selectedItems() and (item := self.currentItem()) is not None:
                item.setSelected(True)  # Tab comes to a line, but selects none
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class TurnList(QTreeWidget):
    """Takes counters onto turns."""

    def __init__(self, track: TurnTrackEditor) -> None:
        super().__init__()
        self.track = track
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes what is selected off."""
        if event.key() == Qt.Key.Key_Delete:
            self.track.take_off()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: Any) -> None:
        """Counters are welcome."""
        if unpack(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: Any) -> None:
        """Everywhere on a turn."""
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """They arrive in the turn under the pointer."""
        item = self.itemAt(event.position().toPoint())
        if item is not None:
            self.track.arrive(unpack(event.mimeData()), item.data(0, KIND)[0])
            event.acceptProposedAction()


class TurnTrackEditor(DraftPanel):
    """Turns with their reinforcements; beside them what can be dragged onto them."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model, "panel", margins=(12, 8, 12, 8), spacing=6)
        self._shown: object = ()
        self._drawn: tuple[object, ...] = ()
        """What is shown, and what its pictures are drawn with."""
        self.turn = ChoiceBox(name_key="edit.track.turn", whole=True)
        put = Button("edit.track.add", kind="compact", icon_name="plus", then=self._add_chosen)
        drop = Button("edit.track.drop", kind="compact", icon_name="delete-outline", then=self.take_off)
        head = Panel(row=True, spacing=8).lay((TextLabel("strong", "edit.track"), 1), self.turn, put, drop)
        self.source = ArrivalList("edit.track.source")
        self.source.entered.connect(self._add_chosen)
        self.source.setDragEnabled(True)
        self.source.setUniformItemSizes(True)  # else each is asked how large it is, and draws its picture
        self.source.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.turns = TurnList(self)
        self.turns.setHeaderHidden(True)
        self.turns.setUniformRowHeights(True)
        self.turns.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.say(self.turns.setAccessibleName, "edit.track")
        self.lay(head, (Panel(row=True, spacing=8).lay((self.source, 1), (self.turns, 1)), 1))
        model.scenario_changed.connect(self.refresh)
        self.follow("scenarios", *DRAWN_WITH)

    def _is_known(self, ident: str) -> bool:
        return ident in self.model.content.pieces_by_id or ident in self.model.content.kinds_by_id

    def _icon(self, ident: str) -> QIcon:
        return self.model.faces.icon(ident, px(FACE), self.devicePixelRatioF())

    def refresh(self) -> None:
        """Show turns and what can arrive, unless that is what is shown."""
        one, content = self.model.shown_scenario, self.model.content
        laid = lay_out(content, one.id) if one is not None else None
        now = (one and (one.id, one.turns, one.reinforcements, one.setup, one.pools), laid and laid.lines, language())
        drawn = tuple(getattr(content, part) for part in DRAWN_WITH)
        if now == self._shown and all(a is b for a, b in zip(drawn, self._drawn, strict=True)):
            return
        self._shown, self._drawn = now, drawn
        for view in (self.source, self.turns):
            view.setIconSize(QSize(px(FACE), px(FACE)))
        self.turns.clear()
        if one is None or laid is None:
            self.turn.offer(())
            self.source.clear()
            return
        others: tuple[Any, ...] = (*one.reinforcements, *one.setup, *one.pools.values())
        used = {what for _, what in laid.lines.values()} | {p for line in others for p in line.pieces}
        idents = [*(p.id for p in content.pieces if p.id not in used), *content.kinds_by_id]
        self.source.show_entries([ListItem(i, numbered_name(content, i), icon=self._icon(i), high=0) for i in idents])
        last = max([one.turns or 1, *(r.turn for r in one.reinforcements)])
        turns = [(turn, tr("edit.track.turn_n", n=turn)) for turn in range(1, last + 1)]
        self.turn.offer(turns)
        for turn, words in turns:
            top = QTreeWidgetItem([words])
            top.setFont(0, current().font(strong=True))
            top.setData(0, KIND, (turn, -1, ""))
            self.turns.addTopLevelItem(top)
            for n, line in enumerate(one.reinforcements):
                if line.turn != turn:
                    continue
                for ident, count in line.pieces.items():
                    child = QTreeWidgetItem([f"{count_words(self.model, ident, count)}  {line.at or ''}".rstrip()])
                    child.setIcon(0, self._icon(ident))
                    child.setData(0, KIND, (turn, n, ident))
                    top.addChild(child)
            top.setExpanded(True)

    def arrive(self, pieces: list[str], turn: int) -> None:
        """Let counters arrive in a turn."""
        known = list(filter(self._is_known, pieces))
        if known:
            self.model.do(scenarios.add_reinforcements, self.model.scenario, turn, known)

    def _add_chosen(self) -> None:
        chosen = [item.data(KIND) for item in self.source.selectedItems()]
        if not chosen:
            self.model.told.emit(tr("edit.track.choose"))
            return
        self.arrive(chosen, self.turn.value or 1)

    def take_off(self) -> None:
        """Take the chosen counters off the track."""
        gone: dict[int, list[str]] = {}
        for item in self.turns.selectedItems():
            _, n, ident = item.data(0, KIND)
            if n >= 0:
                gone.setdefault(n, []).append(ident)
        if gone:
            self.model.do(scenarios.remove_reinforcements, self.model.scenario, gone)
