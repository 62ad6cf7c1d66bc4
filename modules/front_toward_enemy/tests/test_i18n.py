"""Every sentence that the rules can say exists in both languages, with the same holes."""

from __future__ import annotations

import re

import pytest

from modules.front_toward_enemy.rules.facts import ALTITUDES
from modules.front_toward_enemy.rules.harm import RESULTS
from modules.front_toward_enemy.rules.movement import MODES
from modules.front_toward_enemy.tests.conftest import MODULE, rules_content
from qtwar.base import text

WORDS = "ask|button|cell|check|choice|detail|drm|firer|level|los|note|odds|piece|prompt|reach|refuse|result|roll|terrain|vp|way"
KEY = re.compile(rf'"((?:{WORDS})\.[a-z0-9_.]+)"')
CHECK = re.compile(r'check\(t, [^,]+, "([a-z]+)"')
FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
HOLE = re.compile(r"\{([a-z_0-9]+)")


def texts(language: str) -> dict[str, str]:
    return text.read(MODULE / "i18n" / f"{language}.yaml")


def sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in (MODULE / "rules").glob("*.py")]


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_key_of_the_rules_has_words(language: str) -> None:
    known = {**text.program(language), **texts(language)}
    used = {key for source in sources() for key in KEY.findall(source) if not key.endswith(".")}
    assert len(used) > 150
    assert not sorted(used - set(known))


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_keys_put_together_have_words_too(language: str) -> None:
    known = {**text.program(language), **texts(language)}
    wanted = {f"{head}.{what}" for source in sources() for what in CHECK.findall(source) for head in ("check", "roll")}
    wanted |= (
        {f"result.{r}" for r in RESULTS}
        | {f"level.{a}" for a in ALTITUDES}
        | {f"terrain.{t}" for t in rules_content().terrain}
    )
    wanted |= {f"{head}.{mode}" for head in ("ask", "note", "refuse.mode") for mode in MODES if head != "refuse.mode"}
    wanted |= {f"refuse.mode_{mode}" for mode in MODES}
    wanted |= {f"vp.{row}" for row in rules_content().charts["victory_points"].row_heads}
    wanted |= {
        f"{head}.event.{kind}"
        for head in ("prompt", "ask", "note")
        for kind in ("injured", "low_ammo", "rally", "hero")
    }
    wanted -= {"terrain.display"}
    assert not sorted(wanted - set(known))


def test_both_languages_say_the_same() -> None:
    en, ja = texts("en"), texts("ja")
    assert sorted(en) == sorted(ja)
    assert list(en) == sorted(en), "keep the keys sorted"
    assert not [k for k in en if set(HOLE.findall(en[k])) != set(HOLE.findall(ja[k])) and "|" not in en[k]]
    assert not [k for k in ja if FULL_WIDTH.search(ja[k])], "digits and letters are half width"
