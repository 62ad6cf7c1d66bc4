"""The editor by hand: a robot takes up tool after tool on an empty board, and compares the document with what it meant."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication

from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, NONE, SHIFT
from qtwar.handplay.play import HandPlay
from qtwar.ui.i18n import tr

K = Qt.Key
PAGES = ("map", "counters", "oob", "tables", "scenarios")


class HandEdit(HandPlay):
    """The program with a robot at a draft. What it did is counted by tool in `figures.verbs`."""

    def __enter__(self) -> HandEdit:
        super().__enter__()
        return self

    def edit(self, seed: int, steps: int) -> None:
        """Make a draft, and do so many things to it; each is compared with the document, then often undone and redone."""
        self.figures.games += 1
        chance = random.Random(seed)
        deeds: dict[str, Callable[[random.Random], None]] = {
            "brush": self._brush, "stroke": self._stroke, "fill": self._fill, "edge": self._edge, "path": self._path,
            "elevation": self._elevation, "label": self._label, "eraser": self._eraser, "counter": self._counter,
            "row": self._row, "scenario": self._scenario, "page": self._page,
        }  # fmt: skip
        order: list[str] = []
        done, deed = 0, "new draft"
        try:
            self._begin()
            for _ in range(steps):
                done += 1
                order = order or chance.sample(list(deeds), len(deeds))  # each of them once before any comes again
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
        cells: list[str] = [c for c in self.view.layout_.grid.cells() if self.person.on_top(self.view, self._at(c))]
        return chance.choice(cells)

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
