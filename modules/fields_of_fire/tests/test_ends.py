"""Goals, experience points, what follows a mission, the company between missions (10, 11)."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import campaign, ends, recovery
from modules.fields_of_fire.tests.position import Game

OBJECTIVES = {"objective_1__1": "r4c2", "objective_2__1": "r3c3"}


def test_11_nrm_1_is_won_with_both_objectives_secured() -> None:
    game = Game(normandy_p1_sqd1="r4c2", normandy_p1_sqd2="r3c3", **OBJECTIVES)
    assert ends.judge(game.seen("us"))
    held = Game(normandy_p1_sqd1="r4c2", normandy_p1_sqd2="r3c3", german_tm__1="r3c3", **OBJECTIVES)
    assert not ends.judge(held.seen("us"))
    suspected = Game(normandy_p1_sqd1="r4c2", normandy_p1_sqd2="r3c3", pc_c__1="r4c2", **OBJECTIVES)
    assert not ends.judge(suspected.seen("us"))


def test_1_2_6_enemy_casualties_do_not_keep_a_card_from_being_cleared() -> None:
    game = Game(normandy_p1_sqd1="r4c2", normandy_p1_sqd2="r3c3", casualty__9="r4c2/owner=enemy", **OBJECTIVES)
    assert ends.judge(game.seen("us"))


def test_11_nrm_2_wants_three_cards_of_the_first_row_secured() -> None:
    row = {f"normandy_p{n}_sqd1": f"r1c{n}" for n in (1, 2, 3)}
    assert ends.judge(Game("nrm_2", **row).seen("us"))
    lost = Game("nrm_2", german_tm__1="r1c3/pinned", **row)
    assert [(goal.have, goal.need) for goal in ends.goals(lost.seen("us"))] == [(2, 3)]
    assert ends.judge(Game("nrm_2", normandy_p1_sqd2="r1c4", german_tm__1="r1c3", **row).seen("us"))


def test_11_vnm_1_wants_nine_cleared_cards_and_six_squads_or_platoon_hqs_in_good_order() -> None:
    units = {f"vietnam_p{p}_sqd{n}": f"r{p}c{n}" for p in (1, 2) for n in (1, 2, 3)}
    game = Game("vnm_1", **units)
    assert [(goal.have, goal.need) for goal in ends.goals(game.seen("us"))] == [(25, 9), (6, 6)]
    assert not ends.judge(Game("vnm_1", **{**units, "vietnam_p1_sqd1": "r1c1/pinned"}).seen("us"))


def test_2_3_4_c_a_patrol_goes_its_way_in_order_with_one_platoon_and_half_of_it_comes_home() -> None:
    marks = {"checkpoint__1": "r2c2/number=1", "checkpoint__2": "r3c3/number=2", "objective_1__1": "r5c2"}
    game = Game(
        "nrm_3", normandy_p1_sqd1="r3c3", normandy_p1_sqd2="r0c2", values={"patrol": {}, "patrol_steps": 6}, **marks
    )
    game.run("turn_end")
    assert game.state.vars["patrol"] == {"P1": 0} or not game.state.vars["patrol"].get("P1")
    for place in ("r2c2", "r3c3", "r5c2"):
        game.table().move("normandy-p1-sqd1", f"map:{place}")
        game.run("turn_end")
    assert game.state.vars["patrol"]["P1"] == 3
    assert ends.judge(game.seen("us"))  # three of six steps are home
    game.table().move("normandy-p1-sqd2", "map:r2c2")
    assert not ends.judge(game.seen("us"))


def test_10_2_points_as_the_mission_lists_them() -> None:
    game = Game(
        normandy_p1_sqd1="r4c2",
        normandy_p1_sqd2="r3c3",
        casualty__9="us_casualties/owner=us",
        pc_a__1="r4c1",
        **OBJECTIVES,
    )
    assert dict(ends.awards(game.seen("us"))) == {
        "OBJ1_secured": 4, "OBJ2_secured": 3, "each_row_4_card_cleared": 3, "each_evacuated_casualty": 1, "mission_success": 4,
    }  # fmt: skip


# what follows -------------------------------------------------------------------------------


def test_11_a_single_mission_that_succeeds_ends_the_game() -> None:
    game = Game(normandy_p1_sqd1="r4c2", normandy_p1_sqd2="r3c3", **OBJECTIVES).run("debrief")
    assert game.state.result is not None
    assert game.state.result["winner"] == "us"


def test_11_1_a_mission_that_fails_can_be_tried_again_or_given_up() -> None:
    game = Game(normandy_p1_sqd1="r1c2", values={"attempt": 1}, **OBJECTIVES).run("debrief")
    assert set(game.asks("us")) == {"reattempt", "give_up"}
    game.act("us", "give_up")
    assert game.state.result is not None
    assert game.state.result["winner"] == "enemy"


def test_11_2_after_the_last_attempt_the_mission_is_lost() -> None:
    game = Game(normandy_p1_sqd1="r1c2", values={"attempt": 3}, **OBJECTIVES).run("debrief")
    assert game.state.result is not None
    assert game.state.result["winner"] == "enemy"


def test_11_1_another_attempt_on_the_same_map() -> None:
    game = Game(
        normandy_p1_sqd1="r2c2/pinned/exposed/saved=3", normandy_p1_sqd2="r3c3", german_tm__1="r3c3/pinned", cover__1="r3c3",
        normandy_lmg1="r2c2/ammo_MG=1", paralyzed__1="r4c1/owner=enemy", litter__1="r2c2/owner=us/captured", smoke_hc__1="r2c2",
        burning_wreck__1="r1c1", values={"attempt": 1, "lost_us": 4, "fires": {"FO105": 0, "MTR81": 0}}, **OBJECTIVES,
    )  # fmt: skip
    t = game.table()
    campaign.go(t, "reattempt")
    attrs = {p: record["attrs"] for p, record in game.state.pieces.items()}
    assert game.at("normandy-p1-sqd1") == "r2c2"  # secured
    assert game.at("normandy-p1-sqd2") == "r0c2"  # an enemy is on its card: back to where the plan has it
    assert not {"pinned", "exposed", "saved"} & set(attrs["normandy-p1-sqd1"])
    assert attrs["german-tm-1"] == {"under": "cover-1"}  # the others go under the best cover there
    assert attrs["normandy-lmg1"]["ammo_MG"] == 6
    assert "paralyzed-1" not in attrs
    assert "litter-1" not in attrs
    assert "smoke_hc-1" not in attrs
    assert game.kinds_at("r1c1") == ["wreck"]
    assert game.state.vars["fires"] == {"FO105": 5, "MTR81": 4}
    assert game.state.vars["attempt"] == 2
    assert not game.state.vars.get("lost_us")


# between missions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [("VG", "line"), ("VL", "line"), ("LG", "green"), ("VVG", "line"), ("VVL", "veteran"), ("LLV", "line"), ("LLG", "line"),
     ("GGV", "line"), ("GGL", "green"), ("VLG", "line"), ("GGG", "green"), ("V", "veteran")],
)  # fmt: skip
def test_10_6_mixed_steps(steps: str, wanted: str) -> None:
    assert recovery.mixed(Game().seen("us"), steps) == wanted


def test_10_3_a_step_is_promoted_by_one_level_for_its_price() -> None:
    game = Game(normandy_p1_sqd1="r1c1/experience=GREEN", normandy_hmg1="r1c1/experience=GREEN")
    t = game.table()
    assert recovery.promotable(t, 1) == ["normandy-p1-sqd1"]  # attached units are not promoted
    assert [recovery.promote(t, "normandy-p1-sqd1") for _ in range(2)] == [1, 1]
    assert recovery.levels(t, "normandy-p1-sqd1") == "LLG"
    assert game.state.pieces["normandy-p1-sqd1"]["attrs"]["experience"] == "LINE"
    assert recovery.promote(t, "normandy-p1-sqd1") == 1
    assert recovery.promotable(t, 9) == []  # nobody goes from green to veteran between two missions
    line = Game(normandy_p1_hq="r1c1").table()
    assert recovery.promotable(line, 2) == []
    assert recovery.promote(line, "normandy-p1-hq") == 3


def test_10_3_points_that_are_not_spent_are_lost() -> None:
    game = Game(normandy_p1_hq="r1c1/experience=GREEN")
    game.table().put("us", "xp", 2)
    game.run("promotions").act("us", "promote", pieces=["normandy-p1-hq"])
    assert game.state.sides["us"]["xp"] == 0
    assert game.step == ""


def test_10_4_six_steps_lost_bring_six_green_ones_and_a_veteran() -> None:
    game = Game(
        values={"lost_us": 6}, normandy_p1_sqd1="r0c1/face=back", normandy_p1_sqd2="removed", normandy_p1_hq="removed"
    )
    assert recovery.replacements(game.seen("us")) == {"veteran": 1, "green": 6}
    game.run(("replacements", {"veteran": 1, "green": 6}))
    game.act("us", "replace", pieces=["normandy-p1-sqd1"])
    assert recovery.levels(game.table(), "normandy-p1-sqd1") == "VLL"
    game.act("us", "replace", pieces=["normandy-p1-sqd2"]).act("us", "replace", pieces=["normandy-p1-hq"])
    assert game.at("normandy-p1-hq") == "r0c1"
    assert game.face("normandy-p1-sqd2") == "back"
    assert recovery.levels(game.table(), "normandy-p1-sqd2") == "GG"


def test_11_1_teams_become_squads_again_and_the_rest_fire_teams() -> None:
    game = Game(normandy_p1_sqd1="removed", fire_team__1="r1c1/owner=us", litter__1="r1c1/owner=us", assault_team__1="r1c1/owner=us",  # noqa: E501
                paralyzed__1="r1c2/owner=us")  # fmt: skip
    recovery.reform(game.table())
    assert game.at("normandy-p1-sqd1") == "r1c1"
    assert recovery.levels(game.table(), "normandy-p1-sqd1") == "GGG"
    assert game.kinds_at("r1c2") == ["fire_team"]


def test_11_a_campaign_goes_through_its_three_missions_with_the_company_as_it_is() -> None:
    game = Game("normandy_campaign", values={"mission": "nrm_1", "attempt": 1, "patrol_no": 1}, normandy_p1_sqd1="r4c2/face=back",
                normandy_p1_sqd2="r3c3/experience=VETERAN", normandy_p1_sqd3="removed", **OBJECTIVES)  # fmt: skip
    game.run("debrief")
    while game.state.vars["mission"] == "nrm_1":
        assert "done" in game.asks("us")
        game.act("us", "done")
    assert game.state.vars["mission"] == "nrm_2"
    assert game.face("normandy-p1-sqd1") == "back"
    assert game.at("normandy-p1-sqd3") == "removed"
    assert game.state.pieces["normandy-p1-sqd2"]["attrs"]["experience"] == "VETERAN"
    assert sum(p["kind"].startswith("normandy_") for p in game.state.pieces.values()) == 55
    assert game.state.vars["campaign_xp"] > 0
    t = game.table()
    assert campaign.after(t, won=True) == "next"
    t.set_var("mission", "nrm_3")
    assert [campaign.after(t, won=True), t.set_var("patrol_no", 2), campaign.after(t, won=True)] == ["patrol", None, ""]
    campaign.finish(t, won=True)
    assert game.state.result is not None
    assert game.state.result["key"] == "result.campaign_failure"  # too few points for a victory
