"""`qtwar handplay TITLE [SCENARIO]`: a robot plays whole games in the real window, by mouse or by keyboard.

With `--table` two do, in two windows and across a server.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from qtwar.cli.output import games_of, give, size_of, take_games, take_language, take_size
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    take_games(parser, 400)
    parser.add_argument("--keys", action="store_true", help="by keyboard alone")
    parser.add_argument("--seats", default="both", choices=["both", "hotseat"])
    parser.add_argument("--free-setup", action="store_true", help="place the units by hand")
    take_language(parser)
    take_size(parser)
    parser.add_argument("--scale", type=int, default=100)
    parser.add_argument("--table", action="store_true", help="two windows and a server, each a process")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="with --table: about every N answers something breaks")
    parser.add_argument("--shots", type=Path, help="folder for a picture of each fault")


def run(args: argparse.Namespace) -> int:
    """Play; status 1 if anything was wrong."""
    say = (lambda line: None) if args.json else partial(print, flush=True)  # also into a file: a game takes minutes
    return _at_table(args, say) if args.table else _at_screen(args, say)


def _at_table(args: argparse.Namespace, say: Callable[[str], object]) -> int:
    from qtwar.handplay.table import TableHands, TablePlan

    plan = TablePlan(args.lang, size_of(args.size), args.scale, args.max_actions, args.kills, args.keys, args.shots)
    hands = TableHands(args.title, plan, say)
    for scenario, seed in games_of(args, hands.content):
        hands.play(scenario, seed)
    give(args.json, {"title": hands.title, **hands.figures.to_json()}, hands.figures.lines())
    return 1 if hands.figures.faults else 0


def _at_screen(args: argparse.Namespace, say: Callable[[str], object]) -> int:
    from qtwar.handplay.play import HandPlan, HandPlay
    from qtwar.handplay.virtual import virtual_screen

    plan = HandPlan(
        language=args.lang,
        size=size_of(args.size),
        scale=args.scale,
        seats=args.seats,
        keys=args.keys,
        quick=not args.free_setup,
        most=args.max_actions,
        shots=args.shots,
    )
    _, content = titles.load(args.title)
    with virtual_screen(), HandPlay(content.title.id, plan, say) as robot:
        for scenario, seed in games_of(args, content):
            robot.play(scenario, seed)
        figures = robot.figures
    lines = [
        f"{figures.games} games, {figures.ended} to their end, {figures.actions} actions, {len(figures.faults)} faults",
        "kinds of ask answered: " + ", ".join(f"{kind} {n}" for kind, n in sorted(figures.kinds.items())),
        "offered and never answered: " + (", ".join(figures.never()) or "none"),
    ]
    give(args.json, {"title": content.title.id, **figures.to_json()}, lines)
    return 1 if figures.faults else 0
