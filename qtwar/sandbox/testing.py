"""What a title's tests need of its folder: its content, and whether its position files hold."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qtwar.kit.content import Content
from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.sandbox import positions
from qtwar.sandbox.inprocess import InProcessRules


@cache
def content_of(module: Path) -> TitleContent:
    """Return the content of a module folder; the same for every test."""
    return load(module)


@cache
def rules_content(module: Path) -> Content:
    """Return the content as the rules read it."""
    return Content(content_of(module).rules_json())


def position_files(module: Path) -> list[Path]:
    """Return the position files of a module."""
    return sorted((module / "tests" / "positions").glob("*.yaml"))


def position_faults(module: Path, file: Path) -> list[str]:
    """Play a position file with the rules in this interpreter; returns what does not come out as it says."""
    played = positions.play(
        positions.read(file), module, content_of(module), lambda changed: InProcessRules(module, changed.rules_json())
    )
    return list(played.faults)
