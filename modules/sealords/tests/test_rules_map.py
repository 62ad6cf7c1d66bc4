"""RULES_MAP.yaml names code and tests that are there."""

from __future__ import annotations

from pathlib import Path

import yaml

from qtwar.model.validate import validate_module

MODULE = Path(__file__).resolve().parents[1]
ROWS = yaml.safe_load((MODULE / "RULES_MAP.yaml").read_text(encoding="utf-8"))["rules"]


def test_what_the_map_names_is_there() -> None:
    assert validate_module(MODULE) == []


def test_every_numbered_rule_has_code_and_a_test() -> None:
    assert len(ROWS) == 205
    assert not [rule for rule, row in ROWS.items() if not (row["function"] and row["test"])]
