"""Options that change what boats may do (8.5, 10.4)."""

from __future__ import annotations

from typing import Any

from modules.sealords.rules import movement
from modules.sealords.tests.conftest import Game
from qtwar.kit.content import Content
from qtwar.model.content import Content as Model


def test_8_5_corner_between_two_land_squares_by_option(model: Model) -> None:
    data = model.rules_json()
    for cell in ("0121", "0220"):  # two capes that touch at a corner
        data["boards"][0]["terrain"][cell] = "land"
    content = Content(data)
    for strict in (True, False):
        table = Game(content).begin("game_warden", options={"naval_corner_needs_water": strict}).table()
        assert ("delta:0221" in movement.steps(table, "N", "delta:0120")) is not strict


def test_10_4_units_that_broke_off_may_be_done_for_the_phase_by_option(game: Any) -> None:
    g = game(options={"break_off_acts_again": False}).put(us_pbr_1="2015", us_pbr_2="2015")
    t = g.table()
    t.set_attr("us-pbr-1", "broke_off", 1)
    assert movement.movable(t, "FW", 10) == {"delta:2015": ["us-pbr-2"]}
    t.set_var("turn", 2)
    assert movement.movable(t, "FW", 10) == {"delta:2015": ["us-pbr-1", "us-pbr-2"]}
