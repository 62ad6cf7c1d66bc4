"""What must hold of every grid, of any kind, size and numbering."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qtwar.base.errors import DataFault
from qtwar.model.grid import Grid, make_grid
from qtwar.model.grid.base import inside, vertex_id

PATTERNS = ["CCRR", "RRCC", "A1", "AA1", "CC.RR", "aC", "CCCRRR"]


def numberings(columns: int, rows: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "pattern": st.sampled_from(PATTERNS),
            "first_column": st.integers(1, 60),
            "first_row": st.integers(1, 60),
            "columns_from": st.sampled_from([None, "left", "right"]),
            "rows_from": st.sampled_from([None, "top", "bottom"]),
        }
    )


@st.composite
def lattices(draw: st.DrawFn, kinds: tuple[str, ...] = ("hex", "square", "cards")) -> dict[str, Any]:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    spec: dict[str, Any] = {"kind": draw(st.sampled_from(kinds)), "columns": columns, "rows": rows}
    spec["numbering"] = draw(numberings(columns, rows))
    if spec["kind"] == "hex":
        spec["orientation"] = draw(st.sampled_from(["flat", "pointy"]))
        spec["offset"] = draw(st.sampled_from(["odd", "even"]))
    else:
        spec["diagonals"] = draw(st.booleans())
    if spec["kind"] == "cards":
        spec.update(card_w=63, card_h=draw(st.sampled_from([63, 88])), gap=draw(st.sampled_from([None, 0, 12])))
        spec.update(cell_mm=draw(st.sampled_from([None, 25])))
    return spec


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    """Areas are the merged squares of a small square grid, so that their borders are known."""
    if draw(st.integers(0, 3)):
        return make_grid(draw(lattices()))
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    cells = {f"a{c}-{r}": [[100 * c + x, 100 * r + y] for x, y in square] for r in range(rows) for c in range(columns)}
    return make_grid({"kind": "areas", "cells": cells})


def pick(data: st.DataObject, grid: Grid) -> str:
    return data.draw(st.sampled_from(list(grid.cells())))


@settings(max_examples=60)
@given(boards(), st.data())
def test_neighbours_are_mutual_one_step_away_and_know_their_direction(grid: Grid, data: st.DataObject) -> None:
    cell = pick(data, grid)
    near = grid.neighbours(cell)
    assert cell not in near
    assert len(set(near)) == len(near)
    for other in near:
        assert cell in grid.neighbours(other)
        assert grid.distance(cell, other) == 1
        assert grid.toward(cell, grid.direction(cell, other)) == other
        back = math.dist(grid.to_pixel(cell), grid.to_pixel(other))
        assert 50 < back < 2.5 * max(100, getattr(grid, "width", 100))
    assert [c for c in grid.cells() if grid.distance(cell, c) == 1] == sorted(near, key=list(grid.cells()).index)


@settings(max_examples=60)
@given(boards(), st.data())
def test_distance_is_the_fewest_steps(grid: Grid, data: st.DataObject) -> None:
    start = pick(data, grid)
    steps = {start: 0}
    queue = [start]
    for cell in queue:
        for near in grid.neighbours(cell):
            if near not in steps:
                steps[near] = steps[cell] + 1
                queue.append(near)
    # a breadth-first search of the neighbours finds the same number that `distance` computes
    assert {cell: grid.distance(start, cell) for cell in grid.cells()} == steps
    for n in range(3):
        assert set(grid.ring(start, n)) == {c for c, d in steps.items() if d == n}
        assert set(grid.within(start, n)) == {c for c, d in steps.items() if d <= n}


@settings(max_examples=60)
@given(boards(), st.data())
def test_a_line_is_connected_shortest_and_the_same_both_ways(grid: Grid, data: st.DataObject) -> None:
    a, b = pick(data, grid), pick(data, grid)
    line = grid.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.are_adjacent(c, d) for c, d in pairwise(line))
    assert grid.line(b, a) == line[::-1]


def test_a_line_along_the_rim_stays_on_the_board() -> None:
    spec = {"kind": "hex", "columns": 3, "rows": 3, "orientation": "flat", "numbering": {"pattern": "CCRR"}}
    for offset in ("odd", "even"):
        grid = make_grid({**spec, "offset": offset})
        for row in ("01", "03"):
            assert len(grid.line(f"01{row}", f"03{row}")) == grid.distance(f"01{row}", f"03{row}") + 1


@settings(max_examples=60)
@given(lattices(), st.data())
def test_a_line_keeps_near_the_straight_one(spec: dict[str, Any], data: st.DataObject) -> None:
    grid = make_grid(spec)
    a, b = pick(data, grid), pick(data, grid)
    (ax, ay), (bx, by) = grid.to_pixel(a), grid.to_pixel(b)
    length = math.dist((ax, ay), (bx, by))
    reach = 80.0
    if spec["kind"] == "cards" and grid.at(0, 0) and grid.at(1, 1):  # cards have a size and gaps of their own
        reach = 0.51 * math.dist(grid.to_pixel(grid.at(0, 0)), grid.to_pixel(grid.at(1, 1)))
    for cell in grid.line(a, b)[1:-1]:
        x, y = grid.to_pixel(cell)
        assert abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length < reach


@settings(max_examples=60)
@given(boards(), st.data())
def test_every_point_of_a_cell_is_found_again(grid: Grid, data: st.DataObject) -> None:
    cell = pick(data, grid)
    x, y = grid.to_pixel(cell)
    assert grid.from_pixel(x, y) == cell
    polygon = grid.polygon(cell)
    assert inside((x, y), polygon)
    share = data.draw(st.floats(0, 0.95))
    corner = data.draw(st.sampled_from(polygon))
    assert grid.from_pixel(x + (corner[0] - x) * share, y + (corner[1] - y) * share) == cell
    left, top, right, bottom = grid.bounds()
    assert all(left - 1e-6 <= px <= right + 1e-6 and top - 1e-6 <= py <= bottom + 1e-6 for px, py in polygon)
    for outside in ((left - 1, y), (right + 1, y), (x, top - 1), (x, bottom + 1)):
        assert grid.from_pixel(*outside) is None
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    assert area > 0, "corners run clockwise on the screen"


@settings(max_examples=60)
@given(boards())
def test_the_bounds_are_touched_on_all_four_sides(grid: Grid) -> None:
    points = [p for cell in grid.cells() for p in grid.polygon(cell)]
    found = (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )
    assert found == pytest.approx(grid.bounds())


@settings(max_examples=60)
@given(boards(), st.data())
def test_a_side_has_one_name_from_both_cells_and_lies_between_them(grid: Grid, data: st.DataObject) -> None:
    cell = pick(data, grid)
    for side in grid.edges(cell):
        a, b = grid.edge_cells(side)
        assert cell in (a, b)
        assert grid.has_edge(side)
        ends = grid.edge_points(side)
        if b is None:
            direction = side.partition("/")[2]
            assert grid.toward(a, direction) is None
            assert grid.edge(a, direction) == side
            assert all(p in grid.polygon(a) for p in ends)
        else:
            assert a < b
            assert side in grid.edges(a)
            assert side in grid.edges(b)
            assert grid.edge(a, b) == grid.edge(b, a) == side
            middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
            assert math.dist(middle, grid.to_pixel(a)) == pytest.approx(math.dist(middle, grid.to_pixel(b)))
            assert len(corners(grid, a) & corners(grid, b)) in (0, 2)  # 0: cards with a gap


def corners(grid: Grid, cell: str) -> set[str]:
    """Return the ids of a cell's corners; cells that share a corner share its id."""
    return {vertex_id(point) for point in grid.polygon(cell)}


@settings(max_examples=40)
@given(lattices(("hex",)), st.data())
def test_three_hexes_meet_in_a_corner(spec: dict[str, Any], data: st.DataObject) -> None:
    grid = make_grid(spec)
    cell = pick(data, grid)
    if len(grid.neighbours(cell)) == 6:
        for corner in corners(grid, cell):
            assert sum(corner in corners(grid, other) for other in grid.neighbours(cell)) == 2


@settings(max_examples=60)
@given(lattices(), st.data())
def test_a_hole_is_no_cell(spec: dict[str, Any], data: st.DataObject) -> None:
    full = make_grid(spec)
    hole = pick(data, full)
    grid = make_grid({**spec, "holes": [hole]})
    assert not grid.contains(hole)
    assert grid.from_pixel(*full.to_pixel(hole)) is None
    with pytest.raises(KeyError):
        grid.neighbours(hole)
    for other in full.neighbours(hole):
        assert set(grid.neighbours(other)) == set(full.neighbours(other)) - {hole}


@pytest.mark.parametrize(
    ("numbering", "first", "last"),
    [
        ({"pattern": "CCRR"}, "0101", "2803"),
        ({"pattern": "RRCC", "rows_from": "bottom"}, "0301", "0128"),
        ({"pattern": "A1"}, "A1", "AB3"),
        ({"pattern": "AA1"}, "A1", "BB3"),
        ({"pattern": "a-C", "columns_from": "right"}, "A-28", "C-1"),
        ({"pattern": "CCRR", "first_column": 0, "first_row": 10}, "0010", "2712"),
    ],
)
def test_numbering(numbering: dict[str, Any], first: str, last: str) -> None:
    cells = make_grid({"kind": "hex", "columns": 28, "rows": 3, "numbering": numbering}).cells()
    assert (cells[0], cells[-1], len(cells)) == (first, last, 84)


def test_ids_may_be_given_one_by_one() -> None:
    grid = make_grid({"kind": "square", "columns": 2, "rows": 2, "numbering": {"ids": [["a", "b"], [None, "d"]]}})
    assert list(grid.cells()) == ["a", "b", "d"]
    assert grid.neighbours("b") == ("d", "a")


def test_the_neighbours_of_a_printed_hex() -> None:
    """Flat tops, every second column (02, 04 …) printed half a hex lower."""
    grid = make_grid({"kind": "hex", "orientation": "flat", "offset": "odd", "columns": 5, "rows": 5})
    assert grid.neighbours("0303") == ("0302", "0402", "0403", "0304", "0203", "0202")
    assert grid.neighbours("0203") == ("0202", "0303", "0304", "0204", "0104", "0103")
    assert grid.line("0101", "0503") == ("0101", "0201", "0302", "0402", "0503")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"kind": "triangle"}, "hex, square, cards or areas"),
        ({"kind": "hex", "columns": 0, "rows": 3}, "columns and rows"),
        ({"kind": "hex", "columns": 10_000, "rows": 10_000}, "more than"),
        ({"kind": "hex", "columns": 2, "rows": 2, "orientation": "round"}, "flat or pointy"),
        ({"kind": "hex", "columns": 2, "rows": 2, "offset": "left"}, "odd or even"),
        (
            {"kind": "square", "columns": 12, "rows": 12, "numbering": {"pattern": "CR"}},
            "two cells the id '111'",
        ),
        ({"kind": "square", "columns": 2, "rows": 2, "numbering": {"pattern": "C|R"}}, "can not name a cell"),
        ({"kind": "square", "columns": 2, "rows": 2, "numbering": {"ids": [["a"]]}}, "2 rows of 2"),
        ({"kind": "square", "columns": 2, "rows": 2, "holes": ["0909"]}, "the hole '0909'"),
        ({"kind": "areas", "cells": {"a": [[0, 0], [1, 1]]}}, "three corners"),
        (
            {"kind": "areas", "cells": {"a": [[0, 0], [9, 0], [0, 9]]}, "links": [["a", "b"]]},
            "unknown area 'b'",
        ),
    ],
)
def test_a_bad_grid_is_refused_in_words(spec: dict[str, Any], words: str) -> None:
    with pytest.raises(DataFault, match="(?i)^.*" + words.replace("|", r"\|")):
        make_grid(spec)


def test_a_card_is_as_wide_beside_its_counters_as_in_print() -> None:
    grid = make_grid({"kind": "cards", "columns": 2, "rows": 1, "card_w": 88, "card_h": 63, "cell_mm": 25, "gap": 10})
    assert grid.bounds() == pytest.approx((0, 0, 714, 252))
    assert grid.to_pixel(list(grid.cells())[1]) == pytest.approx((538, 126))
    plain = make_grid({"kind": "cards", "columns": 2, "rows": 1, "card_w": 88, "card_h": 63})
    assert plain.polygon(next(iter(plain.cells())))[2] == pytest.approx((100, 100 * 63 / 88))


def test_areas_follow_their_links_not_their_borders() -> None:
    square = [[0, 0], [100, 0], [100, 100], [0, 100]]
    moved = [[x + 100, y] for x, y in square]
    far = [[x + 500, y] for x, y in square]
    grid = make_grid({"kind": "areas", "cells": {"a": square, "b": moved, "c": far}, "links": [["a", "c"]]})
    assert grid.neighbours("a") == ("c",)
    assert grid.distance("a", "b") > len(grid.cells()), "no way"
    assert grid.line("a", "b") == ("a", "b")
    assert grid.edge_points("a|c") == (grid.to_pixel("a"), grid.to_pixel("c"))


def test_the_centre_of_a_bent_area_lies_inside() -> None:
    bent = [[0, 0], [300, 0], [300, 20], [20, 20], [20, 300], [0, 300]]
    grid = make_grid({"kind": "areas", "cells": {"bent": bent}})
    assert grid.from_pixel(*grid.to_pixel("bent")) == "bent"
