"""Dice counted beside what fair ones would give."""

from __future__ import annotations

import pytest

from qtwar.session.dicetally import DiceTally, chi_squared_tail, tally


def rolled(by: str, *dice: tuple[int, int]) -> dict[str, object]:
    return {"e": "rolled", "dice": [list(die) for die in dice], "for": "roll.fire", "by": by}


def test_dice_are_counted_by_side_and_by_number_of_faces() -> None:
    told = [
        [rolled("blue", (6, 4), (6, 4)), {"e": "note", "key": "note.x", "args": {}}],
        [rolled("red", (6, 1)), rolled("blue", (10, 10), (6, 1))],
        [],
    ]
    assert tally(told) == [
        DiceTally("blue", (1, 0, 0, 2, 0, 0)),
        DiceTally("blue", (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        DiceTally("red", (1, 0, 0, 0, 0, 0)),
    ]
    assert tally([]) == []


def test_mean_and_what_is_expected() -> None:
    dice = DiceTally("blue", (1, 0, 0, 2, 0, 0))
    assert (dice.faces, dice.rolled, dice.mean, dice.expected) == (6, 3, 3.0, 3.5)


def test_even_counts_are_the_likeliest_and_one_face_alone_is_not() -> None:
    assert DiceTally("", (10,) * 6).chance == 1.0
    assert DiceTally("", (60, 0, 0, 0, 0, 0)).chance < 1e-50
    assert DiceTally("", (8, 12, 9, 11, 10, 10)).chance == pytest.approx(0.9626, abs=1e-4)


TABLE = [(1, 3.841), (2, 5.991), (3, 7.815), (5, 11.070), (7, 14.067), (9, 16.919), (19, 30.144)]
"""Degrees of freedom and 5 % point, as printed tables of the distribution have them."""


@pytest.mark.parametrize(("degrees", "x"), TABLE)
def test_the_tail_is_that_of_the_tables(degrees: int, x: float) -> None:
    assert chi_squared_tail(x, degrees) == pytest.approx(0.05, abs=1e-4)
    assert chi_squared_tail(0, degrees) == 1.0
