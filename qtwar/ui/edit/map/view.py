"""The editor's board: the canvas of a draft under the tool in hand, and the marks that float over it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QCursor, QPainter
from PySide6.QtWidgets import QWidget

from qtwar.ui.board.marks import paint_blink, paint_cursor, paint_selected
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.model import EditModel


class EditBoard(EditCanvas):
    """A board of a draft with its tools."""

    tool_changed = Signal(str)

    def __init__(self, model: EditModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.tools: dict[str, Tool] = {}
        """What can be taken up."""
        self.tool: Tool = Tool(self, Pen(self))  # does nothing: none is in hand
        model.focus.centre.connect(self.center_on)
        self.say(self.setAccessibleName, "edit.board.name")
        if model.content.boards:
            self.set_board(self.board_to_show())

    # -- tools -------------------------------------------------------------------------------------
    def take(self, ident: str) -> None:
        """Make a tool the one that the pointer works with."""
        tool = self.tools.get(ident)
        if tool is None or tool is self.tool:
            return
        self.tool.cancel()
        self.tool, self.shows_areas = tool, tool.shows_areas
        tool.begin()
        self.setCursor(QCursor(tool.cursor))
        self.tool_changed.emit(ident)
        self.update()

    # -- painting ----------------------------------------------------------------------------------
    def paint_ground(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint map, tracing picture and boxes; counters come above them."""
        done = self.ground.paint(painter, area, scale)
        done = self.trace.paint(painter, area, scale, self.layers.opacity("picture")) and done
        before = painter.opacity()
        if self.layers.opacity("zones") > 0:
            painter.setOpacity(before * self.layers.opacity("zones"))
            marks.paint_boxes(self, painter, scale)
        painter.setOpacity(before * self.layers.opacity("pieces"))
        return done

    def paint_under(self, painter: QPainter, area: QRectF) -> None:
        """Paint what stands in for the map where no chunk is yet."""
        self.ground.under(painter, area)

    def paint_over(self, painter: QPainter) -> None:
        """Paint the stroke, the marks and what the tool shows."""
        self.paint_stroke(painter)
        painter.save()
        self.to_u(painter)
        painter.setOpacity(self.layers.opacity("zones"))
        marks.paint_zones(self, painter)
        painter.setOpacity(1.0)
        if self.selection:
            marks.paint_ring(self, painter, self.selection)
        self.tool.paint(painter, self.camera.scale)
        painter.restore()
        marks.paint_chips(self, painter)
        paint_selected(self, painter, self.pieces)
        paint_blink(self, painter)
        paint_cursor(self, painter)
        self.tool.paint_over(painter)

    # -- looking -----------------------------------------------------------------------------------
    def center_on(self, place: str) -> None:
        """Bring a place into view and blink it."""
        board, _, cell = place.partition(":")
        if cell and board != self.board_id and any(b.id == board for b in self.model.content.boards):
            self.set_board(board)
        if self.layout_.has(place):
            self.camera.centre_on(self.layout_.spot(place))
            self.set_cursor_place(place)
            self.set_hover(place)
            self.blink(place)

    def speak_of_cursor(self) -> None:
        """Tell screen readers what is under the cell cursor."""
        self.setAccessibleDescription(self.describe(self.cell))

    def describe(self, place: str) -> str:
        """Return cell, terrain, elevation and counters of a place in words."""
        return marks.describe(self, place)
