"""A position file from disk: read within limits, its words checked, played through rules of its title."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base import files
from qtwar.base.errors import DataFault, Place
from qtwar.model.content import TitleContent
from qtwar.model.load.parse import MOST_BYTES, ParsedFile
from qtwar.sandbox.vocabulary import vocabulary
from qtwar.session import position
from qtwar.session.ports import RulesPort
from qtwar.session.position_check import Line, changed_ground

OpenRules = Callable[[TitleContent], RulesPort]


@dataclass(frozen=True, slots=True)
class PositionFile:
    """A parsed file: its name, what stands in it, and in which line a part of it stands."""

    name: str
    spec: dict[str, Any]
    line: Line


def read(path: Path) -> PositionFile:
    """Return the parsed file; raises DataFault for what can not be read, is no YAML or names no title."""
    source = ParsedFile(path.name, files.read(path, MOST_BYTES, str(path)))
    if not isinstance(source.data, dict) or not isinstance(source.data.get("title"), str):
        raise DataFault("fault.position.no_title", at=Place(str(path)))
    return PositionFile(path.name, source.data, source.line)


def play(file: PositionFile, module: Path, content: TitleContent, open_rules: OpenRules) -> position.Report:
    """Play a file with the rules in a module folder; raises DataFault with the line of each word that the title lacks."""
    sides = tuple(side.id for side in content.sides)
    with closing(open_rules(content)) as rules:
        words = vocabulary(rules.describe(), module / "rules")
        position.check(file.spec, content, words, file.line, file.name)
        ground = changed_ground(content, file.spec)
        if ground is content:
            return position.play(file.spec, rules, sides, content.pieces_by_id, file.line)
    with closing(open_rules(ground)) as rules:
        return position.play(file.spec, rules, sides, content.pieces_by_id, file.line)
