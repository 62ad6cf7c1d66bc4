"""How much of a book's rules a title enforces, as lists of titles show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.services import titles

DONE = "{function: rules/a.py::f, test: tests/test_a.py::test_f}"


def coverage(folder: Path, *rows: str) -> int | None:
    folder.mkdir()
    lines = [f"  '{n}.0': {row}" for n, row in enumerate(rows, 1)]
    (folder / "RULES_MAP.yaml").write_text("\n".join(["rules:", *lines]), encoding="utf-8")
    return titles.rules_coverage(folder)


def test_rules_without_code_or_test_count_as_holes_rules_with_a_reason_not_at_all(tmp_path: Path) -> None:
    assert coverage(tmp_path / "a", DONE, DONE, "{reason: no vehicles here}", "{function: rules/a.py::f}") == 67
    assert coverage(tmp_path / "b", DONE, "{reason: no vehicles here}") == 100
    assert coverage(tmp_path / "d", DONE, "{open: not yet}", "{function: rules/a.py::f, test: tests/a.yaml, open: half}") == 33
    assert coverage(tmp_path / "c", "{reason: nothing to do}") is None


@pytest.mark.parametrize("text", ["", "rules:\n", "{}\n"])
def test_a_map_without_an_entry_asks_for_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "RULES_MAP.yaml").write_text(text, encoding="utf-8")
    assert titles.rules_coverage(tmp_path) is None


def test_a_map_that_holds_no_pairs_is_a_sentence_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "RULES_MAP.yaml").write_text("rules: [8.4]\n", encoding="utf-8")
    with pytest.raises(DataFault, match=r"RULES_MAP\.yaml"):
        titles.rules_coverage(tmp_path)


def test_a_module_without_a_map_is_a_free_table(tmp_path: Path) -> None:
    assert titles.rules_coverage(tmp_path) is None
