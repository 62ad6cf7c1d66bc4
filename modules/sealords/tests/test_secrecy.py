"""Fog of war while both sides act (8.13, 12.2): twin games look the same to the Free World; every game is undone whole.

A larger run by hand: `python -m modules.sealords.tests.test_secrecy SCENARIO GAMES SEED`.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import pytest

from modules.sealords.rules import title
from modules.sealords.tests import twins
from qtwar.engine import reduce
from qtwar.engine.state import State
from qtwar.kit.boundary import Boundary
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner

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


class Random:
    """A game played at random from its quick set-up, in this process."""

    def __init__(self, content: Content, scenario: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.boundary = Boundary.__new__(Boundary)
        self.boundary.runner = Runner(title(content))
        meta = {
            "scenario": scenario,
            "options": OPTIONS[seed % len(OPTIONS)],
            "strictness": "enforce",
            "title": "sealords",
        }
        self.boundary.setup(meta, {"setup": "quick"}, seed)
        self.events: list[dict[str, Any]] = []
        self.began = self.state.digest()
        self.seen: Counter[str] = Counter()

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


def compare(content: Content, game: Random, *, alike: bool, actions: int) -> str:
    """Play on in a mirror of a game and look at both through the eyes of the Free World; return the first difference."""
    chance, count = game.chance, game.seen
    swap = next(twins.swaps(content, game.state, chance, alike=alike), None)
    if swap is None:
        return ""
    mirror = twins.Mirror(content, game.state, swap)
    count["pairs"] += 1
    done = "at rest"
    for _ in range(actions):
        one, other = (twins.look(g) for g in mirror.games)
        for what in one:
            if one[what] != other[what]:
                return f"{swap}: {what} after {done}"
        active = sorted(mirror.games[0].state.active)
        if not active:
            break
        side = chance.choice(active)
        played = mirror.act(side, chance.getrandbits(63))
        if played is None or mirror.shown:
            break
        choice, heard = played
        done = f"{side} {choice['verb']}"
        if not alike and mirror.told_by_the_rules(choice):
            break
        count[side] += 1
        if heard[0] != heard[1]:
            return f"{swap}: the log of {done}"
    return ""


@pytest.mark.parametrize(("scenario", "seed"), [("game_warden", 1), ("tet", 2), ("zumwalt", 4), ("learning", 5)])
def test_8_13_twin_games_look_the_same_while_both_sides_act(content: Content, scenario: str, seed: int) -> None:
    game = Random(content, scenario, seed)
    more, turn = True, 0
    while more and turn < 9:
        more = game.play(18)
        turn += 1
        if more:
            assert compare(content, game, alike=turn % 3 > 0, actions=12) == ""
    assert game.seen["pairs"] > 0
    assert scenario == "learning" or game.seen["COM"] > 10, "looked at while the Communists act"
    assert next(game.state.check(), None) is None
    assert game.undone() == game.began


def test_8_13_the_comparison_sees_what_is_turned_up(content: Content) -> None:
    game = Random(content, "tet", 3)
    game.play(20)
    a, b = next(twins.swaps(content, game.state, game.chance, alike=False))
    game.state.known.pop(a)
    one, other = Runner(title(content)), Runner(title(content))
    one.open(game.state)
    other.open(twins.exchanged(game.state, (a, b)))
    assert twins.look(one)["view"] != twins.look(other)["view"]


@pytest.mark.parametrize(("scenario", "seed"), [("game_warden", 11), ("tet", 12), ("zumwalt", 13), ("learning", 14)])
def test_6_8_a_whole_random_game_is_undone_to_its_beginning(content: Content, scenario: str, seed: int) -> None:
    game = Random(content, scenario, seed)
    while game.play(50):
        assert next(game.state.check(), None) is None
    assert game.undone() == game.began


def main(scenario: str, games: int, first: int) -> None:
    """Play many games and print what was compared and every difference found."""
    from pathlib import Path

    from qtwar.model.load import load

    content = Content(load(Path(__file__).resolve().parents[1]).rules_json())
    total: Counter[str] = Counter()
    for seed in range(first, first + games):
        game = Random(content, scenario, seed)
        turn = 0
        while game.play(10):
            turn += 1
            found = compare(content, game, alike=turn % 2 == 0, actions=25)
            if found:
                total["differences"] += 1
                print(f"{scenario} {seed}: {found}")
        if game.undone() != game.began:
            total["undone wrong"] += 1
        total += game.seen + Counter(games=1, events=len(game.events))
    print(scenario, dict(total))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
