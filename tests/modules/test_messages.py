"""What rules say: every message has its text in both languages, and gets every word that its text wants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from qtwar.base import text
from qtwar.presenters.play.title import PlayedTitle
from qtwar.services import titles

ROOT = Path(__file__).resolve().parents[2]
TITLES = sorted(p.parents[1].name for p in (ROOT / "modules").glob("*/rules/__init__.py"))
HOLE = re.compile(r"\{([a-z_0-9]+)[^{}]*\}")
OWN = {"note": {"rule", "level", "only", "by"}, "refuse": {"rule"}, "msg": {"rule"}}
"""Arguments that are not words of the text, by what says it."""


def said(folder: Path) -> Iterator[tuple[str, str, set[str]]]:
    """Place, key and words of each message that the code in a folder writes out."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = {word.arg for word in node.keywords}
            if name in OWN and None not in words:
                yield f"{file.name}:{node.lineno}", str(node.args[0].value), {str(w) for w in words} - OWN[name]


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_message_of_the_rules_finds_its_text_and_fills_it(title: str, language: str) -> None:
    texts = {**text.program(language), **text.read(ROOT / "modules" / title / "i18n" / f"{language}.yaml")}
    found = list(said(ROOT / "modules" / title / "rules"))
    assert len(found) > 50
    missing = [(where, key) for where, key, _ in found if key not in texts]
    assert not missing, missing
    unfilled = [(where, key, holes) for where, key, words in found if (holes := set(HOLE.findall(texts[key])) - words)]
    assert not unfilled, unfilled


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_numbered_rule_says_what_it_is_about(title: str, language: str, qapp: object) -> None:
    folder = ROOT / "modules" / title
    content = titles.load(title)[1]
    played = PlayedTitle(content, content.scenarios[0].id, language)
    rules = yaml.safe_load((folder / "RULES_MAP.yaml").read_text(encoding="utf-8"))["rules"]
    numbered = [str(rule) for rule in rules if re.fullmatch(r"\d+(\.\d+)*\.?\w*", str(rule))]
    assert len(numbered) > 20
    silent = [rule for rule in numbered if played.rule_text(rule) is None]
    assert not silent, silent


def test_a_section_in_capitals_says_what_the_rule_it_stands_in_is_about(qapp: object) -> None:
    content = titles.load("fields_of_fire")[1]
    played = PlayedTitle(content, content.scenarios[0].id, "en")
    assert played.rule_text("3.3.1A") == {"key": "rule.3.3.1", "args": {}}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_what_the_kit_says_needs_no_text_of_the_title(language: str) -> None:
    texts = text.program(language)
    found = list(said(ROOT / "qtwar" / "kit"))
    assert found
    assert not [(where, key) for where, key, _ in found if key not in texts]
    assert not [(where, key) for where, key, words in found if set(HOLE.findall(texts[key])) - words]
