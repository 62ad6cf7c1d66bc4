"""`qtwar selfplay TITLE SCENARIO`: random games of offered actions, through the sandbox."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from qtwar.cli.output import give, options_of, take_native, take_options
from qtwar.services import titles
from qtwar.services.selfplay import GameBatch, play_games


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title")
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-actions", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep each game as a document")
    parser.add_argument("--setup", default="", help="a choice of the new-game panel: quick or free")
    parser.add_argument("--free", action="store_true", help="gestures of the free table instead of the rules' offers")
    take_options(parser)
    take_native(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games; status 1 if any had a fault."""
    folder, content = titles.load(args.title)
    titles.scenario_of(content, args.scenario)
    seeds = range(args.seed, args.seed + max(0, args.games))
    games = tuple((seed, options_of(args, content, args.scenario, seed)) for seed in seeds)
    jobs = max(1, min(args.jobs, len(games) or 1))
    save = None if args.save is None else str(args.save)
    works = [
        GameBatch(str(folder), args.scenario, games[i::jobs], args.max_actions, save, args.native, args.setup, args.free)
        for i in range(jobs)
    ]
    if jobs == 1:
        results = play_games(works[0])
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = [row for rows in pool.map(play_games, works) for row in rows]
    results.sort(key=lambda row: row["seed"])
    actions = sum(row["actions"] for row in results)
    seconds = sum(row["seconds"] for row in results)
    faults = sum(len(row["faults"]) for row in results)
    rate = round(actions / seconds, 1) if seconds else 0.0
    lines = [
        f"seed {r['seed']}: {_outcome(r)}, turn {r['turns']}, {r['actions']} actions"
        + "".join(f"\n  fault: {f}" for f in r["faults"])
        for r in results
    ]
    played = f"{len(results)} game{'' if len(results) == 1 else 's'}"
    lines.append(f"{played}, {actions} actions, {rate} actions/s on one core, {faults} faults")
    data = {"title": content.title.id, "scenario": args.scenario, "games": results, "actions": actions}
    give(args.json, {**data, "actions_per_second": rate, "faults": faults}, lines)
    return 1 if faults else 0


def _outcome(row: Mapping[str, Any]) -> str:
    """Return how a game ended: `FW decisive`, `draw`, or `no winner` where the rules named none."""
    return " ".join(str(word) for word in (row["winner"], row["level"]) if word) or "no winner"
