"""Reinforcements: what is drawn, what is paid, where it may come (12, 16.4)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.sealords.rules import placement
from qtwar.base.errors import Refusal

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
    g.set_side("FW", cp=0)
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


BASES = ["3308", "0920", "2916", "1418", "0929", "2819", "0912", "2108"]
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
    assert cells == sorted([*CAMBODIA, "2616", *BASES])
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
