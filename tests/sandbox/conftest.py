"""One module whose query runs whatever it is given, in one worker for all attacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qtwar.sandbox.client import Limits, SandboxRules

HOSTILE = """
from qtwar.kit.title import Title

KEPT = []


def run(seen, args):
    names = {"KEPT": KEPT, "__name__": "title_rules"}
    exec(compile(args["code"], "rules/attack.py", "exec"), names)
    return names.get("out")


def echo(seen, args):
    return args


def setup(t, choices):
    pass


def title(content):
    return Title(content, steps=(), setup=setup, queries={"run": run, "echo": echo, "kept": lambda seen, args: len(KEPT)})
"""
CONTENT: dict[str, Any] = {
    "title": {"id": "hostile"}, "sides": [{"id": "A"}], "kinds": [], "pieces": [], "boards": [], "tables": [], "scenarios": [],
}  # fmt: skip
# Small, so that the attacks that only time can end are over soon: some 0.15 s each.
SMALL = {"query": Limits(1_500_000_000, 10_000)}


@pytest.fixture(scope="session")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module folder with a query `run` that executes its argument."""
    folder = tmp_path_factory.mktemp("modules") / "hostile"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "__init__.py").write_text(HOSTILE, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def port(hostile_folder: Path) -> Iterator[SandboxRules]:
    """The sandbox with the hostile module in it."""
    rules = SandboxRules(hostile_folder, CONTENT, limits=SMALL)
    yield rules
    rules.close()
