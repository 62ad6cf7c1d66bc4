"""The edge brush: a line along sides that follows the pointer, whatever its speed, from inside the board or its rim."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.editing.sidewalk import SideWalk
from qtwar.model.grid import make_grid
from qtwar.model.grid.base import vertex_id

GRIDS = [
    make_grid({"kind": "hex", "columns": 12, "rows": 10}),
    make_grid({"kind": "square", "columns": 12, "rows": 10}),
]
HEXES = GRIDS[0]


def middle(side, grid=HEXES):
    points = grid.edge_points(side)
    return (points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2


def drawn(grid, *points, side=""):
    walk = SideWalk(grid, points[0], side)
    for point in points[1:]:
        walk.to(point)
    return walk.line()


def meetings(grid, sides):
    """Return how many sides of a line meet in each corner."""
    return Counter(vertex_id(end) for side in sides for end in (grid.edge_points(side)[0], grid.edge_points(side)[-1]))


@pytest.mark.parametrize("grid", GRIDS, ids=["hex", "square"])
@given(corners=st.lists(st.tuples(st.integers(80, 700), st.integers(80, 700)), min_size=2, max_size=5), steps=st.integers(1, 40))
def test_a_line_has_no_gaps_however_fast_the_pointer_goes(grid, corners, steps):
    fast = drawn(grid, *corners)
    many = [corners[0]]
    for (x1, y1), (x2, y2) in pairwise(corners):
        many += [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(1, steps + 1)]
    for sides in (fast, drawn(grid, *many)):
        ends = {side: {vertex_id(grid.edge_points(side)[0]), vertex_id(grid.edge_points(side)[-1])} for side in sides}
        joined = set(sides[:1])
        for _ in sides:
            reached = set().union(*(ends[side] for side in joined)) if joined else set()
            joined |= {side for side in sides if ends[side] & reached}
        assert joined == set(sides)


def test_a_trembling_hand_leaves_no_spurs():
    (x1, y1), (x2, y2) = middle("0204|0205"), middle("0904|0905")
    points = [(x1 + (x2 - x1) * n / 90, y1 + (y2 - y1) * n / 90 + 14 * math.sin(n)) for n in range(91)]
    sides = drawn(HEXES, *points, side="0204|0205")
    met = meetings(HEXES, sides)
    assert max(met.values()) == 2
    assert sum(n == 1 for n in met.values()) == 2, "one line with two ends"


def test_what_is_gone_back_over_is_taken_back_but_not_the_side_that_was_pressed():
    there = [middle("0504|0505"), middle("0604|0605")]
    ahead = drawn(HEXES, *there, side="0504|0505")
    assert len(ahead) > 2
    assert drawn(HEXES, *there, there[0], side="0504|0505") == ["0504|0505"]
    assert drawn(HEXES, there[0], side="0504|0505") == ["0504|0505"]


def test_a_line_may_begin_and_end_beyond_the_rim():
    x, y = HEXES.to_pixel("0105")
    sides = drawn(HEXES, (x - 400, y + 30), (x + 300, y + 30))
    assert any("0105" in side for side in sides)
    assert drawn(HEXES, (x - 400, y), (x - 300, y)) == []
