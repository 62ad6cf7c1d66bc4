"""`qtwar replay FILE`: walks a game's journal; with --verify re-runs its actions and compares the events.

A recorded game (`session.record`) is played again entry by entry; --record makes one of a game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.session import record
from qtwar.session.play import PlaySession
from qtwar.storage.document import Document


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="a game (.qtwar), or a recorded game (.json)")
    parser.add_argument("--verify", action="store_true", help="re-run every action in the present rules")
    parser.add_argument("--record", type=Path, metavar="OUT", help="write the game as a text that can be played again")


def run(args: argparse.Namespace) -> int:
    """Report the game's length and end; status 1 if an action gives other events now."""
    if args.file.suffix == ".json":
        return _recorded(args)
    with Document.open(args.file, readonly=True) as document:
        content = document.content()
        journal = document.journal()
        folder = titles.find(content.title.id)
        with open_rules(folder, content) as rules:
            session = PlaySession(rules, journal, tuple(s.id for s in content.sides))
            session.resume()
            difference = session.verify() if args.verify else None
            if args.record is not None:
                record.write(args.record, record.record(session))
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


def _recorded(args: argparse.Namespace) -> int:
    found = record.read(args.file)
    folder, content = titles.load(found["title"])
    with open_rules(folder, content) as rules:
        difference = record.replay(found, rules, tuple(s.id for s in content.sides))
    name = f"{found['title']}/{found['scenario']}"
    data = {"title": found["title"], "scenario": found["scenario"], "entries": len(found["entries"])}
    lines = [f"{name}: {len(found['entries'])} entries", difference or "every entry comes to the same position"]
    give(args.json, {**data, "verified": difference is None, "difference": difference}, lines)
    return 1 if difference else 0
