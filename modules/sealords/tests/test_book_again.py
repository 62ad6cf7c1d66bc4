"""The third reading of the book: rules that meet each other, one test for each sentence that the code had missed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.sealords.rules import fire
from modules.sealords.tests.ops import Ops, table

FAR: dict[str, Any] = {"com_ulc_3": "1304"}


# -- 27.0, 10.2: terrain in recon ----------------------------------------------------------------------


@pytest.mark.parametrize(("defender", "attacker"), [("FW", "COM"), ("COM", "FW")])
def test_27_0_a_swamp_helps_the_recon_of_whoever_defends(ops: Callable[..., Ops], defender: str, attacker: str) -> None:
    t = table(ops(us_pbr_1="2015"))
    lines = {
        side: {x["key"]: x["value"] for x in fire.recon_lines(t, "delta:1707", side, attacker, hero=False, tet=False)}
        for side in (defender, attacker)
    }
    assert lines == {defender: {"terrain.swamp_mangrove": 1}, attacker: {}}
    shifts = {x["key"] for x in fire.shifts(t, "delta:1707", attacker, defender, hero=False)}
    assert ("terrain.swamp_mangrove" in shifts) is (defender == "COM"), "its shift is for the Communists alone"


@pytest.mark.parametrize("adds", [True, False])
def test_10_2_terrain_adds_up_or_the_largest_of_the_column_counts_by_option(
    ops: Callable[..., Ops], adds: bool
) -> None:
    t = table(ops(options={"terrain_adds_up": adds}, us_pbr_1="2015"))

    def effects(place: str) -> tuple[list[str], list[str]]:
        recon = fire.recon_lines(t, place, "FW", "FW", hero=False, tet=False)
        shifts = fire.shifts(t, place, "FW", "COM", hero=False)
        return [x["key"] for x in recon], [x["key"] for x in shifts]

    # 1402: a town on a major river. The town shifts fire and is nothing to recon, the river the other way round.
    assert effects("delta:1402") == (["terrain.major_river"], ["terrain.town"])
    both = ["terrain.major_river", "terrain.city"]
    assert effects("delta:2611") == (both if adds else both[:1], ["terrain.city"])


# -- 10.4: who has broken off is done for the operation ---------------------------------------------------

LIFT: dict[str, Any] = {
    "us_helicopter_battalion_1": "1914",
    "us_helicopter_battalion_2": "1914",
    "us_helicopter_detachment_1": "1914",
    "us_logistical_base_1": "1914",
    "us_infantry_battalion_1": "1914",
    "us_cidg_1": "1914",
    "com_sapper_company_1": "1617",
    "com_local_force_battalion_1": "1617",
}
FORCE = "us-helicopter-battalion-1 us-helicopter-battalion-2 us-infantry-battalion-1 us-cidg-1"


def flown_off(ops: Callable[..., Ops], **more: Any) -> Ops:
    """Helicopters have landed troops in 1617; some have broken off to the base, the rest stays for the fire."""
    g = ops(**{**LIFT, **more}).go("FW", FORCE, "1914 1617")
    g.fight(fw="us-infantry-battalion-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off")
    g.act("FW", "retreat", pieces=["us-helicopter-battalion-1", "us-cidg-1"], cell="delta:1914")
    return g.act("FW", "stay")


def test_10_4_who_broke_off_does_not_react_in_the_same_operation(ops: Callable[..., Ops]) -> None:
    g = flown_off(ops)
    assert g.shown == "fw_air_airmobile_ngf"
    assert g.asks("FW")["react"]["pieces"] == ["us-helicopter-detachment-1"]
    home = ["delta:1914", "delta:1617"]
    assert g.refused("FW", "react", pieces=["us-helicopter-battalion-1"], path=home) != ""


def test_10_4_who_broke_off_is_not_fetched_in_the_same_operation(ops: Callable[..., Ops]) -> None:
    g = flown_off(ops, us_air_cavalry_battalion_1="1819", us_logistical_base_2="1819")
    args = {"pieces": ["us-air-cavalry-battalion-1"], "path": ["delta:1819"]}
    assert "us-cidg-1" not in g.runner.query("FW", "reach", args)["join"].get("delta:1914", [])
    path = ["delta:1819", "delta:1914", "delta:1617"]
    join = {"delta:1914": ["us-cidg-1"]}
    assert g.refused("FW", "react", pieces=["us-air-cavalry-battalion-1"], path=path, join=join) == "10.4"


def test_10_4_who_broke_off_operates_again_afterwards(ops: Callable[..., Ops]) -> None:
    g = flown_off(ops, **FAR)
    while g.active == ["FW"]:
        if g.shown == "fw_air_airmobile_ngf":
            g.act("FW", "air_done", dice=[6, 6, 3, 3])
        elif "retreat" in g.asks("FW"):
            left = [p for p in FORCE.split() if g.at(p) == "1617"]
            g.act("FW", "retreat", pieces=left, cell="delta:1914")
        else:
            break
    g = ops(**LIFT, **FAR).go("FW", FORCE, "1914 1617")
    g.fight(fw="us-infantry-battalion-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off").act("FW", "retreat", pieces=FORCE.split(), cell="delta:1914")
    g.go("COM", "com-ulc-3", "1304 1305")
    assert set(FORCE.split()) <= set(g.asks("FW")["move_force"]["pieces"])


def test_10_4_who_is_done_for_the_phase_is_neither_fetched_nor_redeployed_by_option(ops: Callable[..., Ops]) -> None:
    g = ops(
        options={"break_off_acts_again": False},
        us_logistical_base_2="1819",
        us_air_cavalry_battalion_1="1819",
        **LIFT,
        **FAR,
    )
    g.go("FW", FORCE, "1914 1617").fight(fw="us-infantry-battalion-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off").act("FW", "retreat", pieces=FORCE.split(), cell="delta:1914")
    g.go("COM", "com-ulc-3", "1304 1305")
    assert "redeploy" not in g.asks("FW")
    why = g.asks("FW")["move_force"]["why"]
    assert all((why[p]["key"], why[p]["rule"]) == ("refuse.broke_off", "10.4") for p in FORCE.split())
    found = g.runner.query("FW", "reach", {"pieces": ["us-air-cavalry-battalion-1"]})
    assert "delta:1914" not in found["join"]
    more = {"join": {"1914": "us-cidg-1"}}
    assert g.refused_go("FW", "us-air-cavalry-battalion-1", "1819 1914 2015", **more) == "10.4"


# -- 7.4: the price of passengers ------------------------------------------------------------------------


@pytest.mark.parametrize(("pay", "cp"), [(True, 20 - 4), (False, 20 - 2)])
def test_7_4_collected_passengers_pay_like_those_on_board_by_option(
    ops: Callable[..., Ops], pay: bool, cp: int
) -> None:
    g = ops(options={"passengers_pay": pay}, us_helicopter_battalion_1="1914", us_infantry_battalion_1="2015", **FAR)
    g.go("FW", "us-helicopter-battalion-1", "1914 2015 1617", join={"2015": "us-infantry-battalion-1"})
    assert g.num("FW", "cp") == cp


# -- 21.1 and 23.3: no interception in Cambodia -------------------------------------------------------------


@pytest.mark.parametrize(("open_", "asked"), [(False, False), (True, True)])
def test_21_1_interceptors_stay_out_of_cambodia(ops: Callable[..., Ops], open_: bool, asked: bool) -> None:
    g = ops("COM", options={"fw_nzoc": True}, us_de_1="0411", com_aj_1="0309")
    g.state.vars["cambodia_open"] = open_
    g.runner._offers.clear()
    g.go("COM", "com-aj-1", "0309 0310")
    assert (g.active == ["FW"] and g.shown == "intercept") is asked


# -- 8.13: secrecy ---------------------------------------------------------------------------------------


def test_8_13_losses_of_a_strike_are_asked_for_whatever_lies_there(ops: Callable[..., Ops]) -> None:
    asked = {}
    for second in ("com_cadre_2", "com_ambush_1"):
        g = ops(us_airstrike_1="fw_ready", us_pbr_1="3210", com_cadre_1="2016", **{second: "2016"})
        g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:2016")
        g.act("COM", "show", pieces=[], dice=[5])
        asked[second] = (g.note("note.fire")["code"], g.active, "lose" in g.asks("COM"))
    assert asked["com_cadre_2"] == asked["com_ambush_1"], "one unit or two: the Free World sees two counters"
    assert asked["com_ambush_1"][2]


def test_8_13_a_forced_break_off_from_a_strike_is_asked_for_whatever_lies_there(ops: Callable[..., Ops]) -> None:
    strikes = [f"us-airstrike-{i}" for i in (1, 2, 3)]
    ready: dict[str, Any] = {name.replace("-", "_"): "fw_ready" for name in strikes}
    asked = []
    for boat in ("com_ulc_1", "com_cadre_2"):
        g = ops(us_pbr_1="3210", com_cadre_1="2016", **{boat: "2016"}, **ready)
        g.act("FW", "strike", pieces=strikes, cell="delta:2016").act("COM", "show", pieces=[], dice=[4])
        assert g.note("note.fire")["code"] == "K+B"
        g.act("COM", "lose", pieces=["com-cadre-1"])
        asked.append((g.active, sorted(g.asks("COM"))))
    assert asked[0] == asked[1] == (["COM"], ["retreat"])


def test_8_13_the_squares_where_a_force_has_ended_tell_nothing_of_who_was_landed_where(ops: Callable[..., Ops]) -> None:
    ends = []
    for first, second in (("com-cadre-1", "com-sapper-company-1"), ("com-sapper-company-1", "com-cadre-1")):
        g = ops(
            "COM", com_aj_1="2116", com_cadre_1="2116", com_sapper_company_1="2116", us_pbr_1="1915", us_pbr_2="1915"
        )
        land = {"2016": first, "2015": second}
        g.go("COM", "com-aj-1 com-cadre-1 com-sapper-company-1", "2116 2016 2015 1915", land=land)
        assert g.shown == "recon"
        ends.append(next(frame["l"]["ends"] for frame in g.state.flow if frame["step"] == "operation"))
    assert ends[0] == ends[1]


def test_8_13_counters_are_turned_down_when_the_last_free_world_unit_has_gone(ops: Callable[..., Ops]) -> None:
    # Two landings by one force: what has won at the first lies face down again while the second is fought out.
    g = ops(
        us_helicopter_battalion_1="1914", us_infantry_battalion_1="1914", us_logistical_base_1="1914",
        com_cadre_1="1617", com_cadre_2="2016",
    )  # fmt: skip
    land = {"1617": "us-infantry-battalion-1"}
    g.go("FW", "us-helicopter-battalion-1 us-infantry-battalion-1", "1914 1617 2016", [6, 1], land=land)
    assert (g.state.knows("FW", "com-cadre-1"), g.state.knows("FW", "com-cadre-2")) == (True, False)
    g.act("FW", "break_off").act("FW", "retreat", [6, 1], pieces=["us-infantry-battalion-1"], cell="fw_refit")
    assert (g.state.knows("FW", "com-cadre-1"), g.state.knows("FW", "com-cadre-2")) == (False, True)
    assert g.active == ["FW"], "the second landing is fought out"


# -- 15.1, 22.2 ------------------------------------------------------------------------------------------


def test_22_2_units_that_break_off_into_two_bases_both_arrive(ops: Callable[..., Ops]) -> None:
    from modules.sealords.rules import infiltration

    g = ops(options={"com_cp_for_infiltration": True}, us_pbr_1="2015", com_sij_1="3308", com_tij_1="1418")
    t = table(g)
    assert infiltration.value(t, "com-sij-1", "delta:3308") == 3
    g.state.active = []
    frame = t.call("break_off", cell="delta:2016", side="COM", forced=False)
    frame.l["ends"] = ["delta:3308", "delta:1418"]
    g.runner.settle(t)
    g.act("COM", "take", choice="cp")
    g.act("COM", "done")
    assert g.active == ["COM"]
    g.act("COM", "take", choice="vp")
    assert (g.at("com-sij-1"), g.at("com-tij-1")) == ("com_pool", "com_pool")


def test_22_2_the_choice_names_the_points_as_the_media_circus_counts_them(ops: Callable[..., Ops]) -> None:
    g = ops("COM", options={"com_cp_for_infiltration": True}, us_pbr_1="2015", com_tij_1="0920")
    g.state.vars["media_circus"] = 2
    t = table(g)
    g.state.active = []
    t.call("infiltration", place="delta:0920")
    g.runner.settle(t)
    labels = [c["label"]["args"]["n"] for c in g.asks("COM")["take"]["choices"]]
    assert labels == [8, 4], "victory points double, command points do not"
    g.act("COM", "take", choice="vp")
    assert g.num("COM", "vp") == 8


def test_22_2_points_taken_after_the_last_was_spent_bring_the_communists_back(ops: Callable[..., Ops]) -> None:
    # 6.5: out of points is no declaration; 22.2: the points may be used at once.
    g = ops(com=0, us_pbr_1="2015", **FAR)
    g.go("FW", "us-pbr-1", "2015 2016")
    assert g.active == ["FW"], "the Communists have no points"
    t = table(g)
    t.put("COM", "cp", 4)
    g.go("FW", "us-pbr-1", "2016 2015")
    assert g.active == ["COM"]
    g.act("COM", "pass")
    g.go("FW", "us-pbr-1", "2015 2016")
    assert g.active == ["FW"], "a pass is final"
