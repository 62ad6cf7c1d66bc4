"""RULES_MAP.yaml has a row for every rule of coverage.yaml, and what it names is there."""

from __future__ import annotations

import yaml

from modules.band_of_heroes.tests.conftest import MODULE
from qtwar.model.validate import validate_module

ROWS = yaml.safe_load((MODULE / "RULES_MAP.yaml").read_text(encoding="utf-8"))["rules"]
WANTED = [str(r["id"]) for r in yaml.safe_load((MODULE / "coverage.yaml").read_text(encoding="utf-8"))["rules"]]


def test_every_rule_of_the_book_has_its_row() -> None:
    assert sorted(map(str, ROWS)) == sorted(WANTED)
    assert len(WANTED) == 192


def test_what_the_map_names_is_there() -> None:
    assert validate_module(MODULE) == []


def test_only_what_the_book_leaves_out_has_a_reason_instead() -> None:
    left_out = {rule for rule, row in ROWS.items() if "reason" in row}
    assert left_out <= {
        "1.6.1.1", "1.6.3f", "1.6.3g", "3.0g", "4.0m", "5.1f", "10.1f", "11.11a", "11.5", "11.6", "11.8", "13.91", "PHYS",
    }  # fmt: skip
