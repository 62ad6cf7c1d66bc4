"""Melee by rule number: entering, odds, rounds, who is eligible, withdrawal, national rules (8.0 to 8.2, 11.1, 13.81, 13.92)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modules.band_of_heroes.rules import melee
from modules.band_of_heroes.tests.conftest import Game

Make = Callable[..., Game]


def locked(game: Make, side: str = "us", **pieces: str) -> Game:
    """A position with a melee in C6 and somebody else on either side."""
    g = game("impulse", side, **{"us_para_half_9": "A1", "fj_half_8": "H7", **pieces})
    g.table().add("melee-x", g.place("C6"), kind="melee", owner="")
    g.runner._offers.clear()
    return g


def reckon(g: Game, side: str, *targets: str, extra: tuple[str, ...] = ()) -> dict[str, object]:
    return melee.reckon(g.table(), g.place("C6"), side, list(targets), list(extra))


# entering ----------------------------------------------------------------------


def test_8_0a_who_enters_bears_moved_and_a_marker_lies_there(game: Make) -> None:
    g = game(us_para_squad_1="B6", fj_squad_rifle_1="C6", fj_half_1="H7")
    g.act("us", "move", [1, 1, 1, 1], pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert g.marks("us-para-squad-1") == ["moved"]
    assert any(g.state.pieces[p]["kind"] == "melee" for p in g.state.at(g.place("C6")))


def test_8_1e_and_11_1b_helpless_units_are_overrun(game: Make) -> None:
    g = game(us_para_squad_1="B6", weiss="C6", medic_german_1="C6", fj_half_1="C6/shaken", fj_half_2="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert {g.at(p) for p in ("weiss", "medic-german-1", "fj-half-1")} == {"german_lost"}
    assert not any(g.state.pieces[p]["kind"] == "melee" for p in g.state.at(g.place("C6")))


def test_11_1b_a_leader_with_a_machine_gun_fights(game: Make) -> None:
    g = game(us_para_squad_1="B6", weiss="C6", mg34_1="@weiss", fj_half_2="H7")
    g.act("us", "move", [1, 1, 1, 1], pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert g.at("weiss") == "C6"


def test_11_1a_leaders_and_teams_alone_do_not_enter(game: Make) -> None:
    g = game(halvorsen="B6", us_50cal_1="B7", fj_squad_rifle_1="C6")
    for unit in ("halvorsen", "us-50cal-1"):
        cells = g.query("us", "reach_move", pieces=[unit])["cells"]
        assert g.place("C6") not in cells


def test_13_81a_shaken_ss_rally_before_they_are_overrun(game: Make) -> None:
    g = game(us_para_squad_1="B6", ss_squad_1="C6/shaken", ss_squad_2="C6/shaken", fj_half_2="H7")
    g.act("us", "move", [1, 2, 6, 6, 1, 1, 1, 1], pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert g.at("ss-squad-1") == "C6"
    assert g.face("ss-squad-1") == "front"
    assert g.at("ss-squad-2") == "german_lost"


# odds ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "odds", "below"),
    [(5, 2, "2-1", False), (7, 2, "3-1", False), (6, 4, "3-2", False), (2, 2, "1-1", False), (1, 2, "1-2", False),
     (1, 3, "1-3", False), (1, 4, "1-3", True), (20, 2, "5-1", False)],
)  # fmt: skip
def test_8_0b_odds_round_for_the_defender(game: Make, attack: int, defence: int, odds: str, below: bool) -> None:
    g = game(us_para_squad_1="A6")
    at, low = melee.column(g.table(), attack, defence)
    assert g.table().chart("melee").row_heads[at] == odds
    assert low == below


def test_8_0d_fire_is_not_halved_and_one_weapon_goes_with_it(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", us_para_squad_2="C6", fj_squad_rifle_1="C6")
    assert reckon(g, "us", "fj-squad-rifle-1")["attack"] == 4
    g = locked(
        game, "german", wehrmacht_squad_1="C6", wehrmacht_squad_2="C6", wehrmacht_squad_3="C6", mg42_1="@wehrmacht-squad-1",
        us_para_squad_1="C6",
    )  # fmt: skip
    assert reckon(g, "german", "us-para-squad-1")["attack"] == 5


def test_8_0e_smc_with_weapons(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", weiss="C6", mg34_1="@weiss")
    t, at = g.table(), g.place("C6")
    assert melee.strength(t, "weiss", at, defending=False) == 1
    g = locked(game, us_para_squad_1="C6", weiss="C6", lange="C6", mg34_1="@weiss")
    assert melee.strength(g.table(), "weiss", at, defending=False) == 2  # two leaders on one weapon
    g = locked(game, us_para_squad_1="C6", weiss="C6", satchel_1="@weiss")
    assert melee.strength(g.table(), "weiss", at, defending=False, thrown=["satchel-1"]) == 6


def test_1_6_1j_and_amb_24_a_hero_defends_with_the_whole_weapon(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", **{"hero-amsel": "C6", "mg42_1": "@hero-amsel"})
    t, at = g.table(), g.place("C6")
    assert melee.strength(t, "hero-amsel", at, defending=True) == 2
    assert melee.strength(t, "hero-amsel", at, defending=False) == 1


def test_8_0f_a_hero_shifts_once_in_attack(game: Make) -> None:
    g = locked(
        game, us_para_squad_1="C6", **{"hero-cobb": "C6", "hero-dietz": "C6"}, fj_squad_rifle_1="C6", fj_half_1="C6"
    )
    assert reckon(g, "us", "fj-squad-rifle-1")["column"] == "3-1"  # 4 to 2, and one column
    assert reckon(g, "german", "us-para-squad-1")["column"] == "3-2"  # no shift against heroes


def test_8_0h_one_leader_helps_whatever_his_marker(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", halvorsen="C6/fired", whitcomb="C6", fj_squad_rifle_1="C6")
    assert reckon(g, "us", "fj-squad-rifle-1")["modifier"] == 2


def test_8_0i_below_the_lowest_odds_only_one_may_be_named(game: Make) -> None:
    g = locked(game, us_para_half_1="C6", fj_squad_assault_1="C6", fj_squad_assault_2="C6")
    assert reckon(g, "us", "fj-squad-assault-1", "fj-squad-assault-2")["below"]
    g.act("us", "melee", choice=g.place("C6"))
    assert g.refused("us", "strike", pieces=["fj-squad-assault-1", "fj-squad-assault-2"]) == "8.0"


def test_8_0g_and_1_6_3c_a_team_defends_with_one_and_never_strikes(game: Make) -> None:
    g = locked(game, us_60mm_mortar_1="C6", fj_squad_rifle_1="C6")
    t, at = g.table(), g.place("C6")
    assert melee.strikers(t, at, "us") == []
    assert melee.strength(t, "us-60mm-mortar-1", at, defending=True) == 1
    sums = reckon(g, "german", "us-60mm-mortar-1")
    assert sums["defence"] == 1
    assert sums["modifier"] == 0  # AMB-31: no help for its printed 0
    g = locked(game, options={"teams_defend_with_one": False}, us_50cal_1="C6", fj_squad_rifle_1="C6")
    assert melee.strength(g.table(), "us-50cal-1", at, defending=True) == 3


def test_8_2a_zero_fire(game: Make) -> None:
    g = locked(game, "german", wehrmacht_half_odd_1="C6", wehrmacht_half_odd_2="C6", us_para_squad_1="C6")
    own = reckon(g, "german", "us-para-squad-1")
    assert (own["column"], own["kill"], own["modifier"]) == ("1-1", 8, -2)
    back = reckon(g, "us", "wehrmacht-half-odd-1", "wehrmacht-half-odd-2")
    assert (back["column"], back["modifier"]) == ("1-1", 2)


def test_8_2b_the_m_adds_one(game: Make) -> None:
    g = locked(game, "german", ss_squad_1="C6", us_para_squad_1="C6")
    assert reckon(g, "german", "us-para-squad-1")["attack"] == 3
    assert reckon(g, "us", "ss-squad-1")["defence"] == 3


def test_11_7b_a_scout_counts_as_a_zero(game: Make) -> None:
    g = locked(game, scout_us_1="C6", fj_squad_rifle_1="C6")
    assert reckon(g, "german", "scout-us-1")["modifier"] == 1


def test_13_92b_glider_squads_shift_where_they_are_the_majority(game: Make) -> None:
    three = {
        "us_glider_squad_1": "C6",
        "us_glider_squad_2": "C6",
        "us_glider_squad_3": "C6",
        "fj_squad_assault_1": "C6",
    }
    assert reckon(locked(game, **three), "us", "fj-squad-assault-1")["column"] == "3-2"  # 3 to 3, and one column
    g = locked(game, us_glider_squad_1="C6", us_para_squad_1="C6", fj_squad_assault_1="C6")
    assert reckon(g, "us", "fj-squad-assault-1")["column"] == "1-1"  # one of two is no majority
    g = locked(game, us_glider_squad_1="C6", us_glider_half_even_1="C6", us_para_squad_1="C6", fj_squad_assault_1="C6")
    assert reckon(g, "us", "fj-squad-assault-1")["column"] == "3-2"
    options = {"glider_halves_count": False}
    g = locked(
        game,
        options=options,
        us_glider_squad_1="C6",
        us_glider_half_even_1="C6",
        us_para_squad_1="C6",
        fj_squad_assault_1="C6",
    )
    assert reckon(g, "us", "fj-squad-assault-1")["column"] == "1-1"


def test_13_92b_glider_squads_defend_a_column_to_the_left(game: Make) -> None:
    g = locked(game, us_glider_squad_1="C6", us_glider_squad_2="C6", fj_squad_assault_1="C6", fj_half_1="C6")
    assert reckon(g, "german", "us-glider-squad-1", "us-glider-squad-2")["column"] == "3-2"  # 4 to 2, less one


# rounds -------------------------------------------------------------------------


def test_8_0c_both_strike_before_anybody_is_removed(game: Make) -> None:
    g = game(us_para_squad_1="B6", fj_squad_rifle_1="C6", fj_half_1="H7", us_para_half_1="A1")
    g.act("us", "move", [6, 6, 6, 6], pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert g.at("us-para-squad-1") == "us_lost"
    assert g.at("fj-squad-rifle-1") == "german_lost"


def test_8_1a_locked_units_neither_move_nor_fire(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", fj_squad_rifle_1="C6")
    move = g.ask("us", "move")
    assert move is not None
    assert "us-para-squad-1" not in move["pieces"]
    assert g.ask("us", "fire") is None


def test_8_1b_a_round_costs_an_impulse_and_the_units_a_marker(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", fj_squad_rifle_1="C6")
    g.act("us", "melee", [1, 1, 1, 1], choice=g.place("C6"))
    assert g.marks("us-para-squad-1") == ["fired"]
    assert g.ask("us", "melee") is None if g.active == ["us"] else True


@pytest.mark.parametrize("again", [True, False])
def test_amb_9_a_second_round_in_a_turn_is_an_option(game: Make, again: bool) -> None:
    g = locked(game, options={"melee_again_in_a_turn": again}, us_para_squad_1="C6", fj_squad_rifle_1="C6")
    t = g.table()
    t.set_var("rounds", {g.place("C6"): 2})
    assert bool(melee.can_continue(t, g.place("C6"), "us")) == again


def test_8_15_who_comes_after_the_round_sits_out(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", us_para_squad_2="B6", fj_squad_rifle_1="C6")
    g.table().set_var("rounds", {g.place("C6"): 2})
    g.runner._offers.clear()
    g.act("us", "move", pieces=["us-para-squad-2"], path=["B6", "C6"])
    t = g.table()
    assert melee.strikers(t, g.place("C6"), "us") == ["us-para-squad-1"]
    assert melee.named(t, g.place("C6"), "us") == ["us-para-squad-1"]


def test_8_1d_ineligible_units_go_with_the_last_who_could_fight(game: Make) -> None:
    g = game(
        us_para_squad_1="B6", us_para_squad_2="B6", fj_half_1="C6", weiss="C6", fj_half_2="H7", us_para_half_1="A1"
    )
    g.act("us", "move", [6, 6, 1, 1], pieces=["us-para-squad-1", "us-para-squad-2"], path=["B6", "C6"])
    if g.active == ["german"] and g.ask("german", "strike"):
        g.act("german", "strike", [1, 1], pieces=["us-para-squad-1"])
    assert g.at("fj-half-1") == "german_lost"
    assert g.at("weiss") == "german_lost"


@pytest.mark.parametrize(("surrender", "place"), [(False, "C6"), (True, "us_lost")])
def test_amb_6_shaken_units_in_melee(game: Make, surrender: bool, place: str) -> None:
    g = locked(
        game, options={"shaken_surrender_in_melee": surrender}, us_para_squad_1="C6", us_para_half_1="C6/shaken",
        fj_squad_rifle_1="C6",
    )  # fmt: skip
    g.act("us", "melee", [1, 1, 1, 1], choice=g.place("C6"))
    assert g.at("us-para-half-1") == place


# withdrawal ---------------------------------------------------------------------


def test_8_1c_each_rolls_for_himself_and_who_passes_leaves(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6/moved", us_para_squad_2="C6", fj_squad_rifle_1="C6/fired")
    g.act("us", "withdraw", [6, 6, 1, 2], pieces=["us-para-squad-1", "us-para-squad-2"], cell="B6")
    assert g.at("us-para-squad-1") == "C6"
    assert g.at("us-para-squad-2") == "B6"


def test_8_1c_when_all_leave_the_marker_goes_and_the_enemy_may_fire(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", fj_squad_rifle_1="C6")
    g.act("us", "withdraw", [1, 2], pieces=["us-para-squad-1"], cell="B6")
    assert not any(g.state.pieces[p]["kind"] == "melee" for p in g.state.at(g.place("C6")))
    assert g.active == ["german"]
    assert g.ask("german", "fire") is not None


def test_8_1c_a_rearguard_prevents_the_fire(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", us_para_squad_2="C6", fj_squad_rifle_1="C6")
    g.act("us", "withdraw", [1, 2], pieces=["us-para-squad-1"], cell="B6")
    assert any(g.state.pieces[p]["kind"] == "melee" for p in g.state.at(g.place("C6")))
    assert g.active == ["us"]


def test_12_0_satchel_and_ambusher_in_a_round(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", satchel_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    g.act("us", "melee", choice=g.place("C6"))
    g.act("us", "use", choice="satchel-1")
    g.act("us", "strike", [6, 6, 1, 1], pieces=["fj-squad-rifle-1"])
    assert g.note("note.strike")["attack"] == 2 + 6
    assert g.at("satchel-1") == "spent"


def test_11_4d_a_sniper_can_not_be_named(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", sniper_us_1="C6", fj_squad_rifle_1="C6")
    assert melee.named(g.table(), g.place("C6"), "us") == ["us-para-squad-1"]
    assert "sniper-us-1" not in melee.strikers(g.table(), g.place("C6"), "us")


# a stranger's questions -----------------------------------------------------------


def test_8_0e_two_leaders_make_one_weapon_whole_not_two(game: Make) -> None:
    men = {"halvorsen": "C6", "oakes": "C6", "m1919a6_1": "@halvorsen", "fj_squad_rifle_1": "C6"}
    g = locked(game, **men)
    t = g.table()
    assert melee.strength(t, "halvorsen", g.place("C6"), defending=False) == 2
    g = locked(game, **men, bar_1="@oakes", m1919a6_2="@oakes")
    t = g.table()
    assert melee.strength(t, "halvorsen", g.place("C6"), defending=False) == 1, "each has his own gun to serve"


def test_8_15_a_leader_who_came_late_does_not_lead_this_turn(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", whitcomb="B6", us_para_half_2="B6", fj_squad_rifle_1="C6")
    g.table().set_var("rounds", {g.place("C6"): 2})
    g.runner._offers.clear()
    g.act("us", "move", pieces=["us-para-half-2", "whitcomb"], path=["B6", "C6"])
    assert reckon(g, "us", "fj-squad-rifle-1")["modifier"] == 0


def test_8_15_where_no_friend_is_left_who_enters_fights_at_once(game: Make) -> None:
    g = locked(game, us_para_squad_1="B6", fj_squad_rifle_1="C6")
    g.table().set_var("rounds", {g.place("C6"): 2})
    g.runner._offers.clear()
    g.act("us", "move", [1, 1, 1, 1], pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert g.notes().count("note.strike") == 2


def test_8_1e_helpless_units_under_an_old_marker_are_overrun(game: Make) -> None:
    g = locked(game, us_para_squad_1="B6", fj_squad_rifle_1="C6/shaken")
    g.table().set_var("rounds", {g.place("C6"): 2})
    g.runner._offers.clear()
    g.act("us", "move", pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert g.at("fj-squad-rifle-1") == "german_lost"


def test_8_1d_when_both_sides_strike_each_other_down_both_leaders_are_removed(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", halvorsen="C6", fj_squad_rifle_1="C6", weiss="C6")
    g.act("us", "melee", [6, 6, 6, 6], choice=g.place("C6"))
    assert g.at("fj-squad-rifle-1") == "german_lost"
    assert g.at("us-para-squad-1") == "us_lost"
    assert g.at("weiss") == "german_lost"
    assert g.at("halvorsen") == "us_lost"


def test_1_6_2c_a_satchel_that_defended_is_used_up(game: Make) -> None:
    g = locked(game, us_para_squad_1="C6", fj_squad_rifle_1="C6", satchel_1="@fj-squad-rifle-1/owner=german")
    g.act("us", "melee", [1, 1], choice=g.place("C6"))
    assert g.note("note.strike")["defence"] == 2 + 6
    g.act("german", "strike", [1, 1], pieces=["us-para-squad-1"])
    assert g.at("satchel-1") == "spent"


def test_8_0_a_stack_in_hand_shows_the_odds_of_the_melee_that_it_would_begin(game: Make) -> None:
    g = game("impulse", "us", us_para_squad_1="C5", us_para_squad_2="C5", fj_half_1="C6", spotted_1="C6")
    ask = g.ask("us", "move")
    before = {**ask["odds"], "pieces": ["us-para-squad-1", "us-para-squad-2"]}
    told = g.query("us", "odds", **before, cell="C6")
    assert g.query("us", "odds", **before, cell="C4") is None, "nobody to fight"
    there = game(us_para_squad_1="C6", us_para_squad_2="C6", fj_half_1="C6")
    assert told["chances"] == reckon(there, "us", "fj-half-1")["chances"]


def test_8_0_every_way_into_melee_asks_for_its_odds_and_assault_is_none(game: Make) -> None:
    g = game("impulse", "us", us_para_squad_1="C5", scout_us_1="C5", fj_half_1="C6", spotted_1="C6")
    asks = g.asks("us")
    assert "odds" not in asks["assault"]
    for mode, unit in (("move", "us-para-squad-1"), ("crawl", "us-para-squad-1"), ("stealth", "scout-us-1")):  # 6.3, 6.4
        assert g.place("C6") in g.query("us", f"reach_{mode}", pieces=[unit])["cells"], mode
        assert g.query("us", "odds", **asks[mode]["odds"], pieces=[unit], cell="C6")["chances"], mode


def test_8_15_a_stack_that_would_sit_out_is_told_no_odds(game: Make) -> None:
    for friend, told in (({"us_para_squad_2": "C6"}, False), ({}, True)):
        g = locked(game, us_para_squad_1="C5", fj_half_1="C6", **friend)
        g.table().set_var("rounds", {g.place("C6"): 2})
        g.runner._offers.clear()
        odds = g.query("us", "odds", verb="move", pieces=["us-para-squad-1"], cell="C6")
        assert (odds is not None) is told


def test_11_1_who_may_not_close_alone_is_told_no_odds(game: Make) -> None:
    g = game("impulse", "us", us_para_squad_1="C5", halvorsen="C5", medic_us_1="C5", fj_half_1="C6", spotted_1="C6")
    for alone in ("halvorsen", "medic-us-1"):
        assert g.query("us", "odds", verb="move", pieces=[alone], cell="C6") is None
    assert g.query("us", "odds", verb="move", pieces=["halvorsen", "us-para-squad-1"], cell="C6") is not None


def test_8_0b_below_one_to_three_the_odds_are_those_of_the_weakest_alone(game: Make) -> None:
    men = {"fj_squad_rifle_1": "C6", "fj_squad_rifle_2": "C6", "fj_half_1": "C6"}
    there = game(us_para_half_1="C6", **men)
    assert reckon(there, "us", "fj-squad-rifle-1", "fj-squad-rifle-2", "fj-half-1")["below"]
    weakest = reckon(there, "us", "fj-half-1")
    g = game("impulse", "us", us_para_half_1="C5", spotted_1="C6", **men)
    assert g.query("us", "odds", verb="move", pieces=["us-para-half-1"], cell="C6")["chances"] == weakest["chances"]
    g = locked(game, us_para_half_1="C6", **men)
    g.act("us", "melee", choice=g.place("C6"))
    strike = g.ask("us", "strike")["odds"]
    assert g.query("us", "odds", **strike)["chances"] == weakest["chances"]
    three = g.query("us", "odds", **strike, pieces=["fj-squad-rifle-1", "fj-squad-rifle-2", "fj-half-1"])
    assert [line["key"] for line in three["lines"]] == ["refuse.below_odds"], "refused, so no chance is told"
