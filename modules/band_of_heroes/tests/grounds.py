"""Small grounds to look across, made for the tests of sight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from modules.band_of_heroes.rules import sight
from qtwar.base import jsonio
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.table import Table
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]
HIGH = "loft"  # the upper floor of the first multi-story hex of a ground


@cache
def data() -> dict[str, Any]:
    return load(MODULE).rules_json()


class View:
    """A board to look across: cells without the board's name, `loft` for an upper floor."""

    def __init__(self, content: Content, board: str, **options: Any) -> None:
        self.content, self.board = content, board
        scenario = next(iter(content.scenarios))
        self.table = Table(content, State(content.sides, {"scenario": scenario, "options": options}), Chance(1))

    def at(self, cell: str) -> str:
        return cell if cell in self.content.boxes else f"{self.board}:{cell}"

    def line(self, a: str, b: str) -> sight.Line:
        return sight.line(self.table, self.at(a), self.at(b))

    def says(self, a: str, b: str) -> str:
        """`clear`, `degraded`, or why the line is blocked."""
        line = self.line(a, b)
        back = self.line(b, a)
        assert line.clear == back.clear, "sight goes both ways"
        if line.blocked is not None:
            return line.blocked.key.removeprefix("los.")
        assert line.degrading == back.degrading
        return ("clear", "degraded")[line.degrading]

    def smoke(self, cell: str) -> str:
        return self.table.add(f"smoke@{cell}", self.at(cell), kind="smoke1_2", owner="")


def ground(
    terrain: dict[str, str] | None = None,
    *,
    heights: dict[str, int] | None = None,
    sides: dict[str, Iterable[str]] | None = None,
    spills: Iterable[tuple[str, str, str]] = (),
    stories: Iterable[str] = (),
    **options: Any,
) -> View:
    """Open ground of nine columns and rows (A1 to I9) with some terrain in it; even columns half a hex higher."""
    made = jsonio.copy(data())
    grid = {
        "kind": "hex",
        "columns": 9,
        "rows": 9,
        "orientation": "flat",
        "offset": "even",
        "numbering": {"pattern": "A1"},
    }
    cells = [f"{c}{r}" for r in range(1, 10) for c in "ABCDEFGHI"]
    board = {
        "id": "test",
        "grid": grid,
        "terrain": {c: (terrain or {}).get(c, "open") for c in cells},
        "elevation": {c: (heights or {}).get(c, 0) for c in cells},
        "edges": [{"kind": kind, "sides": list(found)} for kind, found in (sides or {}).items()],
        "facts": {"los_spills": [{"terrain_hex": a, "into_hex": b, "class": kind} for a, b, kind in spills]},
        "areas": [{"id": "multi_story", "cells": list(stories)}],
        "boxes": [{"id": HIGH, "attrs": {"floor_of": f"test:{c}"}} for c in list(stories)[:1]],
    }
    return View(Content({**made, "boards": [board]}), "test", **options)
