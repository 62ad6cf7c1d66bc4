"""The activation phase: the cup, whom a chit activates, how many actions each has (5.0, 5.1)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.tests.conftest import Game
from qtwar.kit.runner import Runner

Make = Callable[..., Game]


def able(game: Game, verb: str = "move", side: str = "US") -> list[str]:
    """Return the units that may take an action."""
    ask = game.ask(side, verb)
    return sorted(ask["pieces"]) if ask else []


def test_5_0_the_first_side_activates_without_a_chit_then_chits_are_drawn(whole: Callable[..., Runner]) -> None:
    runner = whole("frago_0_point_element")
    assert runner.state.active == ["US"]
    assert len(runner.state.at("cup")) == 6
    events = runner.act({"side": "US", "verb": "pass", "args": {}}, 1, picks=["chit_nva_vc-2"])
    assert (len(runner.state.at("cup")), runner.state.at("drawn"), runner.state.active) == (
        5,
        ["chit_nva_vc-2"],
        ["NVA_VC"],
    )
    assert any(e["e"] == "note" and e["key"] == "note.chit" for e in events)


def test_5_0_the_phase_ends_with_an_empty_cup_and_the_chits_come_back(whole: Callable[..., Runner]) -> None:
    runner = whole("frago_0_point_element")
    for _ in range(7):
        side = runner.state.active[0]
        runner.act({"side": side, "verb": "pass", "args": {}}, 1)
    assert runner.state.vars["turn"] == 2
    assert (len(runner.state.at("cup")), runner.state.at("drawn")) == (6, [])


def test_5_0_all_see_how_many_chits_of_each_side_are_left(whole: Callable[..., Runner]) -> None:
    runner = whole("frago_0_point_element")
    sides = runner.state.sides
    assert {side: own["chits_left"] for side, own in sides.items()} == {"US": "3/3", "NVA_VC": "3/3"}
    runner.act({"side": runner.state.active[0], "verb": "pass", "args": {}}, 1)
    (drawn,) = runner.state.active
    assert sides[drawn]["chits_left"] == "2/3"
    assert {own["chits_left"] for own in sides.values()} == {"2/3", "3/3"}


def test_5_0_the_event_chit_is_in_the_cup_where_the_frago_says_so(whole: Callable[..., Runner]) -> None:
    kinds = [
        whole(name).state.pieces[p]["kind"] for name in ("frago_1_cordon_tan_loi",) for p in whole(name).state.at("cup")
    ]
    assert (kinds.count("chit_event"), kinds.count("chit_us"), kinds.count("chit_nva_vc")) == (1, 5, 4)
    bare = whole("frago_0_point_element")
    assert "chit_event" not in {bare.state.pieces[p]["kind"] for p in bare.state.at("cup")}


def test_5_1_example_of_the_book_whom_the_us_side_may_activate(game: Make) -> None:
    """Hexes of the picture moved to our map: leader 12.13, teams 11.12 and 12.13 beside him, and so on."""
    g = game(
        us_ldr_1="12.13", us_ft_1="11.13", us_ft_2="11.14", us_ldr_2="11.12/broken", us_mg_1="10.13/done", us_ft_3="09.14",
        us_ft_4="09.14", us_acav_1="12.14",
    )  # fmt: skip
    asks = g.asks("US")
    assert sorted(asks["lead"]["pieces"]) == ["us_ldr-1", "us_ldr-2"]
    assert "tan_loi:09.14" in asks["hex"]["cells"]
    assert "tan_loi:10.13" not in asks["hex"]["cells"]
    assert asks["drive"]["pieces"] == ["us_acav-1"]
    g.act("US", "lead", pieces=["us_ldr-1"])
    assert able(g) == ["us_ft-1", "us_ft-2", "us_ldr-1", "us_ldr-2"]


def test_5_1_a_broken_leader_activates_himself_alone(game: Make) -> None:
    g = game(us_ldr_1="12.13/broken", us_ft_1="12.13")
    g.act("US", "lead", pieces=["us_ldr-1"])
    assert able(g) == ["us_ldr-1"]


def test_5_1_a_suppressed_leader_activates_his_own_hex(game: Make) -> None:
    g = game(us_ldr_1="12.13/suppressed", us_ft_1="12.13", us_ft_2="11.13")
    g.act("US", "lead", pieces=["us_ldr-1"])
    assert able(g) == ["us_ft-1", "us_ldr-1"]


def test_5_1_leaders_activate_their_own_nationality_civilians_and_dummies(game: Make) -> None:
    g = game(
        side="NVA_VC",
        vc_ldr_1="12.13",
        vc_ft_1="12.13",
        nva_ft_1="12.13",
        civilian_1="11.13",
        dummy_1="12.13/concealed",
    )
    g.act("NVA_VC", "lead", pieces=["vc_ldr-1"])
    assert able(g, side="NVA_VC") == ["civilian-1", "dummy-1", "vc_ft-1", "vc_ldr-1"]


def test_5_1_dummies_by_hex_only_by_option(game: Make) -> None:
    g = game(side="NVA_VC", vc_ldr_1="12.13", dummy_1="12.13/concealed", options={"amb_62_dummy_leaders": False})
    g.act("NVA_VC", "lead", pieces=["vc_ldr-1"])
    assert able(g, side="NVA_VC") == ["vc_ldr-1"]


def test_5_1_a_hex_activates_any_infantry_in_it_and_nobody_else(game: Make) -> None:
    g = game(us_ft_1="12.13", us_ft_2="12.13", us_ft_3="11.13", us_acav_1="12.13")
    g.act("US", "hex", cell="12.13")
    assert able(g) == ["us_ft-1", "us_ft-2"]


def test_5_0_infantry_has_one_action_and_is_done_for_the_turn(game: Make) -> None:
    g = game(us_ft_1="12.13", us_ft_2="12.13").act("US", "hex", cell="12.13")
    g.act("US", "move", pieces=["us_ft-1"], path=["11.13"])
    assert able(g) == ["us_ft-2"]
    g.act("US", "end")
    assert g.attr("us_ft-1", "done")
    assert not g.attr("us_ft-2", "done")


def test_5_1_vehicles_singly_but_for_a_leader_aboard(game: Make) -> None:
    g = game(us_acav_1="12.10", us_truck_1="11.10")
    g.act("US", "drive", pieces=["us_acav-1"])
    assert able(g) == ["us_acav-1"]
    g = game(us_acav_1="12.10", us_ldr_1="@us_acav-1", us_truck_1="08.10", us_truck_2="07.10", us_acav_2="09.10/done")
    g.act("US", "drive", pieces=["us_acav-1"])
    assert able(g) == ["us_acav-1", "us_truck-1"]


def test_5_1_a_helicopter_returns_the_chit(game: Make) -> None:
    g = game(us_slick_1="12.10/high", chit_us_1="drawn", chit_nva_vc_1="drawn", args={"chit": "chit_us-1"})
    g.act("US", "fly", pieces=["us_slick-1"])
    assert "chit_us-1" in g.state.at("cup")
    assert "chit_us-1" not in g.state.at("drawn")


def test_5_1_helicopters_next_to_each_other_are_activated_at_once(game: Make) -> None:
    three = {"us_slick_1": "12.10/high", "us_slick_2": "13.10/high", "us_slick_3": "14.10/high"}
    g = game(**three)
    assert g.refused("US", "fly_together", pieces=["us_slick-1", "us_slick-3"]) in ("5.1", "")
    g.act("US", "fly_together", pieces=["us_slick-1", "us_slick-2"])
    assert able(g) == ["us_slick-1", "us_slick-2"]
    chain = game(options={"amb_61_adjacent_helicopters": "chain"}, **three)
    chain.act("US", "fly_together", pieces=["us_slick-1", "us_slick-2", "us_slick-3"])
    assert len(able(chain)) == 3


def test_5_1_pass_spends_the_chit(game: Make) -> None:
    g = game(us_ft_1="12.13", vc_ft_1="02.02", chit_us_1="drawn", chit_nva_vc_1="cup", args={"chit": "chit_us-1"})
    g.act("US", "pass")
    assert g.active == ["NVA_VC"]
    assert sorted(g.state.at("drawn")) == ["chit_nva_vc-1", "chit_us-1"]


def test_5_1_who_stays_in_the_hex_of_the_activated_is_told_why(game: Make) -> None:
    g = game(
        us_ldr_1="12.13", us_ft_1="12.13", us_ft_2="12.13/done", us_mg_1="12.13/fatigued", us_acav_1="12.13", us_ft_3="11.13"
    )
    g.act("US", "lead", pieces=["us_ldr-1"])
    said = {piece: (why["key"], why["rule"]) for piece, why in g.ask("US", "move")["why"].items()}
    assert said == {"us_ft-2": ("refuse.done", "5.0"), "us_acav-1": ("refuse.not_activated", "5.1")}
    assert g.ask("US", "fast")["why"]["us_mg-1"]["rule"] == "6.6"
    g.act("US", "move", pieces=["us_ft-1"], path=["11.13"])
    assert g.ask("US", "move")["why"]["us_ft-1"]["rule"] == "5.0", "beside the team in 11.13 that may still go"


def test_7_4_a_force_landed_helicopter_is_told_that_it_can_not_move_not_that_it_has_acted(game: Make) -> None:
    g = game(
        us_slick_1="12.10/high", us_slick_2="12.10/ground/crashed", us_slick_3="13.10/high",
        options={"amb_61_adjacent_helicopters": "chain"},
    )  # fmt: skip
    g.act("US", "fly_together", pieces=["us_slick-1", "us_slick-2", "us_slick-3"])
    why = g.ask("US", "move")["why"]
    assert {piece: (no["key"], no["rule"]) for piece, no in why.items()} == {"us_slick-2": ("refuse.unfit", "7.4")}
