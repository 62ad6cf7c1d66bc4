"""Edges of combat: who may break off with whom, what follows it, markers without units, Sappers in Saigon, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.sealords.tests.ops import Ops

FAR: dict[str, Any] = {"com_ulc_3": "1304"}
FOE: dict[str, Any] = {"com_local_force_battalion_1": "2016", "com_sapper_company_1": "2016"}


def notes(g: Ops, key: str) -> list[dict[str, Any]]:
    return [e["args"] for e in g.events if e["e"] == "note" and e["key"] == key]


def won(g: Ops, pieces: str, path: str, scout: str) -> Ops:
    """Move into the enemy's square and win the recon with a unit."""
    g.go("FW", pieces, path)
    return g.fight(fw=scout, com="com-sapper-company-1", dice=[6, 1])


# 10.2 --------------------------------------------------------------------------------


def test_10_2_1_one_unit_scouts_and_an_ace_only_with_it(ops: Callable[..., Ops]) -> None:
    two: dict[str, Any] = {"us_pbr_1": "2015", "us_pbr_2": "2015"}
    g = ops(us_ace_1="fw_hold", us_ace_2="fw_hold", **two, **FOE).go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    assert g.refused("FW", "scout", pieces=["us-pbr-1", "us-pbr-2"]) == "10.2"
    assert g.refused("FW", "scout", pieces=["us-ace-1"]) == "10.2"
    assert g.refused("FW", "scout", pieces=["us-ace-1", "us-ace-2"]) == "10.2"
    g.fight(fw="us-pbr-1 us-ace-1", com="com-sapper-company-1", dice=[3, 2])
    ours = next(x for x in notes(g, "note.recon") if x["side"] == {"s": "FW"})
    assert {m["key"]: m["value"] for m in ours["modifiers"]}["recon.hero"] == 1


# 10.3, 10.4 --------------------------------------------------------------------------


def test_10_3_1_land_units_break_off_with_boats_that_can_take_them(ops: Callable[..., Ops]) -> None:
    boats: dict[str, Any] = {"us_pbr_1": "2015", "us_atc_1": "2015", "us_infantry_battalion_1": "2015"}
    g = won(ops(**boats, **FOE), "us-pbr-1 us-atc-1 us-infantry-battalion-1", "2015 2016", "us-pbr-1")
    g.act("FW", "break_off")
    go = {"cell": "delta:2015"}
    assert g.refused("FW", "retreat", pieces=["us-infantry-battalion-1"], **go) == "10.3"
    assert g.refused("FW", "retreat", pieces=["us-pbr-1", "us-infantry-battalion-1"], **go) == "10.3", "1 against 2"
    g.act("FW", "retreat", pieces=["us-atc-1", "us-infantry-battalion-1"], **go)
    assert g.at("us-infantry-battalion-1") == "2015"


def test_10_3_2_helicopters_go_to_a_base_and_not_beside(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_helicopter_detachment_1="2015", us_logistical_base_1="1914", **FOE)
    won(g, "us-pbr-1 us-helicopter-detachment-1", "2015 2016", "us-pbr-1").act("FW", "break_off")
    assert g.refused("FW", "retreat", pieces=["us-helicopter-detachment-1"], cell="delta:2015") == "10.3"
    assert g.refused("FW", "retreat", pieces=["us-pbr-1"], cell="delta:1914") == "10.3"
    g.act("FW", "retreat", pieces=["us-helicopter-detachment-1"], cell="delta:1914")
    assert g.at("us-helicopter-detachment-1") == "1914"


def test_10_4_static_units_leave_for_the_refit_box_alone(ops: Callable[..., Ops]) -> None:
    base: dict[str, Any] = {"us_logistical_base_1": "2015", "us_pbr_1": "2015"}
    g = ops("COM", com_ulc_1="2016", com_ulc_2="2016", com_sapper_company_1="2016", **base)
    g.go("COM", "com-ulc-1 com-ulc-2 com-sapper-company-1", "2016 2015")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]).act("FW", "break_off")
    assert g.refused("FW", "retreat", pieces=["us-pbr-1", "us-logistical-base-1"], cell="delta:1914") == "10.3"
    assert g.refused("FW", "retreat", pieces=["us-pbr-1", "us-logistical-base-1"], cell="delta:2016") == "10.3"
    assert g.asks("FW")["retreat"]["targets"]["us-logistical-base-1"] == ["fw_refit"]
    g.act("FW", "retreat", pieces=["us-logistical-base-1"], cell="fw_refit")
    assert (g.at("us-logistical-base-1"), g.num("COM", "vp")) == ("fw_refit", 0)


def test_15_1_a_junk_that_breaks_off_into_a_base_arrives(ops: Callable[..., Ops]) -> None:
    g = ops("COM", com_sij_1="0918", com_sapper_company_1="0918", com_ulc_1="0918", us_pbr_1="0919", us_mon_1="0919")
    g.go("COM", "com-sij-1 com-ulc-1 com-sapper-company-1", "0918 0919")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6]).act("COM", "break_off")
    g.act("COM", "retreat", pieces=["com-sij-1"], cell="delta:0920")
    g.act("COM", "retreat", pieces=["com-ulc-1", "com-sapper-company-1"], cell="delta:0918")
    assert (g.at("com-sij-1"), g.num("COM", "vp") > 0) == ("com_pool", True)
    assert not g.state.knows("FW", "com-sapper-company-1"), "face down again where it went (8.13)"


def test_10_5_leaving_by_choice_under_a_b_does_not_score(ops: Callable[..., Ops]) -> None:
    strikes = [f"us-airstrike-{i}" for i in (1, 2, 3)]
    ready: dict[str, Any] = {name.replace("-", "_"): "fw_ready" for name in strikes}
    for who, points in (("com-ulc-2", 2), ("com-main-force-battalion-1", 2 + 1)):
        g = ops(
            options={"strike_vp": True}, us_pbr_1="3210", com_ulc_1="2016", com_ulc_2="2016",
            com_main_force_battalion_1="2016", com_main_force_battalion_2="2016", **ready,
        )  # fmt: skip
        g.act("FW", "strike", pieces=strikes, cell="delta:2016")
        g.act("COM", "show", pieces=[], dice=[4])
        g.act("COM", "lose", pieces=["com-main-force-battalion-2"])
        if who != "com-ulc-2":
            g.act("COM", "retreat", pieces=["com-ulc-1"], cell="delta:2015")
            g.act("COM", "retreat", pieces=["com-ulc-2"], cell="delta:2116")
        before = g.num("FW", "vp")
        if g.active == ["COM"] and "retreat" in g.asks("COM"):
            g.act("COM", "retreat", pieces=[who], cell="com_refit")
        assert g.at(who) == "com_refit"
        assert (before, g.num("FW", "vp")) in ((2, points), (points, points)), (
            "a boat had a way, the battalion had none"
        )


# 9.2, 17.4 ---------------------------------------------------------------------------


def test_9_2_stacking_after_the_air_step(ops: Callable[..., Ops]) -> None:
    seven: dict[str, Any] = {f"us_pbr_{i}": "2015" for i in range(1, 9)}
    g = ops(
        us_logistical_base_1="1914", us_helicopter_battalion_1="1914", us_infantry_battalion_1="1914", **seven, **FOE
    )
    won(g, " ".join(f"us-pbr-{i}" for i in range(1, 9)), "2015 2016", "us-pbr-1").act("FW", "first_fire")
    pieces = ["us-helicopter-battalion-1", "us-infantry-battalion-1"]
    g.act("FW", "react", pieces=pieces, path=["delta:1914", "delta:2016"])
    if "air_done" in g.asks("FW"):
        g.act("FW", "air_done")
    assert g.asks("FW")["excess"]["min"] == 1, "eight boats and a battalion; the helicopters do not count"


def test_11_5_a_z_in_a_strike_alone_costs_an_airstrike(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {"us_airstrike_1": "fw_ready", "us_naval_gunfire_1": "fw_ready", "com_cadre_1": "3209"}
    g = ops(us_pbr_1="2015", **where, **FAR)
    g.act("FW", "strike", pieces=["us-airstrike-1", "us-naval-gunfire-1"], cell="delta:3209", dice=[1])
    assert g.note("note.fire")["code"] == "Z"
    assert (g.at("us-airstrike-1"), g.at("us-naval-gunfire-1")) == ("fw_refit", "fw_used"), (
        "Naval Gunfire takes no losses"
    )


def test_17_4_no_strike_among_own_units_or_without_points(ops: Callable[..., Ops]) -> None:
    g = ops(us_airstrike_1="fw_ready", us_pbr_1="2015", com_ambush_1="2015", com_cadre_1="2116", **FAR)
    assert g.asks("FW")["strike"]["cells"] == ["delta:1304", "delta:2116"], "not where the PBR lie beside a marker"
    poor = ops(fw=0, com=20, us_airstrike_1="fw_ready", com_cadre_1="2116")
    assert "FW" not in poor.active


# 19.3 --------------------------------------------------------------------------------


def test_19_3_a_supply_cache_without_units_is_worth_a_point(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", com_supply_cache_1="2016", **FAR).go("FW", "us-pbr-1", "2015 2016")
    assert (g.at("com-supply-cache-1"), g.num("FW", "vp")) == ("com_refit", 1)


@pytest.mark.parametrize(("option", "points"), [(False, 0), (True, 1)])
def test_19_3_a_supply_cache_among_units_by_option(ops: Callable[..., Ops], option: bool, points: int) -> None:
    g = ops(options={"cache_vp_with_units": option}, us_pbr_1="2015", us_pbr_2="2015", com_supply_cache_1="2016", **FOE)
    g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    assert (g.at("com-supply-cache-1"), g.num("FW", "vp")) == ("com_refit", points)


# 25.10 -------------------------------------------------------------------------------


def test_25_10_1_sappers_and_their_boats_alone_enter_saigon_in_turn_1(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {
        "scenario": "tet", "com_ulc_1": "2905", "com_sapper_company_1": "2905", "com_local_force_battalion_1": "2905",
        "us_pbr_1": "2015",
    }  # fmt: skip
    raid = "com-ulc-1 com-sapper-company-1"
    assert ops("COM", turn=2, **where).refused_go("COM", raid, "2905 2906") == "8.3"
    g = ops("COM", turn=1, **where)
    assert g.refused_go("COM", "com-ulc-1", "2905 2906") == "8.3", "no boat without Sappers"
    assert g.refused_go("COM", "com-ulc-1 com-local-force-battalion-1", "2905 2906") in ("8.3", "8.8")
    aj = ops("COM", turn=1, **where, com_aj_1="2905")
    assert aj.refused_go("COM", f"com-aj-1 com-local-force-battalion-1 {raid.split()[1]}", "2905 2906") == "8.3"
    assert "2906" in g.reach("COM", *raid.split())
    g.go("COM", raid, "2905 2906")
    assert g.at("com-sapper-company-1") == "2906"


# 8.9 ---------------------------------------------------------------------------------


def test_8_9_nobody_is_fetched_out_of_closed_cambodia(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {
        "us_pbr_1": "1406",
        "us_helicopter_battalion_1": "1406",
        "us_special_forces_company_1": "1402",
    }
    force, join = "us-pbr-1 us-helicopter-battalion-1", {"1402": "us-special-forces-company-1"}
    assert ops(**where).refused_go("FW", force, "1406 1506", join=join) == "21.1"
    nobody = ops(us_pbr_1="2015", us_helicopter_battalion_1="2015", us_infantry_battalion_1="2016")
    end = {"2016": "us-infantry-battalion-1"}
    assert nobody.refused_go("FW", "us-pbr-1 us-helicopter-battalion-1", "2015 2016", join=end) == "8.9", "he is there"
