"""Every refusal and every problem of the program's window can be read in Japanese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.base.said import said
from qtwar.base.text import RESOURCES, program, read
from qtwar.editing import fixes, ground, templates
from qtwar.editing.draft import Draft, empty_content
from qtwar.editing.fixes import findings

ROOT = Path(__file__).parents[2] / "qtwar"
PARTS = ("editing", "model", "storage", "session", "sandbox", "export", "services", "presenters", "app")
SPOKEN_ON_THE_COMMAND_LINE = {"commands", "benches", "vet.py"}  # what only a module's author meets there is English
FILES = [
    path
    for part in PARTS
    for path in sorted((ROOT / part).rglob("*.py"))
    if not SPOKEN_ON_THE_COMMAND_LINE & {*path.relative_to(ROOT).parts}
]
CALLS = {
    "DataFault": (0,), "ModuleFault": (0,), "RulesFault": (0,), "QtwarError": (0,), "told": (0, 1), "_fault": (2,),
    "fault": (1,),
}  # fmt: skip
WORDS = ("text", "fix", "hint", "words")
BY_KEY = {"{} The game is as before your last action."}  # put together for the log; the catalogue has each whole
PROSE = re.compile(r" ?\S.*?[A-Za-z]{2,} .*[A-Za-z]{2,}")


def template(node: ast.expr) -> str | None:
    """Return a text with `{}` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def sentences(path: Path) -> Iterator[str]:
    """Yield the sentences that a module makes faults and problems of."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        places: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if not any(keyword.arg == "key" for keyword in node.keywords):  # else the catalogue has it
                places = [node.args[n] for n in CALLS.get(name, ()) if n < len(node.args)]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in WORDS:
            places = [node.value]
        elif isinstance(node, ast.FunctionDef) and node.name in ("spoken", "_spoken"):
            places = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
        for place in places:
            found = template(place)
            if (
                found and found not in BY_KEY and PROSE.match(found.replace(" in {} line {}", ""))
            ):  # the place in a file is said apart
                yield found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_sentence_lacks_its_japanese(path: Path) -> None:
    for sentence in sentences(path):
        filled = sentence.replace("{}", "X")
        turned = said(filled, "ja")
        assert turned != filled, f"resources/said/ja.yaml lacks {sentence!r}"
        rest = re.sub(r"「[^」]*」|\([^)]*\)", "", turned)
        assert not re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", rest), turned


def codes() -> Iterator[tuple[str, set[str]]]:
    """Yield the code of each problem with the names of what fills its sentence."""
    for name in ("model/validate.py", "model/references.py", "editing/fixes.py"):
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
            assert holes == args - {"hint", "file"}, (code, text)
    assert {key for key in program("en") if key.startswith("problem.")} == {
        key for key in program("ja") if key.startswith("problem.")
    }


def test_every_fix_goes_by_a_code_that_there_is() -> None:
    assert set(fixes._RULES) <= {code for code, _ in codes()}


def test_every_hole_of_the_japanese_is_one_of_the_english() -> None:
    for english, japanese in read(RESOURCES / "said" / "ja.yaml").items():
        holes = {int(hole) for hole in re.findall(r"\{(\d)\}", japanese)}
        assert holes <= set(range(1, english.count("{}") + 1)), english
        assert not re.search(r"\d\}.*\{\}", japanese)


def test_places_in_files_reasons_of_the_system_and_sentences_within_sentences() -> None:
    for english, japanese in (
        ("Tet.qtwar can not be read (Permission denied).", "Tet.qtwarを読めません(許可がありません)。"),
        (
            "Unknown key 'boardz' in module.yaml line 7; did you mean 'boards'?",
            "「boardz」という項目はありません(module.yaml 7行目)。「boards」のことですか。",
        ),
        (
            (
                "The rules of my_war can not be loaded. "
                "The rules took too long and were stopped. The game is as before your last action."
            ),
            (
                "my_warのルールを読み込めません。"
                "ルール処理に時間がかかりすぎたため中断しました。ゲームは直前の状態に戻っています。"
            ),
        ),
        (
            "content/tables.yaml line 88 is not valid YAML: mapping values.",
            "content/tables.yaml 88行目がYAMLとして読めません: mapping values。",
        ),
        ("Nothing of it is known in a.yaml line 3.", "Nothing of it is known in a.yaml line 3."),
    ):
        assert said(english, "ja") == japanese


def test_a_refusal_and_a_problem_in_japanese() -> None:
    draft = Draft(templates.new_grid("Said", columns=4, rows=4))
    with pytest.raises(DataFault) as told:
        ground.paint(draft, "map", {"9999": "woods"})
    assert said(told.value.text, "ja") == "盤mapに「9999」というマスはありません。"
    with pytest.raises(DataFault) as told:
        ground.paint(draft, "map", {"0101": "wods"})
    assert said(told.value.text, "ja") == "boards/map/terrainが指す「wods」は地形にありません。「woods」のことですか。"
    assert said(told.value.text, "en") == told.value.text
    data = draft.data
    draft.data = {**data, "boards": [{**data["boards"][0], "terrain": {}}]}
    finding = findings(draft.content())[0]
    assert finding.sentence("ja").startswith("地形のないマスがあります: 0101, 0201")
    assert finding.sentence("ja").endswith("(map)。どのマスにも地形が1つ必要です。")
    assert finding.sentence("en") == finding.problem.sentence()
    assert said("Something nobody has written down.", "ja") == "Something nobody has written down."


def test_reinforcements_that_no_box_would_hold_are_told_of_and_get_one() -> None:
    draft = Draft(templates.new_grid("Late", columns=4, rows=4))
    scenario = {**draft.data["scenarios"][0], "reinforcements": [{"turn": 2, "pieces": {}, "side": "blue"}]}
    board = {**draft.data["boards"][0], "boxes": []}
    draft = Draft(empty_content({**draft.data, "boards": [board], "scenarios": [scenario]}))
    finding = next(one for one in findings(draft.content()) if one.problem.code == "nowhere_to_wait")
    assert finding.sentence("ja") == "増援が到着まで待つ枠がありません(scenario_1)。陣営ごとに枠を1つ加えてください。"
    fixed = Draft(data=finding.fixes[0].make(draft).result)
    assert [box["side"] for _, box in fixed.boxes()] == ["blue", "red"]
    assert "nowhere_to_wait" not in {one.problem.code for one in findings(fixed.content())}
