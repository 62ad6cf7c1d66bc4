"""Position files: what holds, what does not, and what is no position file."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.session import position
from qtwar.session.expectations import fits
from tests.kit.port import Port
from tests.kit.tiny import CONTENT

BASE: dict[str, Any] = {
    "format": 1,
    "title": "tiny",
    "scenario": "one",
    "pieces": {"red-1": "m:0101", "blue-2": {"at": "m:0102", "known": ["blue"]}},
    "sides": {"red": {"cp": 7}},
    "phase": "act",
    "args": {"side": "red"},
}
ROSTER = [piece["id"] for piece in CONTENT["pieces"]]
GO = {"side": "red", "verb": "go", "args": {"pieces": ["red-1"], "path": ["m:0101", "m:0102"]}}


def play(**more: Any) -> position.Report:
    """Play the base position with more said."""
    return position.play({**BASE, **more}, Port("tests.kit.tiny", CONTENT), ("red", "blue"), ROSTER)


def test_expectations_that_hold_leave_no_fault() -> None:
    report = play(
        play=[
            {
                "query": {"side": "red", "what": "reach", "args": {"pieces": ["red-1"]}},
                "expect": {"value": {"cells": {"m:0102": {"cost": 1}}}},
            },
            {
                "do": GO,
                "expect": {
                    "events": [{"e": "piece.moved", "piece": "red-1"}],
                    "not_events": [{"e": "rolled"}],
                    "notes": ["note.go"],
                    "at": {"red-1": "m:0102"},
                    "known": {"blue-2": ["blue"]},
                    "active": ["blue"],
                },
            },
            {"undo": 1, "expect": {"at": {"red-1": "m:0101"}}},
            {
                "do": {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}},
                "dice": [4],
                "expect": {"rolls": [[4]], "sides": {"red": {"cp": 11}}},
            },
        ],
        expect={
            "vars": {"turn": 1},
            "offers": {"blue": {"verbs": ["skip"], "not_verbs": ["take"]}, "red": None},
        },
    )
    assert report.faults == []
    assert len(report.steps) == 4


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ({"do": GO, "expect": {"at": {"red-1": "m:0505"}}}, "red-1: at is m:0102, expected m:0505"),
        ({"do": GO, "expect": {"refused": "2.1"}}, "expected a refusal, it was done"),
        (
            {"do": {**GO, "args": {"pieces": ["red-1"], "path": ["m:0404"]}}},
            "step 1: was refused: refuse.far (2.2)",
        ),
        (
            {"do": {**GO, "args": {"pieces": ["red-1"], "path": ["m:0404"]}}, "expect": {"refused": "9.9"}},
            "refused by rule '2.2'",
        ),
        ({"do": GO, "expect": {"rolls": [[1]]}}, "rolled [], expected [[1]]"),
        ({"do": GO, "expect": {"notes": ["note.pass"]}}, "was not told"),
        (
            {"do": {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}, "dice": []},
            "step 1: wants more dice: [6]",
        ),
        ({"do": GO, "expect": {"active": ["red"]}}, "to act is ['blue'], expected ['red']"),
    ],
)
def test_expectations_that_do_not_hold_are_told(step: dict[str, Any], fault: str) -> None:
    assert any(fault in f for f in play(play=[step]).faults)


def test_a_step_may_look_before_the_first_action_and_at_what_the_set_up_did() -> None:
    look = {"expect": {"at": {"red-1": "m:0101"}, "events": [{"e": "piece.added", "piece": "red-1"}]}}
    assert play(play=[look]).faults == []
    assert play(play=[{"expect": {"at": {"red-1": "m:0202"}}}]).faults == ["step 1: red-1: at is m:0101, expected m:0202"]


def test_kind_face_owner_and_attributes_of_pieces_can_be_expected() -> None:
    pieces = {"red-1": {"at": "m:0101", "attrs": {"tired": ["a", "b"]}}, "blue-2": {"at": "m:0102", "face": "back"}}
    facts = {"kind": "red_unit", "face": "front", "owner": "red", "attrs": {"tired": {"any_order": ["b", "a"]}}}
    good = {"red-1": facts, "blue-2": {"face": "back"}, "red-2": None}
    assert play(pieces=pieces, expect={"pieces": good}).faults == []
    bad = {"red-1": {"kind": "blue_unit", "attrs": {"tired": {"contains": ["c"]}}}, "blue-2": {"face": "front"}}
    faults = play(pieces=pieces, expect={"pieces": bad}).faults
    assert [fault.split(":")[1].strip() for fault in faults] == ["red-1", "red-1", "blue-2"]


@pytest.mark.parametrize(
    ("wanted", "got", "fit"),
    [
        ({"any_order": [1, 2]}, [2, 1], True),
        ({"any_order": [1, 2]}, [2, 1, 1], False),
        ({"contains": [1]}, [2, 1], True),
        ({"contains": [1, 1]}, [2, 1], False),
        # the first item fits both, the second one only the first: each gets its own
        ({"any_order": [{"a": 1}, {"a": 1, "b": 2}]}, [{"a": 1, "b": 2}, {"a": 1}], True),
        ([1, 2], [2, 1], False),
        (1, True, False),
    ],
)
def test_lists_fit_in_any_order_or_by_what_they_contain(wanted: Any, got: Any, fit: bool) -> None:
    assert fits(wanted, got) is fit


def test_a_name_that_was_never_there_is_a_fault_though_nothing_is_expected_of_it() -> None:
    faults = play(play=[{"do": GO}], expect={"at": {"red-11": None}, "vars": {"turm": None}}).faults
    assert faults == [
        "at the end: there is no piece 'red-11'; did you mean 'red-1'?",
        "at the end: turm was never set; did you mean 'turn'?",
    ]


FIGHT = {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"play": [{"do": FIGHT, "dice": [4, 5]}]}, "step 1: 2 dice are given, 1 were rolled: [4]"),
        ({"play": [{"do": GO, "dice": [4]}]}, "step 1: 1 dice are given, 0 were rolled: []"),
        ({"play": [{"do": FIGHT}]}, "give these dice, or a seed where any dice will do"),
        ({"play": [{"do": {**GO, "args": {**GO["args"], "lnad": {}}}}]}, "go has no argument 'lnad'; did you mean 'land'?"),
    ],
)
def test_dice_and_arguments_are_neither_too_few_nor_too_many(more: dict[str, Any], fault: str) -> None:
    assert any(fault in f for f in play(**more).faults)


def test_with_a_seed_the_dice_may_be_left_to_chance() -> None:
    assert play(seed=3, play=[{"do": FIGHT}]).faults == []
