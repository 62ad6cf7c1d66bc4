"""`qtwar desktop [--remove]`: makes the program known to a Linux desktop, or takes that away again."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.services import desktop


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--remove", action="store_true", help="take menu entry, kinds of files and icon away; games stay")
    parser.add_argument("--package", nargs=2, metavar=("DIR", "PROGRAM"), help="for a package: files below DIR that name PROGRAM")


def run(args: argparse.Namespace) -> int:
    """Write or take away the files, and say which."""
    if args.package:
        made = desktop.write(Path(args.package[0]), args.package[1])
    else:
        made = desktop.remove() if args.remove else desktop.install()
    found = [str(path) for path in made]
    give(args.json, {"removed" if args.remove else "written": found}, found)
    return 0
