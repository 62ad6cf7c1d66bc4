"""Labels: typed on the map, beside a cell where they find room by themselves, or along cells; corrected by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QMenu, QWidget

from qtwar.editing import places
from qtwar.ui.board.input import KeyStroke, Pointer
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.ground import smooth
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool, cross, dashed
from qtwar.ui.edit.map.tools.naming import Typing, delete_label, label_at, label_home, label_spot, open_label
from qtwar.ui.edit.words import label_styles_named, typed
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button

LETTER = 13.0
"""About so many u a letter takes: how much of a path a name along it needs."""


ABOVE = (0, -18)
"""Where words stand in u that follow a road or river: above it."""


class LabelTool(Tool):
    """T: type on the map; drag a label by hand; a double click opens it again."""

    id, icon, hint, layer = "label", "format-text", "edit.hint.label", "labels"
    cursor = Qt.CursorShape.IBeamCursor
    enters = True

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.typing: Typing | None = None
        self.way = "beside"
        self._held = -1
        self._by = QPointF()
        self._drawn: list[str] = []

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which style, and whether names run along cells; a button lets names find their places again."""
        named = label_styles_named(self.content, self.canvas.board)
        if self.pen.label_style not in (styles := [style for style, _ in named]):
            self.pen.label_style = next((s for s in styles if s), styles[0])
        box = self.choice("label_style", named, "edit.label_style", parent)
        way = self.segments("way", ("beside", "along"), "edit.label", "edit.label.way")
        clear = partial(self.do, places.clear_label_places)  # what was corrected by hand goes
        again = Button("edit.label.auto", kind="compact", icon_name="auto-fix", then=clear)
        return [box, way, again]

    def press(self, pointer: Pointer) -> None:
        """Take hold of a label, or type a new one."""
        if not self.may_edit():
            return
        self._held = label_at(self.canvas, pointer.at)
        self._by = QPointF()
        if self._held < 0:
            cell = self.canvas.cell_at(pointer.at)
            if cell and self.way == "along":
                self._drawn, self.busy = [cell], True
            elif cell:
                self._type([cell], pointer.at)

    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Type at the cell cursor."""
        self._type([cell], self.canvas.spot(self.canvas.cell))

    def _type(self, way: list[str], at: QPointF) -> None:
        """Open the field for a new name: at a cell, or along the cells drawn; on a path that was clicked it follows the path."""

        def done(words: str) -> None:
            on_path = self.way == "along" and len(way) == 1
            cells = self._along_path(way[0], words) if on_path else way
            along, above = (cells, ABOVE if on_path else None) if len(cells) > 1 else ((), None)
            if words:
                self.do(places.add_label, typed(words), cells[0], self.pen.label_style, along=along, offset=above)

        self.typing = Typing(self.canvas, at, "", done)

    def _along_path(self, cell: str, words: str) -> list[str]:
        """Return the cells of the path through a cell that a name needs, that cell in the middle."""
        need = max(3, round(len(words) * LETTER / 100) + 2)
        for path in self.board.paths:
            if cell in path.cells:
                middle = path.cells.index(cell)
                first = max(0, min(middle - need // 2, len(path.cells) - need))
                return list(path.cells[first : first + need])
        return [cell]

    def drag(self, pointer: Pointer) -> None:
        """Drag the label in hand, or draw the way that a name is to run."""
        if self._drawn:
            cell = self.canvas.cell_at(pointer.at)
            if cell and cell != self._drawn[-1]:
                self._drawn += [c for c in self.cells_between(self._drawn[-1], cell) if c != self._drawn[-1]]
                self.canvas.update()
            return
        if self._held >= 0:
            self._by = (pointer.at - pointer.start) / self.canvas.camera.scale
            self.busy = True
            self.canvas.update()

    def release(self, pointer: Pointer) -> None:
        """The hand's correction is the label's offset; the way of a new name is drawn, now it is typed."""
        if self._drawn:
            self.busy = False
            way, self._drawn = self._drawn, []
            self._type(way, pointer.at)
            return
        if self._held >= 0 and self.busy:
            self._put_down(self._held, label_spot(self.canvas, self.board.labels[self._held]) + self._by)
        self.busy, self._held = False, -1

    def _put_down(self, number: int, spot: QPointF) -> None:
        label = self.board.labels[number]
        if isinstance(label.at, str):
            away = spot - label_home(self.canvas, label)
            self.do(places.move_label, number, label.at, (away.x(), away.y()))
        else:
            self.do(places.move_label, number, (spot.x(), spot.y()))

    def double(self, pointer: Pointer) -> None:
        """Type in a label again."""
        self.typing = open_label(self.canvas, pointer.at) or self.typing

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Delete the label here, or let it find its place by itself again."""
        number = label_at(self.canvas, at)
        if number >= 0:
            label = self.board.labels[number]
            name = label.text.get(language())
            if label.offset is not None or label.angle is not None:
                menu.addAction(tr("edit.label.auto_one"), lambda: self.do(places.clear_label_places, [number]))
            menu.addAction(tr("edit.delete_this", name=name), lambda: delete_label(self.canvas, number))

    def cancel(self) -> None:
        """Let go of the label in hand, or of the way of a name."""
        super().cancel()
        self._held, self._drawn = -1, []

    def paint(self, painter: QPainter, scale: float) -> None:
        """The label in hand where it would stand, or the way that a name is to run."""
        if self._drawn:
            dashed(painter, scale)
            painter.drawPath(smooth([self.cell_points(cell) for cell in self._drawn]))
        if self._held >= 0 and self.busy:
            label = self.board.labels[self._held]
            self.canvas.ground.paint_words(painter, label.text.get(language()), label_spot(self.canvas, label) + self._by)

    def paint_over(self, painter: QPainter) -> None:
        """A small cross at each label, so that it can be found."""
        for label in self.board.labels:
            spot = self.canvas.camera.to_screen(label_spot(self.canvas, label))
            if QRectF(self.canvas.rect()).contains(spot):
                painter.setPen(QPen(QColor(current().tokens.accent), px(1.5)))
                cross(painter, spot, 4)
