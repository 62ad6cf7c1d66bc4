"""The position files of this folder hold (`qtwar try` plays the same files through the sandbox)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from modules.band_of_heroes.tests.conftest import MODULE
from qtwar.model.content import Content as Model
from qtwar.model.load import load
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.session import position

FILES = sorted((MODULE / "tests" / "positions").glob("*.yaml"))


@pytest.fixture(scope="module")
def model() -> Model:
    """The content as models."""
    return load(MODULE)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_position(file: Path, model: Model) -> None:
    spec = yaml.safe_load(file.read_text(encoding="utf-8"))
    position.check_shape(spec)
    rules = InProcessRules(MODULE, model.rules_json())
    report = position.play(spec, rules, tuple(side.id for side in model.sides))
    assert not report.faults, report.faults
