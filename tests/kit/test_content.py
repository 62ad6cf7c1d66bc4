"""A title's content as its rules read it: kinds, boards, places (kit.content)."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import Refusal
from qtwar.kit.content import Board, Content, Kind, split
from qtwar.kit.runner import Runner
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT, title

WORLD = Content(CONTENT)


def test_a_kind_says_its_back_or_has_that_of_its_side() -> None:
    plain = Kind({"id": "a", "side": "red"})
    hidden = Kind(
        {"id": "b", "class": "marker", "size": "company", "hidden": "veil", "traits": ["x"], "attrs": {"n": 1}}
    )
    assert (plain.klass, plain.side, plain.back, plain.size, plain.traits, plain.attrs) == (
        "unit", "red", "red", None, frozenset(), {},
    )  # fmt: skip
    assert (hidden.klass, hidden.side, hidden.back, hidden.size) == ("marker", "", "veil", "company")
    assert (hidden.traits, hidden.attrs) == (frozenset({"x"}), {"n": 1})


def test_a_board_says_what_lies_in_on_and_between_its_cells() -> None:
    board = Board(
        {
            **CONTENT["boards"][0],
            "features": {"town": ["0303", "0101"], "base": ["0101"]},
            "edges": [{"kind": "wall", "sides": ["0101|0201"]}, {"kind": "ditch", "sides": ["0101|0201", "0201|0301"]}],
            "links": {"ferry": [["0101", "0505"], ["0505", "0303"]]},
        }
    )
    assert board.place("0303") == "m:0303"
    assert board.features_at("0101") == {"town", "base"}
    assert board.features_at("0303") == {"town"}
    assert board.features_at("0404") == frozenset()
    assert (board.attr("0101", "country"), board.attr("0202", "country")) == ("north", None)
    assert board.areas["corner"] == {"0101", "0102"}
    assert board.edges == {"0101|0201": ["wall", "ditch"], "0201|0301": ["ditch"]}
    assert [line["sides"] for line in board.edge_lines] == [["0101|0201"], ["0101|0201", "0201|0301"]], "in their order"
    assert board.links["ferry"] == {"0101": {"0505"}, "0505": {"0101", "0303"}, "0303": {"0505"}}, "both ways"


@pytest.mark.parametrize(
    ("place", "parts", "there"),
    [
        ("m:0101", ("m", "0101"), True),
        ("m:0606", ("m", "0606"), False),
        ("n:0101", ("n", "0101"), False),
        ("cup", ("", "cup"), True),
        ("no_box", ("", "no_box"), False),
    ],
)
def test_places_are_cells_of_boards_or_boxes(place: str, parts: tuple[str, str], there: bool) -> None:
    assert split(place) == parts
    assert WORLD.has_place(place) is there
    board = WORLD.board_of(place)
    assert (board.id if board else None) == ("m" if parts[0] == "m" else None)


def test_the_roster_is_asked_by_kind_in_its_order() -> None:
    assert list(WORLD.pieces_of("blue_unit")) == ["blue-1", "blue-2", "blue-3"]
    assert list(WORLD.pieces_of("none")) == []


# titles and the runner ------------------------------------------------------------------------------


class Round(Step):
    """Calls itself for ever, or fails in its second change."""

    name = "round"

    def run(self, t: Table, f: Frame) -> None:
        """Go round, or fail."""
        if t.var("fail"):
            t.set_var("half", True)
            raise ZeroDivisionError
        t.wait("red") if t.var("still") else None


def test_steps_need_names_of_their_own() -> None:
    def nothing(t: Table, choices: dict[str, Any]) -> None:
        """No set-up."""

    with pytest.raises(ValueError, match="Step needs a name"):
        Title(WORLD, steps=[Step()], setup=nothing)
    with pytest.raises(ValueError, match="'round'"):
        Title(WORLD, steps=[Round(), Round()], setup=nothing)


def test_a_step_that_does_not_say_what_it_does_says_so() -> None:
    bare = Step()
    bare.name = "bare"

    def begin(t: Table, choices: dict[str, Any]) -> None:
        t.call("bare")

    runner = Runner(Title(WORLD, steps=[bare], setup=begin))
    with pytest.raises(NotImplementedError, match="bare"):
        runner.setup({"scenario": "one"}, {}, 1)


@pytest.mark.parametrize(("var", "fault"), [("fail", ZeroDivisionError), ("", RuntimeError)])
def test_a_title_that_fails_or_goes_round_leaves_nothing_behind(var: str, fault: type[Exception]) -> None:
    def begin(t: Table, choices: dict[str, Any]) -> None:
        if var:
            t.set_var(var, True)
        t.call("round")

    runner = Runner(Title(WORLD, steps=[Round()], setup=begin))
    with pytest.raises(fault):
        runner.setup({"scenario": "one"}, {}, 1)
    assert runner.state.flow == []
    assert "half" not in runner.state.vars


def test_a_query_that_the_title_has_not_is_answered_with_nothing() -> None:
    runner = Runner(title(WORLD))
    runner.setup({"scenario": "one", "options": {}}, {}, 1)
    assert runner.query("red", "no such question", {}) is None
    assert runner.query("red", "reach", {"pieces": ["red-1"]})["cells"]


def test_an_offer_is_worked_out_once_and_anew_after_events_from_elsewhere() -> None:
    runner = Runner(title(WORLD))
    runner.setup({"scenario": "one", "options": {}}, {}, 1)
    first = runner.offer("red")
    assert runner.offer("red") is first
    runner.apply([{"e": "var.set", "key": "turn", "was": runner.state.vars["turn"], "to": 2}])
    assert runner.offer("red") is not first
    with pytest.raises(Refusal, match="not_your_turn"):
        runner.act({"side": "blue", "verb": "skip"}, 1)
