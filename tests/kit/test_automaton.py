"""A side that plays by itself (kit.automaton): priority lists, order, reasons in the log, and the player's pace."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.kit import offers
from qtwar.kit.automaton import Automaton, Fit, Priorities, best
from qtwar.kit.content import Content
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

PRIORITIES = {
    "id": "enemy_activity",
    "rows": {"kind": "word", "heads": ["pinned", "sees_enemy", "always"]},
    "columns": {"kind": "word", "heads": ["assault", "delay"]},
    "cells": [["rally", "rally"], ["attack|advance", "fall_back"], ["advance", "-"]],
}
WORLD = Content({**CONTENT, "tables": [*CONTENT["tables"], PRIORITIES]})
HERE = "m:0303"


def sees_enemy(r: Reader, unit: str) -> bool:
    return r.spot(unit) == HERE


CONDITIONS = {"pinned": lambda r, unit: bool(r.attr(unit, "pinned")), "sees_enemy": sees_enemy, "always": lambda r, unit: True}


class Activity(Automaton):
    """Enemy activity as Fields of Fire has it (9.4): pinned ones first, then the others; a draw between two actions."""

    name = "activity"
    rule = "9.4"

    def order(self, t: Table, f: Frame) -> list[str]:
        units = [p for p in ("blue-1", "blue-2", "blue-3") if t.exists(p)]
        return sorted(units, key=lambda p: not t.attr(p, "pinned"))

    def row(self, t: Table, f: Frame, unit: str) -> Fit | None:
        return Priorities(t.chart("enemy_activity"), CONDITIONS).first(t, unit, t.var("tactic", "assault"))

    def verb(self, t: Table, f: Frame, unit: str, fit: Fit) -> str:
        return t.pick(str(fit.cell).split("|"))

    def act_rally(self, t: Table, f: Frame, unit: str) -> None:
        t.set_attr(unit, "pinned", None)

    def act_advance(self, t: Table, f: Frame, unit: str) -> None:
        t.move(unit, best(t, ["m:0101", "m:0505", HERE], lambda place: place.endswith(":0303")))

    def act_fall_back(self, t: Table, f: Frame, unit: str) -> None:
        t.move(unit, best(t, ["m:0101", "m:0505"], lambda place: 0))

    def act_attack(self, t: Table, f: Frame, unit: str) -> None:
        for other in ("blue-3", "red-1"):
            if other != unit and t.exists(other):
                t.remove(other)
                break
        t.call("answer", side="red")


class Answer(Asking):
    """The player answers an attack."""

    name = "answer"
    ends = ("duck",)

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        return offers.offer(offers.msg("prompt.act"), offers.button("duck", "button.pass"))


def game(**more: Any) -> Game:
    title = Title(WORLD, steps=(Activity(), Answer()), setup=lambda t, choices: None)
    pieces = {"red-1": "0102", "blue-1": "0303", "blue-2": {"at": "0201", "attrs": {"pinned": True}}, "blue-3": "0505"}
    return Game(title, "one", pieces=pieces, **more)


def told(g: Game) -> list[tuple[str, str, str]]:
    """Return the lines of the automaton: (unit, reason, verb)."""
    lines = [e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.automaton"]
    return [(line["piece"]["p"], line["why"]["key"], line["what"]["key"]) for line in lines]


START = ("activity", {"side": "blue"})


def test_each_unit_does_what_the_first_fitting_row_says_and_the_log_says_why() -> None:
    g = game().run(START)
    assert (g.active, g.offer("red")["prompt"]["args"]["piece"]) == (["red"], {"p": "blue-2"})
    g.act("red", "step")
    assert told(g) == [("blue-2", "why.pinned", "verb.rally")]
    line = g.note("note.automaton")
    assert (line["at"], line["table"]) == ({"c": "m:0201"}, {"t": ["enemy_activity", "pinned", "assault"]})
    assert g.events[-1]["e"] != "ended"
    g.act("red", "step", picks=["advance"])
    assert told(g) == [("blue-1", "why.sees_enemy", "verb.advance")]
    assert g.active == ["red"]
    g.act("red", "step")
    assert (g.at("blue-3"), g.step) == ("0303", "")


def test_a_row_that_says_nothing_is_passed_over_and_ties_are_drawn() -> None:
    g = game(values={"tactic": "delay"}).run(START)
    g.act("red", "to_end", picks=["rally", "fall_back", "m:0505"])
    assert told(g) == [("blue-2", "why.pinned", "verb.rally"), ("blue-1", "why.sees_enemy", "verb.fall_back")]
    assert g.at("blue-1") == "0505"
    assert g.notes().count("note.automaton_idle") == 1


def test_to_the_next_choice_stops_after_it_and_to_the_end_only_for_choices() -> None:
    for verb, waits in (("to_choice", "activity"), ("to_end", "")):
        g = game().run(START)
        g.table().add("red-3", HERE)
        g.table().set_attr("blue-3", "pinned", True)
        g.act("red", verb, picks=["rally", "attack"])
        assert g.step == "answer"
        assert len(told(g)) == 2, "blue-2 and blue-1; who was removed on the way does not act"
        g.table().add("blue-3", HERE)
        g.act("red", "duck", picks=["advance"])
        assert (g.step, len(told(g))) == (waits, 0 if waits else 1)


def test_a_list_with_a_condition_that_nobody_defined_is_a_fault_of_the_title() -> None:
    with pytest.raises(ValueError, match="no condition 'pinned'"):
        Priorities(WORLD.charts["enemy_activity"], {"always": CONDITIONS["always"]})


def test_the_best_of_several_goes_by_one_key_after_the_other() -> None:
    t = game().table(picks=["c"])
    among = ["aa", "b", "c", "d"]
    assert best(t, among, lambda x: -len(x), lambda x: x in "bc") == "c"
    assert best(t, among, lambda x: x == "d") == "d"
    assert best(t, [], len) == ""
