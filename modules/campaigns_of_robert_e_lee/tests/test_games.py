"""Whole games of random play: every scenario ends by its rules, and every game undoes to where it began."""

from __future__ import annotations

import pytest

from modules.campaigns_of_robert_e_lee.tests.conftest import rules_title
from qtwar.kit.testing import begun, play_out, undo_to

SCENARIOS = ("first_manassas_1861", "chancellorsville_1863", "gettysburg_1863")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("setup", ["quick", "free"])
def test_17_0_a_game_ends_by_the_rules_and_undoes(scenario: str, setup: str) -> None:
    runner = begun(rules_title(), scenario, 3, setup)
    before = runner.state.digest()
    log = play_out(runner, 11, 4000)
    assert runner.state.result is not None
    assert runner.state.result["key"].startswith("result.")
    undo_to(runner, log, before)
