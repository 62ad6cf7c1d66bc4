"""Lines of points: chains of sides, outlines, curves, bands, dashes, hatchings."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.draw.polylines import catmull, chaikin, chaikin_rings, chains, dashes, hatching, outline, ribbon, sides_of

A, B, C, D, E = (0.0, 0.0), (9.0, 0.0), (18.0, 0.0), (27.0, 0.0), (18.0, 9.0)


def square(x: float, y: float) -> list[tuple[float, float]]:
    return [(x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9)]


def test_sides_are_joined_to_lines_and_forks_begin_new_ones() -> None:
    assert chains([(B, C), (A, B), (C, D), (B, A)]) in ([[A, B, C, D]], [[D, C, B, A]])
    forked = chains([(A, B), (B, C), (C, D), (C, E)])
    assert sorted(len(line) for line in forked) == [2, 2, 3]
    assert all(C in (line[0], line[-1]) for line in forked)


def test_a_ring_of_sides_ends_where_it_begins_though_its_corners_are_worked_out_apart() -> None:
    (ring,) = chains([((0.0, 0.0), (9.0, 0.0)), ((9.0, 9.0), (9.01, 0.0)), ((9.0, 9.02), (0.0, 9.0)), ((0.0, 0.0), (0.0, 9.0))])
    assert ring[0] == ring[-1]
    assert set(ring) == set(square(0, 0))


def test_an_outline_leaves_out_shared_sides_and_passes_corners_that_touch() -> None:
    (ring,) = outline([square(0, 0), square(9, 0)])
    assert ring[0] == ring[-1]
    assert len(ring) == 7
    touching = outline([square(0, 0), square(9, 9)])
    assert all(line[0] == line[-1] for line in touching)
    assert sum(len(line) - 1 for line in touching) == 8
    around = [square(x, y) for x in (0, 9, 18) for y in (0, 9, 18) if (x, y) != (9, 9)]
    assert sorted(len(line) for line in outline(around)) == [5, 13], "the hole has a ring of its own"


@given(st.integers(0, 999), st.integers(3, 12))
def test_curves_keep_their_ends_and_go_through_their_points(seed: int, count: int) -> None:
    points = np.random.default_rng(seed).uniform(0, 500, (count, 2))
    curve = catmull(points, 12)
    assert np.allclose(curve[0], points[0])
    assert np.allclose(curve[-1], points[-1])
    assert np.allclose(curve[::12], points)
    smooth = chaikin(points, 2, closed=False)
    assert np.allclose(smooth[[0, -1]], points[[0, -1]])
    assert np.isfinite(ribbon(curve, 5, 20)).all()


@given(st.integers(0, 999), st.integers(0, 2))
def test_many_rings_are_smoothed_as_one_is(seed: int, times: int) -> None:
    chance = np.random.default_rng(seed)
    rings = [chance.uniform(0, 500, (int(size), 2)) for size in chance.choice((3, 7, 40, 5000), 6)]
    found = list(chaikin_rings(rings, times))
    assert all((one == chaikin(ring, times, closed=True)).all() for one, ring in zip(found, rings, strict=True))
    assert not list(chaikin_rings([], 1))


def test_a_side_that_two_polygons_share_is_there_once() -> None:
    found = sides_of([square(0, 0), square(9.001, 0), [(-4.0, -5.0), (0.0, 0.0), (-9.0, 0.0)]])
    assert len(found) == 4 + 3 + 3
    assert found[1].tolist() == [[9.0, 0.0], [9.0, 9.0]]
    assert [[-9.0, 0.0], [-4.0, -5.0]] in found.tolist(), "from left to right"
    assert sides_of([]).shape == (0, 2, 2)


def test_a_ribbon_is_as_wide_as_it_says() -> None:
    line = np.column_stack((np.arange(0, 101, 10.0), np.zeros(11)))
    band = ribbon(line, 4, 24, grow=2)
    assert np.ptp(band[[0, -1], 1]) == pytest.approx(6)
    assert np.ptp(band[[10, 11], 1]) == pytest.approx(26)


def test_dashes_have_the_length_of_their_pattern() -> None:
    strokes = dashes(np.array([(0.0, 0.0), (40.0, 0.0), (40.0, 60.0)]), (15, 6, 3, 6))
    lengths = [np.hypot(*np.diff(s, axis=0).T).sum() for s in strokes]
    assert lengths[:3] == pytest.approx([15, 3, 15])
    assert strokes[1][0].tolist() == [21, 0]
    assert [40, 0] in strokes[2].tolist()


def test_a_hatching_covers_its_rectangle_in_equal_steps_that_neighbours_share() -> None:
    lines = np.array(hatching((100, 50, 400, 250), 45.0, 12.0))
    across = (lines[:, :, 1] - lines[:, :, 0]) / np.sqrt(2)
    assert across[:, 0] == pytest.approx(across[:, 1])
    assert np.diff(across[:, 0]) == pytest.approx(12.0)
    assert across.min() <= (50 - 400) / np.sqrt(2)
    assert across.max() >= (250 - 100) / np.sqrt(2)
    assert across[0, 0] / 12 == pytest.approx(round(across[0, 0] / 12)), "counted from the origin"


def test_rows_of_dots_stand_in_the_gaps_of_the_row_above() -> None:
    rows = hatching((0, 0, 60, 60), 0.0, 10.0, period=8.0)
    assert all(abs(one[0][0] - two[0][0]) == pytest.approx(4.0) for one, two in pairwise(rows))
