"""Every refusal and every problem of the editor can be read in Japanese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.base.said import said
from qtwar.base.text import RESOURCES, read
from qtwar.editing import commands, starts
from qtwar.editing.draft import Draft
from qtwar.editing.mends import findings

ROOT = Path(__file__).parents[2] / "qtwar"
FILES = [
    *sorted((ROOT / "editing").glob("*.py")), ROOT / "model" / "validate.py", ROOT / "model" / "references.py",
    ROOT / "session" / "edit.py", ROOT / "storage" / "drafts.py",
]  # fmt: skip
CALLS = {"DataFault": (0,), "told": (0, 1), "Problem": (1, 3), "_error": (0, 3), "_fault": (2,)}
PROSE = re.compile(r"[A-Za-z]{2,} .*[A-Za-z]{2,}")


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
            places = [node.args[n] for n in CALLS.get(name, ()) if n < len(node.args)]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("text", "fix", "hint"):
            places = [node.value]
        for place in places:
            found = template(place)
            if found and PROSE.search(found):
                yield found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_sentence_lacks_its_japanese(path: Path) -> None:
    for sentence in sentences(path):
        filled = sentence.replace("{}", "X")
        turned = said(filled, "ja")
        assert turned != filled, f"resources/said/ja.yaml lacks {sentence!r}"
        rest = re.sub(r"「[^」]*」|\([^)]*\)", "", turned)
        assert not re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", rest), turned


def test_every_hole_of_the_japanese_is_one_of_the_english() -> None:
    for english, japanese in read(RESOURCES / "said" / "ja.yaml").items():
        holes = {int(hole) for hole in re.findall(r"\{(\d)\}", japanese)}
        assert holes <= set(range(1, english.count("{}") + 1)), english
        assert not re.search(r"\d\}.*\{\}", japanese)


def test_a_refusal_and_a_problem_in_japanese() -> None:
    draft = Draft(starts.new_grid("Said", columns=4, rows=4))
    with pytest.raises(DataFault) as told:
        commands.paint(draft, "map", ["9999"], "woods")
    assert said(told.value.text, "ja") == "盤mapに「9999」というマスはありません。"
    with pytest.raises(DataFault) as told:
        commands.paint(draft, "map", ["0101"], "wods")
    assert said(told.value.text, "ja") == "boards/map/terrainが指す「wods」は地形にありません。「woods」のことですか。"
    assert said(told.value.text, "en") == told.value.text
    data = draft.data
    draft.data = {**data, "boards": [{**data["boards"][0], "terrain": {}}]}
    finding = findings(draft.content())[0]
    assert finding.sentence("ja").startswith("地形のないマスがあります: 0101, 0201")
    assert finding.sentence("ja").endswith("(map)。どのマスにも地形が1つ必要です。")
    assert finding.sentence("en") == finding.problem.sentence()
    assert said("Something nobody has written down.", "ja") == "Something nobody has written down."
