"""Options: each reading of the book is played both ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modules.sealords.rules import fire, movement
from modules.sealords.tests.conftest import Game
from modules.sealords.tests.ops import Ops
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.table import Table
from qtwar.model.content import TitleContent as Model


def test_8_5_corner_between_two_land_squares_by_option(model: Model) -> None:
    data = model.rules_json()
    for cell in ("0121", "0220"):  # two capes that touch at a corner
        data["boards"][0]["terrain"][cell] = "land"
    content = Content(data)
    for strict in (True, False):
        table = Game(content, "game_warden", options={"naval_corner_needs_water": strict}).table()
        assert ("delta:0221" in movement.lanes(table, "N")["delta:0120"]) is not strict


def test_10_4_units_that_broke_off_may_be_done_for_the_phase_by_option(game: Any) -> None:
    g = game(options={"break_off_acts_again": False}).put(us_pbr_1="2015", us_pbr_2="2015")
    t = g.table()
    t.set_attr("us-pbr-1", "broke_off", 1)
    assert movement.movable(t, "FW", 10) == {"delta:2015": ["us-pbr-2"]}
    t.set_var("turn", 2)
    assert movement.movable(t, "FW", 10) == {"delta:2015": ["us-pbr-1", "us-pbr-2"]}


# -- one test for each reading, played both ways ------------------------------------------------------

MET: dict[str, Any] = {"com_local_force_battalion_1": "2016", "com_sapper_company_1": "2016"}
BOATS: dict[str, Any] = {"us_pbr_1": "2015", "us_pbr_2": "2015"}
FAR: dict[str, Any] = {"com_ulc_3": "1304"}


def both(content: Content, option: str, **where: Any) -> Iterator[tuple[bool, Ops]]:
    """Yield a game at the operations phase with an option on, and one with it off."""
    for on in (True, False):
        yield on, Ops(content, options={option: on}, **where)


def fired(g: Ops) -> list[dict[str, Any]]:
    return [e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire"]


def met(g: Ops, dice: list[int], first: list[int]) -> Ops:
    """Two PBR meet the enemy in 2016, win the recon and fire first."""
    g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    return g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=dice).act("FW", "first_fire", dice=first)


def test_6_5_a_pass_hands_over_by_option(content: Content) -> None:
    for final, g in both(content, "final_pass", us_pbr_1="2015", com_ulc_1="1304"):
        g.act("FW", "pass").go("COM", "com-ulc-1", "1304 1305")
        assert g.active == (["COM"] if final else ["FW"])
        if not final:
            g.act("FW", "pass").act("COM", "pass")
            assert g.state.vars["phase"] == "logistics", "two passes in a row end the phase"


def test_7_4_passengers_pay_by_option(content: Content) -> None:
    where = {"us_atc_1": "2015", "us_infantry_battalion_1": "2015"}
    for pay, g in both(content, "passengers_pay", **where):
        g.go("FW", "us-atc-1 us-infantry-battalion-1", "2015 2016")
        assert g.num("FW", "cp") == 20 - (4 if pay else 2)


def test_8_8_boats_pool_their_capacity_by_option(content: Content) -> None:
    where = {**BOATS, "us_infantry_battalion_1": "2015"}
    force = "us-pbr-1 us-pbr-2 us-infantry-battalion-1"
    for pooled, g in both(content, "pooled_water_capacity", **where):
        if pooled:
            g.go("FW", force, "2015 2016")
            assert g.at("us-infantry-battalion-1") == "2016"
        else:
            assert g.refused_go("FW", force, "2015 2016") == "8.8", "1 and 1 carry no battalion of 2"


def test_10_2_a_camp_counts_as_base_by_option(content: Content) -> None:
    for counts, g in both(content, "camp_is_base", us_special_forces_camp_1="2106", **FAR):
        t = Table(g.runner.title.content, g.state, Chance(1))
        assert fire.has_base(t, "delta:2106", "FW") is counts


def test_10_4_sensors_hear_a_break_off_by_option(content: Content) -> None:
    for hears in (True, False):
        where: dict[str, Any] = {"us_pbr_1": "2016", "us_mon_1": "2016", "us_sensor_1": "2116", "com_ulc_1": "2015"}
        g = Ops(content, "COM", options={"sensor_on_break_off": hears}, com_sapper_company_1="2015", **where)
        g.go("COM", "com-ulc-1 com-sapper-company-1", "2015 2016")
        g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6]).act("COM", "break_off")
        g.act("COM", "retreat", [6], pieces=["com-ulc-1", "com-sapper-company-1"], cell="delta:2116")
        assert g.at("us-sensor-1") == ("fw_eliminated" if hears else "2116")


def test_10_4_who_broke_off_moves_again_by_option(content: Content) -> None:
    for again, g in both(content, "break_off_acts_again", com=0, **BOATS, **MET):
        g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
        g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]).act("FW", "break_off")
        g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2015")
        assert ("why_not" not in g.asks("FW")["move_force"]) is again


def test_10_5_a_forced_break_off_scores_by_option(content: Content) -> None:
    for scores, g in both(
        content, "forced_refit_scores", us_mon_1="2015", us_mon_2="2015", us_mon_3="2015", **MET, **FAR
    ):
        g.go("FW", "us-mon-1 us-mon-2 us-mon-3", "2015 2016")
        g.fight(fw="us-mon-1", com="com-sapper-company-1", dice=[6, 1]).act("FW", "first_fire", dice=[3])
        assert fired(g)[0]["code"] == "K+B"
        g.act("COM", "lose", pieces=["com-sapper-company-1"])
        assert g.at("com-local-force-battalion-1") == "com_refit", "no boat to leave with"
        assert g.num("FW", "vp") == 2 + scores


def test_11_4_each_leader_shifts_by_option(content: Content) -> None:
    where = {"us_ccb_1": "2015", "us_ccb_2": "2015", **FAR}
    for once, g in both(content, "leader_shift_once", **where):
        t = Table(g.runner.title.content, g.state, Chance(1))
        lines = {x["key"]: x["value"] for x in fire.shifts(t, "delta:2015", "FW", "COM", hero=False)}
        assert lines["shift.leader"] == (1 if once else 2)


def test_11_5_an_a_hurts_the_firing_free_world_by_option(content: Content) -> None:
    for hurts, g in both(content, "own_a_result", us_airstrike_1="fw_ready", **BOATS, **MET):
        g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
        g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]).act("FW", "first_fire")
        g.act("FW", "commit", pieces=["us-airstrike-1"], dice=[2, 1])
        assert [x["code"] for x in fired(g)] == ["R+A", "Z"]
        assert g.at("us-airstrike-1") == ("fw_refit" if hurts else "fw_used")


def test_11_7_the_recon_unit_goes_first_in_every_round_by_option(content: Content) -> None:
    three = {**MET, "com_local_force_battalion_2": "2016"}
    for every, g in both(content, "recon_unit_per_round", us_mon_1="2015", us_mon_2="2015", **three):
        g.go("FW", "us-mon-1 us-mon-2", "2015 2016")
        g.fight(fw="us-mon-1", com="com-sapper-company-1", dice=[6, 1]).act("FW", "first_fire", dice=[3, 2])
        assert (fired(g)[0]["code"], g.at("com-sapper-company-1"), g.shown) == ("R", "com_refit", "recon")
        g.fight(fw="us-mon-1", com="com-local-force-battalion-1", dice=[6, 1]).act("FW", "first_fire", dice=[3, 2])
        assert fired(g)[0]["code"] == "R"
        assert g.at("com-local-force-battalion-1") == ("com_refit" if every else "2016")
        if not every:
            assert len(g.asks("COM")["lose"]["pieces"]) == 2, "free to choose: the recon unit of round 1 has gone"


def test_11_9_an_ambush_lasts_by_option(content: Content) -> None:
    for lasts, g in both(content, "ambush_to_end", com_ambush_1="2016", **BOATS, **MET):
        met(g, [6, 1], [2, 2])
        assert g.shown == "recon", "both sides are left: round 2"
        assert g.at("com-ambush-1") == ("2016" if lasts else "com_refit")


def test_17_4_an_ace_joins_a_strike_by_option(content: Content) -> None:
    where = {"us_airstrike_1": "fw_ready", "us_ace_1": "fw_hold", "us_pbr_1": "3210", "com_cadre_1": "2016"}
    for joins, g in both(content, "ace_in_strike", **where, **FAR):
        assert ("us-ace-1" in g.asks("FW")["strike"]["pieces"]) is joins
        if joins:
            assert g.refused("FW", "strike", pieces=["us-ace-1"], cell="delta:2016") == "17.4"
            g.act("FW", "strike", pieces=["us-ace-1", "us-airstrike-1"], cell="delta:2016", dice=[2])
            assert (g.shifts()["shift.hero"], g.at("us-ace-1")) == (1, "fw_pool")


def test_19_4_markers_end_a_move_by_option(content: Content) -> None:
    for stops, g in both(content, "marker_stop", us_pbr_1="2015", com_ambush_1="2016", **FAR):
        g.go("FW", "us-pbr-1", "2015 2016 2116")
        assert (g.at("us-pbr-1"), g.active) == ("2016", ["COM"] if stops else ["FW"])
