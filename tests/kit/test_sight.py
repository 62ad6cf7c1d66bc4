"""Lines between cell centres against a slow reckoning with fractions on the cells' polygons, on every hex and square grid."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qtwar.kit.sight import ALONG, CELL, CORNER, SIDE, Touch, leans, point, trace
from qtwar.model.grid import Grid, make_grid
from qtwar.model.grid.hex import HexGrid

NUMBERING = {"pattern": "A1"}
N1 = make_grid({"kind": "hex", "columns": 16, "rows": 14, "offset": "even", "numbering": NUMBERING})

Exact = tuple[Fraction, Fraction]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    spec: dict[str, Any] = {"columns": draw(st.integers(1, 9)), "rows": draw(st.integers(1, 9)), "numbering": NUMBERING}
    if draw(st.booleans()):
        spec["kind"] = "hex"
        spec["orientation"] = draw(st.sampled_from(["flat", "pointy"]))
        spec["offset"] = draw(st.sampled_from(["odd", "even"]))
    else:
        spec["kind"] = "square"
    grid = make_grid(spec)
    cells = list(grid.cells())
    holes = draw(st.lists(st.sampled_from(cells), unique=True, max_size=min(3, len(cells) - 1)))
    return make_grid({**spec, "holes": holes})


@st.composite
def lines(draw: st.DrawFn) -> tuple[Grid, str, str]:
    grid = draw(grids())
    cells = list(grid.cells())
    return grid, draw(st.sampled_from(cells)), draw(st.sampled_from(cells))


def exact(grid: Grid, points: tuple[tuple[float, float], ...]) -> list[Exact]:
    """Corners in whole numbers: a hex grid is squeezed by √3 across its columns (rows), so that nothing is rounded away."""
    wide, high = 1.0, 1.0
    if isinstance(grid, HexGrid):
        wide, high = (math.sqrt(3), 1.0) if grid.flat else (1.0, math.sqrt(3))
    return [(Fraction(round(x * wide)), Fraction(round(y * high))) for x, y in points]


def cut(polygon: list[Exact], a: Exact, b: Exact) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where a line lies in a polygon (clockwise), and whether on its rim all the way; None: nowhere."""
    low, high, rim = Fraction(0), Fraction(1), False
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        # positive inside: how far the line's two ends lie from this side
        one = (qx - px) * (a[1] - py) - (qy - py) * (a[0] - px)
        two = (qx - px) * (b[1] - py) - (qy - py) * (b[0] - px)
        if one == two:
            if one < 0:
                return None
            rim = rim or one == 0
        elif one < two:
            low = max(low, one / (one - two))
        else:
            high = min(high, one / (one - two))
    return (low, high, rim) if low <= high else None


def slow(grid: Grid, a: str, b: str) -> dict[str, tuple[Fraction, Fraction, bool]]:
    ends = exact(grid, (grid.to_pixel(a), grid.to_pixel(b)))
    found = {c: cut(exact(grid, grid.polygon(c)), *ends) for c in grid.cells()}
    return {c: span for c, span in found.items() if span is not None}


@settings(max_examples=150)
@given(lines())
def test_trace_agrees_with_polygons(case: tuple[Grid, str, str]) -> None:
    grid, a, b = case
    if a == b:
        return
    wanted = slow(grid, a, b)
    touches = trace(grid, a, b)
    inside = {
        t.cells[0]: (Fraction(t.start, t.of), Fraction(t.end, t.of)) for t in touches if t.kind == CELL and t.cells
    }
    assert inside == {c: (low, high) for c, (low, high, rim) in wanted.items() if low < high and not rim}
    beside = {c: (Fraction(t.start, t.of), Fraction(t.end, t.of)) for t in touches if t.kind == ALONG for c in t.cells}
    assert beside == {c: (low, high) for c, (low, high, rim) in wanted.items() if low < high and rim}
    assert {c for t in touches for c in t.cells} == set(wanted)
    points = {Fraction(t.start, t.of): set(t.cells) for t in touches if t.kind in (SIDE, CORNER)}
    for at, cells in points.items():
        assert cells == {c for c, (low, high, _) in wanted.items() if at in (low, high)}


@settings(max_examples=150)
@given(lines())
def test_spans_and_points_take_turns_from_end_to_end(case: tuple[Grid, str, str]) -> None:
    grid, a, b = case
    touches = trace(grid, a, b)
    assert touches[0].cells == (a,)
    assert touches[-1].cells == (b,)
    assert touches[0].start == 0
    assert touches[-1].end == touches[-1].of
    for n, touch in enumerate(touches):
        assert (touch.kind in (CELL, ALONG)) == (n % 2 == 0)
        assert (touch.start < touch.end) == (n % 2 == 0)
        assert n == 0 or touch.start == touches[n - 1].end
        for edge in touch.edges:
            one, two = grid.edge_cells(edge)
            assert one in touch.cells
            assert two is None or two in touch.cells
        for one, two in combinations(touch.cells, 2):
            if grid.has_edge(grid.edge(one, two)) and (isinstance(grid, HexGrid) or grid.distance(one, two) == 1):
                assert grid.edge(one, two) in touch.edges


@given(lines())
def test_the_way_back_meets_the_same(case: tuple[Grid, str, str]) -> None:
    grid, a, b = case

    def turned(t: Touch) -> tuple[str, set[str], set[str], int, int, int]:
        return t.kind, set(t.cells), set(t.edges), t.of - t.end, t.of - t.start, t.of

    def plain(t: Touch) -> tuple[str, set[str], set[str], int, int, int]:
        return t.kind, set(t.cells), set(t.edges), t.start, t.end, t.of

    assert [turned(t) for t in reversed(trace(grid, a, b))] == [plain(t) for t in trace(grid, b, a)]


@given(grids(), st.data())
def test_neighbours_meet_in_their_side(grid: Grid, data: st.DataObject) -> None:
    a = data.draw(st.sampled_from(list(grid.cells())))
    for b in grid.neighbours(a):
        assert [t.kind for t in trace(grid, a, b)] == [CELL, SIDE, CELL]
        assert trace(grid, a, b)[1].edges == (grid.edge(a, b),)


def test_a_hexspine_runs_along_the_side_between_two_hexes() -> None:
    spine = trace(N1, "B4", "D4")
    assert [t.kind for t in spine] == [CELL, CORNER, ALONG, CORNER, CELL]
    assert spine[2].cells == ("C3", "C4")
    assert spine[2].edges == ("C3|C4",)
    assert set(spine[1].edges) == {"B4|C3", "B4|C4", "C3|C4"}
    assert [(t.start, t.end) for t in spine] == [(0, 3), (3, 3), (3, 6), (6, 6), (6, 9)]


def test_a_corner_may_be_grazed_in_passing() -> None:
    # at a third and two thirds of the way three hexes meet, one of which the line only touches
    line = trace(N1, "D4", "E8")
    assert [t.cells for t in line if t.kind == CELL] == [("D4",), ("D5",), ("D6",), ("E6",), ("E7",), ("E8",)]
    corners = [(set(t.cells), Fraction(t.start, t.of)) for t in line if t.kind == CORNER]
    assert corners == [({"D5", "D6", "E5"}, Fraction(1, 3)), ({"D7", "E6", "E7"}, Fraction(2, 3))]


def test_beyond_the_border_is_left_out() -> None:
    rim = trace(N1, "A14", "C14")
    assert (rim[2].kind, rim[2].cells, rim[2].edges) == (ALONG, ("B14",), ("B14/S",))


@settings(max_examples=150)
@given(lines())
def test_the_triangle_between_a_side_and_the_centre(case: tuple[Grid, str, str]) -> None:
    grid, a, b = case
    one, two = exact(grid, (grid.to_pixel(a), grid.to_pixel(b)))
    for touch in trace(grid, a, b):
        for near in grid.neighbours(touch.cells[0]) if touch.kind == CELL and touch.cells else ():
            p, q = exact(grid, grid.edge_points(grid.edge(touch.cells[0], near)))
            (centre,) = exact(grid, (grid.to_pixel(touch.cells[0]),))
            turned = (q[0] - p[0]) * (centre[1] - p[1]) - (q[1] - p[1]) * (centre[0] - p[0])
            met = cut([p, q, centre] if turned > 0 else [q, p, centre], one, two)
            inside = met is not None and met[0] < met[1] and not met[2]
            assert leans(grid, a, b, touch, near) == inside, (touch, near)


def test_a_line_straight_down_a_column_leans_to_the_two_sides_it_crosses() -> None:
    touch = next(t for t in trace(N1, "H7", "H14") if t.cells == ("H12",))
    assert {n for n in N1.neighbours("H12") if leans(N1, "H7", "H14", touch, n)} == {"H11", "H13"}


def test_only_neighbours_have_a_triangle() -> None:
    with pytest.raises(ValueError, match="share no side"):
        leans(N1, "A3", "C2", trace(N1, "A3", "C2")[2], "D3")


def test_points_for_drawing() -> None:
    touch = trace(N1, "C4", "C2")[1]
    x, y = point(N1, "C4", "C2", touch.start, touch.of)
    (x1, y1), (x2, y2) = N1.edge_points("C3|C4")
    assert (x, y) == (pytest.approx((x1 + x2) / 2), pytest.approx((y1 + y2) / 2))


def test_boards_without_straight_lines_say_so() -> None:
    square = [[0, 0], [100, 0], [100, 100], [0, 100]]
    areas = make_grid({"kind": "areas", "cells": {"a": square}})
    with pytest.raises(ValueError, match="no lines of sight"):
        trace(areas, "a", "a")
