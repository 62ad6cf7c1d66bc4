"""Somebody at the program: one pair of hands for every story."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qtwar.services import games
from qtwar.session.chance import key_from_seed
from tests.stories.hands import Hands

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
