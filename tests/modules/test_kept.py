"""What rules keep of a position from action to action is what they would work out of it anew (kit.reader, kit.memo)."""

from __future__ import annotations

import pytest

from qtwar.kit.runner import Runner
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.services import titles

GAMES = (("sealords", "zumwalt", "quick", 120), ("band_of_heroes", "s2_manor", "", 70))


@pytest.mark.parametrize(("title", "scenario", "setup", "actions"), GAMES)
def test_offers_and_reach_are_those_of_somebody_who_opens_the_game_now(
    title: str, scenario: str, setup: str, actions: int
) -> None:
    folder, content = titles.load(title)
    held = InProcessRules(folder, content.rules_json()).held
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": title}
    held.setup(meta, {"setup": setup} if setup else {}, 7)
    asked = 0
    for n in range(actions):
        state = held.runner.state
        anew = Runner(held.runner.title)
        anew.open(state.copy())
        for side in state.active:
            offer = held.runner.offer(side)
            assert offer == anew.offer(side), (n, side)
            for ask in (offer or {"asks": []})["asks"]:
                for group in list((ask.get("groups") or {}).values())[:2] if ask["kind"] == "move" else ():
                    args = {"pieces": group[:2]}
                    what = ask.get("query", "reach")
                    assert held.query(side, what, args) == anew.query(side, what, args), (n, side, args)
                    asked += 1
        if held.selfplay([n])["end"]:
            break
    assert asked > 20
