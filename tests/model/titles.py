"""The titles that are installed beside the program, and a small one made here, for tests of what holds of all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qtwar.model.content import TitleContent
from qtwar.model.load import load

MODULES = Path(__file__).resolve().parents[2] / "modules"
TITLES = sorted(path.name for path in MODULES.iterdir() if (path / "module.yaml").is_file())


@cache
def title(name: str) -> TitleContent:
    """Return an installed title's content, read once."""
    return load(MODULES / name)
