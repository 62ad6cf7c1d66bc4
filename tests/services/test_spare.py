"""The rules that are loaded while a new game is asked about: they serve the game that is begun, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.services import games, titles
from qtwar.services.spare import SpareRules, spare
from qtwar.session.begin import NewGame


@pytest.fixture(autouse=True)
def _none_stays() -> Iterator[None]:
    yield
    spare.drop()


def test_a_new_game_is_played_by_what_was_loaded_and_the_next_one_by_another(qtwar_home: Path) -> None:
    folder, content = titles.load("sealords")
    spare.load(folder, content)
    spare.load(folder, content)  # asked about again, one stays
    held = spare._held
    assert held is not None
    first = games.create(NewGame("sealords", "learning", seats="both", quick=True), qtwar_home)
    second = games.create(NewGame("sealords", "learning", seats="both", quick=True), qtwar_home)
    try:
        assert first.session.rules is held.rules
        assert second.session.rules is not held.rules
        assert first.session.state.pieces.keys() == second.session.state.pieces.keys()
    finally:
        first.close()
        second.close()


def test_what_was_loaded_of_other_files_or_has_ended_is_not_taken() -> None:
    folder, content = titles.load("sealords")
    spare.load(folder, content)
    assert spare.take(folder, content.model_copy()) is None, "the files have changed"
    assert spare.take(None, content) is None, "the free table"
    held = spare._held
    assert held is not None
    held.rules._begun.result(60)
    process = held.rules._process
    assert process is not None
    held.rules.stop()
    process.wait(20)
    assert spare.take(folder, content) is None
    spare.load(folder, content)  # but one that is well takes its place
    rules = spare.take(folder, content)
    assert rules is not None
    rules.rules.close()


def test_a_document_is_played_by_what_was_begun_while_it_was_vetted(qtwar_home: Path) -> None:
    made = games.create(NewGame("sealords", "learning", seats="both", quick=True), qtwar_home)
    path = made.path
    made.close()
    folder, content = titles.load("sealords")
    spare.begin(folder)
    held = spare._held
    assert held is not None
    assert spare.take(folder, content) is None, "it awaits the content of a document"
    opened = games.resume(path)
    try:
        assert opened.session.rules is held.rules
        assert opened.session.state.to_json() == made.session.state.to_json()
    finally:
        opened.close()
    spare.begin(titles.load("band_of_heroes")[0])
    opened = games.resume(path)  # another title's rules stay where they are
    opened.close()
    assert spare._held is not None


def test_what_nobody_takes_is_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qtwar.services.spare.HELD", 0.0)
    held = SpareRules()
    folder, content = titles.load("sealords")
    held.load(folder, content)
    held._end.join(20)
    assert held.take(folder, content) is None
