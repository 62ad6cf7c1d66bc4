"""Strikes and markers in combat, one test for each numbered rule (17.0, 19.0, 21.1.2, 25.10.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modules.sealords.tests.ops import TWO, Ops


def test_17_2_each_marker_is_used_once_a_turn(met: Callable[..., Ops]) -> None:
    g = met(us_airstrike_1="fw_ready", us_airstrike_2="fw_ready").fight(
        fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]
    )
    g.act("FW", "first_fire")
    g.act("FW", "commit", pieces=["us-airstrike-1"])
    assert g.at("us-airstrike-1") == "fw_used"
    assert g.asks("FW")["commit"]["pieces"] == ["us-airstrike-2"], "the other may wait for round 2"


def test_17_3_strikes_need_no_leader_and_cost_nothing(met: Callable[..., Ops]) -> None:
    g = met(us_airstrike_1="fw_ready", us_airstrike_2="fw_ready").fight(
        fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]
    )
    before = g.num("FW", "cp")
    g.act("FW", "first_fire")
    g.act("FW", "commit", pieces=["us-airstrike-1", "us-airstrike-2"], dice=[2, 2])
    assert g.num("FW", "cp") == before


def test_17_4_a_strike_alone_costs_one_point_and_scores_nothing(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_airstrike_1="fw_ready",
        us_airstrike_2="fw_ready",
        com_sapper_company_1="2016",
        com_cadre_1="2016",
        us_pbr_1="2015",
    )
    g.act("FW", "strike", pieces=["us-airstrike-1", "us-airstrike-2"], cell="delta:2016")
    g.act("COM", "show", pieces=[], dice=[6])
    assert g.note("note.fire")["fire"] == 12
    g.act("COM", "lose", pieces=["com-cadre-1"])
    assert g.at("com-cadre-1") == "com_eliminated"
    assert (g.num("FW", "cp"), g.num("FW", "vp")) == (19, 0)
    assert g.at("us-airstrike-1") == "fw_used"


def test_17_4_naval_gunfire_reaches_the_coast_and_one_square_inland(ops: Callable[..., Ops]) -> None:
    g = ops(us_naval_gunfire_1="fw_ready", com_sapper_company_1="2016", com_cadre_1="3209", us_pbr_1="2015")
    assert g.refused("FW", "strike", pieces=["us-naval-gunfire-1"], cell="delta:2016") == "17.4"
    g.act("FW", "strike", pieces=["us-naval-gunfire-1"], cell="delta:3209", dice=[3])
    assert g.at("us-naval-gunfire-1") == "fw_used"


def test_17_4_only_markers_are_no_target(ops: Callable[..., Ops]) -> None:
    g = ops(us_airstrike_1="fw_ready", com_ambush_1="2016", us_pbr_1="2015", com_ulc_1="1304")
    g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:2016")
    assert "note.strike_nothing" in g.notes()
    assert not g.state.knows("FW", "com-ambush-1")


def test_17_4_bunkers_and_civilians_may_be_shown(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_airstrike_1="fw_ready",
        com_bunkers_1="2016",
        com_civilians_1="2016",
        com_cadre_1="2016",
        us_pbr_1="2015",
        com_ulc_1="1304",
    )
    g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:2016")
    assert g.active == ["COM"]
    g.act("COM", "show", pieces=["com-bunkers-1", "com-civilians-1"], dice=[3])
    assert g.shifts()["shift.bunkers"] == -1
    assert g.num("COM", "vp") == 2
    assert g.at("com-bunkers-1") == "com_refit"


def test_17_5_the_b52_strikes_alone(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_b52_arc_light_1="fw_ready", us_airstrike_1="fw_ready", com_cadre_1="2016", us_pbr_1="2015", com_ulc_1="1304"
    )
    assert g.refused("FW", "strike", pieces=["us-b52-arc-light-1", "us-airstrike-1"], cell="delta:2016") == "17.5"
    g.act("FW", "strike", pieces=["us-b52-arc-light-1"], cell="delta:2016", dice=[1])
    assert g.at("us-b52-arc-light-1") == "fw_used", "it takes no losses"


def test_17_6_the_surveillance_aircraft_scouts_for_two_units(met: Callable[..., Ops], ops: Callable[..., Ops]) -> None:
    g = met(us_surveillance_aircraft_1="fw_ready")
    assert "us-surveillance-aircraft-1" in g.asks("FW")["scout"]["pieces"]
    g.fight(fw="us-surveillance-aircraft-1", com="com-sapper-company-1", dice=[6, 1])
    assert g.at("us-surveillance-aircraft-1") == "fw_used"
    alone = ops(us_pbr_1="2015", us_surveillance_aircraft_1="fw_ready", com_sapper_company_1="2016", com_cadre_1="2016")
    alone.go("FW", "us-pbr-1", "2015 2016")
    assert alone.active == ["COM"], "a single unit scouts itself, there is nothing to choose"


def test_19_3_ambush(met: Callable[..., Ops]) -> None:
    g = met(com_ambush_1="2016").fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[3, 3])
    com = next(
        e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.recon" and e["args"]["side"]["s"] == "COM"
    )
    assert {m["key"]: m["value"] for m in com["modifiers"]}["recon.ambush"] == 1


def test_19_3_arms_cache(met: Callable[..., Ops]) -> None:
    g = met(com_arms_cache_1="2016").fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6])
    g.act("COM", "first_fire", dice=[4, 2, 2])
    first = next(e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire")
    assert first["fire"] == 4 + 3 + 4
    alone = Ops(g.runner.title.content, us_pbr_1="2015", com_arms_cache_1="2016", com_ulc_1="1304")
    alone.go("FW", "us-pbr-1", "2015 2016")
    assert (alone.at("com-arms-cache-1"), alone.num("FW", "vp")) == ("com_refit", 1)


def test_19_3_bunkers(met: Callable[..., Ops]) -> None:
    g = met(com_bunkers_1="2016").fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[2, 1, 1])
    first = next(e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire")
    assert {m["key"]: m["value"] for m in first["modifiers"]}["shift.bunkers"] == -1


def test_19_3_civilians(met: Callable[..., Ops]) -> None:
    g = met(com_civilians_1="2016").fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    assert g.num("COM", "vp") == 0, "no fire yet"
    g.act("FW", "first_fire", dice=[2, 2])
    assert g.num("COM", "vp") == 2
    assert g.at("com-civilians-1") == "com_refit"


def test_19_3_minefield(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_mon_1="2015", com_minefield_1="2016", com_ulc_1="1304")
    g.go("FW", "us-pbr-1 us-mon-1", "2015 2016", dice=[6])
    assert g.at("us-mon-1") == "fw_eliminated", "the lowest recon value"
    assert g.num("COM", "vp") == 4
    swept = ops(us_pbr_1="2015", us_ms_1="2015", com_minefield_1="2016", com_ulc_1="1304")
    swept.go("FW", "us-pbr-1 us-ms-1", "2015 2016", dice=[])
    assert swept.at("com-minefield-1") == "com_refit"


def test_19_4_a_force_may_go_on_after_markers(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {"us_pbr_1": "2015", "com_ambush_1": "2016", "com_ulc_1": "1304"}
    g = ops(**where)
    g.go("FW", "us-pbr-1", "2015 2016 2116")
    assert g.at("us-pbr-1") == "2016"
    g.act("FW", "go_on")
    assert g.at("us-pbr-1") == "2116"
    strict = ops(options={"marker_stop": True}, **where)
    strict.go("FW", "us-pbr-1", "2015 2016 2116")
    assert (strict.at("us-pbr-1"), strict.active) == ("2016", ["COM"])


def test_21_1_2_strikes_reach_into_cambodia(ops: Callable[..., Ops]) -> None:
    g = ops(us_airstrike_1="fw_ready", com_cadre_1="1403", us_pbr_1="2015", com_ulc_1="1304")
    g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:1403", dice=[6])
    assert g.at("com-cadre-1") in ("com_eliminated", "com_refit")


def test_25_10_2_tet_recon_bonus_in_turn_1(ops: Callable[..., Ops]) -> None:
    for turn, bonus in ((1, 1), (2, 0)):
        g = ops(scenario="tet", turn=turn, **TWO).go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
        g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
        com = next(
            e["args"]
            for e in g.events
            if e["e"] == "note" and e["key"] == "note.recon" and e["args"]["side"]["s"] == "COM"
        )
        assert {m["key"]: m["value"] for m in com["modifiers"]}.get("recon.tet", 0) == bonus


def test_17_4_naval_gunfire_that_reaches_nothing_is_not_offered_and_says_why(ops: Callable[..., Ops]) -> None:
    g = ops(us_naval_gunfire_1="fw_ready", us_airstrike_1="fw_ready", com_sapper_company_1="2016", us_pbr_1="2015")
    ask = g.asks("FW")["strike"]
    assert ask["pieces"] == ["us-airstrike-1"]
    why = ask["why"]["us-naval-gunfire-1"]
    assert (why["key"], why["rule"]) == ("refuse.ngf_nowhere", "17.4")
    alone = ops(us_naval_gunfire_1="fw_ready", com_sapper_company_1="2016", us_pbr_1="2015")
    ask = alone.asks("FW")["strike"]
    assert (ask["pieces"], ask["why_not"]["rule"]) == (["us-naval-gunfire-1"], "17.4"), "it says so where it is all there is"
    assert alone.refused("FW", "strike", pieces=["us-naval-gunfire-1"], cell="delta:2016") == "17.4"
