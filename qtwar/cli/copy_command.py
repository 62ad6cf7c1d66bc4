"""`qtwar copy GAME --side SIDE`: writes what one side knows of a game as a document that holds nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.cli.output import give
from qtwar.services import games, titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", type=Path, help="a game (.qtwar)")
    parser.add_argument("--side", required=True, help="the side whose view and log are written")
    parser.add_argument("--out", type=Path, help="the new document; else one beside the game")


def run(args: argparse.Namespace) -> int:
    """Write the copy, and say where."""
    target = args.out or titles.fresh_path(args.game.resolve().parent, f"{args.game.stem} - {args.side}")
    games.write_copy_for(args.game, target, args.side)
    give(args.json, {"file": str(target), "side": args.side}, [f"{target}: what {args.side} knows, and nothing else"])
    return 0
