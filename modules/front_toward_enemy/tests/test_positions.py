"""The position files of this folder hold (`qtwar try` plays the same files through the sandbox)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from qtwar.sandbox.testing import position_faults, position_files

MODULE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("file", position_files(MODULE), ids=lambda f: f.stem)
def test_position(file: Path) -> None:
    assert position_faults(MODULE, file) == []


@pytest.mark.parametrize("file", position_files(MODULE), ids=lambda f: f.stem)
def test_the_map_of_the_rules_names_it_with_its_rule(file: Path) -> None:
    rules = yaml.safe_load((MODULE / "RULES_MAP.yaml").read_text("utf-8"))["rules"]
    rule = yaml.safe_load(file.read_text("utf-8"))["rule"]
    named = [key for key, entry in rules.items() if f"tests/positions/{file.name}" in entry.get("test", ())]
    assert any(key == rule or key.startswith(f"{rule}-") for key in named)
