"""How fast random games run through the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench
from qtwar.services import titles
from qtwar.services.selfplay import GameBatch, play_games

GAMES = (
    ("sealords", "game_warden", tuple(range(1, 11)), 600, 1000),
    ("band_of_heroes", "s1_crossroads", tuple(range(1, 11)), 350, 500),
)
"""Title, a full scenario of it, seeds, budget and aim."""
TRIES = 3


@bench("selfplay")
def selfplay_bench() -> Iterator[Figure]:
    """Actions a second on one core, over whole games with the quick set-up; the best of some tries."""
    yield from self_play(TRIES)


def self_play(tries: int) -> Iterator[Figure]:
    """Actions a second of each title that has a budget for it."""
    for title, scenario, seeds, budget, aim in GAMES:
        folder, _ = titles.load(title)
        rates = []
        for _ in range(tries):
            rows = play_games(GameBatch(str(folder), scenario, tuple((seed, {}) for seed in seeds), 20_000, None, False, "quick"))
            fault = next((fault for row in rows for fault in row["faults"]), None)
            if fault is not None:
                raise DataFault("fault.bench.game_failed", scenario=scenario, why=str(fault))
            rates.append(sum(row["actions"] for row in rows) / sum(row["seconds"] for row in rows))
        note = f"best of {tries}, worst {min(rates):.0f}; set-up and checks between batches not counted"
        text = f"{title}, self-play through the sandbox"
        yield Figure(text, max(rates), "actions/s", budget, at_least=True, note=note, aim=aim)
