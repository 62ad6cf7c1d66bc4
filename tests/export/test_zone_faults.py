"""Set-up lines whose counters have no room on the map are found before anybody plays."""

from __future__ import annotations

import pytest

from qtwar.export import zones
from qtwar.model.scenario import Condition
from qtwar.services import titles


@pytest.fixture(scope="module")
def content():
    return titles.load("sealords")[1]


def asking(content, where, **other):
    """Return the title with its first set-up line asking for something else."""
    scenario = content.scenarios[0]
    line = scenario.setup[0].model_copy(update={"where": Condition.model_validate(where), **other})
    scenario = scenario.model_copy(update={"setup": (line, *scenario.setup[1:])})
    return content.model_copy(update={"scenarios": (scenario, *content.scenarios[1:])})


def test_shipped_lines_have_room(content):
    assert not list(zones.faults(content))


def test_a_condition_that_no_place_meets(content):
    (found,) = zones.faults(asking(content, {"all": [{"feature": ["town"]}, {"terrain": ["high_seas"]}]}))
    assert found.code == "zone_nowhere"
    assert found.path == ("scenarios", 0, "setup", 0, "where")
    assert "nowhere to go" in found.sentence()
    assert "合う場所がマップになく" in found.sentence("ja")


def test_places_that_do_not_hold_all_counters(content):
    three = dict.fromkeys(content.scenarios[0].setup[0].pieces, 3)
    count, town = sum(three.values()), {"cells": [content.boards[0].features["town"][0]]}
    (found,) = zones.faults(asking(content, town, max_per_cell=1, pieces=three))
    assert (found.code, found.args["n"]) == ("zone_too_small", count)
    assert not list(zones.faults(asking(content, town, max_per_cell=count, pieces=three)))


def test_what_asks_for_pieces_is_left_to_the_game(content):
    assert not list(zones.faults(asking(content, {"with": {"trait": ["base"]}, "terrain": ["high_seas"]})))
