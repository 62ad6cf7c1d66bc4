"""Modifiers with their names (kit.tally)."""

from __future__ import annotations

from qtwar.kit.tally import Tally, modifier


def test_modifiers_add_up_and_say_what_they_are_and_nothing_says_nothing() -> None:
    sum_ = Tally(3)
    sum_.tell("fire.total", "5.2", 3, tone="head")
    sum_.add("fire.smoke", "7.0", -2)
    sum_.add("fire.none", "7.1", 0)
    sum_.add("fire.leader", "5.1", 1, who={"p": "x"})
    assert sum_.total == 2
    assert sum_.lines == [
        {"key": "fire.total", "args": {}, "rule": "5.2", "value": 3, "tone": "head"},
        {"key": "fire.smoke", "args": {}, "rule": "7.0", "value": -2, "signed": True},
        modifier("fire.leader", 1, "5.1", who={"p": "x"}),
    ]
    more = Tally(lines=sum_.lines)
    more.add("fire.more", "9.0", 4)
    assert (more.total, sum_.total, len(sum_.lines)) == (4, 2, 4)
