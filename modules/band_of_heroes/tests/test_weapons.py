"""Support weapons and weapon teams (1.6.1, 1.6.01, 1.6.2, 1.6.3)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import arcs, facts, fire, firegroup, ground, harm, melee, movement, setup
from modules.band_of_heroes.rules.attack import retreats
from modules.band_of_heroes.rules.fire import Circumstances
from qtwar.base.errors import Refusal

NOW = Circumstances()
OTHERS = {"us_para_squad_9": "A7", "fj_half_3": "H7"}  # somebody who keeps the phase going


def value(g: Any, side: str, pieces: list[str], target: str) -> int:
    return firegroup.compose(g.table(), side, pieces, g.place(target), NOW).value


# 1.6.1 ------------------------------------------------------------------------------


def test_1_6_1a_a_weapon_lies_in_its_owner_and_goes_where_he_goes(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="A1", bar_1="@us-para-squad-1", us_para_squad_2="A1", fj_half_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A1", "B1"])
    t = g.table()
    assert (t.spot("bar-1"), fire.carrier(t, "bar-1")) == ("t1:B1", "us-para-squad-1")


def test_1_6_1c_a_squad_fires_one_weapon_and_itself_or_two_weapons(game: Any) -> None:
    g = game(us_para_squad_1="D6", bar_1="@us-para-squad-1", m1919a6_1="@us-para-squad-1", fj_half_1="D3", **OTHERS)
    assert value(g, "us", ["us-para-squad-1", "m1919a6-1"], "D3") == 4  # 2 and 2
    assert value(g, "us", ["bar-1", "m1919a6-1"], "D3") == 3
    with pytest.raises(Refusal) as no:
        value(g, "us", ["us-para-squad-1", "bar-1", "m1919a6-1"], "D3")
    assert no.value.rule == "1.6.1"


@pytest.mark.parametrize(("option", "fire_"), [(False, None), (True, 3)])
def test_1_6_1c_a_half_squad_fires_its_weapon_or_itself(option: bool, fire_: int | None, game: Any) -> None:
    g = game(
        us_para_half_1="D6", m1919a6_1="@us-para-half-1", fj_half_1="D3", options={"half_squad_keeps_fp": option}, **OTHERS
    )  # fmt: skip
    assert value(g, "us", ["m1919a6-1"], "D3") == 2
    if fire_ is None:
        with pytest.raises(Refusal) as no:
            value(g, "us", ["us-para-half-1", "m1919a6-1"], "D3")
        assert no.value.rule == "1.6.1"
    else:
        assert value(g, "us", ["us-para-half-1", "m1919a6-1"], "D3") == fire_


def test_1_6_1d_men_fire_a_weapon_at_half_rounded_up(game: Any) -> None:
    german = game("impulse", "german", weiss="D6", mg34_1="@weiss", us_para_half_1="D4", **OTHERS)
    assert value(german, "german", ["mg34-1"], "D4") == 1
    captured = game("impulse", "german", weiss="D6", m1919a4_1="@weiss/owner=german", us_para_half_1="D4", **OTHERS)
    assert value(captured, "german", ["m1919a4-1"], "D4") == 1  # once, own or captured
    scout = game(scout_us_1="D6", bar_1="@scout-us-1", fj_half_1="D4", **OTHERS)
    assert value(scout, "us", ["bar-1"], "D4") == 1


def test_1_6_1e_captured_weapons_of_squads_fire_at_half_rounded_up(game: Any) -> None:
    g = game(
        scenario="s3_hill21",
        us_para_squad_1="H8",
        mg42_1="@us-para-squad-1/owner=us/back",
        wehrmacht_squad_1="H4",
        us_para_squad_2="A7",
    )
    assert value(g, "us", ["us-para-squad-1", "mg42-1"], "H4") == 2 + 2  # half of 3, rounded up
    own = game(
        "impulse",
        "german",
        scenario="s3_hill21",
        wehrmacht_squad_1="H8",
        mg42_1="@wehrmacht-squad-1/back",
        us_para_squad_1="H4",
        wehrmacht_squad_2="P1",
    )
    assert value(own, "german", ["wehrmacht-squad-1", "mg42-1"], "H4") == 1 + 3


def test_1_6_1e_captured_ordnance_hits_at_one_less(game: Any) -> None:
    men = {"wehrmacht_squad_1": "H6", "us_para_squad_2": "A7"}
    g = game(scenario="s4_roadblock", us_para_squad_1="H8", panzerschreck_1="@us-para-squad-1/owner=us", **men)
    assert value(g, "us", ["panzerschreck-1"], "H6") == 7 - 1
    g = game(scenario="s4_roadblock", us_para_squad_1="H8", bazooka_1="@us-para-squad-1", **men)
    assert value(g, "us", ["bazooka-1"], "H6") == 7


def test_1_6_1e_in_melee_a_captured_weapon_counts_in_full(game: Any) -> None:
    g = game(us_para_squad_1="A1", mg34_1="@us-para-squad-1/owner=us", fj_half_1="A1", **OTHERS)
    assert melee.strength(g.table(), "us-para-squad-1", "t1:A1", defending=False) == 4


def test_1_6_1f_a_leader_who_fires_a_weapon_has_no_leadership_left(game: Any) -> None:
    g = game("impulse", "us", halvorsen="D5", bar_1="@halvorsen", us_para_squad_1="D5", fj_half_1="D4", **OTHERS)
    assert value(g, "us", ["bar-1"], "D4") == 1 + 2  # the gun at half, adjacent; nothing for himself
    g.act("us", "fire_gun", [1, 6], pieces=["halvorsen"], cell="D4")
    assert facts.leadership(g.table(), "halvorsen") == 0
    directs = game("impulse", "us", halvorsen="D5", us_para_squad_1="D5", fj_half_1="D4", **OTHERS)
    directs.act("us", "fire", [1, 6], pieces=["halvorsen", "us-para-squad-1"], cell="D4")
    assert facts.leadership(directs.table(), "halvorsen") == 1


def test_1_6_1g_a_reduced_squad_drops_a_weapon_of_its_owners_choice(game: Any) -> None:
    g = game(
        "impulse",
        "german",
        fj_squad_assault_1="D5",
        us_para_squad_1="D6",
        bar_1="@us-para-squad-1",
        m1919a6_1="@us-para-squad-1",
        **OTHERS,
    )
    g.act("german", "fire", [6, 1, 6], pieces=["fj-squad-assault-1"], cell="D6")  # a check at +10: casualty
    assert g.state.pieces["us-para-squad-1"]["kind"] == "us_para_half"
    assert g.active == ["us"]
    assert g.step == "drop"
    g.act("us", "drop", choice="bar-1")
    assert (g.at("bar-1"), g.at("m1919a6-1")) == ("D6", "@us-para-squad-1")


def test_1_6_1j_a_hero_fires_a_weapon_in_place_of_himself_and_defends_with_all_of_it(game: Any) -> None:
    men = {"hero_cobb": "D6", "m1919a6_1": "@hero-cobb", "fj_half_1": "D4", **OTHERS}
    t = game(**men).table()
    with pytest.raises(Refusal):
        firegroup.compose(t, "us", ["hero-cobb", "m1919a6-1"], "t1:D4", NOW)
    assert firegroup.compose(t, "us", ["m1919a6-1"], "t1:D4", NOW).value == 1
    assert melee.strength(t, "hero-cobb", "t1:D6", defending=True) == 2
    assert melee.strength(t, "hero-cobb", "t1:D6", defending=False) == 1
    both = game(options={"hero_weapon_replaces_fire": False}, **men).table()
    assert firegroup.compose(both, "us", ["hero-cobb", "m1919a6-1"], "t1:D4", NOW).value == 2


# 1.6.01 -----------------------------------------------------------------------------


def test_1_6_01_on_its_tripod_a_gun_fires_and_holds_its_squad_off_it_it_is_carried(game: Any) -> None:
    g = game(
        us_para_squad_1="A6",
        m1919a4_1="@us-para-squad-1",
        us_para_squad_2="B7",
        m1919a4_2="@us-para-squad-2/back",
        **OTHERS,
    )
    t = g.table()
    assert facts.figures(t, "m1919a4-1") == (2, 10)
    assert facts.figures(t, "m1919a4-2") == (0, 0)  # dismantled it can not fire
    assert (movement.factor(t, "us-para-squad-1"), movement.factor(t, "us-para-squad-2")) == (0, 4)
    mg42 = game(
        scenario="s3_hill21",
        wehrmacht_squad_1="H8",
        mg42_1="@wehrmacht-squad-1",
        mg42_2="H7/back",
        us_para_squad_1="A7",
    ).table()
    assert (facts.figures(mg42, "mg42-1"), facts.figures(mg42, "mg42-2")) == ((2, 10), (3, 12))


# 1.6.2 ------------------------------------------------------------------------------


def test_1_6_2a_a_flamethrower_makes_a_leader_fit_for_melee_at_half(game: Any) -> None:
    g = game(
        scenario="s2_manor",
        vogt="H8",
        flamethrower_1="@vogt/owner=german",
        reinhardt="H7",
        us_para_squad_1="A7",
        ss_squad_1="P1",
    )
    t = g.table()
    assert melee.is_eligible(t, "vogt")
    assert not melee.is_eligible(t, "reinhardt")
    assert melee.strength(t, "vogt", "n1:H8", defending=True) == 2


def flames(game: Any, dice: list[int], option: bool = True, **men: str) -> Any:
    g = game(
        "impulse", "german", scenario="s2_manor", ss_squad_1="H4", flamethrower_1="@ss-squad-1/owner=german",
        us_para_squad_1="H3",
        us_para_squad_9="A14", ss_squad_8="P14", options={"flamethrower_moves_only_hit": option}, **men,
    )  # fmt: skip
    return g.act("german", "fire", dice, pieces=["ss-squad-1"], cell="H3")


def test_1_6_2b_the_shaken_flee_from_the_flames(game: Any) -> None:
    g = flames(game, [1, 5, 3])  # 2 and 4 and 2 and 1 against 5: a check at +4, shaken
    assert g.active == ["us"]
    assert g.step == "retreat"
    there = g.ask("us", "flee")["targets"]["us-para-squad-1"]
    t = g.table()
    assert there
    assert all(ground.distance(t, p, "n1:H4") == 2 for p in there)
    g.act("us", "flee", pieces=["us-para-squad-1"], cell="H2")
    assert g.at("us-para-squad-1") == "H2"
    assert g.marks("us-para-squad-1") == ["moved"]


def test_1_6_2b_not_nearer_to_others_who_see_him_and_without_a_hex_he_dies(game: Any) -> None:
    there = flames(game, [1, 5, 3], ss_half_1="H1").ask("us", "flee")["targets"]["us-para-squad-1"]
    assert there
    assert "n1:H2" not in there
    closed = {f"ss_squad_{n}": at for n, at in ((2, "G2"), (3, "H2"), (4, "I2"))} | {
        "ss_squad_5": "G4",
        "ss_squad_6": "I4",
    }
    g = flames(game, [1, 5, 3], **closed)
    assert g.at("us-para-squad-1") == "us_lost"
    assert "note.burnt" in g.notes()


@pytest.mark.parametrize(("option", "flees"), [(True, False), (False, True)])
def test_1_6_2b_where_the_flames_had_no_effect_nobody_flees_by_option(option: bool, flees: bool, game: Any) -> None:
    g = game(
        "impulse", "german", scenario="s2_manor", ss_half_1="G9", flamethrower_1="@ss-half-1/owner=german",
        us_para_squad_1="G8/shaken",
        us_para_squad_9="A14", ss_squad_8="P14", options={"flamethrower_moves_only_hit": option},
    )  # fmt: skip
    g.act("german", "fire", [1, 6], pieces=["ss-half-1"], cell="G8")  # 4, 2 and 1 against 6 and 3
    assert (g.step == "retreat") is flees


def test_1_6_2c_a_satchel_charge_is_gone_once_thrown(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        scenario="s2_manor",
        us_para_half_1="H6",
        satchel_1="@us-para-half-1/owner=us",
        ss_squad_1="H5",
        us_para_squad_9="A14",
        ss_squad_8="P14",
    )
    g.act("us", "throw", [1, 6, 6], pieces=["us-para-half-1"], cell="H5")
    assert g.at("satchel-1") == "spent"
    assert g.marks("us-para-half-1") == ["fired"]


def test_1_6_2c_in_melee_too(game: Any) -> None:
    men = {
        "us_para_squad_1": "H5",
        "satchel_1": "@us-para-squad-1/owner=us",
        "ss_squad_1": "H5/fired",
        "melee_1": "H5/kind=melee",
    }
    g = game("impulse", "us", scenario="s2_manor", us_para_squad_9="A14", ss_squad_8="P14", **men)
    g.act("us", "melee", choice="n1:H5")
    g.act("us", "use", choice="satchel-1")
    g.act("us", "strike", [1, 1, 1, 1], pieces=["ss-squad-1"])
    assert g.note("note.strike")["attack"] == 8
    assert g.at("satchel-1") == "spent"


def test_1_6_2d_alone_six_with_the_squad_ten(game: Any) -> None:
    men = {
        "us_para_squad_1": "H6",
        "satchel_1": "@us-para-squad-1/owner=us",
        "ss_squad_1": "H5",
        "us_para_squad_9": "A14",
        "ss_squad_8": "P14",
    }
    alone = game("impulse", "us", scenario="s2_manor", **men)
    alone.act("us", "throw", [1, 6, 6], pieces=["us-para-squad-1"], cell="H5")
    assert alone.note("note.attack")["value"] == 6
    both = game("impulse", "us", scenario="s2_manor", **men)
    both.act("us", "throw_too", [1, 6, 6], pieces=["us-para-squad-1"], cell="H5")
    assert both.note("note.attack")["value"] == 10


def test_1_6_2e_leadership_only_for_the_leader_who_throws_it_himself(game: Any) -> None:
    men = {"ss_squad_1": "H5", "us_para_squad_9": "A14", "ss_squad_8": "P14"}
    own = game("impulse", "us", scenario="s2_manor", halvorsen="H6", satchel_1="@halvorsen/owner=us", **men)
    assert value(own, "us", ["satchel-1"], "H5") == 7  # full 6 and his 1
    other = game(
        "impulse",
        "us",
        scenario="s2_manor",
        halvorsen="H6",
        us_para_half_1="H6",
        satchel_1="@us-para-half-1/owner=us",
        **men,
    )
    assert value(other, "us", ["halvorsen", "satchel-1"], "H5") == 6
    run = game(
        "impulse", "us", scenario="s2_manor", us_para_half_1="H6/assault", satchel_1="@us-para-half-1/owner=us", **men
    )
    assert value(run, "us", ["satchel-1"], "H5") == 6  # nor any other modifier
    for man in ("hero_cobb", "scout_us_1"):
        g = game(
            "impulse",
            "us",
            scenario="s2_manor",
            **{man: "H6", "satchel_1": f"@{man.replace('_', '-')}/owner=us"},
            **men,
        )
        assert value(g, "us", ["satchel-1"], "H5") == 6


def test_1_6_2f_into_an_adjacent_spotted_hex_only(game: Any) -> None:
    men = {
        "us_para_half_1": "H6",
        "satchel_1": "@us-para-half-1/owner=us",
        "us_para_squad_9": "A14",
        "ss_squad_8": "P14",
    }
    near, far = (
        game("impulse", "us", scenario="s2_manor", ss_squad_1="H5", **men),
        game("impulse", "us", scenario="s2_manor", ss_squad_1="H4", **men),
    )
    assert fire.reaches(near.table(), "satchel-1", "n1:H5", NOW)
    assert not fire.reaches(far.table(), "satchel-1", "n1:H4", NOW)


# 1.6.3 ------------------------------------------------------------------------------


def test_1_6_3a_teams_have_values_of_their_own_and_rally_themselves(game: Any) -> None:
    t = game(us_50cal_1="A1", us_para_squad_1="A1", bar_1="A1", **OTHERS).table()
    assert [t.attr("us-50cal-1", key) for key in ("fp", "range", "mf", "self_rally")] == [3, 12, 2, True]
    assert not facts.may_take(t, "us-50cal-1")


def test_1_6_3b_above_20_mm_no_buildings_walls_or_bocage(game: Any) -> None:
    g = game(
        scenario="s3_hill21", us_60mm_mortar_1="H7", us_50cal_1="H7", us_glider_squad_1="A7", wehrmacht_squad_1="P1"
    )
    t = g.table()
    assert ground.is_heavy(t, "us-60mm-mortar-1")
    assert not ground.is_heavy(t, "us-50cal-1")
    for to, rule in (("n1:I8", "1.6.3"), ("n1:G8", "1.6.3")):  # stone buildings
        assert movement.step_fault(t, "move", ["us-60mm-mortar-1"], "n1:H8", to, 9, first=True) == rule
        assert movement.step_fault(t, "move", ["us-50cal-1"], "n1:H8", to, 9, first=True) == ""
    assert movement.step_fault(t, "move", ["us-60mm-mortar-1"], "n1:H7", "n1:H8", 9, first=True) == ""
    assert movement.step_fault(t, "move", ["us-60mm-mortar-1"], "n1:I9", "n1:J9", 9, first=True) == ""
    assert movement.step_fault(t, "move", ["us-60mm-mortar-1"], "n1:E1", "n1:F1", 9, first=True) == "1.6.3"  # bocage


def test_1_6_3b_nor_at_set_up(whole: Any) -> None:
    from modules.band_of_heroes.tests.test_scenarios import table

    runner = whole("s3_hill21", 1, "free")
    t = table(runner)
    assert setup.fault(t, "ger-80mm-mortar-1", "n1:L9") == "1.6.3"  # the farm
    assert setup.fault(t, "ger-80mm-mortar-1", "n1:O3") == ""


def test_1_6_3c_in_melee_a_team_defends_with_one_and_never_strikes(game: Any) -> None:
    g = game("impulse", "german", us_50cal_1="A1", fj_squad_rifle_1="A1", **OTHERS)
    t = g.table()
    assert melee.strikers(t, "t1:A1", "us") == []
    assert melee.named(t, "t1:A1", "us") == ["us-50cal-1"]
    assert melee.strength(t, "us-50cal-1", "t1:A1", defending=True) == 1


def gun(game: Any, facing: int, **men: str) -> Any:
    return game(
        "impulse", "german", scenario="s4_roadblock", ger_88_atg_1=f"K7/{facing}", wehrmacht_squad_1="P1", **men
    )


def test_1_6_3e_an_arc_weapon_fires_within_its_arc(game: Any) -> None:
    men = {"us_para_squad_1": "H6/fired", "us_para_squad_2": "N9/fired"}
    west, east = gun(game, 3, **men).table(), gun(game, 0, **men).table()
    assert [fire.in_arc(t, "ger-88-atg-1", "n1:H6") for t in (west, east)] == [True, False]
    assert [fire.in_arc(t, "ger-88-atg-1", "n1:N9") for t in (west, east)] == [False, True]


def test_1_6_3e_turning_in_place_of_fire_costs_a_point_for_two_corners(game: Any) -> None:
    assert [arcs.turning_cost("E", to) for to in arcs.FACINGS] == [0, 1, 1, 2, 1, 1]
    g = gun(game, 3, us_para_squad_1="A7")
    g.act("german", "pivot", choice="ger-88-atg-1>SW")
    assert g.state.pieces["ger-88-atg-1"]["attrs"]["facing"] == arcs.FACINGS.index("SW")
    assert g.marks("ger-88-atg-1") == ["moved"]
    t = g.table()
    assert fire.readiness(t, "ger-88-atg-1", NOW) == ""
    assert fire.readiness(t, "ger-88-atg-1", Circumstances(opportunity=True)) == "full"  # the one exception


def test_1_6_3e_opportunity_fire_after_turning_hits_at_one_less(game: Any) -> None:
    when = Circumstances(opportunity=True)
    men = {"ger_88_atg_1": "P8/3", "wehrmacht_squad_1": "P1", "us_para_squad_1": "O8/fired", "us_para_squad_2": "A7"}
    still, turned = (game("impulse", "german", scenario="s4_roadblock", **men).table() for _ in range(2))
    turned.set_attr("ger-88-atg-1", "pivoted", True)
    numbers = [firegroup.compose(t, "german", ["ger-88-atg-1"], "n1:O8", when).value for t in (still, turned)]
    assert numbers[0] - numbers[1] == 1


def test_1_6_3h_the_88_never_moves_and_no_unit_crews_it(game: Any) -> None:
    g = gun(game, 3, us_para_squad_1="A7")
    assert movement.factor(g.table(), "ger-88-atg-1") == 0
    assert "ger-88-atg-1" not in (g.ask("german", "move") or {"pieces": []})["pieces"]


def test_1_6_1g_weapons_of_the_dead_lie_in_the_hex(game: Any) -> None:
    t = game(us_para_half_1="A1", bar_1="@us-para-half-1", **OTHERS).table()
    harm.casualty(t, "us-para-half-1")
    assert facts.lying(t, "t1:A1") == ["bar-1"]


@pytest.mark.parametrize("who", ["us_60mm_mortar_1", "sniper_us_1"])
def test_1_6_2b_who_can_not_leave_dies_in_the_flames(who: str, game: Any) -> None:
    men = {"us_para_squad_1": "H3", "us_para_squad_9": "A14", "ss_squad_1": "H4", "ss_squad_8": "P14"}
    g = game("impulse", "german", scenario="s2_manor", **men, **{who: "H3/shaken"})
    t = g.table()
    found = retreats(t, who.replace("_", "-"), "ss-squad-1")
    assert bool(found) is (who == "us_60mm_mortar_1"), "a sniper never moves (11.4)"


def test_1_6_2b_a_gun_that_can_not_move_has_nowhere_to_flee(game: Any) -> None:
    g = game(
        "impulse", "us", scenario="s4_roadblock", ger_88_atg_1="M7/shaken", us_para_squad_1="L7", wehrmacht_squad_1="P7"
    )
    assert not retreats(g.table(), "ger-88-atg-1", "us-para-squad-1")


def test_1_6_01_who_flees_leaves_a_gun_on_its_tripod(game: Any) -> None:
    g = flames(game, [1, 5, 3], m1919a4_1="@us-para-squad-1")
    g.act("us", "flee", pieces=["us-para-squad-1"], cell="H2")
    assert g.at("m1919a4-1") == "H3"


def test_8_1_and_18_1_a_leader_locked_in_melee_calls_no_mortar(game: Any) -> None:
    men = {
        "us_60mm_mortar_1": "A11",
        "wehrmacht_squad_1": "H8/fired",
        "oakes": "H5",
        "card-observer": "@oakes",
        "us_para_squad_1": "H5",
        "wehrmacht_squad_2": "H5",
    }
    for marker, called in (({}, "oakes"), ({"melee_1": "H5/kind=melee"}, "")):
        g = game("impulse", "us", scenario="s3_hill21", **men, **marker)
        assert fire.caller(g.table(), "us-60mm-mortar-1", "n1:H8", fire.Circumstances()) == called


def test_4_0d_and_18_1_who_calls_a_mortar_does_not_activate_his_own_hex(game: Any) -> None:
    g = game(
        "impulse", "us", scenario="s3_hill21", us_60mm_mortar_1="A11", wehrmacht_squad_1="H8/fired", oakes="H5",
        us_glider_squad_1="H5", us_glider_squad_2="A11", **{"card-observer": "@oakes"},
    )  # fmt: skip
    g.act("us", "shoot", [6, 6], pieces=["us-60mm-mortar-1"], cell="H8")
    assert g.marks("oakes") == ["fired"]
    assert g.ask("us", "move")["pieces"] == ["us-glider-squad-2"]


# a leader's gun -----------------------------------------------------------------------

GUN = {
    "halvorsen": "D6",
    "bar_1": "@halvorsen",
    "us_para_squad_1": "D6",
    "us_para_squad_2": "D6",
    "medrow": "D6",
    "fj_half_1": "D4",
    "fj_half_2": "F6",
    **OTHERS,
}


def test_5_2a_a_leaders_gun_joins_the_attack_of_his_hex(game: Any) -> None:
    g = game("impulse", "us", **GUN)
    ask = g.ask("us", "fire_gun")
    assert ask["groups"] == {"t1:D6": ["halvorsen", "medrow", "us-para-squad-1", "us-para-squad-2"]}
    assert set(ask["along"]) == {"medrow", "us-para-squad-1", "us-para-squad-2"}, "without the gun they just fire"
    together = ["halvorsen", "us-para-squad-1", "us-para-squad-2", "medrow"]
    g.act("us", "fire_gun", [1, 6], pieces=together, cell="D4")
    # 2 and half of 2 by the squads, the BAR at half 1, Medrow directs; Halvorsen gives nothing (1.6.1)
    assert g.note("note.attack")["value"] == 2 + 1 + 1 + facts.leadership(g.table(), "medrow")
    assert all(g.marks(p) == ["fired"] for p in together)
    assert facts.leadership(g.table(), "halvorsen") == 0
    assert g.active == ["german"], "all have fired, the impulse is over"


def test_5_2_a_leaders_gun_has_the_target_of_his_hex_and_no_attack_of_its_own_beside_it(game: Any) -> None:
    g = game("impulse", "us", **GUN)
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="D4")
    assert g.ask("us", "fire_gun") is None
    assert g.ask("us", "shoot") is None, "a gun is no ordnance: it does not fire apart"
    first = game("impulse", "us", **GUN)
    first.act("us", "fire_gun", [1, 6], pieces=["halvorsen"], cell="F6")
    assert first.ask("us", "fire") is None


def test_5_3_a_leaders_gun_joins_opportunity_fire(game: Any) -> None:
    g = game("impulse", "german", **GUN)
    g.act("german", "move", pieces=["fj-half-1"], path=["D4", "D3"])
    assert g.step == "reaction"
    assert g.ask("us", "fire_gun")["groups"] == {"t1:D6": ["halvorsen", "us-para-squad-1", "us-para-squad-2"]}
    alone = g.query("us", "odds", pieces=["halvorsen"], cell="D3", verb="fire_gun")
    assert next(x["key"] for x in alone["lines"]) == "fire.weapon"
    g.act("us", "fire_gun", [1, 6], pieces=["halvorsen", "us-para-squad-1"], cell="D3")
    assert g.note("note.attack")["value"] == 2 + 1
