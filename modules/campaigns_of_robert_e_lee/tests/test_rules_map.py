"""RULES_MAP.yaml names code and tests that are there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import yaml

from qtwar.sandbox.testing import position_files

MODULE = Path(__file__).resolve().parents[1]
ROWS = yaml.safe_load((MODULE / "RULES_MAP.yaml").read_text(encoding="utf-8"))["rules"]


def defined(path: Path) -> set[str]:
    """Return the names of functions, classes, methods (`Class.method`) and constants of a file."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


@pytest.mark.parametrize("column", ["function", "test"])
def test_what_the_map_names_exists(column: str) -> None:
    known: dict[str, set[str]] = {}
    wrong = []
    for rule, row in ROWS.items():
        named = row.get(column) if isinstance(row.get(column), list) else [row.get(column)]
        for entry in filter(None, named):
            file, _, name = entry.partition("::")
            path = MODULE / file
            if not path.is_file():
                wrong.append(f"{rule}: {file}")
                continue
            if name:
                names = known.setdefault(file, defined(path))
                if name not in names:
                    wrong.append(f"{rule}: {entry}")
            elif path.suffix == ".py":
                wrong.append(f"{rule}: {entry} names no function")
    assert not wrong


def test_every_numbered_rule_has_code_and_a_test() -> None:
    assert len(ROWS) == 334
    assert not [rule for rule, row in ROWS.items() if not (row.get("reason") or (row.get("function") and row.get("test")))]
    assert sum("reason" in row for row in ROWS.values()) == 3


def test_the_map_names_every_position_file() -> None:
    tests = [row.get("test") or () for row in ROWS.values()]
    named = {entry for some in tests for entry in ([some] if isinstance(some, str) else some)}
    assert not [file.name for file in position_files(MODULE) if f"tests/positions/{file.name}" not in named]
