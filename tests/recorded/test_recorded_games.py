"""Recorded games of each title with rules come to the same positions again, native and in the sandbox.

They are made by `python -m tests.recorded.record TITLE`, anew when a mended rule makes a game go another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.sandbox.client import SandboxRules
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.sandbox.vocabulary import vocabulary
from qtwar.session import record
from qtwar.session.ports import RulesPort

MODULES = Path(__file__).resolve().parents[2] / "modules"
TITLES = sorted(p.parents[1].name for p in MODULES.glob("*/rules/__init__.py"))
FILES = [
    pytest.param(title, file, id=f"{title}/{file.stem}")
    for title in TITLES
    for file in sorted((MODULES / title / "tests" / "games").glob("*.json"))
]


@cache
def content_of(title: str) -> TitleContent:
    """Return a title's content, read once."""
    return load(MODULES / title)


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[dict[str, RulesPort]]:
    """Rules in the sandbox, one worker a title, opened when first asked for."""
    held: dict[str, RulesPort] = {}
    yield held
    for port in held.values():
        port.close()


@pytest.mark.parametrize(("title", "file"), FILES)
def test_a_recorded_game_goes_the_same_way_in_the_sandbox(
    title: str, file: Path, sandboxes: dict[str, RulesPort]
) -> None:
    content = content_of(title)
    if title not in sandboxes:
        sandboxes[title] = SandboxRules(MODULES / title, content.rules_json())
    assert record.replay(record.read(file), sandboxes[title], tuple(side.id for side in content.sides)) is None


@pytest.mark.parametrize(("title", "file"), FILES)
def test_a_recorded_game_goes_the_same_way_in_this_process(title: str, file: Path) -> None:
    content = content_of(title)
    rules = InProcessRules(MODULES / title, content.rules_json())
    assert record.replay(record.read(file), rules, tuple(side.id for side in content.sides)) is None


@pytest.mark.parametrize("title", TITLES)
def test_ten_games_end_and_answer_most_of_what_the_rules_ask(title: str) -> None:
    content = content_of(title)
    files = sorted((MODULES / title / "tests" / "games").glob("*.json"))
    games = [record.read(file) for file in files]
    assert len(games) == 10
    assert all(game["result"] for game in games)
    assert {game["scenario"] for game in games} == {scenario.id for scenario in content.scenarios}
    rules = InProcessRules(MODULES / title, content.rules_json())
    words = vocabulary(rules.describe(), MODULES / title / "rules")
    verbs = {entry["do"]["verb"] for game in games for entry in game["entries"]}
    kinds = {kind for verb in verbs for kind in words.verbs[verb]}
    assert kinds == {kind for own in words.verbs.values() for kind in own}, "each kind of ask"
    assert len(verbs) >= 0.75 * len(words.verbs), sorted(set(words.verbs) - verbs)
