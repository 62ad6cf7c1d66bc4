"""Destruction, foraging, income, attrition, the admin sequence (12, 13, 14.1-14.3, 14.5, 14.9), reinforcements (6, 15.12)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import attrition, foraging, lines, stores
from modules.campaigns_of_robert_e_lee.tests.chores import EARLY, LEE, POINTS, V, chore, kinds, tasks, wep
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force

# steps ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "month", "more"),
    [("destruction", 7, True), ("destruction", 1, False), ("foraging", 7, False), ("purchases", 7, True), ("depots", 7, False)],
)
def test_12_0_the_end_of_a_step_is_told_from_that_of_its_sequence_which_is_offered_where_more_comes(
    step: str, month: int, more: bool
) -> None:
    wagon = alone("csa", "2945", "wagon_3")
    game = Game(force(*EARLY, **POINTS), wagon, phase=step, args={"side": "csa"}, values={"month": month})
    labels = {verb: ask["label"] for verb, ask in game.asks("csa").items() if verb in ("done", "done_all")}
    assert labels["done"] == {"key": "button.step_done", "args": {"step": {"key": f"step.{step}", "args": {}}}}
    around = "admin" if step == "purchases" else "supply"
    whole = {"key": "button.sequence_done", "args": {"sequence": {"key": f"phase.{around}", "args": {}}}}
    assert labels.get("done_all") == (whole if more else None)


# destruction ------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "burned"), [(6, True), (5, False)])
def test_13_12_a_town_burns_on_a_six(die: int, burned: bool) -> None:
    game = chore("destruction", force(*EARLY, **POINTS))
    game.act("csa", "burn_town", dice=[die], pieces=["csa-early-1"])
    assert ("devastation" in kinds(game.state, "2945")) == burned
    assert game.track("csa-l3", "ap") == 2
    assert (
        "burn_town" in (game.asks("csa") if game.active else {})
    ) != burned  # again after a failure, one town a stack


def test_13_11_cavalry_burns_a_bridge_on_a_six() -> None:
    horse = force("csa-stuart-1", "2950", "l5", ["cavalry_2_1"], **POINTS)
    game = chore("destruction", horse)
    game.act("csa", "burn_bridge", dice=[6], pieces=["csa-stuart-1"], cell="virginia:2950|2951")
    assert kinds(game.state, "2950|2951") == ["bridge_burned"]
    foot = chore("destruction", force("csa-early-1", "2950", "l3", ["infantry_2_1"], **POINTS))
    assert "burn_bridge" not in (foot.asks("csa") if foot.active else {})


@pytest.mark.parametrize(("once", "again"), [(False, True), (True, False)])
def test_13_13_two_brigades_on_a_landing_destroy_a_point(once: bool, again: bool) -> None:
    game = chore(
        "destruction", force(*EARLY, **POINTS), alone("union", "2945", "landing"), options={"amb_48_landing_once": once}
    )
    game.act("csa", "destroy_store", pieces=["csa-early-1"])
    assert wep(game, "union") == 59
    assert ("destroy_store" in game.asks("csa")) == again
    one = chore(
        "destruction", force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS), alone("union", "2944", "landing")
    )
    assert not tasks(one)


def test_13_13_a_depleted_landing_is_gone() -> None:
    game = chore("destruction", force(*EARLY, **POINTS), alone("union", "2945", "landing/back"))
    game.act("csa", "destroy_store", pieces=["csa-early-1"])
    assert not [r for r in game.state.pieces.values() if r["kind"] == "union_landing"]


def test_13_14_washington_as_a_landing() -> None:
    game = chore("destruction", force("csa-early-1", "3626", "l3", ["infantry_2_1"] * 2, **POINTS))
    game.act("csa", "destroy_store", pieces=["csa-early-1"])
    assert wep(game, "union") == 59


def test_13_1_only_active_leaders_destroy() -> None:
    assert not tasks(chore("destruction", force(*EARLY, **POINTS, active=False)))


# foraging ---------------------------------------------------------------------------


def forage(die: int, *groups: dict[str, Any], month: int = 7, side: str = "csa", **more: Any) -> Game:
    game = chore("foraging", *groups, side=side, values={"month": month}, **more)
    return game.act(side, "forage", dice=[die], pieces=["csa-early-1"])


def test_13_22_clear_hexes_and_a_die_give_points_or_own_use() -> None:
    game = forage(6, force(*EARLY, **POINTS))
    n = game.note("note.forage")["n"]
    assert n == len(foraging.fields(game.table(), "csa", V + "2945"))
    assert wep(game) == 60 + int(game.content.charts["foraging"].at(6, n))
    assert game.track("csa-l3", "ap") == 2


def test_13_22_own_use_lies_with_the_commander() -> None:
    chart = Game().content.charts["foraging"]
    n, die = next((m, d) for m in range(7, 0, -1) for d in range(1, 7) if chart.at(d, m) == "OU")
    other = force("csa-early-1", "2945", "l3", ["infantry_2_1"], **POINTS)
    friends = ["2944", "3044", "3045", "2946", "2845", "2844"][: 7 - n]
    names = ["rodes", "a-p-hill", "ewell", "hood", "mclaws", "pickett"]
    around = [force(f"csa-{names[k]}-1", at, f"l{k + 4}", ["infantry_2_1"]) for k, at in enumerate(friends)]
    got = forage(die, other, *around)
    assert [r["kind"] for r in got.state.pieces.values() if r["at"] == "csa-l3-state"] == ["own_use"]


def test_13_21_from_june_to_september_in_a_town_out_of_zones() -> None:
    assert not chore("foraging", force(*EARLY, **POINTS), values={"month": 5}).active
    july = {"month": 7}
    field = force("csa-early-1", "2944", "l3", ["infantry_2_1"], **POINTS)
    assert not tasks(chore("foraging", field, values=july))
    foe = force("union-meade-1", "2944", "l1", ["infantry_6_2"])
    assert not tasks(chore("foraging", force(*EARLY, **POINTS), foe, values=july))
    burnt = {"burnt": {"at": "2945", "kind": "devastation"}}
    assert not tasks(chore("foraging", force(*EARLY, **POINTS), burnt, values=july))


def test_13_23_what_is_not_counted() -> None:
    plain = len(foraging.fields(Game(force(*EARLY)).table(), "csa", V + "2945"))
    friend = Game(force(*EARLY), force("csa-rodes-1", "2944", "l4", ["infantry_2_1"])).table()
    assert len(foraging.fields(friend, "csa", V + "2945")) == plain - 1
    own = Game(force(*EARLY), options={"amb_52_forager_hex_excluded": True}).table()
    assert len(foraging.fields(own, "csa", V + "2945")) == plain - 1
    foe = Game(force(*EARLY), force("union-meade-1", "2943", "l1", ["infantry_6_2"])).table()
    assert len(foraging.fields(foe, "csa", V + "2945")) == plain - 1  # 2944 lies in a zone
    river = Game(force("csa-early-1", "2950", "l3", ["infantry_2_1"])).table()
    assert V + "2850" not in foraging.fields(river, "csa", V + "2950")


@pytest.mark.parametrize(
    ("at", "side", "factor"),
    [("1822", "csa", 2), ("1822", "union", 2), ("3311", "csa", 2), ("3311", "union", 1), ("2945", "csa", 1)],
)
def test_13_22_where_the_yield_is_doubled(at: str, side: str, factor: int) -> None:
    assert foraging.factor(Game().table(), side, V + at) == factor


@pytest.mark.parametrize(("again", "found"), [(False, False), (True, True)])
def test_13_2_once_a_segment(again: bool, found: bool) -> None:
    game = forage(1, force(*EARLY, **POINTS), options={"amb_61_forage_repeat": again})
    assert ("forage" in (game.asks("csa") if game.active else {})) == found


def test_17_12b_foraging_north_of_the_potomac_gives_points() -> None:
    game = Game(force(*EARLY))
    t = game.table()
    foraging.reward(t, "csa", 4)
    foraging.reward(t, "csa", 2)
    assert t.num("csa", "vp") == 2


# income and attrition ---------------------------------------------------------------


def test_13_32_two_points_for_each_connected_city() -> None:
    game = chore("income", force(*EARLY), values={"month": 5})
    assert wep(game) == 60 + 2 * len(attrition.cities(game.table(), "csa"))
    assert V + "2950" in attrition.cities(game.table(), "csa")
    cut = {f"cut-{n}": {"at": at, "kind": "rail_cut"} for n, at in enumerate(["2951", "2849", "3050", "2949"])}
    assert V + "2950" not in attrition.cities(chore("income", force(*EARLY), cut).table(), "csa")


def test_13_41_who_is_in_full_supply_suffers_nothing() -> None:
    game = chore("attrition", force(*EARLY, ml=3))
    assert not game.active
    assert "note.attrition" not in game.notes()


def test_13_42_out_of_supply_wears_down_by_strength_and_die() -> None:
    lost = force("csa-early-1", "1934", "l3", ["infantry_2_1"] * 6, ml=3)
    game = chore("attrition", lost).act("csa", "done")  # with nothing to better its supply
    t = game.table()
    drm = dict(attrition.modifiers(t, "csa", V + "1934", 0))
    assert drm["attrition.out"] == 4
    assert drm["attrition.rating"] == -3
    assert attrition.total(t, "csa", V + "1934") == 12
    game.act("csa", "wear_less", dice=[6, 1])
    told = game.note("note.attrition")["table"]["t"]
    assert told[1] == 6 + sum(drm.values()) - 1  # a level of morale given up (3.54c)
    assert game.track("csa-l3", "ml") == 2


def test_13_42_a_star_is_the_commanders_check() -> None:
    lost = force("csa-early-1", "1934", "l3", ["infantry_2_1"] * 6, ml=1)
    game = chore("attrition", lost).act("csa", "done")
    game.act("csa", "wear", dice=[6, 5])
    assert game.face("csa-early-1") == "back"


def test_13_41b_three_leaders_of_whom_two_have_units_are_a_crowd() -> None:
    two = force("csa-a-p-hill-1", "2950", "l1", ["infantry_2_1"]), force("csa-early-1", "2950", "l3", ["infantry_2_1"])
    assert attrition.is_crowded(Game(force(*LEE), *two).table(), "csa", V + "2950")
    assert not attrition.is_crowded(Game(*two).table(), "csa", V + "2950")


def test_13_42_no_line_at_all_counts_four_instead_of_far() -> None:
    ring = [alone("union", at, "infantry_6_2") for at in ("1833", "1933")]
    far = Game(force("csa-early-1", "2938", "l3", ["infantry_2_1"]), *ring, supply=None)
    lines.begin(far.table())
    assert dict(attrition.modifiers(far.table(), "csa", V + "2938", 0))["attrition.far"] == 1


def test_13_41a_no_wagon_heals_who_has_no_line_at_all() -> None:
    ring = [alone("union", at, "infantry_6_2") for at in ("1833", "2033", "1935")]  # their zones meet around him
    lost = force("csa-early-1", "1934", "l3", ["infantry_2_1"] * 2, ml=3, state=["own_use"])
    game = chore("attrition", lost, *ring)
    game.act("csa", "relieve", pieces=["own_use-csa-l3-0"], cell="1934")
    assert game.ask("csa", "wear")
    found = dict(attrition.modifiers(game.table(), "csa", V + "1934", 0))
    assert (found["attrition.no_los"], "attrition.out" in found) == (4, False)


@pytest.mark.parametrize(("hidden", "seen"), [(False, True), (True, False)])
def test_3_61_attrition_dice_may_be_hidden(hidden: bool, seen: bool) -> None:
    lost = force("csa-early-1", "1934", "l3", ["infantry_2_1"] * 6)
    game = Game(lost, supply=None, sides={"csa": {"wep": 9}, "union": {}}, options={"hidden_attrition": hidden})
    game.run(("attrition", {"side": "csa"})).act("csa", "done").act("csa", "wear", dice=[1])
    rolled = next(e for e in game.events if e["e"] == "rolled")
    assert (rolled["sides"] is None) == seen


def test_7_13_a_rail_depot_whose_line_is_cut_is_lost_in_attrition() -> None:
    depot = {"depot": {"at": "2938", "kind": "csa_wagon_2", "owner": "csa", "face": "back", "attrs": {"rail": True}}}
    cut = {"cut": {"at": "2943", "kind": "rail_cut"}}
    assert "depot" in chore("attrition", depot).state.pieces
    assert "depot" not in chore("attrition", depot, cut).state.pieces


def test_7_13_rail_depots_are_known_when_the_turn_begins() -> None:
    depot = {"depot": {"at": "2938", "kind": "csa_wagon_2", "owner": "csa", "face": "back"}}
    game = Game(depot, supply=None, values={"turn": 1})
    lines.begin(game.table())
    game.run("begin_turn")
    assert game.attr("depot", "rail")


# reinforcements ---------------------------------------------------------------------


def arrive(side: str, *groups: dict[str, Any], **more: Any) -> Game:
    game = Game(*groups, supply=None, values={"turn": 5}, sides={"csa": {"wep": 9}, "union": {"wep": 9}}, **more)
    lines.begin(game.table())
    if side == "csa":
        t = game.table()
        game.state.flow, game.state.active = [], []
        t.call("impulses", had={"csa": 1}, last="csa")
        t.call("arrivals", side="csa")
        game.runner.settle(t)
        game.events = t.events
        return game
    return game.run(("arrivals", {"side": side}))


def test_6_0_where_the_scenario_says() -> None:
    late = {"late": {"at": "turn-5", "kind": "csa_infantry_2_2", "owner": "csa", "attrs": {"arrives": [V + "2950"]}}}
    assert arrive("csa", late).at("late") == "2950"


def test_6_0_at_the_station_nearest_to_the_edge_on_a_line_of_the_owners_choice() -> None:
    late = {"late": {"at": "turn-5", "kind": "csa_infantry_2_2", "owner": "csa"}}
    game = arrive("csa", late)
    cells = game.asks("csa")["arrive"]["cells"]
    assert set(cells) == {V + c for c in ("0439", "0353", "1756", "3060")}
    forced = arrive("csa", late, options={"amb_55_reinforcements_forced_line": True})
    assert len({forced.at("late")} & {c[9:] for c in cells}) == 1


def test_15_12_union_reinforcements_come_by_sea_or_where_the_scenario_says() -> None:
    late = {"late": {"at": "turn-4", "kind": "union_infantry_6_2", "owner": "union"}}
    game = arrive("union", late)
    assert V + "3626" in game.asks("union")["arrive"]["cells"]
    named = {"late": {**late["late"], "attrs": {"arrives": [V + "3803"]}}}
    assert arrive("union", named).at("late") == "3803"


def test_14_34_a_corps_that_arrives_is_formed_as_the_scenario_says() -> None:
    game = Game(scenario="chancellorsville_1863", setup="quick")
    t = game.table()
    t.set_var("turn", 4)
    game.state.flow, game.state.active = [], []
    t.call("impulses", had={"csa": 1}, last="csa")
    t.call("arrivals", side="csa")
    game.runner.settle(t)
    assert (game.at("csa-longstreet-1"), game.at("csa-hood-1")) == ("2950", "csa-corps1")
    assert len(game.units("csa-hood-1")) == 4
    assert game.track("csa-l8", "artillery") == 1
    assert stores.in_full(game.table(), "csa-hood-1")
