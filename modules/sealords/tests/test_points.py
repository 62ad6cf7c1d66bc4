"""Victory and command points, territory, infiltration and the raid of Tet (4, 5, 6.7, 15, 16, 22, 25.10, 27)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.sealords.rules import command, events, infiltration, refit, territory, victory
from qtwar.base.errors import Refusal

BASES = {"303": "3308", "482": "0920", "487": "2916", "372": "1418", "483": "0929", "490": "2819", "400": "0912",
         "470": "2108"}  # fmt: skip


# 4.0 victory ---------------------------------------------------------------------


def test_4_1_final_difference(game: Any) -> None:
    g = game()
    g.set_side("FW", vp=67)
    g.set_side("COM", vp=40)
    victory.final(g.table())
    assert (g.state.result["winner"], g.state.result["level"]) == ("FW", "marginal")


@pytest.mark.parametrize(
    ("fw", "com", "winner", "level"),
    [(25, 0, None, "draw"), (26, 0, "FW", "marginal"), (0, 50, "COM", "marginal"), (0, 51, "COM", "tactical"),
     (76, 0, "FW", "decisive"), (60, 54, None, "draw")],
)  # fmt: skip
def test_4_2_victory_levels(game: Any, fw: int, com: int, winner: str | None, level: str) -> None:
    g = game()
    g.set_side("FW", vp=fw)
    g.set_side("COM", vp=com)
    victory.final(g.table())
    assert (g.state.result["winner"], g.state.result["level"]) == (winner, level)


def test_4_2_levels_of_the_learning_scenario(game: Any) -> None:
    g = game("learning")
    g.set_side("FW", vp=9)
    victory.final(g.table())
    assert g.state.result["level"] == "decisive"


def test_4_3_never_above_100(game: Any) -> None:
    g = game()
    g.set_side("FW", vp=98)
    assert victory.award(g.table(), "FW", 5, "vp.refit") == 2
    assert g.vp("FW") == 100


def test_4_4_sudden_death(game: Any) -> None:
    g = game()
    g.set_side("COM", vp=74)
    assert victory.check(g.table()) is False
    t = g.table()
    victory.award(t, "COM", 1, "vp.rocket")
    assert g.state.result is None  # all points of one result are given first
    victory.award(t, "FW", 1, "vp.rocket")
    assert victory.check(t) is False
    victory.award(t, "COM", 1, "vp.rocket")
    assert victory.check(t) is True
    assert (g.state.result["winner"], g.state.result["level"]) == ("COM", "decisive")


def test_4_4_not_in_the_learning_scenario(game: Any) -> None:
    g = game("learning")
    g.set_side("COM", vp=90)
    assert victory.check(g.table()) is False


@pytest.mark.parametrize(
    ("piece", "how", "points"),
    [("us-pbr-1", "refit", 2), ("us-pbr-1", "eliminated", 4), ("ally-thai-battalion-1", "eliminated", 4),
     ("arvn-rag-1", "refit", 1), ("arvn-rag-1", "eliminated", 2), ("arvn-infantry-division-1", "refit", 3),
     ("arvn-infantry-division-1", "eliminated", 6), ("us-airstrike-1", "refit", 1),
     ("us-surveillance-aircraft-1", "refit", 1), ("com-cadre-1", "refit", 2), ("com-hq-1", "eliminated", 4),
     ("com-logistical-base-1", "eliminated", 4), ("com-sij-1", "refit", 2), ("com-trl-1", "eliminated", 3),
     ("com-tij-1", "eliminated", 3), ("com-dj-1", "eliminated", 0), ("com-deception-l-1", "refit", 0),
     ("com-sapper-company-1", "refit", 1), ("com-aj-1", "eliminated", 2), ("com-ambush-1", "refit", 0)],
)  # fmt: skip
def test_27_0_vp_of_losses(game: Any, piece: str, how: str, points: int) -> None:
    g = game().put(**{piece.replace("-", "_"): "2015"})
    t = g.table()
    (refit.send if how == "refit" else refit.eliminate)(t, piece, by_combat=True)
    winner = "FW" if piece.startswith("com") else "COM"
    assert g.vp(winner) == points
    assert g.at(piece).endswith(how)


def test_27_0_surveillance_vp_option(game: Any) -> None:
    g = game(options={"surveillance_vp": 2}).put(us_surveillance_aircraft_1="fw_ready")
    refit.send(g.table(), "us-surveillance-aircraft-1", by_combat=True)
    assert g.vp("COM") == 2


def test_27_0_no_vp_without_a_combat_result(game: Any) -> None:
    g = game().put(us_pbr_1="2015")
    refit.send(g.table(), "us-pbr-1")
    assert (g.vp("COM"), g.at("us-pbr-1")) == (0, "fw_refit")


# 5.0 command points ------------------------------------------------------------


def test_5_2_cap_and_floor(game: Any) -> None:
    g = game()
    t = g.table()
    g.set_side("FW", cp=97)
    assert command.gain(t, "FW", 10) == 3
    assert command.lose(t, "COM", 99) == 25
    with pytest.raises(Refusal, match=r"refuse\.cp"):
        command.pay(t, "COM", 1)


@pytest.mark.parametrize(("scenario", "fw", "com"), [("game_warden", 35, 35), ("tet", 15, 95), ("zumwalt", 95, 50)])
def test_5_4_income_every_turn_from_the_first(game: Any, scenario: str, fw: int, com: int) -> None:
    g = game(scenario).phase(("reinforcement", "FW"), ("reinforcement", "COM"))
    assert (g.cp("FW"), g.cp("COM")) == (fw, com)
    assert g.over  # with an empty pool there is nothing to decide


# 6.7, 16.2, 16.3 territory ----------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "points"),
    [("2015", 2), ("2616", 1), ("3109", 1), ("3210", 2), ("3007", 2), ("1402", 0), ("2106", 1), ("2108", 0)],
)
def test_6_7_communist_squares(game: Any, at: str, points: int) -> None:
    g = game().put(com_local_force_battalion_1=at) if at != "1402" else game().put(com_hq_1=at)
    assert g.phase(("territorial", "COM")).vp("COM") == points
    assert g.over


def test_6_7_occupied_means_alone_and_a_unit(game: Any) -> None:
    g = game().put(com_local_force_battalion_1="2015", us_pbr_1="2015", com_ambush_1="2616", com_dj_1="1128")
    assert g.phase(("territorial", "COM")).vp("COM") == 1  # only the Deception unit in Nam Can


def test_27_0_loc_and_town_option(game: Any) -> None:
    g = game(options={"loc_town_adds": True}).put(com_local_force_battalion_1="3210")
    assert g.phase(("territorial", "COM")).vp("COM") == 3


def test_16_2_a_cadre_doubles(game: Any) -> None:
    g = game().put(com_cadre_1="3210", com_cadre_2="2015", com_hq_1="2015")
    assert g.phase(("territorial", "COM")).vp("COM") == 4 + 4


def test_16_3_counterinsurgency_doubles(game: Any) -> None:
    g = game().put(us_pbr_1="3308", us_counterinsurgency_team_1="2916", us_pbr_2="2015")
    assert g.phase(("territorial", "FW")).vp("FW") == 3 + 6


def test_6_7_value_is_none_for_other_squares(game: Any) -> None:
    t = game().put(us_pbr_1="2015").table()
    assert territory.value(t, "FW", "delta:2015") == (0, False)


def test_4_4_sudden_death_in_the_territorial_phase(game: Any) -> None:
    g = game().put(com_local_force_battalion_1="2015")
    g.set_side("COM", vp=74)
    g.phase(("territorial", "COM"))
    assert g.state.result["winner"] == "COM"


# 15.0, 22.0 infiltration ----------------------------------------------------------


@pytest.mark.parametrize("piece", ["com-sij-1", "com-tij-1", "com-trl-1"])
@pytest.mark.parametrize("base", sorted(BASES))
def test_15_1_points_by_base(game: Any, piece: str, base: str) -> None:
    g = game().put(**{piece.replace("-", "_"): BASES[base]})
    assert infiltration.arrive(g.table(), f"delta:{BASES[base]}") is False
    deep = {"303": 3, "482": 3, "487": 3, "372": 2, "483": 2, "490": 2, "400": 1, "470": 1}[base]
    assert g.vp("COM") == deep + (1 if "tij" in piece else 0)
    assert g.at(piece) == "com_pool"


def test_15_1_nothing_in_cambodia_or_among_enemies(game: Any) -> None:
    g = game().put(com_sij_1="1403", com_sij_2="2108", us_pbr_1="2108")
    for place in ("delta:1403", "delta:2108"):
        infiltration.arrive(g.table(), place)
    assert (g.vp("COM"), g.at("com-sij-1"), g.at("com-sij-2")) == (0, "1403", "2108")


def test_15_1_note_scored_in_the_territorial_phase(game: Any) -> None:
    g = game(options={"infiltration_in_territorial_phase": True}).put(com_sij_1="2108")
    infiltration.arrive(g.table(), "delta:2108")
    assert g.vp("COM") == 0
    g.phase(("territorial", "COM"))
    assert (g.vp("COM"), g.at("com-sij-1"), g.over) == (1, "com_pool", True)


def test_22_2_command_points_instead(game: Any) -> None:
    g = game(options={"com_cp_for_infiltration": True}).put(com_sij_1="3308", com_tij_1="3308")
    g.phase()
    t = g.table()
    assert infiltration.arrive(t, "delta:3308") is True
    g.runner.settle(t)
    g.act("COM", "take", choice="cp")
    g.act("COM", "take", choice="vp")
    g.act("COM", "done")
    assert sorted([g.cp("COM") - 25, g.vp("COM")]) == [3, 4]
    assert g.over


def test_22_2_the_points_may_buy_a_reinforcement_at_once(game: Any) -> None:
    g = game(options={"com_cp_for_infiltration": True}).put(com_sij_1="3308", com_aj_1="com_pool").phase()
    t = g.table()
    infiltration.arrive(t, "delta:3308")
    g.runner.settle(t)
    g.act("COM", "take", choice="cp")
    g.act("COM", "draw", picks=[0])
    assert g.cp("COM") == 25 + 3 - 2
    g.act("COM", "place", pieces=["com-aj-1"], cell="delta:1403")
    assert g.over  # one point of the three is left, too few for another draw


# 25.10 Tet -------------------------------------------------------------------------


def test_25_10_sappers_in_saigon_are_removed(game: Any) -> None:
    g = game("tet").put(com_sapper_company_1="2906", com_sapper_company_2="3411", com_sapper_company_3="3006")
    events.end_of_operations(g.table())
    assert g.vp("FW") == 4
    assert [g.at(f"com-sapper-company-{n}") for n in (1, 2, 3)] == ["com_eliminated", "com_eliminated", "3006"]


def test_25_10_only_on_the_first_turn_of_tet(game: Any) -> None:
    g = game("tet").put(com_sapper_company_1="2906")
    t = g.table()
    t.set_var("turn", 2)
    events.end_of_operations(t)
    assert g.at("com-sapper-company-1") == "2906"
    assert events.sapper_turn(game("game_warden").table()) is False
