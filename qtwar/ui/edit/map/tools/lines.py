"""Edges along the sides of cells, and paths from cell to cell: tools that draw lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QMenu, QWidget

from qtwar.editing import ground
from qtwar.editing.sidewalk import SideWalk
from qtwar.ui.board.input import ENTER, KeyStroke, Pointer
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen, kind_name
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px

NODE = 9


class EdgeTool(Tool):
    """E: the nearest side lights; drag follows the sides; Ctrl erases; Enter asks for the sides of a cell."""

    id, icon, hint, layer = "edge", "hexagon-outline", "edit.hint.edge", "edges"
    enters = True

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.walk: SideWalk | None = None
        self._erasing = False

    @property
    def stroke(self) -> list[str]:
        """The sides of the stroke under way."""
        return self.walk.line() if self.walk is not None else []

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the list of edge kinds."""
        kinds = self.content.edge_kinds
        return [self.choice("edge", named(kinds), "edit.edge_kind", parent)] if kinds else []

    def press(self, pointer: Pointer) -> None:
        """Begin, at the rim or beyond it too; Alt takes the kind that is there."""
        side = self.canvas.side_at(pointer.at)
        if pointer.alt:
            line = next((line for line in self.board.edges if side in line.sides), None)
            if line is not None:
                self.pen.choose("edge", line.kind)
            return
        if not self.may_edit():
            return
        self._erasing = pointer.ctrl
        if not self.pen.edge and not self._erasing:
            self.canvas.model.told.emit(tr("edit.no_edge_kinds"))
            return
        self.busy, self.walk = True, SideWalk(self.canvas.layout_.grid, self._spot(pointer), side)
        self.canvas.update()

    def drag(self, pointer: Pointer) -> None:
        """The line follows the pointer along the sides."""
        if self.walk is not None:
            self.walk.to(self._spot(pointer))
            self.canvas.stroke_changed.emit(tr("edit.stroke_sides", n=len(self.stroke)))
        self.canvas.update()

    def _spot(self, pointer: Pointer) -> tuple[float, float]:
        point = self.canvas.camera.to_board(pointer.at)
        return point.x(), point.y()

    def end(self, pointer: Pointer) -> None:
        """Store the sides of the stroke as one entry."""
        sides, self.walk = self.stroke, None
        self.canvas.stroke_changed.emit("")
        if not sides:
            return
        if self._erasing:
            self.do(ground.erase_sides, sides)
        else:
            self.do(ground.draw_sides, self.pen.edge, sides)

    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Ask which sides of the cell under the cursor have the kind in hand."""
        if not self.may_edit():
            return
        if not self.pen.edge:
            self.canvas.model.told.emit(tr("edit.no_edge_kinds"))
            return
        menu, grid = QMenu(self.canvas), self.canvas.layout_.grid
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        drawn = {side for line in self.board.edges if line.kind == self.pen.edge for side in line.sides}
        for side in grid.edges(cell):
            beyond = next((other for other in grid.edge_cells(side) if other not in (cell, None)), "")
            words = tr("edit.side_to", cell=self.board.cell_words(beyond, language())) if beyond else tr("edit.side_rim")
            action = menu.addAction(words, partial(self._put, side, side not in drawn))
            action.setCheckable(True)
            action.setChecked(side in drawn)
        menu.popup(self.beside_cursor(menu))

    def _put(self, side: str, draw: bool) -> None:
        if draw:
            self.do(ground.draw_sides, self.pen.edge, [side])
        else:
            self.do(ground.erase_sides, [side], self.pen.edge)

    def cancel(self) -> None:
        """Drop the stroke under way; no cell side is changed."""
        super().cancel()
        self.walk = None

    def paint(self, painter: QPainter, scale: float) -> None:
        """The stroke in its own look, and the side that a press would take."""
        ground, tokens = self.canvas.ground, current().tokens
        stroke = self.stroke
        if stroke and not self._erasing:
            ground.paint_sides(painter, self.pen.edge, stroke)
        side = self.canvas.side_at(self.canvas.at) if self.canvas.hover_place else ""
        for one in {side, *(stroke if self._erasing else ())} - {""}:
            (x1, y1), *_, (x2, y2) = self.canvas.layout_.grid.edge_points(one)
            for colour, width in ((tokens.ring_twin, 8), (tokens.bad if self._erasing else tokens.ring, 5)):
                painter.setPen(QPen(QColor(colour), px(width) / scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


class PathTool(Tool):
    """P: click nodes or drag freehand; a double click or Enter ends. With nothing begun, nodes can be dragged."""

    id, icon, hint, layer = "path", "vector-polyline", "edit.hint.path", "paths"

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.nodes: list[str] = []
        self.closed = False
        self._dragged: tuple[int, int] | None = None
        self._moved: list[str] = []
        self._freehand = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which kind of path; closed or not."""
        kinds = self.content.path_kinds
        if not kinds:
            return []
        return [
            self.choice("path", named(kinds), "edit.path_kind", parent), self.check(self, "closed", "edit.path_closed", parent),
        ]  # fmt: skip

    # -- drawing -----------------------------------------------------------------------------------
    def press(self, pointer: Pointer) -> None:
        """A node; or take hold of one that is there (Ctrl: take the nearest path's node off)."""
        if not self.may_edit():
            return
        cell = self.canvas.cell_at(pointer.at)
        if not cell:
            return
        if not self.nodes:
            hold = self._node_at(pointer.at)
            if hold is not None and pointer.ctrl:
                number, place = hold
                way = [c for n, c in enumerate(self.board.paths[number].cells) if n != place]
                self.do(ground.set_path, number, way)
                return
            if hold is not None and not pointer.alt and not self._is_end(*hold):
                self._dragged, self._moved = hold, list(self.board.paths[hold[0]].cells)
                self.busy = True
                return
        if not self.pen.path:
            self.canvas.model.told.emit(tr("edit.no_path_kinds"))
            return
        self._add(cell)
        self.busy = True
        self._freehand = True

    def _is_end(self, number: int, place: int) -> bool:
        return place in (0, len(self.board.paths[number].cells) - 1)

    def _add(self, cell: str) -> None:
        """Go on to a cell, by the straight line of cells."""
        if self.nodes and self.nodes[-1] == cell:
            return
        if self.nodes:
            self.nodes.extend(self.cells_between(self.nodes[-1], cell)[1:])
        else:
            self.nodes.append(cell)
        self.canvas.stroke_changed.emit(tr("edit.stroke", n=len(self.nodes)))
        self.canvas.update()

    def drag(self, pointer: Pointer) -> None:
        """Freehand while the button is held."""
        cell = self.canvas.cell_at(pointer.at)
        if self._dragged is not None:
            if cell and cell != self._moved[self._dragged[1]]:
                self._moved[self._dragged[1]] = cell
        elif self._freehand and cell and self.nodes:
            if len(self.nodes) > 1 and cell == self.nodes[-2]:
                self.nodes.pop()  # going back takes back
            else:
                self._add(cell)
        self.canvas.update()

    def release(self, pointer: Pointer) -> None:
        """A click leaves the path open for more nodes; on a node of another path it begins a branch there."""
        if self._dragged is not None:
            (number, place), moved = self._dragged, self._moved
            self._dragged, self.busy = None, False
            if list(self.board.paths[number].cells) != moved:
                self.do(ground.set_path, number, moved)
            elif self.pen.path:
                self._add(moved[place])
                self.busy = True
            return
        self._freehand = False

    def double(self, pointer: Pointer) -> None:
        """End the path at the cell that was double-clicked."""
        self.finish()

    def finish(self) -> None:
        """Make the path an entry."""
        nodes, self.nodes, self.busy, self._freehand = self.nodes, [], False, False
        self.canvas.stroke_changed.emit("")
        if len(nodes) > 1:
            self.do(ground.add_path, self.pen.path, nodes, closed=self.closed)
        self.canvas.update()

    def cancel(self) -> None:
        """Forget the path begun."""
        super().cancel()
        self.nodes, self._dragged, self._freehand = [], None, False
        self.canvas.stroke_changed.emit("")

    def _node_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return (path, place) of the node near a screen point."""
        for number, line in enumerate(self.board.paths):
            for place, cell in enumerate(line.cells):
                away = self.canvas.camera.to_screen(self.cell_points(cell)) - point
                if abs(away.x()) + abs(away.y()) < px(NODE):
                    return number, place
        return None

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Take the path here away."""
        hold = self._node_at(at)
        if hold is None:
            cell = self.canvas.cell_at(at)
            hold = next(((n, 0) for n, line in enumerate(self.board.paths) if cell in line.cells), None)
        if hold is not None:
            number = hold[0]
            name = kind_name(self.content.path_kinds, self.board.paths[number].kind)
            menu.addAction(tr("edit.delete_this", name=name), lambda: self.do(ground.set_path, number, ()))

    # -- keys --------------------------------------------------------------------------------------
    def claims(self, stroke: KeyStroke) -> bool:
        """Enter and Backspace while a path is begun."""
        return (stroke.key in ENTER and (bool(self.nodes) or self.canvas.cursor_shown)) or (
            stroke.key == Qt.Key.Key_Backspace and bool(self.nodes)
        )

    def key(self, stroke: KeyStroke) -> bool:
        """Enter sets a node at the cell cursor, or ends; Backspace takes the last node back."""
        if stroke.key == Qt.Key.Key_Backspace and self.nodes:
            self.nodes.pop()
            self.canvas.update()
            return True
        if stroke.key in ENTER:
            cell = self.canvas.layout_.cell(self.canvas.cell) if self.canvas.cursor_shown else None
            if cell and (not self.nodes or self.nodes[-1] != cell):
                self._add(cell)
                self.busy = True
            else:
                self.finish()
            return True
        if stroke.key == Qt.Key.Key_Escape and self.nodes:
            self.cancel()
            self.canvas.update()
            return True
        return super().key(stroke)

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, scale: float) -> None:
        """The path begun, and where the next node would lead."""
        if self._dragged is not None:
            line = self.board.paths[self._dragged[0]]
            self.canvas.ground.paint_path(painter, line.kind, self._moved, line.closed)
        elif self.nodes:
            ahead = self.canvas.cell_at(self.canvas.at)
            more = list(self.cells_between(self.nodes[-1], ahead)[1:]) if ahead else []
            painter.setOpacity(0.6)
            self.canvas.ground.paint_path(painter, self.pen.path, [*self.nodes, *more], self.closed)
            painter.setOpacity(1.0)
            self.canvas.ground.paint_path(painter, self.pen.path, self.nodes)

    def paint_over(self, painter: QPainter) -> None:
        """Nodes as small squares."""
        canvas, tokens = self.canvas, current().tokens
        if 100 * canvas.camera.scale < 20:
            return
        area = canvas.camera.area().adjusted(-50, -50, 50, 50)
        half = px(3)
        ways: list[Sequence[str]] = [line.cells for line in canvas.board.paths]
        for way in [*ways, self.nodes]:
            for cell in way:
                at = self.cell_points(cell)
                if area.contains(at):
                    spot = canvas.camera.to_screen(at)
                    painter.setPen(QPen(QColor(tokens.ring_twin), 1))
                    painter.setBrush(QColor(tokens.ring if way is self.nodes else tokens.raised))
                    painter.drawRect(round(spot.x()) - half, round(spot.y()) - half, 2 * half, 2 * half)
