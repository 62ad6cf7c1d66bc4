"""Signals, loads, helicopters, planning (2.3, 4.2.1.c, 4.3.6, 5.1.3, 7.4, 8.1)."""

from __future__ import annotations

from modules.fields_of_fire.rules import lifts, plan, points, setup, transport
from modules.fields_of_fire.tests.position import Game

HQ = "normandy-co-hq"


# signals ----------------------------------------------------------------------------------------


def test_4_3_6_everybody_obeys_the_one_action_that_a_star_is_tied_to() -> None:
    game = Game(
        normandy_co_hq="r1c2",
        normandy_p1_sqd1="r2c1",
        normandy_p2_sqd1="r2c3/exposed",
        gsp__1=f"net_co_hq/owner=us/holder={HQ}",
    )
    game.impulse(HQ).order(HQ, "use_signal", kind="gsp")
    assert "gsp" in game.kinds_at("r1c2")
    assert game.at("normandy-p1-sqd1") == "r3c1"
    assert game.at("normandy-p2-sqd1") == "r2c3"  # exposed units do not move between cards


def test_4_3_6_attempts_by_signal_are_drawn_for_and_not_exhorted() -> None:
    game = Game(draws=["action-01", "action-03"], normandy_co_hq="r1c2", normandy_p1_sqd1="r2c1/pinned",
                gsc__1=f"net_co_hq/owner=us/holder={HQ}")  # fmt: skip
    game.impulse(HQ).order(HQ, "use_signal", kind="gsc")
    assert game.step == "impulse"
    assert game.state.pieces["normandy-p1-sqd1"]["attrs"]["pinned"] is True


def test_4_3_6_smoke_lies_on_the_own_card_and_orders_nothing() -> None:
    game = Game(normandy_co_hq="r1c2", normandy_p1_sqd1="r1c2", wp_grenade__1="net_p1/owner=us/holder=normandy-p1-sqd1",
                colored_smoke__1=f"net_co_hq/owner=us/holder={HQ}").impulse(HQ)  # fmt: skip
    game.order("normandy-p1-sqd1", "use_signal", kind="wp_grenade").order(HQ, "use_signal", kind="colored_smoke")
    assert {"smoke_wp", "colored_smoke"} <= set(game.kinds_at("r1c2"))


def test_8_1_a_hand_flare_lights_the_own_card_or_one_beside_it_by_night() -> None:
    held = {"hand_flare__1": "net_co_hq/owner=us/holder=normandy-co-hq"}
    game = Game("nrm_3", values={"weather": "moonlight"}, normandy_co_hq="r1c2", **held).impulse(HQ)
    game.act("us", "order", pieces=[HQ])
    assert "map:r2c3" in game.ask("us", "use_signal")["cells"]
    game.act("us", "use_signal", kind="hand_flare", cell="r2c3")
    assert "hand_flare_lit" in game.kinds_at("r2c3")
    day = Game("nrm_3", normandy_co_hq="r1c2", **held).impulse(HQ).act("us", "order", pieces=[HQ])
    assert day.ask("us", "use_signal")["why_not"]["rule"] == "8.1"


# loads --------------------------------------------------------------------------------------------


def test_5_1_3_kit_is_picked_up_by_order_and_exposes() -> None:
    game = Game(normandy_co_hq="r1c2", normandy_p1_sqd1="r1c2", scr536__1="r1c2/owner=us/net=company").impulse(HQ)
    game.order("normandy-p1-sqd1", "transport", how="take", pieces=["scr536-1"])
    attrs = game.state.pieces["scr536-1"]["attrs"]
    assert attrs["holder"] == "normandy-p1-sqd1"
    assert game.at("scr536-1") == "net_p1"
    assert game.state.pieces["normandy-p1-sqd1"]["attrs"]["exposed"] is True


def test_5_1_3_a_a_squad_carries_a_casualty_a_step_and_one_kind_only() -> None:
    hurt = {f"casualty__{n}": "r1c2/owner=us" for n in range(1, 5)}
    game = Game(normandy_co_hq="r1c2", normandy_p1_sqd1="r1c2", ammo_mg__1="r1c2/owner=us", **hurt)
    t = game.table()
    for n in (1, 2, 3):
        assert transport.room_for(t, "normandy-p1-sqd1", f"casualty-{n}")
        t.move(f"casualty-{n}", "@normandy-p1-sqd1")
    assert not transport.room_for(t, "normandy-p1-sqd1", "casualty-4")
    assert not transport.room_for(t, "normandy-p1-sqd1", "ammo-mg-1")


def test_5_1_3_b_putting_down_needs_no_command() -> None:
    game = Game(normandy_co_hq="r1c2", normandy_p1_sqd1="r1c2", casualty__1="r1c2/owner=us").impulse(HQ, 1)
    game.order("normandy-p1-sqd1", "transport", how="take", pieces=["casualty-1"])
    assert game.at("casualty-1") == "@normandy-p1-sqd1"
    transport.put_down(game.table(), "normandy-p1-sqd1", "casualty-1")
    assert game.at("casualty-1") == "r1c2"
    free = Game(normandy_co_hq="r1c2", normandy_p1_sqd1="r1c2").impulse(HQ, 2)
    free.table().add("casualty+1", "@normandy-p1-sqd1", kind="casualty", owner="us")
    free.order("normandy-p1-sqd1", "drop", pieces=["casualty+1"])
    assert free.state.flow[-1]["l"]["hqs"][HQ]["has"] == 2


def test_6_8_ammunition_on_the_card_refills_a_gun_to_what_it_carries() -> None:
    game = Game(normandy_co_hq="r1c2", normandy_lmg1="r1c2/ammo_MG=2/out_of_ammo", ammo_mg__1="r1c2/owner=us").impulse(
        HQ
    )
    game.order("normandy-lmg1", "transport", how="refill", pieces=["ammo-mg-1"])
    attrs = game.state.pieces["normandy-lmg1"]["attrs"]
    assert attrs["ammo_MG"] == 6
    assert "out_of_ammo" not in attrs  # 6.2
    assert game.state.pieces["ammo-mg-1"]["attrs"]["points"] == 2


def test_7_4_1_infantry_boards_a_vehicle_up_to_its_transport_and_both_are_exposed() -> None:
    game = Game(normandy_co_hq="r1c2", normandy_td="r1c2", normandy_p1_sqd1="r1c2", normandy_p1_sqd2="r1c2",
                scr300__1=f"net_co_hq/owner=us/net=battalion/holder={HQ}").impulse(HQ)  # fmt: skip
    game.order("normandy-td", "transport", how="board", pieces=["normandy-p1-sqd1"])
    assert game.at("normandy-p1-sqd1") == "@normandy-td"
    assert all(game.state.pieces[p]["attrs"]["exposed"] for p in ("normandy-td", "normandy-p1-sqd1"))
    assert not transport.room_for(game.table(), "normandy-td", "normandy-p1-sqd2")  # an M4 carries three steps


# helicopters ----------------------------------------------------------------------------------------

LZ = {"r1c2": "vietnam_clearing", "r2c4": "vietnam_clearing"}


def flight(turn: int = 1, **more: str) -> Game:
    """Return a loaded helicopter in transit, activated, with a landing zone in r1c2."""
    units = {"vietnam_flt1__1": "in_transit/activated", "lz__1": "r1c2", **more}
    game = Game("vnm_1", cards=LZ, values={"turn": turn}, **units)
    t = game.table()
    for place in ("r1c2", "r2c4"):
        t.set_attr(f"card-{place}", "lz", True)
    t.add("vietnam-p1-hq", "@vietnam-flt1-1")
    return game


def test_7_4_5_a_lift_lands_its_men_and_comes_back_every_fourth_turn() -> None:
    game = flight().run("lifts")
    game.act("us", "land", pieces=["vietnam-flt1-1"], cell="r1c2").act("us", "dismount", pieces=["vietnam-p1-hq"])
    assert (game.at("vietnam-flt1-1"), game.at("vietnam-p1-hq")) == ("r1c2", "r1c2")
    assert game.state.pieces["vietnam-p1-hq"]["attrs"]["exposed"] is True
    way = []
    for turn in range(2, 7):
        t = game.table()
        t.set_var("turn", turn)
        t.set_attr("vietnam-flt1-1", "done", None)
        t.set_attr("vietnam-flt1-1", "activated", True)
        if turn == 5:
            facts_mark(game)
        game.run("lifts")
        verb = {2: "lift_off", 3: "go_back", 5: "lift_off", 6: "land"}.get(turn)
        if verb == "land":
            game.act("us", "land", pieces=["vietnam-flt1-1"], cell="r1c2")
        elif verb:
            game.act("us", verb, pieces=["vietnam-flt1-1"])
        way.append(game.at("vietnam-flt1-1"))
    assert way == ["in_transit", "pickup", "pickup", "in_transit", "r1c2"]  # landed on turn 1, next on turn 6


def facts_mark(game: Game) -> None:
    """Lay a signal on the landing zone."""
    game.table().add("colored_smoke+1", "map:r1c2", kind="colored_smoke", owner="us")


def test_7_3_2_later_waves_land_only_where_a_signal_marks_the_zone() -> None:
    t = flight(3).table()
    t.set_var("first_landing", 1)
    assert lifts.zones(t, "vietnam-flt1-1") == []
    t.add("colored_smoke+1", "map:r1c2", kind="colored_smoke", owner="us")
    assert lifts.zones(t, "vietnam-flt1-1") == ["map:r1c2"]


def test_7_3_2_helicopters_land_on_landing_zones_of_cards_that_can_be_one() -> None:
    assert lifts.zones(flight(lz__2="r3c3").table(), "vietnam-flt1-1") == ["map:r1c2"]
    full = {f"vietnam_flt2__{n}": "r1c2" for n in range(1, 5)}
    assert lifts.zones(flight(**full).table(), "vietnam-flt1-1") == []  # 1.2.1.I: four vehicles


def test_7_4_5_who_circles_too_long_turns_back_and_is_not_loaded_for_two_turns() -> None:
    game = flight(3)
    t = game.table()
    t.set_attr("vietnam-flt1-1", "since", 2)
    lifts.turn_back(t)
    assert game.at("vietnam-flt1-1") == "in_transit"
    t.set_var("turn", 4)
    lifts.turn_back(t)
    assert game.at("vietnam-flt1-1") == "pickup"
    t.add("vietnam-p2-hq", "pickup")
    assert transport.boarders(t, "vietnam-flt1-1") == []
    t.set_var("turn", 6)
    assert transport.boarders(t, "vietnam-flt1-1") == ["vietnam-p2-hq"]


def test_7_7_b_a_damaged_helicopter_stays_in_the_pick_up_area() -> None:
    game = flight(3)
    t = game.table()
    t.set_attr("vietnam-flt1-1", "aborted", 2)
    t.set_attr("vietnam-flt1-1", "damaged", True)
    lifts.go_home_damaged(t)
    assert (game.at("vietnam-flt1-1"), game.at("vietnam-p1-hq")) == ("pickup", "pickup")
    assert lifts.able(t) == []


def test_5_1_4_casualties_that_reach_the_pick_up_area_are_evacuated() -> None:
    game = flight()
    game.table().add("casualty+1", "@vietnam-flt1-1", kind="casualty", owner="us")
    lifts.unload_casualties(game.table(), "vietnam-flt1-1")
    assert game.at("casualty+1") == "us_casualties"


# planning -----------------------------------------------------------------------------------------------


def test_2_3_the_plan_that_stands_ready_is_laid_out() -> None:
    game = Game("nrm_1")
    fresh = type(game).__mro__[1](game.runner.title, "nrm_1", setup="quick")
    kinds = {p["kind"]: p["at"] for p in fresh.state.pieces.values()}
    assert kinds["objective_1"].startswith("map:r4")
    assert kinds["objective_2"].startswith("map:r3")
    assert kinds["ccp"].startswith("map:r1")
    assert fresh.state.pieces["normandy-lmg1"]["attrs"]["platoon"] == "P1"  # 2.3.3
    assert fresh.state.vars["fires"] == {"FO105": 5, "MTR81": 4}
    assert fresh.state.vars["lines"]["pl"] == [2]
    assert [fresh.state.vars["lines"][name] for name in ("lod", "loa")] == [0, 4]
    assert fresh.step == "plan"


def test_2_3_5_units_are_set_up_in_the_zone_of_the_mission_only() -> None:
    game = Game("nrm_1", normandy_p1_sqd1="r0c2").run("plan")
    assert plan.fault(game.table(), "normandy-p1-sqd1", "map:r1c2") == "2.3.4"
    game.act("us", "shift", pieces=["normandy-p1-sqd1"], cell="r0c4")
    assert game.at("normandy-p1-sqd1") == "r0c4"


def test_2_3_4_b_the_outpost_is_of_one_platoon() -> None:
    game = Game("nrm_2", cop__1="r3c3", normandy_p3_sqd1="r3c3", normandy_p1_sqd1="r1c1", normandy_p3_sqd2="r1c1")
    t = game.table()
    assert plan.fault(t, "normandy-p1-sqd1", "map:r3c3") == "2.3.4"
    assert plan.fault(t, "normandy-p3-sqd2", "map:r3c3") == ""


def test_2_3_control_points_lines_signals_and_attachments_are_planned() -> None:
    game = Game("nrm_1", objective_1__1="r4c1", normandy_p1_hq="r0c1", normandy_p2_hq="r0c1", normandy_lmg1="r0c1",
                gsp__1="net_p1/owner=us/holder=normandy-p1-hq", scr536__1="assets/owner=us").run("plan")  # fmt: skip
    game.act("us", "point", pieces=["objective-1-1"], cell="r4c3")
    assert game.at("objective-1-1") == "r4c3"
    game.act("us", "phase_line", edge="map:r3c2|r4c2").act("us", "phase_line", edge="map:r2c1|r3c1")
    assert game.state.vars["lines"]["pl"] == [3]
    assert not [p for p in game.state.pieces.values() if p["kind"] == "phase_line"]  # it is drawn, not laid
    game.act("us", "signal", kind="gsp", choice="4.2.4.i")
    assert game.state.vars["signals"]["gsp"] == {"action": "4.2.4.i"}
    game.act("us", "attach", pieces=["normandy-lmg1"], platoon="P2")
    assert game.state.pieces["normandy-lmg1"]["attrs"]["platoon"] == "P2"
    game.act("us", "hand", pieces=["scr536-1"]).act("us", "hand_to", pieces=["normandy-p2-hq"])
    assert game.state.pieces["scr536-1"]["attrs"] == {"holder": "normandy-p2-hq", "net": "company"}


def test_6_4_2_a_final_protective_line_is_one_diagonal_of_a_tripod_gun() -> None:
    game = Game("nrm_2", normandy_hmg1="r1c2", normandy_hmg2="r1c4", normandy_lmg1="r1c3").run("plan")
    game.act("us", "fpl", gun="normandy-hmg1", choice="NE").act("us", "fpl", gun="normandy-hmg2", choice="NW")
    assert "fpl" in game.kinds_at("r1c2")
    assert not [
        a for a in game.offer("us")["asks"] if a.get("fixed", {}).get("gun") == "normandy-lmg1"
    ]  # two of them in this mission
    game.act("us", "fpl", gun="normandy-hmg2", choice="none")
    assert "fpl" not in game.kinds_at("r1c4")


def test_5_2_3_who_starts_on_a_card_with_field_works_is_under_them() -> None:
    game = Game(
        "nrm_2",
        normandy_hmg1="r1c2",
        normandy_p1_sqd1="r1c2",
        normandy_p1_sqd2="r1c2",
        trench__1="r1c2",
        foxhole__1="r1c2",
    )
    setup.dig_in(game.table())
    under = {
        p: game.state.pieces[p]["attrs"].get("under") for p in ("normandy-hmg1", "normandy-p1-sqd1", "normandy-p1-sqd2")
    }
    assert under["normandy-hmg1"] == "trench-1"
    assert None not in under.values()


def test_9_1_3_the_first_attack_of_a_defence_comes_when_the_plan_is_done() -> None:
    game = Game(
        "nrm_2", values={"turn": 1}, normandy_p1_sqd1="r1c1", normandy_p1_sqd2="r1c2", normandy_p1_sqd3="r1c4"
    ).run("plan")
    game.act("us", "ready")
    assert sum(p["kind"] == "pc_c" for p in game.state.pieces.values()) == 2


def test_5_1_3_d_kit_goes_onto_a_vehicle_and_off_it_by_an_order_to_the_unit() -> None:
    game = Game(normandy_co_hq="r1c2", normandy_td="r1c2", normandy_p1_sqd1="r1c2").impulse(HQ)
    game.table().add("ammo_mg+1", "@normandy-p1-sqd1", kind="ammo_mg", owner="us")
    game.order("normandy-p1-sqd1", "transport", how="stow", pieces=["ammo_mg+1"])
    assert game.at("ammo_mg+1") == "@normandy-td"
    assert all(game.state.pieces[p]["attrs"]["exposed"] for p in ("normandy-td", "normandy-p1-sqd1"))
    again = Game(normandy_co_hq="r1c2", normandy_td="r1c2", normandy_p1_sqd1="r1c2").impulse(HQ)
    again.table().add("ammo_mg+1", "@normandy-td", kind="ammo_mg", owner="us")
    again.order("normandy-p1-sqd1", "transport", how="take", pieces=["ammo_mg+1"])
    assert again.at("ammo_mg+1") == "@normandy-p1-sqd1"


def test_2_3_6_the_air_assault_is_planned_with_a_step_left_behind() -> None:
    game = Game("vnm_1", vietnam_flt1__1="pickup", vietnam_p1_hq="pickup", vietnam_p1_sqd1="pickup")
    game.table().move("vietnam-p1-sqd1", "@vietnam-flt1-1")
    game.run("plan").act("us", "leave_step", pieces=["vietnam-p1-sqd1"])
    assert game.face("vietnam-p1-sqd1") == "back"
    assert game.kinds_at("r0c1") == ["fire_team"]
    game.act("us", "embark", pieces=["vietnam-p1-hq"], helicopter="vietnam-flt1-1")
    assert game.at("vietnam-p1-hq") == "@vietnam-flt1-1"  # two steps and one: a UH-1 carries three
    game.act("us", "disembark", pieces=["vietnam-p1-sqd1"])
    assert game.at("vietnam-p1-sqd1") == "pickup"


def test_6_7_2_d_the_fpf_marker_lies_in_the_sight_of_an_observer_on_a_card_without_friends() -> None:
    t = Game("nrm_2", normandy_fo105="r1c3", normandy_p1_sqd1="r2c4").table()
    assert set(points.cards(t, "fpf")) == {"map:r2c2", "map:r2c3", "map:r3c1", "map:r3c3", "map:r3c5"}
