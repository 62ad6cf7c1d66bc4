"""What a stroke of the pointer means on a board: cells, sides, counters, and what two states of a board differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from qtwar.model.board import Board

if TYPE_CHECKING:
    from qtwar.ui.board.camera import Camera
    from qtwar.ui.board.layout import BoardLayout
    from qtwar.ui.board.stacks import StackPainter


EDITORS = ("trace", "view")
"""Attributes of a board that say how the editor shows it; the drawing does not depend on them."""


class Hits:
    """Mixed into the board: what lies under a screen point."""

    camera: Camera
    layout_: BoardLayout
    stacks: StackPainter

    def cell_at(self, point: QPointF) -> str:
        """Return the cell under a screen point, or nothing."""
        spot = self.camera.to_board(point)
        if not self.layout_.bounds.contains(spot):
            return ""
        return self.layout_.grid.from_pixel(spot.x(), spot.y()) or ""

    def side_at(self, point: QPointF) -> str:
        """Return the cell side nearest to a screen point, or nothing."""
        cell = self.cell_at(point)
        if not cell:
            return ""
        spot = self.camera.to_board(point)
        best, found = 1e9, ""
        for side in self.layout_.grid.edges(cell):
            (x1, y1), *_, (x2, y2) = self.layout_.grid.edge_points(side)
            away = distance_to(spot, QPointF(x1, y1), QPointF(x2, y2))
            if away < best:
                best, found = away, side
        return found

    def piece_at(self, point: QPointF) -> str:
        """Return the counter under a screen point, or nothing."""
        if self.stacks.hidden:
            return ""
        spot = self.camera.to_board(point)
        for place in reversed(self.layout_.stacks_in(QRectF(spot.x() - 1, spot.y() - 1, 2, 2))):
            pieces = self.stacks.resting(place)
            for n in range(len(pieces) - 1, -1, -1):
                if self.layout_.counter_rect(place, n, len(pieces)).contains(spot):
                    return pieces[n]
        return ""

    def place_at(self, point: QPointF) -> str:
        """Return the cell or box under a screen point as a place, or nothing."""
        return self.layout_.place_at(self.camera.to_board(point)) or ""


def differing(before: Board, after: Board) -> frozenset[str] | None:
    """Return the cells whose terrain or elevation is not the same; None where other things changed too."""
    own = [{k: v for k, v in board.attrs.items() if k not in EDITORS} for board in (before, after)]
    if before.attrs is not after.attrs and own[0] != own[1]:
        return None
    for part in ("features", "edges", "paths", "labels", "areas", "boxes", "layers", "style", "name"):
        if getattr(before, part) is not getattr(after, part) and getattr(before, part) != getattr(after, part):
            return None
    cells: set[str] = set()
    for old, new in ((before.terrain, after.terrain), (before.elevation, after.elevation)):
        if old is not new:
            cells.update(c for c, w in new.items() if old.get(c) != w)
            cells.update(c for c in old if c not in new)
    return frozenset(cells)


def distance_to(at: QPointF, a: QPointF, b: QPointF) -> float:
    """Return the distance of a point from a line between two others."""
    along = b - a
    length = along.x() ** 2 + along.y() ** 2 or 1.0
    k = max(0.0, min(1.0, ((at.x() - a.x()) * along.x() + (at.y() - a.y()) * along.y()) / length))
    away = at - (a + along * k)
    return float((away.x() ** 2 + away.y() ** 2) ** 0.5)
