"""How often the sensible captain wins: `python -m modules.fields_of_fire.tests.rates [SCENARIO …] [--games 40]`."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

from modules.fields_of_fire.rules import title
from modules.fields_of_fire.rules.facts import US
from modules.fields_of_fire.tests.captain import Captain
from modules.fields_of_fire.tests.conftest import rules_content
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner

MOST = 20_000


def play(scenario: str, seed: int, watch: Any = None) -> tuple[Runner, list[bool], int]:
    """Play a game; returns its end, of each mission or attempt whether it was won, and how many actions it took."""
    runner = Runner(title(rules_content()))
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": rules_content().title}
    runner.setup(meta, {"setup": "quick"}, seed)
    captain, won, n = Captain(runner), [], 0
    while runner.state.result is None:
        events = runner.act(captain.answer(), Chance(seed * 7919 + n).bits())
        keys = [event["key"] for event in events if event["e"] == "note"]
        won += [key == "note.judged_won" for key in keys if key.startswith("note.judged_")]
        if watch is not None:
            watch(runner, events)
        n += 1
        assert n < MOST, f"{scenario} seed {seed} does not end"
    return runner, won, n


def main() -> None:
    """Play games of the scenarios named, all if none is, and say how they went."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", nargs="*")
    parser.add_argument("--games", type=int, default=40)
    said = parser.parse_args()
    for scenario in said.scenario or rules_content().scenarios:
        begun, actions, first, games, goals = time.monotonic(), 0, 0, 0, Counter[str]()
        for seed in range(1, said.games + 1):
            runner, won, n = play(scenario, seed)
            result = runner.state.result or {}
            games += result["winner"] == US
            first += won[0]
            actions += n
            goals[str(result["key"])] += 1
        rate = f"{100 * games / said.games:.0f} % of games, {100 * first / said.games:.0f} % of first attempts"
        print(f"{scenario}: {rate}; {dict(goals)}; {actions} actions, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
