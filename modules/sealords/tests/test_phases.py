"""Events, refit, logistics and sensors (6.3, 13, 14, 18, 20, 27)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.sealords.rules import command, sensors, victory
from modules.sealords.rules.facts import hide

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
    g.set_side("FW", vp=fw)
    g.set_side("COM", vp=com)
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
    g.set_side("COM", cp=3)
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
    g.set_side("FW", cp=1)
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
