"""`qtwar bench`: the budgets of the design, measured on this machine."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from qtwar.cli.output import give


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "names",
        nargs="*",
        help="only these; all without; fuzz: strangers' files, changed at random; kills: the window, killed at random; "
        "attacks: those of docs/attacks.md but for servers, each met by the window",
    )
    parser.add_argument("--rounds", type=int, default=1, help="measure so many times and print the medians")
    parser.add_argument("--minutes", type=float, default=1.0, help="of fuzz and kills: how long")
    parser.add_argument("--seed", type=int, default=0, help="of fuzz and kills: the number of the first case")
    parser.add_argument("--kind", action="append", default=[], help="of fuzz and kills: only this kind; of attacks: this number")
    parser.add_argument("--most", type=int, help="of fuzz and kills: no more rounds than this")


def run(args: argparse.Namespace) -> int:
    """Measure and print each figure beside its budget; status 1 if one is missed."""
    if args.names == ["fuzz"]:
        return _fuzz(args)
    if args.names == ["kills"]:
        return _kills(args)
    if args.names == ["attacks"]:
        return _attacks(args)
    from qtwar.bench import budgets

    def told(figure: Any) -> None:
        if not args.json:  # some take minutes
            print(*budgets.lines([figure]), flush=True)

    figures = budgets.measure(args.names, told, max(1, args.rounds))
    if args.rounds > 1 and not args.json:
        print("", f"medians of {args.rounds} rounds", *budgets.lines(figures), sep="\n")
    if args.json:
        give(args.json, budgets.report(figures), [])
    return 0 if all(figure.ok for figure in figures) else 1


def _fuzz(args: argparse.Namespace) -> int:
    import tempfile
    from pathlib import Path

    from qtwar.bench import fuzz

    with tempfile.TemporaryDirectory() as folder:
        so_far = _pulse(lambda found: found.line)
        found = fuzz.run(args.minutes * 60, args.seed, tuple(args.kind), Path(folder), args.most, so_far)
    data = {"tried": found.tried, "refused": found.refused, "count": found.count, "broken": found.broken, "next": found.next}
    give(args.json, data, found.table())
    return 1 if found.broken else 0


def _kills(args: argparse.Namespace) -> int:
    import tempfile
    from pathlib import Path

    from qtwar.handplay import kills

    with tempfile.TemporaryDirectory() as folder:
        so_far = _pulse(lambda found: found.table()[-2])
        found = kills.run(args.minutes * 60, tuple(args.kind), Path(folder), args.seed, args.most, so_far)
    give(args.json, {"kills": found.kills, "shown": found.shown, "faults": found.faults}, [*found.table(), *found.faults])
    return 1 if found.faults else 0


def _attacks(args: argparse.Namespace) -> int:
    from qtwar.bench import attacks

    found = attacks.run(args.kind, _pulse(lambda found: found.met[-1].line))
    give(args.json, found.as_json(), found.table())
    return 0 if all(met.ok for met in found.met) else 1


def _pulse(line: Callable[[Any], str]) -> Callable[[Any], None]:
    """Return what says once a minute how far a long run has come."""
    begun = last = time.monotonic()

    def say(found: Any) -> None:
        nonlocal last
        if time.monotonic() - last > 60:
            last = time.monotonic()
            sys.stderr.write(f"{(last - begun) / 60:.0f} min: {line(found)}\n")

    return say
