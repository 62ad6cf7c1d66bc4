"""`qtwar twins TITLE [SCENARIO]`: whether a side can tell positions apart that differ in hidden matters alone."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from qtwar.cli.output import games_of, give, options_of, painting, take_games, take_options
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    take_games(parser, 240)
    take_options(parser)
    parser.add_argument("--wire", action="store_true", help="compare what a server sends to a seat, byte for byte")


def run(args: argparse.Namespace) -> int:
    """Play and compare; status 1 if anything differed."""
    from qtwar.services.twins.games import TwinGames, TwinPlan
    from qtwar.services.twins.wired import WireTwins, wired

    _, content = titles.load(args.title)
    rows, lines = [], []
    with ExitStack() as held:
        games: TwinGames | WireTwins
        if args.wire:
            folder = Path(held.enter_context(tempfile.TemporaryDirectory()))
            games = held.enter_context(wired(folder, args.title, TwinPlan(most=args.max_actions)))
        else:
            held.enter_context(painting())
            games = held.enter_context(TwinGames(args.title, TwinPlan(most=args.max_actions)))
        for scenario, seed in games_of(args, content):
            figures = games.play(scenario, seed, options_of(args, content, scenario, seed))
            row = {"scenario": scenario, "seed": seed, **figures.to_json()}
            rows.append(row)
            lines.append(f"{scenario}, seed {seed}: {row['pairs']} pairs, {row['actions']} actions")
            lines += [f"  difference: {difference}" for difference in row["differences"]]
    pairs, actions = (sum(row[what] for row in rows) for what in ("pairs", "actions"))
    differences = sum(len(row["differences"]) for row in rows)
    lines.append(f"{len(rows)} games, {pairs} pairs, {actions} actions, {differences} differences")
    lines += [
        f"{heading}: " + ", ".join(f"{what} {n}" for what, n in sorted(total.items()))
        for heading, total in (("exchanged", _total(rows, "exchanged")), ("ended", _total(rows, "ended")))
        if total
    ]
    data = {"title": content.title.id, "games": rows, "pairs": pairs, "actions": actions, "differences": differences}
    give(args.json, data, lines)
    return 1 if differences else 0


def _total(rows: list[dict[str, Any]], of: str) -> Counter[str]:
    return sum((Counter(row[of]) for row in rows), Counter())
