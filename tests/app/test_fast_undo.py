"""Undo and redo by a key that is pressed faster than the game follows, or held."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from qtwar.presenters.play.opening import open_game
from qtwar.services import games
from qtwar.session.begin import NewGame
from qtwar.ui.game import action_of
from qtwar.ui.play.askbuttons import IN_BAR

pytestmark = pytest.mark.usefixtures("qapp")


def test_each_press_of_undo_and_redo_counts_however_fast_they_come(tmp_path: Path, qtbot: QtBot) -> None:
    opened = games.create(NewGame("sealords", "learning", seats="both", quick=True, strictness="enforce"), tmp_path)
    model = open_game(opened, "en", lambda path: None)
    said: list[object] = []
    model.actions.refused.connect(said.append)

    def quiet() -> None:
        qtbot.waitUntil(lambda: model.link.pending == 0)

    try:
        quiet()
        first, sides = model.history.live, set()
        for _ in range(4):  # the sides take turns, so that the screen changes hands with each step back
            sides.add(model.actions.acting)
            ask = next(ask for ask in model.actions.offer["asks"] if ask["kind"] in IN_BAR)
            model.actions.submit(action_of(ask, model.actions.acting))
            quiet()
        assert model.history.live == first + 4
        assert len(sides) == 2
        for _ in range(3):
            model.history.undo()
        quiet()
        assert model.history.live == first + 1
        for _ in range(3):
            model.history.redo()
        quiet()
        assert model.history.live == first + 4
        assert not said
    finally:
        model.close()
