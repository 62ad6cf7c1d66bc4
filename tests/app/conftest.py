"""What tests of the program around the window share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.services import render_worker


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object) -> Iterator[Path]:
    """A cache of its own for pictures that are taken in."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("QTWAR_CACHE", str(folder))
    yield folder
    render_worker.picture_worker().close()
