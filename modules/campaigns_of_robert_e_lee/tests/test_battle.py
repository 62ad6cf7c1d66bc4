"""Battles on the table: payment, losses, fates, morale, retreats, advances, extension (10.0 to 10.7)."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.rules import bodies, ground
from modules.campaigns_of_robert_e_lee.rules.facts import rating
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, attack, force, rules_title, work
from qtwar.kit.step import Step

TARGET, FROM, BESIDE, APART = "0210", "0310", "0311", "0211"
LEE, JACKSON, MEADE, HANCOCK = "csa-lee-1", "csa-jackson-1", "union-meade-1", "union-hancock-1"


def defender(*units: str, **points: Any) -> dict[str, Any]:
    return force(JACKSON, TARGET, "l1", list(units) or ["infantry_2_1"] * 6, **{"ml": 3, "ap": 4, **points})


def attacker(*units: str, at: str = FROM, who: str = MEADE, box: str = "l1", **points: Any) -> dict[str, Any]:
    return force(who, at, box, list(units) or ["infantry_4_2"] * 4, **{"ml": 3, "ap": 4, **points})


def battle(*groups: dict[str, Any], dice: list[int] | None = None, **more: Any) -> Game:
    """One battle from `FROM` against `TARGET`, without deployment."""
    return Game(*groups, attack("union", FROM, TARGET), **more).run(
        ("battle", {"side": "union", "target": f"virginia:{TARGET}", "attackers": [f"virginia:{FROM}"]}), dice=dice
    )


# compulsion, order ----------------------------------------------------------------------


def test_10_0_a_declared_attack_is_carried_out() -> None:
    g = Game(defender(), attacker(), attack("union", FROM, TARGET), options={"amb_51_exempt_no_rear_guard": False})
    g.run(("combats", {"side": "union"}))
    assert set(g.asks("csa")) == {"stand", "withdraw"}  # nobody asks the attacker
    g.act("csa", "stand", dice=[1, 1, 1, 1])
    assert "note.battle" in g.notes()


def test_4_24_an_attack_may_be_called_off_by_the_option() -> None:
    g = Game(defender(), attacker(), attack("union", FROM, TARGET), options={"amb_19_attack_optional": True})
    g.run(("combats", {"side": "union"}))
    g.act("union", "call_off", pieces=[f"union-attack-{FROM}"])
    assert g.step == ""
    assert "note.battle" not in g.notes()


def test_10_21_an_inactive_commander_can_not_attack() -> None:
    g = Game(defender(), attacker(active=False), attack("union", FROM, TARGET)).run(("combats", {"side": "union"}))
    assert g.step == ""


def test_10_11_the_attacker_chooses_which_hex_and_which_stack_comes_first() -> None:
    second = force("csa-ewell-1", "0410", "l2", ["infantry_2_1"] * 3, ml=3)
    g = Game(
        defender(), second, attacker(), attacker(at="0311", who=HANCOCK, box="l2"), attack("union", FROM, "0410"),
        attack("union", "0311", TARGET),
    ).run(("combats", {"side": "union"}))  # fmt: skip
    assert [at[9:] for at in g.ask("union", "battle")["cells"]] == [TARGET, "0410"]
    g.act("union", "battle", cell="0410")
    assert g.state.flow[-2]["l"]["target"].endswith("0410")


# halvings on the table ------------------------------------------------------------------


def of(g: Game, at: str, side: str, *, attacked: bool = True) -> bodies.Stack:
    return bodies.stack(g.table(), f"virginia:{at}", side, bodies.Spent(), attacked=attacked)


def test_10_21_forces_of_inactive_leaders_fight_at_half() -> None:
    g = Game(
        force(LEE, TARGET, "army1", ["infantry_4_2"] * 2, ml=3),
        force(JACKSON, TARGET, "l1", ["infantry_2_1"] * 3, under="army1", active=False, ml=3),
    )
    assert [h.why for body in of(g, TARGET, "csa").bodies for h in body.halvings] == ["inactive"]
    g = Game(
        force(LEE, TARGET, "army1", ["infantry_4_2"] * 2, ml=3, active=False),
        force(JACKSON, TARGET, "l1", ["infantry_2_1"] * 3, under="army1", ml=3),
    )
    assert [[h.why for h in body.halvings] for body in of(g, TARGET, "csa").bodies] == [["inactive"], ["inactive"]]


def test_10_22_who_has_force_marched_fights_at_half() -> None:
    g = Game(attacker(), secret={"union": {"marched": [MEADE]}})
    assert [h.why for h in of(g, FROM, "union").bodies[0].halvings] == ["forced_march"]


def test_10_23_the_commanders_supply_counts_for_all() -> None:
    for state, why in (("combat", "combat_spent"), ("out", "out")):
        g = Game(defender(ammo=1 if state == "combat" else 0), supply=state)
        assert [h.why for h in of(g, TARGET, "csa").bodies[0].halvings] == [why]


def test_14_36_training_and_14_44b_entrenching_halve() -> None:
    for marker, why in (("training", "training"), ("entrenching", "at_work")):
        g = Game(defender(state=[marker]))
        assert [h.why for h in of(g, TARGET, "csa").bodies[0].halvings] == [why]


def test_14_36_who_trains_takes_no_part_in_an_attack_of_his_stack() -> None:
    junior = force("union-birney-1", FROM, "l2", ["infantry_4_2"], ml=3, artillery=1, ammo=1, state=["training"])
    g = Game(attacker("infantry_4_2"), junior)
    assert [body.strength for body in of(g, FROM, "union", attacked=False).bodies] == [4]
    assert [body.strength for body in of(g, FROM, "union").bodies] == [4, 4]  # attacked, at half (14.36)


def test_14_41_engineers_at_work_fight_at_half() -> None:
    g = Game(alone("union", FROM, "engineer/back", "infantry_4_2"))
    assert {body.strength: [h.why for h in body.halvings] for body in of(g, FROM, "union").bodies} == {4: [], 1: ["at_work"]}


def test_7_22_a_depot_lends_its_value_to_who_is_attacked_with_it() -> None:
    g = Game(defender(), alone("csa", TARGET, "wagon_3/back", "wagon_2"))
    assert [body.strength for body in of(g, TARGET, "csa").bodies] == [12, 3]
    assert [body.strength for body in of(g, TARGET, "csa", attacked=False).bodies] == [12]


def test_7_22_a_depot_is_captured_when_its_force_retreats() -> None:
    g = outcome((0, 1, False), (0, 0, False), defender(ml=0), attacker(), alone("csa", TARGET, "wagon_3/back"))
    g.act("csa", "retreat", cell=g.ask("csa", "retreat")["cells"][0]).act("union", "stay")
    assert [(r["kind"], r["face"]) for r in g.state.pieces.values() if r["at"].endswith(TARGET)] == [("union_wagon_3", "back")]


def test_10_44_broken_units_by_their_own_leader() -> None:
    g = Game(
        force(LEE, TARGET, "army1", ["infantry_4_2"], ml=1),
        force(JACKSON, TARGET, "l1", ["infantry_2_1", "infantry_2_3"], under="army1", ml=2),
    )
    assert [body.broken for body in of(g, TARGET, "csa").bodies] == [1, 1]


def test_9_14a_who_stands_beside_both_supports_unless_attacked_himself() -> None:
    friend = force("csa-ewell-1", "0209", "l2", ["infantry_2_1"] * 3, ml=3)
    g = Game(defender(), friend, attacker())
    at = bodies.supporters(g.table(), f"virginia:{TARGET}", [f"virginia:{FROM}"], f"virginia:{FROM}", "csa")
    assert at == ["virginia:0209"]
    g = Game(defender(), friend, attacker(), attack("union", "0309", "0209"), attacker(at="0309", who=HANCOCK, box="l2"))
    assert bodies.supporters(g.table(), f"virginia:{TARGET}", [], f"virginia:{FROM}", "csa") == []


def test_9_14a_who_was_attacked_before_in_the_sequence_supports_nobody() -> None:
    friend = force("csa-ewell-1", "0209", "l2", ["infantry_2_1"] * 3, ml=3)
    for fought, helps in (([], True), ([{"target": "virginia:0209", "attackers": [], "n": 1}], False)):
        g = Game(defender(), friend, attacker(), attack("union", FROM, TARGET))
        g.run(("combats", {"side": "union", "fought": fought}))
        g.act("csa", "stand", dice=[3, 3])
        assert ("line.support" in keys(g, 1)) == helps


# losses ---------------------------------------------------------------------------------


def test_10_63_the_owner_chooses_two_step_units_flip_then_die() -> None:
    g = battle(defender("infantry_2_1", "infantry_1_2"), attacker(), dice=[6, 1, 1, 1])  # 16 strength, die 6: 1 step
    assert set(g.ask("csa", "lose")["pieces"]) == {"csa-l1-unit-0", "csa-l1-unit-1"}
    g.act("csa", "lose", dice=[1, 1], pieces=["csa-l1-unit-0"])
    assert g.face("csa-l1-unit-0") == "back"


def test_10_63_excess_losses_do_not_spill_over_and_a_wiped_force_goes_to_the_pool() -> None:
    friend = force("csa-ewell-1", "0209", "l2", ["infantry_2_1"] * 3, ml=3)
    g = battle(defender("infantry_1_2", artillery=2), friend, attacker(*["infantry_8_3"] * 8, ml=3, artillery=6, ammo=4))
    g.act("union", "pay_all", dice=[5, 2])
    assert g.at(JACKSON) == "csa-pool"  # 10.63a
    assert g.track("csa-l1", "artillery") == 0
    assert g.units("csa-ewell-1") == ["csa-l2-unit-0", "csa-l2-unit-1", "csa-l2-unit-2"]
    assert int(g.table().num("union", "vp")) == 1 + 3  # a step and three stars (17.12, 17.12a)


def test_17_12a_leaders_that_give_points_by_the_option() -> None:
    g = battle(defender("infantry_1_2"), attacker(*["infantry_8_3"] * 8), dice=[5, 2], options={"amb_54_leader_vp": "killed"})
    assert int(g.table().num("union", "vp")) == 1


def test_10_64_who_inflicts_more_gains_morale_supporters_and_equals_do_not() -> None:
    g = battle(defender("infantry_2_1", ml=3), attacker(ml=3), dice=[5, 1, 3])  # 1 step against none; the guns have nothing
    assert (g.track("union-l1", "ml"), g.track("csa-l1", "ml")) == (4, 3)


# fates ----------------------------------------------------------------------------------


def test_10_66_a_natural_1_checks_ones_own_artillery() -> None:
    g = battle(defender("infantry_2_1", artillery=2, ammo=1), attacker(artillery=3, ammo=2))
    g.act("union", "pay_all").act("csa", "pay_nothing", dice=[1, 3, 4])
    assert g.track("union-l1", "artillery") == 2
    g = battle(defender("infantry_2_1", artillery=2, ammo=1), attacker(artillery=3, ammo=2))
    g.act("union", "pay_all").act("csa", "pay_nothing", dice=[1, 3, 3])
    assert g.track("union-l1", "artillery") == 3


def test_10_66_a_6_is_captured_by_a_leader_who_has_room() -> None:
    g = battle(defender("infantry_2_1", artillery=2, ammo=1), attacker(artillery=3, ammo=2))
    g.act("union", "pay_all").act("csa", "pay_nothing", dice=[1, 3, 6])
    assert (g.track("union-l1", "artillery"), g.track("csa-l1", "artillery")) == (2, 3)
    full = battle(defender("infantry_2_1", artillery=4, ammo=1), attacker(artillery=3, ammo=2))
    full.act("union", "pay_all").act("csa", "pay_nothing", dice=[1, 3, 6])
    assert full.track("csa-l1", "artillery") == 4  # as many as his active AR (16.2)


def test_16_22a_one_point_a_combat() -> None:
    g = Game(
        defender("infantry_2_1", artillery=2), attacker("infantry_3_2/back"),
        attacker("infantry_3_2/back", at=BESIDE, who=HANCOCK, box="l2"), attack("union", FROM, TARGET),
        attack("union", BESIDE, TARGET),
    )  # fmt: skip
    cells = [f"virginia:{FROM}", f"virginia:{BESIDE}"]
    g.run(("battle", {"side": "union", "target": f"virginia:{TARGET}", "attackers": cells}))
    g.act("union", "attack_from", cell=FROM, dice=[2, 1, 2, 1, 4])  # two natural 1s of the defender, one check
    assert g.track("csa-l1", "artillery") == 1


def test_10_66_every_natural_1_is_checked_until_a_point_is_lost() -> None:
    g = Game(
        defender("infantry_2_1", artillery=2), attacker("infantry_3_2/back"),
        attacker("infantry_3_2/back", at=BESIDE, who=HANCOCK, box="l2"), attack("union", FROM, TARGET),
        attack("union", BESIDE, TARGET),
    )  # fmt: skip
    cells = [f"virginia:{FROM}", f"virginia:{BESIDE}"]
    g.run(("battle", {"side": "union", "target": f"virginia:{TARGET}", "attackers": cells}))
    g.act("union", "attack_from", cell=FROM, dice=[2, 1, 2, 1, 3, 5])
    assert g.track("csa-l1", "artillery") == 1


def test_10_67_a_natural_6_wounds_or_kills_ones_own_leaders() -> None:
    g = battle(defender("infantry_2_1"), attacker(), dice=[6, 1, 5, 2])  # casualty 5, wound 2
    assert g.attr(MEADE, "wound") == 2
    t = g.table()
    assert [rating(t, MEADE, key) for key in ("ar", "br", "mr")] == [2, 3, 1]  # 4, 5, 3 less 2
    assert rating(Game(force(LEE, TARGET, "army1", ["infantry_2_1"], ml=3)).table(), LEE, "mr") == 5
    hurt = Game(force(LEE, TARGET, "army1", ["infantry_2_1"], ml=3))
    hurt.table().set_attr(LEE, "wound", 2)
    assert rating(hurt.table(), LEE, "mr") == 3  # the example of 10.67: 5 - 2


def test_10_67_a_6_kills_and_a_wound_of_6_too() -> None:
    for dice in ([6, 1, 6], [6, 1, 5, 6]):
        g = battle(defender("infantry_2_1"), attacker(), dice=dice)
        assert g.at(MEADE) == "union-dead"
        assert int(g.table().num("csa", "vp")) == 2  # his stars
    g = battle(defender("infantry_2_1"), attacker(), dice=[6, 1, 5, 6], options={"amb_35_wound_roll_caps": True})
    assert g.attr(MEADE, "wound") == 5


# morale and retreats --------------------------------------------------------------------


def outcome(
    hit: tuple[int, int, bool], reply: tuple[int, int, bool], *groups: dict[str, Any], dice: list[int] | None = None, **more: Any
) -> Game:
    """A battle whose chart has said this already: what comes of it."""
    g = Game(*groups, **more)
    rules_title().steps.setdefault("told", Told())
    return g.run(("told", {"hit": list(hit), "reply": list(reply)}), dice=dice)


class Told(Step):
    """Calls a battle at the moment when all have fired."""

    name = "told"

    def run(self, t: Any, f: Any) -> None:
        if f.l.get("called"):
            t.done()
            return
        f.l["called"] = True
        hexes = [f"virginia:{at}" for at in f.l.get("hexes", [FROM])]
        shots = [{"at": at, "hit": f.l["hit"], "reply": f.l["reply"], "hit_die": 3, "reply_die": 3} for at in hexes]
        target = f"virginia:{TARGET}"
        t.call("battle", side="union", target=target, attackers=hexes, order=[], shots=shots, before=0, stage="losses")


def test_10_61c_only_the_longer_retreat_is_gone_less_the_other() -> None:
    g = outcome((0, 3, False), (0, 2, False), defender(ml=0), attacker())
    assert g.active == ["csa"]  # one hex back; nobody has cavalry: its owner says where to
    cells = [at[9:] for at in g.ask("csa", "retreat")["cells"]]
    assert FROM not in cells
    g.act("csa", "retreat", cell=cells[0])
    assert g.at(JACKSON) == cells[0]


def test_10_61c_equal_retreats_leave_both_in_contact() -> None:
    g = outcome((0, 2, False), (0, 2, False), defender(), attacker())
    assert (g.at(JACKSON), g.at(MEADE), g.step) == (TARGET, FROM, "")


def test_10_64_the_commander_of_the_retreating_side_loses_morale() -> None:
    g = outcome((0, 1, False), (0, 0, False), defender(ml=0), attacker())
    assert g.track("csa-l1", "ml") == 0
    g = outcome((0, 1, False), (0, 0, False), defender(ml=3), attacker())
    g.act("csa", "go_back")
    assert g.track("csa-l1", "ml") == 2


def test_3_54b_a_level_of_morale_cancels_the_first_hex() -> None:
    g = outcome((0, 2, False), (0, 0, False), defender(ml=3), attacker())
    g.act("csa", "give_morale")
    assert g.ask("csa", "retreat") is not None  # the second is gone, and costs morale too
    assert g.track("csa-l1", "ml") == 3 - 1 - 1


def test_3_54b_each_commander_of_a_combined_attack_has_his_say() -> None:
    rules_title().steps.setdefault("told", Told())
    g = Game(defender(), attacker(), attacker(at=BESIDE, who=HANCOCK, box="l2"))
    g.run(("told", {"hit": [0, 0, False], "reply": [0, 1, False], "hexes": [FROM, BESIDE]}))
    for box in ("l1", "l2"):  # each goes back two hexes, or gives a level up for the first
        g.act("union", "give_morale")
        assert g.track(f"union-{box}", "ml") == 3 - 1 - 1
        while "union" in g.active and g.ask("union", "retreat"):
            g.act("union", "retreat", cell=g.ask("union", "retreat")["cells"][0])


def test_10_65_a_failed_check_costs_a_hex_a_step_and_morale() -> None:
    g = outcome((0, 0, True), (0, 0, False), defender("infantry_2_1", "infantry_2_1", ml=1), attacker(), dice=[2])
    assert g.track("csa-l1", "ml") == 0
    g.act("csa", "lose", pieces=["csa-l1-unit-0"])
    assert g.ask("csa", "retreat") is not None
    passed = outcome((0, 0, True), (0, 0, False), defender(ml=1), attacker(), dice=[1])
    assert (passed.track("csa-l1", "ml"), passed.step) == (1, "")


def test_10_68_cavalry_superiority_says_where_to() -> None:
    g = outcome((0, 1, False), (0, 0, False), defender(ml=0), attacker("cavalry_2_2", "infantry_4_2"))
    assert g.active == ["union"]
    assert g.ask("union", "retreat") is not None


def test_10_68_not_into_enemies_nor_their_zones_if_there_is_another_way() -> None:
    g = outcome((0, 1, False), (0, 0, False), defender(ml=0), attacker(), attacker(at="0208", who=HANCOCK, box="l2"))
    cells = {at[9:] for at in g.ask("csa", "retreat")["cells"]}
    assert not cells & {"0209", "0311", FROM}


def test_10_68_through_enemy_zones_costs_a_step_and_morale() -> None:
    block = [alone("union", at, "infantry_4_2") for at in ("0109", "0112")]
    g = outcome((0, 1, False), (0, 0, False), defender("infantry_2_1", ml=2), attacker(), *block)
    g.act("csa", "go_back")  # there is one way
    assert g.face("csa-l1-unit-0") == "back"
    assert g.track("csa-l1", "ml") == 2 - 1 - 1  # driven off, and through a zone


def test_10_68_who_can_not_retreat_is_eliminated() -> None:
    block = [alone("union", at, "infantry_4_2") for at in ("0209", "0311", "0211", "0111", "0110")]
    g = outcome((0, 1, False), (0, 0, False), defender(ml=0), attacker(), *block)
    g.act("union", "stay") if g.active else None
    assert g.at(JACKSON) == "csa-pool"
    assert g.at("csa-l1-unit-0") == "csa-eliminated"


def test_10_61c_who_drove_the_enemy_off_may_advance() -> None:
    g = outcome((0, 1, False), (0, 0, False), defender(ml=0), attacker())
    g.act("csa", "retreat", cell=g.ask("csa", "retreat")["cells"][0])
    g.act("union", "advance", pieces=[MEADE], cell=TARGET)
    assert (g.at(MEADE), g.step) == (TARGET, "")


def test_14_44d_units_in_works_may_ignore_a_retreat() -> None:
    g = outcome((0, 2, False), (0, 0, False), defender(ml=0), attacker(), work(TARGET, 2, "csa"))
    g.act("csa", "hold_works")
    assert (g.at(JACKSON), g.step) == (TARGET, "")


# extended combat ------------------------------------------------------------------------


def extended(levels: int = 2, **more: Any) -> Game:
    """A battle without effect, both sides still in contact, 2 levels of effort each, or so many of the defender's."""
    g = Game(
        defender(ml=3), attacker(ml=3), attack("union", FROM, TARGET), sides={"csa": {"oel": levels}, "union": {"oel": 2}}, **more
    ).run(("combats", {"side": "union"}))
    return g.act("csa", "stand", dice=[3, 3])


def fought(g: Game) -> Game:
    """Take all losses as they come."""
    while g.active and (ask := g.ask(g.active[0], "lose")):
        g.act(g.active[0], "lose", pieces=[ask["pieces"][0]])
    return g


def test_10_71_the_attacker_is_asked_first_then_the_defender() -> None:
    g = extended()
    fought(g)
    assert g.active == ["union"]
    g.act("union", "no_extension")
    assert g.active == ["csa"]
    g.act("csa", "extend", cell=TARGET, dice=[2, 2])
    assert int(g.num("csa", "oel")) == 1  # 5.16
    assert g.note("note.battle")["side"] == {"s": "csa"}  # who extends attacks, without a declaration


def keys(g: Game, n: int) -> list[str]:
    """What counted in a fire of the last action."""
    return [line["args"]["what"]["key"] for line in g.note("note.fire_lines", n)["lines"]]


def test_10_71_a_second_attack_of_the_same_hex_counts_as_combined() -> None:
    g = extended()
    fought(g)
    g.act("union", "extend", cell=TARGET, dice=[2, 2])
    said = keys(g, 0)
    assert "line.combined" in said
    assert "line.combined_reply" in keys(g, 1)


def told(g: Game, side: str, verb: str) -> tuple[dict[str, str], bool]:
    """Return from where to where the odds of what is asked lead, and whether they count a combined attack."""
    answer = g.query(side, "odds", **g.ask(side, verb)["odds"], cell=TARGET)
    lines = [line["key"] for line in answer["lines"]]
    return {end: place["c"][9:] for end, place in answer["title"]["args"].items()}, "line.combined" in lines


def test_10_71_an_extension_tells_its_odds_before_the_level_is_spent() -> None:
    g = fought(extended())
    assert told(g, "union", "extend") == ({"a": FROM, "b": TARGET}, True)
    g.act("union", "no_extension")
    assert told(g, "csa", "extend") == ({"a": TARGET, "b": FROM}, False)


def test_10_71_the_odds_in_an_extension_count_the_attacks_before() -> None:
    g = Game(
        defender(ml=3), attacker(ml=3), attack("union", FROM, TARGET), sides={side: {"oel": 2} for side in ("csa", "union")},
        options={"amb_19_attack_optional": True},
    ).run(("combats", {"side": "union"}))  # fmt: skip
    assert told(g, "union", "battle") == ({"a": FROM, "b": TARGET}, False)
    g.act("union", "battle", cell=TARGET).act("csa", "stand", dice=[3, 3])
    fought(g).act("union", "extend", cell=TARGET)
    assert told(g, "union", "battle") == ({"a": FROM, "b": TARGET}, True)
    beside = force("csa-ewell-1", "0410", "l2", ["infantry_2_1"] * 3, ml=3)
    hexes = {"own": [f"virginia:{FROM}"], "foes": [f"virginia:{TARGET}", "virginia:0410"]}
    g = Game(defender(ml=3), beside, attacker(ml=3))
    g.run(("extension", {"side": "union", **hexes, "before": {f"virginia:{TARGET}": 1}}))
    assert told(g, "union", "aim_at") == ({"a": FROM, "b": TARGET}, True)


def test_10_71_each_battle_is_extended_once() -> None:
    g = fought(extended())
    g.act("union", "extend", cell=TARGET, dice=[1, 1])
    fought(g)
    assert g.step == ""  # nobody is asked again
    assert int(g.num("union", "oel")) == 1


def test_14_32a_a_level_eaten_by_an_extension_may_make_the_impulse_the_last() -> None:
    g = Game(
        defender(ml=3), attacker(ml=3), attack("union", FROM, TARGET), phase="combat", args={"side": "union"},
        sides={"csa": {"oel": 1}, "union": {"oel": 0}}, values={"last_impulse": False},
    )  # fmt: skip
    fought(g.act("csa", "stand", dice=[3, 3]))
    g.act("csa", "extend", cell=TARGET, dice=[2, 2])
    assert g.state.vars["last_impulse"]


def test_8_52a_a_defender_still_in_the_attackers_zone_is_noted() -> None:
    g = extended()
    fought(g)
    assert g.state.vars["pressed"] == [f"virginia:{TARGET}"]


# details --------------------------------------------------------------------------------


def test_3_24b_the_battle_rating_may_be_declined() -> None:
    g = battle(defender("infantry_2_1"), attacker(ammo=1))
    g.act("union", "decline_br")
    g.act("union", "pay_all", dice=[3, 3])
    assert g.note("note.fire", 0)["drm"] == "+0"


def test_9_14b_a_river_between_friends_does_not_matter() -> None:
    t = Game().table()
    sides = ground.ground(t.content).sides
    a, b = next((a, b) for (a, b), kinds in sorted(sides.items()) if kinds == {"great_river"} and shared(t, a, b))
    foe = shared(t, a, b)[0]
    g = Game(alone("csa", a[9:], "infantry_2_1"), alone("csa", b[9:], "infantry_2_1"), alone("union", foe[9:], "infantry_4_2"))
    assert bodies.supporters(g.table(), a, [foe], foe, "csa") == [b]


def shared(t: Any, a: str, b: str) -> list[str]:
    """Hexes next to two others."""
    return sorted(set(ground.near(t, a)) & set(ground.near(t, b)))


def test_16_25_garrison_artillery_fires_in_washington_only() -> None:
    for at, n in (("3626", 4), (FROM, 0)):
        g = Game(force(MEADE, at, "l1", ["infantry_4_2"], ml=3, garrison_artillery=4))
        assert bodies.guns(g.table(), MEADE) == n
