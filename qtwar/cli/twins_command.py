"""`qtwar twins TITLE [SCENARIO]`: whether a side can tell positions apart that differ in hidden matters alone."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from qtwar.cli.output import give, painting
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title")
    parser.add_argument("scenario", nargs="?", help="all scenarios without it")
    parser.add_argument("--games", type=int, default=1, help="games of each scenario")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-actions", type=int, default=240, help="of each game")


def run(args: argparse.Namespace) -> int:
    """Play and compare; status 1 if anything differed."""
    from qtwar.services.twins.games import TwinGames, TwinPlan

    _, content = titles.load(args.title)
    wanted = [titles.scenario_of(content, args.scenario)] if args.scenario else [s.id for s in content.scenarios]
    rows, lines = [], []
    with painting(), TwinGames(args.title, TwinPlan(most=args.max_actions)) as games:
        for scenario in wanted:
            for seed in range(args.seed, args.seed + max(0, args.games)):
                row = {"scenario": scenario, "seed": seed, **games.play(scenario, seed).to_json()}
                rows.append(row)
                lines.append(
                    f"{scenario}, seed {seed}: {row['pairs']} pairs, {row['actions']} actions"
                    + "".join(f"\n  difference: {d}" for d in row["differences"])
                )
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
