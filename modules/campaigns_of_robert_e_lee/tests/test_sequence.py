"""Sequence of play, bids, the schedule of impulses, weather, war effort, end of turn (4, 5, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import schedule, tracks, weather
from modules.campaigns_of_robert_e_lee.rules.schedule import Impulse, Plan
from modules.campaigns_of_robert_e_lee.tests.chores import chore
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, force

LEE = ("csa-lee-1", "2938", "army1", ["infantry_2_1", "infantry_2_1"])
MEADE = ("union-meade-1", "3528", "l1", ["infantry_6_2"])
MOST = {"csa": 4, "union": 5}


def whole(plan: Plan, commit: list[int]) -> list[tuple[str, int]]:
    """Return the impulses of a turn: whose, and levels; those left open take from `commit`."""
    found = []
    while (now := schedule.following(plan)) is not None:
        n = now.low if now.low == now.high else commit.pop(0)
        assert now.low <= n <= now.high
        found.append((now.side, n))
        left = {**plan.left, now.side: plan.left[now.side] - n}
        had = {**plan.had, now.side: plan.count(now.side) + 1}
        plan = Plan(plan.winner, plan.bids, plan.most, left, had, now.side, plan.split)
    return found


def plan(winner: str, csa: int, union: int, *, split: bool = False, **more: Any) -> Plan:
    return Plan(winner, {"csa": csa, "union": union}, MOST, more.pop("left", dict(MOST)), split=split, **more)


# schedule ---------------------------------------------------------------------------


def test_4_2_both_use_their_bid_first_and_then_alternate_until_all_is_used() -> None:
    got = whole(plan("union", 1, 2), [1, 2, 1])
    assert got == [("union", 2), ("csa", 1), ("union", 1), ("csa", 2), ("union", 1), ("csa", 1), ("union", 1)]


def test_5_13_no_impulses_where_one_passes_and_the_other_bids_half_at_most() -> None:
    assert schedule.no_impulses({"csa": 0, "union": 0}, MOST)
    assert schedule.no_impulses({"csa": 0, "union": 3}, MOST)  # half of 5, rounded up
    assert not schedule.no_impulses({"csa": 0, "union": 4}, MOST)
    assert not schedule.no_impulses({"csa": 1, "union": 1}, MOST)


def test_5_13a_levels_three_then_two_against_a_pass() -> None:
    """The example of the book: Union 4 of 5, the Confederates pass with 3."""
    example = Plan("union", {"csa": 0, "union": 4}, {"csa": 3, "union": 5}, {"csa": 3, "union": 5})
    assert schedule.following(example) == Impulse("union", 3, 3)
    assert whole(example, [2]) == [("union", 3), ("union", 2)]
    assert whole(example, [1, 1]) == [("union", 3), ("union", 1), ("union", 1)]


def test_5_14_who_bids_all_has_one_impulse_the_other_two_in_succession() -> None:
    assert whole(plan("union", 1, 5), []) == [("union", 5), ("csa", 1), ("csa", 3)]
    both = Plan("union", {"csa": 4, "union": 4}, {"csa": 4, "union": 4}, {"csa": 4, "union": 4})
    assert whole(both, []) == [("union", 4), ("csa", 4)]


def test_5_15_later_impulses_take_one_level_or_more() -> None:
    now = plan("union", 1, 2, left={"csa": 3, "union": 3}, had={"csa": 1, "union": 1}, last="csa")
    assert schedule.following(now) == Impulse("union", 1, 3)


def test_5_17_against_an_exhausted_enemy_all_that_is_left_goes_into_one_impulse() -> None:
    now = plan("union", 4, 2, left={"csa": 0, "union": 3}, had={"csa": 1, "union": 1}, last="csa")
    assert schedule.following(now) == Impulse("union", 3, 3)
    assert schedule.following(Plan(**{**now.__dict__, "split": True})) == Impulse("union", 1, 3)  # AMB-10


def test_5_16_levels_eaten_by_extended_combat_make_the_first_impulse_smaller() -> None:
    assert schedule.following(
        plan("union", 3, 2, left={"csa": 2, "union": 3}, had={"union": 1}, last="union")
    ) == Impulse("csa", 2, 2)
    gone = plan("union", 3, 2, left={"csa": 0, "union": 3}, had={"union": 1}, last="union")
    assert schedule.following(gone) == Impulse("union", 3, 3)  # no impulse for the Confederates


# bids -------------------------------------------------------------------------------


def decide(**more: Any) -> Game:
    return Game(
        force(*LEE, ml=4, ap=5), force(*MEADE, ml=3, ap=4), scenario="chancellorsville_1863", phase="decision", **more
    )


SIDES: dict[str, dict[str, Any]] = {"csa": {"wep": 60}, "union": {"wep": 80}}


def bid(game: Game, csa: int, union: int, dice: list[int] | None = None) -> Game:
    game.act("csa", "bid", number=csa)
    return game.act("union", "bid", dice, number=union)


def test_5_1_bids_are_secret_until_both_have_bid() -> None:
    game = decide(sides=SIDES)
    game.act("csa", "bid", number=2)
    assert game.active == ["union"]
    assert "number" not in str(game.seen("union").frame().data)
    assert (
        game.asks("union")["bid"]["of"]["max"]
        == game.content.scenarios["chancellorsville_1863"]["numbers"]["max_oel_union"]
    )


def test_5_11_the_higher_bid_pays_five_and_goes_first() -> None:
    game = bid(decide(sides=SIDES), 1, 3, [4, 3])
    assert (game.state.vars["initiative"], game.state.secret["union"]["wep"]) == ("union", 75)
    assert game.state.vars["impulse_side"] == "union"
    assert game.state.vars["level"] == 3


def test_5_12_three_ties_go_to_the_richer_for_ten() -> None:
    game = decide(sides=SIDES)
    assert game.offer("csa")["prompt"] == {"key": "prompt.bid", "args": {"n": 1}}
    for again in (2, 3):
        bid(game, 2, 2)
        assert sorted(game.active) == ["csa", "union"]
        assert game.offer("csa")["prompt"] == {"key": "prompt.bid_again", "args": {"n": again}}
        last = {"key": "detail.bid_last", "args": {"n": 5, "m": 10}, "rule": "5.12"}
        assert game.offer("csa")["detail"] == (last if again == 3 else {"key": "detail.bid", "args": {"n": 5}, "rule": "5.1"})
    bid(game, 2, 2, [4, 3])
    assert (game.state.vars["initiative"], game.state.secret["union"]["wep"]) == ("union", 70)


def test_5_12_equal_war_effort_is_diced_for() -> None:
    game = decide(sides={"csa": {"wep": 60}, "union": {"wep": 60}})
    for _ in range(2):
        bid(game, 2, 2)
    bid(game, 2, 2, [3, 3, 5, 2, 4, 3])
    assert game.state.vars["initiative"] == "csa"


def test_5_13_a_turn_without_impulses_goes_to_the_reorganization() -> None:
    game = bid(decide(sides=SIDES), 0, 0, [4, 3])
    assert "note.no_impulses" in game.notes()
    assert game.state.vars["phase"] == "reorganization"
    assert not game.state.vars.get("initiative")


def test_5_13_who_has_no_impulses_reads_why_where_he_is_asked_next() -> None:
    game = bid(decide(sides=SIDES), 0, 1, [4, 3])
    asked = {"key": "prompt.destruction", "args": {"side": {"s": "csa"}}, "rule": "13.1"}
    why = {"key": "prompt.no_impulses", "args": {"csa": 0, "union": 1, "then": asked}, "rule": "5.13"}
    assert game.offer("csa")["prompt"] == why
    had = chore("destruction", force(*LEE), values={"initiative": "union", "bids": {"csa": 0, "union": 4}})
    assert had.offer("csa")["prompt"] == asked


@pytest.mark.parametrize(("option", "left"), [(False, 80), (True, 75)])
def test_5_13_whether_a_low_bid_against_a_pass_pays(option: bool, left: int) -> None:
    game = bid(decide(sides=SIDES, options={"amb_09_pass_winner_pays": option}), 0, 1, [4, 3])
    assert game.state.vars.get("initiative") is None
    spent = [
        e
        for e in game.events
        if e["e"] == "note" and e["key"] == "note.wep" and e["args"]["why"]["key"] == "wep.initiative"
    ]
    assert bool(spent) == (left == 75)


# weather ----------------------------------------------------------------------------


def sky(*rolls: str, **more: Any) -> Game:
    game = Game(force(*LEE, ml=4), force(*MEADE, ml=1), scenario="chancellorsville_1863", **more)
    t = game.table()
    for roll in rolls:
        weather.change(t, roll)
    return game


def test_5_2_no_weather_in_summer() -> None:
    game = Game(force(*LEE), force(*MEADE), scenario="gettysburg_1863", values={"month": 7, "turn": 5})
    game.run("weather", dice=[])
    assert game.state.vars["weather"] == "clear"


def test_5_2_the_month_gives_the_column() -> None:
    game = Game(force(*LEE), force(*MEADE), scenario="chancellorsville_1863", values={"month": 4})
    game.run("weather", dice=[1, 1])
    assert game.state.vars["weather"] == game.content.charts["weather"].at(2, 4)


def test_5_24_two_rain_turns_in_a_row_make_mud() -> None:
    assert sky("rain").state.vars["weather"] == "rain"
    assert sky("rain", "rain").state.vars["weather"] == "mud"
    assert sky("rain", "rain", "rain").state.vars["weather"] == "mud"
    assert sky("light_rain", "rain", "light_rain").state.vars["weather"] == "mud"
    assert sky("rain", "clear", "rain").state.vars["weather"] == "rain"


def test_5_24_what_dries_the_mud() -> None:
    assert sky("rain", "cold", "rain").state.vars["weather"] == "rain"
    assert sky("rain", "cold", "rain", options={"amb_11_mud_reset_clear_only": True}).state.vars["weather"] == "mud"


def test_5_26_cold_costs_every_leader_a_level() -> None:
    game = sky("cold")
    assert (game.track("csa-army1", "ml"), game.track("union-l1", "ml")) == (3, 0)


# war effort -------------------------------------------------------------------------


def bill(wep: int, *forces: dict[str, Any], fallen: list[str] | None = None, **more: Any) -> Game:
    secret = {"csa": {"fallen": fallen}} if fallen else None
    return Game(
        *forces,
        force(*MEADE),
        phase="war_effort",
        args={"side": "csa"},
        sides={"csa": {"wep": wep}, "union": {}},
        secret=secret,
        **more,
    )


JACKSON = ("csa-jackson-1", "2938", "corps2", ["infantry_2_1"])
HILL = ("csa-a-p-hill-1", "", "l1", ["infantry_2_1"])


def paid(game: Game) -> int:
    return int(game.act("csa", "pay").state.secret["csa"]["wep"])


def test_11_0_each_active_leader_costs_a_point() -> None:
    game = bill(20, force(*LEE), force(*JACKSON), force(*HILL, under="corps2"))
    assert paid(game) == 17


def test_11_0_inactive_leaders_are_free_but_those_who_fell_in_this_impulse() -> None:
    idle = force(*LEE), force(*JACKSON, active=False)
    assert paid(bill(20, *idle)) == 19
    assert paid(bill(20, *idle, fallen=["csa-jackson-1"])) == 18


def test_11_0_who_can_not_be_paid_becomes_inactive() -> None:
    game = bill(1, force(*LEE), force(*JACKSON))
    assert "pay" not in game.asks("csa")
    game.act("csa", "let_go", pieces=["csa-jackson-1"])
    assert (game.face("csa-jackson-1"), paid(game)) == ("back", 0)
    free = bill(1, force(*LEE), force(*JACKSON), options={"amb_24_no_wep": "free"})
    assert (paid(free), free.face("csa-jackson-1")) == (0, "front")


def test_13_24_an_own_use_marker_pays_for_the_whole_force() -> None:
    game = bill(20, force(*LEE, state=["own_use"]), force(*JACKSON), force(*HILL, under="corps2"))
    game.act("csa", "own_use", pieces=["csa-lee-1"])
    assert paid(game) == 20  # Jackson stands under Lee in the hex


# end of the turn --------------------------------------------------------------------


def test_4_4_all_leaders_have_their_points_again() -> None:
    game = Game(force(*LEE, ap=1), force(*MEADE), phase="turn_end", values={"turn": 2})
    assert game.track("csa-army1", "ap") == 5
    assert game.state.vars["turn"] == 3
    assert {side: tracks.effort(game.table(), side) for side in MOST} == {"csa": 5, "union": 5}
