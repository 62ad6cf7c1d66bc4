"""`qtwar restore`: lists the copies that were kept of documents, or makes a document of one again."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.cli.output import give
from qtwar.services import backups


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("number", nargs="?", type=int, help="which of the list; without it the copies are listed")
    parser.add_argument("--out", type=Path, help="the new document; else one among your games or drafts")


def run(args: argparse.Namespace) -> int:
    """List, or restore."""
    kept = backups.listed()
    if args.number is None:
        rows = [{"number": n, "name": b.name, "made": _when(b.made), "file": str(b.path)} for n, b in enumerate(kept, 1)]
        give(args.json, {"backups": rows}, [f"{row['number']:3}  {row['made']}  {row['name']}" for row in rows])
        return 0
    if not 1 <= args.number <= len(kept):
        raise DataFault("fault.cli.no_backup", number=args.number, n=len(kept))
    made = backups.restore(kept[args.number - 1].path, args.out)
    give(args.json, {"file": str(made)}, [str(made)])
    return 0


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))
