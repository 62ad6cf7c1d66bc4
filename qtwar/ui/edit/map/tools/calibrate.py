"""The tool that fits the scanned map below a board to its grid."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QWidget

from qtwar.editing import pictures
from qtwar.ui.board.input import Pointer
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool, cross
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import TextLabel


class CalibrateTool(Tool):
    """Three clicks on the picture, each where the middle of a named cell is: then the picture fits the grid."""

    id, icon, hint = "calibrate", "image-filter-center-focus", "edit.hint.calibrate"

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.points: list[tuple[str, float, float]] = []
        self.field: QLineEdit | None = None
        self.word: TextLabel | None = None

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which cell is clicked next."""
        if self.canvas.trace.facts is None:
            return [TextLabel("second", "edit.no_picture", parent)]
        self.word = TextLabel("strong", "", parent)
        self.field = QLineEdit(parent)
        self.field.setMaximumWidth(px(90))
        self.field.setAccessibleName(tr("edit.calibrate_cell"))
        self._ask()
        return [self.word, self.field]

    def begin(self) -> None:
        """From the first cell on."""
        self.points = []

    def cancel(self) -> None:
        """Forget the clicks."""
        super().cancel()
        self.points = []

    def corners(self) -> list[str]:
        """Return three cells far apart: what is asked for unless the person names others."""
        layout = self.canvas.layout_
        cells = list(layout.grid.cells())
        left, top, right, bottom = layout.grid.bounds()
        wanted = ((left, top), (right, top), (left, bottom))
        return [min(cells, key=lambda c: math.dist(layout.centre(c), at)) for at in wanted]

    def _ask(self) -> None:
        if self.field is not None and self.word is not None:
            self.field.setText(self.corners()[min(2, len(self.points))])
            self.word.setText(tr("edit.calibrate_next", n=len(self.points) + 1))

    def press(self, pointer: Pointer) -> None:
        """Note where one of the three cells is on the picture."""
        if self.canvas.trace.facts is None or self.field is None:
            return
        cell = self.field.text().strip()
        if not self.canvas.layout_.grid.contains(cell):
            self.canvas.model.told.emit(tr("edit.no_cell", cell=cell))
            return
        inverse, _ = self.canvas.trace.transform().inverted()
        at = inverse.map(self.canvas.camera.to_board(pointer.at))
        self.points.append((cell, at.x(), at.y()))
        if len(self.points) == 3:
            points, self.points = self.points, []
            self.do(pictures.calibrate, points)
        self._ask()
        self.canvas.update()

    def paint_over(self, painter: QPainter) -> None:
        """Paint a cross where each cell was clicked."""
        if self.canvas.trace.facts is None:
            return
        matrix, tokens = self.canvas.trace.transform(), current().tokens
        for cell, x, y in self.points:
            spot = self.canvas.camera.to_screen(matrix.map(QPointF(x, y)))
            painter.setPen(QPen(QColor(tokens.bad), px(2)))
            cross(painter, spot, 10)
            painter.drawText(spot + QPointF(px(8), -px(8)), cell)
