"""Combat deployment: reactions, retreat before combat, rear guards, overruns (9.0), and who follows a dead leader (14.32b)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import deploy as deployment
from modules.campaigns_of_robert_e_lee.rules import facts, fallen, reaction, tracks
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, attack, force, work

TARGET, FROM = "0210", "0310"
LEE, JACKSON, EWELL, MEADE, HANCOCK = "csa-lee-1", "csa-jackson-1", "csa-ewell-1", "union-meade-1", "union-hancock-1"


def lee(at: str = TARGET, **points: Any) -> dict[str, Any]:
    return force(LEE, at, "army1", ["infantry_2_1"] * 4, **{"ml": 3, "ap": 5, **points})


def ewell(at: str, **points: Any) -> dict[str, Any]:
    return force(EWELL, at, "l1", ["infantry_2_1"] * 3, **{"ml": 3, "ap": 2, **points})


def meade(*units: str, **points: Any) -> dict[str, Any]:
    return force(MEADE, FROM, "l1", list(units) or ["infantry_4_2"] * 4, **{"ml": 3, "ap": 4, **points})


def deploy(*groups: dict[str, Any], **more: Any) -> Game:
    return Game(*groups, attack("union", FROM, TARGET), **more).run(
        ("deploy", {"side": "csa", "target": f"virginia:{TARGET}", "attackers": [f"virginia:{FROM}"]})
    )


# reactions ------------------------------------------------------------------------------


def may(g: Game, leader: str) -> bool:
    return reaction.may_react(g.table(), leader, [f"virginia:{TARGET}"], [f"virginia:{FROM}"], extended=False)


def test_9_1_within_the_rating_and_in_the_range_of_one_superior() -> None:
    assert may(Game(lee(), ewell("0207"), meade()), EWELL)
    assert not may(Game(lee("0230"), ewell("0204"), force(JACKSON, TARGET, "l2", ["infantry_2_1"]), meade()), EWELL)  # no chain
    assert not may(Game(lee(), ewell("0204"), meade()), EWELL)  # 6 hexes: his rating is 4, Lee's 5


def test_9_1_the_cavalry_corps_and_who_lies_in_works_need_no_chain() -> None:
    stuart = force("csa-stuart-1", "0207", "l1", ["cavalry_2_1"] * 2, ml=3, state=["csa_cavalry_corps"])
    attacked = force(JACKSON, TARGET, "l2", ["infantry_2_1"])
    assert may(Game(stuart, attacked, meade()), "csa-stuart-1")
    assert not may(Game(ewell("0207"), attacked, meade()), EWELL)
    assert may(Game(ewell("0207"), work("0207", 1, "csa"), attacked, meade()), EWELL)


def test_5_29_a_reaction_in_a_blizzard_costs_morale() -> None:
    g = deploy(lee(), ewell("0207"), meade(), values={"weather": "blizzard"}).act("csa", "react", pieces=[EWELL])
    g.act("csa", "roll_reaction", dice=[1]).act("csa", "react_join", cell=TARGET)
    assert (g.track("csa-l1", "ml"), g.attr("csa-l1-unit-0", "worse")) == (2, 1)


def test_14_36_nobody_reacts_with_a_force_that_trains() -> None:
    army = force(LEE, "0207", "army1", ["infantry_2_1"], ml=3, ap=5)
    for state, able in ([], True), (["training"], False):
        under = force("csa-rodes-1", "", "l3", ["infantry_2_1"], under="army1", state=state)
        assert may(Game(army, under, force(JACKSON, TARGET, "l2", ["infantry_2_1"]), meade()), LEE) == able


def test_9_11a_a_commander_who_leaves_others_behind_orders_it_too() -> None:
    def pair(ap: int) -> Game:
        return deploy(lee(), ewell("0207", ap=ap), force("csa-rodes-1", "0207", "l3", ["infantry_2_1"], ml=3), meade())

    assert not may(pair(0), EWELL)
    g = pair(1).act("csa", "react", pieces=[EWELL]).act("csa", "roll_reaction", dice=[1])
    assert (g.track("csa-l1", "ap"), g.at("csa-rodes-1")) == (0, "0207")


def test_9_12_not_from_enemy_zones_nor_under_attack() -> None:
    g = Game(lee(), ewell("0209"), meade())  # beside Meade
    assert not may(g, EWELL)
    assert not may(g, LEE)


def test_9_12_an_inactive_leader_is_activated_by_his_superior() -> None:
    g = deploy(lee(), ewell("0207", active=False), meade())
    g.act("csa", "react", pieces=[EWELL])
    assert g.face(EWELL) == "front"
    assert g.track("csa-army1", "ap") + g.track("csa-l1", "ap") == 5 + 2 - 1


def test_9_11_the_die_against_the_rating_and_one_try() -> None:
    g = deploy(lee(), ewell("0207"), meade()).act("csa", "react", pieces=[EWELL])
    g.act("csa", "roll_reaction", dice=[5])
    assert (g.at(EWELL), g.ask("csa", "react")) == ("0207", None)


def test_9_11a_part_may_be_left_behind() -> None:
    g = deploy(lee(), ewell("0207"), meade()).act("csa", "react", pieces=[EWELL])
    g.act("csa", "leave_behind", pieces=["csa-l1-unit-0"])
    assert g.at("csa-l1-unit-0") == "0207"
    assert g.track("csa-l1", "ap") == 1


def test_9_11a_a_nested_leader_is_detached_by_his_commander() -> None:
    nested = force(EWELL, "", "l1", ["infantry_2_1"] * 3, under="corps1", ml=3, ap=2)
    corps = force("csa-longstreet-1", "0207", "corps1", ["infantry_2_1"], ml=3, ap=4)
    g = deploy(lee(), corps, nested, meade()).act("csa", "react", pieces=[EWELL])
    g.act("csa", "roll_reaction", dice=[1]).act("csa", "react_join", cell=TARGET)
    assert g.at(EWELL) == "csa-army1"
    assert g.at("csa-longstreet-1") == "0207"
    spent = 5 + 4 + 2 - sum(g.track(f"csa-{box}", "ap") for box in ("army1", "corps1", "l1"))
    assert spent == 2  # detached, combined


def test_9_13_to_a_friend_under_attack_whose_commander_pays() -> None:
    g = deploy(lee(ap=0), ewell("0207", ap=0), meade()).act("csa", "react", pieces=[EWELL])
    g.act("csa", "roll_reaction", dice=[1])
    assert g.ask("csa", "react_join") is None  # nobody has a point
    assert g.ask("csa", "react_support") is not None


def test_9_13b_support_from_a_hex_beside_both() -> None:
    g = deploy(lee(), ewell("0207"), meade()).act("csa", "react", pieces=[EWELL]).act("csa", "roll_reaction", dice=[1])
    assert [at[9:] for at in g.ask("csa", "react_support")["cells"]] == ["0209"]
    g.act("csa", "react_support", cell="0209")
    assert g.at(EWELL) == "0209"


def test_9_13b_support_needs_a_friend_by_the_option() -> None:
    g = deploy(lee(), ewell("0207"), meade(), options={"amb_39_support_needs_friend": True})
    g.act("csa", "react", pieces=[EWELL]).act("csa", "roll_reaction", dice=[1])
    assert g.ask("csa", "react_support") is None


def test_14_36_who_trains_does_not_react() -> None:
    assert not may(Game(lee(), ewell("0207", state=["training"]), meade()), EWELL)


# retreat before combat --------------------------------------------------------------------


def test_9_21_the_years_of_each_side() -> None:
    tables = {name: Game(scenario=name).table() for name in ("first_manassas_1861", "gettysburg_1863")}
    free = {name: [deployment.is_exempt(t, side) for side in ("csa", "union")] for name, t in tables.items()}
    assert free == {"first_manassas_1861": [False, False], "gettysburg_1863": [True, False]}


def withdrawing(*groups: dict[str, Any], **more: Any) -> Game:
    """A Union force attacked in 1863: all three conditions hold for it."""
    return Game(*groups, attack("csa", FROM, TARGET), **more).run(
        ("deploy", {"side": "union", "target": f"virginia:{TARGET}", "attackers": [f"virginia:{FROM}"]})
    )


def union(units: list[str], **points: Any) -> dict[str, Any]:
    return force(HANCOCK, TARGET, "l2", units, **{"ml": 3, "ap": 3, **points})


def csa(*units: str, **points: Any) -> dict[str, Any]:
    return force(JACKSON, FROM, "l1", list(units) or ["infantry_2_1"] * 4, **{"ml": 2, "ap": 3, **points})


@pytest.mark.parametrize(
    ("ml", "foe", "riders", "ap", "number", "asked"),
    [
        (3, 2, 0, 3, 2, True), (2, 2, 0, 3, 2, False), (2, 3, 1, 3, 2, True), (3, 2, 0, 0, 2, False), (3, 2, 0, 3, 1, False),
        (0, 0, 1, 3, 2, False),
    ],
    ids=["steadier", "as steady", "more cavalry", "no point for the guard", "nobody for the guard", "no morale to lose"],
)
def test_9_21_conditions(ml: int, foe: int, riders: int, ap: int, number: int, asked: bool) -> None:
    units = ["infantry_4_2"] * number + ["cavalry_2_2"] * riders
    g = withdrawing(union(units, ml=ml, ap=ap), csa(ml=foe))
    assert bool(g.active) == asked


def test_9_21_a_hex_free_of_zones_is_needed() -> None:
    ring = [alone("csa", at, "infantry_2_1") for at in ("0109", "0112")]
    assert not withdrawing(union(["infantry_4_2"] * 2), csa(), *ring).active


def test_9_22_a_rear_guard_stays_and_the_rest_goes_one_hex() -> None:
    g = withdrawing(union(["infantry_4_2"] * 3), csa())
    to = g.ask("union", "withdraw")["cells"][0]
    g.act("union", "withdraw", cell=to)
    assert g.ask("union", "guard")["max"] == 1  # 3.12c: no two divisions stay without a leader
    g.act("union", "guard", pieces=["union-l2-unit-0"])
    assert (g.at(HANCOCK), g.at("union-l2-unit-0")) == (to[9:], TARGET)
    assert (g.track("union-l2", "ap"), g.track("union-l2", "ml")) == (2, 2)


def test_9_22_a_leader_may_stay_with_the_rear_guard() -> None:
    chief = force("union-hooker-1", TARGET, "army1", ["infantry_4_2"] * 2, ml=3, ap=3)
    nested = force(HANCOCK, "", "l2", ["infantry_4_2"] * 2, under="army1", ml=3, ap=1)
    g = withdrawing(chief, nested, csa())
    to = g.ask("union", "withdraw")["cells"][0]
    g.act("union", "withdraw", cell=to).act("union", "guard", pieces=[HANCOCK])
    assert (g.at(HANCOCK), g.at("union-hooker-1")) == (TARGET, to[9:])
    assert g.units(HANCOCK) == ["union-l2-unit-0", "union-l2-unit-1"]


def test_9_22_a_commander_without_units_of_his_own_has_none_to_keep() -> None:
    other = force(JACKSON, TARGET, "l2", ["infantry_2_1"] * 2, ml=3, ap=1)
    g = deploy(force(LEE, TARGET, "army1", [], ml=3, ap=5), ewell(TARGET), other, meade())
    to = g.ask("csa", "withdraw")["cells"][0]
    g.act("csa", "withdraw", cell=to).act("csa", "guard", pieces=[JACKSON])
    assert (g.at(JACKSON), g.at(EWELL)) == (TARGET, to[9:])


def test_9_22_an_exempt_force_that_can_leave_nobody_withdraws_whole() -> None:
    g = deploy(force(JACKSON, TARGET, "l1", ["infantry_2_1"], ml=1, ap=0), meade())
    to = g.ask("csa", "withdraw")["cells"][0]
    g.act("csa", "withdraw", cell=to)
    assert (g.at(JACKSON), g.track("csa-l1", "ml"), g.step) == (to[9:], 1, "")


def test_9_22_exempt_sides_leave_no_rear_guard_by_the_option() -> None:
    g = deploy(lee(), meade(), options={"amb_51_exempt_no_rear_guard": True})
    g.act("csa", "withdraw", cell=g.ask("csa", "withdraw")["cells"][0])
    assert g.step == ""


# overrun ------------------------------------------------------------------------------------


def guarded(*strong: str, **more: Any) -> Game:
    """Jackson's force has withdrawn and left a brigade of strength 1."""
    g = deploy(force(JACKSON, TARGET, "l1", ["infantry_1_2", "infantry_2_1"], ml=3, ap=1), meade(*strong), **more)
    cells = [at for at in g.ask("csa", "withdraw")["cells"] if at.endswith("0110")]
    return g.act("csa", "withdraw", cell=cells[0]).act("csa", "guard", pieces=["csa-l1-unit-0"])


def test_9_23_twenty_to_one_overruns_the_rear_guard() -> None:
    g = guarded(*["infantry_4_2"] * 5)
    g.act("union", "overrun")
    assert g.at("csa-l1-unit-0") == "csa-eliminated"
    assert int(g.table().num("union", "vp")) == 0  # no steps lost to fire (17.12)
    g.act("union", "advance", pieces=[MEADE], cell=TARGET)
    g.act("union", "press_on")
    marker = next(p for p in g.state.pieces if g.state.pieces[p]["kind"] == "attack")
    assert (g.at(marker), g.attr(marker, "target")) == (TARGET, "virginia:0110")


def test_9_23_less_fights_the_rear_guard_as_usual() -> None:
    assert guarded(*["infantry_3_2"] * 6).step == ""


def test_9_22_pursuit_without_an_overrun_by_the_option() -> None:
    away = {"amb_41_pursue_without_overrun": True}
    g = guarded(*["infantry_3_2"] * 2, options=away)
    assert g.step == ""  # not next to where the force has gone
    g = deploy(force(JACKSON, TARGET, "l1", ["infantry_1_2", "infantry_2_1"], ml=3, ap=1), meade(), options=away)
    assert g.ask("csa", "withdraw") is not None


def pursued(*groups: dict[str, Any]) -> Game:
    """Jackson has withdrawn to a hex next to the attackers."""
    gone = {"side": "csa", "target": f"virginia:{TARGET}", "attackers": [f"virginia:{FROM}"], "gone": "virginia:0309"}
    jackson = force(JACKSON, "0309", "l1", ["infantry_1_2", "infantry_2_1"], ml=3, ap=1)
    g = Game(jackson, meade(), *groups, attack("union", FROM, TARGET), options={"amb_41_pursue_without_overrun": True})
    return g.run(("deploy", {**gone, "stage": "overrun"}))


def test_9_22_a_pursuit_by_the_option_tells_its_odds_and_an_empty_hex_none() -> None:
    g = pursued()
    told = g.query("union", "odds", **g.ask("union", "pursue")["odds"], cell=FROM)
    assert told["title"]["args"] == {"a": {"c": f"virginia:{FROM}"}, "b": {"c": "virginia:0309"}}
    assert "odds" not in g.ask("union", "fight_guard"), "nobody stayed as rear guard"
    guarded = pursued(alone("csa", TARGET, "infantry_2_1"))
    told = guarded.query("union", "odds", **guarded.ask("union", "fight_guard")["odds"])
    assert told["title"]["args"]["b"] == {"c": f"virginia:{TARGET}"}


def test_9_23_a_leader_overrun_is_eliminated_and_gives_his_stars() -> None:
    nested = force(EWELL, "", "l2", ["infantry_1_2"], under="army1", ml=3, ap=1)
    g = deploy(force(LEE, TARGET, "army1", ["infantry_2_1"] * 2, ml=3, ap=3), nested, meade(*["infantry_4_2"] * 5))
    g.act("csa", "withdraw", cell=next(at for at in g.ask("csa", "withdraw")["cells"] if at.endswith("0110")))
    g.act("csa", "guard", pieces=[EWELL]).act("union", "overrun")
    assert g.at(EWELL) == "csa-dead"
    assert int(g.table().num("union", "vp")) == 3


# who follows --------------------------------------------------------------------------------


def vacancy(g: Game, leader: str) -> dict[str, Any]:
    return fallen.bury(g.table(), leader)


@pytest.mark.parametrize(("at_once", "cost"), [(False, 15), (True, 25)], ids=["last impulse", "before"])
def test_14_32b1_what_the_successor_of_an_army_commander_costs(at_once: bool, cost: int) -> None:
    g = Game(lee())
    assert fallen.price(g.table(), vacancy(g, LEE), at_once=at_once, pooled=True) == cost


def test_14_32b1_a_front_line_leader_costs_an_order_and_the_pool() -> None:
    g = Game(ewell("0207"))
    gone = vacancy(g, EWELL)
    assert [fallen.price(g.table(), gone, at_once=now, pooled=True) for now in (True, False)] == [15, 5]
    cheap = Game(ewell("0207"), options={"amb_26_pool_leader_price": 1})
    assert fallen.price(cheap.table(), vacancy(cheap, EWELL), at_once=False, pooled=True) == 1


def mourn(*groups: dict[str, Any], **more: Any) -> Game:
    g = Game(*groups, sides={"csa": {"oel": 1, "wep": 40}, "union": {"oel": 1, "wep": 40}}, **more)
    frame_of = {"side": "csa"}
    g.state.flow, g.state.active = [], []
    t = g.table()
    t.call("mourn", **frame_of).of("csa")["dead"] = [EWELL]
    g.runner.settle(t)
    g.runner.open(g.state)
    g.events = t.events
    return g


def test_14_33a_the_successor_is_drawn_of_the_rank_or_one_lower_and_not_much_abler() -> None:
    pool = {"csa-hood-1": {"at": "csa-pool"}, "csa-early-1": {"at": "csa-pool"}, "csa-gordon-1": {"at": "csa-pool"}}
    g = mourn(ewell("0207"), pool)
    (chosen,) = [p for p in pool if g.at(p) == "0207"]
    assert chosen in ("csa-hood-1", "csa-early-1")  # two stars for three; one star is too few
    assert g.units(chosen) == [f"csa-l1-unit-{n}" for n in range(3)]
    assert tracks.wep(g.table(), "csa") == 40 - 15
    assert g.track("csa-l1", "ml") == 5  # the scenario's morale (14.33)


def test_10_67b_without_a_pool_the_senior_of_the_hex_takes_over() -> None:
    other = force(JACKSON, "0207", "l2", ["infantry_2_1"], ml=3)
    g = mourn(ewell("0207"), other)
    assert sorted(g.units(JACKSON)) == ["csa-l1-unit-0", "csa-l1-unit-1", "csa-l1-unit-2", "csa-l2-unit-0"]


def test_14_33_in_the_last_impulse_a_front_line_leader_is_chosen_not_drawn() -> None:
    pool = {"csa-hood-1": {"at": "csa-pool"}, "csa-early-1": {"at": "csa-pool"}, "csa-gordon-1": {"at": "csa-pool"}}
    g = mourn(ewell("0207"), pool, values={"last_impulse": True})
    assert g.ask("csa", "successor")["pieces"] == ["csa-early-1", "csa-hood-1"]
    g.act("csa", "successor", pieces=["csa-hood-1"])
    assert (g.at("csa-hood-1"), tracks.wep(g.table(), "csa")) == ("0207", 40 - 5)


def test_14_32b1_a_successor_is_promoted_when_his_units_need_the_rank() -> None:
    g = mourn(force(EWELL, "0207", "l1", ["infantry_2_1"] * 10, ml=3), {"csa-hood-1": {"at": "csa-pool"}})
    assert tracks.wep(g.table(), "csa") == 40 - 15 - 1
    assert facts.stars(g.table(), "csa-hood-1") == 3  # two stars lead nine brigades (3.22)


def test_14_32b1_leaders_of_the_hex_take_over_with_one_promotion_at_most() -> None:
    high, low = "csa-a-p-hill-1", "csa-early-1"  # three and two stars
    for army, able in ((lee("0207"), {high}), (force("csa-longstreet-1", "0207", "corps1", ["infantry_2_1"], ml=3), {high, low})):
        chief, box = next((p, entry["attrs"]["box"][4:]) for p, entry in army.items() if "box" in entry.get("attrs", {}))
        others = [force(who, "", f"l{n}", ["infantry_2_1"], under=box) for n, who in enumerate((high, low), 2)]
        g = Game(army, *others)
        assert set(fallen.deputies(g.table(), "csa", vacancy(g, chief))) == able


def test_14_32b1_a_subordinate_of_his_own_box_takes_over() -> None:
    corps = force(EWELL, "0207", "corps2", ["infantry_2_1"], ml=3)
    g = mourn(corps, force("csa-rodes-1", "", "l3", ["infantry_2_1"], under="corps2"))
    assert (g.at("csa-rodes-1"), g.attr("csa-rodes-1", "box")) == ("0207", "csa-corps2")
    assert len(g.units("csa-rodes-1")) == 2
    assert facts.stars(g.table(), "csa-rodes-1") == 3


def test_14_32b1_who_takes_over_brings_his_artillery_along() -> None:
    g = mourn(ewell("0207", artillery=1), force("csa-rodes-1", "0207", "l3", ["infantry_2_1"], artillery=2, ammo=1))
    assert (g.track("csa-l1", "artillery"), g.track("csa-l1", "ammo")) == (3, 1)


def test_14_32b1_nobody_follows_who_has_fallen_with_him() -> None:
    g = Game(ewell("0207"), force("csa-rodes-1", "0207", "l3", ["infantry_2_1"]))
    assert fallen.deputies(g.table(), "csa", {**vacancy(g, EWELL), "doomed": ["csa-rodes-1"]}) == []


def test_14_32b1_the_owner_chooses_among_them_when_the_pool_has_nobody() -> None:
    others = [force(who, "0207", box, ["infantry_2_1"]) for who, box in (("csa-early-1", "l2"), ("csa-hood-1", "l3"))]
    g = mourn(ewell("0207"), *others)
    assert set(g.ask("csa", "take_over")["pieces"]) == {"csa-early-1", "csa-hood-1"}


def test_14_32b1_nobody_left_the_units_stand_alone() -> None:
    g = mourn(ewell("0207"))
    assert [g.at(f"csa-l1-unit-{n}") for n in range(3)] == ["0207"] * 3
    assert not [p for p, record in g.state.pieces.items() if record["kind"] == "csa_troops_1"]


def test_9_22_of_many_units_without_a_leader_a_few_stay_and_the_rest_goes_to_a_friend() -> None:
    friend = force(JACKSON, "0110", "l1", ["infantry_2_1"], ml=3, ap=1)
    g = deploy(alone("csa", TARGET, *["infantry_2_1"] * 4), friend, meade(), values={"year": 1861})
    g.act("csa", "withdraw", cell="0110")
    ask = g.ask("csa", "guard")
    assert (ask["min"], ask["max"]) == (1, 3)
    g.act("csa", "guard", pieces=ask["pieces"][:2])
    assert sum(g.at(p) == TARGET for p in ask["pieces"]) == 2
