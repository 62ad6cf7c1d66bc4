"""Fog of war while both sides act (8.13, 12.2): twin games look the same to the Free World; every game is undone whole.

A larger run by hand: `qtwar twins sealords --games 20`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from modules.sealords.rules import title
from modules.sealords.rules.tells import tells
from modules.sealords.tests.conftest import MODULE
from qtwar.engine import reduce
from qtwar.engine.state import State
from qtwar.kit.boundary import Boundary
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner
from qtwar.services.twins.games import TwinGames, TwinPlan

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"fw_nzoc": True, "final_pass": False},
    {"com_cp_for_infiltration": True, "ambush_to_end": True},
    {"sensor_on_break_off": True, "marker_stop": True, "break_off_acts_again": False},
    {"break_off_tries": False, "ace_in_strike": True},
    {"infiltration_in_territorial_phase": True, "sf_helicopter_cambodia": True},
    {
        "com_cp_for_infiltration": True, "fw_nzoc": True, "sf_helicopter_cambodia": True, "final_pass": False,
        "passengers_pay": False, "pooled_water_capacity": False, "terrain_adds_up": False, "camp_is_base": False,
        "break_off_acts_again": False, "sensor_on_break_off": True, "leader_shift_once": False, "own_a_result": True,
        "recon_unit_per_round": False, "ambush_to_end": True, "any_fw_base": False, "supply_junk_to_pool": False,
        "strike_vp": True, "ace_in_strike": True, "cache_vp_with_units": True, "marker_stop": True,
    },
)  # fmt: skip


SCENARIOS = ("game_warden", "tet", "zumwalt", "learning")


@pytest.mark.parametrize(("scenario", "seed"), [(SCENARIOS[n % 4], n) for n in range(len(OPTIONS))])
def test_8_13_twin_games_look_the_same_while_both_sides_act(qapp: object, scenario: str, seed: int) -> None:
    with TwinGames(str(MODULE), TwinPlan(between=30, on=12, most=60, print_every=99), native=True) as games:
        tally = games.play(scenario, seed, OPTIONS[seed])
    assert tally.differences == []
    assert tally.actions > 0


def test_8_13_kinds_that_no_rule_tells_apart_have_equal_answers(content: Content) -> None:
    def told(a: str, b: str) -> set[str]:
        one, other = tells(content.kinds[a]), tells(content.kinds[b])
        return {rule for rule in one if one[rule] != other[rule]}

    assert told("com_ambush", "com_minefield") == {"9"}, "19.1: markers do nothing, but no two of a kind lie together"
    assert "14" in told("com_main_force_battalion", "com_local_force_battalion"), "14.2: local forces need no supply"
    assert {"9", "10", "17"} <= told("com_ambush", "com_local_force_battalion")
    assert tells(content.kinds["us_pbr"]) == {}


class Random:
    """A game played at random from its quick set-up, in this process."""

    def __init__(self, content: Content, scenario: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.boundary = Boundary.__new__(Boundary)
        self.boundary.runner = Runner(title(content))
        options = OPTIONS[seed % len(OPTIONS)]
        meta = {"scenario": scenario, "options": options, "strictness": "enforce", "title": "sealords"}
        self.boundary.setup(meta, {"setup": "quick"}, seed)
        self.events: list[dict[str, Any]] = []
        self.began = self.state.digest()

    @property
    def state(self) -> State:
        return self.boundary.runner.state

    def play(self, actions: int) -> bool:
        """Play on; False when the game is over."""
        for _ in range(actions):
            if self.state.result is not None:
                return False
            done = self.boundary._random(self.chance.getrandbits(63))
            assert done is not None, f"nobody can act: {self.state.flow[-1]['step']}"
            self.events += done["events"]
        return self.state.result is None

    def undone(self) -> str:
        """Return the digest of the position when all has been taken back."""
        state = self.state.copy()
        reduce.undo_all(state, self.events)
        return state.digest()


@pytest.mark.parametrize(("scenario", "seed"), [("game_warden", 11), ("tet", 12), ("zumwalt", 13), ("learning", 14)])
def test_6_8_a_whole_random_game_is_undone_to_its_beginning(content: Content, scenario: str, seed: int) -> None:
    game = Random(content, scenario, seed)
    while game.play(50):
        assert next(game.state.check(), None) is None
    assert game.undone() == game.began
