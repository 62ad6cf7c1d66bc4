"""The budgets, measured: each bench is a function that gives figures, each figure has its budget and a verdict.

A bench registers itself with `@bench(name)` and yields `Figure`s. Frame times are those of real paint events on the
platform that Qt runs on; without a display that is the offscreen one, which paints with the same raster engine.
"""

from __future__ import annotations

import compileall
import importlib
import math
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.places import PACKAGE, frozen

NEVER = math.inf
"""The figure of what did not come while it was waited for."""
_NAMES = (
    "seen", "start", "opening", "board", "games", "whole", "maps", "paper", "rules", "editing", "painting", "scan", "serving",
)  # fmt: skip
MODULES = tuple(f"qtwar.bench.{name}" for name in _NAMES)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value with its budget in the same unit, if it has one, and an aim beyond; `at_least`: more is better.

    What did not come while it was waited for has no value: `NEVER`, and the note says how long that was.
    """

    text: str
    figure: float
    unit: str
    budget: float | None = None
    at_least: bool = False
    note: str = ""
    aim: float | None = None

    @property
    def ok(self) -> bool:
        """Whether it came, and the budget is kept; so it is where there is none."""
        return self.came and (self.budget is None or self._reaches(self.budget))

    @property
    def came(self) -> bool:
        """Whether what was waited for came."""
        return math.isfinite(self.figure)

    @property
    def verdict(self) -> str:
        """In a word: the aim is reached, the budget is kept, or it is missed; nothing where there is no budget."""
        if not self.ok:
            return "miss"
        return "" if self.budget is None else "aim" if self.aim is not None and self._reaches(self.aim) else "ok"

    def _reaches(self, limit: float) -> bool:
        return self.figure >= limit if self.at_least else self.figure <= limit

    def as_json(self) -> dict[str, Any]:
        """Return the row with its verdict."""
        return {**asdict(self), "figure": self.figure if self.came else None, "ok": self.ok}


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


def measure(
    wanted: Sequence[str] = (), told: Callable[[Figure], None] = lambda figure: None, rounds: int = 1
) -> list[Figure]:
    """Run benches (all when none is named) and return their figures, each `told` when it is known.

    Of several rounds they are the medians. Raises DataFault for an unknown name.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    known = names()
    stray = [name for name in wanted if name not in known]
    if stray:
        raise DataFault("fault.bench.unknown", bench=stray[0], known=list(known))
    found: list[list[Figure]] = []
    for _ in range(rounds):
        found.append([])
        for name in wanted or known:
            for figure in _benches[name]():
                found[-1].append(figure)
                told(figure)
    return found[0] if rounds == 1 else medians(found)


def medians(rounds: Sequence[Sequence[Figure]]) -> list[Figure]:
    """Return each figure's median over some rounds, with what it was in each of them, in the order in which they came first.

    What was only said (no unit) stays where every round said it: another measured what this one had no time for.
    """
    named: dict[str, list[Figure]] = {}
    for figure in (figure for one in rounds for figure in one):
        named.setdefault(figure.text, []).append(figure)
    out = []
    for several in named.values():
        if not several[0].unit:
            out += several[:1] if len(several) == len(rounds) else []
            continue
        ordered = sorted(several, key=lambda one: one.figure)
        middle = ordered[(len(ordered) - 1) // 2 if several[0].at_least else len(ordered) // 2]
        each = " / ".join(f"{one.figure:.1f}" if one.came else "not seen" for one in several)
        out.append(replace(middle, note="; ".join(filter(None, (f"of {each}", middle.note)))))
    return out


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
        value = f"{f.figure:>9.1f}" if f.came else f"{'not seen':>9}"
        out.append(f"{f.verdict:<4} {f.text:<52} {value} {f.unit:<9} {limit:<7} {aim:<7} {f.note}".rstrip())
    return out


def new_home(home: Path) -> dict[str, str]:
    """Return the environment of a program that was installed and never started.

    Nothing of its own is kept. Its bytecode and that of the libraries lies there, as `installer run`, pip, the package and the
    folder leave it; where this clone was never installed it is made now.
    """
    if not frozen():
        compileall.compile_dir(str(PACKAGE), quiet=2)
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
