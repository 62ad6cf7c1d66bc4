"""Lines of sight of units: paddies, friends, helicopters, the border (7.3)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.rules import sight
from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]


def sees(g: Game, unit: str, place: str, level: str = "ground") -> bool:
    return sight.sees(g.table(), unit, g.place(place), level)


def test_7_3_1_three_paddies_between_block_two_do_not(game: Make) -> None:
    g = game(us_ft_1="13.09")
    assert sees(g, "us_ft-1", "16.07"), "two paddies between"
    far = sight.line(g.table(), g.place("13.09"), g.place("18.06")).blocked
    assert far is not None
    assert far.key == "los.paddies"
    road = game(us_ft_1="03.10")
    assert sees(road, "us_ft-1", "20.10"), "no distance is too long"


def test_7_3_2_grass_hamlet_and_jungle_block(game: Make) -> None:
    g = game(us_ft_1="12.08")
    assert not sees(g, "us_ft-1", "08.10")
    assert not sees(g, "us_ft-1", "08.08")


def test_7_3_2_friends_block_but_not_mortars_nor_the_enemy(game: Make) -> None:
    g = game(us_ft_1="03.10", vc_ft_1="09.11")
    plain = game(us_ft_1="03.10", vc_ft_1="09.10")
    assert sees(plain, "us_ft-1", "11.10")
    line = sight.line(g.table(), g.place("03.10"), g.place("11.10"))
    on = [p.partition(":")[2] for p in line.through]
    blocked = game(us_ft_1="03.10", us_acav_1=on[0])
    assert not sees(blocked, "us_ft-1", "11.10")
    assert sight.sees(blocked.table(), "us_ft-1", blocked.place("11.10"), over=True), "mortars"
    foe = game(us_ft_1="03.10", vc_ft_1=on[0])
    assert sees(foe, "us_ft-1", "11.10"), "enemies do not block"
    civil = game(side="NVA_VC", vc_ft_1="03.10", civilian_1=on[0])
    assert sees(civil, "vc_ft-1", "11.10"), "nor civilians"


def test_7_3_3_high_is_blocked_beside_the_ground_unit_alone(game: Make) -> None:
    g = game(us_slick_1="10.10/high", vc_ft_1="12.07")
    assert not sees(g, "us_slick-1", "01.01"), "jungle beside 01.01"
    assert sees(g, "us_slick-1", "16.07"), "nothing that blocks stands beside 16.07"
    assert sees(game(us_slick_1="11.06/high"), "us_slick-1", "16.07")
    assert not sees(game(us_slick_1="11.06/treetop"), "us_slick-1", "16.07"), "grass beside the helicopter"
    assert not sees(game(us_slick_1="11.06/ground"), "us_slick-1", "16.07"), "on the ground as everybody"


def test_7_3_3_it_is_the_same_both_ways(game: Make) -> None:
    g = game(us_slick_1="11.06/treetop", vc_ft_1="16.07")
    assert not sees(g, "vc_ft-1", "11.06", "treetop")
    assert sees(g, "vc_ft-1", "11.06", "high")


def test_1_2_no_line_runs_over_hexes_out_of_play(game: Make) -> None:
    g = game(scenario="frago_0_point_element", us_ft_1="01.09", chit_us_8="cup")
    found = sight.line(g.table(), g.place("03.09"), g.place("06.08")).blocked
    assert found is not None
    assert found.rule == "1.2"


def test_7_3_the_screen_is_told_why(game: Make) -> None:
    g = game(us_ft_1="12.08")
    answer = g.query("US", "sight", **{"from": g.place("12.08"), "to": g.place("08.08")})
    assert (answer["clear"], answer["rule"]) == (False, "7.3.1")
    assert answer["blocked"]["cell"].startswith("tan_loi:")
    fan = g.query("US", "fan", **{"from": g.place("03.10")})
    assert g.place("20.10") in fan["seen"]
