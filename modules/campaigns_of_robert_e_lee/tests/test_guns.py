"""Artillery: limits, reserve, battalions, the garrison; who is hidden in works; the change of command (16.2, 14.44e, 18.19)."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.rules import bodies, fallen, leaders, movement, screens, tree
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, force, work
from modules.campaigns_of_robert_e_lee.tests.test_setup import begun, table

LEE, JACKSON, EWELL, MEADE = "csa-lee-1", "csa-jackson-1", "csa-ewell-1", "union-meade-1"


def csa(leader: str, box: str, **points: Any) -> dict[str, Any]:
    under = "army1" if box.startswith("l") else ""
    return force(leader, "0210", box, ["infantry_2_1"] * 2, under=under, **{"ml": 3, "ap": 3, **points})


def test_16_2_as_many_points_as_the_active_rating() -> None:
    g = Game(csa(JACKSON, "l1", active=False, artillery=4), csa(EWELL, "l2", artillery=2), csa(LEE, "army1"))
    assert not fallen.room_for_guns(g.table(), JACKSON)  # AR 4 on the active side
    assert fallen.room_for_guns(g.table(), EWELL)


def test_16_23_the_army_reserve_fires_where_the_headquarters_is() -> None:
    g = Game(csa(LEE, "army1", artillery=4), csa(JACKSON, "l1", artillery=1))
    at = {"virginia:0210": [4, 1], "virginia:0211": []}
    for where, found in at.items():
        assert list(bodies.gunners(g.table(), tree.leaders_at(g.table(), where, "csa")).values()) == found


def test_16_24_a_battalion_goes_from_leader_to_leader_for_an_order() -> None:
    g = Game(csa(LEE, "army1"), csa(EWELL, "l2", artillery=4), csa(JACKSON, "l1", artillery=1)).run(("movement", {"side": "csa"}))
    g.act("csa", "give_guns", pieces=[EWELL], cell="csa-l1")
    assert (g.track("csa-l2", "artillery"), g.track("csa-l1", "artillery")) == (2, 3)
    assert sum(g.track(f"csa-{box}", "ap") for box in ("army1", "l1", "l2")) == 8
    g.act("csa", "give_guns", pieces=[EWELL], cell="csa-l1")
    assert g.track("csa-l1", "artillery") == 4  # his limit


def test_16_23_the_army_reserve_is_not_given_away() -> None:
    g = Game(csa(LEE, "army1", artillery=4), csa(JACKSON, "l1", artillery=1)).run(("movement", {"side": "csa"}))
    assert g.ask("csa", "give_guns") == {**g.ask("csa", "give_guns"), "pieces": [JACKSON]}


def test_16_2_artillery_of_the_union_is_handed_over_too_but_not_after_a_march() -> None:
    two = [force(MEADE, "3018", "l1", ["infantry_4_2"], ml=3, ap=3, artillery=3)]
    two.append(force("union-birney-1", "3018", "l2", ["infantry_4_2"], ml=3, ap=1, artillery=1))
    g = Game(*two).run(("movement", {"side": "union"}))
    g.act("union", "give_guns", pieces=[MEADE], cell="union-l2")
    assert (g.track("union-l1", "artillery"), g.track("union-l2", "artillery")) == (2, 2)  # as many as he may have
    g.act("union", "order", pieces=[MEADE]).act("union", "roll_move", dice=[1]).act("union", "halt")
    assert g.ask("union", "give_guns") is None


def test_16_25a_the_garrison_stays_and_fights_as_any_force() -> None:
    g = Game(force(MEADE, "3626", "l1", ["infantry_4_2"], ml=3, ap=3, state=["union_washington_garrison"]))
    g.run(("movement", {"side": "union"}))
    assert g.ask("union", "order") is None
    assert movement.stack(g.table(), g.table().frame(), "virginia:3626") == []
    assert bodies.bodies(g.table(), "virginia:3626", "union", bodies.Spent(), attacked=True)[0].strength == 4


def test_14_44e_works_hide_the_stack_as_a_screen_does() -> None:
    g = Game(force(JACKSON, "0210", "l1", ["infantry_2_1"] * 2, ml=3, ap=3), work("0210", 1, "csa"))
    g.run(("movement", {"side": "csa"})).act("csa", "cover", pieces=[JACKSON])
    assert not g.seen("union").exists(JACKSON)
    screens.check(g.table())
    assert not g.seen("union").exists(JACKSON)
    bare = Game(force(JACKSON, "0210", "l1", ["infantry_2_1"] * 2, ml=3, ap=3)).run(("movement", {"side": "csa"}))
    assert bare.ask("csa", "cover") is None


def test_14_73a_a_partisan_leader_screens_one_leader() -> None:
    g = Game(force(JACKSON, "0210", "l1", ["infantry_2_1"] * 2, ml=3, ap=3), {"mosby": {"at": "0210", "kind": "csa_mosby"}})
    g.run(("movement", {"side": "csa"})).act("csa", "screen", pieces=["mosby"])
    assert not g.seen("union").exists(JACKSON)
    screens.check(g.table())
    assert not g.seen("union").exists(JACKSON)


def test_18_19_hooker_gives_way_to_meade_from_turn_5() -> None:
    runner = begun("gettysburg_1863")
    t = table(runner)
    assert leaders.change_of_command(t, "union") == []
    t.set_var("turn", 5)
    assert [t.record(p)["kind"] for p in leaders.change_of_command(t, "union")] == ["union_hooker", "union_meade", "union_sykes"]
