"""Reinforcements: who waits, where they may enter, the first hex (scenarios, 6.0, 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from qtwar.kit.content import Board
from qtwar.kit.facts import box
from qtwar.kit.table import Reader, Table

from . import movement
from .facts import enemy, fits, is_mmc, units, wrapped
from .fighters import may_close
from .ground import BUILDINGS, board_of, cell, entry_cost, is_heavy, terrain


def groups(r: Reader, side: str) -> dict[str, dict[str, Any]]:
    """Return name → {units, cells} for the groups of a side that may enter now."""
    turn = int(r.var("turn", 1))
    waiting = [p for p in r.ids(box(side, "coming")) if r.attr(p, "group") is not None]
    found = {}
    for n, line in enumerate(r.scenario.get("reinforcements") or ()):
        if line["side"] != side or int(line["turn"]) > turn:
            continue
        here = [p for p in waiting if int(r.attr(p, "group")) == n]
        cells = [c for c in doors(r, side, line, here) if any(_fits(r, side, [p], c) for p in here)]
        if here and cells:
            found[f"group-{n}"] = {"units": here, "cells": cells}
    return found


def doors(r: Reader, side: str, line: dict[str, Any], pieces: Sequence[str]) -> list[str]:
    """Return the entry hexes of a group; when stacks close them all to its MMC, the next ones along the edge."""
    listed = [str(c) for c in line["where"]["cells"]]
    measure = [p for p in pieces if is_mmc(r, p)] or list(pieces)

    def has_room(place: str) -> bool:
        return any(fits(r, place, side, [p]) for p in measure)

    if any(has_room(c) for c in listed):
        return listed
    board = board_of(r, listed[0])
    edge = (line.get("attrs") or {}).get("edge", "")
    far = [c for c in _rim(board, edge) if has_room(board.place(c))]
    near = {c: min(board.grid.distance(c, cell(r, p)) for p in listed) for c in far}
    least = min(near.values(), default=0)
    return [board.place(c) for c in far if near[c] == least]


@lru_cache(maxsize=64)
def _rim(board: Board, edge: str) -> tuple[str, ...]:
    """Return the cells along an edge of a board, in reading order."""
    columns, rows = int(board.grid.spec["columns"]), int(board.grid.spec["rows"])
    axis, at = {"west": (0, 0), "east": (0, columns - 1), "north": (1, 0), "south": (1, rows - 1)}.get(edge, (0, -1))
    return tuple(c for c in board.grid.cells() if board.grid.position(c)[axis] == at)  # type: ignore[attr-defined]


def _fits(r: Reader, side: str, pieces: list[str], place: str) -> bool:
    if not fits(r, place, side, pieces):
        return False
    if any(is_heavy(r, p) for p in pieces) and terrain(r, place) in BUILDINGS:
        return False
    return not units(r, place, enemy(side)) or any(may_close(r, p) for p in pieces)


def enter(t: Table, side: str, pieces: list[str], place: str) -> None:
    """Bring units onto the map; the entry hex is the first of their move."""
    if not _fits(t, side, pieces, place):
        t.refuse("refuse.stack", rule="1.3", cell={"c": place})
    left = movement.allowance(t, "move", pieces)
    if left < 1:
        t.refuse("refuse.mode_move", rule="6.0")
    for piece in pieces:
        t.set_attr(piece, "group", None)
    t.note("note.comes", rule="SETUP", pieces=wrapped(pieces), cell={"c": place})
    t.call(
        "march", side=side, units=list(pieces), mode="move", left=max(left, entry_cost(t, place)), path=[place], first=True,
        must=True, go_on=True,
    )  # fmt: skip
