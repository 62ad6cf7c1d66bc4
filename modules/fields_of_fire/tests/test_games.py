"""Whole missions of random play: each ends by its rules, and every game undoes to where it began."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import title
from modules.fields_of_fire.tests.conftest import rules_content
from qtwar.kit.runner import Runner
from qtwar.kit.testing import play_out, undo_to


@pytest.mark.parametrize("scenario", ["nrm_1", "nrm_2", "nrm_3", "kor_2", "vnm_2"])
def test_11_a_mission_ends_by_the_rules_and_undoes(scenario: str) -> None:
    runner = Runner(title(rules_content()))
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": "fields_of_fire"}
    runner.setup(meta, {"setup": "quick"}, 5)
    before = runner.state.digest()
    log = play_out(runner, 11, 6000)
    assert runner.state.result is not None
    assert runner.state.result["key"].startswith("result.")
    undo_to(runner, log, before)
