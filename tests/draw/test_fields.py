"""Fields and lines: what the art direction promises of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from qtwar.draw.fields import ScalarField, fractal, lattice, seed_of, warp


def covered(loops: list[np.ndarray], x: float, y: float) -> bool:
    odd = False
    for loop in loops:
        after = np.roll(loop, -1, axis=0)
        for (x0, y0), (x1, y1) in zip(loop.tolist(), after.tolist(), strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                odd = not odd
    return odd


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30), st.integers(0, 999))
def test_every_member_lies_inside_its_outline_and_no_other(members: set[tuple[int, int]], seed: int) -> None:
    field = ScalarField(-100, -100, 700, 700, 6)
    centres = {(c, r): (50.0 + 100 * c, 50.0 + 100 * r) for c in range(6) for r in range(6)}
    values = field.blend([(at, 1.0 if cell in members else 0.0) for cell, at in centres.items()], 74)
    values += field.noise(80, seed) * 0.30 + field.noise(25, seed + 2) * 0.07
    ins = [at for cell, at in centres.items() if cell in members]
    outs = [at for cell, at in centres.items() if cell not in members]
    loops = field.contours(field.guarantee(values, ins, outs, 27), 0.44, smooth=2)
    assert all(covered(loops, *at) for at in ins)
    assert not any(covered(loops, *at) for at in outs)


def test_noise_by_rows_is_noise_by_points() -> None:
    field = ScalarField(-37, 12, 260, 340, 6)
    whole = field.noise(55, 7)
    points = fractal(field.xs[None, :] / 55, field.ys[:, None] / 55, 7)
    assert np.allclose(whole, points)
    assert np.abs(whole).max() <= 1


def test_noise_is_added_onto_what_is_there() -> None:
    field = ScalarField(-37, 12, 260, 340, 6)
    ground = np.full(field.shape, 0.5)
    assert field.noise(55, 7, 2, onto=ground, times=0.3) is ground
    assert np.allclose(ground, 0.5 + field.noise(55, 7, 2) * 0.3)


def test_a_blend_is_the_weighted_mean_of_all_cells_in_reach() -> None:
    field = ScalarField(-200, -200, 2400, 500, 6)  # wider than what is worked out at a time
    chance = np.random.default_rng(4)
    cells = [((100.0 * c, 100.0 * r + 50 * (c % 2)), float(chance.integers(2))) for c in range(23) for r in range(3)]
    at, of = np.array([at for at, _ in cells]), np.array([value for _, value in cells])
    apart = (field.xs[None, :, None] - at[:, 0]) ** 2 + (field.ys[:, None, None] - at[:, 1]) ** 2
    weights = np.exp(-apart / 60**2)
    inside = (slice(30, -30), slice(30, -30))  # further out hardly any cell weighs anything
    found = field.blend(cells, 60)
    assert np.abs(found - (weights * of).sum(axis=2) / weights.sum(axis=2))[inside].max() < 1e-3
    assert (found == field.blend(cells[::-1], 60)).all()


def test_what_is_raised_and_lowered_at_the_rim_stays_in_the_field() -> None:
    field = ScalarField(0, 0, 120, 90, 6)
    found = field.guarantee(np.full(field.shape, 0.5), [(0.0, 0.0), (60.0, 45.0)], [(120.0, 90.0)], 20)
    assert found[0, 0] > 0.8
    assert field.sample(found, np.array([60.0]), np.array([45.0]))[0] > 0.8
    assert found[-2, -2] < 0.2
    assert found[0, -1] == found[-1, 0] == 0.5


def test_the_same_words_give_the_same_seed_on_every_machine() -> None:
    assert seed_of("delta", "woods") == 24504
    assert seed_of("delta", "woods") != seed_of("delta", "coast")


def test_warped_points_that_were_one_stay_one() -> None:
    points = np.array([(10.0, 20.0), (300.0, 40.0), (10.0, 20.0)])
    moved = warp(points, 13, 130, 5)
    assert (moved[0] == moved[2]).all()
    assert np.hypot(*(moved - points).T).max() <= 13 * 1.6 * 1.5


def test_scattered_points_keep_their_distance() -> None:
    points, chance = lattice((0, 0, 400, 400), 20, 0.2, 3)
    apart = np.hypot(points[:, None, 0] - points[None, :, 0], points[:, None, 1] - points[None, :, 1])
    np.fill_diagonal(apart, 99)
    assert apart.min() > 20 * (0.87 - 0.6)
    assert 0 <= chance.min() <= chance.max() <= 1
    again, _ = lattice((0, 0, 400, 400), 20, 0.2, 3)
    assert (again == points).all()
