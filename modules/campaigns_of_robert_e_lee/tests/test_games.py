"""Whole games of random play: every scenario ends by its rules, and every game undoes to where it began."""

from __future__ import annotations

import pytest

from modules.campaigns_of_robert_e_lee.tests.conftest import rules_title
from qtwar.base.errors import Refusal
from qtwar.engine import reduce
from qtwar.engine.events import Event
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner

SCENARIOS = ("first_manassas_1861", "chancellorsville_1863", "gettysburg_1863")


def begun(scenario: str, setup: str) -> Runner:
    runner = Runner(rules_title())
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": "campaigns_of_robert_e_lee"}
    runner.setup(meta, {"setup": setup}, 3)
    return runner


def play(runner: Runner, seed: int) -> list[list[Event]]:
    """Play a game at random to its end; returns the events of each action."""
    log: list[list[Event]] = []
    while runner.state.result is None:
        chance = Chance(seed * 7919 + len(log))
        for _ in range(40):
            side = runner.state.active[chance.below(len(runner.state.active))]
            offered = runner.offer(side)
            assert offered is not None
            query = lambda what, args, side=side: runner.query(side, what, args)  # noqa: E731
            choice = asks.sample(offered, chance, query, runner.title.sense)
            if choice is None:
                continue
            try:
                log.append(runner.act({"side": side, **choice}, chance.bits()))
                break
            except Refusal:
                continue
        else:
            raise AssertionError(f"nobody can go on: {runner.state.flow[-1]}")
        assert len(log) < 4000
    return log


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("setup", ["quick", "free"])
def test_17_0_a_game_ends_by_the_rules_and_undoes(scenario: str, setup: str) -> None:
    runner = begun(scenario, setup)
    before = runner.state.digest()
    log = play(runner, 11)
    assert runner.state.result is not None
    assert runner.state.result["key"].startswith("result.")
    for events in reversed(log):
        reduce.undo_all(runner.state, events)
    assert runner.state.digest() == before
