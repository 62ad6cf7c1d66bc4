"""Boxes, ranks, limits, points and orders, command range, War Department, morale, zones (3)."""

from __future__ import annotations

import pytest

from modules.campaigns_of_robert_e_lee.rules import march, morale, orders, tracks, tree, zones
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force, work
from qtwar.base.errors import Refusal

V = "virginia:"
LEE = ("csa-lee-1", "2938", "army1", ["infantry_2_1", "infantry_2_1"])
HILL = ("csa-a-p-hill-1", "2938", "l1", ["infantry_2_1"])
EWELL = ("csa-ewell-1", "2938", "l2", ["infantry_2_1"])
EARLY = ("csa-early-1", "", "l3", ["infantry_2_1", "cavalry_1_2"])
HOOKER = ("union-hooker-1", "3528", "army1", ["infantry_6_2"])
MEADE = ("union-meade-1", "3528", "l1", ["infantry_6_2"])


def test_3_12_everything_in_a_box_is_where_its_leader_stands() -> None:
    t = Game(force(*LEE), force(*EARLY, under="army1")).table()
    assert tree.place_of(t, "csa-early-1") == V + "2938"
    assert tree.hex_of_unit(t, "csa-l3-unit-0") == V + "2938"
    assert tree.units_at(t, V + "2938", "csa") == [
        "csa-army1-unit-0",
        "csa-army1-unit-1",
        "csa-l3-unit-0",
        "csa-l3-unit-1",
    ]
    assert tree.nested(t, "csa-lee-1") == ["csa-early-1"]
    assert tree.home_of(t, "csa-l3-unit-1") == "csa-early-1"


def test_3_12b_a_nested_force_goes_along_with_its_commander() -> None:
    game = Game(force(*LEE), force(*EARLY, under="army1"))
    t = game.table()
    tree.follow(t, "csa-lee-1", V + "2939")
    assert tree.place_of(t, "csa-early-1") == V + "2939"
    assert t.where("csa-hq-army1") == V + "2939"


def test_3_12c_one_division_at_most_stands_without_a_leader() -> None:
    t = Game(
        alone("csa", "2938", "infantry_2_1", "infantry_2_2"), alone("csa", "2939", "infantry_2_1", "infantry_3_1")
    ).table()
    here = ["csa-2939-infantry_2_1-0"]
    assert tree.independent_room(t, V + "2938", "csa", here)
    assert not tree.independent_room(t, V + "2938", "csa", [*here, "csa-2939-infantry_3_1-1"])
    free = Game(alone("csa", "2938", "infantry_2_1", "infantry_2_2"), alone("csa", "2939", "infantry_2_1", "infantry_3_1"),
                options={"amb_46_leaderless_any_size": True}).table()  # fmt: skip
    assert tree.independent_room(free, V + "2938", "csa", [*here, "csa-2939-infantry_3_1-1"])


def test_3_12c_a_leader_without_units_goes_to_the_pool() -> None:
    game = Game(force("csa-early-1", "2938", "l3", [], ml=3))
    tree.tidy(game.table(), "csa")
    assert game.at("csa-early-1") == "csa-pool"
    assert game.track("csa-l3", "ml") == 0
    assert "csa-troops-3-1" not in game.state.pieces


def test_3_13a_the_cavalry_corps_is_all_cavalry() -> None:
    t = Game(force("csa-stuart-1", "2034", "l5", ["cavalry_2_1", "cavalry_1_2"], state=["csa_cavalry_corps"])).table()
    assert tree.is_cavalry_corps(t, "csa-stuart-1")
    mixed = Game(
        force("csa-stuart-1", "2034", "l5", ["cavalry_2_1", "infantry_2_1"], state=["csa_cavalry_corps"])
    ).table()
    assert not tree.is_cavalry_corps(mixed, "csa-stuart-1")


def test_3_13b_the_washington_garrison_never_moves() -> None:
    game = Game(
        force("union-mansfield-1", "3626", "l7", ["infantry_4_3"], state=["union_washington_garrison"]), force(*HILL),
        phase="movement", args={"side": "union", "level": 3},
    )  # fmt: skip
    assert "order" not in game.asks("union")


def test_3_21_the_highest_rank_commands_a_hex() -> None:
    t = Game(force(*HILL), force("csa-early-1", "2938", "l3", ["infantry_2_1"])).table()
    assert tree.commander(t, V + "2938", "csa") == "csa-a-p-hill-1"
    assert tree.under(t, "csa-a-p-hill-1") == ["csa-early-1"]


def test_3_21_equal_ranks_stack_only_with_a_headquarters() -> None:
    t = Game(force(*LEE), force(*HILL), force(*EWELL)).table()
    assert not tree.may_stack(t, ["csa-a-p-hill-1", "csa-ewell-1"])
    assert tree.may_stack(t, ["csa-a-p-hill-1", "csa-ewell-1", "csa-lee-1"])


def test_3_21_every_leader_ranks_below_the_army_commander() -> None:
    t = Game(force(*LEE), force("csa-j-e-johnston-1", "2938", "l4", ["infantry_2_1"])).table()
    assert tree.commander(t, V + "2938", "csa") == "csa-lee-1"  # both have four stars


def test_3_22_stars_plus_one_divisions() -> None:
    t = Game(force("csa-early-1", "2938", "l3", ["infantry_2_1"] * 9 + ["cavalry_1_2"])).table()
    assert tree.limit(t, "csa-early-1") == 9
    assert tree.weight(t, tree.units(t, "csa-early-1")) == 9
    assert tree.has_room(t, "csa-early-1")
    more = Game(force("csa-early-1", "2938", "l3", ["infantry_2_1"] * 10)).table()
    assert not tree.has_room(more, "csa-early-1")


def test_3_33_a_union_corps_holds_four_divisions() -> None:
    plain = Game(force("union-sykes-1", "3528", "l2", ["infantry_6_2"] * 3)).table()
    corps = Game(force("union-sykes-1", "3528", "l2", ["infantry_6_2"] * 3, state=["union_corps_v"])).table()
    assert (tree.limit(plain, "union-sykes-1"), tree.limit(corps, "union-sykes-1")) == (9, 12)
    assert tree.command_range(corps, "union-sykes-1") == 0


# points and orders ------------------------------------------------------------------


def test_3_23b_the_points_of_those_under_him_are_spent_first() -> None:
    game = Game(force(*LEE, ap=5), force(*EARLY, under="army1", ap=2))
    t = game.table()
    assert orders.funds(t, "csa-lee-1") == 7
    orders.spend(t, "csa-lee-1", "impulse.attack_declaration", "8.51")
    assert (game.track("csa-army1", "ap"), game.track("csa-l3", "ap")) == (5, 1)


def test_3_23_an_order_that_can_not_be_paid_is_refused() -> None:
    t = Game(force(*LEE)).table()
    with pytest.raises(Refusal) as no:
        orders.spend(t, "csa-lee-1", "impulse.attack_declaration", "8.51")
    assert no.value.rule == "8.51"


def test_3_23_the_price_stands_in_the_chart() -> None:
    t = Game(force(*LEE)).table()
    assert orders.price(t, "army_commander.add_artillery_point") == 2
    assert orders.price(t, march.DETACH) == 1


def test_3_31a_command_range_is_the_movement_rating_in_hexes() -> None:
    five, six = "2943", "2944"
    t = Game(
        force(*LEE),
        force("csa-a-p-hill-1", five, "l1", ["infantry_2_1"]),
        force("csa-ewell-1", six, "l2", ["infantry_2_1"]),
    ).table()
    assert tree.command_range(t, "csa-lee-1") == 5
    assert tree.commands(t, "csa-lee-1", "csa-a-p-hill-1")
    assert not tree.commands(t, "csa-lee-1", "csa-ewell-1")


def test_3_31c_the_senior_army_commander_may_order_the_junior() -> None:
    t = Game(
        force(*LEE), force("csa-beauregard-1", "2939", "army2", ["infantry_2_1"], hq="csa_hq_army_shenandoah")
    ).table()
    assert tree.commands(t, "csa-lee-1", "csa-beauregard-1")
    assert not tree.commands(t, "csa-beauregard-1", "csa-lee-1")


def test_3_32_corps_commanders_of_the_confederates() -> None:
    t = Game(
        force(*LEE),
        force("csa-longstreet-1", "2938", "corps1", ["infantry_2_1"]),
        force("csa-ewell-1", "2938", "corps2", ["infantry_2_1"]),
    ).table()
    assert tree.commands(t, "csa-longstreet-1", "csa-ewell-1")  # 3.32c: the scenario's list
    assert not tree.commands(t, "csa-ewell-1", "csa-longstreet-1")
    assert not tree.commands(t, "csa-longstreet-1", "csa-lee-1")
    assert tree.command_range(t, "csa-ewell-1") > 0


def test_18_12a_an_army_commander_without_headquarters_has_no_range() -> None:
    game = Game(scenario="first_manassas_1861", setup="quick")
    t = game.table()
    assert tree.is_army_commander(t, "union-patterson-1")
    assert tree.command_range(t, "union-patterson-1") == 0


def test_18_12a_he_gives_the_orders_of_an_army_commander_to_who_is_with_him() -> None:
    def army(at: str) -> tuple[Game, bool]:
        own = force("union-patterson-1", "1822", "l1", ["infantry_6_2"], ml=3, ap=2)
        own["union-patterson-1"]["attrs"]["army"] = True
        game = Game(own, force("union-reynolds-1", at, "l2", ["infantry_6_2"]), scenario="first_manassas_1861")
        return game, tree.commands(game.table(), "union-patterson-1", "union-reynolds-1")

    assert army("1822")[1]
    assert not army("1823")[1]
    assert not tree.commands(army("1822")[0].table(), "union-reynolds-1", "union-patterson-1")


# War Department ---------------------------------------------------------------------


def test_3_4_a_war_department_order_costs_ten_once_a_turn() -> None:
    game = Game(force(*LEE), sides={"csa": {"wep": 30}, "union": {}})
    t = game.table()
    orders.war_department(t, "csa")
    assert tracks.wep(t, "csa") == 20
    assert not orders.may_war_department(t, "csa")
    with pytest.raises(Refusal):
        orders.war_department(t, "csa")
    orders.war_department(t, "csa", free=True)  # forced by combat losses
    assert tracks.wep(t, "csa") == 10


# morale -----------------------------------------------------------------------------


def test_3_51_morale_stays_within_nought_and_nine() -> None:
    game = Game(force(*LEE, ml=9), force(*MEADE))
    t = game.table()
    morale.change(t, "csa-lee-1", "trained", "3.53")
    assert game.track("csa-army1", "ml") == 9
    morale.change(t, "union-meade-1", "cold", "5.26")
    assert game.track("union-l1", "ml") == 0


def test_3_52_a_unit_is_broken_when_its_morale_is_worse_than_its_leaders() -> None:
    t = Game(force("csa-early-1", "2938", "l3", ["infantry_2_4", "infantry_2_2"], ml=3)).table()
    assert morale.is_broken(t, "csa-l3-unit-0")
    assert not morale.is_broken(t, "csa-l3-unit-1")


def test_3_52_units_without_a_leader_count_inverted() -> None:
    t = Game(alone("csa", "2938", "infantry_2_1")).table()
    assert morale.level(t, V + "2938", "csa") == 5
    assert morale.passes(t, 5, 5, leaderless=True)
    strict = Game(alone("csa", "2938", "infantry_2_1"), options={"amb_04_leaderless_less_than": True}).table()
    assert not morale.passes(strict, 5, 5, leaderless=True)
    assert morale.passes(strict, 5, 5)


def test_3_53_the_causes_of_a_change_stand_in_the_chart() -> None:
    chart = Game(force(*LEE)).content.charts["morale_changes"]
    assert [chart.at(row) for row in ("failed_declaration", "retreat_before_combat", "combat_retreat")] == [-1, -1, -1]
    assert chart.at("trained") == 1
    assert chart.at("inflicted_more_step_losses") == 1


# zones ------------------------------------------------------------------------------


def test_3_7_a_zone_covers_the_six_hexes_around() -> None:
    t = Game(force(*LEE), force("union-meade-1", "2234", "l1", ["infantry_6_2"])).table()
    found = {at for at in zones.covered(t, "csa") if t.content.boards["virginia"].grid.distance(at[9:], "2234") == 1}
    assert len(found) == 6


def test_3_7_detached_regiments_and_depots_have_none() -> None:
    t = Game(force(*LEE), alone("union", "2234", "regiment", "wagon_4/back")).table()
    assert not zones.covered(t, "csa")


def test_3_7_no_zone_over_a_great_river_even_at_a_bridge() -> None:
    t = Game(force(*LEE), force("union-meade-1", "3528", "l1", ["infantry_6_2"])).table()
    board = t.content.boards["virginia"]
    over = [
        c for c in board.grid.neighbours("3528") if "great_river" in board.edges.get(board.grid.edge("3528", c), ())
    ]
    assert over
    assert not any(V + c in zones.covered(t, "csa") for c in over)


def test_14_44d_no_zone_into_a_manned_entrenchment() -> None:
    position = (
        force("union-meade-1", "2234", "l1", ["infantry_6_2"]),
        force("csa-early-1", "2235", "l3", ["infantry_2_1"]),
    )
    assert zones.in_enemy_zone(Game(*position).table(), V + "2235", "csa")
    assert not zones.in_enemy_zone(Game(*position, work("2235", 2)).table(), V + "2235", "csa")
