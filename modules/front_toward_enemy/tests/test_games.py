"""Whole games of random play: every scenario ends by its rules, and every game undoes to where it began."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qtwar.kit.runner import Runner
from qtwar.kit.testing import play_out, undo_to

SCENARIOS = ("frago_0_point_element", "frago_1_cordon_tan_loi", "frago_2_route_14", "frago_3_lz_sparrow", "frago_4_hill_294")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("setup", ["quick", "free"])
def test_29_0_a_game_ends_by_the_rules_and_undoes(scenario: str, setup: str, whole: Callable[..., Runner]) -> None:
    runner = whole(scenario, 3, setup)
    before = runner.state.digest()
    log = play_out(runner, 11)
    assert runner.state.result is not None
    assert runner.state.result["key"].startswith("result.")
    undo_to(runner, log, before)
