"""The sequence of play, impulses, activation, administration (2.0, 4.0, 9.0)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import activation, fire, operations

OTHERS = {"us_para_squad_9": "A7", "fj_half_3": "H7"}  # somebody who keeps the phase going


def ask(g: Any, side: str, verb: str) -> dict[str, Any]:
    """The ask of a verb; an empty one where it is not offered or the impulse is over."""
    return (g.ask(side, verb) or {}) if g.active == [side] else {}


def pieces(g: Any, side: str, verb: str) -> list[str]:
    return sorted(ask(g, side, verb).get("pieces", ()))


def passed(g: Any, side: str) -> None:
    g.act(side, "pass")


# the turn --------------------------------------------------------------------------


def test_2_0_rally_operations_administration_and_the_next_turn(game: Any) -> None:
    g = game("rally", "us", us_para_squad_1="A1/shaken", medrow="A1", fj_half_1="H1")
    seen = []
    g.act("us", "done")
    for side in ("us", "german", "us"):
        passed(g, side)
    for e in g.events:
        if e["e"] == "note" and e["key"] in ("note.phase", "note.turn"):
            seen.append(e["args"].get("phase", {}).get("key") or f"turn {e['args']['n']}")
    assert seen[:3] == ["phase.admin", "turn 3", "phase.rally"]
    assert g.state.vars["turn"] == 3


def test_4_0a_the_initiative_begins_and_impulses_alternate(game: Any) -> None:
    g = game("operations", "german", us_para_squad_1="A1", us_para_squad_2="A2", fj_half_1="H1", fj_half_2="H2")
    order = []
    for n in range(2):
        for side in ("german", "us"):
            order.append(g.active[0])
            unit = {"german": f"fj-half-{n + 1}", "us": f"us-para-squad-{n + 1}"}[side]
            to = {"fj-half-1": "G1", "fj-half-2": "G2", "us-para-squad-1": "B1", "us-para-squad-2": "B3"}[unit]
            g.act(side, "move", pieces=[unit], path=[g.at(unit), to])
            if g.active == [side] and g.step == "impulse":
                passed(g, side)
    assert order == ["german", "us", "german", "us"]


def test_4_0b_three_passes_in_a_row_end_the_phase_an_action_begins_the_count_anew(game: Any) -> None:
    g = game("operations", "us", us_para_squad_1="A1", us_para_squad_2="A4", fj_half_1="H1")
    passed(g, "us")
    passed(g, "german")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A1", "B1"])
    if g.step == "impulse" and g.active == ["us"]:
        passed(g, "us")
    passed(g, "german")
    passed(g, "us")
    assert g.state.vars["turn"] == 2
    passed(g, "german")
    assert g.state.vars["turn"] == 3


def test_4_0b_the_phase_ends_when_every_unit_is_marked(game: Any) -> None:
    g = game("operations", "us", us_para_squad_1="A1", fj_half_1="H1/moved", weiss="H2/fired", fj_half_2="H3/ops")
    g.act("us", "move", pieces=["us-para-squad-1"], path=["A1", "B1"])
    assert g.state.vars["turn"] == 3


def test_4_0b_who_assault_moved_and_did_not_fire_is_not_done(game: Any) -> None:
    t = game(
        us_para_squad_1="A1/assault", us_para_squad_2="A2/assault/fired", us_para_squad_3="A3/moved", **OTHERS
    ).table()
    assert operations.pending(t, "us") == ["us-para-squad-1", "us-para-squad-9"]


def test_4_0n_spotting_is_no_impulse_doing_nothing_after_it_is_a_pass(game: Any) -> None:
    g = game("operations", "us", us_para_squad_1="C4", us_para_squad_2="A7", fj_half_1="E3", fj_half_2="H1")
    g.act("us", "spot", [6], pieces=["us-para-squad-1"], cell="E3")
    assert g.active == ["us"]
    passed(g, "us")
    assert g.state.flow[-2]["l"]["passes"] == 1
    assert "note.passes" in g.notes()


# activation --------------------------------------------------------------------------


def moved(g: Any, side: str, unit: str, *path: str) -> None:
    g.act(side, "move", pieces=[unit], path=[g.at(unit), *path])


def test_4_0c_one_hex_all_or_some_of_its_units(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="A1", us_para_squad_2="A1", us_para_squad_3="A3", fj_half_1="H7")
    assert pieces(g, "us", "smoke") == ["us-para-squad-1", "us-para-squad-2", "us-para-squad-3"]
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="A1")
    assert pieces(g, "us", "smoke") == ["us-para-squad-2"]  # the other hex is not activated
    passed(g, "us")
    passed(g, "german")
    assert pieces(g, "us", "smoke") == ["us-para-squad-2", "us-para-squad-3"]  # who was left out may act later


def test_4_0d_a_leader_activates_adjacent_hexes_too(game: Any) -> None:
    g = game(
        "impulse", "us", medrow="A1", us_para_squad_1="A1", us_para_squad_2="A2", us_para_squad_3="B3", fj_half_1="H7"
    )
    g.act("us", "smoke", [6], pieces=["us-para-squad-2"], cell="A2")
    assert pieces(g, "us", "smoke") == ["us-para-squad-1"]  # B3 touches A2, not the leader
    passed(g, "us")
    passed(g, "german")
    # once a turn: the leader has been used
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="A1")
    assert pieces(g, "us", "smoke") == []


@pytest.mark.parametrize("state", ["shaken", "shaken/wounded", "moved", "fired", "crawl", "ops"])
def test_4_0d_not_shaken_wounded_or_marked(state: str, game: Any) -> None:
    g = game("impulse", "us", medrow=f"A1/{state}", us_para_squad_1="A1", us_para_squad_2="A2", **OTHERS)
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="A1")
    assert pieces(g, "us", "smoke") == []


def test_4_0d_a_wounded_leader_in_good_order_leads_his_own_hex_only(game: Any) -> None:
    t = game(medrow="A1/wounded", whitcomb="B1").table()
    assert [activation.lead_range(t, p) for p in ("medrow", "whitcomb")] == [0, 1]
    led = {p: activation.in_reach(t, *activation.able_to_lead(t, "us")[p], "t1:B2") for p in ("medrow", "whitcomb")}
    assert led == {"medrow": False, "whitcomb": True}


def test_5_1_a_wounded_leader_leads_the_other_floor_of_his_hex(game: Any) -> None:
    t = game(scenario="s2_manor", halvorsen="i5_upper/wounded").table()
    at = activation.able_to_lead(t, "us")["halvorsen"]
    assert [activation.in_reach(t, *at, p) for p in ("i5_upper", "n1:I5", "i6_upper")] == [True, True, False]


def test_4_0d_no_chain_of_leaders(game: Any) -> None:
    g = game(
        "impulse", "us", medrow="A1", us_para_squad_1="A1", whitcomb="A2",
        us_para_squad_2="A2", us_para_squad_3="A3", fj_half_1="H7"
    )  # fmt: skip
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="A1")
    g.act("us", "smoke", [6], pieces=["us-para-squad-2"], cell="A2")
    assert pieces(g, "us", "smoke") == ["us-para-squad-3"]  # Whitcomb in A2 reaches A1, A2 and A3: one leader does it
    g = game(
        "impulse", "us", medrow="A1", us_para_squad_1="A1", whitcomb="A2",
        us_para_squad_2="A2", us_para_squad_3="A4", fj_half_1="H7"
    )  # fmt: skip
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="A1")
    assert pieces(g, "us", "smoke") == ["us-para-squad-2"]


def test_4_0d_what_he_was_when_the_impulse_began_counts(game: Any) -> None:
    g = game("impulse", "us", medrow="A1", us_para_squad_1="A2", us_para_squad_2="B2", fj_half_1="H7")
    moved(g, "us", "medrow", "A2", "A3")
    assert g.at("medrow") == "A3"
    assert pieces(g, "us", "smoke") == ["us-para-squad-1", "us-para-squad-2"]  # both touch A1, where he began


def test_4_0d_also_when_fire_has_shaken_him_since(game: Any) -> None:
    g = game(
        "impulse", "us", medrow="D6", us_para_squad_1="D7", us_para_squad_2="A1", fj_squad_rifle_1="F5", fj_half_1="H1"
    )
    moved(g, "us", "medrow", "E6")
    g.act(
        "german", "fire", [6, 1, 1], pieces=["fj-squad-rifle-1"], cell="E6"
    )  # 2 + 2 + 6 + 1 against 1: shaken at least
    assert g.face("medrow") == "back"
    assert pieces(g, "us", "smoke") == ["us-para-squad-1"]


def test_4_0d_the_reading_of_a_leader_who_has_just_spotted(game: Any) -> None:
    for option, dice, found in ((True, [1], True), (False, [1], False), (True, [6], False)):
        g = game(
            "impulse", "us", medrow="C4", us_para_squad_1="C4", us_para_squad_2="C5", fj_half_1="E3",
            options={"ops_complete_leader_activates": option},
        )  # fmt: skip
        g.act("us", "spot", dice, pieces=["medrow"], cell="E3")
        g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="C4")
        assert ("us-para-squad-2" in pieces(g, "us", "smoke")) is found


def test_4_0e_levels_of_a_building(game: Any) -> None:
    men = {
        "whitcomb": "i5_upper", "us_para_squad_1": "i5_upper", "us_para_squad_2": "I5", "us_para_squad_3": "i6_upper",
        "us_para_squad_4": "j6_upper", "us_para_squad_5": "I6", "us_para_half_1": "I4", "ss_half_1": "P14",
    }  # fmt: skip
    g = game("impulse", "us", scenario="s2_manor", **men)
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="I5")
    assert pieces(g, "us", "smoke") == ["us-para-squad-2", "us-para-squad-3", "us-para-squad-4"]
    men.pop("whitcomb")
    g = game("impulse", "us", scenario="s2_manor", **men)
    g.act("us", "smoke", [6], pieces=["us-para-squad-1"], cell="I5")
    assert pieces(g, "us", "smoke") == []  # without him one level of the hex only


# what an activated unit does ---------------------------------------------------------


def test_4_0f_move_or_fire_not_both(game: Any) -> None:
    g = game("impulse", "us", us_glider_squad_1="D6", us_para_squad_1="D6", fj_half_1="D4", scenario="t1_contact")
    moved(g, "us", "us-glider-squad-1", "C6")
    assert "us-glider-squad-1" not in pieces(g, "us", "fire")
    g = game("impulse", "us", us_glider_squad_1="D6", us_para_squad_1="D6", fj_half_1="D4")
    g.act("us", "fire", [1, 6], pieces=["us-glider-squad-1"], cell="D4")
    assert "us-glider-squad-1" not in pieces(g, "us", "move")
    assert g.marks("us-glider-squad-1") == ["fired"]


def test_4_0f_units_of_a_hex_may_do_different_things(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="D6", us_para_squad_2="D6", us_para_squad_3="D6", fj_half_1="D4")
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="D4")
    g.act("us", "smoke", [6], pieces=["us-para-squad-2"], cell="D6")
    moved(g, "us", "us-para-squad-3", "C6")
    assert [g.marks(f"us-para-squad-{n}") for n in (1, 2, 3)] == [["fired"], ["ops"], ["moved"]]


def test_4_0g_one_target_for_a_hex_in_an_impulse(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="D6", us_para_squad_2="D6", fj_half_1="D4", fj_half_2="E5")
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="D4")
    assert ask(g, "us", "fire") == {}
    passed(g, "us")
    passed(g, "german")
    assert pieces(g, "us", "fire") == ["us-para-squad-2"]


def test_4_0g_all_that_fire_belong_to_one_hex(game: Any) -> None:
    g = game("impulse", "us", medrow="D6", us_para_squad_1="D6", us_para_squad_2="D7", fj_half_1="D4")
    assert g.refused("us", "fire", pieces=["us-para-squad-1", "us-para-squad-2"], cell="D4") in ("4.0", "5.2", "5.0")


def test_4_0h_ordnance_fires_apart_at_a_target_of_its_own_in_its_owners_impulse(game: Any) -> None:
    men = {
        "us_para_squad_1": "D6",
        "bazooka_1": "@us-para-squad-1",
        "fj_half_1": "D4",
        "fj_half_2": "F6",
        "us_para_squad_9": "A7",
    }
    g = game("impulse", "us", **men)
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="D4")
    shoot = g.ask("us", "shoot")
    assert shoot is not None
    assert "us-para-squad-1" in shoot["pieces"]
    g.act("us", "shoot", [6, 6], pieces=["us-para-squad-1"], cell="F6")
    assert "note.missed" in g.notes()
    assert ask(g, "us", "shoot") == ask(g, "us", "fire") == {}  # each of them once
    later = game("impulse", "us", **{**men, "us_para_squad_1": "D6/fired"})
    assert ask(later, "us", "shoot") == {}  # never in another impulse than its owner


def test_4_0h_the_other_way_round_too_within_the_limits_of_two_weapons(game: Any) -> None:
    g = game(
        "impulse", "us", us_para_squad_1="D6", bazooka_1="@us-para-squad-1", bar_1="@us-para-squad-1", fj_half_1="D4"
    )
    g.act("us", "shoot", [6, 6], pieces=["us-para-squad-1"], cell="D4")
    when = operations.Impulse().when(g.seen("us").frame())
    assert fire.armed(g.seen("us"), "us-para-squad-1", "t1:D4", when) == [
        "us-para-squad-1"
    ]  # 2, or the BAR's 1 instead
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="D4")
    assert g.note("note.attack")["value"] == 2


def test_4_0h_a_half_squad_fires_its_ordnance_or_itself(game: Any) -> None:
    g = game("impulse", "us", us_para_half_1="D6", bazooka_1="@us-para-half-1", fj_half_1="D4")
    g.act("us", "shoot", [6, 6], pieces=["us-para-half-1"], cell="D4")
    assert ask(g, "us", "fire") == {}


def test_4_0i_a_squad_whose_gun_has_fired_is_done(game: Any) -> None:
    g = game(
        "impulse",
        "german",
        scenario="s1_crossroads",
        wehrmacht_squad_1="H8",
        mg42_1="@wehrmacht-squad-1",
        us_para_squad_1="H1",
    )
    g.act("german", "fire", [1, 6], pieces=["wehrmacht-squad-1"], cell="H1")  # 7 hexes: beyond the squad's 6
    assert g.note("note.attack")["value"] == 2  # the gun alone
    assert g.marks("wehrmacht-squad-1") == ["fired"]
    assert pieces(g, "german", "move") == pieces(g, "german", "fire") == []


def test_4_0j_who_moves_from_a_hex_moves_together(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="A1", us_para_squad_2="A1", us_para_squad_3="A1", fj_half_1="H7")
    g.act("us", "move", pieces=["us-para-squad-1", "us-para-squad-2"], path=["A1", "B1"])
    assert g.at("us-para-squad-2") == "B1"
    assert pieces(g, "us", "smoke") == ["us-para-squad-3"]  # still activated,
    assert pieces(g, "us", "move") == []  # but it moves no more in this impulse


def test_4_0j_hexes_of_one_impulse_move_apart_from_each_other(game: Any) -> None:
    g = game("impulse", "us", medrow="A1", us_para_squad_1="A1", us_para_squad_2="A2", fj_half_1="H7")
    moved(g, "us", "us-para-squad-1", "B1")
    moved(g, "us", "us-para-squad-2", "B3")
    assert (g.at("us-para-squad-1"), g.at("us-para-squad-2")) == ("B1", "B3")


def test_4_0k_passing_through_touches_nobody(game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="A6", us_para_squad_2="B7", fj_half_1="H1")
    moved(g, "us", "us-para-squad-1", "B7", "C6")
    assert g.at("us-para-squad-1") == "C6"
    assert g.at("us-para-squad-2") == "B7"
    assert g.marks("us-para-squad-2") == []
    assert pieces(g, "us", "smoke") == []  # he was not activated either


@pytest.mark.parametrize(
    ("verb", "to", "mark"), [("move", "B6", "moved"), ("assault", "B6", "assault"), ("crawl", "B6", "crawl")]
)
def test_4_0l_what_was_done_marks_the_unit(verb: str, to: str, mark: str, game: Any) -> None:
    g = game("impulse", "us", us_para_squad_1="A5", fj_half_1="H1")
    g.act("us", verb, pieces=["us-para-squad-1"], path=["A5", to])
    assert g.marks("us-para-squad-1") == [mark]


def test_4_0l_a_marked_unit_does_nothing_more_this_turn(game: Any) -> None:
    for mark in ("moved", "crawl", "fired", "stealth"):
        g = game("impulse", "us", us_para_squad_1=f"D6/{mark}", us_para_squad_2="A1", fj_half_1="D4")
        offered = {p for a in g.offer("us")["asks"] for p in a.get("pieces", ())}
        assert "us-para-squad-1" not in offered, mark


def test_4_0l_scouts_are_marked_stealth(game: Any) -> None:
    g = game("impulse", "us", scout_us_1="A5", us_para_squad_1="A1", fj_half_1="H1")
    g.act("us", "stealth", pieces=["scout-us-1"], path=["A5", "B6"])
    assert g.marks("scout-us-1") == ["stealth"]


# administration -------------------------------------------------------------------------


def test_9_0_markers_off_smoke_thins_wounds_stay(game: Any) -> None:
    marks = ("moved", "crawl", "stealth", "assault", "fired", "ops")
    men = {f"us_para_squad_{n + 1}": f"A{n + 1}/{m}" for n, m in enumerate(marks)}
    g = game(
        "admin", "us", medrow="B1/wounded", spotted_1="A1/kind=spotted", smoke_1="A2/kind=smoke1_2",
        smoke_2="A3/kind=smoke1_2/back",
        melee_1="A4/kind=melee", fj_half_1="H7/shaken", weiss="H7", us_para_half_1="B1/shaken", **men,
    )  # fmt: skip
    assert all(g.marks(f"us-para-squad-{n + 1}") == [] for n in range(6))
    left = [p for p in ("spotted-1", "smoke-1", "smoke-2", "melee-1") if p in g.state.pieces]
    assert left == ["smoke-1"]
    assert g.face("smoke-1") == "back"
    assert g.state.pieces["medrow"]["attrs"]["wounded"] is True
    assert g.state.vars["turn"] == 3


def test_9_0_a_melee_goes_on_into_the_next_turn(game: Any) -> None:
    g = game(
        "admin",
        "us",
        us_para_squad_1="A4",
        fj_half_1="A4",
        melee_1="A4/kind=melee",
        us_para_squad_2="B1/shaken",
        medrow="B1",
    )
    assert "melee-1" in g.state.pieces


def test_4_0_who_stays_in_a_hex_that_others_may_leave_is_told_why(game: Any) -> None:
    g = game(
        "operations", "us", us_para_squad_1="A1", us_para_squad_2="A1/fired", medrow="A1", us_para_squad_9="A7", fj_half_3="H7"
    )
    why = ask(g, "us", "move")["why"]
    assert {unit: no["rule"] for unit, no in why.items()} == {"us-para-squad-2": "4.0"}
    assert set(why) & set(pieces(g, "us", "move")) == set()
