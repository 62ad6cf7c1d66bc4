"""Every sentence that the rules can say exists in both languages, with the same holes."""

from __future__ import annotations

import re

import pytest

from modules.campaigns_of_robert_e_lee.tests.conftest import MODULE, rules_content, rules_title
from qtwar.base import text
from qtwar.kit.steps import Step

WORDS = "ask|attrition|button|cell|detail|imc|march|morale|note|odds|order|phase|prompt|refuse|result|roll|weather|wep|why"
KEY = re.compile(rf'"((?:{WORDS})\.[a-z0-9_.]+)"')
FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
HOLE = re.compile(r"\{([a-z_0-9]+)")
UNSAID = re.compile(r"^(imc|march|attrition)\.")
"""Names of modifiers that no sentence of the rules holds."""


def texts(language: str) -> dict[str, str]:
    return text.read(MODULE / "i18n" / f"{language}.yaml")


def sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in (MODULE / "rules").glob("*.py")]


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_key_of_the_rules_has_words(language: str) -> None:
    known = {**text.program(language), **texts(language)}
    used = {key for source in sources() for key in KEY.findall(source) if not key.endswith(".")}
    assert len(used) > 200
    assert not sorted(key for key in used - set(known) if not UNSAID.match(key))


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_keys_put_together_have_words_too(language: str) -> None:
    known = {**text.program(language), **texts(language)}
    content = rules_content()
    wanted = {f"weather.{sky}" for sky in content.charts["weather_effects"].row_heads}
    said = {f"order.{row.replace('.', '_')}" for row in content.charts["orders"].row_heads}
    chores = {name for name, step in rules_title().steps.items() if is_chore(step)}
    wanted |= {f"prompt.{name}" for name in chores}
    assert not sorted(wanted - set(known))
    assert len(said & set(known)) >= 14


def is_chore(step: Step) -> bool:
    return any(kind.__name__ == "Chore" for kind in type(step).__mro__)


def test_both_languages_say_the_same() -> None:
    en, ja = texts("en"), texts("ja")
    assert sorted(en) == sorted(ja)
    assert list(en) == sorted(en), "keep the keys sorted"
    assert not [k for k in en if set(HOLE.findall(en[k])) != set(HOLE.findall(ja[k])) and "|" not in en[k]]
    assert not [k for k in ja if FULL_WIDTH.search(ja[k])], "digits and letters are half width"
