"""Questions of a side, checked before a title answers them (kit.queries)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base.errors import Refusal
from qtwar.kit.boundary import Boundary
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner
from qtwar.kit.table import Seen
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT, title


def careless(s: Seen, args: dict[str, Any]) -> list[str]:
    """Answer as a title does that believes what it is asked about."""
    named = [*args.get("pieces", ()), *(p for pieces in args.get("join", {}).values() for p in pieces)]
    board = s.content.boards["m"]
    cells = [args["cell"]] if args.get("cell") else []
    return [s.where(p) for p in named] + [board.terrain.get(c.partition(":")[2], "") for c in (*cells, *args.get("path", ()))]


def runner() -> Runner:
    """Return a game of which blue knows nothing of red-1."""
    made = title(Content(CONTENT))
    found = Runner(Title(made.content, steps=made.steps.values(), setup=made.setup, queries={"q": careless}))
    found.setup({"scenario": "one", "options": {}}, {}, 1)
    return found


@pytest.mark.parametrize(
    ("args", "key"),
    [
        ({"pieces": ["nobody-1"]}, "refuse.no_piece"),
        ({"pieces": "red-1"}, "refuse.question"),
        ({"pieces": [["red-1"]]}, "refuse.no_piece"),
        ({"cell": "m:9999"}, "refuse.no_place"),
        ({"cell": ["m:0101"]}, "refuse.no_place"),
        ({"cell": "m:0101|0301"}, "refuse.no_place"),
        ({"path": ["m:0101", "moon"]}, "refuse.no_place"),
        ({"join": {"m:0101": ["nobody-1"]}}, "refuse.no_piece"),
        ({"land": 5}, "refuse.question"),
        ({"fixed": 5}, "refuse.question"),
        ({"support": ["nobody-1"]}, "refuse.no_piece"),
        ({"piece": 0}, "refuse.no_piece"),
        ({"piece": []}, "refuse.no_piece"),
        ({"cell": 0}, "refuse.no_place"),
        ({"cell": False}, "refuse.no_place"),
        ({"from": []}, "refuse.no_place"),
        ({"to": {}}, "refuse.no_place"),
        ({"fixed": {"cell": 7}}, "refuse.no_place"),
        (None, "refuse.question"),
        ("x", "refuse.question"),
    ],
)
def test_what_is_not_there_is_answered_with_a_sentence(args: Any, key: str) -> None:
    game = runner()
    with pytest.raises(Refusal) as no:
        game.query("red", "q", args)
    assert no.value.key == key
    held = Boundary.__new__(Boundary)
    held.runner = game
    assert held.query("red", "q", args)["refused"]["key"] == key


def test_a_side_of_a_cell_is_a_place_too() -> None:
    grid = runner().title.content.boards["m"].grid
    edge = "m:" + grid.edge("0101", grid.neighbours("0101")[0])
    assert runner().query("red", "q", {"cell": edge, "path": ["m:0101", edge]}) == ["", "clear", ""]


def test_a_place_that_is_not_said_is_none() -> None:
    assert runner().query("red", "q", {"cell": "", "piece": "", "to": None}) == []


def test_a_piece_that_the_side_does_not_know_is_not_there_for_it() -> None:
    game = runner()
    hidden = next(p for p in game.state.pieces if not game.state.knows("blue", p))
    with pytest.raises(Refusal) as no:
        game.query("blue", "q", {"pieces": [hidden]})
    assert no.value.key == "refuse.no_piece"


def test_a_question_of_no_side_is_refused() -> None:
    with pytest.raises(Refusal):
        runner().query("green", "q", {})


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.sampled_from(["red-1", "m:0101", "cup"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(junk | st.dictionaries(st.sampled_from(["pieces", "cell", "path", "join", "land", "fixed", "x"]), junk))
def test_nonsense_is_refused_or_answered_never_a_crash(args: Any) -> None:
    held = Boundary.__new__(Boundary)
    held.runner = runner()
    answer = held.query("red", "q", args)
    assert isinstance(answer, list) or answer["refused"]["key"] in ("refuse.question", "refuse.no_piece", "refuse.no_place")
