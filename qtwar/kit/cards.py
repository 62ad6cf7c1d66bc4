"""A map of cards: what is laid during play makes the map, step by step, and one looks along eight straight lines.

The board is a grid of kind `cards`, the frame in which cards are laid; a cell belongs to the map once a card lies in it.
Cards may lie on each other (hills under a village): the uppermost is the one that is stood on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from qtwar.kit.content import Board
from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader
from qtwar.model.grid.square import ALL, SquareGrid

FARTHEST = 99


@per_place
def cards_at(r: Reader, place: str) -> tuple[str, ...]:
    """Return the cards that lie in a place, bottom first; those face down, which one knows by their backs, too."""
    return tuple(p for p in r.ids(place) if is_card(r, p))


def is_card(r: Reader, piece: str) -> bool:
    """Return whether a piece is a card, of either face up; a counter whose kind is not known is none."""
    kind = r.kind(piece)
    return r.record(piece)["back"] in r.content.card_backs if kind is None else kind.klass == "card"


def laid(r: Reader, board: Board) -> dict[str, tuple[str, ...]]:
    """Return cell → its cards, bottom first, of all cells in which cards lie, in reading order of the board."""
    found = {cell: cards_at(r, board.place(cell)) for cell in board.grid.cells()}
    return {cell: cards for cell, cards in found.items() if cards}


def next_to(grid: SquareGrid, cells: Collection[str], cell: str) -> tuple[str, ...]:
    """Return those of the cells laid that touch a cell by a side or a corner, clockwise from north."""
    near = (grid.at(*grid.step(*grid.position(cell), direction)) for direction in ALL)
    return tuple(other for other in near if other is not None and other in cells)


class Sight(NamedTuple):
    """What a look along a line gives: clear or why not, the direction, and the cell at which it ends.

    `why`: `crooked` (not in one of the eight directions), `far`, `gap` (no card there), `border` (one that is crossed
    hides), `height` (higher ground lies between), or an empty word.
    """

    why: str
    direction: str = ""
    at: str = ""

    @property
    def clear(self) -> bool:
        """Return whether one can see all the way."""
        return not self.why


def look(
    grid: SquareGrid,
    levels: Mapping[str, int],
    a: str,
    b: str,
    *,
    hides: Callable[[str, str], bool],
    eyes: tuple[int, int] = (0, 0),
    most: int = FARTHEST,
    crests: bool = False,
) -> Sight:
    """Return what is seen of a cell from another, alike both ways.

    `levels` gives the height of each cell laid, `eyes` how much higher one looks from and is looked at (upper storeys);
    `hides(cell, direction)` says whether the border of a cell toward a direction hides what lies beyond. Neighbours always
    see each other. Of the cards between, one below the higher end hides nothing; one as high as it or higher hides what
    is lower; where all are level the borders decide by which the line comes in and goes out. The borders of the two ends
    never count. With `crests` one higher than what is looked at hides it from wherever one looks.
    """
    direction = grid.bearing(a, b)
    if direction is None:
        return Sight("crooked")
    back = ALL[(ALL.index(direction) + 4) % 8]
    steps = grid.ray(a, direction)
    between = steps[: steps.index(b)] if b in steps else steps
    if b not in steps or b not in levels or a not in levels:
        return Sight("gap", direction, b)
    if len(between) >= most:
        return Sight("far", direction, b)
    ends = levels[a] + eyes[0], levels[b] + eyes[1]
    high, low = max(ends), min(ends)
    for cell in between:
        if cell not in levels:
            return Sight("gap", direction, cell)
        if levels[cell] > low and (crests or levels[cell] >= high):
            return Sight("height", direction, cell)
        if levels[cell] == high and (hides(cell, back) or hides(cell, direction)):
            return Sight("border", direction, cell)
    return Sight("", direction, b)
