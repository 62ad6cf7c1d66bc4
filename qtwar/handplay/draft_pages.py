"""The other pages of the editor by hand: counters, order of battle, tables, scenarios."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

from qtwar.editing import wording
from qtwar.handplay.draft import DraftHand
from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, SHIFT
from qtwar.ui.edit.entries import KIND
from qtwar.ui.edit.scenario.victory import VictoryRows
from qtwar.ui.i18n import tr

K = Qt.Key
PAGES = ("map", "counters", "oob", "tables", "scenarios")


class PagesHand(DraftHand):
    """Does what the pages beside the map are for."""

    # -- the other pages ---------------------------------------------------------------------------
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

    def _template(self, chance: random.Random) -> None:
        """A template of its own for a new counter, and a slot more on it."""
        self._counter(chance)
        designer: Any = self.page.pages["counters"].designer
        if self.model.content.kinds_by_id[designer.kind].template:
            self._pick(designer.form.fields["edit.template"], "")
        self._click_in(designer, "edit.template_make")
        name = self.model.content.kinds_by_id[designer.kind].template

        def layers() -> list[Any]:
            templates: Any = self.model.content.counters.get("templates") or {}
            return list((templates.get(name) or {}).get("front") or ())

        self._expect("a template with its slots", bool(layers()))
        word, before = chance.choice(("text", "symbol", "block", "disc", "band")), layers()
        self._click_in(designer, f"edit.slot.{word}")
        self._expect(f"a {word} more on {name}", layers()[:-1] == before and word in layers()[-1])

    def _victory(self, chance: random.Random) -> None:
        """A condition of some kind more, by its menu."""
        self._turn("scenarios")
        page: Any = self.page.pages["scenarios"]
        row = next(n for n in range(page.list.count()) if page.list.item(n).data(KIND) == self.model.scenario)
        self.person.click(page.list.viewport(), page.list.visualItemRect(page.list.item(row)).center())
        self._rest()

        def conditions() -> list[Any]:
            return list(self.model.shown_scenario.victory.get("conditions") or ())

        before, kind = conditions(), chance.choice(wording.KINDS)
        rows = next(rows for rows in page.findChildren(VictoryRows) if rows.isVisible())
        self.person.click(rows.add)
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            raise HandFault("nothing_happens", "no menu asks which condition")
        self.person.choose(menu, tr(f"edit.victory.kind.{kind}"))
        self._rest()
        now = conditions()
        self._expect(f"a condition of the kind {kind}", now[:-1] == before and wording.kind_of(now[-1]) == kind)

    def _page(self, chance: random.Random) -> None:
        n = chance.randrange(len(PAGES))
        self.person.key(K(K.Key_1 + n), CTRL | SHIFT)
        self._rest()
        self._expect(f"the page {PAGES[n]}", self._shows(PAGES[n]))
