"""Decisive conditions, victory points, the ladder, the scenarios' own points (17)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import control, tracks, victory
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force

V = "virginia:"


def end(
    csa: int = 0, union: int = 0, *groups: dict[str, Any], scenario: str = "gettysburg_1863", **more: Any
) -> dict[str, Any]:
    game = Game(*groups, scenario=scenario, sides={"csa": {"vp": csa}, "union": {"vp": union}}, **more)
    t = game.table()
    victory.final(t)
    assert t.state.result is not None
    return t.state.result


NORTH = alone("csa", "3311", "infantry_2_1")
"""Infantry north of the Potomac: no points for the Union."""
HELD = {"held": {"1822": "csa", "2034": "csa"}}


def test_17_0_more_points_win_where_nobody_is_decisive() -> None:
    assert end(12, 7, NORTH, values=HELD)["winner"] == "csa"
    assert end(7, 7, NORTH, values=HELD)["level"] == "draw"


def taken(winner: str) -> dict[str, Any]:
    return {"held": {"2950": winner, "3626": winner, **HELD["held"]}}


@pytest.mark.parametrize("side", ["csa", "union"])
def test_17_11_both_capitals_are_decisive(side: str) -> None:
    points = {"csa": (9, 3), "union": (3, 9)}[side]
    assert end(*points, NORTH, values=taken(side)) | {} == {
        "winner": side, "level": "decisive", "key": "result.decisive", "args": {"csa": points[0], "union": points[1]}
    }  # fmt: skip
    assert end(*reversed(points), NORTH, values=taken(side))["level"] == "limited"  # behind in points


def test_17_11_a_force_in_full_supply_in_baltimore_or_harrisburg() -> None:
    there = force("csa-early-1", "4219", "l3", ["infantry_2_1"])
    t = Game(there, NORTH, supply=None).table()
    assert victory.has_force(t, "csa", V + "4219") == (control.holder(t, V + "4219") == "csa")


def test_17_12_points_are_scored_and_told() -> None:
    game = Game(sides={"csa": {"vp": 8}, "union": {}})
    t = game.table()
    tracks.score(t, "csa", 5)
    assert tracks.number(t, "csa", "vp") == 13


def test_17_12b_cities_of_pennsylvania_once_each() -> None:
    game = Game(force("csa-early-1", "3304", "l3", ["infantry_2_1"]))
    t = game.table()
    control.passes(t, "csa", [V + "3304", V + "3803"])
    control.passes(t, "csa", [V + "3304"])
    assert tracks.number(t, "csa", "vp") == 15  # Carlisle 5, Harrisburg 10


def test_17_12b_no_confederate_infantry_north_of_the_potomac() -> None:
    assert end(0, 0, values=HELD)["args"]["union"] == 10
    assert end(0, 0, NORTH, values=HELD)["args"]["union"] == 0
    assert end(0, 0, alone("csa", "3311", "cavalry_1_2"), values=HELD)["args"]["union"] == 10


def test_17_12b_winchester_and_culpeper_each() -> None:
    assert end(0, 0, NORTH, values={"held": {"1822": "union", "2034": "union"}})["args"]["union"] == 10


def test_17_12b_beyond_the_rappahannock() -> None:
    none = end(scenario="chancellorsville_1863")["args"]["csa"]
    near = end(0, 0, alone("union", "2837", "infantry_6_2"), scenario="chancellorsville_1863")["args"]["csa"]
    over = end(0, 0, alone("union", "3037", "infantry_6_2"), scenario="chancellorsville_1863")["args"]["csa"]
    assert (none, near, over) == (10, 0, 10)


def test_17_12b_manassas_junction_and_winchester() -> None:
    scenario = "first_manassas_1861"
    assert end(scenario=scenario)["args"] == {"csa": 8, "union": 0}
    lost = end(0, 0, alone("union", "1822", "infantry_6_2"), scenario=scenario)["args"]
    assert lost == {"csa": 5, "union": 3}


def test_17_11_holding_is_being_there_or_having_passed_last() -> None:
    t = Game(alone("union", "2034", "infantry_6_2"), values={"held": {"2945": "union"}}).table()
    assert control.holder(t, V + "2034") == "union"
    assert control.holder(t, V + "2945") == "union"
    assert control.holder(t, V + "2938") == "csa"
    assert control.holder(t, V + "3803") == "union"
