"""Edges along the sides of cells, and paths from cell to cell: tools that draw lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QCheckBox, QComboBox, QMenu, QWidget

from qtwar.editing import ground
from qtwar.ui.edit.map.pen import kind_name
from qtwar.ui.edit.map.tools.base import ALT, CTRL, ENTER, LEFT, Tool
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px

if TYPE_CHECKING:
    from qtwar.ui.edit.map.pen import Pen
    from qtwar.ui.edit.map.view import EditBoard

NODE = 9


def kinds_box(kinds: Sequence[object], chosen: str, then: object, name_key: str, parent: QWidget) -> QComboBox:
    """Return a list of kinds to choose from."""
    box = QComboBox(parent)
    box.setAccessibleName(tr(name_key))
    for kind in kinds:
        box.addItem(kind.name.get(language()), kind.id)  # type: ignore[attr-defined]
    box.setCurrentIndex(max(0, box.findData(chosen)))
    box.activated.connect(lambda n: then(box.itemData(n)))  # type: ignore[operator]
    return box


class EdgeTool(Tool):
    """E: the nearest side lights; drag follows the sides; Ctrl erases."""

    id, icon, hint, layer = "edge", "hexagon-outline", "edit.hint.edge", "edges"

    def __init__(self, view: EditBoard, pen: Pen) -> None:
        super().__init__(view, pen)
        self.stroke: list[str] = []
        self._erasing = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which kind of edge."""
        kinds = self.content.edge_kinds
        if not kinds:
            return ()
        return [kinds_box(kinds, self.pen.edge, lambda v: self.pen.choose("edge", v), "edit.edge_kind", parent)]

    def press(self, event: QMouseEvent) -> None:
        """Begin; Alt takes the kind that is there."""
        if event.button() != LEFT:
            return
        side = self.view.side_at(event.position())
        if event.modifiers() & ALT:
            line = next((line for line in self.view.board.edges if side in line.sides), None)
            if line is not None:
                self.pen.choose("edge", line.kind)
            return
        if not side or not self.view.may_edit(self.layer):
            return
        self._erasing = bool(event.modifiers() & CTRL)
        if not self.pen.edge and not self._erasing:
            self.view.model.told.emit(tr("edit.no_edge_kinds"))
            return
        self.busy, self.stroke = True, [side]
        self.view.update()

    def move(self, event: QMouseEvent) -> None:
        """The drag goes on along the sides it comes near."""
        if self.busy:
            side = self.view.side_at(event.position())
            if side and side not in self.stroke and self._touches(side):
                self.stroke.append(side)
                self.view.stroke_changed.emit(tr("edit.stroke_sides", n=len(self.stroke)))
        self.view.update()

    def _touches(self, side: str) -> bool:
        """Sides hang together: a jitter across a cell draws nothing."""
        grid = self.view.layout_.grid
        ends = grid.edge_points(self.stroke[-1])
        return any(abs(x - a) + abs(y - b) < 2 for x, y in grid.edge_points(side) for a, b in ends)

    def release(self, event: QMouseEvent) -> None:
        """One entry."""
        if not self.busy or event.button() != LEFT:
            return
        self.busy = False
        model, board, sides = self.view.model, self.view.board_id, self.stroke
        self.stroke = []
        self.view.stroke_changed.emit("")
        if self._erasing:
            model.do(ground.erase_sides, board, sides)
        else:
            model.do(ground.draw_sides, board, self.pen.edge, sides)
        self.view.update()

    def cancel(self) -> None:
        """Drop the stroke."""
        super().cancel()
        self.stroke = []

    def paint(self, painter: QPainter, scale: float) -> None:
        """The stroke in its own look, and the side that a press would take."""
        ground, tokens = self.view.ground, current().tokens
        if self.stroke and not self._erasing:
            ground.paint_sides(painter, self.pen.edge, self.stroke)
        side = self.view.side_at(self.view.at) if self.view.hover_place else ""
        for one in {side, *(self.stroke if self._erasing else ())} - {""}:
            (x1, y1), *_, (x2, y2) = self.view.layout_.grid.edge_points(one)
            for colour, width in ((tokens.ring_twin, 8), (tokens.bad if self._erasing else tokens.ring, 5)):
                painter.setPen(QPen(QColor(colour), px(width) / scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


class PathTool(Tool):
    """P: click nodes or drag freehand; a double click or Enter ends. With nothing begun, nodes can be dragged."""

    id, icon, hint, layer = "path", "vector-polyline", "edit.hint.path", "paths"

    def __init__(self, view: EditBoard, pen: Pen) -> None:
        super().__init__(view, pen)
        self.nodes: list[str] = []
        self.closed = False
        self._dragged: tuple[int, int] | None = None
        self._moved: list[str] = []
        self._freehand = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which kind of path; closed or not."""
        kinds = self.content.path_kinds
        if not kinds:
            return ()
        closed = QCheckBox(tr("edit.path_closed"), parent)
        closed.setChecked(self.closed)
        closed.toggled.connect(self._close)
        box = kinds_box(kinds, self.pen.path, lambda v: self.pen.choose("path", v), "edit.path_kind", parent)
        return [box, closed]

    def _close(self, on: bool) -> None:
        self.closed = on
        self.view.update()

    # -- drawing -----------------------------------------------------------------------------------
    def press(self, event: QMouseEvent) -> None:
        """A node; or take hold of one that is there (Ctrl: take the nearest path's node off)."""
        if event.button() != LEFT or not self.view.may_edit(self.layer):
            return
        cell = self.view.cell_at(event.position())
        if not cell:
            return
        if not self.nodes:
            hold = self._node_at(event.position())
            if hold is not None and event.modifiers() & CTRL:
                number, place = hold
                way = [c for n, c in enumerate(self.view.board.paths[number].cells) if n != place]
                self.view.model.do(ground.set_path, self.view.board_id, number, way)
                return
            if hold is not None and not event.modifiers() & ALT and not self._is_end(*hold):
                self._dragged, self._moved = hold, list(self.view.board.paths[hold[0]].cells)
                self.busy = True
                return
        if not self.pen.path:
            self.view.model.told.emit(tr("edit.no_path_kinds"))
            return
        self._add(cell)
        self.busy = True
        self._freehand = True

    def _is_end(self, number: int, place: int) -> bool:
        return place in (0, len(self.view.board.paths[number].cells) - 1)

    def _add(self, cell: str) -> None:
        """Go on to a cell, by the straight line of cells."""
        if self.nodes and self.nodes[-1] == cell:
            return
        if self.nodes:
            self.nodes.extend(self.cells_between(self.nodes[-1], cell)[1:])
        else:
            self.nodes.append(cell)
        self.view.stroke_changed.emit(tr("edit.stroke", n=len(self.nodes)))
        self.view.update()

    def move(self, event: QMouseEvent) -> None:
        """Freehand while the button is held."""
        cell = self.view.cell_at(event.position())
        if self._dragged is not None:
            if cell and cell != self._moved[self._dragged[1]]:
                self._moved[self._dragged[1]] = cell
        elif self._freehand and cell and self.nodes:
            if len(self.nodes) > 1 and cell == self.nodes[-2]:
                self.nodes.pop()  # going back takes back
            else:
                self._add(cell)
        self.view.update()

    def release(self, event: QMouseEvent) -> None:
        """A click leaves the path open for more nodes; on a node of another path it begins a branch there."""
        if event.button() != LEFT:
            return
        if self._dragged is not None:
            (number, place), moved = self._dragged, self._moved
            self._dragged, self.busy = None, False
            if list(self.view.board.paths[number].cells) != moved:
                self.view.model.do(ground.set_path, self.view.board_id, number, moved)
            elif self.pen.path:
                self._add(moved[place])
                self.busy = True
            return
        self._freehand = False

    def double(self, event: QMouseEvent) -> None:
        """End the path."""
        self.finish()

    def finish(self) -> None:
        """Make the path an entry."""
        nodes, self.nodes, self.busy, self._freehand = self.nodes, [], False, False
        self.view.stroke_changed.emit("")
        if len(nodes) > 1:
            self.view.model.do(ground.add_path, self.view.board_id, self.pen.path, nodes, closed=self.closed)
        self.view.update()

    def cancel(self) -> None:
        """Forget the path begun."""
        super().cancel()
        self.nodes, self._dragged, self._freehand = [], None, False
        self.view.stroke_changed.emit("")

    def _node_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return (path, place) of the node near a screen point."""
        for number, line in enumerate(self.view.board.paths):
            for place, cell in enumerate(line.cells):
                away = self.view.camera.to_screen(self.cell_points(cell)) - point
                if abs(away.x()) + abs(away.y()) < px(NODE):
                    return number, place
        return None

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Take the path here away."""
        hold = self._node_at(at)
        if hold is None:
            cell = self.view.cell_at(at)
            hold = next(((n, 0) for n, line in enumerate(self.view.board.paths) if cell in line.cells), None)
        if hold is not None:
            number = hold[0]
            name = kind_name(self.content.path_kinds, self.view.board.paths[number].kind)
            menu.addAction(
                tr("edit.delete_this", name=name),
                lambda: self.view.model.do(ground.set_path, self.view.board_id, number, ()),
            )

    # -- keys --------------------------------------------------------------------------------------
    def claims(self, event: QKeyEvent) -> bool:
        """Enter and Backspace while a path is begun."""
        return (event.key() in ENTER and (bool(self.nodes) or self.view.cursor_shown)) or (
            event.key() == Qt.Key.Key_Backspace and bool(self.nodes)
        )

    def key(self, event: QKeyEvent) -> bool:
        """Enter sets a node at the cell cursor, or ends; Backspace takes the last node back."""
        if event.key() == Qt.Key.Key_Backspace and self.nodes:
            self.nodes.pop()
            self.view.update()
            return True
        if event.key() in ENTER:
            cell = self.view.layout_.cell(self.view.cell) if self.view.cursor_shown else None
            if cell and (not self.nodes or self.nodes[-1] != cell):
                self._add(cell)
                self.busy = True
            else:
                self.finish()
            return True
        if event.key() == Qt.Key.Key_Escape and self.nodes:
            self.cancel()
            self.view.update()
            return True
        return super().key(event)

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, scale: float) -> None:
        """The path begun, and where the next node would lead."""
        if self._dragged is not None:
            line = self.view.board.paths[self._dragged[0]]
            self.view.ground.paint_path(painter, line.kind, self._moved, line.closed)
        elif self.nodes:
            ahead = self.view.cell_at(self.view.at)
            more = list(self.cells_between(self.nodes[-1], ahead)[1:]) if ahead else []
            painter.setOpacity(0.6)
            self.view.ground.paint_path(painter, self.pen.path, [*self.nodes, *more], self.closed)
            painter.setOpacity(1.0)
            self.view.ground.paint_path(painter, self.pen.path, self.nodes)

    def paint_over(self, painter: QPainter) -> None:
        """Nodes as small squares."""
        view, tokens = self.view, current().tokens
        if 100 * view.camera.scale < 20:
            return
        area = view.camera.area().adjusted(-50, -50, 50, 50)
        half = px(3)
        ways: list[Sequence[str]] = [line.cells for line in view.board.paths]
        for way in [*ways, self.nodes]:
            for cell in way:
                at = self.cell_points(cell)
                if area.contains(at):
                    spot = view.camera.to_screen(at)
                    painter.setPen(QPen(QColor(tokens.ring_twin), 1))
                    painter.setBrush(QColor(tokens.ring if way is self.nodes else tokens.raised))
                    painter.drawRect(round(spot.x()) - half, round(spot.y()) - half, 2 * half, 2 * half)
