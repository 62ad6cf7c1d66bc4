"""`qtwar recover FILE`: makes a new document of all that is whole in a damaged one."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.services import documents, titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="a game or a draft (.qtwar)")
    parser.add_argument("--out", type=Path, help="the new document; else one beside it")


def run(args: argparse.Namespace) -> int:
    """Make the new document, and say what is missing in it."""
    target = args.out or titles.fresh_path(args.file.resolve().parent, args.file.stem)
    found = documents.recover(args.file, target)
    said = [fault.text for fault in found.missing]
    data = {"file": str(args.file), "out": str(found.path), "entries": found.entries, "missing": said}
    give(args.json, data, [*said, f"{found.path.name}: {found.entries} entries, the rest of {args.file.name} as it was read"])
    return 0
