"""Flights: from anywhere to anywhere, but round the squares that are closed to the force (8.6, 8.14, 21.1)."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from qtwar.kit.content import split

from .ground import Ground


class Sky:
    """The ways through the air that keep out of closed squares: straight where nothing is between, else round it."""

    def __init__(self, g: Ground, closed: frozenset[str]) -> None:
        self._g = g
        self._closed = closed
        self._trees: dict[str, dict[str, str]] = {}

    def way(self, start: str, to: str) -> list[str] | None:
        """Return the turning points of a flight with both its ends; None where every way is closed."""
        if self._clear(start, to):
            return [start, to]
        before = self._tree(start)
        if to not in before:
            return None
        squares = [to]
        while squares[-1] != start:
            squares.append(before[squares[-1]])
        squares.reverse()
        turns = [start]
        for here, ahead in pairwise(squares[1:]):
            if not self._clear(turns[-1], ahead):
                turns.append(here)
        return [*turns, to]

    def _clear(self, start: str, to: str) -> bool:
        if not self._closed:
            return True
        board = self._g.board
        return not any(board.place(c) in self._closed for c in board.grid.line(split(start)[1], split(to)[1])[1:])

    def _tree(self, start: str) -> dict[str, str]:
        """Return each square that can be flown to with the one before it on a shortest way."""
        if start not in self._trees:
            before = {start: start}
            queue = deque([start])
            while queue:
                here = queue.popleft()
                for place in self._g.near[here]:
                    if place not in before and place not in self._closed:
                        before[place] = here
                        queue.append(place)
            self._trees[start] = before
        return self._trees[start]
