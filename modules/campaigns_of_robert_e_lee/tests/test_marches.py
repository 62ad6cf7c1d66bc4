"""Active leaders, the movement roll, marches, forced marches, detaching and attaching (8.1-8.3), declarations (8.5)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import ground
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force
from modules.campaigns_of_robert_e_lee.tests.marching import EARLY, HOLMES, LEE, POINTS, field, left, lit, roll

# active and inactive ----------------------------------------------------------------


def test_8_11_a_failed_movement_roll_makes_the_leader_inactive() -> None:
    game = roll(field(force(*HOLMES, ml=3, ap=2), level=1), 6, "csa-holmes-1")
    assert game.face("csa-holmes-1") == "back"
    assert game.note("note.imc")["n"] == 0
    assert game.note("note.imc")["table"] == {"t": "imc_1"}  # no cell is framed that was not read
    assert game.track("csa-l4", "ap") == 1  # the inactive side's rating


def test_8_12_one_try_an_impulse_at_or_under_the_inactive_rating() -> None:
    game = field(force(*EARLY, **POINTS, active=False))
    game.act("csa", "rouse", dice=[3], pieces=["csa-early-1"])
    assert game.face("csa-early-1") == "back"
    assert "rouse" not in game.asks("csa")
    again = field(force(*EARLY, **POINTS, active=False))
    assert again.act("csa", "rouse", dice=[2], pieces=["csa-early-1"]).face("csa-early-1") == "front"


def test_8_12_who_falls_inactive_tries_again_in_his_next_impulse() -> None:
    lee = force("csa-lee-1", "2946", "army1", ["infantry_2_1"], ml=4, ap=5)
    fallen = roll(field(force(*HOLMES, ml=3), lee, level=1), 6, "csa-holmes-1")
    fallen.act("csa", "accept")
    assert fallen.face("csa-holmes-1") == "back"
    assert {"rouse", "rouse_order"}.isdisjoint(fallen.asks("csa"))
    willing = field(force(*EARLY, **POINTS)).act("csa", "stand_down", pieces=["csa-early-1"])
    assert {"rouse", "order"}.isdisjoint(willing.asks("csa"))


def test_8_12_a_roll_that_was_called_off_is_no_try() -> None:
    game = field(force(*HOLMES, ml=3, active=False), level=1)
    game.act("csa", "order", pieces=["csa-holmes-1"]).act("csa", "call_off")
    assert {"rouse", "order"} <= set(game.asks("csa"))
    roll(game, 6, "csa-holmes-1")
    assert {"rouse", "order"}.isdisjoint(game.act("csa", "accept").asks("csa"))


def test_8_12_by_order_of_a_superior_in_range() -> None:
    game = field(force(*EARLY, **POINTS, active=False), force(*LEE, ml=4, ap=5))
    game.act("csa", "rouse_order", pieces=["csa-early-1"])
    assert game.face("csa-early-1") == "front"
    assert game.track("csa-army1", "ap") + game.track("csa-l3", "ap") == 7
    far = field(force("csa-early-1", "2938", "l3", ["infantry_2_1"], ap=1, active=False), force(*LEE, ml=4, ap=5))
    assert "rouse_order" not in far.asks("csa")


def test_8_12_by_order_of_the_war_department() -> None:
    game = field(force(*EARLY, **POINTS, active=False))
    game.act("csa", "rouse_war", pieces=["csa-early-1"])
    assert (game.face("csa-early-1"), game.state.secret["csa"]["wep"]) == ("front", 30)


@pytest.mark.parametrize(("halts", "step"), [(False, "march"), (True, "movement")])
def test_8_12_by_a_movement_roll_with_the_inactive_rating(halts: bool, step: str) -> None:
    game = field(force(*EARLY, **POINTS, active=False), options={"amb_37_imc_reactivation_halts": halts})
    roll(game, 1)
    assert (game.face("csa-early-1"), game.step) == ("front", step)


def test_8_12_a_leader_may_step_back_of_his_own_will() -> None:
    game = field(force(*EARLY, **POINTS))
    assert game.act("csa", "stand_down", pieces=["csa-early-1"]).face("csa-early-1") == "back"
    assert game.state.secret["csa"].get("fallen") is None  # not paid for


def test_3_4_after_a_failed_activation_the_war_department_orders_him_on() -> None:
    game = field(force(*EARLY, **POINTS, active=False)).act("csa", "rouse", dice=[6], pieces=["csa-early-1"])
    game.act("csa", "rouse_war", pieces=["csa-early-1"])
    assert game.face("csa-early-1") == "front"
    assert "csa-early-1" in game.ask("csa", "order")["pieces"]  # his force has not moved (AMB-50)
    later = field(force(*EARLY, **POINTS, active=False), options={"amb_50_war_department_next_impulse": True})
    assert later.act("csa", "rouse_war", pieces=["csa-early-1"]).ask("csa", "order") is None


def test_3_4_after_a_failed_roll_the_war_department_orders_him_on() -> None:
    game = roll(field(force(*HOLMES, ml=3), level=1), 6, "csa-holmes-1")
    game.act("csa", "war_department")
    assert game.face("csa-holmes-1") == "front"
    assert game.step == "march"
    game.act("csa", "roll_move", dice=[1])
    assert left(game) > 0
    later = field(force(*HOLMES, ml=3), level=1, options={"amb_50_war_department_next_impulse": True})
    roll(later, 6, "csa-holmes-1").act("csa", "war_department")
    assert later.face("csa-holmes-1") == "front"
    assert later.step == "movement"


# movement roll ----------------------------------------------------------------------


def mr(game: Game, leader: str) -> int:
    return int(game.content.kinds[leader.rpartition("-")[0].replace("-", "_")].attrs["mr"])


def test_8_22_points_by_level_die_and_rating() -> None:
    game = roll(field(force(*EARLY, **POINTS)), 3)
    chart = game.content.charts["imc_3"]
    assert left(game) == chart.cell(3, mr(game, "csa-early-1"))


def test_8_22d_two_leaders_make_the_roll_worse_by_one() -> None:
    game = roll(field(force(*LEE, ml=4, ap=5), force(*EARLY, **POINTS)), 3, "csa-lee-1")
    assert left(game) == game.content.charts["imc_3"].cell(4, mr(game, "csa-lee-1"))


def test_8_22d_jackson_and_given_morale_make_it_better() -> None:
    jackson = ("csa-jackson-1", "2945", "corps2", ["infantry_2_1"])
    game = field(force(*jackson, ml=4, ap=4))
    game.act("csa", "order", pieces=["csa-jackson-1"]).act("csa", "give_morale", number=2)
    game.act("csa", "roll_move", dice=[4])
    assert left(game) == game.content.charts["imc_3"].cell(1, mr(game, "csa-jackson-1"))
    assert game.track("csa-corps2", "ml") == 2  # 3.54a


def test_8_22c_cavalry_alone_uses_the_next_table_and_the_corps_one_less() -> None:
    game = roll(field(force("csa-stuart-1", "2945", "l5", ["cavalry_2_1"], **POINTS)), 3, "csa-stuart-1")
    assert left(game) == game.content.charts["imc_4"].cell(3, 5)
    corps = field(force("csa-stuart-1", "2945", "l5", ["cavalry_2_1"], state=["csa_cavalry_corps"], **POINTS), level=6)
    assert left(roll(corps, 3, "csa-stuart-1")) == game.content.charts["imc_6"].cell(2, 5)


def test_8_22b_without_a_leader_one_or_two() -> None:
    game = field(alone("csa", "2945", "infantry_2_1"))
    game.act("csa", "order_unit", pieces=["csa-2945-infantry_2_1-0"]).act("csa", "roll_move", dice=[1])
    assert left(game) == game.content.charts["imc_3"].cell(1, 1)
    horse = field(alone("csa", "2945", "cavalry_2_1"))
    horse.act("csa", "order_unit", pieces=["csa-2945-cavalry_2_1-0"]).act("csa", "roll_move", dice=[1])
    assert left(horse) == horse.content.charts["imc_4"].cell(1, 2)
    assert "order_unit" not in field(alone("csa", "2945", "regiment")).asks("csa")


def test_7_32_out_of_full_supply_half_the_points() -> None:
    game = roll(field(force(*EARLY, **POINTS), supply="combat"), 3)
    full = int(game.content.charts["imc_3"].cell(3, mr(game, "csa-early-1")))
    assert left(game) == -(-full // 2)


def test_8_21_a_force_moves_once_and_the_roll_stands() -> None:
    game = roll(field(force(*EARLY, **POINTS)), 3)
    assert "call_off" not in game.asks("csa")
    game.act("csa", "halt")
    assert game.step == "movement"
    assert "order" not in game.asks("csa")


# the way ----------------------------------------------------------------------------


def test_8_2_costs_add_up_along_the_way() -> None:
    game = roll(field(force(*EARLY, **POINTS)), 3)
    before = left(game)
    game.act("csa", "march_to", pieces=["csa-early-1"], path=["2944", "2943", "3043"])
    assert game.at("csa-early-1") == "3043"
    assert game.at("csa-troops-3-1") == "3043"
    assert left(game) == before - 1 - 1 - 2


def test_8_2_too_far_and_no_way_are_refused() -> None:
    game = roll(field(force(*EARLY, **POINTS), level=1), 5)
    assert left(game) < 4
    assert game.refused("csa", "march_to", pieces=["csa-early-1"], path=["3045", "3046", "3047"]) == "8.2"
    assert game.refused("csa", "march_to", pieces=["csa-early-1"], path=["2938"]) == "8.2"


def test_8_24_no_way_over_an_unbridged_great_river() -> None:
    t = Game().table()
    assert ground.cost(t, "virginia:2950", "virginia:2850") is None
    assert ground.cost(t, "virginia:2950", "virginia:2951") == 4  # road 1, bridge 1
    assert ground.crossing(t, "virginia:2136", "virginia:2236") == "great_river_ford"
    assert ground.cost(t, "virginia:2136", "virginia:2236") == 8  # clear 2, ford 2


def test_13_11_a_burned_bridge_is_none() -> None:
    t = Game({"burned": {"at": "virginia:2950|2951", "kind": "bridge_burned"}}).table()
    assert ground.cost(t, "virginia:2950", "virginia:2951") is None


@pytest.mark.parametrize(
    ("sky", "road", "field_", "ford", "stream"),
    [
        ("clear", 2, 4, 8, 6), ("light_rain", 4, 6, 10, 8), ("rain", 4, 6, 10, 8), ("mud", 4, 6, 10, 8), ("cold", 2, 4, 8, 6),
        ("thaw", 4, 6, 14, 10), ("light_snow", 4, 6, 10, 8), ("snow", 4, 6, 10, 8), ("blizzard", 8, 8, 16, 8),
    ],
)  # fmt: skip
def test_5_2_what_the_weather_costs(sky: str, road: int, field_: int, ford: int, stream: int) -> None:
    t = Game(values={"weather": sky}).table()
    found = [
        ground.cost(t, f"virginia:{a}", f"virginia:{b}")
        for a, b in (("2945", "2944"), ("2945", "3045"), ("2136", "2236"), ("2946", "3046"))
    ]
    assert found == [road, field_, ford, stream]


def test_5_29_a_march_in_a_blizzard_costs_morale_three_to_two_and_nought_to_one() -> None:
    """The example of the book: a leader's 3 becomes 2, a unit's 0 becomes 1; here a unit's 1 becomes 2."""
    game = roll(field(force(*EARLY, **POINTS), values={"weather": "blizzard"}, level=6), 1)
    game.act("csa", "march_to", pieces=["csa-early-1"], path=["2944"])
    assert game.track("csa-l3", "ml") == 2
    assert game.attr("csa-l3-unit-0", "worse") == 1


def test_8_25a_stopping_with_friends_takes_an_order_passing_does_not() -> None:
    hill = force("csa-a-p-hill-1", "2943", "l1", ["infantry_2_1"], ml=3)
    game = roll(field(force(*EARLY, **POINTS), hill), 2)
    reach = lit(game)
    assert reach["2943"]["mark"] == "pass"
    assert reach["2942"]["mark"] == "end"
    assert game.refused("csa", "march_to", pieces=["csa-early-1"], path=["2944", "2943"]) == "8.25"
    able = force("csa-a-p-hill-1", "2943", "l1", ["infantry_2_1"], ml=3, ap=2)
    paid = roll(field(force(*EARLY, **POINTS), able), 2)
    paid.act("csa", "march_to", pieces=["csa-early-1"], path=["2944", "2943"]).act("csa", "halt")
    assert paid.track("csa-l1", "ap") + paid.track("csa-l3", "ap") == 4


def test_3_21_equal_ranks_can_not_stop_together() -> None:
    other = force("csa-rodes-1", "2943", "l4", ["infantry_2_1"], **POINTS)
    game = roll(field(force(*EARLY, **POINTS), other), 2)
    assert game.refused("csa", "march_to", pieces=["csa-early-1"], path=["2944", "2943"]) == "3.21"


def test_8_25a_a_superior_takes_a_force_along_into_his_box() -> None:
    game = roll(
        field(force(*LEE, ml=4, ap=5), force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS)), 1, "csa-lee-1"
    )
    game.act("csa", "march_to", pieces=["csa-lee-1"], path=["2944"])
    game.act("csa", "take_along", pieces=["csa-early-1"])
    assert game.at("csa-early-1") == "csa-army1"
    assert game.at("csa-troops-3-1") == "csa-army1"
    game.act("csa", "march_to", pieces=["csa-lee-1"], path=["2943"])
    assert game.at("csa-hq-army1") == "2943"


def test_8_25b_a_detached_force_rolls_by_itself_and_rejoins_when_it_fails() -> None:
    game = field(
        force(*LEE, ml=4, ap=5), force("csa-holmes-1", "", "l4", ["infantry_2_1"], under="army1", ml=3), level=1
    )
    game.act("csa", "detach", pieces=["csa-holmes-1"])
    assert game.at("csa-holmes-1") == "2945"
    assert game.track("csa-army1", "ap") == 4
    game.act("csa", "roll_move", dice=[6]).act("csa", "accept")
    assert game.at("csa-holmes-1") == "csa-army1"
    assert game.track("csa-army1", "ap") == 4


def test_8_25b_a_superior_lends_his_rating_for_another_order() -> None:
    game = field(force(*LEE, ml=4, ap=5), force("csa-early-1", "", "l3", ["infantry_2_1"], under="army1", ml=3))
    game.act("csa", "detach", pieces=["csa-early-1"]).act("csa", "borrow", pieces=["csa-lee-1"])
    game.act("csa", "roll_move", dice=[3])
    assert left(game) == game.content.charts["imc_3"].cell(3, 5)
    assert game.track("csa-army1", "ap") == 3


def test_8_25b_whoever_detaches_may_lend_his_rating_without_a_headquarters_and_to_units() -> None:
    game = field(force(*EARLY, **POINTS))
    game.act("csa", "detach_units", pieces=["csa-l3-unit-0"]).act("csa", "borrow", pieces=["csa-early-1"])
    game.act("csa", "roll_move", dice=[3])
    assert left(game) == game.content.charts["imc_3"].cell(3, game.table().attr("csa-early-1", "mr"))  # a unit alone: 1
    assert game.track("csa-l3", "ap") == 1
    hill = force("csa-a-p-hill-1", "2945", "l5", ["infantry_2_1"], ml=3, ap=3)
    game = field(hill, force(*HOLMES, ml=3)).act("csa", "detach", pieces=["csa-holmes-1"])
    assert game.ask("csa", "borrow")["pieces"] == ["csa-a-p-hill-1"]


def test_8_25b_units_are_detached_and_one_must_stay() -> None:
    game = field(force(*EARLY, **POINTS))
    assert game.refused("csa", "detach_units", pieces=["csa-l3-unit-0", "csa-l3-unit-1"]) == "3.12c"
    game.act("csa", "detach_units", pieces=["csa-l3-unit-0"]).act("csa", "stay")
    assert game.at("csa-l3-unit-0") == "2945"
    assert game.track("csa-l3", "ap") == 2


def test_8_25a_units_without_a_leader_are_taken_in() -> None:
    game = field(force(*EARLY, **POINTS), alone("csa", "2945", "infantry_2_2"))
    roll(game, 2).act("csa", "absorb", pieces=["csa-2945-infantry_2_2-0"])
    assert game.at("csa-2945-infantry_2_2-0") == "csa-l3"
    assert game.track("csa-l3", "ap") == 2


def test_3_13a_the_cavalry_corps_takes_cavalry_in_and_nothing_else() -> None:
    horse = force("csa-stuart-1", "2945", "l5", ["cavalry_2_1"], **POINTS, state=["csa_cavalry_corps"])
    game = roll(field(horse, alone("csa", "2945", "cavalry_1_2", "infantry_2_2")), 2, "csa-stuart-1")
    assert game.ask("csa", "absorb")["pieces"] == ["csa-2945-cavalry_1_2-0"]


def test_7_21_a_wagon_moves_eight_points_without_a_roll() -> None:
    game = field(alone("csa", "2945", "wagon_2"))
    game.act("csa", "order_wagon", pieces=["csa-2945-wagon_2-0"])
    assert left(game) == 8
    game.act("csa", "march_to", pieces=["csa-2945-wagon_2-0"], path=["2944", "2943"])
    assert left(game) == 6


# forced march -----------------------------------------------------------------------


def forced(dice: list[int], **more: Any) -> Game:
    game = field(force(*EARLY, **POINTS), **more)
    game.act("csa", "order", pieces=["csa-early-1"]).act("csa", "forced")
    return game.act("csa", "roll_move", dice=dice)


def test_8_31_success_makes_the_steps_cheaper_and_halves_the_fight() -> None:
    game = forced([1, 1])
    before = left(game)
    game.act("csa", "march_to", pieces=["csa-early-1"], path=["2944", "2943"])
    assert left(game) == before - 1  # half a point each by road
    assert "csa-early-1" in game.state.secret["csa"]["marched"]


def word(game: Game) -> str:
    told = game.note("note.forced_result")["result"]["t"]
    return str(game.content.charts["forced_march"].cell(told[1], told[2]))


def test_8_31_failure_is_an_ordinary_march() -> None:
    game = forced([1, 6], values={"weather": "mud"})
    assert word(game).startswith("F")
    assert "marched" not in game.state.secret["csa"]
    tried = forced([1, 6], values={"weather": "mud"}, options={"amb_14_failed_march_halves": True})
    assert "csa-early-1" in tried.state.secret["csa"]["marched"]


def test_8_31b_a_step_is_lost_at_once_and_the_leader_falls_at_the_end() -> None:
    game = forced([1, 5], values={"weather": "blizzard"}, level=5)
    assert "1" in word(game)
    game.act("csa", "lose", pieces=["csa-l3-unit-0"])
    assert game.face("csa-l3-unit-0") == "back"
    worn = word(game).endswith("D") if game.events and "note.forced_result" in game.notes() else True
    game.act("csa", "halt")
    assert worn
    assert game.face("csa-early-1") == "back"
    assert "csa-early-1" in game.state.secret["csa"]["fallen"]


def test_8_3_only_active_leaders_march_by_force() -> None:
    game = field(force(*EARLY, **POINTS, active=False))
    game.act("csa", "order", pieces=["csa-early-1"])
    assert "forced" not in game.asks("csa")


def test_8_25_who_stays_beside_a_march_is_told_why_and_who_goes_along_is_known() -> None:
    friend = force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS)
    game = roll(field(force(*LEE, ml=4, ap=5), friend), 1, "csa-lee-1")
    game.act("csa", "march_to", pieces=["csa-lee-1"], path=["2944"])
    ask = game.ask("csa", "march_to")
    assert ask["pieces"] == ["csa-lee-1"]
    assert (ask["why"]["csa-early-1"]["key"], ask["why"]["csa-early-1"]["rule"]) == ("refuse.order_takes", "8.25")
    assert set(ask["followers"]).isdisjoint(ask["why"])


def test_8_25a_who_has_moved_is_told_so_beside_a_march_and_no_order_is_named() -> None:
    game = field(force(*LEE, ml=4, ap=5), force("csa-early-1", "2943", "l3", ["infantry_2_1"], **POINTS))
    roll(game, 2).act("csa", "march_to", pieces=["csa-early-1"], path=["2944"]).act("csa", "halt")
    roll(game, 1, "csa-lee-1").act("csa", "march_to", pieces=["csa-lee-1"], path=["2944"])
    assert "take_along" not in game.asks("csa")
    why = game.ask("csa", "march_to")["why"]["csa-early-1"]
    assert (why["key"], why["rule"]) == ("refuse.has_moved", "8.25a")


def test_8_25_no_order_takes_a_force_along_with_a_wagon() -> None:
    game = field(force(*EARLY, **POINTS), alone("csa", "2945", "wagon_2"))
    game.act("csa", "order_wagon", pieces=["csa-2945-wagon_2-0"])
    assert game.ask("csa", "march_to")["why"]["csa-early-1"]["key"] == "refuse.not_of_march"


def test_7_21_a_wagon_beside_a_march_says_that_it_moves_by_an_order_of_its_own() -> None:
    game = roll(field(force(*LEE, ml=4, ap=5), alone("csa", "2945", "wagon_2")), 1, "csa-lee-1")
    why = game.ask("csa", "march_to")["why"]["csa-2945-wagon_2-0"]
    assert (why["key"], why["rule"]) == ("refuse.own_order", "7.21")


def test_7_22_a_depot_beside_a_march_says_that_it_does_not_move() -> None:
    game = roll(field(force(*LEE, ml=4, ap=5), alone("csa", "2945", "wagon_2/back")), 1, "csa-lee-1")
    why = game.ask("csa", "march_to")["why"]["csa-2945-wagon_2-0"]
    assert (why["key"], why["rule"]) == ("refuse.depot", "7.22")


def test_8_25_a_train_beside_a_march_says_that_it_is_not_of_it() -> None:
    game = roll(field(force(*LEE, ml=4, ap=5), alone("csa", "2945", "train")), 1, "csa-lee-1")
    assert game.ask("csa", "march_to")["why"]["csa-2945-train-0"]["key"] == "refuse.not_of_march"


@pytest.mark.parametrize(("kind", "rule"), [("pontoon", "8.81"), ("balloon", "8.82")])
def test_8_8_a_pontoon_or_balloon_beside_a_march_says_so_by_its_own_rule(kind: str, rule: str) -> None:
    meade = force("union-meade-1", "2945", "l1", ["infantry_6_2"], ml=3, ap=4)
    foe = force("csa-early-1", "3528", "l3", ["infantry_2_1"], ml=3)
    game = field(meade, alone("union", "2945", kind), side="union", foe=foe)
    game.act("union", "order", pieces=["union-meade-1"]).act("union", "roll_move", dice=[1])
    why = game.ask("union", "march_to")["why"][f"union-2945-{kind}-0"]
    assert (why["key"], why["rule"]) == ("refuse.own_order", rule)
