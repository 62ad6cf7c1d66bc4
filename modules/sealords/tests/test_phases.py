"""Events, reinforcement, refit, logistics, territory, infiltration, sensors, victory: one test for each rule."""

from __future__ import annotations

from typing import Any

import pytest

from modules.sealords.rules import command, events, infiltration, placement, refit, sensors, territory, victory
from modules.sealords.rules.facts import hide
from qtwar.base.errors import Refusal

BASES = {"303": "3308", "482": "0920", "487": "2916", "372": "1418", "483": "0929", "490": "2819", "400": "0912",
         "470": "2108"}  # fmt: skip


def set_side(g: Any, side: str, **values: int) -> None:
    t = g.table()
    for key, value in values.items():
        t.put(side, key, value)


# 4.0 victory ---------------------------------------------------------------------


def test_4_1_final_difference(game: Any) -> None:
    g = game()
    set_side(g, "FW", vp=67)
    set_side(g, "COM", vp=40)
    victory.final(g.table())
    assert (g.state.result["winner"], g.state.result["level"]) == ("FW", "marginal")


@pytest.mark.parametrize(
    ("fw", "com", "winner", "level"),
    [(25, 0, None, "draw"), (26, 0, "FW", "marginal"), (0, 50, "COM", "marginal"), (0, 51, "COM", "tactical"),
     (76, 0, "FW", "decisive"), (60, 54, None, "draw")],
)  # fmt: skip
def test_4_2_victory_levels(game: Any, fw: int, com: int, winner: str | None, level: str) -> None:
    g = game()
    set_side(g, "FW", vp=fw)
    set_side(g, "COM", vp=com)
    victory.final(g.table())
    assert (g.state.result["winner"], g.state.result["level"]) == (winner, level)


def test_4_2_levels_of_the_learning_scenario(game: Any) -> None:
    g = game("learning")
    set_side(g, "FW", vp=9)
    victory.final(g.table())
    assert g.state.result["level"] == "decisive"


def test_4_3_never_above_100(game: Any) -> None:
    g = game()
    set_side(g, "FW", vp=98)
    assert victory.award(g.table(), "FW", 5, "vp.refit") == 2
    assert g.vp("FW") == 100


def test_4_4_sudden_death(game: Any) -> None:
    g = game()
    set_side(g, "COM", vp=74)
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
    set_side(g, "COM", vp=90)
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
    set_side(g, "FW", cp=97)
    assert command.gain(t, "FW", 10) == 3
    assert command.lose(t, "COM", 99) == 25
    with pytest.raises(Refusal, match=r"refuse\.cp"):
        command.pay(t, "COM", 1)


@pytest.mark.parametrize(("scenario", "fw", "com"), [("game_warden", 35, 35), ("tet", 15, 95), ("zumwalt", 95, 50)])
def test_5_4_income_every_turn_from_the_first(game: Any, scenario: str, fw: int, com: int) -> None:
    g = game(scenario).phase(("reinforcement", "FW"), ("reinforcement", "COM"))
    assert (g.cp("FW"), g.cp("COM")) == (fw, com)
    assert g.over  # with an empty pool there is nothing to decide


# 6.3, 20.1, 27.0 events -----------------------------------------------------------


def event(g: Any, side: str, *dice: int) -> Any:
    return g.phase(("random_event", side), dice=list(dice))


def test_20_1_no_event_on_six(game: Any) -> None:
    g = event(game(), "FW", 6)
    assert g.over
    assert (g.cp("FW"), g.cp("COM"), g.vp("FW"), g.vp("COM")) == (25, 25, 0, 0)


@pytest.mark.parametrize(
    ("face", "fw", "com", "cp"),
    [(1, 25, 0, 21), (1, 0, 25, 29), (1, 24, 0, 25), (3, 25, 0, 29), (3, 0, 25, 21), (3, 0, 24, 25)],
)
def test_27_0_emergency_reinforcements_and_oer_time(game: Any, face: int, fw: int, com: int, cp: int) -> None:
    g = game()
    set_side(g, "FW", vp=fw)
    set_side(g, "COM", vp=com)
    assert event(g, "FW", face, 4).cp("FW") == cp


def test_27_0_intelligence_breakthrough(game: Any) -> None:
    g = game().put(com_cadre_1="2616", com_dj_1="2616", com_ambush_1="2616", com_hq_1="1128", us_pbr_1="2015")
    event(g, "FW", 2)
    assert set(g.ask("FW", "look")["cells"]) == {"delta:2616", "delta:1128"}
    g.act("FW", "look", cell="delta:2616")
    assert "FW" in g.state.known.get("com-cadre-1", ["FW"])
    assert g.state.known["com-ambush-1"] == ["COM"]  # markers are no units
    assert g.at("com-dj-1") == "com_refit"  # 10.6
    assert g.state.known["com-hq-1"] == ["COM"]
    g.act("FW", "seen")
    assert g.state.known["com-cadre-1"] == ["COM"]  # 8.13: no Free World unit there
    assert g.over


def test_27_0_media_circus_doubles_this_turn_only(game: Any) -> None:
    g = event(game(), "FW", 4)
    t = g.table()
    victory.award(t, "FW", 3, "vp.refit")
    victory.award(t, "COM", 1, "vp.refit")
    assert (g.vp("FW"), g.vp("COM")) == (6, 2)
    t.set_var("turn", 2)
    victory.award(t, "FW", 3, "vp.refit")
    assert g.vp("FW") == 9


@pytest.mark.parametrize(("side", "face"), [("FW", 5), ("COM", 1)])
def test_27_0_weather_and_bombing_cut_the_income(game: Any, side: str, face: int) -> None:
    g = event(game("tet"), side, face, 6)
    before = g.cp(side)
    g.phase(("reinforcement", side))
    income = {"FW": 15, "COM": 5}[side]
    assert g.cp(side) - before == max(0, income - 6)
    g.phase(("reinforcement", side))
    assert g.cp(side) - before == max(0, income - 6) + income  # only once


def test_27_0_dau_tranh_and_dispute(game: Any) -> None:
    assert event(game(), "COM", 2, 5).cp("COM") == 30
    g = game()
    set_side(g, "COM", cp=3)
    assert event(g, "COM", 3, 5).cp("COM") == 0


def test_27_0_in_country_fighting_low(game: Any) -> None:
    g = game().put(us_airstrike_1="fw_pool")
    event(g, "COM", 4, 2).act("FW", "draw")
    assert (g.at("us-airstrike-1"), g.cp("FW"), g.over) == ("fw_ready", 25, True)
    declined = event(game().put(us_airstrike_1="fw_pool"), "COM", 4, 2).act("FW", "done")
    assert (declined.at("us-airstrike-1"), declined.over) == ("fw_pool", True)


def test_27_0_in_country_fighting_high(game: Any) -> None:
    g = game().put(us_infantry_battalion_1="2015", us_pbr_1="2015", arvn_ranger_battalion_1="2906", us_cidg_1="fw_pool")
    event(g, "COM", 4, 3)
    assert set(g.ask("FW", "give")["pieces"]) == {"us-infantry-battalion-1", "arvn-ranger-battalion-1"}
    g.act("FW", "give", pieces=["us-infantry-battalion-1"])
    assert (g.at("us-infantry-battalion-1"), g.vp("COM"), g.over) == ("fw_pool", 0, True)


@pytest.mark.parametrize(
    ("piece", "at", "corners", "vp"),
    [("com_cadre_1", "3006", True, 2), ("com_ambush_1", "3006", True, 2), ("com_cadre_1", "3007", True, 2),
     ("com_cadre_1", "3007", False, 0), ("com_cadre_1", "2616", True, 0), ("com_cadre_1", "3410", False, 2)],
)  # fmt: skip
def test_27_0_rocket_attack(game: Any, piece: str, at: str, corners: bool, vp: int) -> None:
    g = game(options={"rocket_corners": corners}).put(**{piece: at})
    assert event(g, "COM", 5).vp("COM") == vp


def test_6_3_no_events_in_the_learning_scenario(game: Any) -> None:
    g = game("learning").phase(("random_event", "FW"), dice=[])
    assert g.over


# 12.0 reinforcements ----------------------------------------------------------------


def test_12_1_pay_for_each_draw(game: Any) -> None:
    g = game("tet").put(us_airstrike_1="fw_pool", us_airstrike_2="fw_pool", com_cadre_1="com_pool")
    g.phase(("reinforcement", "FW"))
    g.act("FW", "draw")
    assert g.cp("FW") == 13
    assert len(g.state.at("fw_ready")) == 1
    g.act("FW", "done")
    assert g.over
    g.phase(("reinforcement", "COM"))
    g.act("COM", "draw")
    assert g.cp("COM") == 92  # 3 since 1968


def test_12_1_never_beyond_the_points_held(game: Any) -> None:
    g = game("learning").put(us_airstrike_1="fw_pool", us_sensor_1="fw_hold")
    set_side(g, "FW", cp=0)
    g.table().put("FW", "cp", -4)  # income 5 leaves one point: a sensor, no draw
    g.phase(("reinforcement", "FW"))
    assert g.ask("FW", "draw")["why_not"]["key"] == "refuse.cp"
    with pytest.raises(Refusal):
        g.act("FW", "draw")


def test_12_2_blind_draw_and_secrecy(game: Any) -> None:
    g = game().put(com_logistical_base_1="1403", com_main_force_battalion_1="com_pool", com_sij_1="com_pool")
    g.phase(("reinforcement", "COM"))
    drawn = set()
    for pick in (0, 1):
        state = g.state.copy()
        g.act("COM", "draw", picks=[pick])
        drawn |= set(g.state.at("com_setup"))
        assert g.ask("COM", "place") is not None
        seen = g.table().seen_by("FW")
        assert all(p.startswith("~") for p in seen.ids("com_setup"))
        assert not [e for e in g.events if e["e"] == "note" and e["sides"] is None and e["args"]]
        g.runner.open(state)
    assert drawn == {"com-main-force-battalion-1", "com-sij-1"}


def test_12_2_the_free_world_shows_what_it_draws(game: Any) -> None:
    g = game().put(us_logistical_base_1="2015", us_infantry_battalion_1="fw_pool")
    g.phase(("reinforcement", "FW"))
    g.act("FW", "draw")
    assert g.table().seen_by("COM").ids("fw_setup") == ["us-infantry-battalion-1"]
    assert any(e["e"] == "note" and e["key"] == "note.drawn" and e["sides"] is None for e in g.events)


def legal(g: Any, piece: str, **where: str) -> list[str]:
    owner = g.content.kinds[g.content.pieces[piece]["kind"]].side
    g.put(**{piece.replace("-", "_"): f"{owner.lower()}_pool"}, **where)
    return [p[6:] for p in placement.legal(g.table(), piece)]


FW_BASES = {"us_logistical_base_1": "2015", "arvn_logistical_base_1": "3411", "us_logistical_base_2": "2106"}


@pytest.mark.parametrize(
    ("rule", "piece", "options", "cells"),
    [
        ("12.3-1", "us-pbr-1", {}, ["2015", "2106", "3411"]),
        ("12.3-1", "us-mrb-1", {}, ["2015", "2106", "3411"]),
        ("12.3-1", "us-pbr-1", {"any_fw_base": False}, ["2015", "2106"]),
        ("12.3-2", "us-wpb-1", {}, ["3411"]),
        ("12.3-3", "us-infantry-battalion-1", {}, ["2015", "2106", "3411"]),
        ("12.3-3", "us-helicopter-battalion-1", {}, ["2015", "2106", "3411"]),
    ],
)
def test_12_3_free_world_bases(game: Any, rule: str, piece: str, options: Any, cells: list[str]) -> None:
    assert legal(game(options=options), piece, **FW_BASES) == cells, rule


def test_12_3_1_canal_bases(game: Any) -> None:
    canal = {"us_logistical_base_1": "1717"}
    assert legal(game(), "us-pbr-1", **canal) == ["1717"]
    assert legal(game(options={"canal_base_for_r": False}), "us-pbr-1", **canal) == []


def test_12_3_4_strikes_are_ready_off_the_map(game: Any) -> None:
    g = game().put(us_airstrike_1="fw_pool", us_naval_gunfire_1="fw_pool", us_b52_arc_light_1="fw_pool",
                   us_surveillance_aircraft_1="fw_pool")  # fmt: skip
    g.phase(("reinforcement", "FW"))
    for _ in range(4):
        g.act("FW", "draw")
    assert len(g.state.at("fw_ready")) == 4


def test_12_3_5_camp_with_a_company_not_a_battalion(game: Any) -> None:
    g = game()
    cells = legal(g, "us-special-forces-camp-1", us_special_forces_company_1="2106", us_infantry_battalion_1="2015")
    assert cells == ["2106"]


def test_12_3_6_base_with_an_engineer(game: Any) -> None:
    g = game()
    cells = legal(g, "us-logistical-base-3", us_engineer_battalion_1="2112", us_pbr_2="2015")
    assert cells == ["2112"]
    g = game().put(us_logistical_base_1="2112")
    assert legal(g, "us-logistical-base-3", us_engineer_battalion_1="2112") == []  # 9.4


@pytest.mark.parametrize("piece", ["us-cidg-1", "arvn-regional-force-battalion-1"])
def test_12_3_7_cidg_and_regional_force(game: Any, piece: str) -> None:
    g = game().put(us_logistical_base_1="2015")
    assert legal(g, piece, us_special_forces_company_1="2106", us_counterinsurgency_team_1="1406") == ["1406", "2106"]


def test_12_3_8_militia(game: Any) -> None:
    cells = legal(game(), "arvn-militia-garrison-1", arvn_ranger_battalion_1="2906", us_special_forces_company_1="2106",
                  us_counterinsurgency_team_1="1406", arvn_rag_1="2609", us_infantry_battalion_1="2015")  # fmt: skip
    assert cells == ["1406", "2106", "2906"]


CAMBODIA = ["0309", "1102", "1403", "2204"]


@pytest.mark.parametrize("piece", ["com-sij-1", "com-tij-1"])
def test_12_4_1_junks(game: Any, piece: str) -> None:
    assert legal(game(), piece) == CAMBODIA


def test_12_4_2_trawler(game: Any) -> None:
    g = game()
    cells = legal(g, "com-trl-1", us_wpb_1="0132")
    assert "3632" in cells
    assert "0132" not in cells  # a Free World naval unit
    assert {c[:2] for c in cells} == {"01", "36"}


def test_12_4_3_other_craft(game: Any) -> None:
    assert legal(game(), "com-aj-1") == CAMBODIA


def test_12_4_4_main_force(game: Any) -> None:
    assert legal(game(), "com-main-force-battalion-1", com_cadre_1="2616") == CAMBODIA


def test_12_4_5_base_with_engineer_or_cadre(game: Any) -> None:
    g = game().put(com_hq_1="2108")
    cells = legal(g, "com-logistical-base-1", com_cadre_1="2616", com_engineer_battalion_1="1403")
    assert cells == ["1403", "2616"]


def test_12_4_6_other_land(game: Any) -> None:
    cells = legal(game(), "com-sapper-company-1", com_cadre_1="2616")
    assert cells == sorted([*CAMBODIA, "2616", *BASES.values()])
    assert not set(CAMBODIA) & set(legal(game(), "com-local-force-battalion-1"))  # 21.3


def test_12_4_7_guerrilla(game: Any) -> None:
    g = game()
    g.put(com_minefield_1="1128", com_ambush_2="1128")
    cells = legal(g, "com-ambush-1", com_cadre_1="2616", com_bunkers_1="1418")
    assert cells == ["1418", "2616"]  # 19.2: no second Ambush in 1128


def test_12_5_never_with_enemies_and_points_are_lost(game: Any) -> None:
    g = game("tet").put(com_main_force_battalion_1="com_pool", us_pbr_1="1403", us_pbr_2="1102", us_pbr_3="2204",
                        us_pbr_4="0309")  # fmt: skip
    g.phase(("reinforcement", "COM"))
    g.act("COM", "draw")
    assert (g.at("com-main-force-battalion-1"), g.cp("COM")) == ("com_pool", 92)


def test_12_5_stacking_limits_the_placement(game: Any) -> None:
    g = game().put(us_logistical_base_1="2015", **{f"us_pbr_{n}": "2015" for n in range(1, 8)})
    assert legal(g, "us-infantry-battalion-1") == []
    assert legal(g, "us-helicopter-detachment-1") == ["2015"]


def test_16_4_drawn_aces_and_heroes_are_held(game: Any) -> None:
    g = game().put(us_ace_1="fw_pool", com_hero_1="com_pool")
    g.phase(("reinforcement", "FW")).act("FW", "draw")
    g.phase(("reinforcement", "COM")).act("COM", "draw")
    assert (g.at("us-ace-1"), g.at("com-hero-1")) == ("fw_hold", "com_hold")
    assert (g.cp("FW"), g.cp("COM")) == (33, 33)


# 13.0 refit ---------------------------------------------------------------------


def test_13_2_refit_roll_and_return(game: Any) -> None:
    g = game().put(us_pbr_1="fw_refit", arvn_rag_1="fw_refit", us_logistical_base_1="2015")
    g.phase(("refit", "FW"), ("returns", "FW"))
    assert g.ask("FW", "refit")["costs"] == {"us-pbr-1": 1, "arvn-rag-1": 2}
    g.act("FW", "refit", dice=[2, 5], pieces=["us-pbr-1", "arvn-rag-1"])
    assert (g.at("us-pbr-1"), g.at("arvn-rag-1"), g.cp("FW")) == ("turn-3", "turn-6", 22)
    t = g.table()
    t.set_var("turn", 3)
    g.phase(("refit", "FW"), ("returns", "FW"))
    assert g.ask("FW", "place")["targets"] == {"us-pbr-1": ["delta:2015"]}
    g.act("FW", "place", pieces=["us-pbr-1"], cell="delta:2015")
    assert (g.at("us-pbr-1"), g.cp("FW"), g.over) == ("2015", 22, True)  # 13.5: free


def test_13_2_after_the_last_turn_lost(game: Any) -> None:
    g = game().put(com_cadre_1="com_refit")
    g.table().set_var("turn", 4)
    g.phase(("refit", "COM"), ("returns", "COM"))
    g.act("COM", "refit", dice=[3], pieces=["com-cadre-1"])
    assert (g.at("com-cadre-1"), g.cp("COM")) == ("com_eliminated", 24)


def test_13_2_no_square_to_return_to(game: Any) -> None:
    g = game().put(us_wpb_1="turn-1", us_logistical_base_1="2015")
    g.phase(("refit", "FW"), ("returns", "FW"))
    assert (g.at("us-wpb-1"), g.over) == ("fw_pool", True)


def test_13_2_one_returning_unit_may_need_another(game: Any) -> None:
    g = game().put(us_special_forces_camp_1="turn-1", us_special_forces_company_1="turn-1", us_logistical_base_1="2015")
    g.phase(("refit", "FW"), ("returns", "FW"))
    assert set(g.ask("FW", "place")["targets"]) == {"us-special-forces-company-1"}
    g.act("FW", "place", pieces=["us-special-forces-company-1"], cell="delta:2015")
    assert g.at("us-special-forces-camp-1") == "fw_pool"  # 9.4: the base keeps the camp out


def test_13_2_markers_cost_as_their_side(game: Any) -> None:
    g = game().put(us_airstrike_1="fw_refit", com_ambush_1="com_refit")
    t = g.table()
    assert (command.refit_cost(t, "FW", "us-airstrike-1"), command.refit_cost(t, "COM", "com-ambush-1")) == (1, 1)
    g.put(us_airstrike_1="turn-1").phase(("refit", "FW"), ("returns", "FW"))
    assert g.at("us-airstrike-1") == "fw_ready"


def test_13_2_returning_communists_are_face_down(game: Any) -> None:
    g = game().put(com_cadre_1="turn-1")
    g.table().reveal("com-cadre-1")
    g.phase(("refit", "COM"), ("returns", "COM"))
    g.act("COM", "place", pieces=["com-cadre-1"], cell="delta:2108")
    assert g.state.known["com-cadre-1"] == ["COM"]


def test_13_5_only_what_can_be_paid(game: Any) -> None:
    g = game().put(arvn_rag_1="fw_refit", us_pbr_1="fw_refit")
    set_side(g, "FW", cp=1)
    g.phase(("refit", "FW"), ("returns", "FW"))
    assert g.ask("FW", "refit")["pieces"] == ["us-pbr-1"]


def test_17_2_strikes_ready_at_the_end_of_the_phase(game: Any) -> None:
    g = game().put(us_airstrike_1="fw_used", us_naval_gunfire_1="fw_used").phase(("refit", "FW"), ("returns", "FW"))
    assert g.at("us-airstrike-1") == g.at("us-naval-gunfire-1") == "fw_ready"
    g = game().put(us_airstrike_1="fw_used").phase(("refit", "COM"), ("returns", "COM"))
    assert g.at("us-airstrike-1") == "fw_used"


def test_9_2_excess_goes_to_the_refit_box(game: Any) -> None:
    g = game().put(**{f"us_pbr_{n}": "2015" for n in range(1, 9)}, us_ms_1="2015", us_helicopter_detachment_1="2015")
    g.phase("stacking")
    ask = g.ask("FW", "excess")
    assert (ask["min"], ask["max"]) == (1, 1)
    assert "us-helicopter-detachment-1" not in ask["pieces"]  # 9.1
    g.act("FW", "excess", pieces=["us-ms-1"])
    assert (g.at("us-ms-1"), g.vp("COM"), g.over) == ("fw_refit", 0, True)


# 14.0 logistics ------------------------------------------------------------------


def test_14_2_always_in_supply(game: Any) -> None:
    g = game().put(us_special_forces_camp_1="2106", us_special_forces_company_1="2106", arvn_infantry_division_1="1923",
                   arvn_regional_force_battalion_1="2609", arvn_militia_garrison_1="1207",
                   arvn_logistical_base_1="1611")  # fmt: skip
    assert g.phase(("logistics", "FW")).over
    g = game().put(com_local_force_battalion_1="2616", com_ambush_1="2616", com_logistical_base_1="2108")
    assert g.phase(("logistics", "COM")).over


def test_14_3_1_bases_supply_their_square(game: Any) -> None:
    g = game().put(us_logistical_base_1="2015", us_pbr_1="2015", arvn_rag_1="2015", us_pbr_2="2906", us_pbr_3="2511",
                   us_pbr_4="2016")  # fmt: skip
    g.phase(("logistics", "FW"))
    assert g.ask("FW", "supply")["pieces"] == ["us-pbr-4"]  # Saigon and Dong Tam are printed bases
    g = game().put(com_hq_1="2108", com_logistical_base_1="1418", com_cadre_1="1418")
    g.phase(("logistics", "COM"))
    assert g.ask("COM", "supply")["pieces"] == ["com-hq-1"]  # a printed base needs its Logistical Base unit


def test_14_3_1_a_camp_is_no_source(game: Any) -> None:
    g = game().put(us_special_forces_camp_1="2106", us_pbr_1="2106").phase(("logistics", "FW"))
    assert g.ask("FW", "supply")["pieces"] == ["us-pbr-1"]


def test_14_3_2_lsc_and_mrb(game: Any) -> None:
    g = game().put(us_lsc_1="2116", us_pbr_1="2116", us_mrb_1="2411", us_infantry_battalion_1="2411")
    assert g.phase(("logistics", "FW")).over


def test_14_3_3_cache_and_junk_are_used_up(game: Any) -> None:
    g = game().put(com_supply_cache_1="2616", com_hq_1="2616", com_cadre_1="2616", com_sij_1="1128", com_hq_2="1128")
    g.phase(("logistics", "COM"))
    assert set(g.ask("COM", "cache")["pieces"]) == {"com-supply-cache-1", "com-sij-1"}
    g.act("COM", "cache", pieces=["com-supply-cache-1"])
    assert g.at("com-supply-cache-1") == "com_eliminated"
    g.act("COM", "cache", pieces=["com-sij-1"])
    assert (g.at("com-sij-1"), g.over, g.cp("COM")) == ("com_pool", True, 25)
    g = game(options={"supply_junk_to_pool": False}).put(com_sij_1="1128", com_hq_2="1128").phase(("logistics", "COM"))
    assert g.act("COM", "cache", pieces=["com-sij-1"]).at("com-sij-1") == "com_refit"


def test_14_3_3_nobody_knows_the_used_junk_in_the_pool(game: Any) -> None:
    g = game().put(com_sij_1="1128", com_hq_1="1128", com_hq_2="2616").phase(("logistics", "COM"))
    g.act("COM", "cache", pieces=["com-sij-1"])
    assert g.ask("COM", "supply")["pieces"] == ["com-hq-2"]
    assert "com-sij-1" not in str(g.table().seen_by("COM").frame().data)


def test_14_3_3_nor_the_junk_that_was_paid_for_before(game: Any) -> None:
    g = game().put(com_sij_1="1128", com_hq_1="1128", com_hq_2="2616").phase(("logistics", "COM"))
    g.act("COM", "supply", pieces=["com-sij-1"])
    g.act("COM", "cache", pieces=["com-sij-1"])
    assert "com-sij-1" not in str(g.table().seen_by("COM").frame().data)
    assert g.ask("COM", "supply")["pieces"] == ["com-hq-2"]


def test_14_4_pay_or_refit_box(game: Any) -> None:
    g = game().put(us_pbr_1="2116", arvn_rag_1="2116", us_pbr_2="2116").phase(("logistics", "FW"))
    g.act("FW", "supply", pieces=["us-pbr-1", "arvn-rag-1"])
    assert g.cp("FW") == 22
    g.act("FW", "done")
    assert (g.at("us-pbr-2"), g.at("us-pbr-1"), g.vp("COM"), g.over) == ("fw_refit", "2116", 0, True)


def test_14_4_the_free_world_does_not_learn_which_unit_is_paid_for(game: Any) -> None:
    views = []
    for paid in ("com-hq-1", "com-cadre-1"):
        g = game().put(com_hq_1="2616", com_cadre_1="2616").phase(("logistics", "COM"))
        g.act("COM", "supply", pieces=[paid])
        seen = g.table().seen_by("FW")
        shown = [e for e in g.events if e["e"] in ("note", "rolled")]
        views.append((seen.ids("delta:2616"), seen.frame().data, shown))
    assert views[0] == views[1]


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
    set_side(g, "COM", vp=74)
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


# 18.0 sensors ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "shown", "gone"), [(1, True, False), (3, True, False), (4, False, False), (6, False, True)]
)
def test_18_3_sensor_roll(game: Any, die: int, shown: bool, gone: bool) -> None:
    g = game("zumwalt").put(us_sensor_1="1305", com_tij_1="1305", com_cadre_1="1305")
    sensors.enter(g.table([die]), ["com-tij-1"], "delta:1305")
    assert ("com-tij-1" not in g.state.known) is shown
    assert g.state.known["com-cadre-1"] == ["COM"]  # not of the force
    assert g.at("us-sensor-1") == ("fw_eliminated" if gone else "1305")


def test_18_3_a_heard_deception_leaves(game: Any) -> None:
    g = game("zumwalt").put(us_sensor_1="1305", com_dj_1="1305")
    sensors.enter(g.table([2]), ["com-dj-1"], "delta:1305")
    assert (g.at("com-dj-1"), g.vp("FW")) == ("com_refit", 0)


def test_18_3_hidden_again_after_the_move(game: Any) -> None:
    g = game("zumwalt").put(us_sensor_1="1305", com_tij_1="1305")
    t = g.table([1])
    sensors.enter(t, ["com-tij-1"], "delta:1305")
    hide(t, "delta:1305")
    assert g.state.known["com-tij-1"] == ["COM"]


def test_18_1_held_back_sensors_cost_one(game: Any) -> None:
    g = game("zumwalt").put(us_sensor_1="fw_hold", us_sensor_2="1305")
    g.phase(("reinforcement", "FW"))
    ask = g.ask("FW", "sensor")
    assert "delta:1305" not in ask["cells"]  # 18.2
    assert "delta:1403" in ask["cells"]  # 21.1
    g.act("FW", "sensor", pieces=["us-sensor-1"], cell="delta:1403")
    assert (g.at("us-sensor-1"), g.cp("FW"), g.over) == ("1403", 94, True)


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
