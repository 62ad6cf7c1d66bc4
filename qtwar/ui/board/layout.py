"""Where things lie on a board: cells, stacks and their counters, all in u (100 u = a cell)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

from qtwar.draw import box_row
from qtwar.draw.box_row import COUNTER
from qtwar.model.board import BoardContent
from qtwar.model.grid import Grid, HexGrid, SquareGrid

STEP = 6.0
"""How far each counter of a stack lies up-right of the one below, in u."""
EDGES = 4
"""How many counters of a stack show an edge below the top one."""
BUCKET = 400.0
AROUND = 150.0
"""Room in u around the outermost counters at the first look: a cell and a half."""


class BoardLayout:
    """Geometry of one board, and which of its places hold counters."""

    def __init__(self, board: BoardContent) -> None:
        self.board = board
        self.grid: Grid = board.make_grid()
        left, top, right, bottom = self.grid.bounds()
        self.bounds = QRectF(left, top, right - left, bottom - top)
        self._centres: dict[str, tuple[float, float]] = {}
        self._cells: dict[tuple[int, int], list[str]] | None = None
        self._stacks: dict[tuple[int, int], set[str]] = defaultdict(set)
        self.boxes = {box.id: QRectF(*box.on_board) for box in board.boxes if box.on_board is not None}
        self._boxed: set[str] = set()
        self._prefix = f"{board.id}:"
        self.slots: Callable[[str], Sequence[int]] = lambda place: ()
        """Of counters side by side, in their order: which room each takes. Those that are alike share one."""
        self.cards = board.grid.kind == "cards"
        self._card = self.card_rect(self.place(next(iter(self.grid.cells())))).size() if self.cards else QSizeF()

    # -- places ------------------------------------------------------------------------------------
    def place(self, cell: str) -> str:
        """Return the place of a cell (`board:cell`)."""
        return self._prefix + cell

    def cell(self, place: str) -> str | None:
        """Return the cell of a place on this board, None for any other place."""
        if place.startswith(self._prefix):
            cell = place[len(self._prefix) :]
            return cell if self.grid.contains(cell) else None
        return None

    def side(self, place: str) -> str | None:
        """Return the side of a cell that a place on this board is (`board:a|b`), None for any other place."""
        if not place.startswith(self._prefix):
            return None
        side = place[len(self._prefix) :]
        return side if ("|" in side or "/" in side) and self.grid.has_edge(side) else None

    def ends(self, place: str) -> tuple[QPointF, QPointF] | None:
        """Return the two ends of a side, None for any other place."""
        side = self.side(place)
        if side is None:
            return None
        a, b = self.grid.edge_points(side)
        return QPointF(*a), QPointF(*b)

    def beside(self, place: str) -> list[str]:
        """Return the places of the cells that a side lies between."""
        side = self.side(place)
        return [self.place(cell) for cell in self.grid.edge_cells(side) if cell is not None] if side is not None else []

    def has(self, place: str) -> bool:
        """Return whether a place is shown on this board: a cell, a side of one, or a box printed on it."""
        return place in self.boxes or self.cell(place) is not None or self.side(place) is not None

    def centre(self, cell: str) -> tuple[float, float]:
        """Return the centre of a cell, or the middle of a side."""
        found = self._centres.get(cell)
        if found is None:
            if self.grid.contains(cell):
                found = self.grid.to_pixel(cell)
            else:
                (ax, ay), (bx, by) = self.grid.edge_points(cell)
                found = (ax + bx) / 2, (ay + by) / 2
            self._centres[cell] = found
        return found

    def spot(self, place: str) -> QPointF:
        """Return the middle of a cell, side or printed box."""
        box = self.boxes.get(place)
        if box is not None:
            return box.center()
        cell = self.cell(place) or self.side(place)
        return QPointF(*self.centre(cell)) if cell is not None else self.bounds.center()

    def place_at(self, point: QPointF) -> str | None:
        """Return the place at a point: printed boxes lie over cells."""
        for ident, box in self.boxes.items():
            if box.contains(point):
                return ident
        if not self.bounds.contains(point):
            return None
        cell = self.grid.from_pixel(point.x(), point.y())
        return self.place(cell) if cell is not None else None

    def side_near(self, point: QPointF) -> str:
        """Return the side of a cell (`a|b`) that is nearest to a point, or nothing off the board."""
        cell = self.grid.from_pixel(point.x(), point.y()) if self.bounds.contains(point) else None
        ends = {side: self.grid.edge_points(side) for side in self.grid.edges(cell)} if cell is not None else {}
        return min(ends, key=lambda side: distance_to(point, QPointF(*ends[side][0]), QPointF(*ends[side][-1])), default="")

    def neighbour(self, place: str, dx: int, dy: int, *, other: bool = False) -> str:
        """Return the place next to one in the direction of an arrow key; `other` is a hex's second diagonal.

        Where the cells end it is the printed box that lies there, and from a box the next box or cell.
        """
        grid, cell = self.grid, self.cell(place)
        if cell is None:
            return self._beyond(place, dx, dy)
        near = grid.neighbours(cell)
        plain = ""
        if isinstance(grid, (HexGrid, SquareGrid)):
            column, row = grid.position(cell)
            beside = grid.at(column + dx, row + dy)
            if beside is not None and beside in near:
                plain = beside
            if plain and not other:
                return self.place(plain)
        x, y = self.centre(cell)
        best, found = 0.35 if not other else 0.0, ""
        for cell_near in near:
            if other and cell_near == plain:
                continue
            nx, ny = self.centre(cell_near)
            along = ((nx - x) * dx + (ny - y) * dy) / (math.hypot(nx - x, ny - y) or 1)
            if along > best + 1e-6:
                best, found = along, cell_near
        found = found or plain
        if not found:
            return self._beyond(place, dx, dy)
        return self.place_at(QPointF(*self.centre(found))) or self.place(found)

    def step(self, place: str, dx: int, dy: int, *, other: bool = False, sides: Collection[str] = ()) -> str:
        """Return where an arrow key goes: to the next cell, or to one of some sides on the way; from a side along it, or off it.

        With `other` it goes to cells alone, by a hex's second diagonal.
        """
        if self.side(place) is None:
            plain = self.neighbour(place, dx, dy, other=other)
            near = [] if other else [side for side in sides if place in self.beside(side)]
            return self.nearest(place, dx, dy, [*near, *([plain] if plain != place else [])])
        beside = self.beside(place)
        cells = dict.fromkeys([*beside, *(self.place(n) for at in beside for n in self.grid.neighbours(at[len(self._prefix) :]))])
        return self.nearest(place, dx, dy, cells if other else [*sides, *cells])

    def _beyond(self, place: str, dx: int, dy: int) -> str:
        """Return the box that lies nearest in a direction, seen from a box also the nearest cell; else the place itself."""
        at, step = self.spot(place), QPointF(dx * 50, dy * 50)
        cells: list[str] = []
        while place in self.boxes and not cells and self.bounds.contains(at):
            at += step
            cells = [cell for cell in (self.grid.from_pixel(at.x(), at.y()),) if cell is not None]
        return self.nearest(place, dx, dy, [*self.boxes, *map(self.place, cells)])

    def nearest(self, place: str, dx: int, dy: int, places: Iterable[str]) -> str:
        """Return which of some places lies nearest to one in the direction of an arrow key, or the place itself."""
        here = self.spot(place)
        best, found = math.inf, place
        for other in places:
            away = self.spot(other) - here
            along, aside = away.x() * dx + away.y() * dy, abs(away.x() * dy) + abs(away.y() * dx)
            if along > 1 and along + 2 * aside < best:
                best, found = along + 2 * aside, other
        return found

    def cells_in(self, area: QRectF) -> Iterator[str]:
        """Yield the cells whose centres lie within a cell's width of `area`."""
        if self._cells is None:
            index: dict[tuple[int, int], list[str]] = defaultdict(list)
            for cell in self.grid.cells():
                x, y = self.centre(cell)
                index[int(x // BUCKET), int(y // BUCKET)].append(cell)
            self._cells = index
        room = max(100.0, self._card.width())
        near = area.adjusted(-room, -room, room, room)
        for by in range(int(near.top() // BUCKET), int(near.bottom() // BUCKET) + 1):
            for bx in range(int(near.left() // BUCKET), int(near.right() // BUCKET) + 1):
                for cell in self._cells.get((bx, by), ()):
                    x, y = self.centre(cell)
                    if near.left() <= x <= near.right() and near.top() <= y <= near.bottom():
                        yield cell

    def card_rect(self, place: str) -> QRectF:
        """Return where a card lies on a cell of a card grid."""
        points = self.polygon(place)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if points else QRectF()

    # -- stacks ------------------------------------------------------------------------------------
    def _bucket(self, place: str) -> tuple[int, int]:
        point = self.spot(place)
        return int(point.x() // BUCKET), int(point.y() // BUCKET)

    def set_stacks(self, places: Iterable[str]) -> None:
        """Take the places that hold counters; others are empty."""
        self._stacks = defaultdict(set)
        self._boxed = set()
        for place in places:
            if place in self.boxes:
                self._boxed.add(place)
            elif self.has(place):
                self._stacks[self._bucket(place)].add(place)

    def touch(self, place: str, occupied: bool) -> None:
        """Note that a place holds counters now, or none any more."""
        bucket = self._boxed if place in self.boxes else self._stacks[self._bucket(place)]
        if occupied:
            bucket.add(place)
        else:
            bucket.discard(place)

    def stacks_in(self, area: QRectF) -> list[str]:
        """Return the places with counters that may show in `area`, the nearer (lower) ones last."""
        return [place for _, _, place in self.spots_in(area)]

    def spots_in(self, area: QRectF) -> list[tuple[float, float, str]]:
        """Return the same with where they are: (y, x, place)."""
        margin = COUNTER / 2 + EDGES * STEP + 8
        if self.cards:
            margin = max(margin, self._card.width())
        near = area.adjusted(-margin, -margin, margin, margin)
        found: list[tuple[float, float, str]] = []
        for by in range(int(near.top() // BUCKET), int(near.bottom() // BUCKET) + 1):
            for bx in range(int(near.left() // BUCKET), int(near.right() // BUCKET) + 1):
                for place in self._stacks.get((bx, by), ()):
                    x, y = self.centre(place[len(self._prefix) :])
                    if near.left() <= x <= near.right() and near.top() <= y <= near.bottom():
                        found.append((y, x, place))
        for place in self._boxed:
            box = self.boxes[place]
            if box.intersects(near):
                found.append((box.center().y(), box.center().x(), place))
        found.sort()
        return found

    def spread(self, place: str, count: int) -> list[QPointF]:
        """Return the upper left corners of counters side by side in a printed box or on a large card; none for a stack."""
        box = self.boxes.get(place)
        if box is None and self.cards and self._card.width() > 2 * COUNTER and self.cell(place) is not None:
            box = self.card_rect(place)
        if box is None or count < 2:
            return []
        slots = self.slots(place)
        if len(slots) != count:
            slots = range(count)
        spots = box_row.spots((box.left(), box.top(), box.width(), box.height()), max(slots) + 1)
        return [QPointF(*spots[slot]) for slot in slots] if spots else []

    def stack_rect(self, place: str) -> QRectF:
        """Return all that a stack can cover, count chip and shadow too."""
        point = self.spot(place)
        half = COUNTER / 2
        reach = EDGES * STEP
        stack = QRectF(point.x() - half - 12, point.y() - half - reach - 12, COUNTER + reach + 30, COUNTER + reach + 34)
        if place in self.boxes:
            return stack.united(self.boxes[place].adjusted(-12, -12, 12, 12))
        return stack.united(self.card_rect(place).adjusted(-12, -12, 12, 12)) if self.cards else stack

    def counter_rect(self, place: str, index: int, count: int) -> QRectF:
        """Return where the n-th counter (0 = bottom) of a stack of `count` lies."""
        spots = self.spread(place, count)
        if spots:
            return QRectF(spots[index].x(), spots[index].y(), COUNTER, COUNTER)
        shown = min(count, EDGES + 1)
        level = max(0, index - (count - shown))
        point = self.spot(place)
        shift = level * STEP - (shown - 1) * STEP / 2
        return QRectF(point.x() - COUNTER / 2 + shift, point.y() - COUNTER / 2 - shift, COUNTER, COUNTER)

    def chip_rect(self, place: str, count: int) -> QRectF:
        """Return where the count chip of a stack lies; counters side by side have one where some of them are covered."""
        if spots := self.spread(place, count):
            covered = any(abs(b.x() - a.x()) < COUNTER and a.y() == b.y() for a, b in pairwise(spots))
            box = self.boxes.get(place) or self.card_rect(place)
            return QRectF(box.right() - 20, box.center().y() - 12, 24, 24) if covered else QRectF()
        top = self.counter_rect(place, count - 1, count)
        return QRectF(top.right() - 15, top.bottom() - 17, 24, 24)

    def laid(self) -> QRectF:
        """Return what the cards and counters lie on, with some room around; of a map its cells only, not the boxes beside.

        Empty when nothing lies there.
        """
        full = [place for places in self._stacks.values() for place in places]
        spots = [self.spot(place) for place in [p for p in full if self.cell(p) is not None] or full]
        if not spots:
            return QRectF()
        xs, ys = [at.x() for at in spots], [at.y() for at in spots]
        x, y = (self._card.width() * 5 / 6, self._card.height() * 5 / 6) if self.cards else (AROUND, AROUND)
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(-x, -y, x, y)

    def table(self, without: Collection[str]) -> QRectF:
        """Return where the cards of a table lie, without those of some cells, with a gap around."""
        area = QRectF()
        for cell in self.grid.cells():
            if cell not in without:
                area = area.united(self.card_rect(self.place(cell)))
        room = self._card.height() / 6
        return area.adjusted(-room, -room, room, room)

    # -- outlines ----------------------------------------------------------------------------------
    def polygon(self, place: str) -> Sequence[tuple[float, float]]:
        """Return the corners of a place, clockwise; of a side, its ends."""
        box = self.boxes.get(place)
        if box is not None:
            return (
                (box.left(), box.top()),
                (box.right(), box.top()),
                (box.right(), box.bottom()),
                (box.left(), box.bottom()),
            )
        cell, side = self.cell(place), self.side(place)
        if cell is None:
            return tuple(self.grid.edge_points(side)) if side is not None else ()
        return tuple(self.grid.polygon(cell))

    def outline(self, places: Iterable[str]) -> QPainterPath:
        """Return the joined border of a set of places: sides that two of them share are left out."""
        after: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        exact: dict[tuple[int, int], tuple[float, float]] = {}
        sides: set[tuple[tuple[int, int], tuple[int, int]]] = set()
        for place in dict.fromkeys(places):
            points = self.polygon(place)
            keys = [(round(x * 4), round(y * 4)) for x, y in points]
            for n, key in enumerate(keys):
                exact.setdefault(key, points[n])
                side = (key, keys[(n + 1) % len(keys)])
                back = (side[1], side[0])
                if back in sides:
                    sides.discard(back)
                else:
                    sides.add(side)
        for a, b in sorted(sides):
            after[a].append(b)
        path = QPainterPath()
        while after:
            start, ends = next(iter(after.items()))
            at, loop = start, [start]
            while ends:
                nxt = ends.pop()
                if not ends:
                    del after[at]
                if nxt == start:
                    break
                loop.append(nxt)
                at = nxt
                ends = after.get(at, [])
            if len(loop) > 2:
                path.moveTo(*exact[loop[0]])
                for key in loop[1:]:
                    path.lineTo(*exact[key])
                path.closeSubpath()
        return path


def distance_to(point: QPointF, a: QPointF, b: QPointF) -> float:
    """Return how far a point is from the stretch between two others."""
    along = b - a
    length = QPointF.dotProduct(along, along) or 1.0
    share = min(1.0, max(0.0, QPointF.dotProduct(point - a, along) / length))
    off = point - (a + along * share)
    return math.hypot(off.x(), off.y())
