"""`qtwar bench`: the budgets of the design, measured on this machine."""

from __future__ import annotations

import argparse

from qtwar.cli.output import give


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("names", nargs="*", help="only these; all without")


def run(args: argparse.Namespace) -> int:
    """Measure and print each figure beside its budget; status 1 if one is missed."""
    from qtwar.bench import budgets

    figures = budgets.measure(args.names)
    give(args.json, budgets.report(figures), budgets.lines(figures))
    return 0 if all(figure.ok for figure in figures) else 1
