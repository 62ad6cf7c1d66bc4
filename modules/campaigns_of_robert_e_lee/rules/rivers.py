"""Great rivers as lines of hexsides: what lies downstream, which sides branch off, how far ships get (8.81, 8.91)."""

from __future__ import annotations

from typing import NamedTuple

from qtwar.kit.content import Content

from .facts import MAP


class Side(NamedTuple):
    """A side of a great river: its river, and how far down it lies, counted from the source."""

    river: str
    at: int


def cells(side: str) -> tuple[str, str]:
    """Return the two hexes of a side: `2938|3037`."""
    a, _, b = side.partition("|")
    return a, b


def sides(content: Content) -> dict[str, Side]:
    """Return side → where on which great river it lies, from source to mouth."""
    found: dict[str, Side] | None = content.memo.get("great rivers")
    if found is None:
        found = content.memo["great rivers"] = {}
        lines = [line for line in content.boards[MAP].edge_lines if line["kind"] == "great_river"]
        rivers = {str(line["attrs"]["id"]): list(line["sides"]) for line in lines}
        for river, line in rivers.items():
            others = {c for other, run in rivers.items() if other != river for s in run for c in cells(s)}
            if _mouth(content, line[0], others) > _mouth(content, line[-1], others):
                line.reverse()
            for n, side in enumerate(line):
                found[side] = Side(river, n)
    return found


def _mouth(content: Content, side: str, others: set[str]) -> int:
    """Return how much an end looks like a mouth: 2 beside the sea, 1 beside another great river."""
    board = content.boards[MAP]
    near = {c for cell in cells(side) for c in (cell, *board.grid.neighbours(cell))}
    if any(board.terrain.get(c) == "sea" for c in near):
        return 2
    return 1 if set(cells(side)) & others else 0


def crossings(content: Content) -> list[str]:
    """Return the sides of great rivers with a bridge or ford."""
    edges = content.boards[MAP].edges
    return [side for side in sides(content) if {"bridge", "ford"} & set(edges.get(side, ()))]


def is_below_crossing(content: Content, side: str, hexes: int) -> bool:
    """Return whether a side lies within so many hexes downstream of a bridge or ford of its river (8.81a)."""
    here, grid = sides(content)[side], content.boards[MAP].grid
    for other in crossings(content):
        there = sides(content)[other]
        if there.river == here.river and there.at <= here.at:
            apart = min(grid.distance(a, b) for a in cells(side) for b in cells(other))
            if apart <= hexes:
                return True
    return False


def branches(content: Content, side: str) -> list[str]:
    """Return the great-river sides that branch off the two ends of one (8.91a)."""
    grid = content.boards[MAP].grid
    a, b = cells(side)
    corners = sorted(set(grid.neighbours(a)) & set(grid.neighbours(b)))
    ends = [grid.edge(cell, corner) for corner in corners for cell in (a, b)]
    return [end for end in ends if end in sides(content)]


def navigable(content: Content) -> frozenset[str]:
    """Return the sides that ships can be on: from the sea up to the first bridge or ford of a river (8.91)."""
    found: frozenset[str] | None = content.memo.get("navigable")
    if found is None:
        board, open_ = content.boards[MAP], set()
        for line in board.edge_lines:
            about = line.get("attrs") or {}
            if line["kind"] == "great_river" and "navigable" in about:
                limit = sides(content)[about["limit"]].at if "limit" in about else -1
                open_ |= {side for side in line["sides"] if sides(content)[side].at > limit}
        found = content.memo["navigable"] = frozenset(open_)
    return found
