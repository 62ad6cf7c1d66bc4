"""Place pieces: the tool that puts counters down."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from qtwar.ui.board.input import KeyStroke, Pointer
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.map.tools.placing import put_down
from qtwar.ui.edit.words import numbered_name
from qtwar.ui.widgets.basics import TextLabel


class PlaceTool(Tool):
    """S: puts the chosen counter down at each click; counters on the map are dragged with the select tool."""

    id, icon, hint, layer = "place", "map-marker-plus-outline", "edit.hint.place", "pieces"
    enters = True

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the list of counters and kinds to choose from."""
        content, placed = self.content, self.canvas.source.view.pieces
        idents = [*(piece.id for piece in content.pieces if piece.id not in placed), *content.kinds_by_id]
        if not idents:
            return [TextLabel("second", "edit.no_kinds", parent)]
        if not self.pen.piece:
            self.pen.piece = idents[0]
        named = [(ident, numbered_name(content, ident)) for ident in idents]
        box = self.choice("piece", named, "edit.place_which", parent)
        box.setMaxVisibleItems(24)
        return [box]

    def press(self, pointer: Pointer) -> None:
        """Put one counter down where the press is."""
        self.put_down([self.pen.piece], pointer.at)

    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Put one down at the cell cursor."""
        put_down(self.canvas, [self.pen.piece], self.canvas.cell)

    def paint(self, painter: QPainter, scale: float) -> None:
        """The counter under the pointer, half through."""
        if self.canvas.hover_place and self.pen.piece:
            size = max(6, round(66 * scale))
            picture = self.canvas.model.faces.counter(self.pen.piece, size, self.canvas.devicePixelRatioF())
            spot = self.canvas.layout_.spot(self.canvas.hover_place)
            painter.setOpacity(0.7)
            painter.drawPixmap(QRectF(spot.x() - 33, spot.y() - 33, 66, 66), picture, QRectF(picture.rect()))
            painter.setOpacity(1.0)
