"""Every finding about a title reads well in English and in Japanese, and offers what puts it right."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.base.text import program, sentence
from qtwar.editing import fixes, ground, templates
from qtwar.editing.draft import Draft, empty_content
from qtwar.editing.fixes import findings
from qtwar.model.base import LocalText

ROOT = Path(__file__).parents[2] / "qtwar"


def codes() -> Iterator[tuple[str, set[str]]]:
    """Yield the code of each problem with the names of what fills its sentence."""
    for name in ("model/validate.py", "model/references.py", "editing/fixes.py", "model/rules_map.py"):
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in ("problem", "problem_of", "_error"):
                code = node.args[0 if called == "_error" else 1]
                if isinstance(code, ast.Constant):
                    yield str(code.value), {str(word.arg) for word in node.keywords}


def test_every_problem_has_a_code_with_words_in_both_languages() -> None:
    found = list(codes())
    assert len({code for code, _ in found}) > 25
    for code, args in found:
        for language in ("en", "ja"):
            text = program(language)[f"problem.{code}"]
            holes = set(re.findall(r"\{([a-z]+)\}", text)) - {"names"}
            assert holes <= args, (code, text)
            assert holes == args - {"hint", "file", "line"}, (code, text)
    assert {key for key in program("en") if key.startswith("problem.")} == {
        key for key in program("ja") if key.startswith("problem.")
    }


def test_every_fix_goes_by_a_code_that_there_is() -> None:
    assert set(fixes._RULES) <= {code for code, _ in codes()}


def test_a_refusal_and_a_problem_in_japanese() -> None:
    draft = Draft(templates.new_grid("Said", columns=4, rows=4))
    with pytest.raises(DataFault) as told:
        ground.paint(draft, "map", {"9999": "woods"})
    assert sentence(told.value.message, "ja") == "盤mapに「9999」というマスはありません。"
    with pytest.raises(DataFault) as told:
        ground.paint(draft, "map", {"0101": "wods"})
    assert sentence(told.value.message, "ja") == "boards/map/terrainが指す「wods」は地形にありません。「woods」のことですか。"
    data = draft.data
    draft.data = {**data, "boards": [{**data["boards"][0], "terrain": {}}]}
    finding = findings(draft.content())[0]
    assert finding.sentence("ja").startswith("地形のないマスがあります: 0101, 0201")
    assert finding.sentence("ja").endswith("(map)。どのマスにも地形が1つ必要です。")
    assert finding.sentence("en") == finding.problem.sentence()


def test_an_author_reads_of_things_by_the_names_he_gave_them() -> None:
    draft = Draft(templates.new_grid("Named", columns=4, rows=4))
    kind = {"id": "us_para", "name": {"en": "Para squad", "ja": "空挺分隊"}, "side": "blue"}
    lines = [{"id": "west", "side": "blue", "pieces": {"us_para": 2}, "where": {"terrain": ["woods"]}}]
    scenario = {**draft.data["scenarios"][0], "setup": lines}
    content = Draft(empty_content({**draft.data, "kinds": [kind], "scenarios": [scenario]})).content()
    found = {one.problem.code: one for one in findings(content)}
    name = content.scenarios[0].name
    assert found["too_many"].sentence("en", content) == (
        "The scenario uses 2 pieces of kind 'Para squad', the order of battle has 0 in Named, Blue: line 1."
    )
    assert "us_para" not in found["too_many"].sentence("ja", content)
    lines[0]["pieces"] = {"us_para": 1}
    single = Draft(empty_content({**draft.data, "kinds": [kind], "scenarios": [scenario]})).content()
    found = {one.problem.code: one for one in findings(single)}
    assert found["too_many"].sentence("en", content).startswith("The scenario uses 1 piece of kind")
    bare = content.model_copy(update={"scenarios": (content.scenarios[0].model_copy(update={"name": LocalText()}),)})
    assert found["too_many"].sentence("en", bare).endswith("has 0 in Blue: line 1."), "a thing without a name is left out"
    nowhere = found["no_cell"].sentence("en", content)
    assert nowhere.startswith(f"No cell meets the condition of this set-up line in {name.en}, Blue: line 1")
    assert found["no_cell"].sentence("ja", content).count(f"({name.ja}, ") == 1


def test_reinforcements_that_no_box_would_hold_are_told_of_and_get_one() -> None:
    draft = Draft(templates.new_grid("Late", columns=4, rows=4))
    scenario = {**draft.data["scenarios"][0], "reinforcements": [{"turn": 2, "pieces": {}, "side": "blue"}]}
    board = {**draft.data["boards"][0], "boxes": []}
    draft = Draft(empty_content({**draft.data, "boards": [board], "scenarios": [scenario]}))
    finding = next(one for one in findings(draft.content()) if one.problem.code == "nowhere_to_wait")
    assert finding.sentence("ja") == "増援が到着まで待つボックスがありません(scenario_1)。陣営ごとにボックスを1つ加えてください。"
    fixed = Draft(data=finding.fixes[0].make(draft).result)
    assert [box["side"] for _, box in fixed.boxes()] == ["blue", "red"]
    assert "nowhere_to_wait" not in {one.problem.code for one in findings(fixed.content())}
