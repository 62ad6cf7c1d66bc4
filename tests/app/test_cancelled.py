"""Who cancels the making of a game or a draft finds nothing of it afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.app.program import let_go, unmake
from qtwar.services import drafts, games
from qtwar.session.begin import NewDraft, NewGame

pytestmark = pytest.mark.usefixtures("qapp")


def files(home: Path) -> list[str]:
    return sorted(p.name for p in home.rglob("*") if p.is_file() and "qtwar" in p.suffix)


def test_a_game_that_was_made_in_vain_is_gone_and_one_that_was_opened_in_vain_is_as_it_was(tmp_path: Path) -> None:
    unmake(games.create(NewGame("front_toward_enemy", "frago_0_point_element", seats="both", quick=True), tmp_path))
    assert files(tmp_path) == []
    made = games.create(NewGame("front_toward_enemy", "frago_0_point_element", seats="both", quick=True), tmp_path)
    assert let_go(made) == made.path
    let_go(games.resume(made.path))
    let_go(games.resume(made.path))
    assert files(tmp_path) == [made.path.name]


def test_a_draft_too(tmp_path: Path) -> None:
    unmake(drafts.begin(NewDraft("Ridge"), tmp_path))
    assert files(tmp_path) == []
