"""Ops Complete: what a unit may still do that has finished its operation, and its fire at half (4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import fire, firegroup
from modules.band_of_heroes.rules.fire import Circumstances

OTHERS = {"us_para_squad_9": "A7", "fj_half_3": "H7"}  # somebody who keeps the phase going


def test_4_1a_ops_complete_bars_all_but_the_sniper(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        us_para_squad_1="D6/ops",
        medrow="D6/ops",
        sniper_us_1="E5/ops",
        us_para_squad_2="A1",
        fj_half_1="D4",
        fj_half_2="E3",
    )
    offered = {a["verb"]: set(a.get("pieces", ())) for a in g.offer("us")["asks"]}
    assert offered.get("snipe") == {"sniper-us-1"}
    for verb in ("move", "assault", "crawl", "fire", "spot", "smoke"):
        assert not offered.get(verb, set()) & {"us-para-squad-1", "medrow"}, verb


def test_4_1a_spotting_and_smoke_leave_the_marker_whatever_they_bring(game: Any) -> None:
    for dice in ([1], [6]):
        g = game("impulse", "us", us_para_squad_1="C4", us_para_squad_2="C4", fj_half_1="E3")
        g.act("us", "spot", dice, pieces=["us-para-squad-1"], cell="E3")
        g.act("us", "smoke", dice, pieces=["us-para-squad-2"], cell="C4")
        assert g.marks("us-para-squad-1") == g.marks("us-para-squad-2") == ["ops"]


def half(g: Any, unit: str, at_range: int) -> int:
    return fire.unit_fire(g.table(), unit, at_range, Circumstances(opportunity=True))


def test_4_1b_opportunity_fire_with_half_rounded_down_and_minus_one_for_zero(game: Any) -> None:
    g = game(
        "impulse", "german", scenario="s2_manor", ss_squad_1="H8/ops", wehrmacht_half_odd_1="H9/ops",
        wehrmacht_squad_1="H7/ops", ss_half_1="H6"
    )  # fmt: skip
    assert [half(g, u, 2) for u in ("ss-squad-1", "wehrmacht-half-odd-1", "wehrmacht-squad-1", "ss-half-1")] == [
        1,
        -1,
        0,
        1,
    ]


@pytest.mark.parametrize(("unit", "value"), [("ss-squad-1", 1), ("wehrmacht-half-odd-1", -1)])
def test_4_1b_the_examples_of_the_book(unit: str, value: int, game: Any) -> None:
    g = game(
        "impulse",
        "us",
        scenario="s2_manor",
        us_para_squad_1="H1",
        ss_half_1="P14",
        **{unit.replace("-", "_"): "H4/ops"},
    )
    g.act("us", "move", pieces=["us-para-squad-1"], path=["H1", "H2"])  # two hexes off, in the open
    g.act("german", "fire", [3, 4, *([2] if value == 1 else [])], pieces=[unit], cell="H2")
    assert g.note("note.attack")["value"] == value
    checks = [n for n in g.notes() if n == "note.damage"]
    assert len(checks) == (1 if value == 1 else 0)  # 2 + 3 against 4 with the moving target; 0 + 3 against 4


@pytest.mark.parametrize("option", [True, False])
def test_4_1c_weapons_of_ops_complete_units_are_halved(option: bool, game: Any) -> None:
    g = game(
        "impulse", "german", scenario="s3_hill21", wehrmacht_squad_1="H8/ops", mg42_1="@wehrmacht-squad-1/back",
        mg34_1="@wehrmacht-squad-1",
        us_para_squad_1="A1", wehrmacht_squad_2="P1", options={"weapon_halves_round_down": option},
    )  # fmt: skip
    t = g.table()
    when = Circumstances(opportunity=True)
    assert [fire.weapon_fire(t, w, when) for w in ("mg42-1", "mg34-1")] == [1 if option else 2, 1]  # of 3 and 2


def test_4_1c_ordnance_of_ops_complete_units_hits_at_two_less(game: Any) -> None:
    g = game(
        "impulse", "us", scenario="s4_roadblock", us_para_squad_1="H8/ops", bazooka_1="@us-para-squad-1", fj_half_1="H6"
    )
    shot = firegroup.compose(g.table(), "us", ["bazooka-1"], "n1:H6", Circumstances(opportunity=True, moving=()))
    assert shot.value == 7 - 2


def test_4_1d_full_fire_at_the_hex_just_spotted_in_the_same_impulse_only(game: Any) -> None:
    men = {"us_para_squad_1": "C4", "us_para_squad_2": "C4", "fj_half_1": "E3", "fj_half_2": "C6"}
    g = game("impulse", "us", **men)
    g.act("us", "spot", [1], pieces=["us-para-squad-1"], cell="E3")
    ask = g.ask("us", "fire")
    assert ask is not None
    assert ask["targets"]["us-para-squad-1"] == ["t1:E3"]
    g.act("us", "fire", [1, 6], pieces=["us-para-squad-1"], cell="E3")
    assert g.note("note.attack")["value"] == 2
    late = game("impulse", "us", **{**men, "us_para_squad_1": "C4/ops", "spotted_1": "E3/kind=spotted"})
    assert "us-para-squad-1" not in (late.ask("us", "fire") or {}).get("pieces", ())


def test_4_1d_a_leader_leads_fire_at_the_hex_he_has_spotted(game: Any) -> None:
    men = {"halvorsen": "C4", "us_para_squad_1": "C4", "fj_half_1": "E3", "fj_half_2": "C6"}
    g = game("impulse", "us", **men)
    g.act("us", "spot", [1], pieces=["halvorsen"], cell="E3")
    g.act("us", "fire", [1, 6], pieces=["halvorsen", "us-para-squad-1"], cell="E3")
    assert g.note("note.attack")["value"] == 3
    assert g.marks("halvorsen") == ["fired", "ops"]
    g = game("impulse", "us", **men)
    g.act("us", "spot", [1], pieces=["halvorsen"], cell="E3")
    assert "t1:C6" not in g.ask("us", "fire")["targets"]["halvorsen"]


def test_4_1e_men_under_ops_complete_do_not_fire_at_movers(game: Any) -> None:
    t = game(
        "impulse", "us", hero_cobb="A1/ops", us_para_squad_1="A1/ops", sniper_us_1="B1/ops", medrow="A2/ops", **OTHERS
    ).table()
    when = Circumstances(opportunity=True)
    ready = [fire.readiness(t, p, when) for p in ("hero-cobb", "us-para-squad-1", "sniper-us-1", "medrow")]
    assert ready == ["", "half", "full", ""]


@pytest.mark.parametrize(("option", "result"), [(True, "front"), (False, "back")])
def test_4_1e_leadership_in_damage_checks_stays(option: bool, result: str, game: Any) -> None:
    g = game(
        "impulse", "german", fj_squad_rifle_1="D4", us_para_squad_1="D6", halvorsen="D6/ops",
        options={"ops_complete_leader_steadies": option}
    )  # fmt: skip
    g.act(
        "german", "fire", [6, 4, 1, 3], pieces=["fj-squad-rifle-1"], cell="D6"
    )  # 2 + 6 against 4: +4; squad 3 + 4 - 1
    assert g.face("us-para-squad-1") == result


def test_4_1_who_is_ops_complete_or_rooted_is_told_by_which_rule_he_stays(game: Any) -> None:
    g = game(
        "operations", "us", us_para_squad_1="A1", us_para_squad_2="A1/fired/ops", medrow="A1/ops", us_para_squad_3="A1",
        m1919a4_1="@us-para-squad-3", us_para_squad_4="B1", sniper_us_1="B1", fj_half_3="H7",
    )  # fmt: skip
    why = g.ask("us", "move")["why"]
    assert {unit: (no["rule"], no["key"].rpartition(".")[2]) for unit, no in why.items()} == {
        "us-para-squad-2": ("4.1", "marked"),
        "medrow": ("4.1", "marked"),
        "us-para-squad-3": ("1.6.01", "no_factor"),
        "sniper-us-1": ("11.4", "no_factor"),
    }
    assert why["us-para-squad-2"]["args"]["mark"]["key"].endswith("mark.ops")
