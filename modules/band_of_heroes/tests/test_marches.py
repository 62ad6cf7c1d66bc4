"""What opportunity fire leaves of a stack on its way: who stops, who goes on and how far (1.6.2, 5.3, 6.0 to 6.4, 11.2)."""

from __future__ import annotations

from collections.abc import Callable

from modules.band_of_heroes.rules import ground, movement
from modules.band_of_heroes.tests.conftest import Game

Make = Callable[..., Game]


def left(g: Game) -> int:
    """The points that the stack under way has left."""
    return int(g.state.flow[-1]["l"]["left"])


def group(g: Game) -> list[str]:
    return list(g.state.flow[-1]["l"]["units"])


def test_6_2_with_the_leader_goes_what_double_time_gave_and_no_more(game: Make) -> None:
    g = game(us_para_squad_1="A6", halvorsen="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "assault", pieces=["us-para-squad-1", "halvorsen"], path=["A6", "A7"])  # 3 points with him, 2 without
    g.act("german", "fire", [3, 3, 4, 2], pieces=["fj-squad-rifle-1"], cell="A7")
    assert g.face("halvorsen") == "back"
    assert group(g) == ["us-para-squad-1"]
    assert left(g) == 2 - 1


def test_6_0_who_goes_on_without_the_slow_ones_has_his_own_points(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_50cal_1="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "move", pieces=["us-50cal-1", "us-para-squad-1"], path=["A6", "A7"])
    g.act("german", "fire", [3, 3, 4, 2], pieces=["fj-squad-rifle-1"], cell="A7")
    assert g.face("us-50cal-1") == "back"
    assert group(g) == ["us-para-squad-1"]
    assert left(g) == 4 - 1


def test_11_2a_a_hero_who_arises_on_the_way_has_spent_what_his_squad_has(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A6", "A7"])
    g.act("german", "fire", [6, 1, 1, 2], pieces=["fj-squad-rifle-1"], cell="A7")
    hero = g.note("note.hero")["piece"]["p"]
    assert group(g) == [hero]
    assert left(g) == 6 - 1
    assert g.marks(hero) == ["moved"]


def test_11_2a_a_hero_put_aside_for_want_of_room_does_not_go_on_with_the_stack(game: Make) -> None:
    g = game(
        us_para_squad_1="A6", us_para_squad_2="A6", medrow="A6", purdy="A6", fj_squad_rifle_1="C6", medic_german_1="H7"
    )
    stack = ["us-para-squad-1", "us-para-squad-2", "medrow", "purdy"]
    g.act("us", "move", pieces=stack, path=["A6", "A7"])
    g.act("german", "fire", [3, 3, 2, 2, 1, 2], pieces=["fj-squad-rifle-1"], cell="A7")
    hero = g.note("note.hero")["piece"]["p"]
    g.act("us", "aside", [2], pieces=[hero], cell="A6")
    assert hero not in group(g)
    assert sorted(group(g)) == sorted(stack)


def test_6_1a_a_leader_left_alone_does_not_assault_move_on(game: Make) -> None:
    g = game(us_para_squad_1="A6", halvorsen="A6", fj_squad_rifle_1="C6", medic_german_1="H7", us_para_squad_2="A1")
    g.act("us", "assault", pieces=["us-para-squad-1", "halvorsen"], path=["A6", "A7"])
    g.act("german", "fire", [3, 2, 2, 5], pieces=["fj-squad-rifle-1"], cell="A7")
    assert g.face("us-para-squad-1") == "back"
    assert g.face("halvorsen") == "front"
    assert g.step != "march"


def test_12_0_who_the_storm_leader_led_out_assault_moves_on_without_him(game: Make) -> None:
    g = game(
        us_glider_squad_1="A6",
        oakes="A6",
        **{"card-storm-leader": "@oakes"},
        fj_squad_rifle_1="C6",
        medic_german_1="H7",
    )
    g.act("us", "assault", pieces=["us-glider-squad-1", "oakes"], path=["A6", "A7"])
    g.act("german", "fire", [3, 3, 4, 2], pieces=["fj-squad-rifle-1"], cell="A7")
    assert g.face("oakes") == "back"
    assert group(g) == ["us-glider-squad-1"]


def test_1_6_2b_who_the_flames_drive_out_of_a_moving_stack_is_no_more_of_it(game: Make) -> None:
    g = game(
        "impulse", "us", scenario="s2_manor", ss_squad_1="H4", flamethrower_1="@ss-squad-1/owner=german",
        us_para_squad_1="I3/shaken", us_para_squad_2="I3", us_para_squad_9="A14", ss_squad_8="P14",
    )  # fmt: skip
    g.act("us", "move", pieces=["us-para-squad-1", "us-para-squad-2"], path=["I3", "I4"])
    g.act("german", "fire", [1, 6, 1, 1, 2], pieces=["ss-squad-1"], cell="I4")  # +4: no harm to either
    there = g.ask("us", "flee")["targets"]["us-para-squad-1"]
    g.act("us", "flee", pieces=["us-para-squad-1"], cell=there[0])
    while g.active == ["german"]:
        g.act("german", "let_pass")
    assert group(g) == ["us-para-squad-2"]


def test_8_0a_a_stealth_mover_who_enters_melee_bears_moved(game: Make) -> None:
    g = game(scout_us_1="B6", fj_squad_rifle_1="C6", fj_squad_rifle_2="H7", us_para_squad_1="A1")
    g.act("us", "stealth", [1, 1, 1, 1], pieces=["scout-us-1"], path=["B6", "C6"])
    assert g.marks("scout-us-1") == ["moved"]


def test_5_3d_as_many_attacks_as_points_really_spent(game: Make) -> None:
    men = {"wehrmacht_squad_1": "G2", "us_glider_squad_2": "A14", "medic_german_1": "P14"}
    g = game(scenario="s3_hill21", us_50cal_1="E1", **men)
    assert ground.step_cost(g.table(), "n1:E1", "n1:F2", []) == 4
    g.act("us", "move", pieces=["us-50cal-1"], path=["E1", "F2"])  # its two points buy one hex at any cost
    assert g.step == "reaction"
    assert g.state.flow[-1]["l"]["shots"] == 2


def test_6_2_a_loaded_leader_is_driven_on_by_another(game: Make) -> None:
    t = game(us_para_squad_1="A6", halvorsen="A6", bar_1="@halvorsen", oakes="A6").table()
    assert movement.allowance(t, "move", ["us-para-squad-1", "halvorsen"]) == 4
    assert movement.allowance(t, "move", ["us-para-squad-1", "halvorsen", "oakes"]) == 6


def test_6_0g_a_crawl_is_reckoned_without_double_time(game: Make) -> None:
    g = game(scenario="s3_hill21", us_glider_squad_1="D9", oakes="D9")
    costs = {p: ground.step_cost(g.table(), "n1:D9", p, []) for p in ground.neighbours(g.table(), "n1:D9")}
    dear = [p for p, cost in costs.items() if cost == 4]
    assert dear
    for pieces in (["us-glider-squad-1"], ["us-glider-squad-1", "oakes"]):
        found = g.query("us", "reach_crawl", pieces=pieces)["cells"]
        assert not set(dear) & set(found)


def test_5_0f_of_two_leaders_the_first_checks_without_the_other(game: Make) -> None:
    g = game(us_para_squad_1="A6", weiss="C6", brandt="C6", fj_half_1="C6")
    g.act("us", "fire", [4, 3], pieces=["us-para-squad-1"], cell="C6")
    g.act("german", "check_first", [2, 2, 2], pieces=["brandt"])
    checks = [e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.damage"]
    assert [c["piece"]["p"] for c in checks] == ["brandt", "weiss", "fj-half-1"]
    assert [c["lm"] for c in checks] == [0, 1, 1]


def test_8_1c_who_came_into_the_melee_in_this_impulse_does_not_withdraw_in_it(game: Make) -> None:
    g = game(
        scout_us_1="B6", halvorsen="B6", us_para_squad_1="C6", fj_squad_rifle_1="C6", fj_squad_rifle_2="H7",
        us_para_squad_2="A1", melee_1="C6/kind=melee",
    )  # fmt: skip
    g.act("us", "stealth", pieces=["scout-us-1"], path=["B6", "C6"])
    g.act("us", "strike", [1, 1], pieces=["fj-squad-rifle-1"]) if g.active == ["us"] and g.ask("us", "strike") else None
    if g.active == ["german"]:
        g.act("german", "strike", [1, 1], pieces=["us-para-squad-1"])
    found = g.ask("us", "withdraw")
    assert found is not None
    assert found["pieces"] == ["us-para-squad-1"]


def test_4_0g_who_began_the_impulse_in_one_hex_fires_at_one_target_wherever_he_went(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A6", fj_squad_rifle_1="C6/fired", fj_squad_rifle_2="D5/fired")
    g.act("us", "assault", pieces=["us-para-squad-1"], path=["A6", "A7"])
    assert set(g.ask("us", "fire")["targets"]["us-para-squad-1"]) == {g.place("C6"), g.place("D5")}
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-2"], cell="C6")
    assert g.ask("us", "fire")["targets"]["us-para-squad-1"] == [g.place("C6")]
