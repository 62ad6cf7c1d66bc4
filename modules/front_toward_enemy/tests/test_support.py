"""Bombardments, random events, victory, set-up (3.0, 13.0, 16.0, 19.0, 20.0, 26.0, 29.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.front_toward_enemy.rules import events, setup, support, victory
from modules.front_toward_enemy.tests.conftest import Game, rules_content
from qtwar.kit.runner import Runner

Make = Callable[..., Game]
ROUTE = "frago_2_route_14"


def calling(game: Make, die: int, unit: str = "us_ldr_1", cell: str = "13.10", **pieces: str) -> Game:
    """Call a bombardment with a unit in 10.10."""
    name = f"{unit[:-2]}-1"
    side = "US" if unit.startswith("us") else "NVA_VC"
    other = "us_ft_9" if side == "US" else "nva_ft_9"
    g = game(side=side, scenario=ROUTE, **{unit: "10.10", other: "10.10", "chit_us_8": "cup", **pieces})
    g.act(side, "hex", cell="10.10").act(side, "call", pieces=[name])
    return g.act(side, "aim_at", cell=cell, dice=[die])


def kinds(g: Game, place: str) -> list[str]:
    return [g.state.pieces[p]["kind"] for p in g.state.at(place)]


# calls ------------------------------------------------------------------------------------


def test_13_0_what_comes_and_when_by_the_table(game: Make) -> None:
    for die, found, due in (
        (1, ["bn_mortar"], 2),
        (4, ["artillery"], 3),
        (7, ["artillery"], 5),
        (8, [], 0),
        (10, [], 0),
    ):
        g = calling(game, die)
        assert kinds(g, "calls_us") == found
        assert not found or g.attr(g.state.at("calls_us")[0], "due") == due
    assert kinds(calling(game, 5, "nva_ldr_1"), "calls_nva_vc") == ["bn_mortar"]
    assert kinds(calling(game, 6, "nva_ldr_1"), "calls_nva_vc") == []


def test_13_0_an_observer_calls_better_and_what_waits_makes_it_harder(game: Make) -> None:
    assert kinds(calling(game, 8, "us_fo_1"), "calls_us") == ["artillery"]
    g = calling(game, 7, bn_mortar_4="calls_us/owner=US/due=9")
    assert kinds(g, "calls_us") == ["bn_mortar"], "7 and 1 is denied"
    both = calling(game, 7, bn_mortar_4="calls_nva_vc/owner=NVA_VC/due=9")
    assert kinds(both, "calls_us") == ["artillery"], "the enemy's do not count (AMB-77)"


def test_13_0_who_may_call_and_where(game: Make) -> None:
    g = game(
        side="NVA_VC", scenario=ROUTE, vc_ldr_1="10.10", nva_ldr_1="10.10/suppressed", nva_fo_1="10.10", us_ft_1="20.03"
    )
    t = g.table()
    assert [support.may_call(t, p) for p in ("vc_ldr-1", "nva_ldr-1", "nva_fo-1")] == [False, False, True]
    cells = support.cells(t, "NVA_VC", ["nva_fo-1"])
    assert g.place("13.10") in cells, "seen"
    assert {g.place("20.03"), g.place("20.02")} <= set(cells), "an exposed enemy, and beside him"
    assert g.place("01.01") not in cells
    hidden = game(side="NVA_VC", scenario=ROUTE, nva_fo_1="10.10", us_ft_1="20.03/concealed")
    assert g.place("20.03") not in support.cells(hidden.table(), "NVA_VC", ["nva_fo-1"])


def test_13_0_the_hex_is_known_to_its_side_alone(game: Make) -> None:
    g = calling(game, 4)
    assert list(g.seen("US").secret("targets").values()) == [g.place("13.10")]
    assert g.seen("NVA_VC").secret("targets") is None
    assert g.seen("NVA_VC").is_known(g.state.at("calls_us")[0]), "what comes and when is open"


def test_19_8_the_aerial_observer_hurries_and_steadies_us_fire(game: Make) -> None:
    g = calling(game, 7, aerial_observer_1="events")
    assert g.attr(g.state.at("calls_us")[0], "due") == 4
    g = fall(game, [8, 10, 10, 10, 10], aerial_observer_1="events")
    assert "note.scatters" not in g.notes(), "8 - 2 is on target"


def test_frago_1_bars_calls_near_hamlets_frago_0_all(game: Make) -> None:
    t = game(us_ldr_1="10.10").table()
    assert support.barred(t, "US", "tan_loi:10.08")
    assert support.barred(t, "US", "tan_loi:12.08")
    assert not support.barred(t, "US", "tan_loi:13.10")
    assert not support.barred(t, "NVA_VC", "tan_loi:10.08")
    none = game(scenario="frago_0_point_element", us_ldr_1="10.10").table()
    assert not support.may_call(none, "us_ldr-1")


# bombardments -----------------------------------------------------------------------------


def fall(game: Make, dice: list[int], verb: str = "bombard", **pieces: Any) -> Game:
    g = game(
        "turn_end", scenario=ROUTE, bn_mortar_1="calls_us/owner=US/due=2",
        **{"nva_ft_1": "14.04", "nva_ft_2": "14.05/concealed", "us_ft_1": "26.18", **pieces},
    )  # fmt: skip
    t = g.table()
    t.set_var("turn", 2)
    t.seal("US", "targets", {"bn_mortar-1": "tan_loi:14.04"})
    return g.run("bombardments").act("US", verb, dice=dice)


def test_16_0_on_target_it_falls_on_all_in_seven_hexes(game: Make) -> None:
    g = fall(game, [6, 10, 10], us_ft_2="14.06")
    assert g.notes().count("note.blast_miss") == 2, "14.04 and 14.05, not 14.06"
    assert kinds(g, "calls_us") == []


def test_16_0_it_scatters_by_direction_and_distance(game: Make) -> None:
    g = fall(game, [7, 4, 6, 10, 10], us_ft_2="14.06")
    assert g.note("note.scatters") == {"way": {"key": "way.S", "args": {}}, "n": 2}
    assert g.notes().count("note.blast_miss") == 2, "round 14.06: it and 14.05"
    artillery = rules_content().charts["scatter_distance"]
    assert [artillery.at(d, "ARTY") for d in (1, 4, 7, 10)] == [1, 2, 3, 4]


def test_16_0_neither_concealment_nor_jungle_counts_and_the_broken_stay(game: Make) -> None:
    g = fall(game, [1, 10, 3, 6], nva_ft_2="14.05/concealed")
    assert g.notes().count("note.blast_hit") == 1, "3 is not above 4 less 1 for grass"
    assert (g.attr("nva_ft-2", "state"), g.at("nva_ft-2")) == ("broken", "14.05")


def test_16_0_it_may_be_cancelled_before_the_roll(game: Make) -> None:
    g = fall(game, [], verb="cancel")
    assert kinds(g, "calls_us") == []
    assert g.notes() == ["note.cancelled"]


def test_16_0_one_whose_hex_nobody_has_noted_is_off(game: Make) -> None:
    """So a game goes on that begins with what the enemy knew of another."""
    g = game("bombardment", us_ft_1="10.10", vc_ft_1="15.10", bn_mortar_1="calls_us/due=2")
    assert kinds(g, "calls_us") == []
    assert g.step != "bombardments"


def test_16_0_a_natural_ten_scatters_whoever_observes(game: Make) -> None:
    g = fall(game, [10, 1, 1, 10, 10], aerial_observer_1="events", nva_ft_2="14.03")
    assert "note.scatters" in g.notes()


def test_16_0_artillery_covers_nineteen_hexes() -> None:
    assert [rules_content().kinds[k].attrs["radius"] for k in ("bn_mortar", "artillery")] == [1, 2]


# events -----------------------------------------------------------------------------------


def event(game: Make, side_die: int, die: int, dice: list[int] | None = None, **pieces: Any) -> Game:
    more = {k: pieces.pop(k) for k in ("options", "values", "scenario") if k in pieces}
    g = game("turn_end", **{"us_ft_1": "10.10", "vc_ft_1": "15.10", **pieces}, **more)
    return g.run("event", dice=[side_die, die, *(dice or [])])


def test_19_0_even_is_the_us_odd_the_nva_and_ten_is_even(game: Make) -> None:
    assert event(game, 10, 9).note("note.event")["side"] == {"s": "US"}
    assert event(game, 3, 10).note("note.event")["side"] == {"s": "NVA_VC"}


def test_19_1_the_opponent_names_an_exposed_unit_of_three_or_four(game: Make) -> None:
    g = event(game, 2, 1, us_ft_2="10.10/concealed", us_ldr_1="10.10")
    assert g.ask("NVA_VC", "choose")["pieces"] == ["us_ft-1"]
    g.act("NVA_VC", "choose", pieces=["us_ft-1"])
    assert kinds(g, "@us_ft-1") == ["injured"]
    assert g.face("us_ft-1") == "front"
    again = event(game, 2, 1, injured_1="10.10/owner=US")
    assert "note.no_event" in again.notes()


def test_19_2_the_opponent_names_who_is_low(game: Make) -> None:
    g = event(game, 1, 2, vc_ft_2="15.10/concealed")
    g.act("US", "choose", pieces=["vc_ft-1"])
    assert g.attr("vc_ft-1", "low_ammo")


def test_19_3_a_unit_rallies(game: Make) -> None:
    g = event(game, 2, 4, us_ft_1="10.10/broken").act("US", "choose", pieces=["us_ft-1"])
    assert g.attr("us_ft-1", "state") is None
    assert "note.no_event" in event(game, 2, 4).notes()
    car = event(game, 2, 4, us_acav_1="10.10/broken", options={"amb_56_rally_vehicles": False})
    assert "note.no_event" in car.notes()


def test_19_4_a_hero_until_the_next_event_of_his_side(game: Make) -> None:
    g = event(game, 2, 3).act("US", "choose", pieces=["us_ft-1"])
    assert g.attr("us_ft-1", "hero")
    g.run("event", dice=[1, 9])
    assert g.attr("us_ft-1", "hero"), "the enemy's event"
    g.run("event", dice=[2, 9])
    assert g.attr("us_ft-1", "hero") is None, "no event is an event too (AMB-33)"
    keep = event(game, 2, 9, us_ft_1="10.10/hero", options={"amb_33_no_event_ends": False})
    assert keep.attr("us_ft-1", "hero")


def test_19_5_no_leader_is_activated_for_the_rest_of_the_turn(game: Make) -> None:
    g = game(us_ldr_1="10.10", us_ft_1="10.10", values={"higher_hq": ["US"]})
    assert "lead" not in g.asks("US")
    g.act("US", "hex", cell="10.10")
    assert g.ask("US", "move")["pieces"] == ["us_ft-1"]
    mild = game(
        us_ldr_1="10.10", us_ft_1="10.10", values={"higher_hq": ["US"]}, options={"amb_66_higher_hq": "no_command"}
    )
    mild.act("US", "hex", cell="10.10")
    assert mild.ask("US", "move")["pieces"] == ["us_ldr-1", "us_ft-1"]
    g = event(game, 2, 5)
    assert g.state.vars["higher_hq"] == ["US"]
    g.run("turn_end")
    assert "higher_hq" not in g.state.vars


def test_19_6_two_cobras_for_three_turns_unless_some_are_here(game: Make) -> None:
    g = event(game, 2, 8)
    cobras = list(g.ask("US", "arrive_high")["targets"])
    assert len(cobras) == 2
    g.act("US", "arrive_high", pieces=[cobras[0]], cell="01.01")
    assert g.attr(cobras[0], "leave") == g.state.vars["turn"] + 2
    assert "note.no_event" in event(game, 2, 8, us_cobra_1="10.10/high").notes()


def test_19_7_the_viet_cong_come_up_near_hamlets_with_a_chit_twice_at_most(game: Make) -> None:
    g = event(game, 1, 8)
    for _ in range(4):
        ask = g.ask("NVA_VC", "vc_place")
        g.act("NVA_VC", "vc_place", cell=next(c for c in ask["cells"] if not g.state.at(c)))
    new = sorted(p for p in g.state.pieces if p in ("vc_ldr-1", "vc_ft-2", "dummy-1", "civilian-1"))
    assert len(new) == 4
    assert all(g.concealed(p) for p in new)
    assert len(g.state.at("cup")) == 1
    assert "note.no_event" in event(game, 1, 8, values={"vc_events": 2}).notes()
    assert "note.no_event" in event(game, 1, 8, scenario="frago_4_hill_294", us_ft_1="10.10").notes(), (
        "no hamlets there"
    )


def test_19_8_the_observer_stays_till_the_next_us_event(game: Make) -> None:
    g = event(game, 2, 7)
    assert kinds(g, "events") == ["aerial_observer"]
    g.run("event", dice=[1, 9])
    assert kinds(g, "events") == ["aerial_observer"]
    g.run("event", dice=[2, 10])
    assert kinds(g, "events") == []


def test_19_9_the_nva_notes_a_hex_for_its_guns(game: Make) -> None:
    g = event(game, 1, 7, us_ft_1="10.10")
    assert g.place("10.10") in g.ask("NVA_VC", "target")["cells"]
    g.act("NVA_VC", "target", cell="10.10", dice=[7])
    marker = g.state.at("calls_nva_vc")[0]
    assert (g.state.pieces[marker]["kind"], g.attr(marker, "due")) == ("artillery", g.state.vars["turn"] + 3)
    assert g.seen("US").secret("targets") is None


def test_19_10_check_fire_cancels_all_that_waits(game: Make) -> None:
    g = game(
        "turn_end",
        us_ft_1="10.10",
        bn_mortar_1="calls_us/owner=US/due=5",
        bn_mortar_2="calls_nva_vc/owner=NVA_VC/due=5",
    )
    t = g.table()
    t.seal("US", "targets", {"bn_mortar-1": "tan_loi:10.10"})
    g.run("event", dice=[2, 6])
    assert kinds(g, "calls_us") == []
    assert kinds(g, "calls_nva_vc") == ["bn_mortar"]


def test_19_0_candidates_of_an_event_are_asked_of_what_a_side_sees(game: Make) -> None:
    g = game("turn_end", us_ft_1="10.10", vc_ft_1="15.10/concealed")
    found = events.candidates(g.seen("US"), "low_ammo", "NVA_VC")
    assert all(p.startswith("~") for p in found)
    assert found


# the end ----------------------------------------------------------------------------------


def test_20_0_done_markers_come_off_other_markers_stay(game: Make) -> None:
    g = game("turn_end", us_ft_1="10.10/done/suppressed/fatigued", chit_us_1="drawn", values={"turn": 2})
    assert g.attr("us_ft-1", "done") is None
    assert (g.attr("us_ft-1", "state"), g.attr("us_ft-1", "fatigued")) == ("suppressed", True)
    assert g.state.vars["turn"] == 3
    assert "chit_us-1" in [*g.state.at("cup"), *g.state.at("drawn")]


def test_29_0_never_below_zero_and_a_tie_is_the_nvas(game: Make) -> None:
    g = game("turn_end", us_ft_1="10.10")
    t = g.table()
    victory.award(t, "US", -5, "x")
    assert g.vp() == (0, 0)
    g = game("turn_end", us_ft_1="20.18", values={"turn": 10}, tunnel_1="10.08/owner=NVA_VC/found=1")
    assert (g.state.result["winner"], g.state.result["key"]) == ("NVA_VC", "result.points")


def test_29_0_the_fragos_own_points(game: Make) -> None:
    g = game("turn_end", scenario="frago_0_point_element", us_ft_1="10.11")
    t = g.table()
    victory.hold_all(t)
    line = t.scenario["victory"]["special"][0]
    assert victory._special(t, line) == 3
    g = game("turn_end", us_ft_1="20.18", tunnel_1="10.08/owner=NVA_VC", cache_food_1="19.13/owner=NVA_VC/found=1")
    lines = g.table().scenario["victory"]["special"]
    assert victory._special(g.table(), lines[1]) == 1, "one never found"
    night = game("turn_end", scenario="frago_3_lz_sparrow", us_ft_1="08.13", nva_ft_1="11.13")
    assert victory._special(night.table(), night.table().scenario["victory"]["special"][2]) == 0, "NVA within three"
    t = night.table()
    t.seal("US", "fortified", ["11.13", "05.13"])
    victory.hold_all(t)
    assert victory._special(t, t.scenario["victory"]["special"][1]) == 3, "one work that the NVA was in last"
    hill = game("turn_end", scenario="frago_4_hill_294", us_ft_1="13.04", bunker_1="13.03/owner=NVA_VC")
    t = hill.table()
    victory.hold_all(t)
    special = t.scenario["victory"]["special"]
    assert (victory._special(t, special[0]), victory._special(t, special[1])) == (2, 1)


def test_29_0_the_us_points_for_a_wounded_enemy_are_an_option(game: Make) -> None:
    assert victory.worth(game("turn_end", us_ft_1="10.10").table(), "US", "enemy_infantry_wia") == 3
    low = game("turn_end", us_ft_1="10.10", options={"amb_06_us_wia_vp": 2})
    assert victory.worth(low.table(), "US", "enemy_infantry_wia") == 2


# set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", sorted(rules_content().scenarios))
def test_3_0_placed_by_hand_everything_stands_where_it_may(scenario: str, whole: Callable[..., Runner]) -> None:
    runner = whole(scenario, 3, "free")
    guard = 0
    while runner.state.flow[-1]["step"] in ("place_pieces", "traps") and guard < 60:
        side = runner.state.active[0]
        verbs = [a["verb"] for a in runner.offer(side)["asks"]]
        ask = {a["verb"]: a for a in runner.offer(side)["asks"]}
        if "rest" in verbs:
            runner.act({"side": side, "verb": "rest", "args": {}}, guard)
        elif "lay" in verbs:
            runner.act({"side": side, "verb": "lay", "args": {"cell": ask["lay"]["cells"][0]}}, guard)
        else:
            runner.act({"side": side, "verb": "done", "args": {}}, guard)
        guard += 1
    assert runner.state.flow[-1]["step"] in ("activate", "arrivals")
    assert not [*runner.state.at("tray_us"), *runner.state.at("tray_nva_vc")]


def test_26_0_the_number_of_traps_is_rolled_in_secret_one_to_a_hex(whole: Callable[..., Runner]) -> None:
    runner = whole("frago_1_cordon_tan_loi", 4)
    mine = [p for p in runner.state.at("secret_nva_vc") if runner.state.pieces[p]["kind"] == "booby_trap"]
    assert 1 <= len(mine) <= 5
    assert not any(runner.state.knows("US", p) for p in mine)
    cells = [runner.state.pieces[p]["attrs"]["cell"] for p in mine]
    assert len(set(cells)) == len(cells)


def test_26_0_traps_lie_on_trails_and_facilities_claymores_by_us_infantry(game: Make) -> None:
    from qtwar.kit.table import Frame

    g = game(
        "turn_end", us_ft_1="03.05", tunnel_1="12.03/owner=NVA_VC/concealed", booby_trap_1="secret_nva_vc/known=NVA_VC"
    )
    frame = Frame({"step": "traps", "l": {"side": "NVA_VC", "hand": True}, "s": {}, "r": None})
    cells = setup.Traps().cells(g.table(), frame)
    assert {g.place("12.03"), g.place("10.05")} <= set(cells)
    assert g.place("05.05") not in cells
    us = Frame({"step": "traps", "l": {"side": "US", "hand": True}, "s": {}, "r": None})
    near = setup.Traps().cells(g.table(), us)
    assert g.place("03.05") in near
    assert len(near) == 7


def test_3_0_men_of_a_work_stand_in_its_hex_and_in_the_notes(whole: Callable[..., Runner]) -> None:
    runner = whole("frago_3_lz_sparrow")
    notes = runner.state.secret["US"]["works"]
    assert notes["us_ft-2"] == "bunker-1" or "bunker-1" in notes.values()
    assert all(":" in runner.state.pieces[p]["at"] for p in notes)
