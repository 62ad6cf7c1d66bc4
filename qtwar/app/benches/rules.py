"""How fast random games run through the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from qtwar.app import titles
from qtwar.app.bench import Figure, bench
from qtwar.app.selfplay import Job, play_games


@bench("selfplay")
def selfplay_bench() -> Iterator[Figure]:
    """Actions a second on one core, over whole games of the first scenario of SEALORDS."""
    folder, content = titles.load("sealords")
    rows = play_games(Job(str(folder), content.scenarios[0].id, (1, 2), 20_000, None, False, ""))
    seconds = sum(row["seconds"] for row in rows)
    yield Figure(
        "self-play through the sandbox", sum(row["actions"] for row in rows) / seconds, "actions/s", 300, at_least=True
    )
