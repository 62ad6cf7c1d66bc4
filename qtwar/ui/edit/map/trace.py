"""The scanned map below a board: its tiles as they come from the document, and the tool that fits it to the grid."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPen, QTransform
from PySide6.QtWidgets import QLineEdit, QWidget

from qtwar.editing import pictures
from qtwar.ui.edit.map.tools.base import LEFT, Tool
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Text

if TYPE_CHECKING:
    from qtwar.ui.edit.map.pen import Pen
    from qtwar.ui.edit.map.view import EditBoard

TILE = 1024
MOST = 48
"""Tiles kept: 200 MB at most."""


class Trace:
    """Draws the picture of a board's `attrs.trace`."""

    def __init__(self, view: EditBoard) -> None:
        self.view = view
        self._kept: OrderedDict[tuple[str, int, int, int], QImage] = OrderedDict()
        self._asked: set[tuple[str, int, int, int]] = set()

    @property
    def facts(self) -> dict[str, Any] | None:
        """What is shown, or None."""
        found = self.view.board.attrs.get("trace")
        return found if isinstance(found, dict) and found.get("matrix") else None

    def transform(self) -> QTransform:
        """Return what leads from pixels of the picture to u."""
        facts = self.facts
        assert facts is not None
        a, b, c, d, e, f = facts["matrix"]
        return QTransform(a, d, b, e, c, f)

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint what lies in `area`; False while tiles are still to come."""
        facts = self.facts
        opacity = self.view.opacity("picture")
        if facts is None or not facts.get("shown", True) or opacity <= 0:
            return True
        matrix = self.transform()
        per_pixel = math.sqrt(abs(matrix.determinant())) * scale
        levels = max(0, math.ceil(math.log2(max(facts["width"], facts["height"]) / TILE)))
        level = max(0, min(levels, math.floor(-math.log2(max(per_pixel, 1e-6)) + 0.3)))
        inverse, _ = matrix.inverted()
        part = inverse.mapRect(area) & QRectF(0, 0, facts["width"], facts["height"])
        if part.isEmpty():
            return True
        done, side = True, TILE << level
        painter.save()
        painter.setOpacity(opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(matrix, True)
        for y in range(int(part.top() // side), math.ceil(part.bottom() / side)):
            for x in range(int(part.left() // side), math.ceil(part.right() / side)):
                key = (str(facts["picture"]), level, x, y)
                image = self._kept.get(key)
                if image is None:
                    done = False
                    self._ask(key)
                elif not image.isNull():
                    box = QRectF(x * side, y * side, image.width() << level, image.height() << level)
                    painter.drawImage(box, image, QRectF(image.rect()))
        painter.restore()
        return done

    def _ask(self, key: tuple[str, int, int, int]) -> None:
        if key in self._asked:
            return
        self._asked.add(key)

        def arrived(image: QImage) -> None:
            self._asked.discard(key)
            self._kept[key] = image
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
            self.view.chunks.forget_rough()
            self.view.update()

        self.view.model.picture_tile(*key, arrived)


class CalibrateTool(Tool):
    """Three clicks on the picture, each where the middle of a named cell is: then the picture fits the grid."""

    id, icon, hint = "calibrate", "image-filter-center-focus", "edit.hint.calibrate"

    def __init__(self, view: EditBoard, pen: Pen) -> None:
        super().__init__(view, pen)
        self.points: list[tuple[str, float, float]] = []
        self.field: QLineEdit | None = None
        self.word: Text | None = None

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which cell is clicked next."""
        if self.view.trace.facts is None:
            return [Text("second", "edit.no_picture", parent)]
        self.word = Text("strong", "", parent)
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
        layout = self.view.layout_
        cells = list(layout.grid.cells())
        left, top, right, bottom = layout.grid.bounds()
        wanted = ((left, top), (right, top), (left, bottom))
        return [min(cells, key=lambda c: math.dist(layout.centre(c), at)) for at in wanted]

    def _ask(self) -> None:
        if self.field is not None and self.word is not None:
            self.field.setText(self.corners()[min(2, len(self.points))])
            self.word.setText(tr("edit.calibrate_next", n=len(self.points) + 1))

    def press(self, event: QMouseEvent) -> None:
        """One of the three."""
        if event.button() != LEFT or self.view.trace.facts is None or self.field is None:
            return
        cell = self.field.text().strip()
        if not self.view.layout_.grid.contains(cell):
            self.view.model.told.emit(tr("edit.no_cell", cell=cell))
            return
        inverse, _ = self.view.trace.transform().inverted()
        at = inverse.map(self.view.camera.to_board(event.position()))
        self.points.append((cell, at.x(), at.y()))
        if len(self.points) == 3:
            points, self.points = self.points, []
            self.view.model.do(pictures.calibrate, self.view.board_id, points)
        self._ask()
        self.view.update()

    def paint_over(self, painter: QPainter) -> None:
        """The clicks so far."""
        if self.view.trace.facts is None:
            return
        matrix, tokens = self.view.trace.transform(), current().tokens
        for cell, x, y in self.points:
            spot = self.view.camera.to_screen(matrix.map(QPointF(x, y)))
            painter.setPen(QPen(QColor(tokens.bad), px(2)))
            painter.drawLine(spot - QPointF(px(10), 0), spot + QPointF(px(10), 0))
            painter.drawLine(spot - QPointF(0, px(10)), spot + QPointF(0, px(10)))
            painter.drawText(spot + QPointF(px(8), -px(8)), cell)
