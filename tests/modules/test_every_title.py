"""What holds for every installed title: a clean module, scenarios that begin and end, undo, secrecy, one round trip."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.engine import reduce
from qtwar.engine.state import State
from qtwar.model.content import TitleContent
from qtwar.model.dump import dump
from qtwar.model.load import load
from qtwar.model.validate import validate_module
from qtwar.sandbox.vet import vet_folder
from qtwar.services.rules import connect
from qtwar.services.selfplay import leaks
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.session.ports import RulesPort
from qtwar.storage.document import Document

MODULES = Path(__file__).resolve().parents[2] / "modules"
TITLES = sorted(p.parent.name for p in MODULES.glob("*/module.yaml"))
ACTIONS = 120


@cache
def content_of(title: str) -> TitleContent:
    """Return a title's content, read once."""
    return load(MODULES / title)


SCENARIOS = [
    pytest.param(title, file.stem, id=f"{title}/{file.stem}")
    for title in TITLES
    for file in sorted((MODULES / title / "content" / "scenarios").glob("*.yaml"))
]


@pytest.fixture(scope="module")
def ports() -> Iterator[dict[str, RulesPort]]:
    """Rules in the sandbox, one worker a title, opened when first asked for."""
    held: dict[str, RulesPort] = {}
    yield held
    for port in held.values():
        port.close()


def begin(ports: dict[str, RulesPort], title: str, scenario: str, seed: int, **options: Any) -> PlaySession:
    """Return a game just set up in the quick way."""
    content = content_of(title)
    if title not in ports:
        ports[title] = connect(MODULES / title, content)
    session = PlaySession(
        ports[title], MemoryJournal({"key": key_from_seed(seed), "undo": "free"}), tuple(s.id for s in content.sides)
    )
    meta = {"title": title, "version": content.title.version, "scenario": scenario, "options": options}
    session.begin(meta, {"setup": "quick"})
    return session


@pytest.mark.parametrize("title", TITLES)
def test_the_module_has_no_finding(title: str) -> None:
    found = [str(p) for p in validate_module(MODULES / title)]
    if (MODULES / title / "rules").is_dir():
        found += [str(p) for p in vet_folder(MODULES / title / "rules")]
    assert found == []


@pytest.mark.parametrize("title", TITLES)
def test_content_goes_through_yaml_and_sqlite_unchanged(title: str, tmp_path: Path) -> None:
    content = content_of(title)
    with Document.create(tmp_path / "題.qtwar", content) as document:
        stored = document.content()
    assert stored == content
    dump(stored, tmp_path / "module")
    assert load(tmp_path / "module").digest() == content.digest()


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_a_random_game_leaks_nothing_and_is_undone(ports: dict[str, RulesPort], title: str, scenario: str) -> None:
    session = begin(ports, title, scenario, 11)
    start = session.state.digest()
    sides = tuple(s.id for s in content_of(title).sides)
    for _ in range(ACTIONS // 20):
        _, end = session.autoplay(20)
        assert leaks(session, sides) == []
        assert end in (None, "over")
        if end:
            break
    assert next(session.state.check(), None) is None
    state = State.from_json(jsonio.copy(session.state.to_json()))
    for head in reversed(session.history.line[1:]):
        reduce.undo_all(state, session.journal.entry(head.no).events)
    assert state.digest() == start
