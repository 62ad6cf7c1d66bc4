"""Every scenario of every installed title, as it is kept: set up, played by hand, closed, opened again, photographed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from qtwar.cli.main import main
from qtwar.services import games
from qtwar.services.selfplay import FreePlayer
from qtwar.session.begin import NewGame
from qtwar.session.play import Done
from tests.modules.test_every_title import SCENARIOS, content_of
from tests.windows import clear_windows

GESTURES = 60


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_it_is_played_by_hand_closed_and_opened_again_as_it_was(title: str, scenario: str, tmp_path: Path) -> None:
    opened = games.create(NewGame(title, scenario, seats="both", quick=True), tmp_path)
    try:
        session = opened.session
        if session.state.vars.get("strictness") != "off":
            off = {"side": session.sides[0], "verb": "strictness", "args": {"to": "off"}}
            assert isinstance(session.submit(session.sides, off), Done)
        hands = FreePlayer(session, content_of(title), random.Random(7))
        for _ in range(GESTURES):
            hands.gesture()
        assert hands.done > GESTURES // 3
        digest, length = session.state.digest(), len(session.history)
    finally:
        opened.session.rules.close()
        opened.document.close()
    again = games.resume(opened.path)
    try:
        assert (again.session.state.digest(), len(again.session.history)) == (digest, length)
        assert next(again.session.state.check(), None) is None
    finally:
        again.session.rules.close()
        again.document.close()


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_its_window_is_photographed(qtbot: Any, title: str, scenario: str, tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    assert main(["screenshot", f"{title}/{scenario}", "-o", str(picture), "--size", "1200x800"]) == 0
    clear_windows(qtbot)
    seen = QImage(str(picture))
    assert (seen.width(), seen.height()) == (1200, 800)
    # the middle is a printed map, not the plain ground that stands in for one: it has many colours
    part = seen.copy(440, 260, 240, 160)
    assert len({part.pixel(x, y) for x in range(0, 240, 4) for y in range(0, 160, 4)}) > 40
