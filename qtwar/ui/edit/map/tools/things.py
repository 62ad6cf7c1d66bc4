"""Areas and zones, boxes: tools that put things on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QMenu, QWidget

from qtwar.base.text import LANGUAGES
from qtwar.editing import items, places, scenarios
from qtwar.model.board import Area
from qtwar.ui.board.input import ARROWS, ENTER, KeyStroke, Pointer
from qtwar.ui.edit import removal
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool, dashed
from qtwar.ui.edit.map.tools.naming import box_at, make_area, rename, rename_at
from qtwar.ui.edit.words import both, called
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import Button
from qtwar.ui.widgets.stepper import Stepper


class AreaTool(Tool):
    """A: lasso, rectangle or cells (Enter: one by one); *Area* names them, *Set-up zone* lets a side set up there."""

    id, icon, hint, layer = "area", "lasso", "edit.hint.area", "zones"
    enters = shows_areas = True

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.shape = "lasso"
        self._line: list[QPointF] = []
        self._adding = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Shape; what is to become of the cells."""
        shape = self.segments("shape", ("lasso", "rect", "cells"), "edit.area", "edit.shape")
        area = Button("edit.make_area", kind="compact", icon_name="vector-square", then=lambda: make_area(self.canvas))
        zones = [self._zone_button(side.id, side.short.get(language()) or called(side)) for side in self.content.sides]
        return [shape, area, *zones]

    def _zone_button(self, side: str, name: str) -> Button:
        return Button("edit.make_zone", kind="compact", then=lambda: self.make_zone(side), side=name)

    def press(self, pointer: Pointer) -> None:
        """Begin a lasso round the cells of the area."""
        self._adding = pointer.shift
        zone = marks.zone_at(self.canvas, pointer.at)
        if zone is not None:
            self.canvas.select_cells([*(self.canvas.selection if self._adding else ()), *zone.cells])
            return
        self.busy = True
        self._line = [pointer.at]
        if self.shape == "cells":
            cell = self.canvas.cell_at(pointer.at)
            base = self.canvas.selection if self._adding or cell in self.canvas.selection else set()
            self.canvas.select_cells(base ^ {cell} if cell else base)
            self._adding = True

    def drag(self, pointer: Pointer) -> None:
        """Follow the pointer."""
        if not self.busy:
            return
        if self.shape == "cells":
            cell = self.canvas.cell_at(pointer.at)
            if cell:
                self.canvas.select_cells({*self.canvas.selection, cell})
            return
        self._line.append(pointer.at)
        self.canvas.update()

    def end(self, pointer: Pointer) -> None:
        """Select the cells whose centre lies inside."""
        if self.shape != "cells":
            self.canvas.select_cells([*(self.canvas.selection if self._adding else ()), *self._inside()])
        self._line = []

    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Take the cell under the cursor into the selection, or out of it."""
        self.canvas.select_cells(self.canvas.selection ^ {cell})

    def double(self, pointer: Pointer) -> None:
        """Type the name of the area whose chip this is."""
        if not rename_at(self.canvas, pointer.at):
            self.press(pointer)

    def _path(self) -> QPainterPath:
        path = QPainterPath()
        points = [self.canvas.camera.to_board(p) for p in self._line]
        if not points:
            return path
        if self.shape == "rect":
            path.addRect(QRectF(points[0], points[-1]).normalized())
            return path
        path.moveTo(points[0])
        for point in points[1:]:
            path.lineTo(point)
        path.closeSubpath()
        return path

    def _inside(self) -> list[str]:
        path = self._path()
        box = path.boundingRect()
        return [c for c in self.canvas.layout_.cells_in(box) if path.contains(self.cell_points(c))]

    def make_zone(self, side: str) -> None:
        """Let a side set up in the selected cells."""
        model, cells = self.canvas.model, sorted(self.canvas.selection)
        if not cells or not model.scenario:
            model.told.emit(tr("edit.no_scenario" if cells else "edit.select_first"))
            return
        own = self.content.side(side)
        name = {lang: both("edit.zone_name", side=own.name.get(lang))[lang] for lang in LANGUAGES}
        model.do(scenarios.add_zone, model.scenario, side, self.canvas.board_id, cells, name)

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Rename the area here, or delete it."""
        cell = self.canvas.cell_at(at)
        for number, area in enumerate(self.board.areas):
            if cell in area.cells:
                name = called(area)
                menu.addAction(tr("edit.rename_this", name=name), lambda n=number: rename(self.canvas, "areas", n, at))
                menu.addAction(tr("edit.delete_this", name=name), lambda a=area: self._delete(a))

    def _delete(self, area: Area) -> None:
        if self.may_edit():
            removal.ask(self.canvas.model, "areas", [area.id], called(area))

    def cancel(self) -> None:
        """Drop the lasso under way; the area stays as it is."""
        super().cancel()
        self._line = []

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the lasso as far as it is drawn."""
        if self.busy and self._line:
            dashed(painter, scale, 1.5)
            ground = QColor(current().tokens.accent)
            ground.setAlpha(36)
            painter.setBrush(ground)
            painter.drawPath(self._path())


STEP = 50.0
"""Half a cell, in u: so far an arrow key moves or stretches the frame of a box."""


class BoxTool(Tool):
    """X: draw an off-map box; drag one to move it. Enter takes a frame in hand, or the box at the cell cursor: arrows move
    it, with Shift they stretch it, Enter puts it down."""

    id, icon, hint, layer = "box", "crop-square", "edit.hint.box", "zones"
    enters = True

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self._from = self._to = QPointF()
        self._held = -1
        self._frame: QRectF | None = None
        """What the arrow keys move and stretch."""
        self.what = "one"
        self.count = 0

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """One box, or a track of numbered ones; as many as the shown scenario has turns, unless another number is set."""
        what = self.segments("what", ("one", "track"), "edit.box", "edit.box.what")
        count = Stepper(1, 99, value=self._count(), then=lambda n: setattr(self, "count", n), name=tr("edit.box.count"))
        count.setEnabled(self.what == "track")
        what.picked.connect(lambda value: count.setEnabled(value == "track"))
        return [what, count]

    def _count(self) -> int:
        scenario = self.canvas.model.shown_scenario
        return self.count or (scenario.turns if scenario is not None else None) or 10

    def press(self, pointer: Pointer) -> None:
        """Begin a box, or take hold of one."""
        if not self.may_edit():
            return
        self.cancel()
        self._from = self._to = self.canvas.camera.to_board(pointer.at)
        self._held = box_at(self.canvas, self._from)
        self.busy = True

    def double(self, pointer: Pointer) -> None:
        """Type the name of the box here."""
        if not rename_at(self.canvas, pointer.at):
            self.press(pointer)

    def drag(self, pointer: Pointer) -> None:
        """Follow the pointer."""
        if self.busy:
            self._to = self.canvas.camera.to_board(pointer.at)
            self.canvas.update()

    def _rect(self) -> QRectF:
        if self._frame is not None:
            return self._frame
        if self._held >= 0:
            return QRectF(*self.board.boxes[self._held].on_board).translated(self._to - self._from)
        return QRectF(self._from, self._to).normalized()

    def end(self, pointer: Pointer) -> None:
        """Store the box, or where it was moved."""
        self._store(self._rect())

    # -- by keys -----------------------------------------------------------------------------------
    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Take the box at the cell cursor in hand, or a new frame; one in hand is put down."""
        if self._frame is not None:
            frame, number = self._frame, self._held if self._held >= 0 else len(self.board.boxes)
            self._frame, self.busy = None, False
            self.canvas.stroke_changed.emit("")
            self._store(frame, lambda _: self._go_to(number))
        elif self.may_edit():
            spot = self.canvas.layout_.spot(self.canvas.cell)
            self._held = box_at(self.canvas, spot)
            around = QRectF(spot.x() - STEP, spot.y() - STEP, 2 * STEP, 2 * STEP)
            self._frame = QRectF(*self.board.boxes[self._held].on_board) if self._held >= 0 else around
            self.busy = True
            self._say_frame(self._frame)

    def _go_to(self, number: int) -> None:
        """Set the cell cursor on a box that was put down."""
        self.canvas.take_bounds()
        if number < len(self.board.boxes):
            self.canvas.set_cursor_place(self.board.boxes[number].id, show=True)

    def at_cursor(self, stroke: KeyStroke) -> str:
        """Return where Enter means something: at the cell cursor, which may stand on a box too."""
        return self.canvas.cell if stroke.key in ENTER and (self.canvas.cursor_shown or self._frame is not None) else ""

    def key(self, stroke: KeyStroke) -> bool:
        """Arrows move the frame in hand, or with Shift its lower right corner."""
        step = ARROWS.get(stroke.key)
        if self._frame is None or step is None or stroke.ctrl or stroke.alt:
            return super().key(stroke)
        x, y = step[0] * STEP, step[1] * STEP
        frame = self._frame.adjusted(0, 0, x, y) if stroke.shift else self._frame.translated(x, y)
        if min(frame.width(), frame.height()) >= STEP:
            self._frame = frame
            self._say_frame(frame)
        return True

    def _say_frame(self, frame: QRectF) -> None:
        """Bring the frame into view, beside the board too, and say how large it is."""
        canvas = self.canvas
        canvas.camera.bounds = canvas.camera.bounds.united(frame)
        if not QRectF(canvas.rect()).contains(canvas.camera.rect_to_screen(frame)):
            canvas.camera.turn_to(frame.center())
        wide, high = (f"{side / (2 * STEP):g}" for side in (frame.width(), frame.height()))
        words = tr("edit.box.frame", wide=wide, high=high)
        canvas.stroke_changed.emit(words)
        canvas.setAccessibleDescription(words)
        canvas.update()

    def cancel(self) -> None:
        """Let go of the frame or the box in hand; nothing is stored."""
        super().cancel()
        self._held = -1
        if self._frame is not None:
            self._frame = None
            self.canvas.stroke_changed.emit("")
            self.canvas.take_bounds()

    def _store(self, rect: QRectF, then: Callable[[bool], object] = lambda _: None) -> None:
        """Store a new box or track, or where the box in hand lies now, as one entry."""
        sides, boxes, do = [rect.x(), rect.y(), rect.width(), rect.height()], self.board.boxes, self.canvas.model.do_then
        if self._held >= 0:
            path, now = ("boards", self.canvas.board_id, "boxes", self._held, "on_board"), [round(v, 1) for v in sides]
            if self._held < len(boxes) and now != list(boxes[self._held].on_board or ()):  # it may have been undone meanwhile
                do(then, items.put, path, now)
        elif rect.width() > 20 and rect.height() > 20 and self.what == "track":
            count = self._count()
            # rows and columns about as the rectangle is: its boxes are near to squares
            per_row = max(1, min(count, round((count * rect.width() / rect.height()) ** 0.5)))
            name = both("edit.box.turn")
            do(then, places.add_track, self.canvas.board_id, name, 1, count, sides, per_row=per_row, role="turn")
        elif rect.width() > 20 and rect.height() > 20:
            do(then, places.add_box, self.canvas.board_id, both("edit.box_name", n=len(boxes) + 1), sides)
        self._held = -1

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Offer to rename or delete the box here."""
        number = box_at(self.canvas, self.canvas.camera.to_board(at))
        if number >= 0:
            name, path = self.board.boxes[number].name.get(language()), ("boards", self.canvas.board_id, "boxes")
            menu.addAction(tr("edit.rename_this", name=name), lambda: rename_at(self.canvas, at))
            menu.addAction(tr("edit.delete_this", name=name), lambda: self.canvas.model.do(items.remove, path, number))

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the frame of the box that is drawn or moved."""
        if self.busy:
            dashed(painter, scale)
            painter.drawRect(self._rect())
