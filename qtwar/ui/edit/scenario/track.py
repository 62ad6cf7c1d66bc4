"""The turn track: a row a turn; counters dragged onto a turn arrive then."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QMimeData, QSize, Qt
from PySide6.QtGui import QDropEvent, QIcon
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QListWidget, QListWidgetItem, QTreeWidget, QTreeWidgetItem

from qtwar.editing import scenarios
from qtwar.editing.draft import Change
from qtwar.editing.placements import lay_out
from qtwar.ui.edit.counters.face import record_of
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import language, tr
from qtwar.ui.mime import pack, unpack
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel

DATA = Qt.ItemDataRole.UserRole
FACE = 26


class ArrivalList(QListWidget):
    """What can still arrive: roster pieces not placed, and kinds."""

    def mimeData(self, items: Any) -> QMimeData:
        """Pack the ids of the dragged counters."""
        return pack([item.data(DATA) for item in items])


class TurnList(QTreeWidget):
    """Takes counters onto turns."""

    def __init__(self, track: TurnTrackEditor) -> None:
        super().__init__()
        self.track = track
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)

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
            self.track.arrive(unpack(event.mimeData()), item.data(0, DATA)[0])
            event.acceptProposedAction()


class TurnTrackEditor(Panel):
    """Turns with their reinforcements; beside them what can be dragged onto them."""

    def __init__(self, model: EditModel) -> None:
        super().__init__("panel", margins=(12, 8, 12, 8), spacing=6)
        self.model = model
        self._shown: object = ()
        self._drawn: tuple[object, ...] = ()
        """What is shown, and what its pictures are drawn with."""
        head = Panel(row=True, spacing=8)
        head.box.addWidget(TextLabel("strong", "edit.track"), 1)
        self.turn = QComboBox()
        self.say(self.turn.setAccessibleName, "edit.track.turn")
        head.box.addWidget(self.turn)
        head.box.addWidget(Button("edit.track.add", kind="compact", icon_name="plus", then=self._add_chosen))
        head.box.addWidget(Button("edit.track.drop", kind="compact", icon_name="delete-outline", then=self.take_off))
        self.source = ArrivalList()
        self.source.setDragEnabled(True)
        self.source.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.say(self.source.setAccessibleName, "edit.track.source")
        self.turns = TurnList(self)
        self.turns.setHeaderHidden(True)
        self.turns.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.say(self.turns.setAccessibleName, "edit.track")
        columns = Panel(row=True, spacing=8)
        columns.box.addWidget(self.source, 1)
        columns.box.addWidget(self.turns, 1)
        self.box.addWidget(head)
        self.box.addWidget(columns, 1)
        model.changed.connect(self._changed)
        model.scenario_changed.connect(self.fill)
        self.fill()

    def _changed(self, change: Change) -> None:
        if change.touches("scenarios", "pieces", "kinds", "counters"):
            self.fill()

    def now(self) -> Any:
        """Return the scenario in hand."""
        return next((s for s in self.model.content.scenarios if s.id == self.model.scenario), None)

    def name_of(self, ident: str) -> tuple[str, str]:
        """Return (name, kind) of a roster piece or kind."""
        content = self.model.content
        piece = content.pieces_by_id.get(ident)
        kind = content.kinds_by_id.get(piece.kind if piece is not None else ident)
        if kind is None:
            return ident, ""
        name = piece.name if piece is not None and piece.name is not None else kind.name
        return name.get(language()) or ident, kind.id

    def _icon(self, ident: str, kind: str) -> QIcon:
        if not kind:
            return QIcon()
        piece = ident if ident in self.model.content.pieces_by_id else ""
        return QIcon(self.model.face(record_of(self.model, kind, piece), px(FACE), self.devicePixelRatioF()))

    def fill(self) -> None:
        """Show turns and what can arrive, unless that is what is shown."""
        one, content = self.now(), self.model.content
        laid = lay_out(content, one.id) if one is not None else None
        now = (one and (one.id, one.turns, one.reinforcements, one.setup, one.pools), laid and laid.lines, language())
        drawn = (content.pieces, content.kinds, content.counters, content.sides)
        if now == self._shown and all(a is b for a, b in zip(drawn, self._drawn, strict=True)):
            return
        self._shown, self._drawn = now, drawn
        for view in (self.source, self.turns):
            view.setIconSize(QSize(px(FACE), px(FACE)))
            view.clear()
        kept = self.turn.currentData()
        self.turn.clear()
        if one is None or laid is None:
            return
        others = (*one.reinforcements, *one.setup, *one.pools.values())
        used = {what for _, what in laid.lines.values()} | {p for line in others for p in line.pieces}
        for ident in [*(p.id for p in content.pieces if p.id not in used), *(k.id for k in content.kinds)]:
            name, kind = self.name_of(ident)
            item = QListWidgetItem(self._icon(ident, kind), name)
            item.setData(DATA, ident)
            self.source.addItem(item)
        last = max([one.turns or 1, *(r.turn for r in one.reinforcements)])
        for turn in range(1, last + 1):
            self.turn.addItem(tr("edit.track.turn_n", n=turn), turn)
            top = QTreeWidgetItem([tr("edit.track.turn_n", n=turn)])
            top.setFont(0, current().font(strong=True))
            top.setData(0, DATA, (turn, -1, ""))
            self.turns.addTopLevelItem(top)
            for n, line in enumerate(one.reinforcements):
                if line.turn != turn:
                    continue
                for ident, count in line.pieces.items():
                    name, kind = self.name_of(ident)
                    words = tr("oob.times", name=name, n=count) if count > 1 else name
                    child = QTreeWidgetItem([f"{words}  {line.at or ''}".rstrip()])
                    child.setIcon(0, self._icon(ident, kind))
                    child.setData(0, DATA, (turn, n, ident))
                    top.addChild(child)
            top.setExpanded(True)
        self.turn.setCurrentIndex(max(0, self.turn.findData(kept)))

    def arrive(self, pieces: list[str], turn: int) -> None:
        """Let counters arrive in a turn."""
        one = self.now()
        known = [p for p in pieces if self.name_of(p)[1]]
        if one is not None and known:
            self.model.do(scenarios.add_reinforcements, one.id, turn, known)

    def _add_chosen(self) -> None:
        chosen = [item.data(DATA) for item in self.source.selectedItems()]
        if not chosen:
            self.model.told.emit(tr("edit.track.choose"))
            return
        self.arrive(chosen, int(self.turn.currentData() or 1))

    def take_off(self) -> None:
        """Take the chosen counters off the track."""
        one = self.now()
        gone: dict[int, list[str]] = {}
        for item in self.turns.selectedItems():
            _, n, ident = item.data(0, DATA)
            if n >= 0:
                gone.setdefault(n, []).append(ident)
        if one is not None and gone:
            self.model.do(scenarios.remove_reinforcements, one.id, gone)

    def retranslate(self) -> None:
        """Names in the new language."""
        self.fill()
