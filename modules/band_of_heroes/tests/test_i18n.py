"""Every sentence that the rules can say exists in both languages, with the same holes, in the words of the book."""

from __future__ import annotations

import re

from modules.band_of_heroes.tests.conftest import MODULE, rules_content
from qtwar.kit import wording

WORDS = (
    "ask|button|cell|choice|detail|event|facing|fire|firer|los|mark|melee|note|odds|phase|piece|prompt|refuse|result|roll|spot|"
    "spotting|terrain"
)
ROLL = re.compile(r'(?:key|f)="([a-z_]+\.[a-z0-9_.]+)"')
FOREIGN = (
    "白兵",
    "発見",
    "混乱",
    "突撃移動",
    "減殺",
    "斥候",
    "損失",
    "英雄",
    "駆け足",
    "機会射撃",
    "行動完了",
    "指揮値",
    "離脱",
    "鹵獲",
)
"""Words of other games for what this book calls 混戦, 視認, 動揺, 襲撃移動, 妨害, 偵察兵, 損耗, ヒーロー, 急速歩, 臨機射撃 …"""


def test_every_key_of_the_rules_has_words() -> None:
    rolls = {key for source in wording.sources(MODULE) for key in ROLL.findall(source) if not key.endswith(".")}
    used = wording.used(MODULE, WORDS) | rolls
    assert len(used) > 150
    assert wording.missing(MODULE, used) == []


def test_keys_put_together_have_words_too() -> None:
    events = {
        f"event.{scenario['id']}.{event['id']}"
        for scenario in rules_content().scenarios.values()
        for event in (scenario.get("attrs") or {}).get("events") or ()
    }
    chart = rules_content().charts["dft"]
    results = {
        str(chart.at(row, column)) for row in chart.row_heads for column in ("good_order_mmc", "shaken_smc", "hero")
    }
    marks = ("moved", "crawl", "stealth", "assault", "fired", "ops")
    phases = ("rally", "operations", "admin")
    wanted = {*(f"result.{r}" for r in results), *(f"mark.{m}" for m in marks), *(f"phase.{p}" for p in phases)}
    wanted |= {f"note.{key}{end}" for key in ("rally", "loyalty", "fanaticism") for end in ("", "_failed")}
    wanted |= events | {f"terrain.{t}" for t in rules_content().terrain}
    assert wording.missing(MODULE, wanted) == []


def test_both_languages_say_the_same() -> None:
    assert wording.differences(MODULE) == []


def test_japanese_has_the_words_of_the_book() -> None:
    files = [MODULE / "i18n" / "ja.yaml", MODULE / "module.yaml", *(MODULE / "content").rglob("*.yaml")]
    found = [f"{f.name}: {w}" for f in files for w in FOREIGN if w in f.read_text(encoding="utf-8")]
    assert not found
