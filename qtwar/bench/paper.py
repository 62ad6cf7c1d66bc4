"""Printing measured: a set-up sheet, and the whole map of SEALORDS as vector sheets of A4, from choice to finished file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from qtwar.app.program import application
from qtwar.bench.budgets import Figure, bench
from qtwar.export import writing
from qtwar.services import printing

TRIES = 3
SOURCE = "sealords/game_warden"


@bench("print")
def print_bench() -> Iterator[Figure]:
    """Each try loads the title anew and writes a whole file; the map is in the cache, as after its first look."""
    from qtwar.export.choices import Choices

    application()
    with tempfile.TemporaryDirectory() as folder:
        held = os.environ.get("QTWAR_CACHE")
        os.environ["QTWAR_CACHE"] = folder
        try:
            writing.write(printing.open_source(SOURCE), Choices(what=("map",)), Path(folder) / "first.pdf")
            for text, choices, budget in (
                ("set-up sheet of Game Warden, PDF", Choices(), 1000),
                ("map of SEALORDS, A4 sheets, vector PDF", Choices(what=("map",)), 5000),
                ("counter sheet, both sides, PDF", Choices(what=("counter-sheet",)), None),
                ("tables and charts, PDF", Choices(what=("tables",)), None),
            ):
                times, target = [], Path(folder) / "sheet.pdf"
                for _ in range(TRIES):
                    source = printing.open_source(SOURCE)
                    began = perf_counter()
                    pages = writing.write(source, choices, target).pages
                    times.append((perf_counter() - began) * 1000)
                note = f"best of {TRIES}; {pages} pages, {target.stat().st_size / 1e6:.1f} MB"
                yield Figure(text, min(times), "ms", budget, note=note)
        finally:
            if held is None:
                os.environ.pop("QTWAR_CACHE")
            else:
                os.environ["QTWAR_CACHE"] = held
