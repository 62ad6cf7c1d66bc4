"""What the armies are like (13.81 to 13.93), and the loss table (TAB-LOSS)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import firegroup, harm, melee
from modules.band_of_heroes.rules.fire import Circumstances

NOW = Circumstances()
FAR = {"us_para_squad_9": "A14", "ss_squad_8": "P14"}


# 13.81 fanaticism ------------------------------------------------------------------


def entered(game: Any, dice: list[int], **men: str) -> Any:
    g = game("impulse", "us", scenario="s2_manor", us_para_squad_1="H2", **FAR, **men)
    return g.act("us", "move", dice, pieces=["us-para-squad-1"], path=["H2", "H3"])


def test_13_81a_shaken_ss_rally_before_a_melee_without_a_leader(game: Any) -> None:
    g = entered(game, [2, 3, 1, 1, 1, 1], ss_squad_1="H3/shaken")
    assert g.notes().count("note.fanaticism") == 1
    assert g.face("ss-squad-1") == "front"
    assert "note.melee" in g.notes()


def test_13_81a_who_fails_is_eliminated(game: Any) -> None:
    g = entered(game, [6, 6], ss_squad_1="H3/shaken")
    assert g.at("ss-squad-1") == "german_lost"
    assert "note.melee" not in g.notes()


def test_13_81a_the_leader_first_and_then_with_his_leadership(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        scenario="s2_manor",
        us_para_squad_1="H2",
        **FAR,
        reinhardt="H3/shaken",
        mg34_1="@reinhardt",
        ss_squad_1="H3/shaken",
    )
    g.act("us", "move", [3, 3, 4, 3, 6, 6, 6, 6], pieces=["us-para-squad-1"], path=["H2", "H3"])
    rallied = [e["args"]["piece"]["p"] for e in g.events if e["e"] == "note" and e["key"] == "note.fanaticism"]
    assert rallied == ["reinhardt", "ss-squad-1"]  # the squad with 7 - 2 against 5


def test_13_81a_cover_helps_as_in_any_rally(game: Any) -> None:
    g = game("impulse", "us", scenario="s2_manor", us_para_squad_1="G3", **FAR, ss_squad_1="G4/shaken")  # light woods
    g.act("us", "move", [4, 3, 1, 1, 1, 1], pieces=["us-para-squad-1"], path=["G3", "G4"])
    assert "note.fanaticism" in g.notes()  # 7 - 2 against 5


def test_13_81a_a_leader_who_can_not_fight_falls_with_those_who_fail(game: Any) -> None:
    g = game("impulse", "us", scenario="s2_manor", us_para_squad_1="H2", **FAR, vogt="H3", ss_squad_1="H3/shaken")
    g.act("us", "move", [6, 6], pieces=["us-para-squad-1"], path=["H2", "H3"])
    assert g.at("vogt") == g.at("ss-squad-1") == "german_lost"


def test_13_81a_others_have_no_such_will(game: Any) -> None:
    g = game("impulse", "us", scenario="s2_manor", us_para_squad_1="H2", **FAR, wehrmacht_squad_1="H3/shaken")
    g.act("us", "move", [], pieces=["us-para-squad-1"], path=["H2", "H3"])
    assert g.at("wehrmacht-squad-1") == "german_lost"


# losses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("squad", "even", "odd"),
    [
        ("us_para_squad", "us_para_half", "us_para_half"),
        ("us_glider_squad", "us_glider_half_even", "us_glider_half_odd"),
        ("wehrmacht_squad", "wehrmacht_half_even", "wehrmacht_half_odd"),
        ("fj_squad_rifle", "fj_half", "fj_half"),
        ("fj_squad_assault", "fj_half", "fj_half"),
        ("ss_squad", "ss_half", "ss_half"),
    ],
)
def test_tab_loss_what_a_squad_becomes(squad: str, even: str, odd: str, game: Any) -> None:
    side = "us" if squad.startswith("us") else "german"
    for die, half in ((2, even), (5, odd)):
        g = game("impulse", side, scenario="s2_manor", **{f"{squad}_1": "H3"}, **FAR)
        t = g.table([] if even == odd else [die])
        name = squad.replace("_", "-") + "-1"
        harm.casualty(t, name)
        assert t.record(name)["kind"] == half
        assert t.record(name)["face"] == "back"  # shaken


def test_13_82_wehrmacht_halves_by_a_die(game: Any) -> None:
    for die, fp in ((4, 1), (3, 0)):
        t = game(scenario="s1_crossroads", wehrmacht_squad_1="H8", us_para_squad_1="A7").table([die])
        harm.casualty(t, "wehrmacht-squad-1")
        assert t.attr("wehrmacht-squad-1", "fp") == fp


def test_13_93_glider_halves_by_a_die(game: Any) -> None:
    for die, frm in ((6, "1-5-4"), (1, "0-5-4")):
        t = game(scenario="s3_hill21", us_glider_squad_1="A7", wehrmacht_squad_1="P1").table([die])
        harm.casualty(t, "us-glider-squad-1")
        assert t.attr("us-glider-squad-1", "frm") == frm


# 13.92 gliders ----------------------------------------------------------------------


def shot(game: Any, *firers: str, **men: str) -> int:
    g = game("impulse", "us", scenario="s3_hill21", wehrmacht_squad_1="H4", **FAR, **men)
    return firegroup.compose(g.table(), "us", list(firers), "n1:H4", NOW).value


def test_13_92a_several_gliders_fire_in_full(game: Any) -> None:
    three = {f"us_glider_squad_{n}": "H8" for n in (1, 2, 3)}
    assert shot(game, "us-glider-squad-1", "us-glider-squad-2", "us-glider-squad-3", **three) == 3
    halves = {"us_glider_squad_1": "H8", "us_glider_half_even_1": "H8"}
    assert shot(game, "us-glider-squad-1", "us-glider-half-even-1", **halves) == 2


def test_13_92a_also_beside_others_but_not_a_single_one(game: Any) -> None:
    para = {"us_para_squad_1": "H8", "us_glider_squad_1": "H8", "us_glider_squad_2": "H8"}
    assert shot(game, "us-para-squad-1", "us-glider-squad-1", "us-glider-squad-2", **para) == 4  # 2 + 1 + 1
    assert shot(game, "us-para-squad-1", "us-glider-squad-1", **para) == 3  # 2 and a half, rounded up
    twice = {"us_para_squad_1": "H8", "us_para_squad_2": "H8", "us_para_squad_3": "H8"}
    assert shot(game, "us-para-squad-1", "us-para-squad-2", "us-para-squad-3", **twice) == 4  # 2 + 1 + 1: halved


def column(game: Any, side: str, target: str, options: dict[str, Any] | None = None, **men: str) -> str:
    g = game("impulse", "us", scenario="s3_hill21", options=options, **FAR, **men)
    return str(melee.reckon(g.table(), "n1:H8", side, [target])["column"])


def test_13_92b_the_example_of_the_book(game: Any) -> None:
    three = {f"us_glider_squad_{n}": "H8" for n in (1, 2, 3)}
    assert (
        column(game, "us", "fj-squad-assault-1", fj_squad_assault_1="H8", **three) == "3-2"
    )  # 1-1 and one to the right
    assert (
        column(game, "german", "us-glider-squad-1", fj_squad_assault_1="H8", **three) == "2-1"
    )  # 3-1 and one to the left


def test_13_92b_mixed_stacks_need_more_than_half(game: Any) -> None:
    two_one = {"us_glider_squad_1": "H8", "us_glider_squad_2": "H8", "us_para_squad_1": "H8"}
    assert column(game, "us", "ss-squad-1", ss_squad_1="H8", **two_one) == "3-2"  # 4 against 3 is 1-1
    one_one = {"us_glider_squad_1": "H8", "us_para_squad_1": "H8"}
    assert column(game, "us", "ss-squad-1", ss_squad_1="H8", **one_one) == "1-1"  # 3 against 3, no shift


@pytest.mark.parametrize(("option", "found"), [(True, "3-2"), (False, "1-1")])
def test_13_92b_half_squads_count_for_the_majority_by_option(option: bool, found: str, game: Any) -> None:
    men = {"us_glider_squad_1": "H8", "us_glider_half_even_1": "H8", "us_para_half_1": "H8"}
    assert column(game, "us", "ss-squad-1", {"glider_halves_count": option}, ss_squad_1="H8", **men) == found
    only = {"us_glider_half_even_1": "H8", "us_glider_half_even_2": "H8", "us_glider_half_even_3": "H8"}
    assert (
        column(game, "us", "ss-squad-1", {"glider_halves_count": option}, ss_squad_1="H8", **only) == "1-1"
    )  # no full squad
