"""Doubtful cases of the book, read a second time: borders of rules, two rules at once, who is affected of several."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import (
    act_rally,
    ammo,
    at,
    campaign,
    capture,
    contact,
    facts,
    fire,
    grenades,
    ground,
    ncm,
    nets,
    recovery,
    sight,
    tactics,
    vehicles,
)
from modules.fields_of_fire.rules.settle import choose, settle
from modules.fields_of_fire.tests.conftest import Game, blanks, cards
from modules.fields_of_fire.tests.test_effects import effects, hit, result
from modules.fields_of_fire.tests.test_fire import aim, fall, settled

TRUCK = "r1c1/kind=us_normandy_td/owner=us/chart=TRUCK"
TEAM = "owner=us/nation=us/vof=S/range=C"


# 6: fire ----------------------------------------------------------------------------------------------


def test_6_9_2_each_of_two_steps_has_its_letter() -> None:
    assert hit("p1_sqd1", "CL", p1_sqd1="r1c1/back").kinds("r1c1") == ["casualty", "litter"]
    dead = hit("p1_sqd1", "CC", p1_sqd1="r1c1/back")
    assert (dead.kinds("r1c1"), dead.table().var("lost_us")) == (["casualty", "casualty"], 2)
    foe = hit("german_sqd_1", "CP", german_sqd_1="r1c1/back")
    assert foe.kinds("r1c1") == ["casualty", "paralyzed"]
    assert (foe.where("german_sqd_1"), foe.face("german-sqd-1")) == ("enemy_pool", "front")


def test_6_4_shifted_fire_stays_on_the_empty_card_though_an_enemy_is_beyond() -> None:
    g = settled(co_hq="r1c1", p1_sqd1="r1c1", german_tm_1="r3c1")
    g.impulse().order("p1_sqd1", "shift_fire", cell="r2c1")
    assert aim(g, "r1c1") == "r2c1"


def test_6_4_fire_follows_the_only_target_and_no_other() -> None:
    g = settled(p1_sqd1="r1c1", german_tm_1="r2c1", german_tm_2="r2c1")
    g.table().move("german-tm-1", "map:r3c1")
    settle(g.table())
    assert aim(g, "r1c1") == "r2c1"  # one of two
    g.table().move("german-tm-2", "map:r2c3")
    settle(g.table())
    assert aim(g, "r1c1") == "r2c1"  # the last has left the line; who was there before is another


def test_6_1_1_an_assault_rifle_is_small_arms_when_the_strongest_card_is_chosen() -> None:
    g = Game(scenario="vnm_1", p1_sqd1="r1c1", vc_nva_ldr_1="r2c2/unspotted", vc_nva_nvs_1="r1c2", vc_nva_ldr_2="r2c1")
    found = ["map:r1c2", "map:r2c1"]
    assert fire.weapon(g.r, "vc-nva-nvs-1") == "A/S"
    assert choose(g.table(), "map:r1c1", "us", found) == "map:r1c2"


def test_6_4_2_a_gun_on_its_protective_line_fires_nowhere_else() -> None:
    g = settled(scenario="nrm_2", hmg1="r1c1/fpl=NE/fpl_fires/ammo_MG=12", german_tm_1="r2c1")
    assert aim(g, "r1c1") == ""
    assert [side for side, _, _ in fall(g, "r2c1").outside if side == "us"] == []
    assert [vof for _, vof, _ in fall(g, "r2c2").outside] == ["H"]


def test_4_3_6_b_no_protective_line_nor_indirect_fire_out_of_smoke() -> None:
    g = settled(hmg1="r1c1/fpl=NE/fpl_fires/ammo_MG=12", mtr60="r1c1/indirect=r3c3/ammo_MTR=6", s1="r1c1/kind=smoke_hc")
    assert (fall(g, "r2c2").outside, fall(g, "r3c3").outside) == ([], [])


def test_6_7_4_a_mortar_that_moves_or_runs_out_fires_no_more() -> None:
    g = settled(co_hq="r1c1", mtr60="r1c1/indirect=r3c3/ammo_MTR=1")
    assert [vof for _, vof, _ in fall(g, "r3c3").outside] == ["H"]
    g.impulse().order("mtr60", "move", cell="r1c2")
    assert g.state_of("mtr60", "indirect") is None
    empty = settled(mtr60="r1c1/indirect=r3c3/ammo_MTR=1")
    ammo.spend_all(empty.table())
    assert (empty.state_of("mtr60", "out_of_ammo"), empty.state_of("mtr60", "indirect")) == (True, None)
    assert fall(empty, "r3c3").outside == []


def test_6_4_3_a_mortar_team_fires_over_friends() -> None:
    team = "kind=fire_team/owner=us/nation=us/vof=G!/range=V/ammo=MTR/ammo_MTR=2/min_range=C"
    g = settled(t1=f"r1c1/{team}", p1_hq="r2c1", german_tm_1="r3c1")
    assert aim(g, "r1c1") == "r3c1"
    assert aim(settled(baz1="r1c1", p1_hq="r2c1", german_tm_1="r3c1"), "r1c1") == ""


def test_6_5_a_launcher_attacks_any_card_along_the_direction() -> None:
    g = settled(p1_sqd1="r1c1", baz1="r1c1", german_tm_1="r3c1", german_tm_2="r2c1/unspotted")
    assert aim(g, "r1c1") == "r3c1"
    g.table().set_attr("german-tm-2", "unspotted", None)
    settle(g.table())
    assert aim(g, "r1c1") == "r3c1"  # fire goes on where it was
    assert grenades.places(g.r, "normandy-baz1") == ["map:r2c1"]


def test_6_9_1_the_miss_of_a_second_attack_takes_no_fresh_pin_off() -> None:
    g = effects(result("PIN"), result("MISS", -4), p1_sqd1="r1c1/mined=1", german_sqd_1="r2c1/unspotted")
    assert [n for n in g.notes() if n.startswith("note.fire")][-2:] == ["note.fire_pin", "note.fire_miss"]
    assert g.state_of("p1_sqd1", "pinned") is True


def test_4_2_5_a_pinned_sniper_gives_no_sniper_fire() -> None:
    g = settled(german_sni_1="r3c1/unspotted/aim=r1c1/pinned", p1_sqd1="r1c1")
    assert (fall(g, "r1c1").snipers, fall(g, "r1c1").basic()) == ([], "P")
    assert (
        settled(german_sni_1="r3c1/unspotted/aim=r1c1", p1_sqd1="r1c1", s1="r2c1/kind=smoke_hc").markers("r1c1") == []
    )


# 3, 4: command ----------------------------------------------------------------------------------------


def test_1_2_6_nobody_commands_above_himself() -> None:
    g = Game(co_hq="r1c1", xo="r1c1", p1_hq="r1c1", p1_sqd1="r1c1", bn_cmdr="r1c1/kind=us_normandy_bn_cmdr/owner=us")
    co, xo = g.name("co_hq"), g.name("xo")
    assert not nets.commands(g.r, xo, co)
    assert nets.commands(g.r, co, xo)
    assert nets.commands(g.r, xo, g.name("p1_hq"))
    assert nets.commands(g.r, co, co)


def test_4_3_3_an_observer_is_never_on_the_company_net() -> None:
    sets = {
        "a": "net_co_hq/kind=scr300/owner=us/holder=co_hq/net=company",
        "b": "net_attached/kind=scr300/owner=us/holder=fo105/net=company",
    }
    g = Game(co_hq="r1c1", fo105="r3c3", **sets)
    assert not nets.reaches(g.r, g.name("co_hq"), g.name("fo105"))
    assert nets.reaches(
        Game(co_hq="r1c1", p1_hq="r3c3", **{**sets, "b": sets["b"].replace("fo105", "p1_hq")}).r,
        "normandy-co-hq",
        "normandy-p1-hq",
    )


def test_5_1_2_the_company_walks_unexposed_from_trench_to_trench() -> None:
    g = Game(
        co_hq="r1c1/under=m1",
        p1_sqd1="r1c1/under=m1",
        m1="r1c1/kind=trench",
        m2="r2c1/kind=trench",
        m3="r2c1/kind=foxhole",
    )
    g.impulse().order("p1_sqd1", "move", cell="r2c1").act("us", "shelter", pieces=["m2"])
    assert (g.state_of("p1_sqd1", "under"), g.state_of("p1_sqd1", "exposed")) == ("m2", None)
    g.impulse().order("co_hq", "move", cell="r2c1").act("us", "shelter", pieces=["m3"])
    assert g.state_of("co_hq", "exposed") is True


# 3.5, 7, 8, 9, 10 -------------------------------------------------------------------------------------


def test_3_5_who_shows_a_fire_team_side_captures_too() -> None:
    g = Game(p1_hq="r1c1/back", t1="r1c1/kind=litter/owner=enemy/nation=german")
    assert capture.capturable(g.r, "map:r1c1", "enemy") == ["t1"]


def test_3_5_in_vietnam_a_retreat_leads_toward_a_landing_zone() -> None:
    g = Game(scenario="vnm_1", p1_hq="r3c1", lz1="r4c1/kind=lz")
    assert (capture.home(g.r, "map:r3c1"), capture.home(g.r, "map:r2c3")) == (1, 2)
    assert capture.home(Game(p1_hq="r3c1").r, "map:r3c1") == 3


def test_7_5_b_who_has_only_fired_at_opportunity_takes_the_fire_on_its_card() -> None:
    idle = Game(td="r1c1/done")
    assert not vehicles.has_acted(idle.r, "normandy-td")
    assert vehicles.has_acted(Game(td="r1c1/done/activated").r, "normandy-td")
    g = Game(truck=f"{TRUCK}/done", german_sqd_1="r2c1").run("vehicles")
    assert g.note("note.at")["target"] == {"p": "normandy-truck"}


def test_7_7_every_step_aboard_a_wreck_is_a_fire_team_that_is_hit() -> None:
    g = Game(truck=TRUCK, p1_sqd1="@normandy-truck")
    at.destroy(g.table(), "normandy-truck", burning=False, air=False)
    assert g.where("p1_sqd1") == "removed"
    teams = [p for p in g.table().ids("map:r1c1") if facts.lat(g.r, p)]
    assert len(teams) == 4  # three steps and a crew of one
    assert all(facts.is_pinned(g.r, p) or facts.is_casualty(g.r, p) for p in teams)


def test_7_4_4_a_tank_that_carries_anything_does_not_fire() -> None:
    foe = {"german_sqd_1": "r2c1"}
    assert fire.weapon(Game(td="r1c1/ammo_GUN=10", **foe).r, "normandy-td") == "H"
    g = Game(td="r1c1/ammo_GUN=10", c1="@normandy-td/kind=casualty/owner=us", **foe)
    assert not fire.can_fire(g.r, "normandy-td")
    assert not at.loaded(g.r, "normandy-td")


@pytest.mark.parametrize(
    ("scenario", "weather", "serves"),
    [("kor_1", "dusk_or_haze", True), ("kor_1", "fog", False), ("nrm_1", "dusk_or_haze", False)],
)
def test_8_1_flares_serve_in_a_mission_by_night_on_every_dim_turn(scenario: str, weather: str, serves: bool) -> None:
    g = Game(scenario=scenario, values={"weather": weather}, f1="r1c1/kind=hand_flare_lit")
    assert sight.flares_serve(g.r) is serves
    assert (sight.visibility(g.r, "map:r1c1") < sight.general(g.r)) is serves


def test_9_2_2_no_force_onto_a_card_with_any_enemy_fire() -> None:
    free = Game(p1_sqd1="r1c1")
    assert contact.suits(free.r, ("TM",), "map:r2c1", "map:r1c1", [])
    shelled = Game(p1_sqd1="r1c1", v1="r2c1/kind=vof_incoming/owner=enemy/ncm=-4")
    assert not contact.suits(shelled.r, ("TM",), "map:r2c1", "map:r1c1", [])
    own = Game(p1_sqd1="r1c1", v1="r2c1/kind=vof_incoming/owner=us/ncm=-4")
    assert contact.suits(own.r, ("TM",), "map:r2c1", "map:r1c1", [])


def test_9_6_a_spotted_sniper_out_of_sight_stays_on_the_map() -> None:
    g = Game(german_sni_1="r4c4", p1_sqd1="r1c2")
    tactics.slip_away(g.table(), "german-sni-1")
    assert g.where("german_sni_1") == "r4c4"


def test_9_7_leaders_alone_together_both_turn() -> None:
    def key(**more: str) -> str:
        fit = tactics.special(Game(german_ldr_1="r2c1", p1_hq="r1c1", **more).r, "german-ldr-1")
        assert fit is not None
        return str(fit.cell)

    assert key(german_ldr_2="r2c1") == "to_team"
    assert key(german_ldr_2="r2c1/back") == "hold"


def test_10_4_an_hq_rebuilt_with_replacements_is_green() -> None:
    g = Game(p1_hq="removed", p1_sqd1="removed")
    for unit, given in (("p1_hq", "V"), ("p1_sqd1", "VV")):
        recovery.reinforce(g.table(), g.name(unit), given, "map:r0c1")
    assert [facts.experience(g.r, g.name(u)) for u in ("p1_hq", "p1_sqd1")] == ["green", "veteran"]


# the third reading ------------------------------------------------------------------------------------


def test_5_2_2_who_looks_down_from_an_upper_storey_is_seen_and_fired_at() -> None:
    land = {"r2c1": "hedgerow_field:GGGGGGGG"}
    low = settled(p1_sqd1="r1c1", german_sqd_1="r3c1", land=land)
    assert (aim(low, "r1c1"), aim(low, "r3c1", "enemy")) == ("", "")
    up = settled(p1_sqd1="r1c1/under=u1", u1="r1c1/kind=upper_story", german_sqd_1="r3c1", land=land)
    assert (aim(up, "r1c1"), aim(up, "r3c1", "enemy")) == ("r3c1", "r1c1")
    assert fall(up, "r1c1").outside
    assert tactics.in_us_sight(up.r, "map:r3c1")
    assert not tactics.in_us_sight(low.r, "map:r3c1")


def test_9_2_2_enemies_do_not_go_up_to_an_upper_storey() -> None:
    g = Game(german_tm_1="r2c1", p1_sqd1="r1c1", u1="r2c1/kind=upper_story", u2="r1c1/kind=upper_story")
    assert ground.shelters(g.r, "map:r2c1", "german-tm-1") == []
    assert ground.shelters(g.r, "map:r1c1", g.name("p1_sqd1")) == ["u2"]


def test_5_2_3_a_crowd_does_not_matter_to_mines() -> None:
    g = Game(p1_sqd1="r1c1/under=m1", p1_sqd2="r1c1/under=m1", m1="r1c1/kind=cover")
    unit = g.name("p1_sqd1")
    mine, shell = (ncm.Threat("vof.mine", -4, rule, low=True, blind=True) for rule in ("9.5", "6.3.2"))
    assert ncm.against(g.r, unit, mine).total - ncm.against(g.r, unit, shell).total == 3


def test_4_2_5_pinned_infantry_does_not_fire_at_vehicles() -> None:
    def able(state: str) -> bool:
        foe = "r2c1/kind=us_normandy_td/owner=enemy/ammo_GUN=5"
        return at.can_shoot(Game(baz1=f"r1c1{state}", tank=foe).r, "normandy-baz1", "tank")

    assert able("")
    assert not able("/pinned")


def test_7_6_a_launcher_that_jams_at_a_vehicle_turns() -> None:
    jammed = cards("grenade", jam=True)[0]
    other = next(card for card in cards("grenade", 8) if card != jammed)
    foe = "r2c1/kind=us_normandy_td/owner=enemy/ammo_GUN=5"
    g = Game(baz1="r1c1/ammo_RKT=3", tank=foe, draws=[jammed, other])
    at.shoot(g.table(), "normandy-baz1", "tank")
    assert (g.face("normandy-baz1"), g.state_of("baz1", "jammed")) == ("back", True)


def test_5_1_a_squad_made_of_exposed_teams_is_exposed() -> None:
    teams = {"t1": f"r1c1/kind=fire_team/{TEAM}/exposed", "t2": f"r1c1/kind=fire_team/{TEAM}"}
    g = Game(p1_sqd1="removed", **teams)
    act_rally.rebuild(g.table(), ["t1", "t2"])
    assert (g.where("p1_sqd1"), g.state_of("p1_sqd1", "exposed")) == ("r1c1", True)


def test_11_1_losses_of_a_failed_attempt_wait_for_their_replacements() -> None:
    g = Game(p1_sqd1="r1c1", l1="r2c2/kind=litter/owner=us/captured", values={"lost_us": 3, "attempt": 1})
    campaign.go(g.table(), "reattempt")
    assert recovery.lost(g.r) == {"dead": 3, "taken": 1}
    g.table().set_var("lost_us", 5)
    assert recovery.replacements(g.r) == {"veteran": 2, "green": 9}
    assert g.r.var("lost_us") == 5


@pytest.mark.parametrize("hit", [True, False])
def test_4_3_6_b_white_phosphorus_is_thrown_with_a_grenade_hit_or_miss(hit: bool) -> None:
    wp = {"w": "net_p1/kind=wp_grenade/owner=us/holder=p1_sqd1"}
    draws = cards("grenade", 2) if hit else blanks("grenade", 2)
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", german_ldr_1="r1c1", draws=draws, **wp).impulse(n=1)
    g.act("us", "order", pieces=[g.name("p1_sqd1")]).act("us", "grenade", pieces=["german-ldr-1"], wp=True)
    assert "smoke_wp" in g.kinds("r1c1")
    assert ("vof_grenade" in g.kinds("r1c1")) is hit
    assert "w" not in g.state.pieces


def test_9_6_a_sniper_behind_smoke_hits_no_vehicle() -> None:
    g = effects(truck=TRUCK, german_sni_1="r3c1/unspotted/aim=r1c1", s1="r2c1/kind=smoke_hc")
    assert "note.at" not in g.notes()


def test_5_1_3_a_who_falls_or_shrinks_lays_down_what_it_carries() -> None:
    g = hit("t1", "C", t1=f"r1c1/kind=fire_team/{TEAM}", c1="@t1/kind=casualty/owner=us")
    assert g.where("c1") == "r1c1"
    loads = {f"c{n}": "@normandy-p1-sqd1/kind=casualty/owner=us" for n in (1, 2, 3)}
    g = hit("p1_sqd1", "P", p1_sqd1="r1c1", **loads)
    assert sorted(g.kinds("r1c1").count(kind) for kind in ("casualty", "paralyzed")) == [1, 1]


# doubts that the book decides -----------------------------------------------------------------------------


def test_6_3_2_two_snipers_have_a_target_each() -> None:
    two = {"german_sni_1": "r4c1/unspotted/aim=r1c1/target=p1_sqd1", "german_sni_2": "r3c1/unspotted/aim=r1c1/target=p1_sqd2"}
    g = settled(p1_sqd1="r1c1", p1_sqd2="r1c1", p1_sqd3="r1c1", **two)
    totals = [getattr(ncm.ncm(g.r, g.name(f"p1_sqd{n}")), "total", None) for n in (1, 2, 3)]
    assert totals == [-3, -3, 0]
    assert g.kinds("r1c1").count("vof_sniper") == 1


def test_6_7_4_the_direction_of_a_launcher_makes_crossfire_too() -> None:
    g = settled(german_tm_1="r2c2", p1_sqd1="r1c2", baz1="r2c1")
    assert fire.crossfire(g.r, "map:r2c2")
    assert [vof for _, vof, _ in fall(g, "r2c2").outside] == ["S"]
    two = settled(german_tm_1="r2c2", baz1="r2c1", baz2="r1c2")
    assert fire.crossfire(two.r, "map:r2c2")
    assert ncm.ncm(two.r, "german-tm-1") is None  # no VOF, no attack


def test_6_4_2_no_protective_line_out_of_a_bunker_against_its_arrow() -> None:
    bunker = {"b1": "r1c1/kind=bunker/facing=0", "hmg1": "r1c1/fpl=NE/under=b1/ammo_MG=12"}
    assert fire.protected(Game(**bunker).r, "normandy-hmg1") == ["map:r2c2", "map:r3c3", "map:r4c4"]
    against = Game(**{**bunker, "b1": "r1c1/kind=bunker/facing=4"})
    assert fire.protected(against.r, "normandy-hmg1") == []
    assert [way for way in ("NE", "SE", "SW", "NW") if fire.opens(against.r, "normandy-hmg1", way)] == ["SE", "SW"]


def test_1_2_1_i_a_casualty_is_a_step_of_the_stack() -> None:
    g = Game(p1_sqd1="r1c1", p1_sqd2="r1c1", p1_sqd3="r1c1", p2_sqd1="r1c1", p2_sqd2="r1c1", p1_hq="r2c1")
    assert ground.has_room(g.r, "map:r1c1", "normandy-p1-hq")
    dead = Game(
        p1_sqd1="r1c1", p1_sqd2="r1c1", p1_sqd3="r1c1", p2_sqd1="r1c1", p2_sqd2="r1c1", p1_hq="r2c1",
        c1="@normandy-p1-sqd1/kind=casualty/owner=us", c2="r1c1/kind=casualty/owner=enemy",
    )  # fmt: skip
    assert (ground.stack(dead.r, "map:r1c1", "us"), ground.has_room(dead.r, "map:r1c1", "normandy-p1-hq")) == (16, False)


def test_4_3_6_b_one_man_of_a_platoon_throws_white_phosphorus() -> None:
    wp = {"w": "net_p1/kind=wp_grenade/owner=us/holder=p1_sqd2"}
    g = Game(p1_hq="r1c1", p1_sqd1="r1c1", p1_sqd2="r1c1", german_ldr_1="r1c1", draws=cards("grenade", 4), **wp)
    g.impulse("p1_hq", n=2).act("us", "order", pieces=[g.name("p1_hq")])
    g.act("us", "platoon_grenade", pieces=["german-ldr-1"], wp=True)
    assert g.kinds("r1c1").count("smoke_wp") == 1
    assert "w" not in g.state.pieces


def test_6_4_all_fire_along_what_a_machine_gun_opened_overhead() -> None:
    own = {"hmg1": "r1c1/pinned", "t1": "r1c1/kind=fire_team/owner=us/nation=us/vof=S/range=L", "x": "r2c1/kind=litter/owner=us"}
    g = settled(land={"r1c1": "hill"}, pdf_1="r1c1/kind=pdf/owner=us/aim=r3c1", german_tm_1="r3c1", **own)  # type: ignore[arg-type]
    assert [vof for _, vof, _ in fall(g, "r3c1").outside] == ["S"]
    assert [side for side, _, _ in fall(g, "r2c1").outside if side == "us"] == []
