"""Sources, relays, lines and states of supply (7)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import facts, ground, lines, supply
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force
from qtwar.kit.table import Table

V = "virginia:"
EARLY = ("csa-early-1", "2945", "l3", ["infantry_2_1", "infantry_2_2"])


def table(*groups: dict[str, Any], rail: dict[str, str] | None = None, **more: Any) -> Table:
    """Return a position with all railroads south of the Potomac in Confederate hands unless `rail` says otherwise."""
    game = Game(*groups, supply=None, **more)
    t = game.table()
    lines.begin(t)
    if rail is not None:
        t.set_var(lines.VAR, {**t.var(lines.VAR), **rail})
    return t


def state(t: Table, at: str, side: str = "csa") -> str:
    return supply.state_at(t, side, V + at)


def test_7_11_sources_of_both_sides() -> None:
    t = table(force(*EARLY))
    csa, union = supply.sources(t, "csa"), supply.sources(t, "union")
    assert V + "1263" in csa
    assert V + "2950" in csa
    assert V + "3626" in union
    assert V + "4219" in union
    assert V + "2950" not in union
    landing = table(force(*EARLY), alone("union", "3135", "landing"))
    assert V + "3135" in supply.sources(landing, "union")
    assert V + "3135" not in supply.sources(landing, "csa")


def test_7_11_a_city_cut_off_from_the_edge_is_no_source() -> None:
    cuts = {f"cut-{n}": {"at": at, "kind": "rail_cut"} for n, at in enumerate(["2951", "2849", "3050", "2949"])}
    assert V + "2950" not in supply.sources(table(force(*EARLY), cuts), "csa")


def test_7_11_ten_points_from_a_source() -> None:
    t = table(
        force("csa-early-1", "2945", "l3", ["infantry_2_1"]), force("csa-rodes-1", "2938", "l4", ["infantry_2_1"])
    )
    got = supply.judge(t, "csa")
    assert got[V + "2945"].served
    assert got[V + "2945"].cost == 10
    assert not got[V + "2938"].served


def test_7_12a_a_wagon_serves_four_points_and_is_fed_over_ten() -> None:
    chain = alone("csa", "2941", "wagon_2"), force("csa-rodes-1", "2938", "l4", ["infantry_2_1"], ammo=1)
    assert state(table(*chain), "2938") == supply.FULL  # three points by road from a wagon nine from Richmond
    far = alone("csa", "2942", "wagon_2"), force("csa-rodes-1", "2937", "l4", ["infantry_2_1"], ammo=1)
    assert state(table(*far), "2937") == supply.COMBAT


def test_7_12a_a_depot_serves_ten_points_from_a_town() -> None:
    depot = alone("csa", "2945", "wagon_2/back"), force("csa-rodes-1", "2938", "l4", ["infantry_2_1"])
    cuts = {"cut-a": {"at": "2946", "kind": "rail_cut"}, "cut-b": {"at": "2944", "kind": "rail_cut"}}
    assert state(table(*depot, cuts), "2938") == supply.FULL
    field = alone("csa", "2944", "wagon_2/back"), force("csa-rodes-1", "2938", "l4", ["infantry_2_1"])
    assert state(table(*field), "2938") == supply.OUT


def test_7_12b_enemies_and_their_zones_block_a_line_but_for_friends_in_them() -> None:
    foe = (
        force("union-meade-1", "2947", "l1", ["infantry_6_2"]),
        force("union-hooker-1", "3047", "l2", ["infantry_6_2"]),
    )
    west = (
        force("union-sykes-1", "2747", "l4", ["infantry_6_2"]),
        force("union-howard-1", "3146", "l5", ["infantry_6_2"]),
    )
    t = table(force(*EARLY), *foe, *west)
    assert V + "2946" in supply.barred(t, "csa")
    held = table(force(*EARLY), *foe, *west, force("csa-rodes-1", "2946", "l4", ["infantry_2_1"]))
    assert V + "2946" not in supply.barred(held, "csa")


def test_7_12c_weather_counts_works_do_not() -> None:
    t = table(force(*EARLY), values={"weather": "rain"})
    assert supply.judge(t, "csa")[V + "2945"].cost == 20
    assert state(table(force(*EARLY), values={"weather": "blizzard"}), "2945") != supply.FULL


def test_7_13_a_rail_depot_is_as_good_as_a_source_over_any_distance() -> None:
    here = alone("csa", "2938", "wagon_2/back"), force("csa-rodes-1", "2937", "l4", ["infantry_2_1"])
    t = table(*here)
    depot = "csa-2938-wagon_2-0"
    assert supply.is_rail_depot(t, depot)
    assert state(t, "2937") == supply.FULL
    cut = table(*here, {"cut": {"at": "2943", "kind": "rail_cut"}})
    assert not supply.is_rail_depot(cut, depot)
    assert state(cut, "2937") == supply.OUT
    enemy = table(*here, alone("union", "2943", "infantry_6_2"))
    assert not supply.is_rail_depot(enemy, depot)


def test_7_23_a_relay_serves_as_many_forces_as_its_value() -> None:
    wagon = alone("csa", "2941", "wagon_1")
    two = force("csa-rodes-1", "2938", "l4", ["infantry_2_1"]), force("csa-early-1", "2939", "l3", ["infantry_2_1"])
    t = table(wagon, *two)
    assert sorted([state(t, "2938"), state(t, "2939")]) == [supply.FULL, supply.OUT]
    one = table(
        wagon,
        force("csa-rodes-1", "2938", "l4", ["infantry_2_1"]),
        force("csa-a-p-hill-1", "2938", "l3", ["infantry_2_1"]),
    )
    assert state(one, "2938") == supply.FULL  # a stack is one force


def test_7_23_inactive_commanders_take_no_capacity() -> None:
    wagon = alone("csa", "2941", "wagon_1")
    idle = force("csa-rodes-1", "2938", "l4", ["infantry_2_1"], active=False)
    t = table(wagon, idle, force("csa-early-1", "2939", "l3", ["infantry_2_1"]))
    assert (state(t, "2938"), state(t, "2939")) == (supply.FULL, supply.FULL)


def test_7_23_a_relay_without_room_can_not_be_chosen() -> None:
    game = Game(
        alone("csa", "2941", "wagon_1"),
        force("csa-rodes-1", "2939", "l4", ["infantry_2_1"]),
        force("csa-early-1", "2940", "l3", ["infantry_2_1"]),
        phase="movement",
        args={"side": "csa"},
        supply=None,
    )
    lines.begin(game.table())
    assert supply.judge(game.table(), "csa")[V + "2939"].posts[0] == "csa-2941-wagon_1-0"
    assert game.refused("csa", "draw_on", choice=f"{V}2940>{V}2941") == "7.23"


@pytest.mark.parametrize(("ammo", "found"), [(1, supply.COMBAT), (0, supply.OUT)])
def test_7_32_cut_off_with_ammunition_or_without(ammo: int, found: str) -> None:
    assert state(table(force("csa-rodes-1", "2034", "l4", ["infantry_2_1"], ammo=ammo)), "2034") == found


def test_7_32_units_without_a_leader_always_have_ammunition() -> None:
    assert state(table(alone("csa", "2034", "infantry_2_1")), "2034") == supply.COMBAT


def test_7_31_who_was_in_full_supply_stays_so_for_the_impulse() -> None:
    game = Game(force("csa-rodes-1", "2034", "l4", ["infantry_2_1"]))
    assert supply.state_of(game.table(), "csa-rodes-1") == supply.FULL
    assert supply.state_at(game.table(), "csa", V + "2034") == supply.OUT


def test_4_21_states_are_judged_anew_each_impulse_or_last_the_turn() -> None:
    for lasts, found in (("impulse", supply.OUT), ("turn", supply.FULL)):
        game = Game(force("csa-rodes-1", "2034", "l4", ["infantry_2_1"]), options={"amb_06_supply_lasts": lasts})
        assert supply.record(game.table(), "csa")["csa-rodes-1"] == found


def test_4_21_the_enemys_forces_are_judged_in_each_impulse_too() -> None:
    game = Game(force("csa-rodes-1", "2034", "l4", ["infantry_2_1"]), phase="movement", args={"side": "csa"})
    assert supply.state_of(game.table(), "csa-rodes-1") == supply.FULL  # as it was in his own impulse
    game.run(("begin_impulse", {"side": "union"}))
    assert supply.state_of(game.table(), "csa-rodes-1") == supply.OUT


def test_7_34_a_wagon_within_the_movement_rating_is_spent_for_full_supply() -> None:
    game = Game(force("csa-rodes-1", "2034", "l4", ["infantry_2_1"]), alone("csa", "2134", "wagon_1"), supply="out")
    game.run(("relief", {"side": "csa"}))
    game.act("csa", "relieve", pieces=["csa-2134-wagon_1-0"], cell="2034")
    assert supply.state_of(game.table(), "csa-rodes-1") == supply.FULL
    assert "csa-2134-wagon_1-0" not in game.state.pieces


def test_7_34_who_has_something_to_spend_is_told_to_and_who_has_not_is_told_so() -> None:
    hungry = force("csa-rodes-1", "2034", "l4", ["infantry_2_1"])
    for parts, said in (((hungry, alone("csa", "2134", "wagon_1")), "prompt.relief"), ((hungry,), "prompt.relief_none")):
        game = Game(*parts, supply="out")
        game.run(("relief", {"side": "csa"}))
        assert game.offer("csa")["prompt"]["key"] == said


def test_7_34a_an_own_use_marker_is_spent_for_full_supply() -> None:
    game = Game(force("csa-rodes-1", "2034", "l4", ["infantry_2_1"], state=["own_use"]), supply="out")
    game.run(("relief", {"side": "csa"}))
    game.act("csa", "relieve", pieces=["own_use-csa-l4-0"], cell="2034")
    assert supply.state_of(game.table(), "csa-rodes-1") == supply.FULL


def test_7_0_a_line_may_be_wished_for_by_its_owner() -> None:
    wagons = alone("csa", "2941", "wagon_1"), alone("csa", "2842", "wagon_1")
    t = table(
        *wagons,
        force("csa-rodes-1", "2940", "l4", ["infantry_2_1"]),
        secret={"csa": {"supply_wishes": {V + "2940": "csa-2842-wagon_1-0"}}},
    )
    assert supply.judge(t, "csa")[V + "2940"].posts[0] == "csa-2842-wagon_1-0"


def test_7_23_a_wish_that_can_not_be_kept_is_told_to_its_side_and_forgotten() -> None:
    near = force("csa-rodes-1", "2940", "l4", ["infantry_2_1"]), alone("csa", "2941", "wagon_1")
    wishes = {V + "2940": "csa-2842-wagon_1-0", V + "2034": "csa-2842-wagon_1-0"}  # in the other hex nobody is any more
    for held, told in ((alone("csa", "2842", "wagon_1"), []), ({}, ["note.wish_gone"])):
        t = table(*near, held, secret={"csa": {"supply_wishes": wishes}})
        supply.record(t, "csa")
        assert [(e["key"], e["sides"]) for e in t.events if e["e"] == "note"] == [(key, ["csa"]) for key in told]
        kept = {} if told else {V + "2940": "csa-2842-wagon_1-0"}
        assert (t.secret("csa", "supply_wishes") or {}) == kept


def test_what_is_kept_over_many_positions_stays_within_its_room() -> None:
    t = Game().table()
    for n in range(2 * facts.MOST_KEPT):
        assert facts.kept(t, "numbers", n, lambda n=n: n) == n  # type: ignore[misc]
    assert len(t.content.memo["kept", "numbers"]) <= facts.MOST_KEPT


def test_7_12b_any_line_however_long_may_begin_in_an_enemy_zone_but_not_lead_through_it() -> None:
    g = Game(alone("csa", "2945", "infantry_2_1"), alone("union", "2944", "infantry_4_2"))
    assert supply.has_line(g.table(), "csa", "virginia:2945")
    shut = [alone("union", at[9:], "infantry_4_2") for at in ground.near(g.table(), "virginia:2945")]
    assert not supply.has_line(Game(alone("csa", "2945", "infantry_2_1"), *shut).table(), "csa", "virginia:2945")
