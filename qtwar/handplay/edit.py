"""The editor by hand: a robot takes up tool after tool on an empty board, and compares the document with what it meant."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from qtwar.editing import shapes
from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, NONE, SHIFT
from qtwar.handplay.play import HandPlay
from qtwar.ui.edit.map import marks
from qtwar.ui.i18n import tr

K = Qt.Key
TRIES = 200
PAGES = ("map", "counters", "oob", "tables", "scenarios")


class HandEdit(HandPlay):
    """The program with a robot at a draft. What it did is counted by tool in `figures.verbs`."""

    def __enter__(self) -> HandEdit:
        super().__enter__()
        return self

    def edit(self, seed: int, steps: int, only: Collection[str] = ()) -> None:
        """Make a draft, and do so many things to it; each is compared with the document, then often undone and redone.

        `only` some things, if any are named.
        """
        self.figures.games += 1
        chance = random.Random(seed)
        deeds: dict[str, Callable[[random.Random], None]] = {
            "brush": self._brush, "stroke": self._stroke, "fill": self._fill, "edge": self._edge, "path": self._path,
            "elevation": self._elevation, "label": self._label, "eraser": self._eraser, "counter": self._counter,
            "row": self._row, "scenario": self._scenario, "page": self._page, "wand": self._wand, "area": self._area,
            "zone": self._zone, "box": self._box, "track": self._track, "place": self._place, "move": self._move,
            "table": self._table, "table_line": self._table_line, "copy": self._copy, "cutter": self._cutter,
        }  # fmt: skip
        able = [deed for deed in deeds if not only or deed in only]
        order: list[str] = []
        done, deed = 0, "new draft"
        try:
            self._begin()
            for _ in range(steps):
                done += 1
                order = order or chance.sample(able, len(able))  # each of them once before any comes again
                deed = order.pop()
                self.figures.offered.add(deed)
                self._turn("map")
                entries, before = self._entries(), self._document()
                deeds[deed](chance)
                if self._entries() > entries and chance.random() < 0.5:
                    self._undo(entries, before)
                self.figures.verbs[deed] += 1
                self.figures.kinds[deed] += 1
                self.figures.actions += 1
        except HandFault as fault:
            self._note(fault, "draft", seed, done, deed)
        else:
            self.figures.ended += 1
        self.say(f"draft {seed}: {done} things, {len(self.figures.faults)} faults")

    # -- the draft ---------------------------------------------------------------------------------
    def _begin(self) -> None:
        person = self.person
        person.wait(self.window.library_page.isVisible, 30)
        person.key(K.Key_N, CTRL)
        person.type("robot")
        person.key(K.Key_Return)
        stack: Any = self.window.stack
        if not person.wait(lambda: stack.currentWidget().property("tab") == "draft", 60):
            raise HandFault("nothing_happens", "Create opens no draft")
        self.page: Any = stack.currentWidget()
        self.model: Any = self.page.model
        self.view: Any = self.page.map.view
        person.wait(lambda: self.view.isVisible() and self.view.width() > 210, 10)
        person.key(K.Key_0, CTRL)
        self._rest()

    def _rest(self) -> None:
        """Wait until what was asked for is stored."""
        self.person.turn()
        if not self.person.wait(lambda: self.model._jobs.pending == 0):
            raise HandFault("stuck", "the editor does not come to rest")
        self.person.turn()

    def _entries(self) -> int:
        return len(self.model.session.history.line)

    def _document(self) -> Any:
        """Return the draft's content as plain data."""
        return self.model.content.model_dump(mode="json", by_alias=True)

    @property
    def board(self) -> Any:
        """The board of the draft."""
        return self.model.content.boards[0]

    def _turn(self, page: str) -> None:
        """Click the button of a page of the editor."""
        if not self._shows(page):
            self.person.click(self.page.toolbar.pages[page])
            self._rest()
        if not self._shows(page):
            raise HandFault("nothing_happens", f"the page {page} does not come forward")

    def _shows(self, page: str) -> bool:
        return page in self.page.pages and bool(self.page.pages[page].isVisible())

    def _tool(self, ident: str) -> None:
        """Click a tool of the rail."""
        button = self.page.map.rail.buttons[ident]
        self.person.click(button)
        if self.view.tool.id != ident:
            raise HandFault("nothing_happens", f"the tool {ident} is not taken up")

    def _expect(self, meant: str, holds: bool) -> None:
        if not holds:
            raise HandFault("other_action", f"meant: {meant}; the document says otherwise")

    def _undo(self, entries: int, before: Any) -> None:
        """Ctrl+Z brings the document back as it was, Ctrl+Y makes it as it is now."""
        self._turn("map")  # in a field Ctrl+Z takes letters back
        after, now = self._document(), self._entries()
        for _ in range(now - entries):
            self.person.key(K.Key_Z, CTRL)
            self._rest()
        self._expect("undo", self._document() == before)
        for _ in range(now - entries):
            self.person.key(K.Key_Y, CTRL)
            self._rest()
        self._expect("redo", self._document() == after)

    # -- the map -----------------------------------------------------------------------------------
    def _cell(self, chance: random.Random) -> str:
        """Return a cell in the middle of the board that nothing covers."""
        return chance.choice(self._cells())

    def _cells(self) -> list[str]:
        """Return all cells that nothing covers."""
        cells: list[str] = [c for c in self.view.layout_.grid.cells() if self.person.on_top(self.view, self._at(c))]
        if not cells:
            raise HandFault("cannot_be_given", "no cell lies open in view")
        return cells

    def _at(self, cell: str) -> QPoint:
        point: QPoint = self.view.camera.to_screen(QPointF(*self.view.layout_.centre(cell))).toPoint()
        return point

    def _drag(self, start: QPoint, end: QPoint, mods: Any = NONE) -> None:
        """Draw a stroke, fast: the pointer is seen at its start, in the middle and at its end."""
        self.person.press(self.view, start, mods)
        self.person.lead(self.view, (start + end) / 2)
        self.person.lead(self.view, end)
        self.person.release(self.view, end, mods)
        self._rest()

    def _click(self, at: QPoint, mods: Any = NONE) -> None:
        self.person.click(self.view, at, mods)
        self._rest()

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

    def _option(self, key: str, **values: Any) -> None:
        """Click a button of the bar of the tool in hand."""
        button = self.person.button(self.page.map.bar, tr(key, **values))
        if button is None:
            raise HandFault("no_control", f"nothing says {tr(key, **values)!r}")
        self.person.click(button)
        self._rest()

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
        self._drag(start, end)
        rect, grid = self._on_board(start, end), self.view.layout_
        wanted = {cell for cell in grid.grid.cells() if rect.contains(QPointF(*grid.centre(cell)))}
        zones = marks.zone_at(self.view, QPointF(start))
        self._expect(f"{len(wanted)} cells selected", zones is not None or self.view.selection == wanted)
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

    # -- the other pages ---------------------------------------------------------------------------
    def _press(self, page: str, key: str) -> None:
        self._turn(page)
        button = self.person.button(self.page.pages[page], tr(key))
        if button is None:
            raise HandFault("no_control", f"nothing says {tr(key)!r}")
        self.person.click(button)
        self._rest()

    def _counter(self, chance: random.Random) -> None:
        count = len(self.model.content.kinds)
        self._press("counters", "edit.kind_new")
        self._expect("a counter more", len(self.model.content.kinds) == count + 1)
        self.person.type("scouts")
        self.person.key(K.Key_Return)
        self._rest()
        name = self.model.content.kinds[-1].name.get(self.plan.language)
        self._expect(f"a counter called scouts, not {name}", name.casefold() == "scouts")

    def _copy(self, chance: random.Random) -> None:
        """A copy of the counter in hand."""
        if not self.model.content.kinds:
            self._counter(chance)
        kinds = len(self.model.content.kinds)
        self._press("counters", "edit.kind_copy")
        self._expect("a copy more", len(self.model.content.kinds) == kinds + 1)

    def _cutter(self, chance: random.Random) -> None:
        """The panel that cuts sheets opens, and goes without a trace."""
        self._press("counters", "edit.cut.open")
        page = self.page.pages["counters"]
        self._expect("the panel of the sheets", page.cutter.isVisible())
        self.person.key(K.Key_Escape)
        self._rest()
        self._expect("the counters again", not page.cutter.isVisible() and page.list.isVisible())

    def _table(self, chance: random.Random) -> None:
        """A new table; two results typed with Tab between them, in the body alone."""
        count = len(self.model.content.tables)
        self._press("tables", "edit.table.new")
        self._expect("a table more", len(self.model.content.tables) == count + 1)
        page: Any = self.page.pages["tables"]
        grid, table = page.grid, page.table
        rect = grid.visualRect(grid.model().index(1, 3))
        self.person.click(grid.viewport(), rect.center())
        self.person.type("k")
        self.person.key(K.Key_Tab)
        self.person.type("m")
        self.person.key(K.Key_Return)
        self._rest()
        cells = next(t for t in self.model.content.tables if t.id == table).cells
        typed = (str(cells[0][2]).casefold(), str(cells[1][0]).casefold())
        self._expect(f"k at the end of a row, m at the start of the next, not {typed}", typed == ("k", "m"))

    def _table_line(self, chance: random.Random) -> None:
        """A row and a column more."""
        if not self.model.content.tables:
            self._table(chance)
        self._turn("tables")

        def size() -> tuple[int, int]:
            now = self.page.pages["tables"].now()
            return len(now.rows.heads), len(now.columns.heads)

        rows, columns = size()
        self._press("tables", "edit.table.row")
        self._press("tables", "edit.table.column")
        self._expect("a row and a column more", size() == (rows + 1, columns + 1))

    def _row(self, chance: random.Random) -> None:
        count = len(self.model.content.pieces)
        if not self.model.content.kinds:
            return  # of what kind?
        self._press("oob", "edit.oob.counter")
        self._expect("a counter more in the order of battle", len(self.model.content.pieces) == count + 1)

    def _scenario(self, chance: random.Random) -> None:
        count = len(self.model.content.scenarios)
        self._press("scenarios", "edit.scenario.new")
        self._expect("a scenario more", len(self.model.content.scenarios) == count + 1)

    def _page(self, chance: random.Random) -> None:
        n = chance.randrange(len(PAGES))
        self.person.key(K(K.Key_1 + n), CTRL | SHIFT)
        self._rest()
        self._expect(f"the page {PAGES[n]}", self._shows(PAGES[n]))
