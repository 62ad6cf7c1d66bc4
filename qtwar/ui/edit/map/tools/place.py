"""Place pieces: the tool that puts counters down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QWidget

from qtwar.ui.board.input import KeyStroke, Pointer
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.map.tools.placing import put_down
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.basics import TextLabel


class PlaceTool(Tool):
    """S: puts the chosen counter down at each click; counters on the map are dragged with the select tool."""

    id, icon, hint, layer = "place", "map-marker-plus-outline", "edit.hint.place", "pieces"

    def name_of(self, what: str) -> str:
        """Return the name of a roster piece or kind."""
        piece = self.content.pieces_by_id.get(what)
        if piece is not None and piece.name is not None:
            return str(piece.name.get(language()))
        kind = self.content.kinds_by_id.get(piece.kind if piece is not None else what)
        return str(kind.name.get(language())) if kind is not None else what

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the list of counters and kinds to choose from."""
        box = QComboBox(parent)
        box.setAccessibleName(tr("edit.place_which"))
        box.setMaxVisibleItems(24)
        placed = set(self.canvas.source.view.pieces)
        for piece in self.content.pieces:
            if piece.id not in placed:
                box.addItem(self.name_of(piece.id), piece.id)
        for kind in self.content.kinds:
            box.addItem(kind.name.get(language()), kind.id)
        if box.count() == 0:
            word = TextLabel("second", "edit.no_kinds", parent)
            return [word]
        if not self.pen.piece:
            self.pen.piece = box.itemData(0)
        box.setCurrentIndex(max(0, box.findData(self.pen.piece)))
        box.activated.connect(lambda n: setattr(self.pen, "piece", box.itemData(n)))
        return [box]

    def press(self, pointer: Pointer) -> None:
        """Put one counter down where the press is."""
        self.put_down([self.pen.piece], pointer.at)

    def claims(self, stroke: KeyStroke) -> bool:
        """Enter puts one down at the cell cursor."""
        return bool(self.at_cursor(stroke))

    def key(self, stroke: KeyStroke) -> bool:
        """Enter puts one down at the cell cursor."""
        if self.at_cursor(stroke):
            put_down(self.canvas, [self.pen.piece], self.canvas.cell)
            return True
        return super().key(stroke)

    def paint(self, painter: QPainter, scale: float) -> None:
        """The counter under the pointer, half through."""
        kind = self.content.pieces_by_id.get(self.pen.piece)
        record_kind = kind.kind if kind is not None else self.pen.piece
        if self.canvas.hover_place and record_kind in self.content.kinds_by_id:
            side = self.content.kinds_by_id[record_kind].side or ""
            record: dict[str, Any] = {
                "id": self.pen.piece,
                "kind": record_kind,
                "owner": side,
                "back": side,
                "attrs": {},
                "face": "front",
            }
            size = max(6, round(66 * scale))
            picture = self.canvas.model.face(record, size, self.canvas.devicePixelRatioF())
            spot = self.canvas.layout_.spot(self.canvas.hover_place)
            painter.setOpacity(0.7)
            painter.drawPixmap(QRectF(spot.x() - 33, spot.y() - 33, 66, 66), picture, QRectF(picture.rect()))
            painter.setOpacity(1.0)
