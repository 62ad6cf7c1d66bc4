"""The position files of this folder hold (`qtwar try` plays the same files through the sandbox)."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.sandbox.testing import position_faults, position_files

MODULE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("file", position_files(MODULE), ids=lambda f: f.stem)
def test_position(file: Path) -> None:
    assert position_faults(MODULE, file) == []
