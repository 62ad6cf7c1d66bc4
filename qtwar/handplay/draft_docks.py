"""The docks of the map page by hand: properties and layers; and the ruler."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtCore import QPoint

from qtwar.handplay.draft_map import MapHand
from qtwar.handplay.faults import HandFault
from qtwar.ui.edit.map.layerstate import LAYERS


class DocksHand(MapHand):
    """Works on the board through its docks."""

    def _field(self, key: str) -> Any:
        """Return a field of the properties."""
        found = self.page.map.properties.form.fields.get(key)
        if found is None:
            raise HandFault("no_control", f"the properties have no field {key}")
        return found

    def _cells_terrain(self, chance: random.Random) -> None:
        """The terrain of all cells that are selected."""
        self._tool("area")
        cells = self._lasso(chance)
        kind = chance.choice([one.id for one in self.model.content.terrain])
        self._pick(self._field("edit.part.terrain"), kind)
        self._expect(f"{kind} in {len(cells)} cells", all(self.board.terrain.get(cell) == kind for cell in cells))

    def _cells_height(self, chance: random.Random) -> None:
        """The height of all cells that are selected, a step up."""
        self._tool("area")
        cells = self._lasso(chance)
        stepper = self._field("edit.elevation")
        wanted = stepper.value + 1
        self.person.click(stepper.more)
        self._rest()
        self._expect(f"height {wanted} in {len(cells)} cells", all(self.board.elevation.get(c, 0) == wanted for c in cells))

    def _board_name(self, chance: random.Random) -> None:
        """Another name for the board."""
        self._tool("select")
        self.view.select_cells(())
        self.view.select_pieces(())
        self._rest()
        name = f"land {chance.randrange(100, 1000)}"
        self._write(self._field(f"edit.name.{self.plan.language}"), name)
        self._expect(f"a board called {name}", self.board.name.get(self.plan.language) == name)

    def _how_many(self, chance: random.Random) -> None:
        """A counter more where one stands."""
        self._place(chance)
        self._tool("select")
        source = self.view.source
        cells = {str(piece["at"]).partition(":")[2] for piece in source.view.pieces.values()}
        free = sorted(cell for cell in cells if cell and self.person.on_top(self.view, self._at(cell)))
        if not free:
            raise HandFault("cannot_be_given", "no counter lies open in view")
        cell = chance.choice(free)

        def laid() -> int:
            there = f"{self.board.id}:{cell}"
            return sum(sum(one.pieces.values()) for one in self.model.shown_scenario.quick if one.at == there)

        before = laid()
        self.view.select_pieces(())
        self._click(self._at(cell))
        self.person.click(self._field("edit.how_many").more)
        self._rest()
        self._expect(f"a counter more in {cell}", laid() == before + 1)

    def _layer(self, chance: random.Random) -> None:
        """A layer is hidden, locked and faded, and is as it was again."""
        docks = self.page.map.layers
        layer = chance.choice([one for one in LAYERS if one != "picture"])

        def shown(key: str) -> Any:
            return ((self.board.attrs.get("view") or {}).get(layer) or {}).get(key)

        for buttons, key in ((docks.eyes, "hidden"), (docks.locks, "locked")):
            for wanted in (True, False):
                self.person.click(buttons[layer])
                self._rest()
                self._expect(f"{layer} {key}: {wanted}", bool(shown(key)) is wanted)
        slider = docks.sliders[layer]
        self.person.click(slider, QPoint(slider.width() // 2, slider.height() // 2))
        self._rest()
        half = shown("opacity")
        self._expect(f"{layer} half as strong, not {half}", half is not None and 0.4 <= half <= 0.6)
        self.person.double(slider, slider.rect().center())
        self._rest()
        self._expect(f"{layer} in full again", shown("opacity") in (None, 1.0))

    def _measure(self, chance: random.Random) -> None:
        """The ruler says how far it is, and changes nothing."""
        self._tool("measure")
        a, b, entries = self._cell(chance), self._cell(chance), self._entries()
        self._drag(self._at(a), self._at(b))
        found = self.view.tool.answer()
        steps = self.view.layout_.grid.distance(a, b)
        self._expect(f"{steps} from {a} to {b}, not {found}", found is not None and found.steps == steps)
        self._expect("nothing done by measuring", self._entries() == entries)
