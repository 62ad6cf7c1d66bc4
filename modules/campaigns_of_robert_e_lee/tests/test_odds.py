"""The figures of a combat, pure: the worked example of 10.7, ammunition, halvings, cavalry, netting."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import ammo, netting, odds
from modules.campaigns_of_robert_e_lee.rules.odds import Body, Exchange, Result, Stack
from modules.campaigns_of_robert_e_lee.tests.conftest import rules_content
from qtwar.kit.chart import Chart


@cache
def charts() -> odds.Charts:
    return odds.Charts.of(rules_content().charts)


def chart(name: str) -> Chart:
    return rules_content().charts[name]


def column(shot: odds.Fire) -> str:
    return str(charts().fert.column_heads[shot.column])


def lines(shot: odds.Fire) -> dict[str, Any]:
    return {line["key"].removeprefix("line."): line["value"] for line in shot.lines}


LEE = Stack((Body("lee", 45, 4, 8, 1), Body("anderson", 18, 1, 4, 2)), ml=4, br=5)
HANCOCK = Stack((Body("hancock", 26, 4, 2, 1),), ml=2, br=5)
MEADE = Stack((Body("meade", 30, 4, 4, 1),), ml=2, br=5)
REYNOLDS = Stack((Body("reynolds", 42, 3, 2, 1),), ml=2, br=4)
ALL_CAVALRY = (odds.cavalry_of([HANCOCK, MEADE, REYNOLDS])[0], odds.cavalry_of([LEE])[0], 3, 3)
"""The cavalry of the three corps and of Lee with Anderson: 8 against 12, as many units (10.7)."""


@pytest.mark.parametrize(
    ("attacker", "n", "fired", "drm", "reply"),
    [(HANCOCK, 1, "21-28", 9, "67-85"), (MEADE, 2, "38-47", 9, "58-66"), (REYNOLDS, 3, "48-57", 7, "48-57")],
    ids=["hancock", "meade", "reynolds"],
)
def test_10_7_worked_example(attacker: Stack, n: int, fired: str, drm: int, reply: str) -> None:
    x = Exchange(attacker, LEE, n, cavalry=ALL_CAVALRY)
    shot, answer = odds.fire(charts(), x, attacking=True), odds.fire(charts(), x, attacking=False)
    assert (column(shot), shot.modifier) == (fired, drm)
    assert (answer.strength, column(answer), answer.modifier) == (63, reply, 13)  # his and Anderson's points are paid
    assert lines(answer)["higher_ml"] == 1
    assert lines(answer)["cavalry"] == 3


def test_10_7_meade_supports_reynolds_in_the_extension() -> None:
    # Lee attacks Reynolds; Meade lends half of 30 and of 4 points, his cavalry counts nowhere (9.14, 9.15)
    reynolds = Stack(REYNOLDS.bodies, ml=2, br=4, supports=MEADE.bodies)
    x = Exchange(LEE, reynolds)
    reply = odds.fire(charts(), x, attacking=False)
    assert (reply.strength, column(reply), reply.modifier) == (57, "48-57", 4 + 3 + 2 - 2)
    attack = odds.fire(charts(), x, attacking=True)
    assert (column(attack), attack.modifier) == ("67-85", 13)


def test_10_7_variant_two_separate_combats() -> None:
    # the force that reacted attacks Reynolds, Lee attacks Meade, whom Hancock supports
    meade = Stack(MEADE.bodies, ml=2, br=5, supports=HANCOCK.bodies)
    reply = odds.fire(charts(), Exchange(Stack(LEE.bodies[:1], ml=4, br=5), meade), attacking=False)
    assert (reply.strength, column(reply)) == (43, "38-47")
    second = odds.fire(charts(), Exchange(Stack(LEE.bodies[1:], ml=4, br=4), REYNOLDS), attacking=True)
    assert (second.strength, column(second)) == (18, "21-28")  # 15-20, morale one to the right


# ammunition ---------------------------------------------------------------------------


def test_10_12_the_army_commander_pays_two_his_three_subordinates_one_each() -> None:
    paid = ammo.bill(chart("ammunition"), "army", ["army", "one", "two", "three"])
    assert paid.points == {"army": 2, "one": 1, "two": 1, "three": 1}
    assert paid.firing == {"army", "one", "two", "three"}


def test_10_7_payments_of_the_example() -> None:
    lee = ammo.bill(chart("ammunition"), "lee", ["lee", "anderson"])
    assert lee.points == {"lee": 2, "anderson": 1}
    assert [ammo.bill(chart("ammunition"), who, [who]).points for who in ("meade", "hancock", "reynolds")] == [
        {"meade": 2}, {"hancock": 2}, {"reynolds": 2}
    ]  # fmt: skip


def test_10_12a_a_defender_pays_for_artillery_with_each_reply() -> None:
    second = ammo.bill(chart("ammunition"), "lee", ["lee", "anderson"], general_paid=True)
    assert second.points == {"lee": 1, "anderson": 1}
    assert second.general
    # with the option one payment lasts for all replies
    once = ammo.bill(chart("ammunition"), "lee", ["lee"], general_paid=True, guns_paid=["lee"])
    assert once.points == {}
    assert once.firing == {"lee"}


def test_10_12b_without_artillery_nothing_is_paid_for_it() -> None:
    assert ammo.bill(chart("ammunition"), "lee", []).points == {"lee": 1}
    nothing = ammo.bill(chart("ammunition"), "lee", [], general=False)
    assert nothing.points == {}
    assert not nothing.general


def test_10_23d_who_has_no_point_of_his_own_does_not_fire() -> None:
    paid = ammo.affordable(chart("ammunition"), "lee", {"lee": 4, "anderson": 1}, {"lee": 5, "anderson": 0})
    assert paid.firing == {"lee"}
    assert paid.points == {"lee": 2}
    last = ammo.affordable(chart("ammunition"), "lee", {"lee": 4}, {"lee": 1})
    assert last.general
    assert last.firing == frozenset()


# strength -----------------------------------------------------------------------------


def body(strength: int, *why: str, guns: int = 0) -> Body:
    return Body("x", strength, guns, halvings=tuple(odds.halving(charts(), one, "10.2") for one in why))


def test_10_21_10_22_halvings_of_inactive_leaders_and_forced_marches() -> None:
    assert odds.strength_of(body(9, "inactive")) == 5
    assert odds.guns_of(body(9, "forced_march", guns=3)) == 2


def test_10_5_two_halvings_make_a_quarter_rounded_up_once() -> None:
    twice = body(9, "inactive", "forced_march")
    assert odds.strength_of(twice) == 3
    assert odds.strength_of(twice, round_each=True) == 3
    assert odds.strength_of(body(11, "inactive", "training", "at_work")) == 2
    assert odds.strength_of(body(10, "inactive", "training"), round_each=True) == 3  # 5, 3 (reading 22)


@pytest.mark.parametrize(
    ("state", "spent", "strength", "guns"),
    [("out", False, 5, 0), ("combat", True, 5, 2), ("combat", False, 5, 0), ("full", True, 10, 3), ("full", False, 5, 0)],
)
def test_10_23_supply_and_ammunition(state: str, spent: bool, strength: int, guns: int) -> None:
    found = Body("x", 10, 3, halvings=(odds.supply(charts(), state, spent),))
    assert (odds.strength_of(found), odds.guns_of(found)) == (strength, guns)


def test_7_32_combat_supply_with_ammunition_keeps_its_strength_by_the_other_reading() -> None:
    found = odds.supply(charts(), "combat", True, full_strength=True)
    assert (found.strength, found.artillery) == (Fraction(1), Fraction(1))


def test_9_14_support_is_half_rounded_up() -> None:
    stack = Stack((Body("x", 4),), ml=3, supports=(Body("y", 7, 3), Body("z", 1)))
    assert odds.total(charts(), stack, defends=True) == 4 + 4 + 1
    shot = odds.fire(charts(), Exchange(Stack((Body("a", 9),), ml=3), stack), attacking=False)
    assert lines(shot)["artillery"] == 2


# shifts and modifiers -----------------------------------------------------------------


def plain(strength: int = 30, ml: int = 3, **more: Any) -> Stack:
    return Stack((Body("x", strength),), ml=ml, **more)


def test_10_31_higher_morale_shifts_right() -> None:
    assert column(odds.fire(charts(), Exchange(plain(), plain(ml=2)), attacking=True)) == "38-47"
    assert column(odds.fire(charts(), Exchange(plain(), plain()), attacking=True)) == "29-37"


def test_10_32_terrain_of_the_enemy_hex_and_the_river_of_both() -> None:
    x = Exchange(plain(), plain(terrain="hill"), river="minor_river")
    assert column(odds.fire(charts(), x, attacking=True)) == "15-20"  # hill and river
    assert column(odds.fire(charts(), x, attacking=False)) == "21-28"  # the river
    x = Exchange(plain(), plain(terrain="major_city"), river="great_river_bridge")
    assert column(odds.fire(charts(), x, attacking=True)) == "10-14"


def test_14_44d_works_shift_the_attack_add_strength_and_leave_its_cavalry_out() -> None:
    riders = Stack((Body("x", 30, cavalry=6, cavalry_units=3),), ml=3)
    x = Exchange(riders, plain(works=3))
    shot = odds.fire(charts(), x, attacking=True)
    assert (column(shot), shot.modifier) == ("10-14", 0)
    reply = odds.fire(charts(), x, attacking=False)
    assert (reply.strength, reply.modifier) == (33, 0)
    alone = Exchange(riders, Stack((), ml=0, works=2))  # nobody inside: held by a zone, it has its own strength
    assert odds.fire(charts(), alone, attacking=False).strength == 2
    assert lines(odds.fire(charts(), alone, attacking=True))["entrenchment"] == -2


def test_10_33_combined_attacks_shift_at_most_one_replies_one_more_each() -> None:
    for n, fired, reply in ((1, "29-37", "29-37"), (2, "38-47", "21-28"), (3, "38-47", "15-20")):
        x = Exchange(plain(), plain(), n)
        assert (column(odds.fire(charts(), x, attacking=True)), column(odds.fire(charts(), x, attacking=False))) == (fired, reply)


def test_10_3_shifts_stay_on_the_chart() -> None:
    assert column(odds.fire(charts(), Exchange(plain(1), plain(works=3)), attacking=True)) == "1-2"


def test_10_43_cavalry_superiority_and_fewer_units() -> None:
    few, many = (Stack((Body("x", 9, cavalry=n, cavalry_units=u),), ml=3) for n, u in ((2, 1), (5, 3)))
    assert odds.fire(charts(), Exchange(few, many), attacking=True).modifier == -2
    assert odds.fire(charts(), Exchange(few, many), attacking=False).modifier == 3
    even = Stack((Body("x", 9, cavalry=2, cavalry_units=3),), ml=3)
    assert odds.fire(charts(), Exchange(even, many), attacking=True).modifier == 0
    assert odds.fire(charts(), Exchange(even, even), attacking=True).modifier == 0


def test_10_42_10_83_artillery_and_ships_add_to_the_die() -> None:
    x = Exchange(Stack((Body("x", 9, 3), Body("y", 9, 2)), ml=3, br=4, ships=4), plain())
    assert odds.fire(charts(), x, attacking=True).modifier == 4 + 5 + 4


def test_10_44_broken_units_take_one_each_from_the_die() -> None:
    x = Exchange(Stack((Body("x", 9, broken=3),), ml=3, br=4), plain())
    assert odds.fire(charts(), x, attacking=True).modifier == 1
    assert odds.fire(charts(), x._replace(broken_counts=False), attacking=True).modifier == 4  # reading 21


@pytest.mark.parametrize(("weather", "by"), [("rain", -1), ("mud", -1), ("blizzard", -4), ("snow", 0), ("clear", 0)])
def test_10_45_weather(weather: str, by: int) -> None:
    x = Exchange(plain(), plain(), weather=weather)
    assert odds.fire(charts(), x, attacking=True).modifier == odds.fire(charts(), x, attacking=False).modifier == by


def test_14_45a_the_attack_after_a_mine() -> None:
    x = Exchange(plain(), plain(), mined=True)
    assert [odds.fire(charts(), x, attacking=side).modifier for side in (True, False)] == [-2, 0]


# results ------------------------------------------------------------------------------


def test_10_61_results_of_the_chart() -> None:
    assert [odds.parse(cell) for cell in ("-", "1", "2R1", "3*", "10R3*")] == [
        Result(), Result(1), Result(2, 1), Result(3, 0, True), Result(10, 3, True)
    ]  # fmt: skip
    assert {odds.parse(str(cell)).steps for row in charts().fert.cells for cell in row} == set(range(11))
    shot = odds.fire(charts(), Exchange(HANCOCK, LEE, cavalry=ALL_CAVALRY), attacking=True)
    assert odds.read(charts(), shot, 4) == (odds.parse("2R2*"), ["fert", 17, 5])  # 4 + 9 on 21-28


def test_10_61c_the_longer_retreat_less_the_other() -> None:
    assert netting.net([Result(1, 1)], [Result(2, 3)]) == netting.Retreats((0,), 2)
    assert netting.net([Result(1, 2)], [Result(2, 2)]) == netting.Retreats((0,), 0)


def test_10_62_retreats_of_a_combined_attack() -> None:
    suffered, his = [Result(0, 1), Result(0, 2), Result()], [Result(0, 1), Result(), Result()]
    assert netting.net(suffered, his) == netting.Retreats((2, 2, 2), 0)  # 3 against 1: all attackers
    assert netting.net(suffered, his, by_force=True) == netting.Retreats((0, 2, 0), 0)  # reading 42


def test_10_64_more_losses_inflicted() -> None:
    assert netting.gains(3, 2) == (True, False)
    assert netting.gains(1, 2) == (False, True)
    assert netting.gains(2, 2) == (False, False)
    assert netting.gains(2, 2, equal_gains=True) == (True, True)  # reading 36
    assert netting.gains(0, 0, equal_gains=True) == (False, False)


def test_9_23_overrun_at_twenty_to_one() -> None:
    ratio = int(chart("rear_guard").at("overrun_ratio"))
    assert odds.overruns(40, 2, ratio)
    assert not odds.overruns(39, 2, ratio)
