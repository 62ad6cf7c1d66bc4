"""RULES_MAP.yaml names code and tests that are there."""

from __future__ import annotations

from pathlib import Path

import yaml

from qtwar.model.validate import validate_module
from qtwar.sandbox.testing import position_files

MODULE = Path(__file__).resolve().parents[1]
ROWS = yaml.safe_load((MODULE / "RULES_MAP.yaml").read_text(encoding="utf-8"))["rules"]


def test_what_the_map_names_is_there() -> None:
    assert validate_module(MODULE) == []


def test_every_numbered_rule_has_code_and_a_test() -> None:
    assert len(ROWS) == 334
    assert not [rule for rule, row in ROWS.items() if not (row.get("reason") or (row.get("function") and row.get("test")))]
    assert sum("reason" in row for row in ROWS.values()) == 3


def test_the_map_names_every_position_file() -> None:
    tests = [row.get("test") or () for row in ROWS.values()]
    named = {entry for some in tests for entry in ([some] if isinstance(some, str) else some)}
    assert not [file.name for file in position_files(MODULE) if f"tests/positions/{file.name}" not in named]
