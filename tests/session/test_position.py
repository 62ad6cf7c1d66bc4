"""Position files: what holds, what does not, and what is no position file."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.session import position
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
GO = {"side": "red", "verb": "go", "args": {"pieces": ["red-1"], "path": ["m:0101", "m:0102"]}}


def play(**more: Any) -> position.Report:
    """Play the base position with more said."""
    return position.play({**BASE, **more}, Port("tests.kit.tiny", CONTENT), ("red", "blue"))


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
        ({"do": GO, "expect": {"at": {"red-1": "m:0505"}}}, "red-1 is at m:0102, expected m:0505"),
        ({"do": GO, "expect": {"refused": "2.1"}}, "expected a refusal, it was done"),
        (
            {"do": {**GO, "args": {"pieces": ["red-1"], "path": ["m:0404"]}}},
            "step 1 was refused: refuse.far (2.2)",
        ),
        (
            {"do": {**GO, "args": {"pieces": ["red-1"], "path": ["m:0404"]}}, "expect": {"refused": "9.9"}},
            "refused by rule '2.2'",
        ),
        ({"do": GO, "expect": {"rolls": [[1]]}}, "rolled [], expected [[1]]"),
        ({"do": GO, "expect": {"notes": ["note.pass"]}}, "was not told"),
        (
            {"do": {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}, "dice": []},
            "step 1 wants more dice: [6]",
        ),
        ({"do": GO, "expect": {"active": ["red"]}}, "to act is ['blue'], expected ['red']"),
    ],
)
def test_expectations_that_do_not_hold_are_told(step: dict[str, Any], fault: str) -> None:
    assert any(fault in f for f in play(play=[step]).faults)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 9}, "format 1"),
        ({"titel": "x"}, "'titel' is no part"),
        ({"scenario": None}, "scenario is missing"),
        ({"play": [{"do": GO, "undo": 1}]}, "step 1: give exactly one"),
        ({"play": [{"do": GO, "expect": {"wonders": 1}}]}, "'wonders'"),
        ({"pieces": {"red-1": "0101"}}, "board:cell"),
        ({"pieces": {"ghost": "m:0101"}}, "not in the order of battle"),
        ({"sides": {"green": {}}}, "no side 'green'"),
    ],
)
def test_a_file_that_can_not_be_used_says_why(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataFault, match=words):
        play(**change)
