"""What counters are, where they fit, what they carry, morale checks (1.1 to 1.6, TAB-SW)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import facts, movement
from modules.band_of_heroes.tests.conftest import rules_content

CLASSES = {
    "us_para_squad": "squad", "us_para_half": "half", "us_50cal": "team", "leader_weiss": "smc", "hero_us": "smc",
    "medic_us": "smc", "sniper_us": "smc", "scout_us": "smc", "mg34": "weapon", "satchel": "weapon",
}  # fmt: skip


def test_1_1_every_counter_is_of_one_class(game: Any) -> None:
    g = game(
        us_para_squad_1="A1", us_para_half_1="A2", us_50cal_1="A3", weiss="B1", hero_cobb="B2", medic_us_1="B3", sniper_us_1="B4",
        scout_us_1="B5", mg34_1="@weiss", satchel_1="C2/owner=us",
    )  # fmt: skip
    t = g.table()
    seen = {}
    for piece in t.state.pieces:
        word = (
            "squad" if facts.is_squad(t, piece) else "half" if facts.is_half(t, piece) else "team" if facts.is_team(t, piece)
            else "smc" if facts.is_smc(t, piece) else "weapon" if t.has(piece, "support_weapon") else ""
        )  # fmt: skip
        seen[t.record(piece)["kind"]] = word
        assert facts.is_unit(t, piece) is (word not in ("weapon", ""))
    assert seen == CLASSES


def test_1_2_every_roll_is_in_the_log(game: Any) -> None:
    g = game("rally", weiss="E3/shaken", side="german")
    g.act("german", "rally", [5, 4], pieces=["weiss"])
    rolled = [e for e in g.events if e["e"] == "rolled"]
    assert [[face for _, face in e["dice"]] for e in rolled] == [[5, 4]]


def test_1_3_three_squads_and_two_men_to_a_hex(game: Any) -> None:
    g = game(
        us_para_squad_1="A1",
        us_para_squad_2="A1",
        us_para_squad_3="A1",
        medrow="A1",
        medic_us_1="A1",
        us_para_squad_4="B1",
        whitcomb="B1",
    )
    t = g.table()
    assert facts.fits(t, "t1:A1", "us")
    assert not facts.fits(t, "t1:A1", "us", ["us-para-squad-4"])
    assert not facts.fits(t, "t1:A1", "us", ["whitcomb"])
    assert facts.fits(t, "t1:A1", "german", ["us-para-squad-4"])  # each side for itself


def test_1_3a_half_squads_count_half_and_teams_one(game: Any) -> None:
    g = game(
        us_para_squad_1="A1",
        us_50cal_1="A1",
        us_para_half_1="A1",
        us_para_half_2="B1",
        us_para_half_3="B1",
        bar_1="@us-para-squad-1",
    )
    t = g.table()
    assert facts.stack_weight(t, facts.units(t, "t1:A1")) == (5, 0)
    assert facts.fits(t, "t1:A1", "us", ["us-para-half-2"])
    assert not facts.fits(t, "t1:A1", "us", ["us-para-half-2", "us-para-half-3"])


def test_1_3b_each_level_has_room_of_its_own(game: Any) -> None:
    full = {f"us_para_squad_{n}": "I5" for n in (1, 2, 3)}
    g = game(scenario="s2_manor", us_para_squad_4="i5_upper", **full)
    t = g.table()
    assert not facts.fits(t, "n1:I5", "us", ["us-para-squad-4"])
    assert facts.fits(t, "i5_upper", "us", ["us-para-squad-1", "us-para-squad-2"])


def test_1_3c_no_way_through_a_full_hex(game: Any) -> None:
    full = {f"us_para_squad_{n}": "B7" for n in (1, 2, 3)}
    open_ = game(us_para_squad_4="A7").query("us", "reach_move", pieces=["us-para-squad-4"])["cells"]
    shut = game(us_para_squad_4="A7", **full).query("us", "reach_move", pieces=["us-para-squad-4"])["cells"]
    assert "t1:B7" in open_
    assert "t1:B7" not in shut
    g = game(us_para_squad_4="A7", **full)
    assert g.refused("us", "move", pieces=["us-para-squad-4"], path=["A7", "B7", "C6"]) == "1.3"


def test_1_3c_a_stack_may_come_back_to_where_it_began(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="A5", us_para_squad_2="A5", us_para_squad_3="A5", fj_half_1="H1")
    g.act("us", "move", pieces=["us-para-squad-1", "us-para-squad-2"], path=["A5", "B6", "A5"])
    assert g.at("us-para-squad-1") == "A5"
    assert g.marks("us-para-squad-1") == ["moved"]


def test_1_4_hexes_touch_as_printed() -> None:
    grid = rules_content().boards["n1"].grid
    assert set(grid.neighbours("I5")) == {"I4", "I6", "H5", "H6", "J5", "J6"}  # 15I5 touches 15J5 and 15J6
    assert grid.are_adjacent("G4", "F5")
    assert grid.distance("E3", "G4") == 2
    assert len(grid.neighbours("A1")) == 3
    assert "A1" in set(grid.cells())


@pytest.mark.parametrize(("dice", "good"), [([3, 3], True), ([3, 4], False)])
def test_1_5_a_check_fails_above_the_morale_of_the_face_shown(dice: list[int], good: bool, game: Any) -> None:
    g = game("rally", "german", weiss="D4/shaken")  # open ground, shaken morale 6, nobody helps
    g.act("german", "rally", dice, pieces=["weiss"])
    assert (g.face("weiss") == "front") is good


def test_1_5_morale_is_that_of_the_face_less_a_leaders_wound(game: Any) -> None:
    g = game(
        us_para_squad_1="A1",
        us_para_squad_2="A1/shaken",
        whitcomb="B1",
        medrow="B1/shaken/wounded",
        hero_cobb="C1",
        hero_dietz="C1/back",
    )
    t = g.table()
    read = [
        facts.morale(t, p)
        for p in ("us-para-squad-1", "us-para-squad-2", "whitcomb", "medrow", "hero-cobb", "hero-dietz")
    ]
    assert read == [6, 5, 7, 5, 6, 5]


def test_1_6_weapons_need_a_carrier_teams_do_not(game: Any) -> None:
    g = game(us_50cal_1="A1", us_para_squad_1="A1", bar_1="@us-para-squad-1")
    t = g.table()
    assert facts.weapons(t, "us-para-squad-1") == ["bar-1"]
    assert facts.units(t, "t1:A1") == [
        "us-50cal-1",
        "us-para-squad-1",
    ]
    assert facts.carry_limit(t, "us-50cal-1") == 0  # 1.6.3


def test_tab_sw_who_carries_how_much(game: Any) -> None:
    g = game(
        us_para_squad_1="A1",
        us_para_half_1="A1",
        us_50cal_1="A1",
        whitcomb="B1",
        hero_cobb="B1",
        scout_us_1="C1",
        medic_us_1="C1",
        sniper_us_1="C2",
    )
    t = g.table()
    limits = {t.record(p)["kind"]: facts.carry_limit(t, p) for p in t.state.pieces}
    assert limits == {
        "us_para_squad": 2, "us_para_half": 1, "us_50cal": 0, "leader_whitcomb": 1, "hero_us": 1, "scout_us": 1,
        "medic_us": 0, "sniper_us": 0,
    }  # fmt: skip
    chart = t.chart("carry")
    assert [chart.at("squad", "carry"), chart.at("half_squad", "carry"), chart.at("smc", "carry")] == [2, 1, 1]
    assert chart.at("smc", "mp") == t.chart("movement").at("smc_with_sw") == -2


def test_tab_sw_a_man_with_a_weapon_is_two_points_slower(game: Any) -> None:
    g = game(whitcomb="A1", bar_1="@whitcomb", us_para_squad_1="B1", bar_2="@us-para-squad-1", bar_3="@us-para-squad-1")
    t = g.table()
    assert movement.factor(t, "whitcomb") == 4
    assert movement.factor(t, "us-para-squad-1") == 4


def test_1_6_1_who_dies_leaves_his_weapons_to_the_hex(game: Any) -> None:
    g = game(us_para_squad_1="A1", bar_1="@us-para-squad-1", bar_2="@us-para-squad-1")
    t = g.table()
    facts.lose(t, "us-para-squad-1")
    assert facts.lying(t, "t1:A1") == ["bar-1", "bar-2"]
    assert t.where("us-para-squad-1") == "us_lost"
    assert t.num("us", "steps_lost") == 2


def test_1_6_3_who_loses_a_team_loses_its_weapon(game: Any) -> None:
    g = game(us_50cal_1="A1")
    t = g.table()
    facts.lose(t, "us-50cal-1")
    assert t.ids("t1:A1") == []
    assert t.num("us", "steps_lost") == 2
