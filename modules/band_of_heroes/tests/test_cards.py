"""The fourteen skill cards, each by what it does (12.0, 11.12, 11.2)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import activation, facts, fire, firegroup, harm, melee, movement, spotting
from modules.band_of_heroes.rules.fire import Circumstances
from modules.band_of_heroes.tests.conftest import rules_content

NOW = Circumstances()
OTHERS = {"us_para_squad_9": "A7", "fj_half_3": "H7"}  # somebody who keeps the phase going


def test_12_0_there_are_fourteen_and_each_is_used_by_the_rules() -> None:
    kinds = {k.removeprefix("card_") for k in rules_content().kinds if k.startswith("card_")}
    assert kinds == {
        "tommy_gun", "steady", "marksman", "sharp_eyes", "storm_leader", "brawler", "ambusher", "grenades", "smoke_pots",
        "runner", "old_hand", "rally_cry", "forager", "observer",
    }  # fmt: skip


def test_12_0_tommy_gun(game: Any) -> None:
    g = game(hero_cobb="D6", card_tommy_gun="@hero-cobb", medrow="D5", us_para_squad_1="D5", **OTHERS)
    t = g.table()
    assert [fire.own_fire(t, "hero-cobb", n) for n in (1, 2, 3)] == [2, 1, None]
    assert melee.own_strength(t, "hero-cobb") == 2
    assert facts.weapons(t, "hero-cobb") == []  # it is no support weapon


def test_12_0_a_leader_fires_his_tommy_gun_alone_or_directs_the_others(game: Any) -> None:
    g = game(medrow="D5", card_tommy_gun="@medrow", us_para_squad_1="D5", fj_half_1="D4", **OTHERS)
    t = g.table()
    alone = firegroup.compose(t, "us", ["medrow"], "t1:D4", NOW)
    assert (alone.units, alone.leader, alone.value) == (("medrow",), "", 4)  # 2, adjacent 2
    both = firegroup.compose(t, "us", ["medrow", "us-para-squad-1"], "t1:D4", NOW)
    assert (both.units, both.leader) == (("us-para-squad-1",), "medrow")
    assert melee.is_eligible(t, "medrow")


def test_12_0_steady_nerves(game: Any) -> None:
    g = game(medrow="A1", card_steady="@medrow", **OTHERS)
    t = g.table()
    assert facts.morale(t, "medrow") == 7
    t.turn("medrow", "back")
    assert facts.morale(t, "medrow") == 7


def test_12_0_marksman_only_when_he_fires_alone(game: Any) -> None:
    g = game(hero_cobb="D6", card_marksman="@hero-cobb", us_para_squad_1="D6", fj_half_1="D4", **OTHERS)
    t = g.table()
    assert firegroup.compose(t, "us", ["hero-cobb"], "t1:D4", NOW).value == 2
    assert firegroup.compose(t, "us", ["hero-cobb", "us-para-squad-1"], "t1:D4", NOW).value == 3


def test_12_0_sharp_eyes(game: Any) -> None:
    plain = game(us_para_squad_1="C4", fj_half_1="E3", **OTHERS)
    sharp = game(us_para_squad_1="C4", card_sharp_eyes="@us-para-squad-1", fj_half_1="E3", **OTHERS)
    assert spotting.odds(plain.table(), "us-para-squad-1", "t1:E3")[0] == 3
    assert spotting.odds(sharp.table(), "us-para-squad-1", "t1:E3")[0] == 4


def test_12_0_storm_leader(game: Any) -> None:
    men = {"oakes": "C6", "us_glider_squad_1": "C6", "us_glider_squad_2": "C7", "wehrmacht_squad_1": "P1"}
    g = game("impulse", "us", scenario="s3_hill21", **men, card_storm_leader="@oakes")
    assert movement.mode_fault(g.table(), "assault", ["us-glider-squad-1"], "n1:C6") == ""
    assert movement.mode_fault(g.table(), "assault", ["us-glider-squad-2"], "n1:C7") == "6.1"  # began elsewhere
    g.act("us", "assault", pieces=["us-glider-squad-1"], path=["C6", "D7"])
    assert g.marks("us-glider-squad-1") == ["assault"]
    without = game("impulse", "us", scenario="s3_hill21", **men)
    assert movement.mode_fault(without.table(), "assault", ["us-glider-squad-1"], "n1:C6") == "6.1"
    shaken = game("impulse", "us", scenario="s3_hill21", **{**men, "oakes": "C6/shaken"}, card_storm_leader="@oakes")
    assert movement.mode_fault(shaken.table(), "assault", ["us-glider-squad-1"], "n1:C6") == "6.1"


def test_12_0_brawler(game: Any) -> None:
    men = {"hero_cobb": "A1", "fj_half_1": "A1", **OTHERS}
    with_, without = game(**men, card_brawler="@hero-cobb"), game(**men)
    sums = [melee.reckon(g.table(), "t1:A1", "us", ["fj-half-1"])["modifier"] for g in (with_, without)]
    assert sums == [1, 0]


@pytest.mark.parametrize(
    ("path", "offered"),
    [(["E3", "E4"], True), (["D4", "E4"], False), (["D3", "E3", "E4"], True), (["E3", "D4", "E4"], False)],
)  # E3 light woods, the others open: what counts is the hex from which the melee is entered
def test_12_0_ambusher_from_cover(path: list[str], offered: bool, game: Any) -> None:
    g = game(
        "impulse",
        "us",
        us_para_squad_1=path[0],
        card_ambusher="@us-para-squad-1",
        fj_squad_rifle_1="E4/fired",
        weiss="H1",
        fj_half_1="H1",
        us_para_squad_2="A7",
    )
    g.act("us", "move", [6, 6, 6, 6] if not offered else None, pieces=["us-para-squad-1"], path=path)
    assert (g.active == ["us"] and g.step == "melee") is offered
    if offered:
        g.act("us", "use", choice="card-ambusher")
        g.act("us", "strike", [1, 1, 1, 1], pieces=["fj-squad-rifle-1"])
        assert g.note("note.strike")["attack"] == 6  # 2 times 3
        assert g.at("card-ambusher") == "skill_used"


def test_12_0_bundle_of_grenades_at_an_adjacent_hex(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        hero_cobb="D5",
        card_grenades="@hero-cobb",
        us_para_squad_1="A7",
        fj_half_1="D4",
        fj_half_2="D2",
    )
    ask = g.ask("us", "throw_too")
    assert ask is not None
    assert ask["targets"]["hero-cobb"] == ["t1:D4"]
    g.act("us", "throw_too", [1, 6, 2], pieces=["hero-cobb"], cell="D4")
    assert g.note("note.attack")["value"] == 1 + 3 + 2
    assert g.at("card-grenades") == "skill_used"


def test_12_0_bundle_of_grenades_in_melee(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        hero_cobb="A1",
        card_grenades="@hero-cobb",
        fj_squad_rifle_1="A1/fired",
        melee_1="A1/kind=melee",
        us_para_squad_1="A7",
        fj_half_1="H1",
    )
    g.act("us", "melee", choice="t1:A1")
    g.act("us", "use", choice="card-grenades")
    g.act("us", "strike", [1, 1, 1, 1], pieces=["fj-squad-rifle-1"])
    assert g.note("note.strike")["attack"] == 4
    assert g.at("card-grenades") == "skill_used"


def test_12_0_smoke_pots_need_no_roll(game: Any) -> None:
    g = game("impulse", "us", medrow="A4", card_smoke_pots="@medrow", us_para_squad_1="A7", fj_half_1="H7")
    g.act("us", "pots", [], pieces=["medrow"], cell="B5")
    assert [r["at"] for r in g.state.pieces.values() if r["kind"] == "smoke1_2"] == ["t1:B5"]
    assert g.marks("medrow") == ["ops"]
    assert g.at("card-smoke-pots") == "skill_used"


def test_12_0_runner(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        medrow="A1",
        card_runner="@medrow",
        us_para_squad_1="A1",
        us_para_squad_2="A3",
        us_para_squad_3="A4",
        hero_cobb="H4",
        fj_half_1="H7",
    )
    t = g.table()
    assert movement.factor(t, "medrow") == 7
    assert activation.lead_range(t, "medrow") == 2
    assert [activation.in_reach(t, "t1:A1", 2, f"t1:A{n}") for n in (2, 3, 4)] == [True, True, False]
    t.set_attr("medrow", "wounded", True)
    assert activation.lead_range(t, "medrow") == 1  # a wound takes one off


def test_12_0_old_hand_rolls_a_damage_check_again_once(game: Any) -> None:
    g = game(
        "impulse",
        "german",
        fj_squad_assault_1="D5",
        us_para_squad_1="D6",
        card_old_hand="@us-para-squad-1",
        us_para_squad_2="A7",
        fj_half_1="H1",
    )
    g.act("german", "fire", [6, 1, 6], pieces=["fj-squad-assault-1"], cell="D6")  # 3 + 2 + 6 against 1: a check at +10
    assert g.active == ["us"]
    g.act(
        "us",
        "reroll",
        [2],
    )
    assert g.at("card-old-hand") == "skill_used"
    assert g.state.pieces["us-para-squad-1"]["kind"] == "us_para_half"  # 12 is twice 6 all the same
    keeps = game(
        "impulse",
        "german",
        fj_squad_assault_1="D5",
        us_para_squad_1="D6",
        card_old_hand="@us-para-squad-1",
        us_para_squad_2="A7",
        fj_half_1="H1",
    )
    keeps.act("german", "fire", [1, 1, 3], pieces=["fj-squad-assault-1"], cell="D6")  # 6 against 1: +5, 8 is shaken
    keeps.act("us", "keep")
    assert keeps.face("us-para-squad-1") == "back"
    assert keeps.at("card-old-hand") == "@us-para-squad-1"


def test_12_0_rally_cry_turns_one_unit_without_a_roll(game: Any) -> None:
    g = game(
        "rally",
        "us",
        hero_cobb="A1",
        card_rally_cry="@hero-cobb",
        us_para_squad_1="A1/shaken",
        us_para_squad_2="B1/shaken",
    )
    assert g.ask("us", "cry")["pieces"] == ["us-para-squad-1"]
    g.act("us", "cry", [], pieces=["us-para-squad-1"])
    assert g.face("us-para-squad-1") == "front"
    assert g.at("card-rally-cry") == "skill_used"


def test_12_0_weapon_master_fires_at_full_also_captured_ones(game: Any) -> None:
    men = {"hero_cobb": "A1", "mg34_1": "@hero-cobb/owner=us", **OTHERS}
    values = [
        fire.weapon_fire(game(**men, **more).table(), "mg34-1", NOW) for more in ({}, {"card_forager": "@hero-cobb"})
    ]
    assert values == [1, 2]
    rocket = {
        "hero_cobb": "G8",
        "panzerschreck_1": "@hero-cobb/owner=us",
        "wehrmacht_squad_1": "H8",
        "us_para_squad_1": "A7",
    }
    shots = [
        firegroup.compose(
            game(scenario="s4_roadblock", **rocket, **more).table(), "us", ["panzerschreck-1"], "n1:H8", NOW
        ).value
        for more in ({}, {"card_forager": "@hero-cobb"})
    ]
    assert shots == [7, 8]


def test_12_0_observer_calls_a_mortar_from_anywhere(game: Any) -> None:
    men = {
        "oakes": "K5",
        "us_60mm_mortar_1": "A11",
        "wehrmacht_squad_1": "H4",
        "us_glider_squad_1": "A9",
        "scout_german_1": "P14",
    }
    with_ = game("impulse", "us", scenario="s3_hill21", **men, card_observer="@oakes").table()
    without = game("impulse", "us", scenario="s3_hill21", **men).table()
    assert [fire.caller(t, "us-60mm-mortar-1", "n1:H4", NOW) for t in (with_, without)] == ["oakes", ""]


# dealing ---------------------------------------------------------------------------


def test_11_2c_a_new_hero_draws_what_a_hero_may_hold(game: Any) -> None:
    g = game(us_para_squad_1="A1", card_steady="skill_deck", card_observer="skill_deck", **OTHERS)
    t = g.table([2])
    hero = harm.hero_arises(t, "us-para-squad-1", moving=False)
    assert hero
    assert facts.holds(t, hero, "steady")
    assert t.where("card-observer") == "skill_used"  # for leaders: put aside, the next one drawn


def test_11_2c_starting_heroes_have_only_what_the_scenario_gives(whole: Any) -> None:
    s4 = whole("s4_roadblock").state.pieces
    assert [p for p, r in s4.items() if r["at"] == "@hero-cobb"] == ["card-marksman"]
    s2 = whole("s2_manor").state.pieces
    assert [p for p, r in s2.items() if r["at"] == "@hero-amsel"] == ["card-grenades"]


def test_11_12_leaders_have_the_cards_of_the_scenario(whole: Any) -> None:
    held = {
        p: r["at"]
        for name in ("s2_manor", "s3_hill21")
        for p, r in whole(name).state.pieces.items()
        if r["at"].startswith("@") and p.startswith("card")
    }
    assert held["card-storm-leader"] == "@reinhardt"
    assert held["card-steady"] == "@halvorsen"
    assert held["card-observer"] == "@oakes"


def test_12_0_cards_go_with_their_holder_and_do_not_come_back(game: Any) -> None:
    g = game(hero_cobb="A1", card_marksman="@hero-cobb", **OTHERS)
    t = g.table()
    facts.lose(t, "hero-cobb")
    assert t.where("card-marksman") == "skill_used"


def test_12_0_an_empty_deck_gives_no_card(game: Any) -> None:
    t = game(us_para_squad_1="A1", **OTHERS).table([4])
    hero = harm.hero_arises(t, "us-para-squad-1", moving=False)
    assert hero
    assert t.inside(hero) == []
