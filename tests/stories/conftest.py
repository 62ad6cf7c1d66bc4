"""Somebody at the program: one pair of hands for every story."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qtwar.remote import connection
from qtwar.services import games, skeleton
from qtwar.session.chance import key_from_seed
from tests.serve.conftest import ServerProcess
from tests.stories.hands import Hands
from tests.stories.two_windows import TwoWindows

SHOTS = os.environ.get("QTWAR_SHOTS")
SEED = 5


@pytest.fixture
def hands(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> Iterator[Hands]:
    """Somebody at the program, in a folder of its own; each game's chance is that of the module's SEED, or of 5.

    A parameter is a dictionary of what `Hands` takes: language, theme, scale, size.
    """
    seed = getattr(request.module, "SEED", SEED)
    monkeypatch.setattr(games, "new_key", lambda: key_from_seed(seed))
    made = Hands(qtbot, tmp_path / "遊び home", shots=Path(SHOTS) if SHOTS else None, **getattr(request, "param", {}))
    yield made
    made.leave()


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A title that only the server has; the windows look for theirs in Ben's folder."""
    folder = tmp_path / "server-home" / "modules" / "the_ford"
    skeleton.make(folder, "The Ford")
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "server-home"))
    return folder


@pytest.fixture
def two(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TwoWindows]:
    """Two windows and a server."""
    monkeypatch.setattr(connection, "PAUSES", (0.2, 0.2, 0.5))
    folder = tmp_path / "server"
    folder.mkdir()
    server = ServerProcess(folder, "--new-keys", "--webhook", "http://127.0.0.1:9/")
    made = TwoWindows(qtbot, tmp_path, server)
    yield made
    made.leave()
    server.stop()
