"""What holds for every installed title: a clean module, scenarios that begin and end, undo, secrecy, one round trip."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.engine import reduce, views
from qtwar.engine.state import State
from qtwar.model.content import TitleContent
from qtwar.model.dump import dump
from qtwar.model.load import load
from qtwar.model.validate import validate_module
from qtwar.sandbox.vet import vet_folder
from qtwar.services.rules import connect
from qtwar.services.selfplay import leaks
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession, key_from_seed
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


def twin(state: State, side: str, chance: random.Random) -> State | None:
    """Return a position that differs in what `side` may not know alone, None where nothing is hidden from it.

    Two hidden pieces that look alike have changed places, on the map, in decks, cups, closed boxes or carriers; and
    the secrets, private values and frame locals of others are different ones.
    """
    hidden: dict[tuple[str, str], list[str]] = {}
    for piece, record in state.pieces.items():
        if not state.knows(side, piece):
            hidden.setdefault((record["owner"], record["back"]), []).append(piece)
    pairs = [
        (a, b)
        for alike in hidden.values()
        for a in alike
        for b in alike
        if a < b and state.known.get(a) == state.known.get(b) and a not in state.cargo(b) and b not in state.cargo(a)
    ]
    other = State.from_json(jsonio.copy(state.to_json()))
    if pairs:
        a, b = chance.choice(sorted(pairs))
        at_a, at_b = other.pieces[a]["at"], other.pieces[b]["at"]
        n, m = other.places[at_a].index(a), other.places[at_b].index(b)
        other.places[at_a][n], other.places[at_b][m] = b, a
        other.pieces[a]["at"], other.pieces[b]["at"] = at_b, at_a
    for holder, own in [*other.secret.items(), *(item for frame in other.flow for item in frame["s"].items())]:
        if holder != side:
            own.update({key: value + 1 for key, value in own.items() if type(value) is int}, twin=1)
    assert next(other.check(), None) is None
    return None if other.digest() == state.digest() else other


def seen(port: RulesPort, state: State, side: str) -> str:
    """Return all that a side is given of a position, as text: view, offer, reach, reasons, odds, words on cells."""
    port.open_state(jsonio.copy(state.to_json()))
    offer = port.offers().get(side)
    shown: list[Any] = [views.view(state, side).to_json(), offer]
    places = sorted(state.places)
    for ask in (offer or {}).get("asks", ()):
        if ask["kind"] != "move":
            continue
        groups = ask.get("groups") or {"": ask["pieces"]}
        for name in sorted(groups)[:4]:
            shown.append(port.query(side, ask.get("query", "reach"), {"pieces": groups[name][:3]}))
            for place in [p for p in places if ":" in p][::17]:
                for what in ("why", "odds"):
                    shown.append(port.query(side, what, {"pieces": groups[name][:1], "cell": place}))
    shown += [port.query(side, "cell", {"cell": place}) for place in places[::7]]
    return jsonio.dumps(shown)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_positions_that_differ_in_hidden_matters_look_the_same(
    ports: dict[str, RulesPort], title: str, scenario: str
) -> None:
    session = begin(ports, title, scenario, 12)
    chance = random.Random(scenario)
    compared, secrets = 0, False
    for _ in range(6):
        if session.state.result is not None:
            break
        _, end = session.autoplay(12)
        here = session.state.copy()
        secrets = secrets or sum(":" in here.pieces[p]["at"] for p in here.known) > 10
        for side in session.sides:
            other = twin(here, side, chance)
            if other is not None:
                compared += 1
                assert seen(ports[title], here, side) == seen(ports[title], other, side)
        ports[title].open_state(jsonio.copy(here.to_json()))
        if end:
            break
    assert compared or not secrets
