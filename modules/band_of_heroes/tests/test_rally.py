"""Initiative and the rally phase (3.0, 1.6.01, 1.6.1, 11.3, 13.81)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import rally


def choices(g: Any, side: str, verb: str) -> list[str]:
    ask = g.ask(side, verb)
    return [] if ask is None else [c["value"] for c in ask["choices"]]


def able(g: Any, side: str = "us", verb: str = "rally") -> list[str]:
    ask = g.ask(side, verb)
    return [] if ask is None else sorted(ask["pieces"])


# initiative and order ------------------------------------------------------------


@pytest.mark.parametrize(("us", "german", "holder"), [(5, 3, "us"), (2, 6, "german"), (4, 4, "german")])
def test_3_0a_the_higher_die_has_the_initiative_a_tie_leaves_it(us: int, german: int, holder: str, game: Any) -> None:
    t = game("rally", "german", us_para_squad_1="A1/shaken", medrow="A1").table([us, german])
    t.set_var("initiative", "german")
    t.call("initiative")
    rally.Initiative().run(t, t.frame())
    assert t.var("initiative") == holder


def test_3_0a_no_roll_in_turn_1(whole: Any) -> None:
    runner = whole("s1_crossroads")
    assert runner.state.vars["initiative"] == "us"  # as the scenario says


def test_3_0b_one_side_after_the_other(game: Any) -> None:
    g = game("rally", "us", us_para_squad_1="A1/shaken", medrow="A1", fj_half_1="H1/shaken", weiss="H1")
    assert g.active == ["us"]
    assert able(g) == ["us-para-squad-1"]
    g.act("us", "done")
    assert g.active == ["german"]
    assert able(g, "german") == ["fj-half-1"]
    g.act("german", "done")
    assert g.state.vars["phase"] == "operations"


def test_3_0c_leaders_first_in_each_hex(game: Any) -> None:
    g = game(
        "rally",
        "us",
        us_para_squad_1="A1/shaken",
        medrow="A1/shaken",
        whitcomb="A1",
        us_para_squad_2="C1/shaken",
        halvorsen="C1",
    )
    assert able(g) == ["medrow", "us-para-squad-2"]
    g.act("us", "rally", [6, 6], pieces=["medrow"])
    assert able(g) == ["us-para-squad-1", "us-para-squad-2"]


def test_3_0c_the_order_holds_on_each_level_by_itself(game: Any) -> None:
    g = game("rally", "us", scenario="s2_manor", us_para_squad_1="I5/shaken", whitcomb="I5", medrow="i5_upper/shaken")
    assert able(g) == ["medrow", "us-para-squad-1"]


# who and with what ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "dice", "good"),
    [("D4", [4, 2], True), ("D4", [4, 3], False), ("E3", [4, 4], True), ("E3", [5, 4], False), ("F3", [4, 3], False)],
)  # D4 open, E3 light woods +1, F3 field -1
def test_3_0d_two_dice_less_leadership_less_two_in_cover(at: str, dice: list[int], good: bool, game: Any) -> None:
    g = game("rally", "us", us_para_squad_1=f"{at}/shaken", halvorsen=at)  # shaken morale 5, leadership 1
    g.act("us", "rally", dice, pieces=["us-para-squad-1"])
    assert (g.face("us-para-squad-1") == "front") is good


def test_3_0d_one_attempt_a_phase(game: Any) -> None:
    g = game("rally", "us", us_para_squad_1="D4/shaken", halvorsen="D4", medic_us_1="A1", us_para_squad_2="A1/shaken")
    g.act("us", "rally", [6, 6], pieces=["us-para-squad-1"])
    assert able(g) == []


@pytest.mark.parametrize("option", [False, True])
def test_3_0d_smoke_is_cover_by_option_only(option: bool, game: Any) -> None:
    g = game("rally", "us", us_para_squad_1="D4/shaken", halvorsen="D4", options={"smoke_helps_rally": option})
    t = g.table([4, 4])
    t.add("smoke@t1:D4", "t1:D4", kind="smoke1_2", owner="")
    assert rally.attempt(t, "us-para-squad-1") is option  # 8 - 1 against 5, with cover 8 - 3


def test_3_0e_who_may_try(game: Any) -> None:
    g = game(
        "rally", "us",
        us_para_squad_1="A1/shaken",                                # alone: no
        us_para_squad_2="B1/shaken", hero_cobb="B1",                # a hero: yes
        us_para_squad_3="C1/shaken", medrow="C1/shaken",            # a shaken leader: himself only
        us_para_squad_4="D1/shaken", halvorsen="D2",                # a leader next door: no
        us_50cal_1="E1/shaken", sniper_us_1="F1/shaken",            # teams and snipers: yes
    )  # fmt: skip
    assert able(g) == ["medrow", "sniper-us-1", "us-50cal-1", "us-para-squad-2"]


def test_3_0e_a_leader_on_the_other_floor_does_not_help(game: Any) -> None:
    g = game(
        "rally",
        "us",
        scenario="s2_manor",
        us_para_squad_1="I5/shaken",
        whitcomb="i5_upper",
        us_para_half_1="I6/shaken",
        medrow="I6",
    )
    assert able(g) == ["us-para-half-1"]


def test_3_0f_leaders_rally_their_own_colour(game: Any) -> None:
    g = game(
        "rally",
        "german",
        scenario="s2_manor",
        fj_half_1="H8/shaken",
        vogt="H8",
        ss_half_1="H9/shaken",
        reinhardt="H9",
        kessel="G7",
        medic_german_1="G7/shaken",
    )
    assert able(g, "german") == ["medic-german-1", "ss-half-1"]  # a medic is his side's, no troop's


def test_3_0h_two_halves_make_a_squad_under_a_leader(game: Any) -> None:
    g = game(
        "rally",
        "us",
        us_para_half_1="A1",
        us_para_half_2="A1",
        bar_1="@us-para-half-2",
        medrow="A1",
        us_para_half_3="B1",
        us_para_half_4="B1",
    )
    assert choices(g, "us", "combine") == ["us-para-half-1>us-para-half-2>us_para_squad"]
    g.act("us", "combine", choice="us-para-half-1>us-para-half-2>us_para_squad")
    assert g.state.pieces["us-para-half-1"]["kind"] == "us_para_squad"
    assert "us-para-half-2" not in g.state.pieces
    assert g.at("bar-1") == "@us-para-half-1"


def test_3_0h_not_in_melee_not_of_two_kinds(game: Any) -> None:
    mixed = game(
        "rally",
        "us",
        scenario="s3_hill21",
        us_para_half_1="A1",
        us_glider_half_even_1="A1",
        oakes="A1",
        us_para_squad_1="B1/shaken",
    )
    assert choices(mixed, "us", "combine") == []
    locked = game(
        "rally",
        "us",
        us_para_half_1="A1",
        us_para_half_2="A1",
        medrow="A1/shaken",
        whitcomb="A1",
        fj_half_1="A1",
        melee_1="A1/kind=melee",
    )
    assert choices(locked, "us", "combine") == []


def test_3_0h_halves_of_the_same_troops_become_their_squad_the_owner_chooses_which(game: Any) -> None:
    g = game("rally", "german", fj_half_1="A1", fj_half_2="A1", weiss="A1")
    assert choices(g, "german", "combine") == [
        "fj-half-1>fj-half-2>fj_squad_rifle",
        "fj-half-1>fj-half-2>fj_squad_assault",
    ]
    even_odd = game(
        "rally", "german", scenario="s1_crossroads", wehrmacht_half_even_1="A1", wehrmacht_half_odd_1="A1", kessel="A1"
    )
    assert choices(even_odd, "german", "combine") == ["wehrmacht-half-even-1>wehrmacht-half-odd-1>wehrmacht_squad"]


@pytest.mark.parametrize("option", [False, True])
def test_3_0h_shaken_halves_by_option_make_a_shaken_squad(option: bool, game: Any) -> None:
    g = game(
        "rally",
        "us",
        us_para_half_1="A1",
        us_para_half_2="A1/shaken",
        medrow="A1",
        options={"shaken_may_combine": option},
    )
    assert bool(choices(g, "us", "combine")) is option
    if option:
        g.act("us", "combine", choice="us-para-half-1>us-para-half-2>us_para_squad")
        left = next(p for p in g.state.pieces if g.state.pieces[p]["kind"] == "us_para_squad")
        assert g.face(left) == "back"


def test_3_0i_nothing_splits_a_squad(game: Any) -> None:
    in_rally = game("rally", "us", us_para_squad_1="A1", us_para_squad_2="A1/shaken", medrow="A1").offer("us")
    in_impulse = game("impulse", "us", us_para_squad_1="A1", medrow="A1").offer("us")
    verbs = {a["verb"] for a in (*in_rally["asks"], *in_impulse["asks"])}
    assert not {v for v in verbs if "split" in v or "divide" in v}
    assert all(
        g["kind"] in ("pieces", "button", "choose", "move", "place", "pieces_and_cell") for g in in_impulse["asks"]
    )


def test_3_0k_medics_and_scouts_need_a_leader_or_hero(game: Any) -> None:
    g = game("rally", "us", medic_us_1="A1/shaken", scout_us_1="B1/shaken", hero_cobb="B1", medrow="C1/shaken")
    assert able(g) == ["medrow", "scout-us-1"]


def test_3_0l_leadership_of_the_best_never_of_himself(game: Any) -> None:
    g = game("rally", "us", whitcomb="D4/shaken")  # leadership 2, shaken morale 6
    g.act("us", "rally", [4, 3], pieces=["whitcomb"])
    assert g.face("whitcomb") == "back"
    g = game("rally", "us", us_para_squad_1="D4/shaken", whitcomb="D4", medrow="D4")
    g.act("us", "rally", [4, 3], pieces=["us-para-squad-1"])  # 7 - 2
    assert g.face("us-para-squad-1") == "front"


# weapons ---------------------------------------------------------------------------


def test_1_6_1_h_picking_up_needs_good_order_and_no_enemy(game: Any) -> None:
    g = game(
        "rally", "us", us_para_squad_1="A1", mg34_1="A1", us_para_squad_2="B1/shaken", medrow="B2", mg34_2="B2",
        medic_us_1="C1", mg34_3="C1",
        us_50cal_1="D1", mg34_4="D1",
    )  # fmt: skip
    assert choices(g, "us", "take") == ["mg34-1>us-para-squad-1", "mg34-2>medrow"]  # captured ones too
    g.act("us", "take", choice="mg34-1>us-para-squad-1")
    assert g.at("mg34-1") == "@us-para-squad-1"
    assert g.state.pieces["mg34-1"]["owner"] == "us"
    foe = game(
        "rally", "us", us_para_squad_1="A1", mg34_1="A1", fj_half_1="A1", us_para_squad_2="B1/shaken", medrow="B1"
    )
    assert choices(foe, "us", "take") == []


def test_3_0j_good_order_units_of_a_hex_exchange_weapons(game: Any) -> None:
    g = game(
        "rally",
        "us",
        us_para_half_1="A1",
        bar_1="@us-para-half-1",
        us_para_half_2="A1",
        m1919a6_1="@us-para-half-2",
        us_para_half_3="A1/shaken",
        us_para_squad_1="A2",
    )
    assert choices(g, "us", "hand") == []  # both hands full, the third shaken, the fourth elsewhere
    assert choices(g, "us", "swap") == ["bar-1>m1919a6-1"]
    g.act("us", "swap", choice="bar-1>m1919a6-1")
    assert (g.at("bar-1"), g.at("m1919a6-1")) == ("@us-para-half-2", "@us-para-half-1")


def test_3_0j_a_weapon_is_handed_over_whole_with_its_tripod(game: Any) -> None:
    g = game("rally", "us", us_para_squad_1="A1", m1919a4_1="@us-para-squad-1", us_para_squad_2="A1")
    assert choices(g, "us", "hand") == ["m1919a4-1>us-para-squad-2"]
    g.act("us", "hand", choice="m1919a4-1>us-para-squad-2")
    assert g.at("m1919a4-1") == "@us-para-squad-2"
    assert g.face("m1919a4-1") == "front"


def test_1_6_01_squads_turn_tripods_in_the_rally_phase_only(game: Any) -> None:
    men = {"us_para_squad_1": "A1", "m1919a4_1": "@us-para-squad-1", "hero_cobb": "B1", "m1919a4_2": "@hero-cobb"}
    g = game("rally", "us", **men)
    assert choices(g, "us", "flip") == ["m1919a4-1"]
    assert g.ask("us", "flip") is not None
    assert g.query("us", "reach_move", pieces=["us-para-squad-1"])["cells"] == {}  # on its tripod it holds its squad
    g.act("us", "flip", choice="m1919a4-1")
    assert g.face("m1919a4-1") == "back"
    assert g.query("us", "reach_move", pieces=["us-para-squad-1"])["cells"]
    assert game("impulse", "us", **men).ask("us", "flip") is None


# the medic -------------------------------------------------------------------------


def test_11_3b_one_service_a_phase_after_a_morale_check(game: Any) -> None:
    men = {
        "medic_us_1": "D4",
        "us_para_squad_1": "D4/shaken",
        "whitcomb": "D4/shaken/wounded",
        "us_para_squad_2": "A1/shaken",
    }
    g = game("rally", "us", **men)
    assert choices(g, "us", "treat") == ["medic-us-1>us-para-squad-1", "medic-us-1>whitcomb"]
    g.act("us", "treat", [3, 3], choice="medic-us-1>us-para-squad-1")
    assert g.face("us-para-squad-1") == "front"
    assert choices(g, "us", "treat") == []
    g = game("rally", "us", **men)
    g.act("us", "treat", [3, 3], choice="medic-us-1>whitcomb")
    assert not g.state.pieces["whitcomb"]["attrs"].get("wounded")
    assert g.face("whitcomb") == "back"
    g = game("rally", "us", **men)
    g.act("us", "treat", [4, 3], choice="medic-us-1>us-para-squad-1")
    assert g.face("us-para-squad-1") == "back"
    assert choices(g, "us", "treat") == []


def test_11_3b_a_wounded_hero_and_a_weapon_team_are_patients_too(game: Any) -> None:
    g = game("rally", "us", medic_us_1="D4", hero_cobb="D4/back", us_50cal_1="D4/shaken", whitcomb="D5/shaken")
    assert choices(g, "us", "treat") == [
        "medic-us-1>hero-cobb",
        "medic-us-1>us-50cal-1",
    ]  # who is only shaken needs a leader
    g.act("us", "treat", [1, 1], choice="medic-us-1>hero-cobb")
    assert g.face("hero-cobb") == "front"


@pytest.mark.parametrize(("at", "good"), [("D4", False), ("E3", True)])
def test_11_3b_cover_helps_the_medic(at: str, good: bool, game: Any) -> None:
    g = game("rally", "us", medic_us_1=at, us_para_squad_1=f"{at}/shaken")
    g.act("us", "treat", [4, 4], choice="medic-us-1>us-para-squad-1")
    assert (g.face("us-para-squad-1") == "front") is good


def test_11_3a_a_medic_neither_fires_nor_spots_nor_carries_nor_fights(game: Any) -> None:
    g = game("impulse", "us", medic_us_1="F5", us_para_squad_1="A1", fj_half_1="E3", fj_half_2="G6")
    assert g.ask("us", "spot") is None or "medic-us-1" not in g.ask("us", "spot")["pieces"]
    fire = g.ask("us", "fire")
    assert fire is None or "medic-us-1" not in fire["pieces"]
    assert "t1:G6" not in g.query("us", "reach_move", pieces=["medic-us-1"])["cells"]  # he never enters a melee
    shaken = game("rally", "us", medic_us_1="A1/shaken", hero_cobb="A1", us_para_squad_1="A1/shaken")
    assert choices(shaken, "us", "treat") == []


# the Waffen-SS ---------------------------------------------------------------------


def test_13_81b_loyalty_gives_one_attempt_without_a_leader(game: Any) -> None:
    g = game(
        "rally",
        "german",
        scenario="s2_manor",
        ss_squad_1="M1/shaken",
        ss_squad_2="N1/shaken",
        vogt="N1",
        wehrmacht_squad_1="O1/shaken",
    )
    assert able(g, "german", "loyalty") == ["ss-squad-1"]  # the other has a leader, the third is no SS
    g.act("german", "loyalty", [2, 2], pieces=["ss-squad-1"])
    assert g.face("ss-squad-1") == "front"
    assert able(g, "german", "loyalty") == []


def test_13_81b_loyalty_may_be_a_second_roll_instead(game: Any) -> None:
    g = game("rally", "german", scenario="s2_manor", ss_squad_1="M1/shaken", ss_squad_2="N1/shaken", vogt="N1")
    g.act("german", "rally", [6, 6], pieces=["ss-squad-2"])
    assert able(g, "german", "loyalty") == ["ss-squad-1", "ss-squad-2"]
    g.act("german", "loyalty", [2, 2], pieces=["ss-squad-2"])
    assert g.face("ss-squad-2") == "front"
    assert g.ask("german", "loyalty") is None
    us = game(
        "rally", "us", scenario="s2_manor", us_para_squad_1="M1/shaken", hero_cobb="A1", us_para_squad_2="A1/shaken"
    )
    assert us.ask("us", "loyalty") is None
