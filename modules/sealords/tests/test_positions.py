"""The position files of this folder hold (`qtwar try` plays the same files through the sandbox)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from qtwar.model.content import Content as Model
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.session import position

MODULE = Path(__file__).resolve().parents[1]
FILES = sorted((MODULE / "tests" / "positions").glob("*.yaml"))


@pytest.fixture(scope="module")
def rules(model: Model) -> InProcessRules:
    """The title's rules in this process."""
    return InProcessRules(MODULE, model.rules_json())


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_position(file: Path, rules: InProcessRules, model: Model) -> None:
    spec = yaml.safe_load(file.read_text(encoding="utf-8"))
    position.check_shape(spec)
    report = position.play(spec, rules, tuple(side.id for side in model.sides))
    assert not report.faults, report.faults
