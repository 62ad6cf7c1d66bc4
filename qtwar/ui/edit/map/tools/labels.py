"""Labels: typed on the map, beside a cell where they find room by themselves, or along cells; corrected by hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QMenu, QWidget

from qtwar.editing import places
from qtwar.ui.board.input import KeyStroke, Pointer
from qtwar.ui.edit.map import flat
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.ground import smooth
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.map.tools.naming import Typing, delete_label, label_at, label_home, label_spot, open_label
from qtwar.ui.edit.words import typed
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button
from qtwar.ui.widgets.segments import Segments

LETTER = 13.0
"""About so many u a letter takes: how much of a path a name along it needs."""


ABOVE = (0, -18)
"""Where words stand in u that follow a road or river: above it."""


class LabelTool(Tool):
    """T: type on the map; drag a label by hand; a double click opens it again."""

    id, icon, hint, layer = "label", "format-text", "edit.hint.label", "labels"
    cursor = Qt.CursorShape.IBeamCursor

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.typing: Typing | None = None
        self.along = False
        self._held = -1
        self._by = QPointF()
        self._way: list[str] = []

    def styles(self) -> list[str]:
        """Return the label styles that the board and its map style know."""
        drawn = flat.label_styles(self.content, self.canvas.board)
        found = {label.style for board in self.content.boards for label in board.labels}
        return [*drawn, *sorted(found - set(drawn))]

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which style, and whether names run along cells; a button lets names find their places again."""
        styles = self.styles()
        if self.pen.label_style not in styles and styles:
            self.pen.label_style = next((s for s in styles if s), styles[0])
        box = QComboBox(parent)
        box.setAccessibleName(tr("edit.label_style"))
        for style in styles or [""]:
            box.addItem(self._style_name(style), style)
        box.setCurrentIndex(max(0, box.findData(self.pen.label_style)))
        box.activated.connect(lambda n: setattr(self.pen, "label_style", box.itemData(n)))
        way = Segments((("beside", "edit.label.beside"), ("along", "edit.label.along")), "edit.label.way")
        way.choose("along" if self.along else "beside")
        way.picked.connect(lambda value: setattr(self, "along", value == "along"))
        again = Button("edit.label.auto", kind="compact", icon_name="auto-fix", then=self.place_all)
        return [box, way, again]

    def _style_name(self, style: str) -> str:
        """Return a label style as the feature of that name is called, else as it is."""
        if not style:
            return tr("edit.label_plain")
        if style == "region":
            return tr("edit.label.region")
        return next((f.name.get(language()) for f in self.content.features if f.id == style), style)

    def place_all(self) -> None:
        """Let all names find their places by themselves: what was corrected by hand goes."""
        self.canvas.model.do(places.clear_label_places, self.canvas.board_id)

    def press(self, pointer: Pointer) -> None:
        """Take hold of a label, or type a new one."""
        if not self.canvas.layers.may_edit(self.layer):
            return
        self._held = label_at(self.canvas, pointer.at)
        self._by = QPointF()
        if self._held < 0:
            cell = self.canvas.cell_at(pointer.at)
            if cell and self.along:
                self._way, self.busy = [cell], True
            elif cell:
                self.type_at(cell, pointer.at)

    def type_at(self, cell: str, at: QPointF) -> None:
        """Open the field for a new label."""

        def done(words: str) -> None:
            if words:
                self.canvas.model.do(places.add_label, self.canvas.board_id, typed(words), cell, self.pen.label_style)

        self.typing = Typing(self.canvas, at, "", done)

    def _type_along(self, at: QPointF) -> None:
        """Open the field for a name along the cells that were drawn; on a path that was clicked it follows the path."""
        way, self._way = self._way, []

        def done(words: str) -> None:
            if words:
                on_path = len(way) == 1
                cells = self._along_path(way[0], words) if on_path else way
                self.canvas.model.do(
                    places.add_label, self.canvas.board_id, typed(words), cells[0], self.pen.label_style,
                    along=cells if len(cells) > 1 else (),
                    offset=ABOVE if on_path and len(cells) > 1 else None,
                )  # fmt: skip

        self.typing = Typing(self.canvas, at, "", done)

    def _along_path(self, cell: str, words: str) -> list[str]:
        """Return the cells of the path through a cell that a name needs, that cell in the middle."""
        need = max(3, round(len(words) * LETTER / 100) + 2)
        for path in self.canvas.board.paths:
            if cell in path.cells:
                middle = path.cells.index(cell)
                first = max(0, min(middle - need // 2, len(path.cells) - need))
                return list(path.cells[first : first + need])
        return [cell]

    def drag(self, pointer: Pointer) -> None:
        """Drag the label in hand, or draw the way that a name is to run."""
        if self._way:
            cell = self.canvas.cell_at(pointer.at)
            if cell and cell != self._way[-1]:
                self._way += [c for c in self.cells_between(self._way[-1], cell) if c != self._way[-1]]
                self.canvas.update()
            return
        if self._held >= 0:
            self._by = (pointer.at - pointer.start) / self.canvas.camera.scale
            self.busy = True
            self.canvas.update()

    def release(self, pointer: Pointer) -> None:
        """The hand's correction is the label's offset; the way of a new name is drawn, now it is typed."""
        if self._way:
            self.busy = False
            self._type_along(pointer.at)
            return
        if self._held >= 0 and self.busy:
            self._put_down(self._held, label_spot(self.canvas, self.canvas.board.labels[self._held]) + self._by)
        self.busy, self._held = False, -1

    def _put_down(self, number: int, spot: QPointF) -> None:
        label = self.canvas.board.labels[number]
        do, board = self.canvas.model.do, self.canvas.board_id
        if isinstance(label.at, str):
            away = spot - label_home(self.canvas, label)
            do(places.move_label, board, number, label.at, (away.x(), away.y()))
        else:
            do(places.move_label, board, number, (spot.x(), spot.y()))

    def double(self, pointer: Pointer) -> None:
        """Type in a label again."""
        self.typing = open_label(self.canvas, pointer.at) or self.typing

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Delete the label here, or let it find its place by itself again."""
        number = label_at(self.canvas, at)
        if number >= 0:
            label = self.canvas.board.labels[number]
            name = label.text.get(language())
            if label.offset is not None or label.angle is not None:
                menu.addAction(
                    tr("edit.label.auto_one"),
                    lambda: self.canvas.model.do(places.clear_label_places, self.canvas.board_id, [number]),
                )
            menu.addAction(
                tr("edit.delete_this", name=name),
                lambda: delete_label(self.canvas, number),
            )

    def cancel(self) -> None:
        """Let go of the label in hand, or of the way of a name."""
        super().cancel()
        self._held, self._way = -1, []

    def claims(self, stroke: KeyStroke) -> bool:
        """Enter types at the cell cursor."""
        return bool(self.at_cursor(stroke))

    def key(self, stroke: KeyStroke) -> bool:
        """Enter types at the cell cursor."""
        cell = self.at_cursor(stroke)
        if cell:
            self.type_at(cell, self.canvas.spot(self.canvas.cell))
        return bool(cell) or super().key(stroke)

    def paint(self, painter: QPainter, scale: float) -> None:
        """The label in hand where it would stand, or the way that a name is to run."""
        if self._way:
            painter.setPen(QPen(QColor(current().tokens.accent), px(2) / scale, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(smooth([self.cell_points(cell) for cell in self._way]))
        if self._held >= 0 and self.busy:
            label = self.canvas.board.labels[self._held]
            self.canvas.ground.paint_words(painter, label.text.get(language()), label_spot(self.canvas, label) + self._by)

    def paint_over(self, painter: QPainter) -> None:
        """A small cross at each label, so that it can be found."""
        for label in self.canvas.board.labels:
            spot = self.canvas.camera.to_screen(label_spot(self.canvas, label))
            if QRectF(self.canvas.rect()).contains(spot):
                painter.setPen(QPen(QColor(current().tokens.accent), px(1.5)))
                painter.drawLine(spot - QPointF(px(4), 0), spot + QPointF(px(4), 0))
                painter.drawLine(spot - QPointF(0, px(4)), spot + QPointF(0, px(4)))
