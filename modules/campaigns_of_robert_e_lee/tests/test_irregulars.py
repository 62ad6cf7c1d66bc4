"""Militia, partisans, Pinkertons (14.6 to 14.8)."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.rules import bodies, ground, irregulars, lines, tree, ways
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force, rules_content

RICHMOND, PETERSBURG, HARRISBURG = "2950", "3055", "3803"
MOSBY, JACKSON, MEADE = "csa-mosby-1", "csa-jackson-1", "union-meade-1"
CULPEPER = "2034"


def band(at: str, n: int = 2) -> dict[str, Any]:
    found: dict[str, Any] = {MOSBY: {"at": at, "kind": "csa_mosby"}}
    return found | {f"s{k}": {"at": at, "kind": "csa_sympathizers"} for k in range(n)}


def near(cell: str, n: int) -> str:
    """A land hex so far from a hex."""
    t = Game().table()
    ring = [at for at in ground.within(t, f"virginia:{cell}", n) if ground.distance(t, at, f"virginia:{cell}") == n]
    return next(at[9:] for at in ring if ground.is_land(t, at))


# militia --------------------------------------------------------------------------------


def homes(g: Game, side: str) -> dict[str, int]:
    return {at[9:]: n for at, n in irregulars.homes(g.table(), side).items()}


def test_14_6_where_the_enemy_is_within_five_hexes() -> None:
    assert homes(Game(alone("union", near(RICHMOND, 5), "infantry_4_2")), "csa").get(RICHMOND) == 2
    assert RICHMOND not in homes(Game(alone("union", near(RICHMOND, 6), "infantry_4_2")), "csa")
    assert homes(Game(alone("union", near(PETERSBURG, 2), "infantry_4_2")), "csa")[PETERSBURG] == 1
    found = homes(Game(alone("csa", near(HARRISBURG, 3), "infantry_2_1")), "union")
    assert found[HARRISBURG] == 1
    assert all(ground.region(Game().table(), f"virginia:{at}") == ground.NORTH for at in found)


def test_14_61_a_1_brings_a_unit_drawn_at_random() -> None:
    g = Game(alone("csa", near(HARRISBURG, 3), "infantry_2_1"), values={"turn": 5})
    n = len(homes(g, "union"))
    first = sorted(f"virginia:{at}" for at in homes(g, "union"))[0]
    g.run(("militia", {"side": "union"}), dice=[1] + [6] * (n - 1))
    (unit,) = [p for p in g.state.pieces if g.attr(p, "militia")]
    assert g.state.pieces[unit]["at"] == first
    assert "infantry" in rules_content().kinds[g.state.pieces[unit]["kind"]].traits


def test_14_61_none_rises_where_a_division_stands_without_a_leader() -> None:
    g = Game(alone("csa", near(HARRISBURG, 3), "infantry_2_1"), alone("union", HARRISBURG, "infantry_4_2"), values={"turn": 5})
    order = sorted(f"virginia:{at}" for at in homes(g, "union"))
    dice = [1 if at == f"virginia:{HARRISBURG}" else 6 for at in order]
    g.run(("militia", {"side": "union"}), dice=dice)
    assert not [p for p in g.state.pieces if g.attr(p, "militia")]  # 3.12c


def test_14_62_militia_that_has_fallen_is_left_in_peace() -> None:
    dead = {"gone": {"at": "union-eliminated", "kind": "union_infantry_4_2", "owner": "union", "attrs": {"militia": 3}}}
    g = Game(dead, values={"turn": 5}).run(("militia", {"side": "union"}))
    assert "note.eliminated" not in g.notes()
    assert g.face("gone") == "front"


def test_14_62_it_loses_a_step_each_turn_and_does_not_move_alone() -> None:
    fresh = alone("union", HARRISBURG, "infantry_4_2")
    name = f"union-{HARRISBURG}-infantry_4_2-0"
    fresh[name]["attrs"] = {"militia": 4}
    g = Game(fresh, values={"turn": 4}).run(("militia", {"side": "union"}))
    assert g.face(name) == "front"  # the turn in which it was formed
    g = Game(fresh, values={"turn": 5}).run(("militia", {"side": "union"}))
    assert g.face(name) == "back"
    g.run(("movement", {"side": "union"}))
    assert name not in (g.ask("union", "order_unit") or {"pieces": []})["pieces"]
    g.table().set_var("turn", 6)
    g.run(("militia", {"side": "union"}))
    assert g.at(name) == "union-eliminated"


# partisans ------------------------------------------------------------------------------


def test_14_71_a_1_in_a_town_with_an_active_leader() -> None:
    for active, n in ((True, 1), (False, 0)):
        g = Game(force(JACKSON, CULPEPER, "l1", ["infantry_2_1"], ml=3, active=active)).run(("rising", {"side": "csa"}), dice=[1])
        assert sum(r["kind"] == "csa_sympathizers" for r in g.state.pieces.values()) == n


def test_14_71_every_fourth_success_is_a_leader_and_mosby_the_first() -> None:
    g = Game(force(JACKSON, CULPEPER, "l1", ["infantry_2_1"], ml=3), values={"risings": 3})
    g.run(("rising", {"side": "csa"}), dice=[1])
    assert g.at(MOSBY) == CULPEPER


def test_14_7_not_before_second_manassas() -> None:
    g = Game(force(JACKSON, CULPEPER, "l1", ["infantry_2_1"], ml=3), scenario="first_manassas_1861")
    assert "rolled" not in [e["e"] for e in g.run(("rising", {"side": "csa"})).events]


def test_14_72_union_forces_pay_a_point_more() -> None:
    mover = ways.Mover("union", ("union-0210-infantry_4_2-0",))
    plain = Game(alone("union", "0210", "infantry_4_2")).table()
    g = Game(alone("union", "0210", "infantry_4_2"), {"s": {"at": "0209", "kind": "csa_sympathizers"}}).table()
    a, b = "virginia:0210", "virginia:0209"
    assert ways.step_cost(g, mover, a, b) == ways.step_cost(plain, mover, a, b) + ground.HALVES  # type: ignore[operator]


def test_14_72_sympathizers_hinder_no_wagon() -> None:
    g = Game({"s": {"at": "2134", "kind": "csa_sympathizers"}}, alone("union", "2034", "wagon_2"))
    mover = ways.Mover("union", ("union-2034-wagon_2-0",), may_attack=False, fights=False)
    assert ways.step_fault(g.table(), mover, "virginia:2034", "virginia:2134") == ""


def test_14_72_a_leader_takes_sympathizers_along() -> None:
    g = Game(force(JACKSON, CULPEPER, "l1", ["infantry_2_1"], ml=3), {"s": {"at": CULPEPER, "kind": "csa_sympathizers"}})
    g.run(("movement", {"side": "csa"})).act("csa", "pick_up", pieces=["s"])
    tree.follow(g.table(), JACKSON, "virginia:2033")
    assert g.at("s") == "2033"
    g.act("csa", "drop_off", pieces=["s"])
    tree.follow(g.table(), JACKSON, "virginia:2034")
    assert g.at("s") == "2033"


def test_14_73_a_band_rides_twelve_points_through_enemies() -> None:
    g = Game(band("0210"), alone("union", "0209", "infantry_4_2")).run(("movement", {"side": "csa"}))
    far = irregulars.ways(g.table(), MOSBY, irregulars.left(g.table(), g.table().frame(), MOSBY))
    assert "virginia:0209" in far
    assert max(way.cost for way in far.values()) <= 12 * ground.HALVES
    g.act("csa", "ride", pieces=[MOSBY, "s0", "s1"], path=["0210", "0208"])
    assert (g.at(MOSBY), g.at("s1")) == ("0208", "0208")
    assert g.refused("csa", "ride", pieces=[MOSBY], path=["0208", "0207"]) == "14.73"  # not without sympathizers


def test_14_73a_as_many_scouts_as_sympathizers_as_far_as_their_number() -> None:
    g = Game(band("0210"), alone("union", "0208", "infantry_4_2"), alone("union", "0206", "infantry_4_2"))
    g.run(("movement", {"side": "csa"}))
    assert g.ask("csa", "spy")["targets"][MOSBY] == ["virginia:0208"]
    for _ in range(2):
        g.act("csa", "spy", pieces=[MOSBY], cell="0208", dice=[3, 4])  # 3 + 2 against 4
        assert "note.scouted" in g.notes()
    assert g.ask("csa", "spy") is None


def test_14_73b_a_guarded_railroad_is_cut_on_1_to_3() -> None:
    t = Game().table()
    lines.begin(t)
    section = next(s for s in lines.network(t.content) if lines.controller(t, s) == "union" and len(s.cells) > 3)
    at = section.cells[1]
    for die, cut in ((3, True), (4, False)):
        g = Game(band(at[9:]), alone("union", section.a[9:], "regiment"))
        lines.begin(g.table())
        g.run(("movement", {"side": "csa"})).act("csa", "raid", cell=at, dice=[die])
        assert lines.is_cut(g.table(), at) == cut
    g = Game(band(at[9:]))
    lines.begin(g.table())
    g.run(("movement", {"side": "csa"})).act("csa", "raid", cell=at)
    assert lines.is_cut(g.table(), at)


def test_14_73c_a_band_adds_a_point_to_regulars() -> None:
    g = Game(band("0210"), force(JACKSON, "0210", "l1", ["infantry_2_1"], ml=3))
    found = bodies.bodies(g.table(), "virginia:0210", "csa", bodies.Spent(), attacked=True)
    assert [body.strength for body in found] == [2, 1]
    assert [body.cavalry for body in found] == [0, 0]
    assert irregulars.ranks(g.table(), "virginia:0210", "csa") == ["s0", "s1"]


def raid(n: int = 2, **more: Any) -> Game:
    return Game(band("0210", n), alone("union", "0209", "infantry_4_2"), **more)


def test_14_73c_a_band_alone_declares_by_its_printed_rating() -> None:
    for die, done in ((2, True), (3, False)):
        g = raid().run(("movement", {"side": "csa"}))
        assert g.ask("csa", "declare_from")["cells"] == ["virginia:0210"]
        g.act("csa", "declare_from", cell="0210", dice=[die])
        assert ("note.declared" in g.notes()) == done
        if not done:  # 8.51b: a step, which is a sympathizer of his choice, and a hex back
            g.act("csa", "lose", pieces=["s0"])
            assert g.at("s0") == "csa-eliminated"
            assert g.at(MOSBY) == g.at("s1") != "0210"
        assert g.ask("csa", "ride") is None or not done  # 8.52: with its declaration it has moved


def test_14_73c_without_sympathizers_there_is_no_band() -> None:
    g = raid(0).run(("movement", {"side": "csa"}))
    assert g.ask("csa", "declare_from") is None


def test_14_73c_alone_it_has_its_printed_rating_and_counts_as_cavalry() -> None:
    t = raid().table()
    found = bodies.stack(t, "virginia:0210", "csa", bodies.Spent(), attacked=False)
    assert [(b.strength, b.cavalry, b.cavalry_units) for b in found.bodies] == [(1, 1, 1)]
    assert (found.br, found.ml) == (2, 2)
    assert bodies.cavalry(t, ["virginia:0210"], "csa") == (1, 1)
    assert bodies.superior_in_cavalry(t, "csa", ["virginia:0210"], "union", ["virginia:0209"]) == "csa"


def test_14_73c_beside_regulars_its_rating_does_not_count() -> None:
    t = Game(band("0210"), alone("csa", "0210", "infantry_2_1")).table()
    found = bodies.stack(t, "virginia:0210", "csa", bodies.Spent(), attacked=False)
    assert ([b.cavalry for b in found.bodies], found.br) == ([0, 0], 0)


def test_14_73c_a_band_that_attacks_alone_loses_sympathizers_and_goes_back() -> None:
    arrow = {"arrow": {"at": "0210", "kind": "attack", "attrs": {"target": "virginia:0209", "by": "csa"}}}
    g = Game(band("0210", 3), force(MEADE, "0209", "l1", ["infantry_6_2"] * 6, ml=6, ammo=3), arrow)
    g.run(("combats", {"side": "csa"}))
    g.act("union", "pay_all", dice=[3, 2])
    first, reply = g.note("note.fire", 0), g.note("note.fire", 1)
    assert (first["n"], reply["n"]) == (1, 36)
    n = sum(g.at(f"s{k}") == "csa-eliminated" for k in range(3))
    assert n or g.ask("csa", "lose")


def test_14_73c_nobody_can_attack_a_band_that_does_not_fight() -> None:
    g = raid().run(("movement", {"side": "union"}))
    assert g.ask("union", "declare_from") is None


# Pinkertons -----------------------------------------------------------------------------


def test_14_8_pinkertons_ride_into_enemies_and_scout_there() -> None:
    agents = {"agents": {"at": "0210", "kind": "union_pinkerton"}}
    g = Game(agents, force(JACKSON, "0208", "l1", ["infantry_2_1"], ml=3)).run(("movement", {"side": "union"}))
    assert g.ask("union", "spy") is None
    g.act("union", "ride", pieces=["agents"], path=["0210", "0208"])
    g.act("union", "spy", pieces=["agents"], cell="0208", dice=[5, 4])
    assert "note.scouted" in g.notes()


def test_14_8_cavalry_beside_the_target_helps() -> None:
    agents = {"agents": {"at": "0208", "kind": "union_pinkerton"}}
    g = Game(agents, force(JACKSON, "0208", "l1", ["infantry_2_1"], ml=3), force(MEADE, "0207", "l1", ["cavalry_2_2"] * 2, ml=3))
    g.run(("movement", {"side": "union"})).act("union", "spy", pieces=["agents"], cell="0208", dice=[3, 4])
    assert g.note("note.scout")["n"] == 3 + 2
