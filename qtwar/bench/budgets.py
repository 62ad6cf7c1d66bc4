"""The budgets, measured: each bench is a function that gives figures, each figure has its budget and a verdict.

A bench registers itself with `@bench(name)` and yields `Figure`s. Frame times are those of real paint events on the
platform that Qt runs on; without a display that is the offscreen one, which paints with the same raster engine.
"""

from __future__ import annotations

import importlib
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from qtwar.base.errors import DataFault

_NAMES = (
    "seen", "start", "opening", "board", "games", "whole", "maps", "paper", "rules", "editing", "painting", "scan", "serving",
)  # fmt: skip
MODULES = tuple(f"qtwar.bench.{name}" for name in _NAMES)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value with its budget in the same unit, if it has one, and an aim beyond; `at_least`: more is better."""

    text: str
    figure: float
    unit: str
    budget: float | None = None
    at_least: bool = False
    note: str = ""
    aim: float | None = None

    @property
    def ok(self) -> bool:
        """Whether the budget is kept; so it is where there is none."""
        return self.budget is None or self._reaches(self.budget)

    @property
    def verdict(self) -> str:
        """In a word: the aim is reached, the budget is kept, or it is missed; nothing where there is no budget."""
        if self.budget is None:
            return ""
        return "miss" if not self.ok else "aim" if self.aim is not None and self._reaches(self.aim) else "ok"

    def _reaches(self, limit: float) -> bool:
        return self.figure >= limit if self.at_least else self.figure <= limit

    def as_json(self) -> dict[str, Any]:
        """Return the row with its verdict."""
        return {**asdict(self), "ok": self.ok}


Bench = Callable[[], Iterator[Figure]]
_benches: dict[str, Bench] = {}


def bench(name: str) -> Callable[[Bench], Bench]:
    """Register a bench under a name."""

    def register(function: Bench) -> Bench:
        _benches[name] = function
        return function

    return register


def names() -> list[str]:
    """Return the names of all benches."""
    for module in MODULES:
        importlib.import_module(module)
    return list(_benches)


def measure(wanted: Sequence[str] = (), told: Callable[[Figure], None] = lambda figure: None) -> list[Figure]:
    """Run benches (all when none is named) and return their figures, each `told` when it is known.

    Raises DataFault for an unknown name.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    known = names()
    stray = [name for name in wanted if name not in known]
    if stray:
        raise DataFault("fault.bench.unknown", bench=stray[0], known=list(known))
    figures: list[Figure] = []
    for name in wanted or known:
        for figure in _benches[name]():
            figures.append(figure)
            told(figure)
    return figures


def report(figures: Sequence[Figure]) -> dict[str, Any]:
    """Return the figures as JSON data."""
    return {
        "python": platform.python_version(),
        "machine": platform.platform(),
        "figures": [f.as_json() for f in figures],
    }


def lines(figures: Sequence[Figure]) -> list[str]:
    """Return one line a figure: verdict, what, how much, budget, aim, note."""
    out = []
    for f in figures:
        limit, aim = ("" if value is None else f"{'≥' if f.at_least else '≤'} {value:g}" for value in (f.budget, f.aim))
        out.append(f"{f.verdict:<4} {f.text:<52} {f.figure:>9.1f} {f.unit:<9} {limit:<7} {aim:<7} {f.note}".rstrip())
    return out


def new_home(home: Path) -> dict[str, str]:
    """Return the environment of a program that was never started."""
    places = {"QTWAR_HOME": "home", "QTWAR_SETTINGS": "settings.json", "QTWAR_CACHE": "cache"}
    return {**os.environ, **{name: str(home / place) for name, place in places.items()}}


def timed(do: Callable[[], object]) -> float:
    """Return the ms that something takes."""
    began = perf_counter()
    do()
    return (perf_counter() - began) * 1000


def median(values: list[float]) -> float:
    """Return the median."""
    return statistics.median(values)
