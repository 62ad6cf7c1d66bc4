"""Measure: how far it is, what the way costs, and what stands in the line of sight.

Costs and sight come from the numbers that kinds have: `mp` or `cost` of terrain (`mp_add` of cell sides), `los: blocking`
of terrain, features and cell sides. Ground that is higher than both ends blocks too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.kit import sight
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.grid import Grid
from qtwar.ui.board.input import Pointer
from qtwar.ui.board.lights import draw_chip, draw_path
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.i18n import language, suited, tr
from qtwar.ui.theme import current, px

COSTS = ("mp", "cost", "move_cost")
BLOCKS = ("blocking", "blocks", "blocked", True)


@dataclass(frozen=True, slots=True)
class Measured:
    """What lies between two cells: steps, cost (None: not known), and what blocks sight: a name, its place, how far on."""

    steps: int
    cost: float | None = None
    by: Any = None
    where: str = ""
    share: float = 1.0


def measured(content: TitleContent, board: BoardContent, grid: Grid, a: str, b: str, way: list[str]) -> Measured:
    """Return what lies between two cells, `way` being the cells of a straight line."""
    by: Any = None
    where, share = "", 1.0
    obstacles = _Obstacles(content, board, a, b)
    try:
        for touch in sight.walk(grid, a, b):
            found = obstacles.met(touch)
            if found is not None:
                (by, where), share = found, touch.start / touch.of
                break
    except ValueError:  # areas and cards with gaps have no straight lines
        pass
    return Measured(grid.distance(a, b), _cost(content, board, grid, way), by, where, share)


def _cost(content: TitleContent, board: BoardContent, grid: Grid, way: list[str]) -> float | None:
    terrain = {kind.id: kind.attrs for kind in content.terrain}
    sides = {kind.id: kind.attrs for kind in content.edge_kinds}
    of_side = {side: line.kind for line in board.edges for side in line.sides}
    total = 0.0
    for before, cell in pairwise(way):
        attrs = terrain.get(board.terrain.get(cell, ""), {})
        cost = next((attrs[key] for key in COSTS if isinstance(attrs.get(key), (int, float))), None)
        if cost is None:
            return None
        more = sides.get(of_side.get(grid.edge(before, cell), "") if grid.are_adjacent(before, cell) else "", {}).get("mp_add")
        total += cost + (more if isinstance(more, (int, float)) else 0)
    return total if len(way) > 1 else None


class _Obstacles:
    """What blocks sight on a board, asked touch by touch."""

    def __init__(self, content: TitleContent, board: BoardContent, a: str, b: str) -> None:
        self.ends = (a, b)
        self.board = board
        self.terrain = {k.id: k for k in content.terrain if k.attrs.get("los") in BLOCKS}
        features = [k for k in content.features if k.attrs.get("los") in BLOCKS]
        self.covered = {cell: k for k in features for cell in board.features.get(k.id, ())}
        sides = {k.id: k for k in content.edge_kinds if k.attrs.get("los") in BLOCKS}
        self.sides = {side: sides[line.kind] for line in board.edges if line.kind in sides for side in line.sides}
        self.eye = max(board.elevation.get(a, 0), board.elevation.get(b, 0))

    def met(self, touch: sight.Touch) -> tuple[Any, str] | None:
        """Return what blocks here (a kind, or a level) and where; sides of the ends' own cells do not."""
        cells = [cell for cell in touch.cells if cell not in self.ends]
        if touch.kind == sight.CELL:
            return self._cell(cells[0]) if cells else None
        own = set(self.ends) & set(touch.cells)
        found = next(((self.sides[edge], edge) for edge in touch.edges if edge in self.sides and not own), None)
        if touch.kind == sight.CORNER:  # past a corner one sees on one side at least, unless both are shut
            return found if sum(edge in self.sides for edge in touch.edges) > 1 else None
        if found is None and touch.kind == sight.ALONG and len(cells) > 1:
            shut = [self._cell(cell) for cell in cells]
            return shut[0] if all(shut) else None
        return found

    def _cell(self, cell: str) -> tuple[Any, str] | None:
        if self.board.elevation.get(cell, 0) > self.eye:
            return self.board.elevation[cell], cell
        kind = self.terrain.get(self.board.terrain.get(cell, "")) or self.covered.get(cell)
        return (kind, cell) if kind is not None else None


class MeasureTool(Tool):
    """K: drag from cell to cell: distance, cost, and what blocks the line of sight; shown until the next press."""

    id, icon, hint = "measure", "ruler", "edit.hint.measure"

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self._from = self._to = ""
        self._known: tuple[tuple[str, str], BoardContent, Measured] | None = None

    def press(self, pointer: Pointer) -> None:
        """Measure from the cell under the press."""
        self._from = self._to = self.canvas.cell_at(pointer.at)
        self.busy = bool(self._from)
        self.canvas.update()

    def drag(self, pointer: Pointer) -> None:
        """Measure to the cell under the pointer."""
        if self.busy:
            self._to = self.canvas.cell_at(pointer.at) or self._to
            self.canvas.update()

    def cancel(self) -> None:
        """Take the line away."""
        super().cancel()
        self._from = self._to = ""

    def answer(self) -> Measured | None:
        """Return what lies between the two cells, None where there are none."""
        grid = self.canvas.layout_.grid
        if not (self._from and self._to and grid.contains(self._from) and grid.contains(self._to)):
            return None
        asked = (self._from, self._to, self.canvas.board)
        if self._known is None or self._known[0] != asked[:2] or self._known[1] is not asked[2]:
            way = list(self.cells_between(self._from, self._to))
            found = measured(self.content, self.canvas.board, grid, self._from, self._to, way)
            self._known = (asked[:2], self.canvas.board, found)
        return self._known[2]

    def words(self, found: Measured) -> str:
        """Return it as a line: steps, cost, what blocks sight and where."""
        parts = [tr(suited("board.distance", self.canvas.board.grid.kind), n=found.steps)]
        if found.cost is not None:
            parts.append(tr("edit.measure.cost", n=f"{found.cost:g}"))
        if found.by is not None:
            level = isinstance(found.by, int)
            name = tr("edit.measure.level", n=found.by) if level else found.by.name.get(language())
            parts.append(tr("edit.measure.blocked", name=name, where=found.where))
        elif found.steps > 1:
            parts.append(tr("edit.measure.clear"))
        return " · ".join(parts)

    def paint_over(self, painter: QPainter) -> None:
        """The way, the line of sight up to what blocks it, and both in words."""
        found = self.answer()
        if found is None:
            return
        camera, tokens = self.canvas.camera, current().tokens
        points = [camera.to_screen(self.cell_points(c)) for c in self.cells_between(self._from, self._to)]
        draw_path(painter, points, ())
        a, b = camera.to_screen(self.cell_points(self._from)), camera.to_screen(self.cell_points(self._to))
        stop = a + (b - a) * found.share
        painter.setPen(QPen(QColor(tokens.good), px(2)))
        painter.drawLine(a, stop)
        if found.by is not None:
            painter.setPen(QPen(QColor(tokens.bad), px(2), Qt.PenStyle.DotLine))
            painter.drawLine(stop, b)
            painter.setBrush(QColor(tokens.bad))
            painter.drawEllipse(stop, px(5), px(5))
        draw_chip(painter, points[-1] - QPointF(0, px(26)), self.words(found), tokens.text, tokens.panel)
