"""A whole campaign, played by the captain with plain sense: mission, debrief, replacements, next mission (10, 11)."""

from __future__ import annotations

from typing import Any

from modules.fields_of_fire.rules import facts, recovery
from modules.fields_of_fire.tests.rates import play
from qtwar.kit.runner import Runner

SEED = 1
"""A campaign that is won, with a mission that was tried twice."""
TOLD = ("note.judged_won", "note.judged_lost", "note.again", "note.next_patrol", "note.next_mission")


def strength(runner: Runner) -> dict[str, tuple[int, str]]:
    """Return unit of the company → its steps and their experience, of those that were not lost."""
    s = runner.seen("us")
    here = [u for u in recovery.company(s) if s.where(u) != recovery.BOX]
    return {u: (facts.steps(s, u), recovery.levels(s, u)) for u in here}


def test_11_a_campaign_of_three_missions_is_played_with_the_company_as_it_becomes() -> None:
    told: list[str] = []
    met: set[str] = set()
    was: dict[str, tuple[int, str]] = {}

    def watch(runner: Runner, events: list[dict[str, Any]]) -> None:
        nonlocal was
        keys = [event["key"] for event in events if event["e"] == "note"]
        met.update(keys)
        told.extend(key for key in keys if key in TOLD)
        if "note.next_mission" in keys:
            now = strength(runner)
            filled = {e["args"]["piece"]["p"] for e in events if e["e"] == "note" and e["key"] == "note.replaced"}
            both = (was.keys() & now.keys()) - filled
            assert {"normandy-co-hq", "normandy-p1-hq"} <= both
            assert {u: was[u] for u in both} == {u: now[u] for u in both}  # 11: the company as it has become
            assert runner.state.vars["attempt"] == 1
        was = strength(runner)

    runner, won, _ = play("normandy_campaign", SEED, watch)
    assert [key for key in told if key == "note.next_mission"] == ["note.next_mission"] * 2
    assert [won.count(True), "note.again" in told] == [4, True]  # three missions, the last of two patrols; 11.1
    assert {"note.promoted", "note.replaced"} <= met  # 10.3, 10.4
    result = runner.state.result
    assert result is not None
    assert result["key"].startswith("result.campaign_")
    assert result["args"]["n"] == runner.state.vars["campaign_xp"] > 0
