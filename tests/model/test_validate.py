"""What `qtwar validate` finds: each fault once, with its place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.spans import bounds
from qtwar.model import dump
from qtwar.model.content import TitleContent
from qtwar.model.problem import Problem
from qtwar.model.validate import validate_content, validate_module
from tests.model.contents import small_json

COMPLETE = {"en": "Name", "ja": "名前"}


def sound() -> dict[str, Any]:
    """Return the small title with nothing to find fault with."""
    data = copy.deepcopy(small_json())
    data["sides"][1]["name"] = COMPLETE
    data["tables"][0]["cells"] = [["A", 1, "-"]] * 6
    data["pieces"] += [{"id": f"i{n}", "kind": "inf"} for n in range(4)]
    scenario = data["scenarios"][0]
    scenario["setup"].append(
        {"id": "b1", "side": "BLUE", "pieces": {"inf": 1}, "where": {"cells": ["0101"]}, "each": 1}
    )
    data["texts"] = {"en": {"log.moved": "{p} moves"}, "ja": {"log.moved": "{p} 移動"}}
    return data


def problems(data: dict[str, Any]) -> list[Problem]:
    return validate_content(TitleContent.model_validate(data))


def test_a_sound_title_has_no_problems() -> None:
    assert problems(sound()) == []


def _line(data: dict[str, Any], **more: Any) -> None:
    data["scenarios"][0]["setup"][0].update(more)


CASES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda d: d["boards"][0]["terrain"].pop("0202"), "Cells have no terrain: 0202"),
    (lambda d: d["boards"][0]["legend"].update(x="wood"), "The legend has 2 characters for 'wood'"),
    (lambda d: d["tables"][0].update(cells=[["A", 1, "-"]] * 5), "The table has 5 rows for 6 heads"),
    (lambda d: d["tables"][0]["cells"].__setitem__(2, ["A", 1]), "Row 3 has 2 results for 3 columns"),
    (lambda d: d["tables"][0]["cells"].__setitem__(2, ["A", None, 1]), "Row 3 has no result in column 1-2"),
    (lambda d: d["tables"][0]["rows"].update(heads=[1, 2, 3, 4, 5, 5]), "The head '5' is there 2 times"),
    (
        lambda d: d["tables"][0].update(columns={"kind": "range", "heads": ["<1", "1-3", "3+"]}),
        "'1-3' and '3+' overlap",
    ),
    (
        lambda d: d["tables"][0].update(columns={"kind": "range", "heads": ["<1", "2-3", "4+"]}),
        "Nothing stands between the heads '<1' and '2-3'",
    ),
    (
        lambda d: d["tables"][0].update(columns={"kind": "range", "heads": ["low", "2-3", "4+"]}),
        "The head 'low' is no number",
    ),
    (lambda d: d["kinds"][0].update(name={"en": "Infantry"}), "'Infantry' has no words in Japanese"),
    (lambda d: d["boards"][0]["labels"][0].update(text={"ja": "町"}), "'町' has no words in English"),
    (lambda d: d["texts"]["en"].update(more="More"), "The text 'more' is missing in Japanese"),
    (lambda d: d["texts"]["ja"].update({"log.moved": "移動"}), "The text 'log.moved' has other {names}"),
    (lambda d: _line(d, pieces={"inf": 6}), "uses 8 pieces of kind 'inf', the order of battle has 5"),
    (lambda d: d["scenarios"][0]["quick"][0].update(pieces={"inf": 6}), "The quick set-up uses 6 pieces of kind 'inf'"),
    (lambda d: d["scenarios"][0]["pools"]["RED"].update(pieces={"tank": 1}), "uses 2 pieces of kind 'tank'"),
    (lambda d: _line(d, where={"all": [{"terrain": "wood"}, {"area": "west"}]}), "No cell meets the condition"),
    (lambda d: _line(d, where={"attr": {"country": "north"}, "terrain": "wood"}), "No cell meets the condition"),
    (lambda d: _line(d, where={"within": [0, "0102"], "not": {"terrain": "clear"}}), "No cell meets the condition"),
    (lambda d: _line(d, where={"any": [{"feature": "town"}]}, max_per_cell=1), "3 pieces find no room in 2 cells of 1"),
    (lambda d: _line(d, where={"cells": ["0101", "0201"]}, each=1), "3 pieces do not make 1 in each of 2 cells"),
    (lambda d: d["scenarios"][0].update(setup_order=["RED"]), "setup_order does not name the sides"),
    (lambda d: d["options"][1].update(default="b"), "'b' is no value of this option"),
    (lambda d: d["pieces"][-1].update(id=d["boards"][0]["boxes"][0]["id"]), "The piece and a box are both called"),
]


@pytest.mark.parametrize(("spoil", "words"), CASES, ids=[words[:24] for _, words in CASES])
def test_each_fault_is_found_once(spoil: Callable[[dict[str, Any]], Any], words: str) -> None:
    data = sound()
    spoil(data)
    found = problems(data)
    assert [words in problem.text for problem in found] == [True], [p.sentence() for p in found]


def test_a_condition_that_hangs_on_pieces_may_be_met() -> None:
    data = sound()
    _line(data, where={"not": {"with": {"kind": "inf"}}, "without": {"side": "RED"}})
    assert problems(data) == []


INF = float("inf")


@pytest.mark.parametrize(
    ("head", "span"),
    [
        (4, (4, 4)), ("4", (4, 4)), ("4-5", (4, 5)), ("-2–2", (-2, 2)), ("2 to 3", (2, 3)), ("<1", (-INF, 0)),
        ("≤3", (-INF, 3)), (">3", (4, INF)), ("27+", (27, INF)), ({"min": 1}, (1, INF)), ({"min": 1, "max": 2}, (1, 2)),
        ("word", None), (True, None), ("1:2", None),
    ],
)  # fmt: skip
def test_what_a_head_stands_for(head: object, span: tuple[float, float] | None) -> None:
    assert bounds(head) == span


# -------------------------------------------------------------------------------------------- rules map


@pytest.fixture
def module(tmp_path: Path) -> Path:
    data = sound()
    data["title"]["coverage"] = "coverage.yaml"
    dump.dump(TitleContent.model_validate(data), tmp_path)
    for name, text in {
        "coverage.yaml": "rules:\n  - {id: '8.4', title: rivers}\n  - {id: '8.10', title: lifts}\n  - {id: '2.0'}\n",
        "rules/__init__.py": "LIMIT = 8\ndef title(content): ...\n",
        "rules/movement.py": "class Reach:\n    def run(self): ...\ndef cost(): ...\n",
        "tests/test_movement.py": "def test_8_4_stops(): ...\nclass TestLift:\n    def test_8_10(self): ...\n",
        "tests/lift.yaml": "pieces: []\n",
        "tests/positions/dive.yaml": "pieces: []\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    _map(
        tmp_path,
        "8.4: {function: rules/movement.py::Reach.run, test: tests/test_movement.py::test_8_4_stops}",
        "'8.10': {title: Lifts, function: [movement.cost, LIMIT], "
        "test: [lift.yaml, test_movement.py::TestLift::test_8_10]}",
        "2.0: {reason: nothing to do}",
    )
    return tmp_path


def _map(folder: Path, *lines: str) -> None:
    (folder / "RULES_MAP.yaml").write_text("rules:\n" + "".join(f"  {line}\n" for line in lines), "utf-8")


def test_a_complete_map_has_no_problems(module: Path) -> None:
    assert validate_module(module) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("8.4: {function: movement.Reach.rum, test: lift.yaml}", "no function 'Reach.rum' in rules/movement.py"),
        ("8.4: {function: movment.cost, test: lift.yaml}", "no file rules/movment.py for 'movment.cost'"),
        ("8.4: {function: content/none.yaml, test: lift.yaml}", "there is no file content/none.yaml"),
        (
            "8.4: {function: movement.cost, test: test_movement.py::test_8}",
            "no test 'test_8' in tests/test_movement.py",
        ),
        ("8.4: {function: movement.cost, test: test_movement.py}", "'test_movement.py' names no test"),
        ("8.4: {function: movement.cost, test: left.yaml}", "no position file tests/left.yaml"),
        ("8.4: {function: content/scenarios, test: lift.yaml}", "there is no file content/scenarios"),
        ("8.4: {function: movement.cost, test: tests/positions}", "no position file tests/positions"),
        ("8.4: {function: movement.cost}", "no test is named"),
        ("8.4: {reason: ''}", "the reason is empty"),
        ("8.4: done", "neither function and test nor a reason"),
        ("8.4: {funktion: x}", "unknown key 'funktion'"),
        ("8.5: {reason: no such rule}", "Rule 8.5 is not in the list"),
        ("2.0: {reason: known}", "Rule 8.4 of the book is not in the map"),
    ],
)
def test_a_hole_in_the_map_is_found(line: str, words: str, module: Path) -> None:
    rest = [rule for rule in ("8.10", "2.0", "8.4") if not line.startswith(rule)]
    if "not in the map" in words:
        rest.remove("8.4")
    _map(module, line, *(f"'{rule}': {{reason: x}}" for rule in rest))
    found = validate_module(module)
    assert [words in problem.text for problem in found] == [True], [p.sentence() for p in found]
    assert found[0].file == "RULES_MAP.yaml"
    if "not in the map" not in words:
        assert found[0].line == 2


@pytest.mark.parametrize("text", ["", "rules:\n", "rules: {}\n"])
def test_a_map_without_an_entry_lacks_each_rule_of_the_book(text: str, module: Path) -> None:
    (module / "RULES_MAP.yaml").write_text(text, "utf-8")
    missing = [f"Rule {n} of the book is not in the map" for n in ("8.4", "8.10", "2.0")]
    assert [p.text for p in validate_module(module)] == missing


@pytest.mark.parametrize(("text", "line"), [("rules: [8.4]\n", 1), ("- 8.4\n", 1), ("rules: done\n", 1)])
def test_a_map_that_holds_no_pairs_is_one_problem(text: str, line: int, module: Path) -> None:
    (module / "RULES_MAP.yaml").write_text(text, "utf-8")
    (found,) = validate_module(module)
    assert (found.file, found.line, found.key) == ("RULES_MAP.yaml", line, "problem.map_pairs")


def test_python_that_does_not_parse_is_told_with_its_line(module: Path) -> None:
    (module / "rules/movement.py").write_text("def cost():\n    return (\n", "utf-8")
    found = validate_module(module)
    assert (found[0].file, found[0].line) == ("rules/movement.py", 2)
    assert "This is not Python" in found[0].text


def test_a_title_with_rules_needs_a_map(module: Path) -> None:
    (module / "RULES_MAP.yaml").unlink()
    assert [p.text for p in validate_module(module)] == ["The file RULES_MAP.yaml is missing"]


def test_a_module_that_does_not_load_has_that_as_its_problem(module: Path) -> None:
    (module / "module.yaml").write_text("id: x\n", "utf-8")
    (problem,) = validate_module(module)
    assert "`name` is missing in module.yaml line 1" in problem.sentence()


@pytest.mark.parametrize("source", ["x = " + "-" * 100_000 + "1", "x = 1" + " + 1" * 100_000, "x = " + "(" * 5_000])
def test_python_that_is_nested_without_end_is_told(module: Path, source: str) -> None:
    (module / "rules/movement.py").write_text(source, "utf-8")
    found = validate_module(module)
    assert found[0].file == "rules/movement.py"
    assert "Python" in found[0].text
