"""`qtwar bench`: the budgets of the design, measured on this machine."""

from __future__ import annotations

import argparse
import os
import sys

from qtwar.base.errors import DataFault
from qtwar.cli.output import give


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("names", nargs="*", help="only these; all without")


def run(args: argparse.Namespace) -> int:
    """Measure and print each figure beside its budget; status 1 if one is missed."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from qtwar.bench import budgets

    known = budgets.names()
    for name in args.names:
        if name not in known:
            raise DataFault("fault.bench.unknown", bench=name, known=list(known))
    figures = budgets.measure(args.names)
    give(args.json, budgets.report(figures), budgets.lines(figures))
    return 0 if all(figure.ok for figure in figures) else 1
