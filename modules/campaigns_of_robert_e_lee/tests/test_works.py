"""Engineers, entrenchments, mines, pontoons, balloons (8.8, 14.4)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import (
    capture,
    engineers,
    ground,
    mines,
    rivers,
    tracks,
    ways,
    works,
    zones,
)
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, attack, force, rules_content, work

HERE, BESIDE, FAR = "0210", "0310", "0230"
MEADE, HOOKER, JACKSON, LEE = "union-meade-1", "union-hooker-1", "csa-jackson-1", "csa-lee-1"
WEP = {"csa": {"oel": 1, "wep": 20}, "union": {"oel": 1, "wep": 20}}


def meade(*units: str, at: str = HERE, **points: Any) -> dict[str, Any]:
    return force(MEADE, at, "l1", list(units) or ["infantry_4_2"] * 2, **{"ml": 3, "ap": 4, **points})


def jackson(*units: str, at: str = HERE, **points: Any) -> dict[str, Any]:
    return force(JACKSON, at, "l1", list(units) or ["infantry_2_1"] * 3, **{"ml": 3, "ap": 4, **points})


def hooker(at: str = HERE, *units: str, **points: Any) -> dict[str, Any]:
    return force(HOOKER, at, "army1", list(units) or ["infantry_4_2"] * 2, **{"ml": 3, "ap": 4, **points})


def chore(name: str, side: str, *groups: dict[str, Any], turn: int = 2, **more: Any) -> Game:
    return Game(*groups, sides=WEP, values={"turn": turn, **more.pop("values", {})}, **more).run((name, {"side": side}))


def idle(g: Game) -> bool:
    """Return whether nothing is to be done but to end the step."""
    return not g.active or set(g.asks(g.active[0])) <= {"done", "done_all"}


def next_turn(g: Game, *steps: tuple[str, dict[str, Any]]) -> Game:
    g.table().set_var("turn", g.state.vars["turn"] + 1)
    return g.run(*steps)


# at work --------------------------------------------------------------------------------


def test_14_41_an_army_commander_in_range_orders_engineers_to_work() -> None:
    cut = {"cut": {"at": HERE, "kind": "rail_cut"}}
    near = chore("repairs", "union", alone("union", HERE, "engineer", "infantry_4_2"), hooker("0212"), cut)
    near.act("union", "mend_rail", cell=HERE)
    engineer = f"union-{HERE}-engineer-0"
    assert (near.face(engineer), near.attr(engineer, "at_work"), near.track("union-army1", "ap")) == ("back", "rail", 3)
    assert idle(chore("repairs", "union", alone("union", HERE, "engineer", "infantry_4_2"), hooker(FAR), cut))


def test_14_41_engineers_at_work_lie_on_the_map() -> None:
    cut = {"cut": {"at": HERE, "kind": "rail_cut"}}
    g = chore("repairs", "union", hooker(HERE, "infantry_4_2", "engineer"), cut)
    g.act("union", "mend_rail", cell=HERE)
    assert g.at("union-army1-unit-1") == HERE


def test_14_42_the_railroad_is_whole_in_the_next_admin_sequence() -> None:
    cut = {"cut": {"at": HERE, "kind": "rail_cut"}}
    g = chore("repairs", "union", alone("union", HERE, "engineer", "infantry_4_2"), hooker("0212"), cut)
    g.act("union", "mend_rail", cell=HERE).run(("finish_works", {"side": "union"}))
    assert "cut" in g.state.pieces  # not in the same one
    next_turn(g, ("finish_works", {"side": "union"}))
    assert "cut" not in g.state.pieces
    assert g.face(f"union-{HERE}-engineer-0") == "front"


def test_14_43_a_burned_bridge_likewise() -> None:
    t = Game().table()
    edge = next(side for side in rivers.crossings(rules_content()) if "bridge" in t.content.boards["virginia"].edges[side])
    bank = rivers.cells(edge)[0]
    burned = {"burned": {"at": f"virginia:{edge}", "kind": "bridge_burned"}}
    g = chore("repairs", "union", alone("union", bank, "engineer", "infantry_4_2"), hooker(bank), burned)
    g.act("union", "mend_bridge", edge=f"virginia:{edge}")
    next_turn(g, ("finish_works", {"side": "union"}))
    assert "burned" not in g.state.pieces


def test_14_46_a_supervisor_needs_a_brigade_which_is_bound() -> None:
    cut = {"cut": {"at": HERE, "kind": "rail_cut"}}
    boss = {"boss": {"at": HERE, "kind": "csa_engineer_supervisor"}}
    lee = force(LEE, "0212", "army1", ["infantry_2_1"] * 2, ml=3, ap=4)
    assert idle(chore("repairs", "csa", boss, alone("csa", HERE, "regiment"), lee, cut))
    g = chore("repairs", "csa", boss, alone("csa", HERE, "infantry_2_1"), lee, cut)
    g.act("csa", "mend_rail", cell=HERE)
    unit = f"csa-{HERE}-infantry_2_1-0"
    assert (g.face("boss"), g.attr(unit, "at_work")) == ("back", "boss")
    g.run(("movement", {"side": "csa"}))
    assert unit not in (g.ask("csa", "order_unit") or {"pieces": []})["pieces"]
    next_turn(g, ("finish_works", {"side": "csa"}))
    assert g.attr(unit, "at_work") is None


def test_14_46_a_supervisor_alone_is_removed_by_union_units() -> None:
    g = Game({"boss": {"at": HERE, "kind": "csa_engineer_supervisor"}}, alone("union", HERE, "infantry_4_2"))
    capture.take(g.table(), "union", f"virginia:{HERE}")
    assert "boss" not in g.state.pieces


# entrenchments --------------------------------------------------------------------------


def dug(turn: int = 2, **more: Any) -> Game:
    g = chore("entrench", "union", meade("infantry_4_2", "engineer"), turn=turn, **more)
    return g.act("union", "dig", pieces=[MEADE])


def test_14_44a_a_level_for_an_order_and_a_point_stands_in_the_next_admin_sequence() -> None:
    g = dug()
    assert (g.track("union-l1", "ap"), tracks.wep(g.table(), "union")) == (3, 19)
    next_turn(g, ("finish_works", {"side": "union"}))
    assert works.level(g.table(), f"virginia:{HERE}", "union") == 1


def test_14_44a_one_level_a_turn_and_three_at_most() -> None:
    g = dug()
    assert idle(g)  # nobody else in the hex may begin
    assert idle(chore("entrench", "union", meade("infantry_4_2", "engineer"), work(HERE, 3, "union")))


def test_14_44a_active_front_line_leaders_with_a_unit_and_engineers_only() -> None:
    none = meade("infantry_4_2", "engineer", active=False), meade("engineer", "engineer"), meade()
    for group in (*none, hooker(HERE, "infantry_4_2", "engineer")):
        assert idle(chore("entrench", "union", group))


def test_14_44a_at_once_by_the_option() -> None:
    g = dug(options={"amb_53_entrench_at_once": True})
    assert works.level(g.table(), f"virginia:{HERE}", "union") == 1


def test_14_44a_interrupted_by_a_retreat_nothing_is_built() -> None:
    g = dug()
    g.run(("retreat", {"side": "union", "where": f"virginia:{HERE}", "hexes": 1, "by": "union"}))
    while g.active:
        g.act("union", "retreat", cell=g.ask("union", "retreat")["cells"][0])
    next_turn(g, ("finish_works", {"side": "union"}))
    assert not works.places(g.table())


def test_14_44b_who_builds_does_not_move_and_need_not_declare() -> None:
    g = dug()
    g.run(("movement", {"side": "union"}))
    assert MEADE not in (g.ask("union", "order") or {"pieces": []})["pieces"]


def test_14_44c_manned_from_inside_or_by_the_zone_of_a_regular_unit() -> None:
    at = f"virginia:{HERE}"
    assert works.is_manned(Game(work(HERE, 2, "csa"), alone("csa", HERE, "infantry_2_1")).table(), at)
    assert works.is_manned(Game(work(HERE, 2, "csa"), alone("csa", BESIDE, "infantry_2_1")).table(), at)
    assert not works.is_manned(Game(work(HERE, 2, "csa"), alone("csa", BESIDE, "regiment")).table(), at)


def test_14_44c_level_1_falls_when_unmanned() -> None:
    for n, left in ((1, 0), (2, 2)):
        g = Game(work(HERE, n, "csa"))
        works.sweep(g.table())
        assert works.level(g.table(), f"virginia:{HERE}") == left


def test_14_44d_no_enemy_zone_reaches_into_works() -> None:
    g = Game(work(HERE, 1, "csa"), alone("csa", HERE, "infantry_2_1"), alone("union", BESIDE, "infantry_4_2"))
    assert not zones.in_enemy_zone(g.table(), f"virginia:{HERE}", "csa")
    assert zones.in_enemy_zone(g.table(), f"virginia:{BESIDE}", "union")  # theirs goes out as usual


def test_14_44d_works_held_by_a_zone_fight_alone_and_fall_to_any_result() -> None:
    held = [work(HERE, 2, "csa"), alone("csa", "0110", "infantry_2_1")]
    g = Game(*held, force(MEADE, BESIDE, "l1", ["infantry_8_3"] * 6, ml=3, ap=4), attack("union", BESIDE, HERE))
    g.run(("combats", {"side": "union"}), dice=[5, 3])
    while g.active:
        verb = "stay" if g.ask(g.active[0], "stay") else "no_extension"
        g.act(g.active[0], verb)
    assert works.level(g.table(), f"virginia:{HERE}") == 0


def test_14_44d_works_manned_from_inside_stand_though_their_units_fall() -> None:
    g = Game(
        work(HERE, 2, "csa"), alone("csa", HERE, "infantry_1_2"), alone("csa", "0110", "infantry_2_1"),
        force(MEADE, BESIDE, "l1", ["infantry_8_3"] * 9, ml=3, ap=4, artillery=4, ammo=3), attack("union", BESIDE, HERE),
    )  # fmt: skip
    g.run(("battle", {"side": "union", "target": f"virginia:{HERE}", "attackers": [f"virginia:{BESIDE}"]}))
    g.act("union", "pay_all", dice=[5, 3])
    assert g.at(f"csa-{HERE}-infantry_1_2-0") == "csa-eliminated"
    assert works.level(g.table(), f"virginia:{HERE}") == 2


def test_14_44d_nobody_walks_into_works_that_a_zone_holds() -> None:
    g = Game(work(HERE, 2, "csa"), alone("csa", "0110", "infantry_2_1"), alone("union", "0411", "infantry_4_2"))
    mover = ways.Mover("union", ("union-0411-infantry_4_2-0",))
    assert ways.step_fault(g.table(), mover, f"virginia:{BESIDE}", f"virginia:{HERE}") == "14.44d"


def test_14_44f_own_works_cost_three_off_the_road() -> None:
    g = Game(work(HERE, 2, "csa"), alone("csa", "0110", "infantry_2_1"))
    mover = ways.Mover("csa", ("csa-0110-infantry_2_1-0",))
    t = g.table()
    assert ways.step_cost(t, mover, "virginia:0209", f"virginia:{HERE}") == 3 * ground.HALVES
    plain = Game(alone("csa", "0110", "infantry_2_1")).table()
    assert ways.step_cost(plain, mover, "virginia:0209", f"virginia:{HERE}") == 2 * ground.HALVES


def test_14_44f_unmanned_enemy_works_are_taken_over_and_may_be_destroyed() -> None:
    g = Game(work(HERE, 2, "csa"), alone("union", HERE, "infantry_4_2"))
    works.seize(g.table(), "union", f"virginia:{HERE}")
    assert works.level(g.table(), f"virginia:{HERE}", "union") == 2
    g.run(("movement", {"side": "union"}))
    g.act("union", "raze", cell=HERE)
    assert works.level(g.table(), f"virginia:{HERE}") == 0


# mines ----------------------------------------------------------------------------------


def mined(**values: Any) -> Game:
    return chore(
        "mines", "union", hooker(BESIDE, "infantry_4_2", "engineer"), work(HERE, 3, "csa"), alone("csa", HERE, "infantry_2_1"),
        values={"year": 1864, **values},
    )  # fmt: skip


def test_14_45_from_1864_on() -> None:
    assert mined(year=1863).step == ""
    assert mined().ask("union", "begin_mine") is not None


def test_14_45b_four_turns_and_a_5_take_two_levels_off_a_fortress() -> None:
    g = mined().act("union", "begin_mine", cell=HERE)
    assert tracks.wep(g.table(), "union") == 20 - 2 * 3  # 2 for each level and turn
    for _ in range(3):
        next_turn(g, ("mines", {"side": "union"}))
        if tracks.wep(g.table(), "union") < 6:
            g.table().put("union", "wep", 6)
            g.run(("mines", {"side": "union"}))
        g.act("union", "dig_on", cell=HERE)
    g.run(("blow", {"side": "union"}))
    g.act("union", "blow_up", cell=HERE, dice=[5])
    assert works.level(g.table(), f"virginia:{HERE}") == 1  # 3 - 2
    assert g.face("union-army1-unit-1") == "front"
    assert g.step == ""


def test_14_45a_the_plot_is_the_unions_own() -> None:
    g = mined().act("union", "begin_mine", cell=HERE)
    assert mines.plots(g.seen("csa")) == {}
    assert list(mines.plots(g.seen("union"))) == ["union-army1-unit-1"]
    assert not any(e["e"] == "note" and "mine" in e["key"] and e["sides"] is None for e in g.events)


def test_14_45a_mines_go_up_before_the_attacks_of_any_combat_sequence() -> None:
    g = mined().act("union", "begin_mine", cell=HERE)
    g.run(("combats", {"side": "csa"}))
    assert g.active == ["union"]
    g.act("union", "wait_on")
    assert g.step == ""


def test_14_45a_the_attack_that_follows_has_2_less() -> None:
    g = mined().act("union", "begin_mine", cell=HERE)
    g.table().add("mark", f"virginia:{BESIDE}", kind="attack", attrs={"target": f"virginia:{HERE}", "by": "union"})
    g.run(("combats", {"side": "union"}))
    g.act("union", "blow_up", cell=HERE, dice=[1])
    while g.active and not any(e.get("key") == "note.fire_lines" for e in g.events):
        verb = next(v for v in ("stand", "no_reaction", "pay_all") if g.ask(g.active[0], v))
        g.act(g.active[0], verb)
    lines = [line["args"]["what"]["key"] for line in g.note("note.fire_lines", 0)["lines"]]
    assert "line.after_mine" in lines


# pontoons and balloons ------------------------------------------------------------------


@pytest.fixture(scope="module")
def site() -> tuple[str, str]:
    """A hex from which a pontoon can be laid, and over which side."""
    t = Game().table()
    for side in sorted(rivers.sides(rules_content())):
        for cell in rivers.cells(side):
            if ground.is_land(t, f"virginia:{cell}") and f"virginia:{side}" in engineers.sites(t, f"virginia:{cell}"):
                return cell, f"virginia:{side}"
    raise AssertionError


def bridging(site: tuple[str, str], *more: dict[str, Any]) -> Game:
    pontoon = {"pontoon": {"at": site[0], "kind": "union_pontoon"}}
    g = Game(hooker(site[0], "infantry_4_2", "engineer"), pontoon, *more, sides=WEP)
    return g.run(("movement", {"side": "union"}))


def test_8_81a_a_pontoon_ordered_in_an_impulse_stands_in_the_next(site: tuple[str, str]) -> None:
    cell, edge = site
    g = bridging(site).act("union", "lay_pontoon", edge=edge)
    assert (g.at("pontoon"), g.face("union-army1-unit-1"), g.track("union-army1", "ap")) == (cell, "back", 3)
    g.run(("begin_impulse", {"side": "union"}))
    assert (g.state.pieces["pontoon"]["at"], g.face("pontoon"), g.face("union-army1-unit-1")) == (edge, "back", "front")
    a, b = (f"virginia:{c}" for c in rivers.cells(edge.partition(":")[2]))
    assert ground.crossing(g.table(), a, b) == "great_river_pontoon"


def test_8_81a_only_below_a_crossing_and_out_of_enemy_zones(site: tuple[str, str]) -> None:
    cell, _ = site
    t = Game().table()
    foe = next(at for at in ground.near(t, f"virginia:{cell}") if not ground.is_great_river(t, at, f"virginia:{cell}"))
    assert bridging(site, alone("csa", foe[9:], "infantry_2_1")).ask("union", "lay_pontoon") is None
    far = [s for s in rivers.sides(rules_content()) if not rivers.is_below_crossing(rules_content(), s, 8)]
    assert far  # the upper courses


def test_8_81b_it_is_taken_up_by_the_same_procedure(site: tuple[str, str]) -> None:
    cell, edge = site
    g = bridging(site).act("union", "lay_pontoon", edge=edge).run(("begin_impulse", {"side": "union"}))
    g.run(("movement", {"side": "union"})).act("union", "lift_pontoon", edge=edge).run(("begin_impulse", {"side": "union"}))
    assert (g.at("pontoon"), g.face("pontoon")) == (cell, "front")


def test_8_81a_it_goes_when_its_force_retreats(site: tuple[str, str]) -> None:
    cell, edge = site
    g = bridging(site).act("union", "lay_pontoon", edge=edge).run(("begin_impulse", {"side": "union"}))
    works.interrupt(g.table(), "union", f"virginia:{cell}")
    assert "pontoon" not in g.state.pieces


def test_8_82_a_balloon_is_set_up_and_packed_up_likewise() -> None:
    g = Game(hooker(HERE, "infantry_4_2", "engineer"), {"balloon": {"at": HERE, "kind": "union_balloon"}}, sides=WEP)
    g.run(("movement", {"side": "union"})).act("union", "raise_balloon", cell=HERE).run(("begin_impulse", {"side": "union"}))
    assert g.face("balloon") == "back"
    g.run(("movement", {"side": "union"})).act("union", "strike_balloon", cell=HERE).run(("begin_impulse", {"side": "union"}))
    assert g.face("balloon") == "front"


def test_8_82b_a_balloon_goes_when_its_force_retreats() -> None:
    g = Game(hooker(HERE), {"balloon": {"at": HERE, "kind": "union_balloon", "face": "back"}})
    works.interrupt(g.table(), "union", f"virginia:{HERE}")
    assert "balloon" not in g.state.pieces


def test_8_8_the_confederates_have_none_of_it() -> None:
    g = Game(force(LEE, HERE, "army1", ["infantry_2_1"] * 2, ml=3, ap=4), sides=WEP).run(("movement", {"side": "csa"}))
    assert not {"lay_pontoon", "raise_balloon"} & set(g.asks("csa"))


def test_8_82b_a_balloon_set_up_is_lost_on_the_way_back() -> None:
    g = Game(hooker(HERE, "infantry_4_2"), {"balloon": {"at": HERE, "kind": "union_balloon", "face": "back"}})
    g.run(("retreat", {"side": "union", "where": f"virginia:{HERE}", "hexes": 1, "by": "union"}))
    if g.active:
        g.act("union", "retreat", cell=g.ask("union", "retreat")["cells"][0])
    assert g.at("union-hooker-1") != HERE
    assert "balloon" not in g.state.pieces
