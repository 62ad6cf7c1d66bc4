"""A sheet of counters with the grid that cuts it: corners and gaps are dragged on the picture, a click leaves a place out."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from qtwar.editing.cutting import Looked, Point, SheetGrid
from qtwar.ui.board.input import ARROWS
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.plain import plain

CORNERS = 4
GAP = 4
"""The handle at the inner corner of the first counter: dragging it makes the gaps."""
NEAR = 14


def _alone(event: QMouseEvent | QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


class CutView(Speaks, QWidget):
    """`changed` when the grid is another one, `toggled` when a place is left out or taken in again."""

    changed = Signal()
    toggled = Signal(int)

    def __init__(self, key: str) -> None:
        super().__init__()
        self.sheet: Looked | None = None
        self.grid: SheetGrid | None = None
        self.out: set[int] = set()
        """Places that make no counter, by their number row by row."""
        self.mirrored = False
        self.handle = 0
        self._image = QImage()
        self._zoom, self._middle = 1.0, QPointF()
        self._held: tuple[str, QPointF] | None = None
        self._moved = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.say(self._name, key)
        self.restyle()

    def _name(self, text: str) -> None:
        self.setAccessibleName(text)
        self._words = text
        self.update()

    def restyle(self) -> None:
        """Room for a sheet."""
        self.setMinimumSize(px(240), px(180))

    def show_sheet(self, sheet: Looked | None, image: QImage, grid: SheetGrid | None) -> None:
        """Show a sheet and its grid; None takes it away."""
        self.sheet, self.grid, self._image, self.out = sheet, grid, image, set()
        self._zoom = 1.0
        self._middle = QPointF(sheet.width / 2, sheet.height / 2) if sheet is not None else QPointF()
        self.update()

    def set_grid(self, grid: SheetGrid) -> None:
        """Cut by another grid."""
        self.grid = grid
        self.out = {n for n in self.out if n < grid.rows * grid.columns}
        self.update()
        self.changed.emit()

    # -- where things are --------------------------------------------------------------------------
    @property
    def scale(self) -> float:
        """Pixels of the screen for each of the sheet."""
        if self.sheet is None:
            return 1.0
        room = px(16)
        fit = min((self.width() - room) / self.sheet.width, (self.height() - room) / self.sheet.height)
        return max(1e-3, fit) * self._zoom

    def to_screen(self, point: Point) -> QPointF:
        """Return where a point of the sheet lies on the widget."""
        at = (QPointF(*point) - self._middle) * self.scale
        return at + QPointF(self.width() / 2, self.height() / 2)

    def to_sheet(self, at: QPointF) -> Point:
        """Return the point of the sheet under a point of the widget."""
        found = (at - QPointF(self.width() / 2, self.height() / 2)) / self.scale + self._middle
        return found.x(), found.y()

    def handles(self) -> list[QPointF]:
        """Return where the handles lie: four corners, and the inner corner of the first counter where there are several."""
        grid = self.grid
        if grid is None:
            return []
        found = [self.to_screen(corner) for corner in grid.corners]
        return [*found, self.to_screen(grid.cell(0, 0)[2])] if grid.rows * grid.columns > 1 else found

    def place_at(self, at: QPointF) -> int | None:
        """Return the number of the counter under a point."""
        if self.grid is None:
            return None
        for number, quad in enumerate(self.grid.cells(mirrored=self.mirrored)):
            if QPolygonF([self.to_screen(corner) for corner in quad]).containsPoint(at, Qt.FillRule.OddEvenFill):
                return number
        return None

    # -- painting ----------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sheet, what is cut out of it, and the handles."""
        t, painter = current().tokens, QPainter(self)
        painter.fillRect(self.rect(), QColor(t.surround))
        if self.sheet is None or self.grid is None:
            painter.setPen(QColor(t.second))
            painter.drawText(QRectF(self.rect()), int(Qt.AlignmentFlag.AlignCenter), self._words)
            return
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        where = QRectF(self.to_screen((0, 0)), self.to_screen((self.sheet.width, self.sheet.height)))
        painter.drawImage(where, self._image)
        veil = QColor(t.text)
        veil.setAlpha(150)
        painter.setFont(current().font("small"))
        counted = 0
        for number, quad in enumerate(self.grid.cells(mirrored=self.mirrored)):
            shape = QPolygonF([self.to_screen(corner) for corner in quad])
            out = number in self.out
            painter.setBrush(veil if out else Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.raised), px(3)))
            painter.drawPolygon(shape)
            painter.setPen(QPen(QColor(t.bad if out else t.accent), px(1)))
            painter.drawPolygon(shape)
            box = shape.boundingRect()
            counted += not out
            if out:
                painter.drawLine(shape.at(0), shape.at(2))
                painter.drawLine(shape.at(1), shape.at(3))
            elif box.width() > px(22):
                self._number(painter, box, counted)
        for n, at in enumerate(self.handles()):
            side = px(12 if n < CORNERS else 9)
            spot = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
            painter.setPen(QPen(QColor(t.raised), px(2)))
            painter.setBrush(QColor(t.warn if n == self.handle and self.hasFocus() else t.accent))
            painter.drawEllipse(spot) if n == GAP else painter.drawRect(spot)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.accent), px(1), Qt.PenStyle.DotLine))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _number(self, painter: QPainter, box: QRectF, number: int) -> None:
        """Paint a counter's number, by which it is named, in its left top corner, on a plate of its own."""
        t, words = current().tokens, str(number)
        measure = painter.fontMetrics()
        plate = QRectF(0, 0, measure.horizontalAdvance(words) + px(4), measure.height() - px(2))
        plate.moveTopLeft(box.topLeft() + QPointF(1, 1))
        ground = QColor(t.raised)
        ground.setAlpha(210)
        painter.fillRect(plate, ground)
        painter.setPen(QColor(t.text))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), words)

    # -- the mouse ---------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a handle, of the sheet (other buttons), or mark a place."""
        self.setFocus()
        at, self._moved = event.position(), False
        if self.grid is None:
            return
        if event.button() != Qt.MouseButton.LeftButton:
            self._held = ("sheet", at)
            return
        near = [(dist(at.toTuple(), spot.toTuple()), n) for n, spot in enumerate(self.handles())]
        close = [found for found in near if found[0] <= px(NEAR)]
        if close:
            self.handle = min(close)[1]
            self._held = ("handle", at)
        else:
            self._held = ("place", at)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held."""
        at = event.position()
        if self._held is None or self.grid is None:
            near = any(dist(at.toTuple(), spot.toTuple()) <= px(NEAR) for spot in self.handles())
            self.setCursor(Qt.CursorShape.SizeAllCursor if near else Qt.CursorShape.ArrowCursor)
            self.setToolTip(plain(tr("edit.cut.tip") if self.sheet is not None else ""))
            return
        what, was = self._held
        if what == "handle":
            self._moved = True
            self._drag(self.to_sheet(at), alone=_alone(event))
        elif what == "sheet" or (self._zoom > 1 and (at - was).manhattanLength() > px(4)):
            self._moved = True
            self._middle -= (at - was) / self.scale
            self._held = ("sheet", at)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a place leaves it out, or takes it in again."""
        held, self._held = self._held, None
        if held is not None and held[0] == "place" and not self._moved:
            number = self.place_at(event.position())
            if number is not None:
                self.toggled.emit(number)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        if self.sheet is None:
            return
        before = self.to_sheet(event.position())
        self._zoom = max(1.0, min(16.0, self._zoom * (1.25 if event.angleDelta().y() > 0 else 0.8)))
        after = self.to_sheet(event.position())
        self._middle += QPointF(before[0] - after[0], before[1] - after[1])
        if self._zoom == 1.0:
            self._middle = QPointF(self.sheet.width / 2, self.sheet.height / 2)
        self.update()
        event.accept()

    def _drag(self, to: Point, *, alone: bool) -> None:
        """Put the handle in hand at a point of the sheet; a corner `alone` makes the grid as aslant as the scan."""
        grid = self.grid
        assert grid is not None
        if self.handle == GAP:
            self.set_grid(grid.with_first_to(to))
            return
        level, upright, corners = self.handle ^ 1, 3 - self.handle, list(grid.corners)
        corners[self.handle] = to
        if grid.is_straight and not alone:  # it stays so: the neighbours come along
            corners[level] = corners[level][0], to[1]
            corners[upright] = to[0], corners[upright][1]
        self.set_grid(replace(grid, corners=tuple(corners)))  # type: ignore[arg-type]

    # -- keys --------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the handle in hand by a pixel of the sheet (Shift: ten, Ctrl: it alone), Space takes the next one."""
        by = ARROWS.get(Qt.Key(event.key()))
        if self.grid is None or (by is None and event.key() != Qt.Key.Key_Space):
            super().keyPressEvent(event)
        elif by is None:
            self.handle = (self.handle + 1) % len(self.handles())
            self.update()
        else:
            step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            at = self.grid.cell(0, 0)[2] if self.handle == GAP else self.grid.corners[self.handle]
            self._drag((at[0] + by[0] * step, at[1] + by[1] * step), alone=_alone(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show which handle the keys move."""
        super().focusInEvent(event)
        self.update()
