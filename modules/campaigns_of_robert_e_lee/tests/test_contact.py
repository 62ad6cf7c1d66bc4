"""Zones, declarations, reconnaissance, screens, cutting of railroads, captures, regiments (8.5-8.7, 16.1)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force
from modules.campaigns_of_robert_e_lee.tests.marching import EARLY, POINTS, field, left, lit, roll

# zones and declarations -------------------------------------------------------------

FOE = force("union-meade-1", "2943", "l1", ["infantry_6_2"], ml=3)


def near(**more: Any) -> Game:
    return field(
        force("csa-early-1", "2945", "l3", ["infantry_2_1", "infantry_2_2"], **{**POINTS, **more.pop("points", {})}),
        foe=FOE,
        **more,
    )


def test_8_26_entering_a_zone_ends_the_march_with_a_declaration() -> None:
    game = roll(near(), 1)
    assert lit(game)["2944"]["mark"] == "stop"
    game.act("csa", "march_to", dice=[1], pieces=["csa-early-1"], path=["2944"])
    assert "note.declared" in game.notes()
    assert game.track("csa-l3", "ap") == 2
    marker = next(p for p, r in game.state.pieces.items() if r["kind"] == "attack")
    assert (game.at(marker), game.attr(marker, "target")) == ("2944", "virginia:2943")


def test_8_51b_a_failed_declaration_costs_a_step_a_level_and_a_hex() -> None:
    game = roll(near(), 1)
    game.act("csa", "march_to", dice=[6], pieces=["csa-early-1"], path=["2944"])
    assert "note.declare_failed" in game.notes()
    assert game.track("csa-l3", "ml") == 2
    game.act("csa", "lose", pieces=["csa-l3-unit-1"])
    while game.step == "retreat":
        game.act("csa", "retreat", cell=game.asks("csa")["retreat"]["cells"][0])
    assert game.face("csa-l3-unit-1") == "back"
    assert game.at("csa-early-1") != "2944"


def test_8_51_a_leader_without_a_point_in_a_zone_declares_for_nothing() -> None:
    game = roll(near(points={"ap": 0}), 1)
    game.act("csa", "march_to", dice=[1], pieces=["csa-early-1"], path=["2944"])
    assert "note.declared" in game.notes()


def test_8_51a_units_without_a_leader_declare_by_their_inverted_morale() -> None:
    for die, word_ in ((4, "note.declared"), (5, "note.declare_failed")):
        game = field(alone("csa", "2944", "infantry_2_2"), foe=FOE)
        game.act("csa", "declare_from", dice=[die], cell="2944")
        assert word_ in game.notes(), die


def test_3_71_an_inactive_commander_may_not_enter_a_zone_nor_declare() -> None:
    game = field(force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS, active=False), foe=FOE)
    assert "declare_from" not in game.asks("csa")


def test_8_26_no_step_from_zone_to_zone() -> None:
    game = field(force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS), foe=FOE)
    roll(game, 1)
    assert game.refused("csa", "march_to", pieces=["csa-early-1"], path=["3043"]) == "8.26"
    assert "2945" in lit(game)
    assert lit(game)["2945"]["path"] == ["virginia:2944", "virginia:2945"]


def test_8_52a_who_was_attacked_must_leave_or_declare() -> None:
    game = field(
        force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS), foe=FOE, values={"pressed": ["virginia:2944"]}
    )
    assert game.refused("csa", "done") == "8.52"
    game.act("csa", "declare_from", dice=[1], cell="2944")
    game.act("csa", "done")
    assert game.step != "movement"


def test_8_52a_the_duty_stands_until_ones_own_impulse() -> None:
    early = force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS)
    game = field(early, foe=FOE, side="union", values={"pressed": ["virginia:2944"]})
    game.act("union", "done")  # the attacker may have two impulses in a row (5.14)
    assert game.state.vars["pressed"] == ["virginia:2944"]


def test_8_52_who_failed_to_declare_has_moved() -> None:
    game = field(force("csa-early-1", "2944", "l3", ["infantry_2_1", "infantry_2_2"], **POINTS), foe=FOE)
    game.act("csa", "declare_from", dice=[6], cell="2944").act("csa", "lose", pieces=["csa-l3-unit-0"])
    while game.step == "retreat":
        game.act("csa", "retreat", cell=game.asks("csa")["retreat"]["cells"][0])
    assert game.at("csa-early-1") != "2944"
    assert {"order", "declare_from"}.isdisjoint(game.asks("csa"))


def test_8_5_targets_are_adjacent_and_can_be_reached() -> None:
    over = force("union-meade-1", "2850", "l1", ["infantry_6_2"], ml=3)
    game = field(force("csa-early-1", "2950", "l3", ["infantry_2_1"], **POINTS), foe=over)
    assert "declare_from" not in game.asks("csa")  # an unbridged great river between them


# recon, screens, cutting ------------------------------------------------------------


STUART = ("csa-stuart-1", "2945", "l5", ["cavalry_2_1", "cavalry_1_2"])


def test_8_61_the_scouts_must_roll_strictly_higher() -> None:
    game = field(force("csa-stuart-1", "2944", "l5", ["cavalry_2_1", "cavalry_1_2"], **POINTS), foe=FOE)
    game.act("csa", "scout", dice=[2, 4], pieces=["csa-l5-unit-0"], cell="2943")
    assert "note.scout_failed" in game.notes()  # 2 + 2 cavalry against 4
    game.act("csa", "scout", dice=[3, 4], pieces=["csa-l5-unit-1"], cell="2943")
    told = next(e for e in game.events if e["e"] == "note" and e["key"] == "note.scouted")
    assert (told["sides"], told["args"]["n"], told["args"]["infantry"]) == (["csa"], 1, 1)
    assert "scout" not in game.asks("csa")  # one try a unit (16.13)


def test_8_61_cavalry_scouts_without_stopping_or_declaring() -> None:
    game = roll(field(force(*STUART, **POINTS), foe=FOE), 1, "csa-stuart-1")
    game.act("csa", "march_to", pieces=["csa-stuart-1"], path=["2944"])
    game.act("csa", "scout", dice=[1, 6], pieces=["csa-l5-unit-0"], cell="2943")
    game.act("csa", "march_to", pieces=["csa-stuart-1"], path=["2945"])
    game.act("csa", "halt")
    assert game.step == "movement"
    assert "note.declared" not in game.notes()


def test_16_14c_the_cavalry_corps_scouts_as_far_as_it_has_units() -> None:
    corps = force("csa-stuart-1", "2945", "l5", ["cavalry_2_1", "cavalry_1_2"], state=["csa_cavalry_corps"], **POINTS)
    game = field(corps, foe=FOE)
    assert game.asks("csa")["scout"]["targets"]["csa-l5-unit-0"] == ["virginia:2943"]
    assert "scout" not in field(force(*STUART, **POINTS), foe=FOE).asks("csa")


def test_16_12_a_cavalry_unit_screens_its_leader() -> None:
    game = field(force("csa-early-1", "2945", "l3", ["infantry_2_1", "cavalry_1_2"], **POINTS))
    game.act("csa", "screen", pieces=["csa-l3-unit-1"])
    assert not game.seen("union").exists("csa-early-1")
    roll(game, 2).act("csa", "march_to", pieces=["csa-early-1"], path=["2944"])
    game.act("csa", "halt")
    assert not game.seen("union").exists("csa-early-1")  # while moving too
    assert any(r["kind"] == "screened" and r["at"] == "virginia:2944" for r in game.state.pieces.values())
    game.act("csa", "show", pieces=["csa-early-1"])
    assert game.seen("union").exists("csa-early-1")


def test_16_14b_friends_of_the_cavalry_corps_are_hidden_in_its_range() -> None:
    corps = force("csa-stuart-1", "2945", "l5", ["cavalry_2_1", "cavalry_1_2"], state=["csa_cavalry_corps"], **POINTS)
    game = field(corps, force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS))
    game.act("csa", "cover", pieces=["csa-early-1"])
    assert not game.seen("union").exists("csa-early-1")
    assert game.seen("union").exists("csa-stuart-1")
    roll(game, 1).act("csa", "march_to", pieces=["csa-early-1"], path=["2943", "2942", "2941"])
    game.act("csa", "halt")
    assert game.seen("union").exists("csa-early-1")  # out of range


def test_8_62_cavalry_cuts_the_railroad_for_three_points() -> None:
    game = roll(field(force(*STUART, **POINTS)), 1, "csa-stuart-1")
    before = left(game)
    game.act("csa", "cut_rail")
    assert left(game) == before - 3
    assert any(r["kind"] == "rail_cut" and r["at"] == "virginia:2945" for r in game.state.pieces.values())


def test_8_63_unguarded_wagons_change_hands() -> None:
    game = roll(field(force(*EARLY, **POINTS), alone("union", "2943", "wagon_3")), 1)
    game.act("csa", "march_to", pieces=["csa-early-1"], path=["2944", "2943"])
    assert [r["kind"] for r in game.state.pieces.values() if "wagon" in r["kind"]] == ["csa_wagon_3"]


@pytest.mark.parametrize(("destroyed", "found"), [(False, ["csa_wagon_3"]), (True, [])])
def test_7_22_a_depot_is_captured_or_destroyed(destroyed: bool, found: list[str]) -> None:
    depot = alone("union", "2947", "wagon_3/back")
    game = roll(field(force(*EARLY, **POINTS), depot, options={"amb_47_depot_destroyed": destroyed}), 1)
    game.act("csa", "march_to", pieces=["csa-early-1"], path=["2946", "2947"])
    assert [r["kind"] for r in game.state.pieces.values() if "wagon" in r["kind"]] == found


def test_7_21_an_owner_may_destroy_his_wagon() -> None:
    game = field(alone("csa", "2945", "wagon_2"))
    game.act("csa", "destroy_own", pieces=["csa-2945-wagon_2-0"])
    assert "csa-2945-wagon_2-0" not in game.state.pieces


def test_8_63a_a_landing_gives_its_stores_to_the_wagons_there() -> None:
    there = alone("union", "2945", "landing"), alone("csa", "2945", "wagon_3")
    game = field(force(*EARLY, **POINTS), *there)
    game.act("csa", "loot", pieces=["csa-early-1"])
    assert (game.state.secret["csa"]["wep"], game.state.secret["union"]["wep"]) == (43, 37)
    assert "loot" not in game.asks("csa")


def test_8_63b_a_landing_given_up_has_no_stores() -> None:
    there = alone("union", "2945", "landing/back"), alone("csa", "2945", "wagon_3")
    assert "loot" not in field(force(*EARLY, **POINTS), *there).asks("csa")


def test_8_71_regiments_are_detached_by_order() -> None:
    game = field(force(*EARLY, **POINTS))
    game.act("csa", "form_regiments", pieces=["csa-l3-unit-0"])
    assert game.face("csa-l3-unit-0") == "back"
    assert len(game.units("csa-early-1")) == 3
    one = field(force("csa-early-1", "2945", "l3", ["infantry_1_2", "infantry_2_1"], **POINTS))
    one.act("csa", "form_regiments", pieces=["csa-l3-unit-0"])
    assert one.at("csa-l3-unit-0") == "csa-eliminated"


def test_8_82c_a_balloon_scouts_three_hexes_with_three_more() -> None:
    up = alone("union", "2945", "balloon/back"), alone("union", "2945", "infantry_6_2")
    early = force("csa-early-1", "2942", "l3", ["infantry_2_1"])
    game = field(*up, side="union", foe=early)
    game.act("union", "scout", dice=[3, 5], pieces=["union-2945-balloon-0"], cell="2942")
    assert "note.scouted" in game.notes()  # 3 + 3 against 5
    assert "scout" not in field(*up, side="union", foe=force("csa-early-1", "2941", "l3", ["infantry_2_1"])).asks(
        "union"
    )
