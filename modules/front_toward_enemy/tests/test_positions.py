"""The position files of this folder hold (`qtwar try` plays the same files through the sandbox)."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.model.content import TitleContent as Model
from qtwar.model.load import load
from qtwar.sandbox import positions
from qtwar.sandbox.inprocess import InProcessRules

MODULE = Path(__file__).resolve().parents[1]
FILES = sorted((MODULE / "tests" / "positions").glob("*.yaml"))


@pytest.fixture(scope="module")
def content() -> Model:
    """The content as models."""
    return load(MODULE)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_position(file: Path, content: Model) -> None:
    report = positions.play(
        positions.read(file), MODULE, content, lambda changed: InProcessRules(MODULE, changed.rules_json())
    )
    assert not report.faults, report.faults
