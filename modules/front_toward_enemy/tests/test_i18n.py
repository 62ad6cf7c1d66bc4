"""Every sentence that the rules can say exists in both languages, with the same holes."""

from __future__ import annotations

import re

from modules.front_toward_enemy.rules.facts import ALTITUDES
from modules.front_toward_enemy.rules.harm import RESULTS
from modules.front_toward_enemy.rules.movement import MODES
from modules.front_toward_enemy.tests.conftest import MODULE, rules_content
from qtwar.kit import wording

WORDS = "ask|button|cell|check|choice|detail|drm|firer|level|los|note|odds|piece|prompt|reach|refuse|result|roll|terrain|vp|way"
CHECK = re.compile(r'check\(t, [^,]+, "([a-z]+)"')


def test_every_key_of_the_rules_has_words() -> None:
    used = wording.used(MODULE, WORDS)
    assert len(used) > 150
    assert wording.missing(MODULE, used) == []


def test_keys_put_together_have_words_too() -> None:
    checks = {what for source in wording.sources(MODULE) for what in CHECK.findall(source)}
    wanted = {f"{head}.{what}" for what in checks for head in ("check", "roll")}
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
    assert wording.missing(MODULE, wanted) == []


def test_both_languages_say_the_same() -> None:
    assert wording.differences(MODULE) == []
