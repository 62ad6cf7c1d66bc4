"""The enemy: activity (9.1), contact and placement (9.2), checks (9.4), mines, snipers, leaders, observers (9.5–9.9)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.fields_of_fire.rules import activity, contact, enemy, facts, fire, mines, observer, tactics
from modules.fields_of_fire.rules.settle import settle
from modules.fields_of_fire.tests.conftest import Game, blanks, cards, column


def level(**pieces: Any) -> str:
    g = Game(**pieces)
    settle(g.table())
    return activity.level(g.r)


# activity ---------------------------------------------------------------------------------------------


def test_9_1_activity_by_the_cards_with_fire() -> None:
    assert level(p1_sqd1="r1c1", german_tm_1="r4c4/unspotted") == "no_contact"
    hidden = {"german_tm_1": "r3c1/unspotted", "pdf_1": "r1c1/kind=pdf/owner=us/aim=r2c1"}
    assert level(p1_sqd1="r1c1", **hidden) == "contact"
    assert level(p1_sqd1="r1c1", german_sqd_1="r2c1") == "engaged"
    assert level(p1_sqd1="r1c1", german_sqd_1="r2c1", p2_sqd1="r3c3", german_tm_2="r3c3") == "heavily_engaged"


def test_9_1_a_spotted_enemy_without_fire_is_contact_by_the_option() -> None:
    assert level(p1_sqd1="r1c1", german_tm_1="r4c4") == "contact"
    assert level(p1_sqd1="r1c1", german_tm_1="r4c4", options={"spotted_is_contact": False}) == "no_contact"


POOL = {
    f"german_{kind}_{n}": "enemy_pool"
    for kind, most in (("lmg", 2), ("tm", 3), ("sqd", 2), ("sni", 1), ("obs", 1), ("pak", 1)) for n in range(1, most + 1)
}  # fmt: skip
"""Counters from which forces come."""


# potential contacts -----------------------------------------------------------------------------------


def evaluated(marker: str, draws: list[str], **pieces: Any) -> Game:
    g = Game(x=f"r1c1/kind={marker}", p1_sqd1="r1c1", draws=draws, **POOL, **pieces)
    g.run("evaluate")
    if g.step == "evaluate":
        g.act("us", "all")
    return g


def test_9_1_5_letter_and_activity_say_how_many_cards() -> None:
    g = evaluated("pc_a", blanks("contact", 3))
    assert g.note("note.no_contact")["n"] == "3"
    assert g.markers("r1c1") == []  # the marker goes in any case
    assert evaluated("pc_c", blanks("contact", 1)).note("note.no_contact")["n"] == "1"


def test_9_1_5_heavily_engaged_an_a_is_contact_without_a_draw() -> None:
    g = Game(
        x="r1c1/kind=pc_a", p1_sqd1="r1c1", p2_sqd1="r4c4", german_tm_2="r4c4", p2_sqd2="r2c4", german_lmg_1="r2c3"
    )
    settle(g.table())
    g.run("evaluate").act("us", "all")
    assert g.note("note.contact")["n"] == "auto"


def test_9_1_5_the_most_dangerous_letter_first() -> None:
    g = Game(x="r1c1/kind=pc_c", p1_sqd1="r1c1", y="r1c2/kind=pc_a", p2_sqd1="r1c2", draws=blanks("contact", 4)).run(
        "evaluate"
    )
    g.act("us", "all")
    letters = [e["args"]["letter"] for e in g.events if e["e"] == "note" and e["key"] == "note.no_contact"]
    assert letters == ["A", "C"]


def test_9_1_2_of_two_markers_on_a_card_the_lower_letter_goes() -> None:
    g = Game(x="r1c1/kind=pc_b")
    contact.put_marker(g.table(), "A", "map:r1c1")
    assert g.kinds("r1c1") == ["pc_a"]


def contact_draws(force: int, place: int) -> list[str]:
    """Return the cards of a contact with a B: two drawn, then force and placement."""
    drawn = [*cards("contact"), *blanks("contact", 1)]
    drawn.append(column(10, force, *drawn))
    return [*drawn, column(10, place, *drawn)]


def test_9_2_1_contact_draws_a_force_and_a_place() -> None:
    g = evaluated("pc_b", contact_draws(5, 1))
    assert g.note("note.enemy_appears") == {"piece": {"p": "german-tm-1"}, "cell": {"c": "map:r2c1"}}  # N3, front 1
    assert g.state_of("german_tm_1", "unspotted") is None
    assert "cover" in g.kinds("r2c1")


def test_9_2_a_force_that_fires_at_once_aims_at_the_contact_card() -> None:
    g = evaluated("pc_b", contact_draws(1, 1))  # N1: LMG, unspotted
    assert fire.aim(g.r, "map:r2c1", "enemy") == "map:r1c1"
    assert g.state_of("german_lmg_1", "unspotted") is True


def placed(package: str, trigger: str, *draws: str, **pieces: Any) -> Game:
    g = Game(**{**POOL, "p1_sqd1": trigger, **pieces}, draws=list(draws))
    assert contact.appear(g.table(), package, f"map:{trigger}")
    g.runner.open(g.state)
    return g


def test_9_2_1_units_after_a_stroke_never_share_a_card() -> None:
    g = placed("N10", "r2c2", column(10, 1), column(10, 9))  # front 1, left 1
    assert g.at("german-lmg-1") == g.at("german-tm-1") == "r3c2"
    assert g.at("german-tm-2") == "r2c1"


def test_9_2_2_never_on_a_card_that_holds_enemies() -> None:
    g = placed("N3", "r2c2", column(10, 1), column(10, 9), german_hmg_1="r3c2/holds")
    assert g.at("german-tm-1") == "r2c1"


def test_9_2_1_it_must_be_able_to_fire_at_who_made_contact() -> None:
    land = {"r3c2": "hedgerow_field:GGGGGGGG"}
    g = placed("N2", "r2c2", column(10, 5), column(10, 9), land=land)  # front 2 is hidden: drawn anew, left 1
    assert g.at("german-sqd-1") == "r2c1"


def test_9_2_2_the_map_grows_beyond_its_edge_but_not_for_the_company() -> None:
    g = placed("N1", "r4c2", column(10, 1), more="normandy_deck/kind=normandy_orchard")
    assert g.at("german-lmg-1") == "r5c2"
    assert "note.map_grows" in [e["key"] for e in g.table().events] or g.at("more") == "r5c2"


def test_9_2_2_a_force_without_fire_opens_it_later() -> None:
    g = placed("N9", "r2c2", column(10, 1))
    settle(g.table())
    assert fire.aim(g.r, "map:r3c2", "enemy") == ""
    g.runner.open(g.state)
    g.run("clean_up")
    assert fire.aim(g.r, "map:r3c2", "enemy") == "map:r2c2"


def test_9_6_a_sniper_and_9_8_an_observer_stand_as_far_off_as_they_see() -> None:
    g = placed("N6", "r1c2", column(10, 1))
    assert (g.at("german-sni-1"), g.state_of("german_sni_1", "aim")) == ("r4c2", "map:r1c2")
    g = placed("N7", "r1c2", column(10, 1))
    assert "vof_incoming" in g.kinds("r1c2")
    assert g.state_of("german_obs_1", "missions") == 2  # the first is counted


def test_9_2_1_when_counters_run_short_another_force_is_drawn() -> None:
    g = Game(p1_sqd1="r1c1")
    assert not contact.fits(g.r, contact.force(g.r, "N1"))
    assert contact.force(g.r, "N10").groups == (("LMG", "TM"), ("TM",))


# mines ------------------------------------------------------------------------------------------------


def test_9_5_who_enters_a_minefield_draws_three() -> None:
    g = Game(
        co_hq="r1c1", p1_sqd1="r1c1", mine_1="r2c1/kind=mine", draws=[*blanks("burst", 2), *cards("burst")]
    ).impulse()
    g.order("p1_sqd1", "move", cell="r2c1")
    assert g.state_of("p1_sqd1", "mined") == 1
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", mine_1="r2c1/kind=mine", draws=blanks("burst", 3)).impulse()
    g.order("p1_sqd1", "move", cell="r2c1")
    assert g.state_of("p1_sqd1", "mined") is None


def test_9_5_mines_found_draw_for_both_sides_on_the_card() -> None:
    draws = [*cards("burst", 3), *cards("burst", 6)[3:]]
    g = Game(p1_sqd1="r1c1", german_tm_1="r1c1", draws=draws)
    assert mines.lay(g.table(), "map:r1c1")
    assert (g.state_of("p1_sqd1", "mined"), g.state_of("german_tm_1", "mined")) == (1, 1)


def test_9_5_a_booby_trap_strikes_one_unit() -> None:
    g = Game(p1_sqd1="r1c1")
    mines.booby_trap(g.table(), "map:r1c1")
    marker = next(p for p in g.state.pieces.values() if p["kind"] == "vof_grenade")
    assert marker["attrs"] == {"target": "normandy-p1-sqd1", "ncm": -4}


# checks -----------------------------------------------------------------------------------------------


def checked(*draws: str, tactic: str = "", **pieces: Any) -> Game:
    """Run the checks of all enemies."""
    until = {"counterattack_until": 9} if tactic == "assault" else {}
    g = Game(**pieces, draws=list(draws), values=until)
    g.run("enemy_checks")
    if g.step == "enemy_checks":
        g.act("us", "to_end")
    return g


def verb(g: Game) -> str:
    return str(g.note("note.automaton")["what"]["key"])


def test_9_4_the_first_row_that_fits_a_card_for_the_action() -> None:
    g = checked(column(10, 1), german_tm_1="r2c1", p1_sqd1="r2c1")
    assert (g.note("note.automaton")["why"]["key"], verb(g)) == ("why.row_1", "verb.grenade")
    g = checked(column(10, 8), german_tm_1="r2c1/under=m1", m1="r2c1/kind=cover", p1_hq="r1c1/back")
    assert g.note("note.automaton")["why"]["key"] == "why.row_3"


def test_9_4_the_tactic_gives_the_table_a_counterattack_the_assault() -> None:
    assert tactics.tactic(Game().r) == "defend"
    assert tactics.tactic(Game(values={"counterattack_until": 4}).r) == "assault"
    assert tactics.tactic(Game(values={"turn": 5, "counterattack_until": 4}).r) == "defend"


def test_9_4_pinned_units_and_teams_come_first_leaders_last() -> None:
    g = Game(german_ldr_1="r2c1", german_tm_1="r2c1", german_tm_2="r2c1/pinned", p1_hq="r1c4")
    assert enemy.order(g.table()) == ["german-tm-2", "german-tm-1", "german-ldr-1"]


def test_9_4_rally_of_the_pinned() -> None:
    g = checked(column(10, 1), *cards("rally", 2), german_tm_1="r3c3/pinned", p1_hq="r1c1")
    assert g.state_of("german_tm_1", "pinned") is None


def test_9_4_an_advance_leads_toward_the_nearest_card_and_under_free_cover() -> None:
    g = Game(german_tm_1="r4c1", p1_sqd1="r1c1", m1="r3c1/kind=cover", land={"r3c1": "woods"})
    enemy.advance(g.table(), "german-tm-1")
    assert (g.at("german-tm-1"), g.state_of("german_tm_1", "under"), g.state_of("german_tm_1", "exposed")) == (
        "r3c1",
        "m1",
        True,
    )


def test_9_4_heavy_weapons_hold_where_a_us_unit_is_in_range() -> None:
    g = Game(german_hmg_1="r4c1", p1_sqd1="r1c1")
    enemy.advance(g.table(), "german-hmg-1")
    assert g.at("german-hmg-1") == "r4c1"


def test_9_4_falling_back_out_of_sight_and_over_the_edge() -> None:
    g = Game(german_tm_1="r2c2", p1_sqd1="r1c2", land={"r2c1": "hedgerow_field:GGGGGGGG"})
    enemy.fall_back(g.table(), "german-tm-1")
    assert g.at("german-tm-1") in ("r3c1", "r3c3")
    g = Game(german_tm_1="r4c2", p1_sqd1="r1c2")
    enemy.fall_back(g.table(), "german-tm-1")
    assert g.at("german-tm-1") == "enemy_pool"


def test_9_4_grenades_at_the_largest_and_the_us_may_throw_back() -> None:
    g = checked(column(10, 1), *cards("grenade", 2), german_tm_1="r2c1", p1_sqd1="r2c1", p1_hq="r2c1")
    assert g.step == "answer"
    g.act("us", "hold")
    target = next(p["attrs"]["target"] for p in g.state.pieces.values() if p["kind"] == "vof_grenade")
    assert target == "normandy-p1-sqd1"


def test_9_4_a_no_check_unit_makes_none() -> None:
    g = Game(german_tm_1="r2c1/no_check=2", p1_sqd1="r1c1")
    assert enemy.order(g.table()) == []


def test_3_2_2_checks_on_turn_1_are_an_option() -> None:
    g = Game(german_tm_1="r2c1", p1_sqd1="r1c1", values={"turn": 1}, options={"enemy_checks_turn_1": False}).run(
        "enemy_checks"
    )
    assert g.step != "enemy_checks"


# special enemies --------------------------------------------------------------------------------------


def test_9_6_a_spotted_sniper_slips_away() -> None:
    g = checked(german_sni_1="r3c1/aim=r1c1", p1_sqd1="r1c1", land={"r2c2": "hedgerow_field:GGGGGGGG"})
    assert verb(g) == "verb.slip"


def test_9_6_a_sniper_without_a_target_looks_for_the_nearest() -> None:
    g = checked(german_sni_1="r3c1/unspotted/aim=r1c4", p1_sqd1="r2c1", p2_sqd1="r1c1")
    assert g.state_of("german_sni_1", "aim") == "map:r2c1"


def test_9_7_a_leader_adds_a_card_and_alone_joins_the_fight() -> None:
    g = Game(german_ldr_1="r2c1", german_tm_1="r2c1", p1_sqd1="r1c1")
    assert enemy.cards_of(g.r, "german-tm-1") == 3
    alone = checked(german_ldr_1="r2c1", p1_hq="r1c1")
    assert alone.face("german-ldr-1") == "back"


@pytest.mark.parametrize("icons", [True, False])
def test_9_8_an_observer_calls_and_only_success_spends(icons: bool) -> None:
    draws = cards("burst", 4) if icons else blanks("burst", 4)
    g = checked(*draws, german_obs_1="r3c1/unspotted/missions=2", p1_sqd1="r1c1", p1_hq="r2c1")
    assert g.state_of("german_obs_1", "missions") == (1 if icons else 2)
    assert ("pending_fire" in g.kinds("r1c1")) is icons


def test_9_8_first_where_his_shells_fall_already() -> None:
    g = Game(
        german_obs_1="r3c1",
        p1_sqd1="r1c1",
        p1_hq="r3c2",
        i="r3c2/kind=vof_incoming/owner=enemy/ncm=-4/support=german_obs_1",
    )
    assert observer.targets(g.r, "german-obs-1") == ["map:r3c2"]


def test_9_8_an_observer_without_missions_is_removed() -> None:
    assert checked(german_obs_1="r3c1/missions=0", p1_sqd1="r1c1").at("german-obs-1") == "enemy_pool"


def test_9_9_who_has_no_ammunition_goes_card_by_card() -> None:
    g = checked(german_hmg_1="r3c1/ammo_MG=0", p1_sqd1="r1c1", german_tm_2="r3c4")
    assert g.at("german-hmg-1") != "r3c1"
    assert facts.printed_vof(g.r, "german-tm-2") == "S"
