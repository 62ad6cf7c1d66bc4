"""Readings of what the book leaves open, turned round (AMB), and rules that lie across chapters."""

from __future__ import annotations

from typing import Any

import pytest

from modules.fields_of_fire.rules import (
    act_fight,
    ammo,
    at,
    effects,
    facts,
    fire,
    grenades,
    ncm,
    nets,
    sequence,
    sight,
    transport,
)
from modules.fields_of_fire.rules.actions import Order
from modules.fields_of_fire.rules.settle import settle
from modules.fields_of_fire.tests.conftest import Game, blanks, cards


def settled(**pieces: Any) -> Game:
    g = Game(**pieces)
    settle(g.table())
    g.runner.open(g.state)
    return g


# the order of play ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "early"), [("nrm_1", False), ("nrm_2", True), ("nrm_3", False)])
def test_3_the_order_of_phases_by_the_type_of_the_mission(scenario: str, early: bool) -> None:
    t = Game(scenario=scenario).table()
    t.call("turn")
    names = [local["id"] for _, local in sequence.turn_items(t, t.frame())]
    assert (names.index("enemy_activity") < names.index("command")) is early
    assert names[0] == "us_events"
    assert names[-4:] == ["capture", "vehicles", "combat", "clean_up"]


def test_3_7_1_missions_then_contacts_then_effects() -> None:
    g = Game(p1_sqd1="r1c1", x="r1c1/kind=pc_c", i="r2c2/kind=vof_incoming/ncm=-4", draws=blanks("contact")).run(
        "combat"
    )
    assert g.kinds("r2c2") == []  # last turn's Incoming has gone
    assert g.step == "evaluate"


# readings turned round --------------------------------------------------------------------------------


def test_amb_05_a_grenade_is_answered_only_if_it_landed() -> None:
    g = Game(
        co_hq="r1c1",
        p1_sqd1="r1c1",
        german_sqd_1="r1c1",
        draws=blanks("grenade"),
        options={"grenade_answer_always": False},
    ).impulse(n=1)
    g.order("p1_sqd1", "grenade", pieces=["german-sqd-1"])
    assert g.kinds("r1c1").count("vof_grenade") == 0
    assert len([e for e in g.events if e["e"] == "note" and e["key"] == "note.grenade_miss"]) == 1


def test_amb_07_enemies_fire_at_the_nearest_card() -> None:
    pieces = {"german_sqd_1": "r3c2", "p1_hq": "r2c2", "p1_sqd1": "r1c2"}
    land = {"r2c2": "hill"}
    assert (
        fire.aim(settled(**pieces, land=land, options={"enemy_fires_nearest": True}).r, "map:r3c2", "enemy")
        == "map:r2c2"
    )


def test_amb_13_who_ceased_fire_keeps_quiet() -> None:
    g = settled(co_hq="r1c1", p1_sqd1="r1c1", german_tm_1="r2c1", options={"cease_reopens": False}).impulse()
    g.order("p1_sqd1", "cease_fire")
    assert fire.aim(g.r, "map:r1c1", "us") == ""


def test_amb_14_and_15_who_suffers_which_marker() -> None:
    mixed = {"p1_sqd1": "r2c1", "german_sqd_1": "r2c1"}
    both = settled(**mixed, options={"inside_each_other": False})
    assert (fire.suffers(both.r, "map:r2c1", "us"), fire.suffers(both.r, "map:r2c1", "enemy")) == ("A", "A")
    outside = {
        "p1_sqd1": "r2c1",
        "german_tm_1": "r2c1",
        "german_hmg_1": "r4c1",
        "pdf_1": "r4c1/kind=pdf/owner=enemy/aim=r2c1",
    }
    assert fire.suffers(Game(**outside, options={"outside_takes_all": False}).r, "map:r2c1", "us") == "A"


def test_amb_25_several_moves_within_the_staging_area() -> None:
    g = Game(co_hq="r0c1", p1_sqd1="r0c1", options={"staging_moves_free": True}).impulse()
    g.order("p1_sqd1", "move", cell="r0c2")
    assert g.table().frame().l["used"]["normandy-p1-sqd1"] == []
    plain = Game(co_hq="r0c1", p1_sqd1="r0c1").impulse()
    plain.order("p1_sqd1", "move", cell="r0c2")
    assert plain.table().frame().l["used"]["normandy-p1-sqd1"] == ["4.2.2.a"]


def test_amb_30_assault_rifles_log_machine_gun_rounds_at_point_blank_if_they_have_any() -> None:
    g = Game(scenario="vnm_1", vc_nva_nvs_1="r2c1/ammo_MG=6", p1_sqd1="r2c1", p2_sqd1="r4c4")
    t = g.table()
    settle(t)
    ammo.spend_all(t)
    assert g.state_of("vc_nva_nvs_1", "ammo_MG") == 5
    assert facts.ammo_kinds(t, "vietnam-p1-sqd1") == []


def test_amb_37_staff_on_the_fire_team_side() -> None:
    for draws, n in ((True, 2), (False, 1)):
        g = Game(
            p1_hq="r1c1/back", xo="r1c1/back", draws=[*cards(ini=0), *cards(ini=3)], values={"activity": "contact"},
            options={"flipped_staff_draws": draws},
        ).run("command")  # fmt: skip
        assert g.table().frame().l["hqs"]["normandy-xo"]["has"] == n  # green: the star number less one


def test_amb_42_launchers_bound_like_heavy_weapons() -> None:
    assert not facts.is_heavy(Game(baz1="r1c1").r, "normandy-baz1")
    assert facts.is_heavy(Game(baz1="r1c1", options={"launchers_bound": True}).r, "normandy-baz1")


def test_amb_45_passengers_of_a_burning_vehicle() -> None:
    g = Game(td="r1c1", p1_hq="@normandy-td", options={"burning_passengers_hit": False})
    at.suffer(g.table(), "normandy-td", "burning")
    g.runner.open(g.state)
    assert g.kinds("r1c1").count("casualty") == 3


# across chapters --------------------------------------------------------------------------------------


def test_4_2_4_e_every_unit_of_a_platoon_throws_and_one_miss_marker_lies() -> None:
    g = Game(
        p1_hq="r1c1", p1_sqd1="r1c1", p1_sqd2="r1c1", german_tm_1="r1c1/pinned", draws=blanks("grenade", 4)
    ).impulse("p1_hq", 2)
    g.order("p1_hq", "platoon_grenade", pieces=["german-tm-1"])
    assert g.kinds("r1c1").count("vof_miss") == 1


def test_4_3_5_manpacks_reach_everywhere_on_their_net() -> None:
    sets = {"prc25_1": "net_co_hq/holder=co_hq/net=company", "prc25_2": "net_p1/holder=p1_hq/net=company"}
    g = Game(scenario="vnm_1", rows=5, columns=5, co_hq="r1c1", p1_hq="r5c4/under=m1", m1="r5c4/kind=cover", **sets)
    assert nets.link(g.r, "vietnam-co-hq", "vietnam-p1-hq").how == "net"


def test_6_3_2_superscript_grenades_reach_the_next_card() -> None:
    g = settled(scenario="vnm_1", p1_sqd1="r1c1", vc_nva_vct_1="r2c1")
    assert grenades.launcher(g.r, "vietnam-p1-sqd1") == (1, "")  # 40 mm rounds are not counted
    assert grenades.places(g.r, "vietnam-p1-sqd1") == ["map:r2c1"]


def test_6_3_2_mines_attack_with_minus_four() -> None:
    g = Game(p1_sqd1="r1c1/mined=1/under=m1", m1="r1c1/kind=cover")
    assert effects.mine_figure(g.r) == -4
    tally = ncm.against(g.r, "normandy-p1-sqd1", ncm.Threat("vof.mine", -4, "9.5", low=True, blind=True))
    assert tally.total == -4 + 1


def test_7_4_3_who_rides_in_a_jeep_fires_and_is_fired_at() -> None:
    jeep = {"jeep": "r1c1/kind=us_normandy_td/owner=us/chart=JEEP"}
    g = settled(**jeep, p1_sqd1="@jeep", german_tm_1="r2c1", p2_hq="r1c1")
    assert "normandy-p1-sqd1" in effects.subjects(g.r, "map:r1c1")
    assert fire.riders(g.r, "map:r1c1", "us") == ["normandy-p1-sqd1"]


def test_7_1_1_trucks_are_ordered_by_any_hq() -> None:
    g = Game(
        truck="r1c1/kind=us_normandy_td/owner=us/chart=TRUCK", tank="r1c1/kind=us_normandy_td/owner=us", p1_hq="r1c1"
    )
    assert nets.commands(g.r, "normandy-p1-hq", "normandy-truck")
    assert not nets.commands(g.r, "normandy-p1-hq", "tank")


def test_7_5_b_idle_vehicles_take_the_fire_on_their_card_after_the_others() -> None:
    foe = {"german_tm_1": "r2c1", "pdf_1": "r2c1/kind=pdf/owner=enemy/aim=r1c1"}
    g = Game(truck="r1c1/kind=us_normandy_td/owner=us/chart=TRUCK", **foe).run("vehicles")
    assert g.note("note.at")["target"] == {"p": "normandy-truck"}


def test_9_1_5_vehicles_evaluate_only_where_they_stop() -> None:
    g = (
        Game(td="r1c1", x="r1c1/kind=pc_c", y="r2c1/kind=pc_c", draws=blanks("contact"))
        .run("evaluate")
        .act("us", "all")
    )
    assert (g.kinds("r1c1"), g.kinds("r2c1")) == (["us_normandy_td"], ["pc_c"])


def test_9_6_vehicles_on_a_snipers_card() -> None:
    g = Game(truck="r1c1/kind=us_normandy_td/owner=us/chart=TRUCK", german_sni_1="r4c1/unspotted/aim=r1c1")
    assert at.vof_attacks(g.r, "normandy-truck") == [("vof_S_vs_unarmored_or_air", 2, "7.5.B")]
    g.run("effects")
    assert g.note("note.at")["target"] == {"p": "normandy-truck"}


def test_9_3_unspotted_enemies_suffer_fire_that_lies_there_already() -> None:
    g = Game(p1_sqd1="r1c1", pdf_1="r1c1/kind=pdf/owner=us/aim=r2c1", german_tm_1="r2c1/unspotted")
    assert ncm.ncm(g.r, "german-tm-1") is not None
    assert act_fight.Grenade().bar(g.r, Order("", 1, frozenset()), "normandy-p1-sqd1") is not None


# the audit of what is playable otherwise ----------------------------------------------------------------


def test_amb_12_a_hill_hides_what_lies_lower_even_from_higher_up() -> None:
    land = {"r1c1": "hill:WWWWWWWW", "r1c2": "hill:WWWWWWWW"}
    pieces = {"h1": "r1c1/kind=normandy_hill"}
    plain, turned = (Game(land=land, options={"hills_hide_lower": on}, **pieces).table() for on in (False, True))
    assert [sight.levels(plain)[cell] for cell in ("r1c1", "r1c2", "r1c3")] == [3, 2, 1]
    assert sight.look(plain, "map:r1c1", "map:r1c3").clear
    assert sight.look(turned, "map:r1c1", "map:r1c3").why == "height"
    assert sight.look(turned, "map:r1c2", "map:r1c4").clear  # over what lies low one sees either way


def test_amb_29_vehicles_are_not_ordered_to_unload_kit() -> None:
    for on in (True, False):
        g = Game(
            co_hq="r1c1", truck="r1c1", ammo_mg_1="@normandy-truck", hmg1="r1c1/ammo_MG=1",
            scenario="nrm_4", options={"vehicles_load_kit": on},
        ).impulse()  # fmt: skip
        t = g.table()
        assert bool(transport.Transport.kit(t, "normandy-truck")) is on
        assert "ammo-mg-1" in transport.takeable(t, "normandy-hmg1")  # the unit takes it off either way


def test_amb_38_orders_that_name_an_issuer_in_the_general_initiative() -> None:
    pieces = {"co_hq": "r1c1", "p1_hq": "r2c1", "p1_sqd1": "r2c1", "p1_sqd2": "r2c1/pinned"}
    plain = Game(**pieces).impulse("general", 3).menu("p1_hq")
    assert plain["platoon_move"].get("why_not") is None
    turned = Game(**pieces, options={"receiver_issues": False}).impulse("general", 3)
    assert turned.menu("p1_hq")["platoon_move"]["why_not"]["rule"] == "3.3.2.D"
    assert turned.menu("p1_hq")["move"].get("why_not") is None
    assert turned.menu("p1_sqd2")["rally_pin"].get("why_not") is None
