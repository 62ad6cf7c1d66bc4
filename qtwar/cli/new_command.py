"""`qtwar new DIR`: a module to begin with."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.services import skeleton
from qtwar.session.begin import GRIDS


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--name", default="", help="what players call it (the folder's name, if not said)")
    parser.add_argument("--map", choices=[p for p in GRIDS if p not in ("areas", "cards")], default="tactical")
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--rows", type=int, default=10)


def run(args: argparse.Namespace) -> int:
    """Write it and say what to do next."""
    columns, rows, shown = max(8, args.columns), max(8, args.rows), str(args.folder)
    skeleton.make(args.folder, args.name, kind=GRIDS[args.map], preset=args.map, columns=columns, rows=rows)
    lines = [
        f"{shown} is a module that works: a map of {columns} × {rows} cells, two sides, one rule.",
        f"  qtwar validate {shown}",
        f"  qtwar try {shown}/tests/positions/1_1_one_cell.yaml",
        f"  qtwar open {shown}",
    ]
    files = sorted(p.relative_to(args.folder).as_posix() for p in args.folder.rglob("*") if p.is_file())
    give(args.json, {"folder": shown, "files": files}, lines)
    return 0
