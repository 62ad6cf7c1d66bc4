"""`qtwar replay FILE`: walks a game's journal; with --verify re-runs its actions and compares the events."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.session.play import PlaySession
from qtwar.storage.document import Document


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--verify", action="store_true", help="re-run every action in the present rules")


def run(args: argparse.Namespace) -> int:
    """Report the game's length and end; status 1 if an action gives other events now."""
    with Document.open(args.file, readonly=True) as document:
        content = document.content()
        journal = document.journal()
        folder = titles.find(content.title.id)
        with open_rules(folder, content) as rules:
            session = PlaySession(rules, journal, tuple(s.id for s in content.sides))
            session.resume()
            difference = session.verify() if args.verify else None
            data = {
                "title": content.title.id,
                "scenario": session.state.meta.get("scenario"),
                "entries": len(session.history),
                "rows": session.history.last_no,
                "digest": session.state.digest(),
                "result": session.state.result,
                "verified": None if not args.verify else difference is None,
                "difference": difference,
            }
    lines = [f"{data['title']}/{data['scenario']}: {data['entries']} entries in force of {data['rows']} rows"]
    if args.verify:
        lines.append(difference or "every action gives the same events")
    give(args.json, data, lines)
    return 1 if difference else 0
