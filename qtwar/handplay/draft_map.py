"""The map page by hand: each tool, and what it meant compared with the document."""

from __future__ import annotations

import random
from collections import Counter

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from qtwar.editing import shapes
from qtwar.handplay.draft import DraftHand
from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, NONE
from qtwar.ui.edit.map import marks

K = Qt.Key
TRIES = 200


class MapHand(DraftHand):
    """Takes up tool after tool."""

    # -- the map -----------------------------------------------------------------------------------
    def _paint(self, chance: random.Random) -> str:
        """Choose a terrain by its number; returns which."""
        terrain: list[str] = [kind.id for kind in self.model.content.terrain]
        n = chance.randrange(min(len(terrain), 7))
        self.person.key(K(K.Key_1 + n))
        return terrain[n]

    def _brush(self, chance: random.Random) -> None:
        self._tool("brush")
        kind, cell = self._paint(chance), self._cell(chance)
        self._click(self._at(cell))
        self._expect(f"{kind} in {cell}", self.board.terrain.get(cell) == kind)

    def _stroke(self, chance: random.Random) -> None:
        self._tool("brush")
        kind, a, b = self._paint(chance), self._cell(chance), self._cell(chance)
        self._drag(self._at(a), self._at(b))
        line = self.view.layout_.grid.line(a, b)
        missed = [cell for cell in (a, b) if self.board.terrain.get(cell) != kind]
        painted = sum(self.board.terrain.get(cell) == kind for cell in line)
        self._expect(f"{kind} from {a} to {b}", not missed and painted >= len(line) // 2)

    def _fill(self, chance: random.Random) -> None:
        self._tool("fill")
        kind, cell = self._paint(chance), self._cell(chance)
        self._click(self._at(cell))
        self._expect(f"{kind} round {cell}", self.board.terrain.get(cell) == kind)

    def _eraser(self, chance: random.Random) -> None:
        self._tool("eraser")
        cell = self._cell(chance)
        self._click(self._at(cell))
        self._expect(f"nothing in {cell}", self.board.terrain.get(cell) in (None, "clear"))

    def _edge(self, chance: random.Random) -> None:
        """A stroke from the side of a cell to a side of another: both are drawn, and all between hangs together."""
        self._tool("edge")
        grid = self.view.layout_.grid
        pair: list[tuple[str, QPoint]] = []
        while len(pair) < 2:
            side = chance.choice(grid.edges(self._cell(chance)))
            (x1, y1), *_, (x2, y2) = grid.edge_points(side)
            at = self.view.camera.to_screen(QPointF((x1 + x2) / 2, (y1 + y2) / 2)).toPoint()
            if self.person.on_top(self.view, at) and self.view.side_at(QPointF(at)) == side:
                pair.append((side, at))
        (first, start), (last, end) = pair
        self._drag(start, end)
        drawn = {side for line in self.board.edges for side in line.sides}
        self._expect(f"a line from {first} to {last}", first in drawn)

    def _path(self, chance: random.Random) -> None:
        self._tool("path")
        a, b, count = self._cell(chance), self._cell(chance), len(self.board.paths)
        if a == b or any(cell in line.cells for line in self.board.paths for cell in (a, b)):
            return  # there it would go on with that one
        self._click(self._at(a))
        self._click(self._at(b))
        self.person.key(K.Key_Return)
        self._rest()
        found: list[str] = list(self.board.paths[-1].cells) if len(self.board.paths) > count else []
        self._expect(f"a road from {a} to {b}", found[:1] + found[-1:] == [a, b])

    def _elevation(self, chance: random.Random) -> None:
        self._tool("elevation")
        cell = self._cell(chance)
        before, lower = self.board.elevation.get(cell, 0), chance.random() < 0.3
        self._click(self._at(cell), CTRL if lower else NONE)
        wanted = before + (-1 if lower else 1)
        self._expect(f"{cell} at height {wanted}", self.board.elevation.get(cell, 0) == wanted)

    def _label(self, chance: random.Random) -> None:
        self._tool("label")
        cell, count = self._cell(chance), len(self.board.labels)
        if any(label.at == cell for label in self.board.labels):
            return
        self._click(self._at(cell))
        self.person.wait(lambda: QApplication.focusWidget() is not self.view, 3)  # a field opens there
        self.person.type("caen")
        self.person.key(K.Key_Return)
        self._rest()
        names = [label.text.get(self.plan.language).casefold() for label in self.board.labels]
        self._expect(f"the name caen in {cell}, not {names}", len(names) == count + 1 and "caen" in names)

    def _wand(self, chance: random.Random) -> None:
        """A click selects all that hangs together; nothing is changed by it."""
        self._tool("wand")
        cell, entries = self._cell(chance), self._entries()
        self._click(self._at(cell))
        wanted = set(shapes.flood(self.view.layout_.grid, self.board.terrain, cell))
        self._expect(f"{len(wanted)} cells round {cell} selected", self.view.selection == wanted)
        self._expect("nothing done by selecting", self._entries() == entries)

    def _two_corners(self, chance: random.Random) -> tuple[QPoint, QPoint]:
        """Return two points of the open board that span a rectangle of some cells, in which nothing lies."""
        side, cells = round(200 * self.view.camera.scale), self._cells()
        for _ in range(TRIES):
            start = self._at(chance.choice(cells))
            end = start + QPoint(side, side)
            if self.person.on_top(self.view, end) and not self._boxes_in(start, end):
                return start, end
        raise HandFault("cannot_be_given", "boxes lie all over the board that is in view")

    def _boxes_in(self, start: QPoint, end: QPoint) -> bool:
        rect = self._on_board(start, end)
        return any(box.on_board and QRectF(*box.on_board).intersects(rect) for box in self.board.boxes)

    def _on_board(self, start: QPoint, end: QPoint) -> QRectF:
        return QRectF(*(self.view.camera.to_board(QPointF(point)) for point in (start, end)))

    def _lasso(self, chance: random.Random) -> set[str]:
        """Select the cells of a rectangle with the area tool; returns them."""
        self._tool("area")
        self._option("edit.area.rect")
        start, end = self._two_corners(chance)
        self.view.select_cells(())
        rect, grid = self._on_board(start, end), self.view.layout_  # what is selected may open a row that moves the board
        self._drag(start, end)
        wanted = {cell for cell in grid.grid.cells() if rect.contains(QPointF(*grid.centre(cell)))}
        zones = marks.zone_at(self.view, QPointF(start))
        found = set(self.view.selection)
        self._expect(f"{len(wanted)} cells selected, not {len(found)}", zones is not None or found == wanted)
        return set(self.view.selection)

    def _area(self, chance: random.Random) -> None:
        cells, count = self._lasso(chance), len(self.board.areas)
        self._option("edit.make_area")
        made = self.board.areas[-1].cells if len(self.board.areas) > count else ()
        self._expect(f"an area of {len(cells)} cells", set(made) == cells)

    def _zone(self, chance: random.Random) -> None:
        """Let a side set up in some cells; a new draft has a scenario and sides."""
        cells, side = self._lasso(chance), self.model.content.sides[0]
        count = len(self.model.shown_scenario.setup)
        self._option("edit.make_zone", side=side.short.get(self.plan.language) or side.name.get(self.plan.language))
        setup = self.model.shown_scenario.setup
        self._expect(f"a zone of {len(cells)} cells for {side.id}", len(setup) == count + 1 and setup[-1].side == side.id)

    def _box(self, chance: random.Random) -> None:
        self._tool("box")
        self._option("edit.box.one")
        start, end = self._two_corners(chance)
        count, wanted = len(self.board.boxes), self._on_board(start, end)
        self._drag(start, end)
        made = QRectF(*self.board.boxes[-1].on_board) if len(self.board.boxes) > count else QRectF()
        near = abs(made.width() - wanted.width()) < 3 and (made.topLeft() - wanted.topLeft()).manhattanLength() < 3
        self._expect("a box as drawn", near)

    def _track(self, chance: random.Random) -> None:
        self._tool("box")
        self._option("edit.box.track")
        start, end = self._two_corners(chance)
        count, there = len(self.board.boxes), any(box.role == "turn" for box in self.board.boxes)
        self._drag(start, end)
        turns = 0 if there else self.model.shown_scenario.turns or 10  # a second one is refused in a sentence
        self._expect(f"a track of {turns} boxes", len(self.board.boxes) == count + turns)

    def _there(self, cell: str) -> Counter[str]:
        """Return how many of each kind stand in a cell as the shown scenario begins."""
        place, found = f"{self.board.id}:{cell}", self.view.source.view.pieces.values()
        return Counter(str(piece["kind"]) for piece in found if piece["at"] == place)

    def _place(self, chance: random.Random) -> None:
        """Put the counter that the bar names down."""
        if not self.model.content.kinds:
            self._counter(chance)
            self._turn("map")
        self._tool("place")
        cell = self._cell(chance)
        piece, before = self.page.map.pen.piece, self._there(cell)
        self._click(self._at(cell))
        known = self.model.content.pieces_by_id.get(piece)
        kind = known.kind if known is not None else piece
        self._expect(f"{kind} in {cell}", self._there(cell) - before == Counter([kind]))

    def _move(self, chance: random.Random) -> None:
        """Drag a counter elsewhere with the select tool."""
        source = self.view.source
        laid = [str(piece["at"]).partition(":")[2] for piece in source.view.pieces.values()]
        free = [cell for cell in laid if cell and self.person.on_top(self.view, self._at(cell))]
        if not free:
            self._place(chance)
            return
        self._tool("select")
        cell, to = chance.choice(free), self._cell(chance)
        if cell == to:
            return
        before, there = self._there(cell), self._there(to)
        self.view.select_pieces(())
        self._drag(self._at(cell), self._at(to))
        gone = before - self._there(cell)
        self._expect(f"one counter from {cell} to {to}", gone.total() == 1 and self._there(to) - there == gone)

