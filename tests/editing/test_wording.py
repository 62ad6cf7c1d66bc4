"""Conditions in words, and as parts that a form shows."""

from __future__ import annotations

import pytest

from qtwar.editing import boards, items, places, scenarios, templates, wording
from qtwar.editing.draft import Draft
from qtwar.editing.fixes import findings
from qtwar.model.scenario import Condition

CASES = [
    ({}, "anywhere", "どこでも"),
    ({"within": [1, "0202"]}, "within 1 hex of 0202", "0202から1ヘクス以内"),
    ({"terrain": ["woods", "clear"], "edge": ["west"]}, "in Woods or Clear and at the west edge of the map",
     "地形が森か平地のマス、かつ盤の西端のマス"),
    ({"not": {"cells": ["0101"]}}, "not in 0101", "「0101」を除く所"),
    ({"any": [{"edge": ["north", "south"]}, {"cells": ["0101", "0102", "0103"]}]},
     "at the north or south edge of the map or in 0101, 0102 or 0103",
     "盤の北か南端のマス、または0101、0102か0103"),
    ({"with": {"side": ["blue"]}}, "with Blue", "青軍のいるマス"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "english", "japanese"), CASES, ids=range(len(CASES)))
def test_a_condition_is_said_in_both_languages_and_comes_back_from_its_parts(where, english, japanese) -> None:
    content = templates.new_grid("Words", columns=4, rows=4)
    as_stored = Condition.model_validate(where).as_json()
    assert wording.condition_words(as_stored, content, "en") == english
    assert wording.condition_words(as_stored, content, "ja") == japanese
    mode, parts, rest = wording.parts_of(as_stored)
    assert wording.condition_of(mode, parts, rest) == as_stored


def test_two_parts_of_a_kind_both_hold() -> None:
    parts = [("within", [2, "0101"]), ("within", [2, "0303"])]
    where = wording.condition_of("all", parts)
    assert where == {"within": [2, "0101"], "all": [{"within": [2, "0303"]}]}
    assert wording.parts_of(where) == ("all", parts, {})


def test_a_victory_condition_names_places_as_the_map_does_and_keeps_an_authors_own_words() -> None:
    draft = Draft(templates.new_grid("Words", columns=4, rows=4))
    draft.data = places.add_label(draft, "map", {"en": "Norden", "ja": "ノルデン"}, "0202").result
    hold = {"side": "red", "hold": 2, "of": ["0202", "0303", "0404"], "when": "once"}
    made = wording.victory_condition(hold, draft.content())
    assert made["text"] == {
        "en": "Victory for Red at once: holding 2 of Norden (0202), 0303 and 0404.",
        "ja": "即時：ノルデン(0202)、0303、0404のうち2か所を支配していれば、赤軍の勝ちです。",
    }
    own = {"side": "red", "text": {"en": "Red wins if Blue has no tank.", "ja": ""}}
    assert wording.victory_condition(own, draft.content()) == own


def test_victory_conditions_follow_their_cells_and_sides_and_their_sentence_is_fixed() -> None:
    draft = Draft(templates.new_grid("Follow", columns=6, rows=6))
    hold = wording.victory_condition({"side": "red", "hold": 2, "of": ["0202", "0505"], "when": "end"}, draft.content())
    draft.data = scenarios.set_victory(draft, "scenario_1", {"conditions": [hold]}).result
    assert not findings(draft.content())
    draft.data = boards.resize(draft, "map", 4, 4, "nw").result
    draft.data = boards.set_grid(draft, "map", {"numbering": {"pattern": "RRCC"}}).result
    draft.data = items.rename(draft, "sides", "red", "crimson").result
    (condition,) = draft.item("scenarios", "scenario_1")["victory"]["conditions"]
    assert (condition["side"], condition["of"]) == ("crimson", ["0202"]), "the cell that was cut off is no place any more"
    (finding,) = [one for one in findings(draft.content()) if one.problem.code == "victory_words"]
    draft.data = finding.fixes[0].make(draft).result
    (condition,) = draft.item("scenarios", "scenario_1")["victory"]["conditions"]
    assert condition["text"]["en"] == "Victory for Red at the end: holding 0202."
    assert not [one for one in findings(draft.content()) if one.problem.code == "victory_words"]


def test_a_box_is_called_by_its_name() -> None:
    draft = Draft(templates.new_grid("Words", columns=4, rows=4))
    box = next(iter(draft.content().boxes.values()))
    assert wording.place_name(box.id, draft.content(), "en") == box.name.en != box.id
    assert wording.place_name(box.id, draft.content(), "ja") == box.name.ja
