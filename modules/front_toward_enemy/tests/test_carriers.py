"""Helicopters and vehicles: altitude, hovering, loading, unloading, duties, abandoning (4.0, 5.0, 6.8 to 6.10, 14.0, 15.0)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.rules import cargo
from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]


def flying(game: Make, at: str, **pieces: str) -> Game:
    return game(us_slick_1=at, **pieces).act("US", "fly", pieces=["us_slick-1"])


def test_5_0_a_helicopter_has_two_actions_one_of_them_a_move(game: Make) -> None:
    g = flying(game, "10.10/high", vc_ft_1="12.10")
    g.act("US", "fire", pieces=["us_slick-1"], cell="12.10", dice=[10])
    assert g.ask("US", "fire") is None
    assert g.refused("US", "end") == "5.0", "it owes a move"
    g.act("US", "hover", pieces=["us_slick-1"]).act("US", "halt")
    while g.step == "opportunity":
        g.act("NVA_VC", "let_pass")
    assert g.attr("us_slick-1", "done")


def test_5_0_hovering_draws_fire_once(game: Make) -> None:
    g = flying(game, "10.10/treetop", vc_ft_1="12.10")
    g.act("US", "hover", pieces=["us_slick-1"]).act("US", "halt")
    assert g.ask("NVA_VC", "try")["pieces"] == ["vc_ft-1"]


def test_6_8_one_level_a_move_at_its_start_or_end(game: Make) -> None:
    g = flying(game, "10.10/high")
    g.act("US", "sink", pieces=["us_slick-1"])
    assert g.attr("us_slick-1", "altitude") == "treetop"
    assert "end_sink" not in g.asks("US"), "once a move"
    g.act("US", "go_on", pieces=["us_slick-1"], path=["11.10"])
    assert g.at("us_slick-1") == "11.10"
    g = flying(game, "10.10/high").act("US", "move", pieces=["us_slick-1"], path=["11.11", "12.10"])
    g.act("US", "end_sink")
    assert (g.at("us_slick-1"), g.attr("us_slick-1", "altitude")) == ("12.10", "treetop")


def test_6_8_no_ground_level_in_jungle_or_hamlets(game: Make) -> None:
    assert "sink" not in flying(game, "10.08/treetop").asks("US")
    assert "sink" not in flying(game, "01.01/treetop").asks("US")
    assert "us_slick-1" in flying(game, "10.10/treetop").ask("US", "sink")["pieces"]


def test_6_8_on_the_ground_two_points(game: Make) -> None:
    g = game(us_slick_1="10.10/ground")
    cells = g.query("US", "reach", pieces=["us_slick-1"])["cells"]
    assert g.place("12.10") in cells
    assert g.place("13.10") not in cells


def test_6_9_eight_men_in_a_vehicle_seven_in_a_slick_casualties_count(game: Make) -> None:
    g = game(us_acav_1="10.10", us_ft_1="@us_acav-1", us_ft_2="10.10", us_mg_1="10.10", us_ldr_1="10.10")
    assert sorted(cargo.loadable(g.table(), "us_acav-1")) == ["us_ft-2", "us_ldr-1", "us_mg-1"]
    g = game(us_slick_1="10.10/ground", us_ft_1="@us_slick-1", us_ft_2="10.10", us_mg_1="10.10")
    assert cargo.loadable(g.table(), "us_slick-1") == ["us_mg-1"]
    g.act("US", "fly", pieces=["us_slick-1"])
    ask = g.ask("US", "load")
    assert (ask["budget"], ask["costs"]["us_mg-1"]) == (3, 3)


def test_6_9_who_is_aboard_does_nothing_and_is_no_target(game: Make) -> None:
    g = game(us_acav_1="10.10", us_ft_1="@us_acav-1", vc_ft_1="12.10")
    assert "hex" not in g.asks("US") or g.place("10.10") not in g.ask("US", "hex")["cells"]
    from modules.front_toward_enemy.rules import fire

    assert fire.targets(g.table(), "vc_ft-1")[g.place("10.10")] == ["us_acav-1"]


def test_14_0_loading_needs_the_ground_exposes_and_draws_fire_before_and_after(game: Make) -> None:
    air = flying(game, "10.10/treetop", us_ft_1="10.10")
    assert air.ask("US", "load") is None
    g = flying(game, "10.10/ground", us_ft_1="10.10/concealed/done", vc_ft_1="12.10", vc_ft_2="08.10")
    g.act("US", "load", pieces=["us_slick-1", "us_ft-1"])
    assert g.at("us_ft-1") == "10.10", "before"
    g.act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[10]).act("NVA_VC", "let_pass")
    assert g.at("us_ft-1") == "@us_slick-1"
    assert not g.concealed("us_ft-1")
    assert g.ask("NVA_VC", "try")["pieces"] == ["vc_ft-2"], "after; each tries once"


def test_14_0_casualties_only_with_infantry_in_the_hex(game: Make) -> None:
    g = game(us_slick_1="10.10/ground", wia_1="10.10/owner=US")
    assert cargo.loadable(g.table(), "us_slick-1") == []
    g = game(us_slick_1="10.10/ground", wia_1="10.10/owner=US", us_medic_1="10.10")
    assert "wia-1" in cargo.loadable(g.table(), "us_slick-1")
    strict = game(
        us_slick_1="10.10/ground", wia_1="10.10/owner=US", us_ft_1="10.10", options={"amb_81_loading": "carried"}
    )
    assert "wia-1" not in cargo.loadable(strict.table(), "us_slick-1")


def test_15_0_who_gets_off_is_done_and_the_slick_has_done_its_duty(game: Make) -> None:
    g = flying(game, "10.10/ground/lift", us_ft_1="@us_slick-1", us_ft_2="12.10")
    g.act("US", "unload", pieces=["us_slick-1", "us_ft-1"])
    assert (g.at("us_ft-1"), g.attr("us_ft-1", "done")) == ("10.10", True)
    assert (g.attr("us_slick-1", "emptied"), g.attr("us_slick-1", "leave")) == (True, 3)
    g = flying(game, "10.10/ground/emptied/leave=3", us_ft_1="10.10", wia_1="10.10/owner=US", vc_ft_1="12.10")
    assert cargo.loadable(g.table(), "us_slick-1") == ["wia-1"]
    assert g.ask("US", "fire") is None, "moves and casualties only"


def test_15_0_duties_are_kept_or_the_helicopter_is_lost(game: Make) -> None:
    g = game("turn_end", us_hog_1="10.10/high/leave=2", us_ft_1="10.11")
    assert g.at("us_hog-1") == "off_us"
    free = game("turn_end", us_hog_1="10.10/high/leave=2", us_ft_1="10.11", options={"amb_35_exit_duty": "nothing"})
    assert free.at("us_hog-1") == "10.10"
    g = game(us_hog_1="26.10/high/leave=4", us_hog_2="25.10/high")
    assert "off_us" in g.query("US", "reach", pieces=["us_hog-1"])["cells"]
    assert "off_us" not in g.query("US", "reach", pieces=["us_hog-2"])["cells"]


def test_4_0_helicopters_come_in_at_treetop_or_high_hogs_for_three_turns(game: Make) -> None:
    g = game(
        "reinforcement",
        us_ft_1="10.10",
        us_slick_1="turn-2/edge=east",
        us_mg_1="@us_slick-1",
        us_hog_1="turn-2/edge=east",
    )
    cells = g.ask("US", "arrive_high")["targets"]["us_slick-1"]
    assert all(c.startswith("tan_loi:26.") for c in cells)
    g.act("US", "arrive_high", pieces=["us_slick-1"], cell="26.05")
    assert (g.at("us_slick-1"), g.attr("us_slick-1", "altitude"), g.attr("us_slick-1", "lift")) == (
        "26.05",
        "high",
        True,
    )
    assert g.at("us_mg-1") == "@us_slick-1"
    g.act("US", "arrive_treetop", pieces=["us_hog-1"], cell="26.06")
    assert g.attr("us_hog-1", "leave") == 4, "the turn of arrival counts (AMB-34)"
    assert g.state.active, "they may activate at once"


def test_4_0_one_helicopter_to_a_hex_of_the_edge(game: Make) -> None:
    g = game("reinforcement", us_hog_2="26.05/high", us_hog_1="turn-2/edge=east", us_ft_1="10.10")
    assert "tan_loi:26.05" not in g.ask("US", "arrive_high")["targets"]["us_hog-1"]


def test_4_0_on_foot_they_come_concealed_and_further_chits_go_into_the_cup(game: Make) -> None:
    g = game("reinforcement", us_ft_1="turn-2/edge=south", us_mg_1="10.10", chit_us_1="turn-2")
    assert g.at("chit_us-1") == "cup"
    assert g.num("US", "chits") == 6
    g.act("US", "arrive", pieces=["us_ft-1"], cell="13.18")
    assert g.concealed("us_ft-1")


def test_5_0_a_vehicle_has_two_different_actions(game: Make) -> None:
    g = game(us_acav_1="10.10", vc_ft_1="14.10/broken").act("US", "drive", pieces=["us_acav-1"])
    g.act("US", "fire", pieces=["us_acav-1"], cell="14.10", dice=[10])
    assert g.ask("US", "fire") is None
    g.act("US", "move", pieces=["us_acav-1"], path=["09.10"])
    assert g.attr("us_acav-1", "done")


def test_6_10_an_immobilized_vehicle_is_abandoned_by_a_move(game: Make) -> None:
    g = game(us_acav_1="10.10/reduced", us_mg_1="@us_acav-1", us_ft_1="05.05").act("US", "drive", pieces=["us_acav-1"])
    assert g.ask("US", "move") is None
    assert g.ask("US", "assault") is None
    g.act("US", "abandon", pieces=["us_acav-1"])
    assert g.at("us_acav-1") == "dead_us"
    crew = next(p for p in g.state.at("tan_loi:10.10") if p.startswith("us_ft"))
    assert (g.face(crew), g.attr(crew, "state"), g.attr(crew, "done")) == ("back", "suppressed", True)
    assert g.attr("us_mg-1", "done")


def test_7_4_force_landed_helicopters_unload_only_and_are_then_gone(game: Make) -> None:
    g = flying(game, "10.10/ground/crashed", us_ft_1="@us_slick-1", us_ft_2="05.05")
    assert set(g.asks("US")) <= {"unload", "end", "show"}
    g.act("US", "unload", pieces=["us_slick-1", "us_ft-1"])
    assert g.at("us_slick-1") == "dead_us"
    assert "wreck" in [g.state.pieces[p]["kind"] for p in g.state.at("tan_loi:10.10")]


def test_7_4_a_broken_helicopter_may_only_leave(game: Make) -> None:
    g = flying(game, "26.10/high/broken", vc_ft_1="24.10")
    assert g.ask("US", "fire") is None
    g.act("US", "move", pieces=["us_slick-1"], path=["off_us"])
    assert g.at("us_slick-1") == "off_us"


def test_frago_2_vehicles_get_through_with_their_men(game: Make) -> None:
    g = game(
        scenario="frago_2_route_14", us_acav_1="26.10", us_ft_1="@us_acav-1", us_acav_2="25.10/reduced", chit_us_8="cup",
        us_ft_2="05.05",
    ).act("US", "drive", pieces=["us_acav-1"])  # fmt: skip
    g.act("US", "move", pieces=["us_acav-1"], path=["off_us"])
    assert g.vp() == (4 + 4, 0)


def test_frago_3_the_medevac_lands_on_clear_hexes_of_the_landing_zone(game: Make) -> None:
    for at, able in (("08.13", True), ("07.12", True), ("10.13", True), ("11.13", False)):
        g = game(scenario="frago_3_lz_sparrow", us_slick_1=f"{at}/treetop/medevac", us_ft_1="03.03", chit_us_8="cup")
        g.act("US", "fly", pieces=["us_slick-1"])
        assert ("sink" in g.asks("US")) is able, at
