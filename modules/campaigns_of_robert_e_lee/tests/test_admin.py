"""The admin sequence: purchases, ammunition, artillery, replacements, leaders, training, regiments, depots (14)."""

from __future__ import annotations

import pytest

from modules.campaigns_of_robert_e_lee.rules import purchases
from modules.campaigns_of_robert_e_lee.rules.facts import rating, stars
from modules.campaigns_of_robert_e_lee.tests.chores import EARLY, LEE, POINTS, chore, kinds, tasks, wep
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force

# admin sequence ---------------------------------------------------------------------


def test_14_11_counters_are_bought_and_come_in_at_sources_and_rail_depots() -> None:
    game = chore("purchases", force(*EARLY))
    assert set(game.asks("csa")["buy_wagon_2"]["cells"]) == set(purchases.markets(game.table(), "csa"))
    game.act("csa", "buy_wagon_2", cell="2950")
    assert (wep(game), kinds(game.state, "2950")) == (58, ["csa_wagon_2"])
    game.act("csa", "buy_train", cell="2950")
    assert wep(game) == 48
    game.act("csa", "buy_engineer_supervisor", cell="2950")
    assert wep(game) == 38


def test_14_11_no_combat_units_and_nothing_on_credit() -> None:
    game = chore("purchases", force(*EARLY), wep=1)
    assert [verb for verb in game.asks("csa") if verb.startswith("buy")] == ["buy_wagon_1"]


@pytest.mark.parametrize("price", [10, 4])
def test_14_11_the_price_of_union_engineers_is_an_option(price: int) -> None:
    game = chore(
        "purchases",
        force("union-meade-1", "3528", "l1", ["infantry_6_2"]),
        side="union",
        options={"amb_25_engineer_price": price},
    )
    assert purchases.price(game.table(), "engineer") == price


def test_14_12_ammunition_for_a_point_and_an_order_up_to_the_rating() -> None:
    game = chore("ammunition", force("csa-early-1", "2945", "l3", ["infantry_2_1"], ml=3, ap=3, ammo=1))
    for _ in range(2):
        game.act("csa", "buy_ammo", pieces=["csa-early-1"])
    assert (game.track("csa-l3", "ammo"), game.track("csa-l3", "ap"), wep(game)) == (3, 1, 58)
    assert not game.active or "buy_ammo" not in game.asks("csa")  # AR 3
    far = chore("ammunition", force("csa-early-1", "1934", "l3", ["infantry_2_1"], **POINTS))
    assert not tasks(far)


def test_14_12_a_superior_hands_his_points_on_for_nothing() -> None:
    game = chore(
        "ammunition", force(*LEE, ml=4, ammo=2), force("csa-early-1", "", "l3", ["infantry_2_1"], under="army1", ml=3)
    )
    game.act("csa", "hand_ammo", pieces=["csa-early-1"])
    assert (game.track("csa-army1", "ammo"), game.track("csa-l3", "ammo")) == (1, 1)


def test_14_13_artillery_by_the_army_commanders_order() -> None:
    game = chore(
        "artillery", force(*LEE, ml=4, ap=5), force("csa-early-1", "", "l3", ["infantry_2_1"], under="army1", ml=3)
    )
    game.act("csa", "buy_artillery", pieces=["csa-early-1"])
    assert (game.track("csa-l3", "artillery"), game.track("csa-army1", "ap"), wep(game)) == (1, 3, 50)
    assert not tasks(game)  # one a place


def test_14_13_not_without_the_railroad_nor_out_of_range() -> None:
    cut = {f"cut-{n}": {"at": at, "kind": "rail_cut"} for n, at in enumerate(["2951", "2849", "3050", "2949"])}
    assert not tasks(chore("artillery", force(*LEE, ml=4, ap=5), cut))
    assert not tasks(chore("artillery", force("csa-early-1", "2950", "l3", ["infantry_2_1"], **POINTS)))


def test_14_13_a_rail_depot_serves_in_a_city_too() -> None:
    depot = {"depot": {"at": "4219", "kind": "union_wagon_2", "owner": "union", "face": "back"}}
    army = force("union-hooker-1", "4219", "army1", ["infantry_6_2"], ml=3, ap=4)
    assert tasks(chore("artillery", army, depot, side="union"), "union") == {"buy_artillery"}
    assert not tasks(chore("artillery", army, side="union"), "union")  # Baltimore itself is no such place


def test_14_13_the_garrison_of_washington_always() -> None:
    garrison = force("union-mansfield-1", "3626", "l7", ["infantry_4_3"], state=["union_washington_garrison"])
    game = chore("artillery", garrison, side="union")
    game.act("union", "buy_artillery", pieces=["union-mansfield-1"])
    assert game.track("union-l7", "garrison_artillery") == 1


def test_14_21_a_step_fills_a_unit_up_or_brings_one_back_reduced() -> None:
    dead = {"dead": {"at": "csa-eliminated", "kind": "csa_infantry_3_1", "owner": "csa"}}
    small = {"small": {"at": "csa-eliminated", "kind": "csa_infantry_1_2", "owner": "csa"}}
    game = chore("replacements", force("csa-early-1", "2950", "l3", ["infantry_2_1/back"], **POINTS), dead, small)
    game.act("csa", "restore", pieces=["csa-l3-unit-0"])
    assert game.face("csa-l3-unit-0") == "front"
    game.act("csa", "bring_back", pieces=["dead"], cell="csa-l3")
    assert (game.at("dead"), game.face("dead")) == ("csa-l3", "back")
    game.act("csa", "bring_back", pieces=["small"], cell="csa-l3")
    assert (game.face("small"), game.track("csa-l3", "ap"), game.state.secret["csa"]["replacement"]) == ("front", 0, 0)


def test_14_22_at_most_the_rating_and_what_is_left_carries_over() -> None:
    game = Game(force(*EARLY), scenario="chancellorsville_1863", sides={"csa": {"replacement": 2}, "union": {}})
    rate = game.content.scenarios["chancellorsville_1863"]["numbers"]["replacement_rate_csa"]
    game.run(("replacement_rate", {"side": "csa"}))
    assert game.state.secret["csa"]["replacement"] == 2 + rate


def test_14_31_a_promotion_costs_a_point_and_ratings() -> None:
    game = chore("promotion", force(*EARLY, **POINTS))
    game.act("csa", "promote", pieces=["csa-early-1"])
    t = game.table()
    kind = t.content.kinds["csa_early"].attrs
    assert (stars(t, "csa-early-1"), rating(t, "csa-early-1", "mr"), wep(game)) == (
        kind["stars"] + 1,
        kind["mr"] - 1,
        59,
    )
    assert not game.active or "promote" not in game.asks("csa")  # one rank a turn


def test_14_31a_demotion_likewise() -> None:
    game = Game(force(*EARLY, **POINTS), sides={"csa": {"wep": 9}, "union": {}})
    game.table().set_attr("csa-early-1", "stars", 3)
    game.run(("promotion", {"side": "csa"})).act("csa", "demote", pieces=["csa-early-1"])
    assert (game.attr("csa-early-1", "stars"), wep(game)) == (None, 8)
    game = chore("promotion", force(*EARLY, **POINTS)).act("csa", "demote", pieces=["csa-early-1"])
    assert stars(game.table(), "csa-early-1") == 1  # below the rank printed as well


POOL = {"csa-trimble-1": {"at": "csa-pool"}, "csa-colston-1": {"at": "csa-pool"}}


def test_14_32b3_a_superior_orders_a_subordinate_replaced() -> None:
    game = chore(
        "replacement",
        force(*LEE, ml=4, ap=5),
        force("csa-early-1", "", "l3", ["infantry_2_1"], under="army1", ml=3),
        POOL,
    )
    game.act("csa", "replace_order", pieces=["csa-early-1"])
    heirs = game.asks("csa")["successor"]["pieces"]
    game.act("csa", "successor", pieces=[heirs[0]])
    assert game.at("csa-early-1") == "csa-pool"
    assert (game.at(heirs[0]), game.attr(heirs[0], "box"), game.face(heirs[0])) == ("csa-army1", "csa-l3", "front")
    assert wep(game) == 55
    assert game.track("csa-army1", "ap") == 4
    assert game.track("csa-l3", "ml") == game.content.scenarios["gettysburg_1863"]["numbers"]["initial_ml_csa"]  # 14.33


def test_14_32b_by_the_war_department_one_is_drawn() -> None:
    game = chore("replacement", force(*EARLY, **POINTS), POOL)
    game.act("csa", "replace_war", pieces=["csa-early-1"])
    assert game.at("csa-early-1") == "csa-pool"
    assert wep(game) == 45


def test_14_32b3_a_leader_in_range_takes_the_place_of_another() -> None:
    hood = force("csa-hood-1", "2951", "l4", ["infantry_2_1"], ml=2, ap=1)
    early = force("csa-early-1", "", "l3", ["infantry_2_2"], under="army1", ml=3)
    far = force("csa-rodes-1", "2034", "l5", ["infantry_2_1"], ml=3)
    game = chore("replacement", force(*LEE, ml=4, ap=5), early, hood, far)
    game.act("csa", "replace_order", pieces=["csa-early-1"])  # Hood alone is in range, and nobody is in the pool
    assert (game.at("csa-early-1"), game.at("csa-hood-1"), game.attr("csa-hood-1", "box")) == ("csa-pool", "csa-army1", "csa-l3")
    assert (game.track("csa-l3", "ml"), wep(game), game.at("csa-l4-unit-0")) == (2, 60, "2951")


def test_14_32b3_one_order_serves_all_who_are_badly_wounded() -> None:
    names = {"csa-early-1": "l3", "csa-r-h-anderson-1": "l4"}
    hurt = [force(who, "", box, ["infantry_2_1"], under="army1", ml=3) for who, box in names.items()]
    for group, who in zip(hurt, names, strict=True):
        group[who]["attrs"]["wound"] = 3
    game = chore("replacement", force(*LEE, ml=4, ap=1), *hurt, POOL)
    for who in names:
        game.act("csa", "replace_order", pieces=[who])
        game.act("csa", "successor", pieces=[heirs["pieces"][0]]) if (heirs := game.ask("csa", "successor")) else None
        assert game.at(who) == "csa-pool"
    assert game.track("csa-army1", "ap") == 0


def test_14_32_badly_wounded_or_dispirited() -> None:
    hurt = force(*EARLY, ml=3, ap=3)
    hurt["csa-early-1"]["attrs"]["wound"] = 3
    game = chore("replacement", hurt, POOL)
    assert tasks(game) == {"replace_war"}  # 14.32b3: an order of a superior or of the War Department
    low = force("csa-early-1", "", "l3", ["infantry_2_1"], under="army1", ml=2, ap=3)
    low["csa-early-1"]["attrs"]["start_ml"] = 4
    game = chore("replacement", force(*LEE, ml=4, ap=5), low, POOL).act("csa", "replace_order", pieces=["csa-early-1"])
    assert (game.at("csa-early-1"), wep(game)) == ("csa-pool", 55)  # drawn, 14.33a
    assert tasks(chore("replacement", hurt, POOL, wep=14)) == set()


def test_3_16_replaced_without_an_order_by_the_option() -> None:
    game = chore("replacement", force(*EARLY, **POINTS), POOL, options={"amb_02_pool_swap_any_time": True})
    assert game.asks("csa")["replace_own"]["pieces"] == ["csa-early-1"]


def test_14_33a_the_war_department_too_heeds_the_excess_after_a_wound() -> None:
    able = {"csa-rodes-1": {"at": "csa-pool"}}  # 11 to Holmes's 6: more than the 3 allowed
    for wounded in (0, 3):
        poor = force("csa-holmes-1", "2945", "l3", ["infantry_2_1"], **POINTS)
        poor["csa-holmes-1"]["attrs"]["wound"] = wounded
        assert ("replace_war" in tasks(chore("replacement", poor, able))) == (not wounded)


def test_14_32_meade_takes_the_army_for_nothing_from_turn_five() -> None:
    army = (
        force("union-hooker-1", "3018", "army1", ["infantry_6_2"], ml=3),
        force("union-meade-1", "", "l4", ["infantry_5_2"], under="army1", ml=3),
    )
    pool = {"union-sykes-1": {"at": "union-pool"}}
    assert "change_command" not in (chore("replacement", *army, pool, side="union", values={"turn": 4}).asks("union"))
    game = chore("replacement", *army, pool, side="union", values={"turn": 5})
    game.act("union", "change_command")
    assert (game.at("union-hooker-1"), game.at("union-meade-1"), game.at("union-sykes-1")) == (
        "union-pool",
        "3018",
        "union-army1",
    )
    t = game.table()
    assert (stars(t, "union-meade-1"), rating(t, "union-meade-1", "br"), wep(game, "union")) == (3, 5, 60)


def test_14_35_a_new_force_of_units_without_a_leader() -> None:
    game = chore("new_forces", alone("csa", "2950", "infantry_2_1", "regiment"), POOL)
    game.act("csa", "form", pieces=["csa-trimble-1"], cell="2950")
    assert sorted(game.units("csa-trimble-1")) == ["csa-2950-infantry_2_1-0", "csa-2950-regiment-1"]
    assert wep(game) == 55
    assert kinds(game.state, "2950") == ["csa_trimble", "csa_troops_1"]
    assert not tasks(chore("new_forces", alone("csa", "2944", "infantry_2_1"), POOL))


def test_14_34_a_lost_headquarters_is_rebuilt_on_an_eligible_leader() -> None:
    hq = {"csa-hq-corps-3-1": {"at": "csa-pool"}}
    game = chore("new_forces", force("csa-a-p-hill-1", "2950", "l1", ["infantry_2_1"], **POINTS), hq)
    game.act("csa", "rebuild", pieces=["csa-hq-corps-3-1"], cell="2950")
    assert game.attr("csa-a-p-hill-1", "box") == "csa-corps1"
    assert (game.track("csa-corps1", "ml"), wep(game)) == (3, 55)
    assert game.units("csa-a-p-hill-1") == ["csa-l1-unit-0"]
    badge = {"union-corps-v-1": {"at": "union-pool"}}
    corps = chore("new_forces", force("union-sykes-1", "3018", "l2", ["infantry_6_2"]), badge, side="union")
    corps.act("union", "rebuild", pieces=["union-corps-v-1"], cell="3018")
    assert (corps.at("union-corps-v-1"), wep(corps, "union")) == ("union-l2-state", 58)


@pytest.mark.parametrize(("formed", "found"), [(False, False), (True, True)])
def test_14_34_new_armies_and_corps_only_by_one_reading(formed: bool, found: bool) -> None:
    game = Game(scenario="chancellorsville_1863", setup="quick", options={"amb_01_new_superior_forces": formed})
    assert ("union-hq-army-pennsylvania-1" in game.state.pieces) == found


def test_14_32b5_stacked_leaders_exchange_units_for_two_orders_each() -> None:
    pair = (
        force("csa-a-p-hill-1", "2950", "l1", ["infantry_2_1"], **POINTS),
        force("csa-early-1", "2950", "l3", ["infantry_2_2"], **POINTS),
    )
    game = chore("exchange", *pair)
    game.act("csa", "hand_over", pieces=["csa-l3-unit-0"], cell="csa-l1")
    assert sorted(game.units("csa-a-p-hill-1")) == ["csa-l1-unit-0", "csa-l3-unit-0"]
    assert (game.at("csa-early-1"), game.track("csa-l1", "ap")) == ("csa-pool", 1)  # merged altogether


def test_14_36_training_gains_a_level_after_a_whole_turn() -> None:
    game = chore("training", force(*EARLY, **POINTS), values={"turn": 2})
    game.act("csa", "train", pieces=["csa-early-1"])
    game.run(("recover", {"side": "csa"}))
    assert game.track("csa-l3", "ml") == 3  # not yet
    game.table().set_var("turn", 3)
    game.run(("recover", {"side": "csa"}))
    assert game.track("csa-l3", "ml") == 4


def test_14_36_who_trains_is_paid_for_though_he_steps_back() -> None:
    idle = force(*EARLY, **POINTS, active=False, state=["training"])
    game = Game(idle, phase="war_effort", args={"side": "csa"}, sides={"csa": {"wep": 9}, "union": {"wep": 9}})
    assert wep(game.act("csa", "pay")) == 8


def test_14_36_who_trains_does_not_move() -> None:
    game = Game(force(*EARLY, **POINTS, state=["training"]), phase="movement", args={"side": "csa"})
    assert "order" not in game.asks("csa")


def test_14_37_wounds_heal_by_a_level_in_the_pool_too() -> None:
    hurt = {"csa-trimble-1": {"at": "csa-pool", "attrs": {"wound": 2}}}
    game = chore("recover", hurt)
    assert game.attr("csa-trimble-1", "wound") == 1


def test_14_5_regiments_give_a_step_back() -> None:
    game = chore("regiments", force("csa-early-1", "2945", "l3", ["infantry_2_1/back", "regiment"], **POINTS))
    game.act("csa", "absorb_regiments", pieces=["csa-l3-unit-0"])
    assert game.face("csa-l3-unit-0") == "front"
    assert game.units("csa-early-1") == ["csa-l3-unit-0"]


def test_14_92_a_wagon_and_a_regiment_make_a_depot_and_two_and_two_are_four() -> None:
    """The example of 14.92a."""
    game = chore("depots", alone("csa", "2945", "wagon_2", "regiment"), alone("csa", "2944", "wagon_2"))
    game.act("csa", "make_depot", pieces=["csa-2945-wagon_2-0"])
    assert (kinds(game.state, "2945"), wep(game)) == (["csa_wagon_2"], 58)
    both = {"depot": {"at": "2945", "kind": "csa_wagon_2", "owner": "csa", "face": "back"}}
    four = chore("depots", alone("csa", "2945", "wagon_2", "regiment"), both)
    four.act("csa", "make_depot", pieces=["csa-2945-wagon_2-0"])
    assert kinds(four.state, "2945") == ["csa_wagon_4"]
    assert not [p for p, r in four.state.pieces.items() if r["kind"] == "csa_regiment"]


def test_14_93_a_wagon_of_four_and_a_regiment_make_a_landing_for_ten() -> None:
    game = chore("depots", alone("union", "3135", "wagon_4", "regiment"), side="union")
    game.act("union", "make_landing", pieces=["union-3135-wagon_4-0"])
    assert (kinds(game.state, "3135"), wep(game, "union")) == (["union_landing"], 50)
    fresh = chore(
        "depots",
        alone("union", "3135", "wagon_4", "regiment"),
        side="union",
        values={"fresh_wagons": ["union-3135-wagon_4-0"]},
    )
    assert "make_landing" not in (fresh.asks("union") if fresh.active else {})


def test_14_91a_a_wagon_is_broken_up_into_ammunition() -> None:
    game = chore("depots", force("csa-early-1", "2945", "l3", ["infantry_2_1"], ml=3), alone("csa", "2944", "wagon_2"))
    game.act("csa", "break_up", pieces=["csa-2944-wagon_2-0"], cell="csa-l3")
    assert game.track("csa-l3", "ammo") == 2
    assert kinds(game.state, "2944") == []


def test_8_63b_a_landing_given_up_is_removed() -> None:
    game = chore("depleted", alone("union", "3135", "landing/back"), side="union")
    assert kinds(game.state, "3135") == []


@pytest.mark.parametrize(("order", "first"), [("initiative", "union"), ("csa", "csa"), ("union", "union")])
def test_12_0_steps_are_strict_and_one_side_acts_first_in_each(order: str, first: str) -> None:
    lost = [
        force("csa-early-1", "2945", "l3", ["infantry_2_1"], **POINTS),
        force("union-meade-1", "3018", "l1", ["infantry_6_2"], **POINTS),
    ]
    game = Game(*lost, options={"amb_07_reorganization_order": order}, values={"initiative": "union", "month": 7, "turn": 3},
                sides={"csa": {"wep": 30}, "union": {"wep": 30}})  # fmt: skip
    game.run("reorganization_supply")
    assert (game.step, game.active) == ("destruction", [first])
    game.act(first, "done")
    assert (game.step, game.active) == ("destruction", ["csa" if first == "union" else "union"])
