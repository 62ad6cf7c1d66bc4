"""The editor by hand: a robot takes up tool after tool on an empty board, and compares the document with what it meant."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection

from qtwar.base.errors import DataFault
from qtwar.handplay.draft_art import ArtHand
from qtwar.handplay.draft_out import OutHand
from qtwar.handplay.draft_pages import PagesHand
from qtwar.handplay.draft_title import TitleHand
from qtwar.handplay.faults import HandFault


class HandEdit(PagesHand, ArtHand, TitleHand, OutHand):
    """The program with a robot at a draft. What it did is counted by tool in `figures.verbs`."""

    def __enter__(self) -> HandEdit:
        super().__enter__()
        return self

    def edit(self, seed: int, steps: int, only: Collection[str] = ()) -> None:
        """Make a draft, and do so many things to it; each is compared with the document, then often undone and redone.

        `only` some things, if any are named; raises DataFault for one that there is not.
        """
        self.figures.games += 1
        chance = random.Random(seed)
        deeds: dict[str, Callable[[random.Random], None]] = {
            "brush": self._brush, "stroke": self._stroke, "fill": self._fill, "edge": self._edge, "path": self._path,
            "elevation": self._elevation, "label": self._label, "eraser": self._eraser, "counter": self._counter,
            "row": self._row, "scenario": self._scenario, "page": self._page, "wand": self._wand, "area": self._area,
            "zone": self._zone, "box": self._box, "track": self._track, "place": self._place, "move": self._move,
            "table": self._table, "table_line": self._table_line, "copy": self._copy, "cutter": self._cutter,
            "cells_terrain": self._cells_terrain, "cells_height": self._cells_height, "board_name": self._board_name,
            "how_many": self._how_many, "layer": self._layer, "measure": self._measure, "victory": self._victory,
            "template": self._template, "calibrate": self._calibrate, "counter_picture": self._counter_picture,
            "card_picture": self._card_picture, "box_picture": self._box_picture, "sheet": self._sheet,
            "print": self._print, "try_out": self._try_out, "title_page": self._title_page, "side": self._side,
            "colour": self._colour, "option": self._option_new, "from_title": self._from_title,
            "pictures": self._pictures, "export": self._export,
        }  # fmt: skip
        able = [deed for deed in deeds if not only or deed in only]
        if unknown := set(only) - set(able):
            raise DataFault("fault.cli.deed", given=", ".join(sorted(unknown)), known=", ".join(deeds))
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

