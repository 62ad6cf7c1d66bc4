"""Fire missions, mortars on the map, final protective fires, strikes from the air (6.7, 7.1)."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import facts, ground, mission, nets, support
from modules.fields_of_fire.tests.position import Game, card_with

BURST = card_with(slot2="burst", short=False)
SHORT = card_with(slot2="burst", short=True)
DUDS = ["action-01", "action-03", "action-04", "action-05"]
"""Cards without a burst."""
FO = {"scr300__1": "net_attached/holder=normandy-fo105/net=fire_direction/owner=us"}
FIRES = {"fires": {"FO105": 5, "MTR81": 4}}


def observer(draws: list[str], scenario: str = "nrm_1", **more: str) -> Game:
    """Return an FO in r2c2 who sees an enemy in r4c2, in an impulse of the company HQ beside him."""
    units = {"normandy_co_hq": "r2c2", "normandy_fo105": "r2c2", "german_tm__1": "r4c2", **FO, **more}
    return Game(scenario, draws=draws, values=FIRES, **units).impulse("normandy-co-hq")


def call(game: Game, what: str = "HE", cell: str = "r4c2") -> Game:
    """Have the FO call his howitzers."""
    return game.order("normandy-fo105", "call_fire", support="FO105", what=what, cell=cell)


def test_6_7_1_only_own_guns_on_the_own_net_at_a_spotted_enemy_in_sight() -> None:
    game = observer([])
    game.act("us", "order", pieces=["normandy-fo105"])
    calls = [a for a in game.offer("us")["asks"] if a["verb"] == "call_fire"]
    assert {a["fixed"]["support"] for a in calls} == {"FO105"}  # the mortars have an FO of their own
    shells = next(a for a in calls if a["fixed"]["what"] == "HE")
    assert shells["cells"] == ["map:r4c2"]
    hidden = observer([], german_tm__1="r4c2/unspotted").act("us", "order", pieces=["normandy-fo105"])
    assert all(
        "cells" not in a
        for a in hidden.offer("us")["asks"]
        if a["verb"] == "call_fire" and a.get("fixed", {}).get("what") == "HE"
    )
    silent = observer([], scr300__1="net_attached/net=fire_direction/owner=us").act(
        "us", "order", pieces=["normandy-fo105"]
    )
    bars = [a["why_not"]["rule"] for a in silent.offer("us")["asks"] if a["verb"] == "call_fire"]
    assert set(bars) == {"4.3.3"}


def test_6_7_3_a_burst_lays_a_pending_marker_and_spends_a_mission() -> None:
    game = call(observer([*DUDS[:3], BURST]))
    assert "pending_fire" in game.kinds_at("r4c2")
    assert game.state.vars["fires"]["FO105"] == 4
    support.update(game.table())
    (shells,) = [p for p in game.state.pieces.values() if p["kind"] == "vof_incoming"]
    assert (shells["at"], shells["attrs"]["ncm"]) == ("map:r4c2", -4)
    support.update(game.table())
    assert "vof_incoming" not in game.kinds_at("r4c2")  # 3.7.1.A: it lies for one combat phase


def test_6_7_3_a_call_that_fails_costs_no_mission() -> None:
    game = call(observer(DUDS))
    if "let" in game.asks("us"):
        game.act("us", "let")
    assert game.state.vars["fires"]["FO105"] == 5
    assert "pending_fire" not in game.kinds_at("r4c2")


def test_6_7_3_short_rounds_fall_one_card_nearer_the_observer() -> None:
    game = call(observer([*DUDS[:3], SHORT]))
    assert "pending_fire" in game.kinds_at("r3c2")
    assert game.state.vars["fires"]["FO105"] == 4


def test_6_7_3_short_beside_the_observer_falls_on_him() -> None:
    game = call(observer([*DUDS[:3], SHORT], german_tm__1="r3c2"), cell="r3c2")
    assert "pending_fire" in game.kinds_at("r2c2")


def test_6_7_2_g_three_bursts_shell_two_more_cards() -> None:
    others = [card_with(slot2="burst", short=False, n=n) for n in (6, 11)]
    game = call(observer([BURST, *others, DUDS[0]]))
    assert game.step == "battalion"
    game.act("us", "shell", cell="r4c1").act("us", "shell", cell="r3c3")
    shelled = {p["at"] for p in game.state.pieces.values() if p["kind"] == "pending_fire"}
    assert shelled == {"map:r4c2", "map:r4c1", "map:r3c3"}
    assert game.state.vars["fires"]["FO105"] == 4


def test_6_7_5_a_target_reference_draws_one_card_more_and_moves_to_what_is_shelled() -> None:
    game = observer([*DUDS, BURST], target__1="r4c2/support=FO105/owner=us")
    one = mission.support(game.table(), "FO105")
    assert support.cards(game.table(), "normandy-fo105", one, "HE", "map:r4c2") == 5
    call(game)
    assert "pending_fire" in game.kinds_at("r4c2")
    moved = call(observer([*DUDS[:3], BURST], target__1="r1c1/support=FO105/owner=us"))
    assert moved.at("target-1") == "r4c2"


@pytest.mark.parametrize(("what", "cards", "ncm"), [("HE", 4, -4), ("TOT", 3, -5), ("WP", 4, -3)])
def test_6_7_2_kinds_of_fire_change_cards_and_modifier(what: str, cards: int, ncm: int) -> None:
    t = observer([]).table()
    one = mission.support(t, "FO105")
    assert support.cards(t, "normandy-fo105", one, what, "map:r4c2") == cards
    assert support.modifier(t, one, what) == ncm


def test_6_7_2_c_smoke_lies_at_once_and_needs_no_enemy() -> None:
    game = call(observer([*DUDS[:3], BURST]), what="smoke", cell="r3c3")
    assert game.kinds_at("r3c3") == ["smoke_hc", "target"]


def test_6_7_2_e_flares_burn_at_night_only() -> None:
    units = {"normandy_co_hq": "r2c2", "normandy_fo105": "r2c2", **FO}
    game = Game("nrm_3", draws=[*DUDS[:2], BURST], values={"fires": {"FO105": 3}, "weather": "moonlight"}, **units)
    game.impulse("normandy-co-hq").order(
        "normandy-fo105", "call_fire", support="FO105", what="illumination", cell="r5c2"
    )
    assert "howitzer_flare_lit" in game.kinds_at("r5c2")
    day = Game("nrm_3", values={"fires": {"FO105": 3}}, **units)
    assert (
        support.bar(day.table(), "normandy-fo105", mission.support(day.table(), "FO105"), "illumination")["rule"]
        == "8.1"
    )


def test_6_7_4_an_hq_calls_a_mortar_squad_over_the_company_net() -> None:
    nets = {
        "scr536__1": "net_co_hq/holder=normandy-co-hq/net=company/owner=us",
        "phone__1": "net_co_hq/holder=normandy-co-hq/net=company/owner=us",
        "phone__2": "net_p4/holder=normandy-mtr60/net=company/owner=us",
    }
    game = Game(normandy_co_hq="r2c2", normandy_mtr60="r1c3", german_tm__1="r4c2", **nets).impulse("normandy-co-hq")
    game.act("us", "order", pieces=["normandy-co-hq"])
    assert game.ask("us", "call_mortar")["targets"] == {"normandy-mtr60": ["map:r4c2"]}
    game.act("us", "call_mortar", pieces=["normandy-mtr60"], cell="r4c2")
    assert game.state.pieces["normandy-mtr60"]["attrs"]["indirect"] == "map:r4c2"
    assert "vof_h" in game.kinds_at("r4c2")
    assert not [
        p
        for p in game.state.pieces.values()
        if p["kind"] == "pdf" and p["attrs"].get("aim") == "map:r4c2" and p["at"] == "map:r1c3"
    ]


def final() -> Game:
    """Return a company HQ in defence with an FPF marker, an FO and a machine gun with its line."""
    return Game("nrm_2", values={"fires": {"FO105": 2}}, normandy_co_hq="r1c3", normandy_fo105="r1c3", fpf__1="r3c3",
                normandy_hmg1="r1c3/fpl=NE", german_tm__1="r3c5", **FO).impulse("normandy-co-hq")  # fmt: skip


def test_6_7_2_d_and_6_4_2_final_protective_fires_go_on_while_missions_last() -> None:
    game = final().order("normandy-co-hq", "final_fire")
    assert "pending_fire" in game.kinds_at("r3c3")
    assert game.state.pieces["normandy-hmg1"]["attrs"]["fpl_fires"] is True
    assert {"vof_h"} & set(game.kinds_at("r2c4"))  # 6.4.2: heavy VOF along the diagonal
    support.update(game.table())
    assert ("vof_incoming" in game.kinds_at("r3c3"), game.state.vars["fires"]["FO105"]) == (True, 1)
    support.update(game.table())
    assert ("vof_incoming" in game.kinds_at("r3c3"), game.state.vars["fires"]["FO105"]) == (True, 0)
    support.update(game.table())
    assert "vof_incoming" not in game.kinds_at("r3c3")


def test_6_7_2_d_final_protective_fires_stop_when_ceased() -> None:
    game = final().order("normandy-co-hq", "final_fire").order("normandy-co-hq", "cease_final")
    support.update(game.table())
    support.update(game.table())
    assert "vof_incoming" not in game.kinds_at("r3c3")
    assert game.state.vars["fires"]["FO105"] == 1


def test_4_2_4_k_is_of_defensive_missions_only() -> None:
    game = (
        Game(normandy_co_hq="r1c3", fpf__1="r3c3")
        .impulse("normandy-co-hq")
        .act("us", "order", pieces=["normandy-co-hq"])
    )
    assert "final_fire" not in game.asks("us")


# from the air ---------------------------------------------------------------------------------

NAM = {
    "vietnam_co_hq": "r2c2", "vietnam_fac": "r2c2", "vc_nva_vct__1": "r4c2", "vietnam_ah__1": "pickup", "vietnam_ah__2": "pickup",
    "prc25__1": "net_attached/holder=vietnam-fac/net=air/owner=us",
}  # fmt: skip


def test_6_7_2_f_a_strike_needs_a_mark() -> None:
    t = Game("vnm_1", values={"fires": {"AH": 2}}, **NAM).table()
    one = mission.support(t, "AH")
    assert support.targets(t, "vietnam-fac", one, "air_strike") == []
    smoke = Game("vnm_1", values={"fires": {"AH": 2}}, colored_smoke__1="r2c2", **NAM).table()
    assert support.targets(smoke, "vietnam-fac", one, "air_strike") == ["map:r4c2"]
    wp = Game("vnm_1", values={"fires": {"AH": 2}}, smoke_wp__1="r4c2", **NAM).table()
    assert support.targets(wp, "vietnam-fac", one, "air_strike") == ["map:r4c2"]


def test_7_1_2_a_pair_of_attack_helicopters_flies_in_the_vehicle_phase_and_once_more() -> None:
    strike = {"support": "AH", "turn": 2, "cells": ["map:r4c2"]}
    game = Game("vnm_1", values={"fires": {"AH": 2}, "strike": strike}, **NAM).run("air")
    game.act("us", "place_air", pieces=["vietnam-ah-1"], cell="r4c3").act(
        "us", "place_air", pieces=["vietnam-ah-2"], cell="r4c3"
    )
    assert "map:r4c1" in game.ask("us", "also")["cells"]
    game.act("us", "also", cell="r4c1")
    laid = [p for p in game.state.pieces.values() if p["kind"] == "pending_air"]
    assert {p["at"] for p in laid} == {"map:r4c2", "map:r4c1"}
    assert {p["attrs"]["attack"] for p in laid} == {-5}
    support.update(game.table())
    game.table().set_var("turn", 3)
    game.run("air")
    assert [p["at"] for p in game.state.pieces.values() if p["kind"] == "pending_air"]
    game.table().set_var("turn", 4)
    game.run("air")
    assert game.at("vietnam-ah-1") == "pickup"


def test_7_1_2_aircraft_over_a_card_do_not_hold_it() -> None:
    game = Game("vnm_1", vietnam_ah__1="r3c3", pc_a__1="r3c3")
    assert facts.units(game.table(), "map:r3c3", "us") == ()
    assert not ground.is_occupied(game.table(), "map:r3c3")


def test_4_2_4_g_the_company_hq_calls_guns_itself_over_the_battalion_net() -> None:
    game = Game(draws=[DUDS[0], BURST], values=FIRES, normandy_co_hq="r2c2", german_tm__1="r4c2",
                scr300__1="net_co_hq/holder=normandy-co-hq/net=battalion/owner=us").impulse("normandy-co-hq")  # fmt: skip
    game.order("normandy-co-hq", "hq_call_fire", support="FO105", what="HE", cell="r4c2")
    assert ("pending_fire" in game.kinds_at("r4c2"), game.state.vars["fires"]["FO105"]) == (True, 4)
    staff = (
        Game(values=FIRES, normandy_xo="r2c2", german_tm__1="r4c2")
        .impulse("normandy-xo")
        .act("us", "order", pieces=["normandy-xo"])
    )
    assert "hq_call_fire" not in staff.asks("us")


def test_6_7_1_a_call_is_relayed_by_the_company_hq_without_an_order() -> None:
    units = {"normandy_co_hq": "r2c2", "normandy_fo105": "r2c2", "german_tm__1": "r4c2"}
    silent = Game(values=FIRES, **units)
    assert not support.reaches_guns(silent.table(), "normandy-fo105")
    relayed = Game(values=FIRES, scr300__1="net_co_hq/holder=normandy-co-hq/net=battalion/owner=us", **units)
    assert support.reaches_guns(relayed.table(), "normandy-fo105")


def test_7_1_1_leaders_of_vehicles_command_their_own_flight_alone() -> None:
    units = {f"vietnam_flt{f}__{n}": "in_transit" for f in (1, 2) for n in (1, 2)}
    t = Game("vnm_1", vietnam_co_hq="r1c1", vietnam_p1_hq="r1c1", vietnam_p1_sqd1="r1c1", **units).table()
    assert nets.commands(t, "vietnam-flt1-1", "vietnam-flt1-2")
    assert not nets.commands(t, "vietnam-flt1-1", "vietnam-flt2-1")
    assert not nets.commands(t, "vietnam-flt1-1", "vietnam-p1-sqd1")
    assert nets.commands(t, "vietnam-co-hq", "vietnam-flt2-1")
    assert not nets.commands(t, "vietnam-p1-hq", "vietnam-flt2-1")


def test_6_7_2_c_smoke_that_comes_with_the_shells_is_an_option() -> None:
    units = {"normandy_co_hq": "r2c2", "normandy_fo105": "r2c2", "german_tm__1": "r4c2", **FO}
    game = Game(draws=[*DUDS[:3], BURST], values=FIRES, options={"smoke_at_once": False}, **units).impulse(
        "normandy-co-hq"
    )
    call(game, what="smoke", cell="r3c3")
    assert game.kinds_at("r3c3") == ["pending_fire", "target"]
    support.update(game.table())
    assert game.kinds_at("r3c3") == ["smoke_hc", "target"]


def test_6_7_1_smoke_without_an_enemy_can_be_forbidden() -> None:
    units = {"normandy_co_hq": "r2c2", "normandy_fo105": "r2c2", "german_tm__1": "r4c2", **FO}
    one = mission.support(Game().table(), "FO105")
    strict = Game(values=FIRES, options={"smoke_needs_enemy": True}, **units).table()
    assert support.targets(strict, "normandy-fo105", one, "smoke") == ["map:r4c2"]


def test_6_7_2_d_final_protective_fires_may_last_for_one_mission() -> None:
    game = final().order("normandy-co-hq", "final_fire")
    game.state.meta["options"]["fpf_spends"] = False
    for _ in range(3):
        support.update(game.table())
    assert game.state.vars["fires"]["FO105"] == 1
