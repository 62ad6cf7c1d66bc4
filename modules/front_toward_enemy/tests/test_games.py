"""Whole games of random play: every scenario ends by its rules, and every game undoes to where it began."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qtwar.base.errors import Refusal
from qtwar.engine import reduce
from qtwar.engine.events import Event
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner

SCENARIOS = ("frago_0_point_element", "frago_1_cordon_tan_loi", "frago_2_route_14", "frago_3_lz_sparrow", "frago_4_hill_294")


def play(runner: Runner, seed: int) -> list[list[Event]]:
    """Play a game at random to its end; returns the events of each action."""
    log: list[list[Event]] = []
    while runner.state.result is None:
        chance = Chance(seed * 7919 + len(log))
        for _ in range(40):
            side = runner.state.active[chance.below(len(runner.state.active))]
            offered = runner.offer(side)
            assert offered is not None
            choice = asks.sample(offered, chance, lambda what, args, side=side: runner.query(side, what, args))
            if choice is None:
                continue
            try:
                log.append(runner.act({"side": side, **choice}, chance.bits()))
                break
            except Refusal:
                continue
        else:
            raise AssertionError(f"nobody can go on: {runner.state.flow[-1]}")
        assert len(log) < 2000
    return log


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("setup", ["quick", "free"])
def test_29_0_a_game_ends_by_the_rules_and_undoes(scenario: str, setup: str, whole: Callable[..., Runner]) -> None:
    runner = whole(scenario, 3, setup)
    before = runner.state.digest()
    log = play(runner, 11)
    assert runner.state.result is not None
    assert runner.state.result["key"].startswith("result.")
    for events in reversed(log):
        reduce.undo_all(runner.state, events)
    assert runner.state.digest() == before
