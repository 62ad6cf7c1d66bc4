"""How fast random games run through the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench
from qtwar.services import titles
from qtwar.services.selfplay import GameBatch, play_games

SCENARIO = "game_warden"
SEEDS = (1, 2, 3, 4)
TRIES = 3


@bench("selfplay")
def selfplay_bench() -> Iterator[Figure]:
    """Actions a second on one core, over whole games of a full scenario of SEALORDS with the quick set-up."""
    folder, _ = titles.load("sealords")
    rates = []
    for _ in range(TRIES):
        rows = play_games(GameBatch(str(folder), SCENARIO, tuple((seed, {}) for seed in SEEDS), 20_000, None, False, "quick"))
        fault = next((fault for row in rows for fault in row["faults"]), None)
        if fault is not None:
            raise DataFault("fault.bench.game_failed", scenario=SCENARIO, why=str(fault))
        rates.append(sum(row["actions"] for row in rows) / sum(row["seconds"] for row in rows))
    note = f"best of {TRIES}, worst {min(rates):.0f}; set-up and checks between batches not counted"
    yield Figure("self-play through the sandbox", max(rates), "actions/s", 300, at_least=True, note=note)
