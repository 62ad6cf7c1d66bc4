"""`qtwar new DIR`: a module to begin with."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.editing.templates import PRESETS
from qtwar.services import skeleton

KINDS = {"tactical": "hex", "operational": "hex", "squares": "square", "areas": "areas", "cards": "cards"}


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--name", default="", help="what players call it (the folder's name, if not said)")
    parser.add_argument("--map", choices=[p for p in PRESETS if p not in ("areas", "cards")], default="tactical")
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--rows", type=int, default=10)


def run(args: argparse.Namespace) -> int:
    """Write it and say what to do next."""
    skeleton.make(
        args.folder,
        args.name,
        kind=KINDS[args.map],
        preset=args.map,
        columns=max(8, args.columns),
        rows=max(8, args.rows),
    )
    shown = str(args.folder)
    lines = [
        f"{shown} is a module that works: a map of {max(8, args.columns)} × {max(8, args.rows)} cells, two sides, one rule.",
        f"  qtwar validate {shown}",
        f"  qtwar try {shown}/tests/positions/1_1_one_cell.yaml",
        f"  qtwar open {shown}",
    ]
    give(
        args.json,
        {
            "folder": shown,
            "files": sorted(p.relative_to(args.folder).as_posix() for p in args.folder.rglob("*") if p.is_file()),
        },
        lines,
    )
    return 0
