"""What is typed in the editor's fields means what is shown there again."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import templates
from qtwar.editing.typed import condition_of, condition_text, counts_of, counts_text
from qtwar.editing.wording import vocabulary
from qtwar.model.content import TitleContent


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("cells 0101 0102", {"cells": ["0101", "0102"]}),
        ("within 3 0512; terrain woods", {"within": [3, "0512"], "terrain": ["woods"]}),
        ('any [{"area": ["west"]}]', {"any": [{"area": ["west"]}]}),
        ("", {}),
    ],
)
def test_a_condition_is_typed_as_it_is_shown(text: str, condition: dict[str, Any]) -> None:
    assert condition_of(text) == condition
    assert condition_text(condition) == text


@pytest.mark.parametrize("text", ["nowhere", "within far 0512", "not {"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises((ValueError, DataFault)):
        condition_of(text)


def test_counters_are_typed_with_their_numbers() -> None:
    assert counts_of("squad 3, gun") == counts_of("3 squad、gun") == {"squad": 3, "gun": 1}
    assert counts_of("3×squad, 2 x gun, 4x mg") == {"squad": 3, "gun": 2, "mg": 4}
    assert counts_text({"squad": 3, "gun": 1}) == "squad ×3, gun"
    pieces = {"88mm_flak_1": 1, "1-501": 2, "105": 1}
    assert counts_of(counts_text(pieces)) == pieces, "the digits of an id are no number"


def test_counters_are_typed_by_their_names() -> None:
    names = {"us_para": "Para squad", "mg42": "MG 42", "mg": "MG", "han": "分隊ハン"}
    pieces = {"us_para": 3, "mg42": 1, "mg": 42, "han": 2}
    assert counts_text(pieces, names) == "Para squad ×3, MG 42, MG ×42, 分隊ハン ×2"
    assert counts_of(counts_text(pieces, names), names) == pieces
    assert counts_of("3 para SQUAD、MG 42 2、mg x 2, us_para", names) == {"us_para": 4, "mg42": 2, "mg": 2}
    assert counts_of("2 分隊はん、分隊ハン", names) == {"han": 3}
    assert counts_of("nobody 2, ,", names) == {"nobody": 2}


def test_a_condition_is_typed_in_the_words_of_the_window() -> None:
    content = templates.new_grid("Words", columns=4, rows=4)
    for language, text in {
        "ja": "地形: 森, 畑; 盤の端: 西",
        "en": "Terrain: Woods, Field; Edge of the map: west",
    }.items():
        words = vocabulary(content, language)
        condition = {"terrain": ["woods", "field"], "edge": ["west"]}
        assert condition_text(condition, words) == text
        assert condition_of(text, words) == condition
        assert condition_of("terrain woods field; edge west", words) == condition, "ids are understood still"
    ja = vocabulary(content, "ja")
    assert condition_of("盤の端　西、東；ﾏｽ:0101 0102; 距離：3 0203", ja) == {
        "edge": ["west", "east"], "cells": ["0101", "0102"], "within": [3, "0203"],
    }  # fmt: skip
    either = {"any": [{"edge": ["north"]}, {"terrain": ["woods"]}]}
    assert condition_text(either, ja) == "盤の端: 北 | 地形: 森"
    assert condition_of("盤の端: 北 | 地形: 森", ja) == either


def test_names_that_would_be_misread_are_typed_by_their_ids() -> None:
    same = {"en": "Ground", "ja": "地面"}
    two = [{"id": "a", "name": same}, {"id": "b", "name": same}, {"id": "c", "name": {"en": "Mud, wet", "ja": "泥、湿地"}}]
    base = templates.new_grid("Words", columns=4, rows=4)
    content = TitleContent.model_validate({**base.as_json(), "terrain": [*base.as_json()["terrain"], *two]})
    condition = {"terrain": ["a", "c", "woods"]}
    words = vocabulary(content, "ja")
    assert condition_text(condition, words) == "地形: a, c, 森"
    assert condition_of("地形: a, c, 森", words) == condition
