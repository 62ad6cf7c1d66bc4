"""Set-up of the scenarios (18.0)."""

from __future__ import annotations

from collections import Counter

import pytest

from modules.campaigns_of_robert_e_lee.rules import tracks, tree
from modules.campaigns_of_robert_e_lee.rules.facts import SIDES, is_cavalry, is_infantry, rating, stars
from modules.campaigns_of_robert_e_lee.tests.conftest import rules_content, rules_title
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.kit.table import Table

SCENARIOS = ("first_manassas_1861", "chancellorsville_1863", "gettysburg_1863")


def begun(scenario: str, seed: int = 1, setup: str = "quick") -> Runner:
    runner = Runner(rules_title())
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": "campaigns_of_robert_e_lee"}
    runner.setup(meta, {"setup": setup}, seed)
    return runner


def table(runner: Runner) -> Table:
    return Table(rules_content(), runner.state, Chance(1, None, None))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_18_16_units_of_the_stated_strength_by_chance(scenario: str) -> None:
    drawn = []
    for seed in (1, 2):
        t = table(begun(scenario, seed))
        found = {}
        for side in SIDES:
            for force in t.scenario["attrs"]["forces"][side]:
                leader = next((p for p in tree.leaders(t, side) if t.record(p)["kind"] == force["leader"]), "")
                if not leader or not tree.place_of(t, leader):
                    continue  # (comes later)
                wanted = Counter((u["arm"], u["strength"]) for u in force.get("units", ()))
                units = tree.units(t, leader)
                arms = {u: "infantry" if is_infantry(t, u) else "cavalry" for u in units if is_infantry(t, u) or is_cavalry(t, u)}
                assert Counter((arm, int(t.attr(u, "strength"))) for u, arm in arms.items()) == wanted, force["leader"]
                found[leader] = sorted(units)
        drawn.append(found)
    assert drawn[0].keys() == drawn[1].keys()
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_18_14_numbers_of_both_sides(scenario: str) -> None:
    t = table(begun(scenario))
    for side in SIDES:
        numbers = t.scenario["numbers"]
        assert tracks.wep(t, side) == numbers[f"wep_{side}"]
        leaders = [p for p in tree.leaders(t, side) if tree.place_of(t, p)]
        assert {tracks.get(t, tree.box_of(t, p), "ml") for p in leaders} == {numbers[f"initial_ml_{side}"]}
        assert sum(tracks.get(t, tree.box_of(t, p), "ammo") for p in leaders) == numbers[f"ammo_{side}"]
        assert all(tracks.get(t, tree.box_of(t, p), "ap") == rating(t, p, "ar") for p in leaders)


def test_18_15_ammunition_is_shared_out_by_hand() -> None:
    runner = begun("first_manassas_1861", setup="free")
    assert runner.state.active == ["csa"]
    for who in ("csa", "union"):
        ask = runner.offer(who)["asks"][0]
        amounts, left = {}, ask["total"]
        for leader, most in ask["per_piece"].items():
            amounts[leader] = min(most, left)
            left -= amounts[leader]
        runner.act({"side": who, "verb": "share", "args": {"amounts": amounts}}, 1)
        t = table(runner)
        assert sum(tracks.get(t, tree.box_of(t, p), "ammo") for p in tree.leaders(t, who)) == t.scenario["numbers"][f"ammo_{who}"]
    assert runner.state.flow[-1]["step"] == "bid"


def test_18_12a_army_commanders_without_a_headquarters_use_a_leader_box() -> None:
    t = table(begun("first_manassas_1861"))
    for leader in ("csa-j-e-johnston-1", "union-patterson-1"):
        assert tree.is_army_commander(t, leader)
        assert tree.command_range(t, leader) == 0
        assert "-l" in tree.box_of(t, leader)


def test_18_12c_more_artillery_than_the_rating_at_the_start() -> None:
    t = table(begun("first_manassas_1861"))
    assert tracks.get(t, "csa-army1", "artillery") == 4 > rating(t, "csa-beauregard-1", "ar")


def test_18_15_a_rank_that_the_scenario_gives() -> None:
    assert stars(table(begun("chancellorsville_1863")), "csa-a-p-hill-1") == 2
    assert stars(table(begun("gettysburg_1863")), "csa-a-p-hill-1") == 3


def test_18_17_the_pools() -> None:
    for scenario in SCENARIOS:
        t = table(begun(scenario))
        for pool in t.scenario["pools"].values():
            assert Counter(t.record(p)["kind"] for p in t.ids(pool["place"])) == pool["pieces"]
