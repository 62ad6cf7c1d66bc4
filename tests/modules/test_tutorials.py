"""The lessons that titles bring: every step says something in both languages, about a question that the rules have."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.base import text
from qtwar.model.load import load

MODULES = Path(__file__).resolve().parents[2] / "modules"
LESSONS = [
    pytest.param(title, scenario, id=f"{title.name}/{scenario.id}")
    for title in sorted(path.parent for path in MODULES.glob("*/module.yaml"))
    for scenario in load(title).scenarios
    if scenario.attrs.get("tutorial")
]


def test_two_titles_have_a_lesson() -> None:
    assert len(LESSONS) >= 2


@pytest.mark.parametrize(("title", "scenario"), LESSONS)
def test_every_step_has_its_words_and_a_question_of_the_rules(title, scenario) -> None:
    steps = scenario.attrs["tutorial"]
    rules = "\n".join(file.read_text(encoding="utf-8") for file in (title / "rules").rglob("*.py"))
    for language in text.LANGUAGES:
        own = text.read(title / "i18n" / f"{language}.yaml")
        known = {**text.program(language), **own}
        assert all(own.get(step["say"]) for step in steps)
        assert all(step[what] in known for step in steps for what in ("prompt", "ask") if what in step)
        said = {key for key in own if key.startswith("tutorial.")}
        assert said == {step["say"] for step in steps}, "nothing is written that no step says"
    for step in steps:
        assert set(step) <= {"say", "deed", "prompt", "ask"}
        asked = step.get("prompt", "")
        assert asked.rpartition(".")[0] + "." in rules or asked in rules or not asked
    assert scenario.quick, "a first game begins at once"
