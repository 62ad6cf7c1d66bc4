"""`qtwar scenarios TITLE`: what can be played."""

from __future__ import annotations

import argparse

from qtwar.cli.output import give, take_language
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title")
    take_language(parser)


def run(args: argparse.Namespace) -> int:
    """List the scenarios of a title."""
    path, content = titles.load(args.title)
    coverage = titles.rules_coverage(path)
    rows = [
        {
            "id": s.id,
            "name": s.name.model_dump(),
            "turns": s.turns,
            "sides": [side.id for side in content.sides],
            "players": content.title.players,
            "rules_coverage": coverage,
        }
        for s in content.scenarios
    ]
    lines = [f"{s.id:20} {s.name.get(args.lang)}  ·  {s.turns} turns" for s in content.scenarios]
    give(args.json, {"title": content.title.id, "scenarios": rows}, lines)
    return 0
