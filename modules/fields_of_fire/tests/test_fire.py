"""Fire (6.1–6.6): who opens fire at whom, where it falls, directions, grenades, concentrated fire, spotting (9.3)."""

from __future__ import annotations

from modules.fields_of_fire.rules import act_fight, fire, grenades, ground, ncm
from modules.fields_of_fire.rules.actions import Order
from modules.fields_of_fire.rules.settle import settle
from modules.fields_of_fire.tests.conftest import Game, blanks, cards


def settled(**pieces: str) -> Game:
    """Return a position after fire has been brought up to date."""
    more = {key: pieces.pop(key) for key in ("land", "options", "values", "draws", "scenario") if key in pieces}
    g = Game(**more, **pieces)  # type: ignore[arg-type]
    settle(g.table())
    g.runner.open(g.state)
    return g


def aim(g: Game, cell: str, side: str = "us") -> str:
    return fire.aim(g.r, f"map:{cell}", side).removeprefix("map:")


def fall(g: Game, cell: str) -> fire.Fall:
    return fire.fall_on(g.r, f"map:{cell}")


def figure(g: Game, unit: str) -> int:
    tally = ncm.ncm(g.r, g.name(unit))
    assert tally is not None
    return tally.total


# opening fire -----------------------------------------------------------------------------------------


def test_6_1_1_both_sides_open_fire_by_themselves_at_what_they_see_in_range() -> None:
    g = settled(p1_sqd1="r1c1", german_sqd_1="r3c1")
    assert (aim(g, "r1c1"), aim(g, "r3c1", "enemy")) == ("r3c1", "r1c1")
    assert "vof_s" in g.kinds("r3c1")
    assert "vof_a" in g.kinds("r1c1")
    assert settled(p1_hq="r1c1", german_tm_1="r3c1").kinds("r3c1") == ["german_tm"]  # nobody in range


def test_9_3_unspotted_enemies_are_not_fired_at_though_they_fire() -> None:
    g = settled(p1_sqd1="r1c1", german_sqd_1="r3c1/unspotted")
    assert (aim(g, "r1c1"), aim(g, "r3c1", "enemy")) == ("", "r1c1")


def test_6_1_1_the_nearest_card_first_then_the_strongest() -> None:
    assert aim(settled(p1_sqd1="r1c1", german_tm_1="r3c1", german_tm_2="r1c2"), "r1c1") == "r1c2"
    assert aim(settled(p1_sqd1="r1c1", german_tm_1="r1c2", german_sqd_1="r2c1"), "r1c1") == "r2c1"


def test_9_4_enemies_fire_at_the_most_steps() -> None:
    assert aim(settled(german_sqd_1="r2c2", p1_hq="r1c1", p1_sqd1="r1c3", p1_sqd2="r1c3"), "r2c2", "enemy") == "r1c3"


def test_6_1_1_no_fire_of_itself_into_a_card_that_holds_both_sides_but_what_goes_on_goes_on() -> None:
    g = settled(p1_sqd1="r1c1", p2_sqd1="r2c1", german_tm_1="r2c1")
    assert aim(g, "r1c1") == ""
    g = settled(p1_sqd1="r1c1", p2_sqd1="r2c1", german_tm_1="r2c1", pdf_1="r1c1/kind=pdf/owner=us/aim=r2c1")
    assert aim(g, "r1c1") == "r2c1"


def test_6_4_an_enemy_on_ones_own_card_takes_the_direction_off() -> None:
    g = settled(p1_sqd1="r1c1", german_tm_1="r1c1", german_tm_2="r2c1", pdf_1="r1c1/kind=pdf/owner=us/aim=r2c1")
    assert aim(g, "r1c1") == ""
    assert fall(g, "r1c1").inside == {"us": "S", "enemy": "S"}


def test_6_1_1_the_us_goes_on_firing_at_an_empty_card_enemies_stop() -> None:
    g = settled(
        p1_sqd1="r1c1",
        pdf_1="r1c1/kind=pdf/owner=us/aim=r3c1",
        german_sqd_1="r4c4",
        pdf_2="r4c4/kind=pdf/owner=enemy/aim=r2c4",
    )
    assert (aim(g, "r1c1"), aim(g, "r4c4", "enemy")) == ("r3c1", "")


def test_6_4_fire_follows_its_only_target_along_the_line() -> None:
    g = settled(p1_sqd1="r1c1", german_tm_1="r2c1")
    g.table().move("german-tm-1", "map:r3c1")
    settle(g.table())
    assert aim(g, "r1c1") == "r3c1"


def test_6_1_1_where_weapons_reach_less_far_the_fire_falls_nearer() -> None:
    g = settled(p1_hq="r1c1/back", pdf_1="r1c1/kind=pdf/owner=us/aim=r3c1")
    assert aim(g, "r1c1") == "r2c1"


def test_6_4_nobody_opens_fire_through_friends() -> None:
    assert aim(settled(p1_sqd1="r1c1", p2_hq="r2c1", german_tm_1="r3c1"), "r1c1") == ""


def test_6_4_3_tripods_fire_over_friends_who_are_lower() -> None:
    hill = {"r1c1": "hill"}
    assert aim(settled(land=hill, hmg1="r1c1", p2_hq="r2c1", german_tm_1="r3c1"), "r1c1") == "r3c1"  # type: ignore[arg-type]
    assert aim(settled(land=hill, p1_sqd1="r1c1", p2_hq="r2c1", german_tm_1="r3c1"), "r1c1") == ""  # type: ignore[arg-type]
    up = {"r3c1": "hill"}
    assert aim(settled(land=up, hmg1="r1c1", p2_hq="r2c1", german_tm_1="r3c1"), "r1c1") == "r3c1"  # type: ignore[arg-type]


def test_6_2_tripods_and_mortars_do_not_fire_exposed_others_do() -> None:
    assert aim(settled(hmg1="r1c1/exposed", german_tm_1="r2c1"), "r1c1") == ""
    assert aim(settled(p1_sqd1="r1c1/exposed", german_tm_1="r2c1"), "r1c1") == "r2c1"


def test_6_2_mortars_never_fire_at_their_own_card_nor_from_buildings_or_woods() -> None:
    assert fall(settled(mtr60="r1c1", german_tm_1="r1c1"), "r1c1").inside == {"enemy": "S"}
    assert aim(settled(mtr60="r1c1/under=m1", m1="r1c1/kind=stone_building", german_tm_1="r3c1"), "r1c1") == ""
    assert aim(settled(land={"r1c1": "woods"}, mtr60="r1c1", german_tm_1="r3c1"), "r1c1") == ""  # type: ignore[arg-type]
    assert aim(settled(mtr60="r1c1", german_tm_1="r3c1"), "r1c1") == "r3c1"  # 6.7.4: direct lay


def test_5_2_3_b_a_bunker_fires_only_within_its_arc() -> None:
    bunker = {"m1": "r2c2/kind=bunker/facing=4"}  # south
    assert aim(settled(german_sqd_1="r2c2/under=m1", p1_sqd1="r1c2", **bunker), "r2c2", "enemy") == "r1c2"
    assert aim(settled(german_sqd_1="r2c2/under=m1", p1_sqd1="r3c2", **bunker), "r2c2", "enemy") == ""


def test_4_3_6_b_no_fire_out_of_a_card_with_smoke() -> None:
    g = settled(p1_sqd1="r1c1", german_tm_1="r2c1", s="r1c1/kind=smoke_hc")
    assert aim(g, "r1c1") == ""
    inside = settled(p1_sqd1="r1c1", german_tm_1="r1c1", s="r1c1/kind=smoke_hc")
    assert fall(inside, "r1c1").inside["us"] == "S"


# where it falls ---------------------------------------------------------------------------------------


def test_6_3_a_from_outside_the_best_alone_falls_on_both_sides() -> None:
    g = settled(
        german_sqd_1="r3c1", pdf_1="r3c1/kind=pdf/owner=enemy/aim=r2c1", german_tm_1="r2c2",
        pdf_2="r2c2/kind=pdf/owner=enemy/aim=r2c1",
        p1_sqd1="r2c1", german_tm_2="r2c1",
    )  # fmt: skip
    assert (fall(g, "r2c1").on("us"), fall(g, "r2c1").on("enemy")) == ("A", "A")  # AMB-15: one marker for all
    assert g.kinds("r2c1").count("vof_a") == 1


def test_6_3_b_without_fire_from_outside_each_side_suffers_the_others() -> None:
    g = settled(p1_sqd1="r2c1", german_sqd_1="r2c1")
    assert (fall(g, "r2c1").on("us"), fall(g, "r2c1").on("enemy")) == ("A", "S")


def test_6_3_1_if_all_firers_are_pinned_it_is_all_pinned() -> None:
    assert fall(settled(p1_sqd1="r1c1", german_sqd_1="r2c1/pinned"), "r1c1").on("us") == "P"
    assert fall(settled(p1_sqd1="r1c1", german_sqd_1="r2c1/pinned", german_tm_1="r2c1"), "r1c1").on("us") == "S"


def test_6_3_1_an_assault_rifle_is_automatic_at_point_blank() -> None:
    near = settled(scenario="vnm_1", p1_sqd1="r2c1", vc_nva_vct_1="r2c1")
    far = settled(scenario="vnm_1", p1_sqd1="r1c1", vc_nva_vct_1="r2c1")
    assert (fall(near, "r2c1").on("enemy"), fall(far, "r2c1").on("enemy")) == ("A", "S")


def test_6_3_2_two_directions_make_a_crossfire() -> None:
    g = settled(p1_sqd1="r2c2", german_tm_1="r3c2", german_tm_2="r2c3")
    assert fire.crossfire(g.r, "map:r2c2")
    assert "vof_crossfire" in g.kinds("r2c2")
    assert not fire.crossfire(settled(p1_sqd1="r2c2", german_tm_1="r3c2").r, "map:r2c2")


def test_6_4_1_a_tripod_grazes_all_cards_of_its_height_on_the_way() -> None:
    pdf = {"pdf_1": "r4c1/kind=pdf/owner=enemy/aim=r1c1"}
    g = settled(german_hmg_1="r4c1", p1_sqd1="r1c1", **pdf)
    assert [fall(g, c).on("us") for c in ("r3c1", "r2c1", "r1c1")] == ["A", "A", "A"]
    high = settled(land={"r4c1": "hill"}, german_hmg_1="r4c1", p1_sqd1="r1c1", **pdf)  # type: ignore[arg-type]
    assert [fall(high, c).on("us") for c in ("r3c1", "r2c1", "r1c1")] == ["", "", "A"]
    lmg = settled(german_lmg_1="r3c1", p1_sqd1="r1c1")
    assert fall(lmg, "r2c1").on("us") == ""


def test_6_4_2_a_final_protective_line_is_heavy_on_its_diagonal_day_or_night() -> None:
    g = settled(values={"weather": "moonlight"}, hmg1="r1c1/fpl=NE/fpl_fires")  # type: ignore[arg-type]
    assert [fall(g, c).on("enemy") for c in ("r2c2", "r3c3", "r4c4", "r2c1")] == ["H", "H", "H", ""]


# modifiers --------------------------------------------------------------------------------------------


def test_5_2_hi_cover_where_the_fire_crosses_dark_green() -> None:
    foe = {"german_sqd_1": "r2c1"}
    assert figure(settled(land={"r1c1": "woods:GWWWWWWW"}, p1_sqd1="r1c1", **foe), "p1_sqd1") == -1 + 3  # type: ignore[arg-type]
    assert figure(settled(land={"r1c1": "woods:WGGGGGGG"}, p1_sqd1="r1c1", **foe), "p1_sqd1") == -1 + 2  # type: ignore[arg-type]


def test_6_1_2_state_marker_visibility_and_smoke_are_added() -> None:
    foe = {"german_sqd_1": "r2c1"}
    assert figure(settled(p1_sqd1="r1c1/pinned", **foe), "p1_sqd1") == 0
    assert figure(settled(p1_sqd1="r1c1/exposed", **foe), "p1_sqd1") == -2
    assert figure(settled(p1_sqd1="r1c1/under=m1", m1="r1c1/kind=foxhole", **foe), "p1_sqd1") == 1
    assert figure(settled(values={"weather": "dusk_or_haze"}, p1_sqd1="r1c1", **foe), "p1_sqd1") == 0  # type: ignore[arg-type]
    assert figure(settled(p1_sqd1="r1c1", s="r1c1/kind=smoke_hc", **foe), "p1_sqd1") == 1


def test_6_1_2_the_sum_is_held_between_minus_four_and_six() -> None:
    assert [ncm.clamp(n) for n in (-8, -4, 0, 6, 9)] == [-4, -4, 0, 6, 6]


def test_6_5_grenades_add_up_but_not_with_other_fire() -> None:
    g = settled(
        p1_sqd1="r1c1", p1_sqd2="r1c1", german_sqd_1="r2c1", g1="r1c1/kind=vof_grenade/owner=enemy/target=p1_sqd1/ncm=-4",
        g2="r1c1/kind=vof_grenade/owner=enemy/target=p1_sqd1/ncm=-4",
    )  # fmt: skip
    assert (figure(g, "p1_sqd1"), ncm.clamp(figure(g, "p1_sqd1")), figure(g, "p1_sqd2")) == (-8, -4, -1)


def test_5_2_3_a_crowd_under_a_marker_suffers_from_grenades() -> None:
    g = settled(
        p1_sqd1="r1c1/under=m1", p1_sqd2="r1c1/under=m1/back", m1="r1c1/kind=cover",
        g1="r1c1/kind=vof_grenade/owner=enemy/target=m1/ncm=-4",
    )  # fmt: skip
    assert ground.crowd(g.r, g.name("p1_sqd1")) == 2
    assert figure(g, "p1_sqd1") == -4 + 1 - 2
    plain = settled(p1_sqd1="r1c1/under=m1", p1_sqd2="r1c1/under=m1/back", m1="r1c1/kind=cover", german_sqd_1="r2c1")
    assert figure(plain, "p1_sqd1") == -1 + 1  # not from other fire


def test_6_3_2_incoming_takes_the_lesser_cover_the_burst_icon_and_no_visibility() -> None:
    g = settled(
        land={"r1c1": "woods:GGGGGGGG"}, values={"weather": "moonlight"}, p1_sqd1="r1c1",  # type: ignore[arg-type]
        i="r1c1/kind=vof_incoming/owner=enemy/ncm=-4",
    )  # fmt: skip
    g.table().set_attr("land-r1c1", "burst", -1)
    g.runner.open(g.state)
    assert figure(g, "p1_sqd1") == -4 + 2 - 1


def test_6_3_2_a_snipers_target_has_it_worse_than_the_others() -> None:
    g = settled(german_sni_1="r4c1/unspotted/aim=r1c1/target=p1_sqd1", p1_sqd1="r1c1", p1_sqd2="r1c1")
    assert (figure(g, "p1_sqd1"), figure(g, "p1_sqd2")) == (-3, 0)


def test_6_3_2_crossfire_and_a_miss_are_added() -> None:
    g = settled(p1_sqd1="r2c2", german_tm_1="r3c2", german_tm_2="r2c3", m="r2c2/kind=vof_miss/owner=enemy")
    assert figure(g, "p1_sqd1") == 0 - 1 - 1


# orders to fire ---------------------------------------------------------------------------------------


def test_4_2_4_a_spotting_draws_by_its_chart_at_least_one() -> None:
    g = Game(
        co_hq="r1c1",
        p1_sqd1="r1c1",
        german_tm_1="r2c1/unspotted/under=m1",
        m1="r2c1/kind=cover",
        draws=cards("crosshair", 3),
    )
    settle(g.table())
    assert act_fight.spotting(g.r, g.name("p1_sqd1"), "map:r2c1").total == 2 + 1 - 1 + 1  # fires, under cover, adjacent
    g.impulse().order("p1_sqd1", "spot", cell="r2c1")
    assert g.state_of("german_tm_1", "unspotted") is None
    far = settled(p1_hq="r1c1/back", german_tm_1="r4c1/unspotted/under=m1", m1="r4c1/kind=cover")
    assert act_fight.Spot().cards(far.r, far.name("p1_hq"), {"cell": "map:r4c1"}) == 1


def test_9_3_one_spotted_unit_spots_all_on_its_card() -> None:
    assert settled(german_tm_1="r2c1", german_tm_2="r2c1/unspotted").state_of("german_tm_2", "unspotted") is None


def test_6_6_concentrated_fire_marks_a_target_and_costs_two_points() -> None:
    g = Game(
        co_hq="r1c1",
        lmg1="r1c1",
        german_tm_1="r3c1/under=m1",
        m1="r3c1/kind=cover",
        draws=[*blanks("crosshair"), *cards("crosshair")],
    )
    settle(g.table())
    g.impulse(n=1).order("lmg1", "concentrate", choice="m1")  # three cards: a tripod draws one more
    assert "vof_concentrated" in g.kinds("r3c1")
    assert figure(g, "german_tm_1") == -1 + 1 - 1
    assert g.state_of("lmg1", "concentrated") is True


def test_6_5_who_attacks_from_the_same_card_may_get_a_grenade_back() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", german_sqd_1="r1c1", draws=[*cards("grenade", 2), *blanks("grenade")])
    settle(g.table())
    g.impulse(n=1).order("p1_sqd1", "grenade", pieces=["german-sqd-1"])
    assert sorted(k for k in g.kinds("r1c1") if k in ("vof_grenade", "vof_miss")) == [
        "vof_grenade",
        "vof_miss",
    ]  # the answer missed


def test_6_5_a_launcher_reaches_other_cards_along_the_direction_only() -> None:
    g = settled(baz1="r1c1", p1_sqd1="r1c1/rifle_grenade=0", german_tm_1="r2c1", german_tm_2="r1c2")
    aimed = aim(g, "r1c1")
    assert grenades.places(g.r, g.name("baz1")) == [f"map:{aimed}"]
    assert grenades.places(g.r, g.name("p1_sqd1")) == []  # its rifle grenades are all gone


def test_6_4_a_launcher_alone_has_a_direction_but_gives_no_volume_of_fire() -> None:
    g = settled(baz1="r1c1", german_tm_1="r2c1")
    assert aim(g, "r1c1") == "r2c1"
    assert fall(g, "r2c1").on("enemy") == ""
    assert grenades.places(g.r, g.name("baz1")) == ["map:r2c1"]


def test_6_2_rifle_grenades_are_thrown_once_a_mission() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1/rifle_grenade=1", german_tm_1="r2c1", draws=blanks("grenade"))
    settle(g.table())
    g.impulse(n=1).order("p1_sqd1", "grenade", pieces=["german-tm-1"])
    assert g.state_of("p1_sqd1", "rifle_grenade") == 0
    assert grenades.all_goals(g.r, g.name("p1_sqd1")) == []


def test_6_5_jam_turns_a_weapons_team_for_the_rest_of_the_mission() -> None:
    g = Game(co_hq="r1c1", lmg1="r1c1", german_tm_1="r2c1", draws=[*cards(jam=True), *blanks("crosshair")])
    settle(g.table())
    g.impulse(n=1).order("lmg1", "concentrate", choice="random")
    assert g.face("normandy-lmg1") == "back"
    assert g.impulse().why_not("lmg1", "to_front") == "6.5"


def test_6_5_a_grenade_whose_target_has_gone_is_a_miss() -> None:
    g = Game(p1_sqd1="r1c2", g1="r1c1/kind=vof_grenade/owner=enemy/target=p1_sqd1/ncm=-4", p1_hq="r1c1")
    grenades.lost_targets(g.table())
    assert [k for k in g.kinds("r1c1") if k.startswith("vof")] == ["vof_miss"]


def test_4_2_4_i_cease_fire_opens_at_the_nearest_again() -> None:
    g = settled(
        co_hq="r1c1", p1_sqd1="r1c1", german_tm_1="r3c1", german_tm_2="r2c2", pdf_1="r1c1/kind=pdf/owner=us/aim=r3c1"
    )
    assert aim(g, "r1c1") == "r3c1"
    g.impulse().order("p1_sqd1", "cease_fire")
    assert aim(g, "r1c1") == "r2c2"


def test_4_2_4_j_fire_is_shifted_even_to_an_empty_card_in_the_issuers_sight() -> None:
    g = settled(co_hq="r1c1", p1_sqd1="r1c1", german_tm_1="r2c1")
    g.impulse().order("p1_sqd1", "shift_fire", cell="r1c2")
    assert aim(g, "r1c1") == "r1c2"


def test_4_2_4_c_a_platoon_concentrates_with_every_unit_that_can() -> None:
    def able(state: str) -> list[str]:
        g = settled(p1_hq="r1c1", p1_sqd1="r1c1", p1_sqd2="r1c1", p1_sqd3="r1c1/pinned", german_tm_1=f"r2c1{state}")
        o = Order("normandy-p1-hq", 2, frozenset())
        return act_fight.PlatoonConcentrate().able(g.r, o, "normandy-p1-hq")

    assert able("") == ["normandy-p1-sqd1", "normandy-p1-sqd2"]
    assert able("/unspotted") == []
