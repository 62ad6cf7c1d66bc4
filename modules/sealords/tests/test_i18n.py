"""Every sentence that the rules can say exists in both languages, with the same holes."""

from __future__ import annotations

from pathlib import Path

from modules.sealords.rules.events import HANDLERS
from qtwar.kit import wording

MODULE = Path(__file__).resolve().parents[1]
HEADS = "ask|button|choice|detail|end|event|note|phase|prompt|refuse|roll|step|vp|why|mark|odds|recon|shift"


def test_every_key_of_the_rules_has_words() -> None:
    used = wording.used(MODULE, HEADS)
    assert len(used) > 90
    assert wording.missing(MODULE, used) == []


def test_both_languages_say_the_same() -> None:
    assert wording.differences(MODULE) == []


def test_events_and_levels_are_named() -> None:
    ends = (f"end.{end}" for end in ("draw", "marginal", "tactical", "decisive", "sudden_death"))
    assert wording.missing(MODULE, [*(f"event.{event}" for event in HANDLERS), *ends]) == []
