"""`qtwar titles`: what is installed."""

from __future__ import annotations

import argparse
from typing import Any

from qtwar.base.errors import QtwarError
from qtwar.cli.output import give, take_language
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    take_language(parser)


def run(args: argparse.Namespace) -> int:
    """List the titles; a broken one is listed with its problem and makes the status 1."""
    rows: list[dict[str, Any]] = []
    lines = []
    for item in titles.installed():
        info, problem, coverage = item.info, item.problem, None
        try:
            coverage = titles.rules_coverage(item.path) if info is not None else None
        except QtwarError as fault:
            info, problem = None, fault
        if info is None:
            text = problem.text if problem else "unreadable"
            rows.append({"id": item.id, "problem": text})
            lines.append(f"{item.id}: can not be used. {text}")
            continue
        rows.append(
            {
                "id": info.id,
                "name": info.name.model_dump(),
                "version": info.version,
                "stage": info.stage,
                "players": info.players,
                "minutes": info.minutes,
                "scenarios": titles.scenario_count(item.path),
                "rules_coverage": coverage,
            }
        )
        rules = "free table" if coverage is None else f"rules {coverage} %"
        lines.append(f"{info.id:28} {info.name.get(args.lang)}  ·  {info.stage}  ·  {rules}")
    give(args.json, {"titles": rows}, lines or ["No titles are installed."])
    return 1 if any("problem" in row for row in rows) else 0
