"""When a sniper appears and what his first shot is (11.4, AMB-14, AMB-29); units beside movers by option (AMB-7)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import spotting

MEN = {"sniper_german_1": "german_off_map", "us_para_squad_1": "F4", "us_para_squad_2": "A7", "wehrmacht_squad_1": "H1"}


def placed(game: Any, side: str, **more: Any) -> Any:
    g = game("impulse", side, **MEN, **more)
    if side == "us":
        g.act("us", "move", pieces=["us-para-squad-1"], path=["F4", "F5"])
    return g.act("german", "place_sniper", pieces=["sniper-german-1"], cell="E3")


def test_11_4a_he_appears_in_an_impulse_and_fires_at_once_which_is_no_impulse(game: Any) -> None:
    g = placed(game, "german")
    g.act("german", "snipe", [1, 1, 6], pieces=["sniper-german-1"], cell="F4")
    assert g.marks("sniper-german-1") == ["fired"]
    assert g.active == ["german"]
    assert "wehrmacht-squad-1" in g.ask("german", "move")["pieces"]  # the impulse is still to come
    g.act("german", "pass")
    assert "note.passes" in g.notes()


def test_11_4a_he_appears_in_the_middle_of_an_enemy_move_and_fires_at_whom_he_sees(game: Any) -> None:
    g = placed(game, "us")
    assert g.step == "reaction"
    assert "t1:F5" in g.ask("german", "snipe")["targets"]["sniper-german-1"]
    g = placed(game, "us", us_para_half_1="D4")
    assert set(g.ask("german", "snipe")["targets"]["sniper-german-1"]) == {"t1:A7", "t1:D4", "t1:F5"}
    g.act("german", "snipe", [1, 1, 6], pieces=["sniper-german-1"], cell="D4")
    assert g.marks("sniper-german-1") == ["fired"]


def before_theirs(game: Any, **more: Any) -> Any:
    """A game in which the Germans have passed: the impulse of the US is to come."""
    return game("impulse", "german", **{**MEN, **more}).act("german", "pass")


def test_11_4a_he_appears_before_an_enemy_impulse_and_fires(game: Any) -> None:
    g = before_theirs(game)
    assert (g.active, g.step) == (["german"], "ambush")
    g.act("german", "place_sniper", pieces=["sniper-german-1"], cell="E3")
    assert g.ask("german", "snipe")["targets"]["sniper-german-1"] == ["t1:A7", "t1:F4"]
    assert g.ask("german", "snipe_one") is not None
    g.act("german", "snipe", [6, 6, 1, 6], pieces=["sniper-german-1"], cell="F4")
    assert g.marks("sniper-german-1") == ["fired"]
    assert (g.active, g.step) == (["us"], "impulse"), "then the impulse begins"


def test_11_4a_placed_and_silent_his_moment_passes(game: Any) -> None:
    g = before_theirs(game, options={"sniper_two_dice_always": False})
    g.act("german", "place_sniper", pieces=["sniper-german-1"], cell="E3").act("german", "not_now")
    assert (g.active, g.step) == (["us"], "impulse")
    g.act("us", "pass")
    assert g.ask("german", "snipe") is None, "two dice were for the moment of his placing"


def test_11_4a_he_is_asked_before_each_enemy_impulse_or_not_again_this_turn(game: Any) -> None:
    g = before_theirs(game).act("german", "not_now")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["F4", "F5"])
    while g.step != "impulse":
        g.act(g.active[0], "let_pass")
    if g.active == ["us"]:
        g.act("us", "pass")
    g.act("german", "pass")
    assert g.step == "ambush"
    g.act("german", "not_this_turn")
    g.act("us", "move", pieces=["us-para-squad-2"], path=["A7", "B7"])
    while g.step not in ("impulse", "ambush"):
        g.act(g.active[0], "let_pass")
    assert g.step == "impulse"
    if g.active == ["us"]:
        g.act("us", "pass")
    g.act("german", "pass")
    assert g.step != "ambush"


@pytest.mark.parametrize("why", ["option", "nobody spotted", "not his turn yet"])
def test_11_4a_nobody_is_asked_who_could_not_fire(why: str, game: Any) -> None:
    if why == "not his turn yet":
        men = {"sniper_german_1": "german_off_map", "us_para_squad_1": "A7", "wehrmacht_squad_1": "P1"}
        g = game("impulse", "german", scenario="s1_crossroads", turn=2, **men).act("german", "pass")
    elif why == "option":
        g = before_theirs(game, options={"sniper_any_time": False})
    else:
        g = before_theirs(game, us_para_squad_1="E3", us_para_squad_2="E3")
    assert (g.active, g.step) == (["us"], "impulse")


@pytest.mark.parametrize("option", [True, False])
def test_11_4a_whether_he_may_come_within_an_enemy_move_is_an_option(option: bool, game: Any) -> None:
    g = game("impulse", "us", **MEN, options={"sniper_any_time": option})
    g.act("us", "move", pieces=["us-para-squad-1"], path=["F4", "F5"])
    offered = g.active == ["german"] and g.step == "reaction" and g.ask("german", "place_sniper") is not None
    assert offered is option
    own = game("impulse", "german", **MEN, options={"sniper_any_time": option})
    assert own.ask("german", "place_sniper") is not None


@pytest.mark.parametrize("option", [True, False])
def test_11_4b_two_dice_on_every_attack_or_on_the_first_by_option(option: bool, game: Any) -> None:
    fresh = placed(game, "german", options={"sniper_two_dice_always": option})
    assert fresh.ask("german", "snipe") is not None
    assert fresh.ask("german", "snipe_one") is not None  # one die is always his choice
    fresh.act("german", "pass")  # the moment is over
    fresh.act("us", "pass")
    assert (fresh.ask("german", "snipe") is not None) is option
    assert fresh.ask("german", "snipe_one") is not None


@pytest.mark.parametrize("option", [True, False])
def test_5_3g_units_in_a_hex_that_was_moved_through_are_hidden_again_by_option(option: bool, game: Any) -> None:
    men = {"us_para_squad_1": "D4", "us_para_half_1": "E3", "us_para_squad_2": "A7", "fj_squad_rifle_1": "H7"}
    g = game("impulse", "us", **men, options={"bystanders_hidden_again": option})
    g.act("us", "move", pieces=["us-para-squad-1"], path=["D4", "E3", "E2"])
    while g.active == ["german"] and g.step == "reaction":
        g.act("german", "let_pass")
    assert g.at("us-para-squad-1") == "E2"
    assert spotting.is_spotted(g.table(), "t1:E3", "german") is not option
