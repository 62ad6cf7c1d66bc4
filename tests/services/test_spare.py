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
        assert first.session.rules is held[2]
        assert second.session.rules is not held[2]
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
    held[2]._begun.result(60)
    process = held[2]._process
    assert process is not None
    held[2].stop()
    process.wait(20)
    assert spare.take(folder, content) is None
    spare.load(folder, content)  # but one that is well takes its place
    rules = spare.take(folder, content)
    assert rules is not None
    rules.close()


def test_what_nobody_takes_is_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qtwar.services.spare.HELD", 0.0)
    held = SpareRules()
    folder, content = titles.load("sealords")
    held.load(folder, content)
    held._end.join(20)
    assert held.take(folder, content) is None
