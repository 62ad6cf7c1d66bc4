"""`qtwar handedit`: a robot makes drafts in the real window, tool by tool, and compares them with what it meant."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from qtwar.cli.output import give, size_of, take_language, take_size


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--drafts", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--only", nargs="+", default=(), metavar="DEED", help="these alone")
    take_language(parser)
    take_size(parser)
    parser.add_argument("--scale", type=int, default=100)
    parser.add_argument("--shots", type=Path, help="folder for a picture of each fault")


def run(args: argparse.Namespace) -> int:
    """Edit; status 1 if anything was wrong."""
    from qtwar.handplay.edit import HandEdit
    from qtwar.handplay.play import HandPlan
    from qtwar.handplay.virtual import virtual_screen

    plan = HandPlan(language=args.lang, size=size_of(args.size), scale=args.scale, shots=args.shots)
    say = (lambda line: None) if args.json else partial(print, flush=True)
    with virtual_screen():
        figures = None
        for seed in range(args.seed, args.seed + max(1, args.drafts)):
            with HandEdit("", plan, say) as robot:
                robot.figures = figures or robot.figures
                robot.edit(seed, args.steps, args.only)
                figures = robot.figures
    assert figures is not None
    lines = [
        f"{figures.games} drafts, {figures.actions} things done, {len(figures.faults)} faults",
        "done: " + ", ".join(f"{deed} {n}" for deed, n in sorted(figures.kinds.items())),
    ]
    give(args.json, figures.to_json(), lines)
    return 1 if figures.faults else 0
