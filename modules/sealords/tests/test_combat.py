"""Recon and combat, one test for each numbered rule (7.6, 10.0, 11.0, 16.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.sealords.rules import fire, losses
from modules.sealords.tests.ops import Ops, table
from qtwar.kit.tally import modifier


def test_7_6_3_contact_leads_to_recon(met: Callable[..., Ops]) -> None:
    g = met()
    assert g.shown == "recon"
    assert sorted(g.active) == ["COM", "FW"], "both choose at the same time"


def test_7_6_3a_everything_in_the_square_is_turned_up(met: Callable[..., Ops]) -> None:
    g = met(com_ambush_1="2016")
    assert all(g.state.knows("FW", p) for p in ("com-local-force-battalion-1", "com-sapper-company-1", "com-ambush-1"))


def test_7_6_3b_the_higher_sum_has_the_bounce(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    assert g.note("note.bounce")["side"] == {"s": "FW"}
    assert g.active == ["FW"]


def test_7_6_4_the_free_world_may_feed_in_air_in_both_sides_operations(ops: Callable[..., Ops]) -> None:
    g = ops(
        "COM",
        us_pbr_1="2016",
        us_pbr_2="2016",
        us_airstrike_1="fw_ready",
        com_ulc_1="2116",
        com_ulc_2="2116",
        com_sapper_company_1="2116",
    )
    g.go("COM", "com-ulc-1 com-sapper-company-1", "2116 2016")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6])
    g.act("COM", "first_fire")
    assert (g.active, g.shown) == (["FW"], "fw_air_airmobile_ngf")


def test_7_6_5_the_bounce_fires_first_and_survivors_reply(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[3, 1, 1])
    fires = [e["args"]["side"]["s"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire"]
    assert fires[0] == "FW"


def test_7_6_6_rounds_follow_until_one_side_is_left(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[2, 2])
    combat = next(f for f in g.state.flow if f["step"] == "combat")
    assert (combat["l"]["round"], g.shown) == (2, "recon")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off")
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2015")
    assert not [f for f in g.state.flow if f["step"] == "combat"]


def test_10_1_reveal_comes_before_the_bounce(met: Callable[..., Ops]) -> None:
    notes = met().notes()
    assert notes.index("note.revealed") < notes.index("note.round")


def test_10_2_1_recon_units_are_chosen_in_secret(met: Callable[..., Ops]) -> None:
    g = met()
    g.act("FW", "scout", pieces=["us-pbr-1"])
    assert g.active == ["COM"]
    from qtwar.base import jsonio
    from qtwar.engine import views

    one = jsonio.dumps(views.view(g.state, "COM").to_json())
    other = met().act("FW", "scout", pieces=["us-pbr-2"])
    assert jsonio.dumps(views.view(other.state, "COM").to_json()) == one


def test_10_2_2_recon_dice_with_every_modifier(met: Callable[..., Ops]) -> None:
    g = met(com_ambush_1="2016").fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[3, 3])
    totals = {
        e["args"]["side"]["s"]: e["args"]["total"] for e in g.events if e["e"] == "note" and e["key"] == "note.recon"
    }
    assert totals == {"FW": 3 + 4 + 1, "COM": 3 + 5 + 1}, "major river helps the attacker, the ambush the Communists"
    swamp = {x["key"]: x["value"] for x in fire.recon_lines(table(g), "delta:2108", "COM", "FW", hero=False, tet=False)}
    assert swamp["terrain.swamp_mangrove"] == 1


def test_10_2_2_a_base_unit_helps_its_defender(ops: Callable[..., Ops]) -> None:
    g = ops(com_logistical_base_1="2108", us_logistical_base_1="2015", us_special_forces_camp_1="2106")
    t = table(g)
    assert {"terrain.base_unit"} <= {
        x["key"] for x in fire.recon_lines(t, "delta:2108", "COM", "FW", hero=False, tet=False)
    }
    assert {"terrain.base_unit"} <= {
        x["key"] for x in fire.recon_lines(t, "delta:2106", "FW", "COM", hero=False, tet=False)
    }
    assert "terrain.base_unit" not in {
        x["key"] for x in fire.recon_lines(t, "delta:2015", "FW", "FW", hero=False, tet=False)
    }


def test_10_2_3_ties_go_to_the_defender(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[3, 3])
    assert g.note("note.bounce")["side"] == {"s": "COM"}, "3+4+1 against 3+5"


def test_10_2_4_the_winner_fires_or_breaks_off(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    assert set(g.asks("FW")) == {"first_fire", "break_off"}


def test_10_3_1_boats_break_off_to_a_free_square_beside(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off")
    assert g.asks("FW")["retreat"]["cells"] == ["delta:2015", "delta:2116", "fw_refit"], "beside it, by water"
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2015")
    assert g.at("us-pbr-1") == "2015"
    assert g.active == ["COM"], "the operation is over"
    assert not g.state.knows("FW", "com-sapper-company-1"), "face down again (8.13)"


def test_10_3_2_helicopters_fly_to_a_base_with_passengers(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_helicopter_battalion_1="1914", us_infantry_battalion_1="1914", us_logistical_base_1="1914",
        com_sapper_company_1="1617", com_local_force_battalion_1="1617",
    )  # fmt: skip
    g.go("FW", "us-helicopter-battalion-1 us-infantry-battalion-1", "1914 1617")
    g.fight(fw="us-infantry-battalion-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off")
    g.act("FW", "retreat", pieces=["us-helicopter-battalion-1", "us-infantry-battalion-1"], cell="delta:1914")
    assert g.at("us-infantry-battalion-1") == "1914"


def test_10_4_some_may_stay_and_the_other_side_fires_first(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off")
    assert g.refused("FW", "stay") == "10.2"
    g.act("FW", "retreat", pieces=["us-pbr-1"], cell="delta:2015")
    g.act("FW", "stay", dice=[3, 1, 3])
    assert next(e["args"]["side"]["s"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire") == "COM"


def test_10_5_anything_may_break_off_to_the_refit_box_without_points(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "break_off")
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="fw_refit")
    assert g.at("us-pbr-1") == "fw_refit"
    assert g.num("COM", "vp") == 0


def test_11_1_the_operating_side_is_the_attacker_whoever_fires(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6])
    g.act("COM", "first_fire", dice=[3, 3, 1])
    combat = [f for f in g.state.flow if f["step"] == "combat"]
    assert all(f["l"]["attacker"] == "FW" for f in combat)


def test_11_2_1_all_fire_factors_are_added(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[3, 1, 1])
    first = next(e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire")
    assert first["fire"] == 6


def test_11_2_2_support_adds_firepower(met: Callable[..., Ops]) -> None:
    g = met(us_airstrike_1="fw_ready", us_naval_gunfire_1="fw_ready").fight(
        fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]
    )
    g.act("FW", "first_fire")
    assert g.asks("FW")["commit"]["pieces"] == ["us-airstrike-1"], "naval gunfire does not reach the inland river"
    g.act("FW", "commit", pieces=["us-airstrike-1"], dice=[3, 1, 1])
    first = next(e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire")
    assert first["fire"] == 6 + 6


@pytest.mark.parametrize(
    ("power", "head"), [(0, "<1"), (1, "1"), (5, "4-5"), (12, "10-12"), (26, "23-26"), (40, "27+")]
)
def test_11_2_3_the_column_is_found_by_firepower(ops: Callable[..., Ops], power: int, head: str) -> None:
    t = table(ops(us_pbr_1="2015"))
    base, at = fire.column(t, power, [])
    assert base == at
    assert t.chart("crt").column_heads[at] == head


def test_11_2_4_shifts_of_terrain_base_bunkers_leader_and_hero(ops: Callable[..., Ops]) -> None:
    g = ops(us_ccb_1="1617", com_logistical_base_1="1617", com_bunkers_1="1617")
    t = table(g)
    t.reveal("com-bunkers-1")
    found = {x["key"]: x["value"] for x in fire.shifts(t, "delta:1617", "FW", "COM", hero=True)}
    assert found == {
        "terrain.town": -1,
        "terrain.base_unit": -1,
        "shift.bunkers": -1,
        "shift.leader": 1,
        "shift.hero": 1,
    }
    assert fire.shifts(t, "delta:1617", "COM", "COM", hero=False) == [], (
        "terrain counts only against fire at the defender"
    )


def test_11_2_5_the_die_is_read_on_the_table(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[5])
    assert g.note("note.fire")["code"] == "K"
    assert g.shown == "fire"
    assert g.active == ["COM"], "the owner chooses the loss"


def test_11_3_first_fire_is_resolved_before_the_reply(ops: Callable[..., Ops]) -> None:
    g = ops(us_mon_1="2015", us_mon_2="2015", com_sapper_company_1="2016")
    g.go("FW", "us-mon-1 us-mon-2", "2015 2016")
    g.fight(fw="us-mon-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[5])
    assert g.at("com-sapper-company-1") == "com_eliminated"
    assert g.at("us-mon-1") == "2016", "nobody was left to reply"


def test_11_4_shifts_add_up_and_stop_at_the_edges(ops: Callable[..., Ops]) -> None:
    t = table(ops(us_pbr_1="2015"))
    crt = t.chart("crt")
    assert (
        crt.column_heads[fire.column(t, 3, [modifier("x", -2, ""), modifier("y", -1, ""), modifier("z", 1, "")])[1]]
        == "1"
    )
    assert crt.column_heads[fire.column(t, 1, [modifier("x", -3, "")])[1]] == "<1"
    assert crt.column_heads[fire.column(t, 27, [modifier("x", 2, "")])[1]] == "27+"


def test_11_4_city_and_base_add_up(ops: Callable[..., Ops]) -> None:
    t = table(ops(arvn_logistical_base_1="2611"))
    assert sum(x["value"] for x in fire.shifts(t, "delta:2611", "COM", "FW", hero=False)) == -3


def resolve(g: Ops, code: str, firer: str = "FW", **more: Any) -> Ops:
    """Apply a result in 2016 as the fire step does."""
    t = table(g)
    g.state.active = []
    t.call("losses", cell="delta:2016", todo=losses.parts(code, firer, "COM" if firer == "FW" else "FW"), **more)
    g.runner.settle(t)
    g.runner._offers.clear()
    g.events = t.events
    return g


def test_11_5_r_one_unit_to_the_refit_box(met: Callable[..., Ops]) -> None:
    g = resolve(met(), "R", scouts={"COM": "com-sapper-company-1"})
    assert g.at("com-sapper-company-1") == "com_refit"
    assert g.num("FW", "vp") == 1


def test_11_5_k_one_unit_is_eliminated(met: Callable[..., Ops]) -> None:
    g = resolve(met(), "K")
    g.act("COM", "lose", pieces=["com-local-force-battalion-1"])
    assert g.at("com-local-force-battalion-1") == "com_eliminated"
    assert g.num("FW", "vp") == 2


def test_11_5_k_and_r_fall_on_different_units(met: Callable[..., Ops]) -> None:
    g = resolve(met(), "K+R", scouts={"COM": "com-sapper-company-1"})
    g.act("COM", "lose", pieces=["com-local-force-battalion-1"])
    assert (g.at("com-local-force-battalion-1"), g.at("com-sapper-company-1")) == ("com_eliminated", "com_refit")


def test_11_5_2k_two_units_are_eliminated(met: Callable[..., Ops]) -> None:
    g = resolve(met(com_cadre_1="2016"), "2K")
    g.act("COM", "lose", pieces=["com-cadre-1"])
    g.act("COM", "lose", pieces=["com-sapper-company-1"])
    assert [g.at(p) for p in ("com-cadre-1", "com-sapper-company-1")] == ["com_eliminated"] * 2
    assert g.num("FW", "vp") == 4 + 2


def test_11_5_a_takes_one_aircraft_of_the_round(met: Callable[..., Ops]) -> None:
    g = met(us_airstrike_1="fw_used", us_naval_gunfire_1="fw_used", us_airstrike_2="fw_ready")
    resolve(g, "A", firer="COM", support=["us-airstrike-1", "us-naval-gunfire-1"])
    assert (g.at("us-airstrike-1"), g.at("us-naval-gunfire-1"), g.at("us-airstrike-2")) == (
        "fw_refit",
        "fw_used",
        "fw_ready",
    )
    assert g.num("COM", "vp") == 1


def test_11_5_z_takes_one_of_the_firing_units(met: Callable[..., Ops]) -> None:
    g = resolve(met(), "Z", scouts={"FW": "us-pbr-2"})
    assert g.at("us-pbr-2") == "fw_refit"
    assert g.num("COM", "vp") == 2


def test_11_5_b_makes_all_targets_break_off(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    t = table(g)
    g.state.active = []
    t.call("break_off", cell="delta:2016", side="COM", forced=True)
    g.runner.settle(t)
    assert {g.at("com-sapper-company-1"), g.at("com-local-force-battalion-1")} == {"com_refit"}, (
        "no boats to carry them"
    )
    assert g.num("FW", "vp") == 2, "forced without a way out scores by the reading of 10.5"


def test_11_6_each_part_of_a_result_is_applied_in_order() -> None:
    assert losses.parts("K+B+A", "COM", "FW") == [["K", "FW"], ["A", "FW"]]
    assert losses.parts("R+Z", "FW", "COM") == [["R", "COM"], ["Z", "FW"]]
    assert losses.parts("2K+B", "FW", "COM") == [["K", "COM"], ["K", "COM"]]
    assert losses.parts("-", "FW", "COM") == []


def test_11_7_the_recon_unit_goes_first_to_the_refit_box(met: Callable[..., Ops]) -> None:
    g = resolve(met(com_cadre_1="2016"), "R", scouts={"COM": "com-cadre-1"})
    assert g.at("com-cadre-1") == "com_refit"
    free = resolve(met(), "R", scouts={"COM": "com-cadre-9"})
    assert sorted(free.asks("COM")["lose"]["pieces"]) == ["com-local-force-battalion-1", "com-sapper-company-1"]


def test_11_8_combat_goes_on_without_cost(met: Callable[..., Ops]) -> None:
    g = met().fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    before = g.num("FW", "cp")
    g.act("FW", "first_fire", dice=[2, 2])
    assert (g.shown, g.num("FW", "cp")) == ("recon", before)


def test_11_9_markers_leave_after_the_first_round(met: Callable[..., Ops]) -> None:
    g = met(com_ambush_1="2016", us_airstrike_1="fw_ready").fight(
        fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]
    )
    g.act("FW", "first_fire")
    g.act("FW", "commit", pieces=["us-airstrike-1"], dice=[2, 2])
    if "air_done" in g.asks("FW"):
        g.act("FW", "air_done", dice=[2, 2])
    assert g.at("com-ambush-1") == "com_refit"
    assert g.at("us-airstrike-1") in ("fw_used", "fw_refit")


def test_11_10_passengers_fight_with_full_factor(ops: Callable[..., Ops]) -> None:
    g = ops(us_atc_1="2015", us_infantry_battalion_1="2015", com_sapper_company_1="2016", com_cadre_1="2016")
    g.go("FW", "us-atc-1 us-infantry-battalion-1", "2015 2016")
    g.fight(fw="us-infantry-battalion-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[2, 1, 1])
    first = next(e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire")
    assert first["fire"] == 3 + 6


def test_16_4_a_hero_helps_one_round_and_returns_to_the_pool(met: Callable[..., Ops]) -> None:
    g = met(us_ace_1="fw_hold").fight(fw="us-pbr-1 us-ace-1", com="com-sapper-company-1", dice=[3, 2])
    assert g.note("note.bounce")["side"] == {"s": "FW"}, "3+4+1+1 against 2+5"
    assert g.at("us-ace-1") == "fw_pool"
    g.act("FW", "first_fire", dice=[2, 1, 1])
    first = next(e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire")
    assert {m["key"]: m["value"] for m in first["modifiers"]}["shift.hero"] == 1
