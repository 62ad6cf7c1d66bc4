"""The time that sides have left runs on in the window between two words of the server."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from qtwar.presenters.play.table import PlayTable


class Link(QObject):
    """What a table asks of its line."""

    table_changed, my_turn = Signal(), Signal()
    over: Any = None
    proposal = players = None
    seat, seats, watching, waits = "us", (), 0, False

    def __init__(self, clock: dict[str, Any]) -> None:
        super().__init__()
        self.clock = clock
        self.screen = SimpleNamespace(now=SimpleNamespace(active=("us",), result=None))
        self.connection = SimpleNamespace(server="https://a.example")
        self.line = SimpleNamespace(line="here", tries=0, message=None)


class Title(QObject):
    """The title that is played, in some language."""

    language_changed = Signal()


def test_the_time_of_who_may_act_runs_on_and_ends_at_nought(qapp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    link = Link({"kind": "game", "running": ["us"], "left": {"us": 3600, "them": 7200}})
    found = PlayTable(link, Title(), {}, hosts=False)  # type: ignore[arg-type] # as much of them as is asked
    now[0] += 600
    assert dict(found.state.left) == {"us": 3000, "them": 7200}
    link.table_changed.emit()  # somebody came; the clock was not told anew
    assert dict(found.state.left) == {"us": 3000, "them": 7200}
    link.clock = {"kind": "game", "running": ["them"], "left": {"us": 2990, "them": 7200}}
    link.table_changed.emit()
    now[0] += 9000
    assert dict(found.state.left) == {"us": 2990, "them": 0}
    link.over = {"how": "resigned", "by": "us", "winner": "them"}
    link.players = SimpleNamespace(called=str)
    assert found.state.left == ()  # the server ends no clock with the game
