"""The tool that fits the scanned map below a board to its grid."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QWidget

from qtwar.editing import pictures
from qtwar.ui.board.input import Pointer
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool, cross
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import TextLabel

GRIP = 22
"""Pixels round the middle of a framed cell in which it is taken hold of."""
SLACK = 4


class CalibrateTool(Tool):
    """Three cells of the grid are led to where they are in the picture, by dragging each or by clicking there.

    `points` are the cells led so far, each with its place in pixels of the picture; the picture follows each of them.
    """

    id, icon, hint = "calibrate", "image-filter-center-focus", "edit.hint.calibrate"

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.points: dict[str, tuple[float, float]] = {}
        self.field: QLineEdit | None = None
        self.word: TextLabel | None = None
        self._held = ""
        self._said = 0  # how many points the bar knows of
        self._fitted = False  # the picture follows the points
        self._from = self._to = QPointF()

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which cell is led next."""
        self.word = self.field = None
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
        self.points, self._fitted = {}, False

    def cancel(self) -> None:
        """Forget the places."""
        super().cancel()
        self.points, self._held, self._fitted = {}, "", False

    def corners(self) -> list[str]:
        """Return three cells far apart: what is asked for unless the person names others."""
        layout = self.canvas.layout_
        cells = list(layout.grid.cells())
        left, top, right, bottom = layout.grid.bounds()
        wanted = ((left, top), (right, top), (left, bottom))
        return [min(cells, key=lambda c: math.dist(layout.centre(c), at)) for at in wanted]

    def _led(self) -> dict[str, tuple[float, float]]:
        """Return the points that lead the picture: not those whose leading was undone."""
        if self.canvas.trace.facts is None:
            return {}
        return {cell: at for cell, at in self.points.items() if not self._fitted or self._lies(cell, at)}

    def follow(self) -> bool:
        """The picture has come or gone, or what was led was undone or done again."""
        if not self.busy and len(self._led()) != self._said:
            self._ask()
        return (self.canvas.trace.facts is None) != (self.field is None)

    def framed(self) -> list[str]:
        """Return the cells that can be dragged: those led already, the one that is named, and corners up to three."""
        found = dict.fromkeys(self._led())
        named = self._named()
        for cell in [*([named] if named else ()), *self.corners()]:
            if len(found) < 3:
                found[cell] = None
        return list(found)

    def _named(self) -> str:
        cell = self.field.text().strip() if self.field is not None else ""
        return cell if cell and self.canvas.layout_.grid.contains(cell) else ""

    def _ask(self) -> None:
        if self.field is not None and self.word is not None:
            corners = self.corners()  # fewer than three on a board of one row
            known = self._led()
            left, led = [cell for cell in corners if cell not in known], len(known)
            self._said = led
            fitted = led >= 3 or not left
            self.field.setText(corners[0] if fitted else left[0])
            self.word.setText(tr("edit.calibrate_again" if fitted else "edit.calibrate_next", n=led + 1))

    # -- pointer -----------------------------------------------------------------------------------
    def press(self, pointer: Pointer) -> None:
        """Take hold of a framed cell, or say with a click where the one that is named is on the picture."""
        if self.canvas.trace.facts is None or self.field is None:
            return
        self._from = self._to = pointer.at
        self.points = self._led()
        near = [cell for cell in self.framed() if (self._spot(cell) - pointer.at).manhattanLength() < px(GRIP)]
        self._held = near[0] if near else ""
        self.busy = True

    def drag(self, pointer: Pointer) -> None:
        """The held cell follows the pointer."""
        self._to = pointer.at
        super().drag(pointer)

    def end(self, pointer: Pointer) -> None:
        """Fit the picture to what is known now."""
        assert self.field is not None
        dragged = (self._to - self._from).manhattanLength() > px(SLACK)
        cell = self._held if dragged else self.field.text().strip()
        self._held = ""
        if not cell:
            return
        if not self.canvas.layout_.grid.contains(cell):
            self.canvas.model.told.emit(tr("edit.no_cell", cell=cell))
            return
        inverse, _ = self.canvas.trace.transform().inverted()
        at = inverse.map(self.canvas.camera.to_board(pointer.at))
        if not dragged and len(self.points) == 3 and cell not in self.points:
            self.points, self._fitted = {}, False  # the clicks begin anew
        self.points[cell] = (at.x(), at.y())
        if dragged or self._fitted or len(self.points) == 3:
            self.do(pictures.calibrate, [(one, x, y) for one, (x, y) in self.points.items()])
            self._fitted = True
        self._ask()

    def _lies(self, cell: str, at: tuple[float, float]) -> bool:
        """Return whether a pixel of the picture lies in the middle of a cell."""
        there = QPointF(*self.canvas.layout_.centre(cell))
        return (self.canvas.trace.transform().map(QPointF(*at)) - there).manhattanLength() < 1

    def _spot(self, cell: str) -> QPointF:
        return self.canvas.camera.to_screen(QPointF(*self.canvas.layout_.centre(cell)))

    def paint_over(self, painter: QPainter) -> None:
        """Paint the cells that can be dragged, and a cross where each was led to."""
        if self.canvas.trace.facts is None:
            return
        matrix, tokens, camera = self.canvas.trace.transform(), current().tokens, self.canvas.camera
        pen = QPen(QColor(tokens.bad), px(2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for cell in self.framed():
            by = self._to - self._from if cell == self._held else QPointF()
            painter.setPen(pen)
            grid = self.canvas.layout_.grid
            painter.drawPolygon(QPolygonF([camera.to_screen(QPointF(*at)) + by for at in grid.polygon(cell)]))
            cross(painter, self._spot(cell) + by, 7)
            painter.drawText(self._spot(cell) + by + QPointF(px(8), -px(8)), cell)
        for x, y in self._led().values():
            painter.setPen(pen)
            cross(painter, camera.to_screen(matrix.map(QPointF(x, y))), 10)
