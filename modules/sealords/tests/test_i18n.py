"""Every sentence that the rules can say exists in both languages, with the same holes."""

from __future__ import annotations

import re
from pathlib import Path

from qtwar.base import text

MODULE = Path(__file__).resolve().parents[1]
WORDS = r"(?:ask|button|choice|detail|end|event|note|phase|prompt|refuse|roll|step|vp|why|mark|odds|recon|shift)"
KEY = re.compile(rf'"({WORDS}\.[a-z0-9_.]+)"')
FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
HOLE = re.compile(r"\{([a-z_0-9]+)")


def texts(language: str) -> dict[str, str]:
    return text.read(MODULE / "i18n" / f"{language}.yaml")


def test_every_key_of_the_rules_has_words() -> None:
    used = {key for path in (MODULE / "rules").glob("*.py") for key in KEY.findall(path.read_text(encoding="utf-8"))}
    assert len(used) > 90
    for language in text.LANGUAGES:
        known = {**text.program(language), **texts(language)}
        assert not sorted(used - set(known)), language


def test_both_languages_say_the_same() -> None:
    en, ja = texts("en"), texts("ja")
    assert sorted(en) == sorted(ja)
    assert list(en) == sorted(en), "keep the keys sorted"
    assert not [k for k in en if set(HOLE.findall(en[k])) != set(HOLE.findall(ja[k])) and "|" not in en[k]]
    assert not [k for k in ja if FULL_WIDTH.search(ja[k])], "digits and letters are half width"


def test_events_and_levels_are_named() -> None:
    from modules.sealords.rules.events import HANDLERS

    en = texts("en")
    assert not [e for e in HANDLERS if f"event.{e}" not in en]
    assert {"end.draw", "end.marginal", "end.tactical", "end.decisive", "end.sudden_death"} <= set(en)
