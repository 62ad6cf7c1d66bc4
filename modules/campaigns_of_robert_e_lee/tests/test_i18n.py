"""Every sentence that the rules can say exists in both languages, with the same holes."""

from __future__ import annotations

from modules.campaigns_of_robert_e_lee.tests.conftest import MODULE, rules_content, rules_title
from qtwar.kit import wording
from qtwar.kit.steps import Step

HEADS = "ask|button|cell|detail|morale|note|odds|order|phase|prompt|refuse|result|roll|weather|wep|why"


def test_every_key_of_the_rules_has_words() -> None:
    used = wording.used(MODULE, HEADS)
    assert len(used) > 200
    assert wording.missing(MODULE, used) == []


def test_keys_put_together_have_words_too() -> None:
    content = rules_content()
    skies = {f"weather.{sky}" for sky in content.charts["weather_effects"].row_heads}
    chores = {f"prompt.{name}" for name, step in rules_title().steps.items() if is_chore(step)}
    assert wording.missing(MODULE, skies | chores) == []
    orders = {f"order.{row.replace('.', '_')}" for row in content.charts["orders"].row_heads}
    morale = {f"morale.{row}" for row in content.charts["morale_changes"].row_heads}
    assert wording.missing(MODULE, orders | morale) == []


def is_chore(step: Step) -> bool:
    return any(kind.__name__ == "Chore" for kind in type(step).__mro__)


def test_both_languages_say_the_same() -> None:
    assert wording.differences(MODULE) == []
