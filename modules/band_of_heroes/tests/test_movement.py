"""Movement, opportunity fire, spotting and smoke by rule number (5.3, 6.0 to 6.4, 7.0, 10.1, 10.2, 11.4, 11.7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modules.band_of_heroes.rules import movement, spotting
from modules.band_of_heroes.rules.ground import are_adjacent, step_cost
from modules.band_of_heroes.tests.conftest import Game

Make = Callable[..., Game]


def lit(g: Game, pieces: list[str], mode: str = "move", side: str = "us") -> dict[str, int]:
    """Place → cost of what lights up for units picked up."""
    cells = g.query(side, f"reach_{mode}", pieces=pieces)["cells"]
    return {place.removeprefix(f"{g.board}:"): at["cost"] for place, at in cells.items()}


# costs and limits ----------------------------------------------------------------


def test_6_0a_costs_of_the_chart_hexsides_roads_and_levels(game: Make) -> None:
    g = game(scenario="s1_crossroads", us_para_squad_1="A7")
    t = g.table()

    def cost(a: str, b: str) -> int | None:
        return step_cost(t, g.place(a), g.place(b), ["us-para-squad-1"])

    assert cost("A7", "B8") == 1  # along the road
    assert cost("A6", "A7") == 1
    assert cost("A5", "A6") == 2  # light woods
    assert cost("A4", "B4") == 1 + 2  # bocage before a field
    assert cost("K5", "K4") == 1 + 1  # up a level, field
    assert cost("K4", "K5") == 1
    assert cost("H6", "I5") == 2 + 1  # over the wall into the manor
    assert cost("H8", "I7") == 1  # by road, which has no wall


def test_6_0a_one_hex_is_always_possible(game: Make) -> None:
    g = game(scenario="s3_hill21", us_50cal_1="A2")  # MF 2
    assert lit(g, ["us-50cal-1"])["B2"] == 3  # forest
    g = game(scenario="s3_hill21", us_50cal_1="A3")
    assert "B2" not in lit(g, ["us-50cal-1"]) or lit(g, ["us-50cal-1"])["B2"] == 3


def test_1_3c_no_step_through_a_full_hex(game: Make) -> None:
    full = {"us_para_squad_2": "B6", "us_para_squad_3": "B6", "us_para_squad_4": "B6"}
    g = game(us_para_squad_1="A6", **full)
    assert "B6" not in lit(g, ["us-para-squad-1"])
    g = game(us_para_squad_1="A6", us_para_squad_2="B6", us_para_squad_3="B6")
    assert "B6" in lit(g, ["us-para-squad-1"])


def test_6_0b_and_5_1a_a_shaken_unit_does_not_go_nearer_to_who_it_sees(game: Make) -> None:
    g = game(us_para_squad_1="C6/shaken", fj_squad_rifle_1="F6")
    found = lit(g, ["us-para-squad-1"])
    assert "D6" not in found
    assert "D7" not in found
    assert "B6" in found


def test_6_0f_friends_may_be_passed_the_enemy_ends_the_move(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="B6", fj_squad_rifle_1="C6")
    found = lit(g, ["us-para-squad-1"])
    assert found["C6"] == 2
    cells = g.query("us", "reach_move", pieces=["us-para-squad-1"])["cells"]
    assert cells[g.place("C6")]["mark"] == "enemy"
    assert g.refused("us", "move", pieces=["us-para-squad-1"], path=["A6", "B6", "C6", "D6"]) == "6.0"


def test_1_6_3b_heavy_teams_enter_no_building_and_cross_no_hedge(game: Make) -> None:
    g = game(scenario="s3_hill21", us_60mm_mortar_1="D3", us_50cal_1="D3")
    assert "D4" not in lit(g, ["us-60mm-mortar-1"])  # a farm
    assert "D4" in lit(g, ["us-50cal-1"])
    g = game(scenario="s3_hill21", us_60mm_mortar_1="A4", us_50cal_1="A4")
    t = g.table()
    assert step_cost(t, "n1:A4", "n1:B4", ["us-60mm-mortar-1"]) is None  # bocage
    assert step_cost(t, "n1:A4", "n1:B4", ["us-50cal-1"]) == 1 + 2


def test_1_6_01_a_tripod_does_not_move(game: Make) -> None:
    g = game(us_para_squad_1="A6", m1919a4_1="@us-para-squad-1")
    assert g.ask("us", "move") is None
    g.table().turn("m1919a4-1", "back")
    g = game(us_para_squad_1="A6", us_para_squad_2="A7", m1919a4_1="@us-para-squad-1")
    ask = g.ask("us", "move")
    assert ask is not None
    assert ask["pieces"] == ["us-para-squad-2"]


def test_1_6_1b_an_smc_pays_two_points_for_a_weapon(game: Make) -> None:
    g = game(medrow="A6", m1919a6_1="@medrow")
    assert movement.factor(g.table(), "medrow") == 6 - 2


def test_6_0d_and_10_2_levels(game: Make) -> None:
    g = game(scenario="s2_manor", us_para_squad_1="I5")
    t = g.table()
    assert are_adjacent(t, "n1:I5", "i5_upper")
    assert are_adjacent(t, "i5_upper", "i6_upper")
    assert not are_adjacent(t, "i5_upper", "n1:I6")
    assert step_cost(t, "n1:I5", "i5_upper", ["us-para-squad-1"]) == 2
    found = lit(g, ["us-para-squad-1"])
    assert found["i5_upper"] == 2
    assert found["i6_upper"] == 4


# assault, double time, crawl, stealth ----------------------------------------------


def test_6_1a_who_may_assault_move(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_glider_squad_1="A7", halvorsen="A6", oakes="C7", **{"hero-cobb": "B7"})
    ask = g.ask("us", "assault")
    assert ask is not None
    assert {"us-para-squad-1", "halvorsen", "hero-cobb"} <= set(ask["pieces"])
    assert "us-glider-squad-1" not in ask["pieces"]
    assert lit(g, ["oakes"], "assault") == {}  # not without an eligible unit
    assert lit(g, ["halvorsen"], "assault") == {}


@pytest.mark.parametrize(("first", "points"), [(True, 3), (False, 4)])
def test_6_1b_and_amb_20_half_the_factor_with_double_time(game: Make, first: bool, points: int) -> None:
    g = game(options={"double_time_before_halving": first}, us_para_squad_1="A6", halvorsen="A6")
    t = g.table()
    assert movement.allowance(t, "assault", ["us-para-squad-1"]) == 2
    assert movement.allowance(t, "assault", ["us-para-squad-1", "halvorsen"]) == min(points, 3)


def test_6_1c_fire_after_assault_movement_in_the_same_impulse_or_later(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "assault", pieces=["us-para-squad-1", "us-para-squad-2"], path=["A6", "A7"])
    if g.active == ["german"]:
        g.act("german", "let_all")
    assert g.marks("us-para-squad-1") == ["assault"]
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="C6")  # 6.1: the other may wait
    assert g.marks("us-para-squad-1") == ["assault", "fired"]
    assert g.marks("us-para-squad-2") == ["assault"]


def test_8_0a_and_6_1_no_melee_by_assault_movement(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="B6")
    assert "B6" in lit(g, ["us-para-squad-1"])
    assert "B6" not in lit(g, ["us-para-squad-1"], "assault")


def test_6_2_double_time_with_a_leader_up_to_his_own_pace(game: Make) -> None:
    g = game(us_para_squad_1="A6", halvorsen="A6", us_50cal_1="A7", oakes="A7")
    t = g.table()
    assert movement.allowance(t, "move", ["us-para-squad-1"]) == 4
    assert movement.allowance(t, "move", ["us-para-squad-1", "halvorsen"]) == 6
    assert movement.allowance(t, "move", ["us-50cal-1", "oakes"]) == 2  # 6.3.1


def test_6_3_a_crawl_is_one_hex_or_one_level(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_50cal_1="A7")
    found = lit(g, ["us-para-squad-1"], "crawl")
    assert set(found) == {"A5", "A7", "B6", "B7"}
    assert lit(g, ["us-50cal-1"], "crawl") == {}
    g = game(scenario="s2_manor", us_para_squad_1="I5")
    assert "i5_upper" in lit(g, ["us-para-squad-1"], "crawl")


def test_6_0g_no_crawl_where_all_points_are_needed(game: Make) -> None:
    g = game(scenario="s1_crossroads", us_para_squad_1="H1")
    assert lit(g, ["us-para-squad-1"])["G1"] == 2 + 2  # wheat behind a hedge
    assert "G1" not in lit(g, ["us-para-squad-1"], "crawl")
    assert "G1" not in lit(g, ["us-para-squad-1"], "assault")


def test_6_4a_stealth_is_half_the_factor_rounded_down(game: Make) -> None:
    g = game(scout_us_1="A6", us_para_squad_1="A7")
    assert movement.allowance(g.table(), "stealth", ["scout-us-1"]) == 2
    ask = g.ask("us", "stealth")
    assert ask is not None
    assert ask["pieces"] == ["scout-us-1"]


@pytest.mark.parametrize(("seen", "spotted"), [(True, True), (False, False)])
def test_6_4b_and_amb_8_stealth_in_the_open(game: Make, seen: bool, spotted: bool) -> None:
    g = game(options={"stealth_seen_in_open": seen}, scout_us_1="C6/stealth", fj_squad_rifle_1="F6", medic_us_1="A1")
    assert spotting.is_spotted(g.table(), g.place("C6"), "german") == spotted
    g = game(options={"stealth_seen_in_open": seen}, scout_us_1="G4/stealth", fj_squad_rifle_1="G5", medic_us_1="A1")
    assert not spotting.is_spotted(g.table(), g.place("G4"), "german")  # adjacent is not enough


# opportunity fire ---------------------------------------------------------------------


def test_5_3f_a_window_after_every_hex_and_none_without_a_shooter(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A6", "A7", "B7"])
    assert g.active == ["german"]
    assert g.at("us-para-squad-1") == "A7"
    g.act("german", "let_pass")
    assert g.active == ["german"]
    assert g.at("us-para-squad-1") == "B7"
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6/fired", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A6", "A7", "B7"])
    assert g.at("us-para-squad-1") == "B7"


def test_5_3f_one_word_lets_the_whole_move_pass(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A6", "A7", "B7"])
    g.act("german", "let_all")
    assert g.at("us-para-squad-1") == "B7"


def window(g: Game) -> bool:
    """Whether the enemy is asked for opportunity fire."""
    return bool(g.state.flow[-1]["step"] == "reaction")


def test_5_3d_as_many_attacks_as_points(game: Make) -> None:
    g = game(us_para_squad_1="F6", us_para_squad_2="A1", fj_squad_rifle_1="D6", fj_squad_rifle_2="D7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["F6", "E6"])  # one point
    g.act("german", "fire", [1, 6], pieces=["fj-squad-rifle-1"], cell="E6")
    assert not window(g)
    g = game(us_para_squad_1="F4", us_para_squad_2="A1", fj_squad_rifle_1="E2", fj_squad_rifle_2="D4")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["F4", "E3"])  # light woods: two points
    g.act("german", "fire", [1, 6], pieces=["fj-squad-rifle-1"], cell="E3")
    assert window(g)
    g.act("german", "fire", [1, 6], pieces=["fj-squad-rifle-2"], cell="E3")
    assert not window(g)


@pytest.mark.parametrize("mark", ["moved", "crawl", "fired"])
def test_5_3a_who_has_moved_or_fired_does_not_react(game: Make, mark: str) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A1", fj_squad_rifle_1=f"C6/{mark}", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A6", "A7"])
    assert g.at("us-para-squad-1") == "A7"
    assert not window(g)


def test_5_3a_assault_moved_units_react_with_two_less(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6/assault", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A6", "A7"])
    g.act("german", "fire", [1, 6], pieces=["fj-squad-rifle-1"], cell="A7")
    assert g.note("note.attack")["value"] == 2 - 2


def test_5_3b_a_crawler_is_shot_only_where_the_hex_is_spotted(game: Make) -> None:
    g = game(us_para_squad_1="D4", fj_squad_rifle_1="C1", medic_german_1="H7")
    g.act("us", "crawl", pieces=["us-para-squad-1"], path=["D4", "E3"])  # into the light woods, nobody adjacent
    assert not window(g)
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", medic_german_1="H7")
    g.act("us", "crawl", pieces=["us-para-squad-1"], path=["A6", "A7"])  # open ground
    assert g.ask("german", "fire") is not None


def test_5_3h_who_is_hit_stops_the_others_may_go_on(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A6", fj_squad_assault_1="C6", medic_german_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1", "us-para-squad-2"], path=["A6", "A7", "B7"])
    g.act("german", "fire", [3, 4, 3, 6], pieces=["fj-squad-assault-1"], cell="A7")  # 7 against 4: 3, 6 and 9
    assert g.face("us-para-squad-1") == "front"
    assert g.face("us-para-squad-2") == "back"
    assert g.ask("us", "go_on")["odds"] == {"verb": "move"}, "a step into an enemy's hex is a melee (8.0)"
    g.act("us", "go_on", pieces=["us-para-squad-1"], path=["A7", "B7"])
    assert g.at("us-para-squad-1") == "B7"
    assert g.at("us-para-squad-2") == "A7"


def test_5_3g_and_amb_7_bystanders_are_hidden_again_when_the_movers_have_left(game: Make) -> None:
    g = game(us_para_squad_1="E3/moved", us_para_half_1="E3", fj_squad_rifle_1="F6")
    t = g.table()
    assert spotting.is_spotted(t, g.place("E3"), "german")
    t.move("us-para-squad-1", g.place("E2"))
    assert not spotting.is_spotted(t, g.place("E3"), "german")


# spotting -----------------------------------------------------------------------------


def test_10_1a_what_makes_a_hex_spotted(game: Make) -> None:
    g = game(us_para_squad_1="E5", fj_squad_rifle_1="E3", medic_german_1="H7")
    assert not spotting.is_spotted(g.table(), g.place("E3"), "us")
    for extra in ({"us_para_squad_2": "E4"}, {"fj_half_1": "E3/fired"}, {"fj_half_1": "E3/moved"}):
        g = game(us_para_squad_1="E5", fj_squad_rifle_1="E3", medic_german_1="H7", **extra)
        assert spotting.is_spotted(g.table(), g.place("E3"), "us"), extra
    g = game(us_para_squad_1="E5", fj_squad_rifle_1="E4", medic_german_1="H7")
    assert spotting.is_spotted(g.table(), g.place("E4"), "us")  # open ground


def test_10_1g_a_shaken_neighbour_spots_no_more(game: Make) -> None:
    g = game(us_para_squad_1="E4", fj_squad_rifle_1="E3")
    t = g.table()
    assert spotting.is_spotted(t, g.place("E3"), "us")
    t.turn("us-para-squad-1", "back")
    assert not spotting.is_spotted(t, g.place("E3"), "us")


def test_10_1b_the_number_to_roll(game: Make) -> None:
    g = game(us_para_squad_1="E5", weiss="F4", fj_squad_rifle_1="E3", scout_us_1="E5", halvorsen="E5")
    t = g.table()
    assert spotting.odds(t, "us-para-squad-1", g.place("E3"))[0] == 3
    assert spotting.odds(t, "halvorsen", g.place("E3"))[0] == 3 + 1
    assert spotting.odds(t, "scout-us-1", g.place("E3"))[0] == 3 + 2  # 11.7
    g = game(scenario="s1_crossroads", us_para_squad_1="H8", wehrmacht_squad_1="I6")
    assert spotting.odds(g.table(), "us-para-squad-1", g.place("I6"))[0] == 2  # a building


def test_10_1c_one_attempt_an_impulse_and_it_is_none_by_itself(game: Make) -> None:
    g = game(us_para_squad_1="E5", us_para_squad_2="E6", fj_squad_rifle_1="E3")
    g.act("us", "spot", [6], pieces=["us-para-squad-1"], cell="E3")
    assert g.marks("us-para-squad-1") == ["ops"]
    assert g.active == ["us"]
    assert g.ask("us", "spot") is None
    assert g.ask("us", "move") is not None


def test_4_1d_who_spots_may_fire_at_that_hex_at_once(game: Make) -> None:
    g = game(us_para_squad_1="E5", fj_squad_rifle_1="E3", fj_squad_rifle_2="G5")
    g.act("us", "spot", [1], pieces=["us-para-squad-1"], cell="E3")
    ask = g.ask("us", "fire")
    assert ask is not None
    assert ask["targets"]["us-para-squad-1"] == [g.place("E3")]


def test_10_1d_the_marker_goes_when_the_hex_is_left(game: Make) -> None:
    g = game("impulse", "german", fj_squad_rifle_1="E3", medic_us_1="H7", fj_half_1="A1")
    g.table().add("spotted-x", g.place("E3"), kind="spotted", owner="")
    g.act("german", "move", pieces=["fj-squad-rifle-1"], path=["E3", "E2"])
    assert "spotted-x" not in g.state.pieces


@pytest.mark.parametrize(
    "who", ["us_para_squad_1=E5/fired", "us_para_squad_1=E5/shaken", "medic_us_1=E5", "us_para_squad_1=E5/moved"]
)
def test_10_1e_who_may_not_spot(game: Make, who: str) -> None:
    name, at = who.split("=")
    g = game(fj_squad_rifle_1="E3", us_para_half_1="A1/ops", us_para_half_2="A7", **{name: at})
    ask = g.ask("us", "spot")
    assert ask is None or all(g.at(p) != "E5" for p in ask["pieces"])


# smoke ---------------------------------------------------------------------------------


def test_7_0a_smoke_on_two_or_less_and_ops_complete_in_any_case(game: Make) -> None:
    for die, there in ((2, True), (3, False)):
        g = game(us_para_squad_1="A6", us_para_squad_2="A7", fj_squad_rifle_1="H7")
        g.act("us", "smoke", [die], pieces=["us-para-squad-1"], cell="B6")
        assert any(r["kind"] == "smoke1_2" for r in g.state.pieces.values()) == there
        assert g.marks("us-para-squad-1") == ["ops"]


@pytest.mark.parametrize("own", [True, False])
def test_amb_18_smoke_in_the_own_hex_is_an_option(game: Make, own: bool) -> None:
    g = game(options={"smoke_in_own_hex": own}, us_para_squad_1="A6")
    ask = g.ask("us", "smoke")
    assert ask is not None
    assert (g.place("A6") in ask["targets"]["us-para-squad-1"]) == own


def test_7_0b_smoke_adds_one_to_the_ground(game: Make) -> None:
    from modules.band_of_heroes.rules.ground import target_modifier

    g = game(scenario="s1_crossroads", us_para_squad_1="A7")
    t = g.table()
    assert target_modifier(t, "n1:B1") == 2
    t.add("smoke-x", "n1:B1", kind="smoke1_2", owner="")
    assert target_modifier(t, "n1:B1") == 3


@pytest.mark.parametrize(("hides", "spotted"), [(True, False), (False, True)])
def test_amb_28_smoke_over_open_ground(game: Make, hides: bool, spotted: bool) -> None:
    g = game(options={"smoke_blocks_spotting": hides}, us_para_squad_1="A6", fj_squad_rifle_1="C6")
    t = g.table()
    t.add("smoke-x", g.place("C6"), kind="smoke1_2", owner="")
    assert spotting.is_spotted(t, g.place("C6"), "us") == spotted


# snipers and scouts -----------------------------------------------------------------------


def test_11_4a_a_sniper_appears_in_cover_free_of_enemies_and_never_moves(game: Make) -> None:
    from modules.band_of_heroes.rules import snipers

    g = game(scenario="s3_hill21", sniper_german_1="german_off_map", us_para_squad_1="N5", wehrmacht_squad_1="M3")
    places = snipers.placements(g.table(), "german")["sniper-german-1"]
    assert "n1:A1" in places
    assert "n1:C1" in places
    assert "n1:N5" not in places
    assert "n1:D2" not in places
    g = game("impulse", "german", sniper_german_1="E3", us_para_squad_1="A6")
    assert movement.factor(g.table(), "sniper-german-1") == 0


def test_11_4b_a_sniper_hits_one_with_two_dice(game: Make) -> None:
    g = game("impulse", "german", sniper_german_1="E3", us_para_squad_1="E6", us_para_squad_2="E6", fj_half_1="A1")
    g.act("german", "snipe", [6, 5, 1, 6], picks=[1], pieces=["sniper-german-1"], cell="E6")
    assert [e["args"]["piece"]["p"] for e in g.events if e["e"] == "note" and e["key"] == "note.damage"] == [
        "us-para-squad-2"
    ]
    assert g.note("note.attack")["total"] == 1 + 11


def test_11_4c_a_snipers_cover_counts_twice_while_he_is_alone(game: Make) -> None:
    from modules.band_of_heroes.rules import firegroup, preview
    from modules.band_of_heroes.rules.fire import Circumstances

    for extra, tm in (({}, 2), ({"fj_half_1": "E3"}, 1)):
        g = game(us_para_squad_1="E4", sniper_german_1="E3/fired", medic_german_1="H7", **extra)
        t = g.table()
        shot = firegroup.compose(t, "us", ["us-para-squad-1"], g.place("E3"), Circumstances())
        assert preview.defence(t, shot, "sniper-german-1") == tm


def test_11_7c_a_scout_enters_woods_for_one_point_and_so_does_who_is_with_him(game: Make) -> None:
    g = game(scenario="s1_crossroads", scout_us_1="A2", us_para_squad_1="A2")
    assert lit(g, ["scout-us-1"])["B2"] == 1
    assert lit(g, ["scout-us-1", "us-para-squad-1"])["B2"] == 1
    assert lit(g, ["us-para-squad-1"])["B2"] == 3
    g = game(scenario="s1_crossroads", options={"scout_leads_his_stack": False}, scout_us_1="A2", us_para_squad_1="A2")
    assert lit(g, ["scout-us-1", "us-para-squad-1"])["B2"] == 3


def test_11_7b_a_weapon_costs_the_scout_his_skills(game: Make) -> None:
    g = game(scout_us_1="E5", m1919a6_1="@scout-us-1", fj_squad_rifle_1="E3")
    assert spotting.odds(g.table(), "scout-us-1", g.place("E3"))[0] == 3


def test_11_7a_a_scouts_stealth_costs_him_nothing(game: Make) -> None:
    from modules.band_of_heroes.rules import firegroup

    g = game(scout_us_1="A6/stealth", us_para_squad_1="A7")
    assert not firegroup._ran(g.table(), "scout-us-1")


def test_11_4e_a_sniper_fires_apart_in_the_same_impulse(game: Make) -> None:
    g = game(us_para_squad_1="A6", sniper_us_1="A6", fj_squad_rifle_1="C6", fj_half_1="H7")
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="C6")
    assert g.ask("us", "snipe") is not None


def test_5_3c_a_hex_fires_once_in_a_window(game: Make) -> None:
    g = game(us_para_squad_1="F4", us_para_squad_2="A1", fj_squad_rifle_1="D4", fj_squad_rifle_2="D4")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["F4", "E3"])  # two points: two attacks
    g.act("german", "fire", [1, 6], pieces=["fj-squad-rifle-1"], cell="E3")
    assert not window(g) or g.ask("german", "fire") is None


def test_5_3f_no_window_where_melee_begins(game: Make) -> None:
    g = game(us_para_squad_1="B6", us_para_squad_2="A1", fj_squad_rifle_1="C6", fj_squad_rifle_2="E6")
    g.act("us", "move", [1, 1, 1, 1], pieces=["us-para-squad-1"], path=["B6", "C6"])
    assert not window(g)
    assert g.at("us-para-squad-1") == "C6"


def test_5_3_the_mover_is_told_who_could_fire_at_him(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="D6", fj_squad_rifle_2="C1/fired", medic_german_1="H7")
    cells = g.query("us", "reach_move", pieces=["us-para-squad-1"])["cells"]
    note = cells[g.place("B6")]["note"]
    assert (note["key"], note["args"]["cells"]) == ("reach.seen", [{"c": g.place("D6")}])
    assert "note" not in cells[g.place("A3")]  # out of the range of 2-3-4; who has fired does not count
