"""How long the program takes from the shell to a window that can be used."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from qtwar.app.program import SAY_SHOWN
from qtwar.base import child
from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench, new_home

TRIES = 5


@bench("start")
def start_bench() -> Iterator[Figure]:
    """From the start of the process to its window shown, painted and idle, after a first start that is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "settings.json").write_text(json.dumps({"welcomed": True}), encoding="utf-8")
        env = {**new_home(home), SAY_SHOWN: "1"}
        runs = [_start(env) for _ in range(TRIES + 1)][1:]
    heavy = sorted({name for _, names in runs for name in names})
    note = f"best of {TRIES}, worst {max(ms for ms, _ in runs):.0f}; of the heavy modules: {', '.join(heavy) or 'none'}"
    yield Figure("start to a usable window, second start", min(ms for ms, _ in runs), "ms", 800, note=note)


def _start(env: dict[str, str]) -> tuple[float, list[str]]:
    """Return the ms until the window says that it is there, and which heavy modules were imported by then."""
    began = perf_counter()
    with subprocess.Popen(child.program(), env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        took = (perf_counter() - began) * 1000
        process.communicate(timeout=60)
    try:
        return took, list(json.loads(line)["heavy"])
    except (ValueError, KeyError):
        raise DataFault("fault.bench.no_window", status=process.returncode) from None
