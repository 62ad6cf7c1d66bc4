"""Sides that act in turn: passes in a row, passes for good, sides that can not act (kit.alternation)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.kit.alternation import Alternation
from qtwar.kit.table import Frame


def frame() -> Frame:
    return Frame({"step": "phase", "l": {}, "s": {}, "r": None})


def begun(turns: Alternation, first: str = "a") -> Frame:
    f = frame()
    turns.begin(f, first)
    return f


@pytest.mark.parametrize("most", [2, 3])
def test_so_many_passes_in_a_row_end_it(most: int) -> None:
    turns = Alternation(("a", "b"), passes=most)
    f = begun(turns)
    turns.passed(f)
    turns.acted(f)  # breaks the row
    for n in range(most):
        assert not turns.is_over(f), n
        turns.passed(f)
    assert turns.is_over(f)


def test_a_final_pass_leaves_the_others_to_go_on() -> None:
    turns = Alternation(("a", "b"), final=True)
    f = begun(turns)
    turns.passed(f)
    for _ in range(4):
        assert f.l["side"] == "b"
        turns.acted(f)
    turns.passed(f)
    assert turns.is_over(f)


def test_who_can_not_act_is_out_once() -> None:
    turns = Alternation(("a", "b"))
    f = begun(turns)
    assert turns.leave(f, "a")
    assert not turns.leave(f, "a")
    assert f.l["side"] == "b"
    assert turns.leave(f, "b")
    assert turns.is_over(f)


def test_who_can_act_again_is_next() -> None:
    turns = Alternation(("a", "b"), final=True)
    f = begun(turns)
    turns.leave(f, "b")
    turns.acted(f)
    assert f.l["side"] == "a"
    turns.back(f, "b")
    assert (f.l["side"], f.l["out"]) == ("b", [])
    turns.back(f, "a")
    assert f.l["side"] == "b", "who was never out changes nothing"


def test_who_is_out_passes_with_the_others() -> None:
    turns = Alternation(("a", "b"))
    f = begun(turns)
    turns.leave(f, "b")
    assert not turns.is_over(f)
    turns.passed(f)
    assert turns.is_over(f)


def test_begin_keeps_what_has_begun() -> None:
    turns = Alternation(("a", "b"))
    f = begun(turns, "b")
    turns.acted(f)
    turns.begin(f, "b")
    assert f.l["side"] == "a"


@given(st.lists(st.booleans(), max_size=30), st.booleans(), st.integers(2, 4))
def test_the_turn_never_goes_to_who_is_out(deeds: list[bool], final: bool, most: int) -> None:
    turns = Alternation(("a", "b", "c"), passes=most, final=final)
    f = begun(turns)
    for acts in deeds:
        if turns.is_over(f):
            break
        assert f.l["side"] not in f.l["out"]
        (turns.acted if acts else turns.passed)(f)
