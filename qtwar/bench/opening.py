"""How long a person waits for a game: each title's largest scenario, opened in a process of its own, by the window itself.

The first time nothing is kept yet: no card, no map, no counter; only the rules engine is compiled (once a machine,
told in the start window). The second time is another process that finds what the first one kept.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from qtwar.base import child, jsonio
from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench, new_home
from qtwar.model.content import Scenario
from qtwar.services import titles

BUDGET = 1500
TRIES = 2
CHOOSING = 2.0
"""Seconds in which nobody chooses a title, a scenario and Start, once the start window lists them all."""


@bench("opening")
def opening_bench() -> Iterator[Figure]:
    """From Start to the board painted, and from the list of games to the board painted."""
    for item in titles.installed():
        if item.info is None:
            continue
        content = titles.load(str(item.path))[1]
        scenario = max(content.scenarios, key=_weight)
        first: list[tuple[float, float]] = []
        second: list[tuple[float, float]] = []
        again: list[tuple[float, float]] = []
        for _ in range(TRIES):
            with tempfile.TemporaryDirectory() as folder:
                env = new_home(Path(folder))
                take_engine(Path(folder))
                for new in (first, second):
                    told = _run(env, item.id, scenario.id)
                    new.append(tuple(told["new"]))
                    again.append(tuple(told["again"]))
        yield _figure(f"open {item.id}, first time", first, f"; {scenario.id}")
        yield _figure(f"open {item.id}, second time", second)
        yield _figure(f"go on with a game of {item.id}", again)


def _figure(text: str, runs: list[tuple[float, float]], more: str = "") -> Figure:
    waited, computed = min(runs)
    note = f"best of {len(runs)}, worst {max(runs)[0]:.0f}; computed {computed:.0f} of them{more}"
    return Figure(text, waited, "ms", BUDGET, note=note)


def _weight(scenario: Scenario) -> int:
    return len(jsonio.dumps(scenario.as_json()))


def take_engine(home: Path) -> None:
    """Have the rules engine compiled in a new home, as an installation does, and what every title runs on."""
    from qtwar.sandbox import guest

    made, cache = guest.ensure(), home / "cache"
    cache.mkdir(parents=True)
    for file in made.parent.glob(f"{made.stem}.*"):
        os.link(file, cache / file.name)
    command = [*child.program(), "doctor", "--engine"]
    subprocess.run(command, env={**os.environ, "QTWAR_CACHE": str(cache)}, stdout=subprocess.DEVNULL, timeout=300, check=True)


def _run(env: dict[str, str], title: str, scenario: str) -> dict[str, Any]:
    command = child.command("opening", title, scenario)
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    try:
        return dict(json.loads(done.stdout.splitlines()[-1]))
    except (ValueError, IndexError):
        raise DataFault("fault.bench.not_opened", title=title, status=done.returncode, detail=done.stderr) from None


def _measure(title: str, scenario: str) -> dict[str, tuple[float, float]]:
    """Start the window as a person does, choose, open, close, go on; returns ms waited and ms computed."""
    sys.setswitchinterval(0.0005)
    from qtwar.app.stage import rest, settle, staged
    from qtwar.session.begin import NewGame

    with staged(titles.user_home()) as program:
        window = program.window
        program.library.preload()
        settle(lambda: title in window.library_page.tiles and not program.library.reading, 60)
        rest(CHOOSING)

        def waited(do: Callable[[], object]) -> tuple[float, float]:
            began, computed = perf_counter(), process_time()
            do()
            settle(lambda: hasattr(window.stack.currentWidget(), "prompt"), 60)
            page: Any = window.stack.currentWidget()
            page.board.repaint()
            return (perf_counter() - began) * 1000, (process_time() - computed) * 1000

        new = waited(lambda: program.start_game(NewGame(title, scenario, seats="both", quick=True)))
        page: Any = window.stack.currentWidget()
        settle(lambda: not page.board.unfinished and not page.board.ground.waiting(), 60)
        path = Path(page.model.settings.identity.path)
        window.close_tab(window.tabs.currentIndex())
        rest(0.2)
        again = waited(lambda: program.open_path(path))
        window.close_tab(window.tabs.currentIndex())
    program.library.leave()
    return {"new": new, "again": again}


def main(arguments: list[str]) -> None:
    """Measure a TITLE and SCENARIO in this process, whose start is part of it."""
    print(json.dumps(_measure(*arguments)), flush=True)
