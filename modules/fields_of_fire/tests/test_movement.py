"""Movement actions (4.2.2), state restrictions (4.2.5), movement (5.1), cover (5.2.3)."""

from __future__ import annotations

from modules.fields_of_fire.rules import fire, ground, movement
from modules.fields_of_fire.tests.conftest import Game, blanks, cards, column

FIGHT = {"german_tm_1": "r2c1/under=m9", "m9": "r2c1/kind=cover", "pdf_9": "r2c1/kind=pdf/owner=enemy/aim=r1c1"}
"""A fire team that fires at r1c1 from r2c1."""
TEAM = "kind=fire_team/owner=us/nation=us/vof=S/range=C"


def test_4_2_2_a_a_move_exposes_and_is_barred_to_the_exposed() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1").impulse()
    g.order("p1_sqd1", "move", cell="r2c2")
    assert (g.where("p1_sqd1"), g.state_of("p1_sqd1", "exposed")) == ("r2c2", True)
    assert Game(co_hq="r1c1", p1_sqd1="r1c1/exposed").impulse().why_not("p1_sqd1", "move") == "5.1"


def test_5_1_2_a_move_may_lead_straight_under_a_free_marker() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", m1="r2c1/kind=cover").impulse()
    g.order("p1_sqd1", "move", cell="r2c1")
    g.act("us", "shelter", pieces=["m1"])
    assert g.state_of("p1_sqd1", "under") == "m1"


def test_5_2_3_one_side_at_a_time_under_a_marker() -> None:
    g = Game(p1_sqd1="r2c1", german_tm_1="r2c1/under=m1", m1="r2c1/kind=cover", m2="r2c1/kind=foxhole")
    assert ground.shelters(g.r, "map:r2c1", g.name("p1_sqd1")) == ["m2"]


def test_5_2_3_b_a_bunker_holds_four_steps() -> None:
    g = Game(p1_sqd1="r2c1/under=m1", p1_sqd2="r2c1", p1_hq="r2c1", m1="r2c1/kind=bunker")
    assert not ground.takes(g.r, "m1", g.name("p1_sqd2"))
    assert ground.takes(g.r, "m1", g.name("p1_hq"))


def test_5_1_2_nobody_is_exposed_between_trenches() -> None:
    g = Game(p1_sqd1="r1c1/under=m1", m1="r1c1/kind=trench", m2="r2c1/kind=trench")
    movement.go(g.table(), g.name("p1_sqd1"), "map:r2c1", marker="m2")
    assert g.state_of("p1_sqd1", "exposed") is None


def test_2_3_5_within_the_staging_area_nobody_is_exposed() -> None:
    g = Game(co_hq="r0c1", p1_sqd1="r0c1").impulse()
    g.order("p1_sqd1", "move", cell="r0c2")
    assert (g.where("p1_sqd1"), g.state_of("p1_sqd1", "exposed")) == ("r0c2", None)


def test_2_3_4_the_company_never_leaves_the_map_as_first_laid() -> None:
    g = Game(co_hq="r4c4", p1_sqd1="r4c4", more="r5c4/kind=normandy_farm").impulse()
    g.act("us", "order", pieces=["normandy-p1-sqd1"])
    assert "map:r5c4" not in g.ask("us", "move")["cells"]  # type: ignore[index]


def test_1_2_1_i_sixteen_steps_of_a_side_on_a_card() -> None:
    squads = {f"p{p}_sqd{n}": "r2c1" for p, n in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2))}
    g = Game(**squads, p2_sqd3="r1c1", p1_hq="r1c1")
    assert ground.steps_on(g.r, "map:r2c1", "us") == 15
    assert not ground.has_room(g.r, "map:r2c1", g.name("p2_sqd3"))
    assert ground.has_room(g.r, "map:r2c1", g.name("p1_hq"))


def test_4_2_2_b_a_platoon_moves_for_two_commands() -> None:
    g = Game(p1_hq="r1c1", p1_sqd1="r1c1", p1_sqd2="r1c1/pinned", p2_sqd1="r1c1").impulse("p1_hq", 2)
    g.act("us", "order", pieces=["normandy-p1-hq"])
    ask = g.ask("us", "platoon_move")
    assert ask is not None
    assert set(ask["pieces"]) == {"normandy-p1-hq", "normandy-p1-sqd1"}
    g.act("us", "platoon_move", pieces=["normandy-p1-hq", "normandy-p1-sqd1"], cell="r2c1")
    assert (g.where("p1_hq"), g.where("p1_sqd1"), g.where("p1_sqd2")) == ("r2c1", "r2c1", "r1c1")


def test_4_2_2_c_infiltration_needs_fire_and_keeps_from_exposure() -> None:
    calm = Game(co_hq="r1c1", p1_sqd1="r1c1").impulse()
    assert calm.why_not("p1_sqd1", "infiltrate") == "4.2.2.c"
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", **FIGHT, draws=cards("infiltrate", 2)).impulse()
    g.order("p1_sqd1", "infiltrate", cell="r1c2")
    assert (g.where("p1_sqd1"), g.state_of("p1_sqd1", "exposed")) == ("r1c2", None)
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", **FIGHT, draws=blanks("infiltrate")).impulse(n=1)
    g.order("p1_sqd1", "infiltrate", cell="r1c2")
    assert (g.where("p1_sqd1"), g.state_of("p1_sqd1", "exposed")) == ("r1c2", True)  # AMB-39: it moves all the same


def test_4_2_2_c_tripods_and_heavy_weapons_do_not_infiltrate() -> None:
    g = Game(co_hq="r1c1", lmg1="r1c1", mtr60="r1c1", **FIGHT).impulse()
    assert g.why_not("lmg1", "infiltrate") == "4.2.2.c"
    assert g.why_not("mtr60", "infiltrate") == "4.2.2.c"


def test_4_2_2_d_each_of_a_platoon_tries_for_itself() -> None:
    draws = [*cards("infiltrate", 2), *blanks("infiltrate")]
    g = Game(p1_hq="r1c1", p1_sqd1="r1c1", **FIGHT, draws=draws).impulse("p1_hq", 2)
    g.order("p1_hq", "platoon_infiltrate", pieces=["normandy-p1-hq", "normandy-p1-sqd1"], cell="r1c2")
    assert (g.state_of("p1_hq", "exposed"), g.state_of("p1_sqd1", "exposed")) == (None, True)


def test_4_2_2_e_cover_is_sought_with_the_cards_own_number_and_exposes() -> None:
    g = Game(
        co_hq="r2c2", p1_sqd1="r2c2", land={"r2c2": "orchard"}, draws=[*blanks("cover", 1), *cards("cover")]
    ).impulse()
    g.order("p1_sqd1", "seek_cover")
    marker = g.state_of("p1_sqd1", "under")
    assert g.state.pieces[marker]["kind"] == "cover"
    assert g.state_of("p1_sqd1", "exposed") is True


def test_4_2_2_e_no_more_cover_than_the_card_has() -> None:
    g = Game(co_hq="r2c2", p1_sqd1="r2c2", m1="r2c2/kind=cover").impulse()
    assert g.why_not("p1_sqd1", "seek_cover") == "4.2.2.e"
    works = Game(co_hq="r2c2", p1_sqd1="r2c2", m1="r2c2/kind=foxhole").impulse()
    assert works.why_not("p1_sqd1", "seek_cover") == ""  # works do not count
    under = Game(co_hq="r2c2", p1_sqd1="r2c2/under=m1", m1="r2c2/kind=foxhole", co="r1c1/kind=cover").impulse("general")
    assert under.why_not("p1_sqd1", "seek_cover") == "5.1.1"


def test_5_2_3_c_in_a_town_the_urban_table_says_what_is_found() -> None:
    draws = [*cards("cover", 4), column(10, 8)]
    g = Game(co_hq="r2c2", p1_sqd1="r2c2", land={"r2c2": "church"}, draws=draws).impulse()
    g.order("p1_sqd1", "seek_cover")
    assert [k for k in g.kinds("r2c2") if k in ("stone_building", "church_tower")] == ["church_tower", "stone_building"]
    g = Game(co_hq="r2c2", p1_sqd1="r2c2", land={"r2c2": "farm"}, draws=[*cards("cover", 3), column(10, 1)]).impulse()
    g.order("p1_sqd1", "seek_cover")
    assert "rubble" in g.kinds("r2c2")


def test_4_2_2_f_going_in_and_out_of_cover_exposes() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", m1="r1c1/kind=cover").impulse()
    g.order("p1_sqd1", "enter_cover", choice="m1")
    assert (g.state_of("p1_sqd1", "under"), g.state_of("p1_sqd1", "exposed")) == ("m1", True)
    g.impulse("general").order("p1_sqd1", "enter_cover", choice="open")  # 5.1.1: the exposed may
    assert g.state_of("p1_sqd1", "under") is None


def test_4_2_2_g_infiltrating_into_cover_needs_fire_on_the_card() -> None:
    calm = Game(co_hq="r1c1", p1_sqd1="r1c1", m1="r1c1/kind=cover").impulse()
    assert calm.why_not("p1_sqd1", "infiltrate_cover") == "4.2.2.g"
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", m1="r1c1/kind=cover", **FIGHT, draws=cards("infiltrate", 2)).impulse()
    g.order("p1_sqd1", "infiltrate_cover", choice="m1")
    assert (g.state_of("p1_sqd1", "under"), g.state_of("p1_sqd1", "exposed")) == ("m1", None)


# states (4.2.5) ---------------------------------------------------------------------------------------


def open_orders(g: Game, unit: str) -> set[str]:
    return {verb for verb, ask in g.menu(unit).items() if not ask.get("why_not")} - {"back"}


def test_4_2_5_a_pinned_unit_shakes_off_seeks_cover_or_goes_to_friends_without_fire() -> None:
    g = Game(p1_sqd1="r1c1/pinned", p2_sqd1="r1c2", **FIGHT).impulse("general")
    assert open_orders(g, "p1_sqd1") <= {"rally_pin", "seek_cover", "move", "drop"}
    assert set(movement.targets(g.r, "normandy-p1-sqd1")) == {"map:r0c1", "map:r0c2", "map:r1c2"}


def test_4_2_5_teams_do_what_their_row_says() -> None:
    where = f"r1c1/{TEAM}"
    g = Game(t1=where, m1="r1c1/kind=cover", p2_sqd1="r1c2").impulse("general")
    assert {"move", "enter_cover", "rally_fire"} <= open_orders(g, "t1")
    litter = Game(t1=where.replace("fire_team", "litter"), p2_sqd1="r1c2", german_tm_1="r1c1").impulse("general")
    assert "rally_litter" in open_orders(litter, "t1")
    assert "grenade" not in open_orders(litter, "t1")
    lame = Game(t1=where.replace("fire_team", "paralyzed"), m1="r1c1/kind=cover", p2_sqd1="r1c2").impulse("general")
    assert open_orders(lame, "t1") <= {"move", "rally_paralyzed", "drop"}
    assert lame.why_not("t1", "seek_cover") == "4.2.5"


def test_4_2_5_an_assault_team_moves_freely_a_fire_team_only_to_friends() -> None:
    g = Game(t1=f"r2c2/{TEAM}", t2=f"r2c2/{TEAM.replace('fire_team', 'assault_team')}")
    assert movement.targets(g.r, "t1") == []
    assert len(movement.targets(g.r, "t2")) == 8


def test_4_2_5_no_platoon_actions_for_an_hq_that_is_pinned() -> None:
    g = Game(p1_hq="r1c1/pinned", p1_sqd1="r1c1").impulse("p1_hq", 2)
    assert g.why_not("p1_hq", "platoon_move") == "4.2.5"


def test_1_2_6_occupied_cleared_secured() -> None:
    g = Game(p1_sqd1="r1c1", german_tm_1="r1c1", x="r1c2/kind=pc_c", p2_sqd1="r1c2", p2_sqd2="r1c3")
    assert ground.is_occupied(g.r, "map:r1c1")
    assert not ground.is_cleared(g.r, "map:r1c1")
    assert not ground.is_secured(g.r, "map:r1c2")
    assert ground.is_secured(g.r, "map:r1c3")
    dead = Game(p1_sqd1="r1c1", c="r1c1/kind=casualty/owner=enemy/nation=german", v="r1c1/kind=vof_s/owner=enemy")
    assert ground.is_secured(dead.r, "map:r1c1")  # casualties and VOF do not count


def test_5_2_face_down_cards_come_into_sight_from_the_map_only() -> None:
    down = {"r2c1": "farm", "r3c1": "farm"}
    g = Game(scenario="nrm_3", rows=5, land=down, p1_sqd1="r0c1")
    t = g.table()
    for cell in ("r1c1", "r2c1", "r3c1"):
        t.know(f"land-{cell}", [])
    from modules.fields_of_fire.rules.settle import settle

    settle(t)
    assert not t.is_open("land-r1c1")  # staging cards see nothing
    t.move(g.name("p1_sqd1"), "map:r1c1")
    settle(t)
    assert t.is_open("land-r2c1")
    assert not fire.has_vof(t, "map:r2c1")


def test_4_2_an_order_moves_one_unit_and_the_others_are_told_why_they_stay() -> None:
    g = Game(co_hq="r1c1", p1_hq="r1c1", p1_sqd1="r1c1", p1_sqd2="r1c1/exposed").impulse()
    ask = g.ask("us", "move")
    assert ask["max"] == 1
    assert ask["why"][g.name("p1_sqd2")]["rule"] == "5.1"
    assert {g.name("p1_hq"), g.name("p1_sqd1")} <= set(ask["pieces"])
