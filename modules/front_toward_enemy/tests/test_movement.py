"""Movement: costs, allowances, modes, what bars the way (6.1 to 6.8)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]


def cost(game: Game, piece: str, to: str, mode: str = "move", side: str = "US") -> float | None:
    """Return what the cheapest way to a hex costs, None where it can not be reached."""
    cells = game.query(side, f"reach_{mode}", pieces=[piece])["cells"]
    found = cells.get(game.place(to))
    return None if found is None else found["cost"]


def test_6_1_terrain_costs_by_the_chart(game: Make) -> None:
    g = game(us_ft_1="05.10", us_ft_2="03.05", us_acav_1="05.10", us_acav_2="11.06")
    assert cost(g, "us_ft-1", "05.11") == 1.5  # paddy
    assert cost(g, "us_ft-2", "02.04") == 2  # jungle
    assert cost(g, "us_acav-2", "10.06") == 2  # clear
    assert cost(g, "us_acav-1", "05.11") is None  # paddy: P
    assert cost(g, "us_acav-2", "12.06") == 3  # grass


def test_6_1_roads_and_trails_replace_the_cost_of_the_ground(game: Make) -> None:
    g = game(us_ft_1="12.10", us_acav_1="12.10")
    assert cost(g, "us_ft-1", "13.10") == 0.5
    assert cost(g, "us_ft-1", "14.10") == 1  # the stream is bridged (AMB-64)
    assert cost(g, "us_acav-1", "14.10") == 2
    assert cost(g, "us_ft-1", "17.10") == 2.5


def test_6_1_streams_and_slopes_are_added(game: Make) -> None:
    g = game(us_ft_1="13.08", us_ft_2="02.13")
    assert cost(g, "us_ft-1", "14.08") == 2.5  # paddy and stream
    assert cost(g, "us_ft-2", "02.14") == 4  # jungle and slope
    down = game(us_ft_1="02.14", options={"amb_27_slope_down": False})
    assert cost(down, "us_ft-1", "02.13") == 2
    assert cost(game(us_ft_1="02.14"), "us_ft-1", "02.13") == 4


def test_6_2_nobody_enters_a_hex_with_the_enemy(game: Make) -> None:
    g = game(us_ft_1="12.13", vc_ft_1="11.14")
    assert cost(g, "us_ft-1", "11.14") is None
    g.act("US", "hex", cell="12.13")
    assert g.refused("US", "move", pieces=["us_ft-1"], path=["11.14"]) == "6.2"


def test_6_2_what_is_concealed_bars_the_way_and_the_move_stops_before_it(game: Make) -> None:
    g = game(us_ft_1="09.13", vc_ft_1="10.14/concealed", us_mg_1="05.05")
    g.act("US", "hex", cell="09.13").act("US", "move", pieces=["us_ft-1"], path=["10.13", "10.14"])
    g.act("NVA_VC", "let_pass")
    assert g.at("us_ft-1") == "10.13"
    assert "note.barred" in g.notes()
    assert g.concealed("vc_ft-1")


def test_6_2_two_vehicles_and_one_helicopter_to_a_hex(game: Make) -> None:
    g = game(
        us_acav_1="08.10", us_acav_2="09.10", us_truck_1="09.10", us_slick_1="12.10/high", us_hog_1="13.10/treetop"
    )
    assert cost(g, "us_acav-1", "09.10") is None
    assert cost(g, "us_slick-1", "13.10") is None


def test_6_2_civilians_do_not_stack_with_nva_or_vc(game: Make) -> None:
    g = game(side="NVA_VC", civilian_1="12.13", vc_ft_1="11.14")
    assert cost(g, "civilian-1", "11.14", side="NVA_VC") is None


def test_6_3_allowances(game: Make) -> None:
    g = game(us_ft_1="06.10", us_acav_1="06.10", us_slick_1="01.10/high")
    assert cost(g, "us_ft-1", "16.10") == 5
    assert cost(g, "us_ft-1", "17.10") is None
    assert cost(g, "us_acav-1", "21.10") == 15
    assert cost(g, "us_acav-1", "22.10") is None
    assert cost(g, "us_slick-1", "21.10") == 20
    assert cost(g, "us_slick-1", "22.10") is None


def test_6_4_a_hex_that_costs_more_than_is_left_is_not_entered(game: Make) -> None:
    g = game(us_ft_1="03.02")
    assert cost(g, "us_ft-1", "02.01") == 2
    assert cost(g, "us_ft-1", "01.01") == 4
    g.act("US", "hex", cell="03.02").act("US", "move", pieces=["us_ft-1"], path=["02.02", "02.03"])
    assert g.ask("US", "go_on") is None or g.ask("US", "go_on")["pieces"] == ["us_ft-1"]


def test_6_6_fast_moves_have_nine_points_and_tire(game: Make) -> None:
    g = game(us_ft_1="06.10", us_ft_2="06.10/fatigued")
    assert cost(g, "us_ft-1", "24.10", "fast") == 9
    assert cost(g, "us_ft-2", "07.10", "fast") is None
    g.act("US", "hex", cell="06.10").act("US", "fast", pieces=["us_ft-1"], path=["07.10"]).act("US", "end")
    assert g.attr("us_ft-1", "fatigued")
    assert g.attr("us_ft-1", "done")


def test_6_7_stealth_is_one_hex_and_a_check_if_concealed(game: Make) -> None:
    g = game(us_ft_1="11.12/concealed", vc_ft_1="07.12")
    g.act("US", "hex", cell="11.12").act("US", "stealth", dice=[3], pieces=["us_ft-1"], path=["10.11"])
    assert g.at("us_ft-1") == "10.11"
    assert g.concealed("us_ft-1")
    g = game(us_ft_1="11.12/concealed", vc_ft_1="02.02")
    g.act("US", "hex", cell="11.12").act("US", "stealth", dice=[9], pieces=["us_ft-1"], path=["10.11"])
    assert g.at("us_ft-1") == "10.11"
    assert not g.concealed("us_ft-1")
    assert cost(g, "us_ft-1", "09.11", "stealth") is not None
    assert cost(g, "us_ft-1", "08.11", "stealth") is None


def test_6_7_who_is_exposed_needs_no_check(game: Make) -> None:
    g = game(us_ft_1="11.12", vc_ft_1="02.02").act("US", "hex", cell="11.12")
    g.act("US", "stealth", dice=[], pieces=["us_ft-1"], path=["10.11"])
    assert g.at("us_ft-1") == "10.11"


def test_6_1_moving_in_sight_of_an_exposed_enemy_exposes(game: Make) -> None:
    g = game(us_ft_1="09.10/concealed", vc_ft_1="13.10").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"])
    assert not g.concealed("us_ft-1")
    g = game(us_ft_1="09.10/concealed", vc_ft_1="13.10/concealed").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"])
    assert g.concealed("us_ft-1")
