"""Every sentence of a fault is said by something: one that nothing raises any more goes with what raised it."""

from __future__ import annotations

import re
from pathlib import Path

from qtwar.base.text import DEFAULT, program

COMPOSED = re.compile(r"""f["'](fault\.[a-z_.]*)\{""")
"""The beginning of a key whose end is filled in."""


def test_no_sentence_of_a_fault_is_left_that_nothing_says(repository: Path) -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in sorted((repository / "qtwar").rglob("*.py")))
    said, begun = set(re.findall(r"[\"'](fault\.[a-z0-9_.]+)[\"']", code)), tuple(COMPOSED.findall(code))
    keys = {key.removesuffix(".fix") for key in program(DEFAULT) if key.startswith("fault.")}
    assert sorted(key for key in keys - said if not key.startswith(begun)) == []
