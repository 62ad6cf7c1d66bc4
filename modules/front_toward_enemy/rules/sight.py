"""Lines of sight between hexes and helicopters (7.3)."""

from __future__ import annotations

from qtwar.kit.content import split
from qtwar.kit.sight import CELL, trace
from qtwar.kit.table import Reader

from .facts import GROUND, board, on_map
from .ground import effects, in_play


def sees(r: Reader, watcher: str, place: str, level: str = GROUND) -> bool:
    """Return whether a unit on the map sees a hex, or a helicopter at a level over it (7.3)."""
    here = r.where(watcher)
    return on_map(here) and (here == place or clear(r, here, place))


def clear(r: Reader, a: str, b: str) -> bool:
    """Return whether a line between two hexes is clear: no blocking hex between them (7.3.1)."""
    a, b = min(a, b), max(a, b)
    key = ("clear", r.scenario["id"], a, b)
    memo = r.content.memo
    if key not in memo:
        touches = trace(board(r).grid, split(a)[1], split(b)[1])
        between = [f"{a.partition(':')[0]}:{c}" for t in touches[1:-1] if t.kind == CELL for c in t.cells]
        memo[key] = all(in_play(r, p) and not effects(r, p)["blocking"] for p in between)
    return bool(memo[key])
