"""Every fault has a sentence of its own in each language, under the key that it is raised with."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault, Place, QtwarError, RulesFault, told
from qtwar.base.files import why
from qtwar.base.text import LANGUAGES, program, read, sentence

ROOT = Path(__file__).parents[2]
KINDS = {"QtwarError", "DataFault", "ModuleFault", "RulesFault"}
OWN = {"at", "hint", "detail"}
FILES = [*sorted((ROOT / "qtwar").rglob("*.py")), *sorted((ROOT / "modules").glob("*/rules/**/*.py"))]
HOLE = re.compile(r"\{([a-z_0-9]+)(\|[^{}]*)?\}")


@lru_cache
def words(title: str, language: str) -> dict[str, str]:
    """Return the program's texts, and those of a title over them."""
    own = ROOT / "modules" / title / "i18n" / f"{language}.yaml"
    return {**program(language), **(read(own) if title else {})}


def whole(key: str, title: str, language: str) -> str:
    """Return what is said under a key, with how to mend it."""
    texts = words(title, language)
    return texts[key] + texts.get(f"{key}.fix", "")


def title_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "modules" else ""


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node, getattr(node.func, "id", getattr(node.func, "attr", ""))


def raised(path: Path) -> Iterator[tuple[int, str, set[str]]]:
    """Yield (line, key, names of what fills it) of each fault that a file makes, also through a helper of its own."""
    for node, name in calls(path):
        named = {str(word.arg) for word in node.keywords} - OWN
        if None in {word.arg for word in node.keywords}:
            named = set()  # filled from a mapping: looked at where it is made
        for n, argument in enumerate(node.args):
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                key = argument.value
                if key.startswith("fault.") or (name in KINDS and n == 0):
                    yield node.lineno, key, named


def holes(text: str) -> set[str]:
    return {hole[1] for hole in HOLE.finditer(text)}


@pytest.mark.parametrize("path", [f for f in FILES if "fault" in f.read_text("utf-8").lower()], ids=lambda p: p.stem)
def test_every_fault_is_raised_by_a_key_that_has_a_sentence_filled_by_what_it_is_given(path: Path) -> None:
    for line, key, named in raised(path):
        for language in LANGUAGES:
            assert key in words(title_of(path), language), f"{path.name} line {line}: {key!r} has no text in {language}"
        spoken = set().union(*(holes(whole(key, title_of(path), language)) for language in LANGUAGES))
        assert not named or spoken == named, f"{path.name} line {line}: {key}"


@pytest.mark.parametrize("path", [f for f in FILES if f.name != "errors.py"], ids=lambda path: path.stem)
def test_no_fault_is_raised_with_a_finished_sentence(path: Path) -> None:
    for node, name in calls(path):
        if name in KINDS and node.args:
            first = node.args[0]
            finished = isinstance(first, ast.JoinedStr) and not ast.unparse(first).startswith(("f'fault.", 'f"fault.'))
            assert not finished, f"{path.name} line {node.lineno}: a key, please, and what fills its sentence"


def test_every_sentence_is_there_in_each_language_with_the_same_holes() -> None:
    for prefix in ("fault.", "problem.", "reason.", "parts.", "sentence."):
        keys = {language: {key for key in program(language) if key.startswith(prefix)} for language in LANGUAGES}
        assert len(keys["en"]) > 3
        assert keys["en"] == keys["ja"]
        for key in keys["en"]:
            english, japanese = program("en")[key], program("ja")[key]
            chosen = {hole[1] for hole in HOLE.finditer(english) if hole[2]} | {
                "names"
            }  # forms by number; `{names}`, which is meant
            assert holes(english) - chosen <= holes(japanese) <= holes(english), key
            if prefix == "fault.":
                assert re.search(r"[ぁ-んァ-ン一-龯]", HOLE.sub("", japanese)) or not HOLE.sub("", english).strip(
                    " :"
                ), key


def test_a_place_and_a_hint_stand_in_the_sentence_of_each_language() -> None:
    hint = {"key": "problem.hint.meant", "args": {"meant": "boards"}}
    fault = DataFault("fault.value.unknown_key", at=Place("module.yaml", 7), hint=hint, name="boardz")
    assert fault.text == "Unknown key 'boardz' in module.yaml line 7; did you mean 'boards'?"
    assert (
        sentence(fault.message, "ja") == "「boardz」という項目はありません(module.yaml 7行目)。「boards」のことですか。"
    )
    inner = told(DataFault, {**fault.message, "at": ("module.yaml", 7, "boards/#1")})
    assert inner.text == "Unknown key 'boardz' in module.yaml line 7 (boards/#1); did you mean 'boards'?"
    assert sentence({"key": "fault.edit.select_cells"}, "ja") == "先にマスを選んでください。"


def test_a_fault_within_a_fault_and_a_reason_of_the_system() -> None:
    slow = RulesFault("fault.too_long", detail="fuel")
    fault = DataFault("fault.module.not_loaded", module="my_war", why=slow.message)
    assert fault.text == (
        "The rules of my_war can not be loaded. The rules took too long and were stopped. "
        "The game is as before your last action."
    )
    assert sentence(fault.message, "ja").startswith("my_warのルールを読み込めません。ルール処理に時間がかかりすぎた")
    gone = DataFault("fault.file.unreadable", file="Tet.qtwar", why=why(PermissionError(13, "Permission denied")))
    assert gone.text == "Tet.qtwar can not be read (permission denied)."
    assert sentence(gone.message, "ja") == "Tet.qtwarを読めません(許可がありません)。"
    assert why(OSError(99999, "Odd")) == "Odd"


def test_a_fault_survives_another_process_whole() -> None:
    fault = DataFault("fault.file.too_large", at=Place("x.yaml", 3), file="x.yaml", mb=32, detail="d")
    for again in (pickle.loads(pickle.dumps(fault)), told(QtwarError, fault.message, "d")):
        assert (again.text, again.message, again.detail) == (fault.text, fault.message, "d")
