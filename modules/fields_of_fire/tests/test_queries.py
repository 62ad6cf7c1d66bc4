"""What the player is told before he decides: reach, chances over the whole deck, fire part by part, sight (README)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from modules.fields_of_fire.rules.menu import BY_VERB
from modules.fields_of_fire.tests.position import Game
from qtwar.base.errors import Refusal

HQ = "normandy-co-hq"


def keys(lines: list[Any]) -> list[str]:
    return [line["key"] for line in lines]


def test_reach_lights_the_cards_beside_a_unit_and_why_names_the_rule() -> None:
    game = Game(normandy_p1_sqd1="r1c1", normandy_p1_sqd2="r1c1/pinned")
    lit = game.query("us", "reach", pieces=["normandy-p1-sqd1"])["cells"]
    assert {"map:r2c2", "map:r0c1", "map:r1c2"} <= set(lit)
    assert game.query("us", "why", pieces=["normandy-p1-sqd1"], cell="r4c4")["rule"] == "4.2.2.a"
    assert game.query("us", "why", pieces=["normandy-p1-sqd2"], cell="r2c2")["rule"] == "4.2.5"
    assert game.query("us", "why", pieces=["normandy-p1-sqd1"], cell="r2c2") is None


def test_4_2_the_chance_of_an_attempt_is_that_of_the_whole_deck() -> None:
    game = Game(
        normandy_co_hq="r1c1", normandy_p1_sqd1="r1c1/pinned", normandy_p2_sqd1="r1c1/pinned/experience=VETERAN"
    ).impulse(HQ)
    told = game.query("us", "odds", verb="rally_pin", pieces=["normandy-p1-sqd1"])
    assert (told["percent"], told["lines"][0]["args"]["n"]) == (54, 2)
    assert game.query("us", "odds", verb="rally_pin", pieces=["normandy-p2-sqd1"])["percent"] > told["percent"]


def test_6_1_2_fire_is_told_part_by_part_before_it_happens() -> None:
    game = Game(normandy_p1_sqd1="r1c1/pinned", german_lmg__1="r3c1", pdf__1="r3c1/owner=enemy/aim=map:r1c1")
    told = game.query("us", "odds", pieces=["normandy-p1-sqd1"])
    assert told["lines"][-1]["key"] == "odds.ncm"
    assert sum(line["value"] for line in told["lines"][:-1]) == told["lines"][-1]["value"]
    assert keys(told["chances"]) == ["odds.hit", "odds.pin", "odds.miss"]


def test_6_1_2_a_modifier_without_parts_is_told_without_a_list() -> None:
    game = Game(normandy_p1_sqd1="r1c1", german_tm__1="r1c1")
    line = next(line for line in game.query("us", "piece", piece="normandy-p1-sqd1") if line["key"].startswith("piece.ncm"))
    assert (line["key"], line["args"].get("parts")) == ("piece.ncm_alone", None)


def test_6_5_the_odds_of_a_grenade_say_that_it_lands_and_what_it_does_then() -> None:
    game = Game(normandy_co_hq="r1c1", normandy_p1_sqd1="r1c1", german_sqd__1="r1c1", german_sqd__2="r1c1/unspotted").impulse(HQ)
    game.act("us", "order", pieces=["normandy-p1-sqd1"])
    ask = game.ask("us", "grenade")
    assert game.query("us", "odds", **ask["odds"]) is None, "no target yet"
    told = game.query("us", "odds", **ask["odds"], pieces=["german-sqd-1"])
    assert told["percent"] == ask["chance"]
    assert keys(told["chances"]) == ["odds.success", "odds.then"], "only of the target"
    parts, total = told["lines"][2:-1], told["lines"][-1]
    assert parts[0]["key"] == "ncm.vof.grenade"
    assert (total["key"], total["value"]) == ("odds.ncm", max(-4, sum(line["value"] for line in parts)))


def test_4_2_4_e_a_platoon_counts_the_cards_of_all_who_throw() -> None:
    game = Game(normandy_p1_hq="r1c1", normandy_p1_sqd1="r1c1", normandy_p1_sqd2="r1c1", german_sqd__1="r1c1")
    game.impulse("normandy-p1-hq")
    game.act("us", "order", pieces=["normandy-p1-hq"])
    ask = game.ask("us", "platoon_grenade")
    told = game.query("us", "odds", **ask["odds"], pieces=["german-sqd-1"])
    assert told["lines"][0]["args"]["n"] == 4, "two each; the HQ itself has no VOF"
    assert keys(told["chances"]) == ["odds.success", "odds.then"]
    assert ask.get("chance") in (None, told["percent"]), "no other figure than that of the odds"


def test_4_2_4_c_the_chance_of_a_platoon_is_that_of_who_tries() -> None:
    men = {"normandy_p1_hq": "r1c1/experience=VETERAN", "normandy_p1_sqd1": "r1c1", "german_sqd__1": "r1c1"}
    for second, alike in (("r1c1", True), ("r1c1/experience=VETERAN", False)):
        game = Game(**men, normandy_p1_sqd2=second)
        game.impulse("normandy-p1-hq")
        game.act("us", "order", pieces=["normandy-p1-hq"])
        ask = game.ask("us", "platoon_concentrate")
        chances = [game.query("us", "odds", verb="concentrate", pieces=[f"normandy-p1-sqd{n}"])["percent"] for n in (1, 2)]
        assert ask.get("chance") == (chances[0] if alike else None), "the HQ has no VOF; where they differ there is no one figure"
        told = ask["label"]["args"]
        assert alike or (told["low"], told["high"]) == (chances[0], chances[1])


def test_cards_units_and_the_mission_say_how_they_stand() -> None:
    game = Game(normandy_co_hq="r1c1", normandy_p1_sqd1="r1c1", normandy_lmg1="r3c3/ammo_MG=4", values={"fires": {"FO105": 3}},
                scr536__1=f"net_co_hq/owner=us/net=company/holder={HQ}")  # fmt: skip
    assert {"cell.ground", "cell.secured"} <= set(keys(game.query("us", "cell", cell="r1c1")))
    assert game.query("us", "cell", cell="r0c1") == []
    assert "piece.reached" in keys(game.query("us", "piece", piece="normandy-p1-sqd1"))
    gun = game.query("us", "piece", piece="normandy-lmg1")
    assert {"piece.ammo", "piece.unreached"} <= set(keys(gun))
    assert "piece.holds" in keys(game.query("us", "piece", piece=HQ))
    assert {"state.activity", "state.weather", "state.fires", "state.goal"} <= set(keys(game.query("us", "standing")["said"]))


def test_5_2_1_sight_says_what_blocks_and_the_fan_what_is_seen() -> None:
    game = Game(smoke_hc__1="r2c1")
    assert game.query("us", "sight", **{"from": "map:r1c1", "to": "map:r2c1"})["clear"]
    blocked = game.query("us", "sight", **{"from": "map:r1c1", "to": "map:r3c1"})
    assert (blocked["blocked"]["cell"], blocked["lines"][0]["key"]) == ("map:r2c1", "los.smoke")
    assert "map:r3c1" not in game.query("us", "fan", **{"from": "map:r1c1"})["seen"]
    assert "map:r2c1" in game.query("us", "fan", **{"from": "map:r1c1"})["seen"]


def test_5_2_sight_says_which_cover_fire_along_it_meets() -> None:
    hedges = {"at": "map:r1c2", "kind": "normandy_hedgerow_field", "attrs": {"sights": "GGGGGGGG"}}
    game = Game(cards={"r2c1": "normandy_orchard"}, entries={"card-r1c2": hedges})
    found = [game.query("us", "sight", **{"from": "map:r1c1", "to": to})["lines"][-1] for to in ("map:r2c1", "map:r1c2")]
    assert [line["key"] for line in found] == ["los.cover_low", "los.cover_high"]
    assert [line["args"]["n"] for line in found] == ["+1", "+2"]



def test_5_2_a_card_face_down_tells_nothing() -> None:
    game = Game("nrm_3")
    game.table().know("card-r3c3", ())
    assert keys(game.query("us", "cell", cell="r3c3")) == ["cell.face_down"]


def test_2_3_4_the_control_lines_run_along_the_edges_of_cards() -> None:
    game = Game(values={"lines": {"lod": 0, "loa": 4, "left": 1, "right": 4, "pl": [2]}}, normandy_p1_sqd1="r1c1")
    lines = {line["text"]["key"] if "text" in line else line["along"][0]: line for line in game.query("us", "standing")["lines"]}
    assert lines["line.lod"]["along"] == [f"map:r0c{n}|r1c{n}" for n in range(1, 5)]
    assert lines["line.pl"]["along"][0] == "map:r2c1|r3c1"
    assert lines["line.pl"]["style"] == "dashed"
    assert lines["map:r1c1/W"]["along"][-1] == "map:r4c1/W"
    assert lines["map:r1c4|r1c5"]["along"][-1] == "map:r4c4|r4c5"


def test_6_4_2_a_final_protective_line_is_drawn_along_its_diagonal() -> None:
    game = Game(normandy_hmg1="r1c1/fpl=NE")
    lines = [line for line in game.query("us", "standing")["lines"] if line.get("tone") == "bad"]
    assert [line["along"][:3] for line in lines] == [["map:r1c1", "map:r2c2", "map:r3c3"]]


def test_4_3_an_hq_is_told_by_what_it_reaches_each_and_why_not_the_others() -> None:
    game = Game(normandy_co_hq="r1c1", normandy_p1_hq="r1c1", normandy_p2_hq="r3c3").impulse("normandy-co-hq")
    order = game.ask("us", "order")
    assert order["notes"]["normandy-p1-hq"]["key"] == "link.voice"
    assert order["why"]["normandy-p2-hq"]["key"] == "refuse.no_net"
    said = game.query("us", "standing")["said"]
    points = next(message for message in said if message["key"] == "state.points")
    assert points["brief"]["args"] == {"piece": {"p": "normandy-co-hq"}, "n": 6}


def test_4_2_an_attempt_says_its_chance_over_the_whole_deck() -> None:
    game = Game(normandy_co_hq="r1c1", normandy_p1_hq="r1c1").impulse("normandy-co-hq")
    game.act("us", "order", pieces=["normandy-p1-hq"])
    chance = game.ask("us", "seek_cover")["chance"]
    assert chance == game.query("us", "odds", verb="seek_cover")["percent"]


@pytest.mark.parametrize("fixed", [{}, {"support": "nobody", "what": "he"}, {"support": "FO105", "what": 7}])
@pytest.mark.parametrize("cell", ["map:r2c1", "map:r0c1", "net_co_hq"])
def test_odds_of_what_nobody_was_offered_are_none_or_told_never_a_fault(fixed: dict[str, Any], cell: str) -> None:
    game = Game(normandy_co_hq="r1c1", normandy_p1_hq="r1c1", normandy_p1_sqd1="r1c1", german_sqd__1="r1c1").impulse(HQ)
    for verb, action in BY_VERB.items():
        asked = {"verb": verb, "fixed": fixed, "cell": cell, "support": ["german-sqd-1", "normandy-co-hq"]}
        for pieces in ([], ["german-sqd-1"], ["normandy-p1-sqd1"]):
            told = game.query("us", "odds", **asked, pieces=pieces)
            assert told is None or told["chances"], action


@pytest.mark.parametrize("said", [{"support": []}, {"support": [], "fixed": {"support": "FO105"}}, {"fixed": {"cell": 7}}])
def test_odds_of_arguments_of_another_form_are_refused_or_none_never_a_fault(said: dict[str, Any]) -> None:
    game = Game(normandy_co_hq="r1c1", normandy_p1_hq="r1c1", normandy_p1_sqd1="r1c1").impulse(HQ)
    for verb in BY_VERB:
        with suppress(Refusal):
            told = game.query("us", "odds", verb=verb, pieces=["normandy-p1-sqd1"], cell="r2c1", **said)
            assert told is None or told["chances"], verb


def test_4_2_4_j_shifted_fire_says_beforehand_what_it_would_do() -> None:
    from modules.fields_of_fire.tests.test_fire import settled

    game = settled(co_hq="r1c1", p1_sqd1="r1c1", german_tm_1="r2c1", german_tm_2="r1c2")
    game.impulse().act("us", "order", pieces=["normandy-p1-sqd1"])
    ask = game.ask("us", "shift_fire")
    assert game.query("us", "odds", **ask["odds"]) is None, "no card is chosen yet"
    told = game.query("us", "odds", **ask["odds"], cell="r1c2")
    assert [line["args"]["piece"]["p"] for line in told["chances"]] == ["german-tm-2"]
    assert [line["key"] for line in told["lines"]][-1] == "odds.ncm"


def test_6_3_2_shifted_fire_counts_the_crossfire_that_it_makes_itself() -> None:
    from modules.fields_of_fire.tests.test_fire import aim, figure, settled

    game = settled(
        co_hq="r1c1", p1_sqd1="r1c1", german_tm_1="r2c1", german_tm_2="r1c2", p2_sqd1="r2c2",
        pdf_1="r1c1/kind=pdf/owner=us/aim=r2c1", pdf_2="r2c2/kind=pdf/owner=us/aim=r1c2",
    )  # fmt: skip
    assert (aim(game, "r1c1"), aim(game, "r2c2")) == ("r2c1", "r1c2")
    game.impulse().act("us", "order", pieces=["normandy-p1-sqd1"])
    told = game.query("us", "odds", **game.ask("us", "shift_fire")["odds"], cell="r1c2")
    assert "ncm.crossfire" in [line["key"] for line in told["lines"]]
    before = figure(game, "german_tm_2")
    game.act("us", "shift_fire", cell="r1c2")
    assert told["lines"][-1]["value"] == figure(game, "german_tm_2") == before - 1


def test_6_1_3_shifted_fire_tells_nothing_of_a_vehicle_that_small_arms_do_not_hurt() -> None:
    from modules.fields_of_fire.tests.test_fire import settled

    game = settled(
        scenario="kor_1", co_hq="r1c1", p1_sqd1="r1c1", north_korean_sqd_1="r2c1", north_korean_t34_1="r1c2",
        pdf_1="r1c1/kind=pdf/owner=us/aim=r2c1",
    )  # fmt: skip
    game.impulse().act("us", "order", pieces=["korea-p1-sqd1"])
    ask = game.ask("us", "shift_fire")
    assert game.query("us", "odds", **ask["odds"], cell="r2c1") is not None
    assert game.query("us", "odds", **ask["odds"], cell="r1c2") is None


def test_6_5_who_may_throw_back_sees_his_odds() -> None:
    from modules.fields_of_fire.tests.test_enemy import cards, checked, column

    game = checked(column(10, 1), *cards("grenade", 2), german_tm_1="r2c1", p1_sqd1="r2c1", p1_hq="r2c1")
    told = game.query("us", "odds", **game.ask("us", "throw")["odds"])
    assert told["percent"] > 0
    assert told["chances"][1]["args"]["piece"]["p"] == "german-tm-1"
