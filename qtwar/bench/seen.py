"""The program as a person sees it: started, driven by real events on a screen of its own, timed from outside.

A figure is the time from an event to the last damage on the screen. The note says what the program computed meanwhile,
in all its processes: on a machine that does other things too that tells more than the clock.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter, sleep

from PySide6.QtGui import QColor, QImage

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.bench.big import big_title
from qtwar.bench.budgets import Figure, bench, new_home
from qtwar.bench.outside import Damage, Family, Missing, Watcher, screen
from qtwar.model.content import TitleContent
from qtwar.services import games, origins, titles
from qtwar.session.play import key_from_seed

SCREEN = (1920, 1200)
MIDDLE = (650, 450)
"""A spot that is on the board in every layout."""
COUNTERS = (2_000, 20_000)
BOARD_PX, COUNTER_PX = 20_000, 600
"""Smaller damages are not the board's, or not the counter's that is carried."""
STEPS = 30
PATIENCE = 180
NEVER = 99_999.0
"""Ms told where nothing came."""
QUIET, STILL = 0.1, 1.5
"""Seconds without damage after which a step, and after which the whole, is at its end."""


@bench("seen")
def seen_bench() -> Iterator[Figure]:
    """The big board cold and warm, and each title's largest scenario; where nothing can look from outside, that is said."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            for counters in COUNTERS:
                yield from _big(Path(folder), counters)
            for item in titles.installed():
                if item.info is not None:
                    yield from _title(Path(folder), item.id)
    except Missing as missing:
        yield Figure("the program seen from outside", 0, "", note=f"not measured: there is no {missing}")


def _big(folder: Path, counters: int) -> Iterator[Figure]:
    """The board of 200 × 200 cells: with nothing kept, then again."""
    home = _home(folder / f"big{counters}")
    path = home / f"big{counters}.qtwar"
    _make(path, big_title(counters), "scenario_1")
    aim = counters == max(COUNTERS)
    what = f"{counters:,} counters"
    with _shown(home, path) as run:
        yield from run.cold(what, aim)
    with _shown(home, path) as run:
        yield run.start(f"{what}, start → last paint", 1500 if aim else 1200)
        yield run.at_rest(what)
        yield run.memory(f"{what}, resident", 300 if aim else None)
        yield from run.drags(what)
        yield from run.pans(what, 1.0)
        if aim:
            yield run.still(f"{what}, first zoom to 0.25 until still", ("Control_L", "minus"), 150, times=6)
            yield from run.pans(what, 0.25)
            yield run.still(f"{what}, first zoom to the whole map until still", ("Control_L", "0"))
            yield from run.zooms(what)
        yield run.memory(f"{what}, resident at the end", 300 if aim else None)


def _title(folder: Path, title: str) -> Iterator[Figure]:
    """A title's largest scenario, set up already."""
    content = titles.load(title)[1]
    scenario = max(content.scenarios, key=lambda one: len(jsonio.dumps(one.as_json()))).id
    home = _home(folder / title)
    path = home / f"{title}.qtwar"
    _make(path, content, scenario, titles.load(title)[0])
    with _shown(home, path) as run:
        yield run.start(f"{title}, nothing kept, start → last paint", None)
    with _shown(home, path) as run:
        yield run.start(f"{title}, start → last paint", 1500)
        yield run.at_rest(title)
        yield run.memory(f"{title}, resident", 300)
        run.still("", ("Control_L", "1"))
        yield from run.pans(title, 1.0)
        yield run.still(f"{title}, first zoom to the whole map until still", ("Control_L", "0"))
        yield from run.zooms(title)


def _home(home: Path) -> Path:
    """Return a new home in which nothing is kept but the compiled rules engine and the answers to the first questions."""
    from qtwar.bench.opening import take_engine

    home.mkdir()
    take_engine(home)
    values = {"welcomed": True, "tips": False, "language": "en", "theme": "light"}
    (home / "settings.json").write_text(json.dumps(values), encoding="utf-8")
    return home


def _make(path: Path, content: TitleContent, scenario: str, module: Path | None = None) -> None:
    """Set a game up and leave it, as the program does."""
    facts = {
        "key": key_from_seed(1), "scenario": scenario, "seats": "both", "players": {}, "dice": "program", "undo": "free",
        "setup": "quick", "rules": origins.naming(module),
    }  # fmt: skip
    opened = games.begin(path, module, content, facts, {}, "enforce" if module else "off")
    games.write_card(opened)
    opened.session.rules.close()
    opened.document.close()


@contextmanager
def _shown(home: Path, path: Path) -> Iterator[_Run]:
    """Yield the program that opens a document, started this moment on a screen of its own."""
    bytecode = {"PYTHONPYCACHEPREFIX": str(home / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    with screen(*SCREEN) as display:
        env = {**new_home(home), **bytecode, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        watcher = Watcher(display)
        family = Family([sys.executable, "-m", "qtwar", str(path)], env, home / "errors.txt")
        try:
            yield _Run(watcher, family)
        finally:
            family.end()
            watcher.close()


class _Run:
    """The program under way, and how it is measured."""

    def __init__(self, watcher: Watcher, family: Family) -> None:
        self.began = perf_counter()
        self.watcher, self.family = watcher, family

    def start(self, text: str, budget: float | None, quiet: float = 2.5) -> Figure:
        """Wait until the start has painted its last."""
        seen = self.watcher.watch(self.began, BOARD_PX, quiet, PATIENCE, self.family.busy)
        self._ready()
        note = f"window {seen.first:.0f}; computed {self.family.computed():.0f}"
        return Figure(text, _ms(seen.last), "ms", budget, note=note)

    def _ready(self) -> None:
        if self.family.process.poll() is not None or not self.watcher.focus():
            raise DataFault("fault.bench.no_window", status=self.family.process.poll())
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(0.5)
        self.family.rests(1.0, 60)
        _keep(self.watcher.picture(*SCREEN))

    def cold(self, what: str, aim: bool) -> Iterator[Figure]:
        """The first start of all: counters, the ground in view, the ground everywhere, and a pan before that."""
        counters = self._until(lambda: len(_spots(self.watcher.picture(*SCREEN))) > 0, PATIENCE)
        yield Figure(f"{what}, cold: counters there", counters, "ms", 1500 if aim else None)
        seen = self.watcher.watch(self.began, BOARD_PX, 3.0, PATIENCE, self.family.busy)
        self._ready()
        yield Figure(f"{what}, cold: ground drawn in view", _ms(seen.last), "ms", 3000 if aim else None)
        rest = self.family.rests(2.0, PATIENCE)
        still = NEVER if rest is None else (rest - self.began) * 1000
        note = f"computed {self.family.computed():.0f}"
        yield Figure(f"{what}, cold: nothing is computed any more", still, "ms", 15_000 if aim else None, note=note)
        self.still("", ("Control_L", "1"))
        yield from self._pan(f"{what}, cold: pan at 1.0", 8, 33, self.watcher)
        yield self.memory(f"{what}, cold: resident", None)

    def _until(self, done: Callable[[], bool], most: float) -> float:
        while perf_counter() - self.began < most:
            if self.watcher.damage(0.02) and done():
                return (perf_counter() - self.began) * 1000
        return NEVER

    def at_rest(self, what: str) -> Figure:
        """What is computed in three seconds in which nobody does anything, two seconds after the last."""
        sleep(2)
        before = self.family.computed()
        sleep(3)
        return Figure(f"{what}, computed in 3 s at rest", self.family.computed() - before, "ms", 30)

    def memory(self, text: str, budget: float | None) -> Figure:
        """What all its processes hold."""
        held = self.family.resident()
        note = ", ".join(f"{name.split()[0]} {rss:.0f} ({pss:.0f})" for name, (rss, pss) in held.items())
        return Figure(text, sum(rss for rss, _ in held.values()), "MB", budget, note=f"{note}; shared pages divided")

    def still(self, text: str, keys: tuple[str, str], budget: float | None = None, times: int = 1) -> Figure:
        """Press keys, and wait until nothing is painted any more; of several times the last counts."""
        for _ in range(times - 1):
            self.watcher.keys(*keys)
            sleep(0.1)
        seen = self._step(lambda: self.watcher.keys(*keys), COUNTER_PX, STILL, 20)
        return Figure(text, _ms(seen.last), "ms", budget, note=f"computed {seen.computed:.0f}")

    def drags(self, what: str) -> Iterator[Figure]:
        """Three counters carried a way at zoom 1 and dropped, each time by real moves of the mouse."""
        self.still("", ("Control_L", "1"))
        moved: list[Damage] = []
        dropped: list[Damage] = []
        for x, y in _spots(self.watcher.picture(*SCREEN))[:3]:
            self.watcher.move(x, y)
            sleep(0.4)
            self.watcher.press()
            sleep(0.15)
            for _ in range(4):
                self.watcher.shift(6, 4)
                sleep(0.06)
            self.watcher.quiet(0.3, 3)
            moved += [self._step(lambda: self.watcher.shift(6, 4), COUNTER_PX) for _ in range(20)]
            dropped.append(self._step(self.watcher.release, COUNTER_PX, 0.4))
            self.watcher.quiet(0.5, 4)
        if not dropped:
            raise DataFault("fault.bench.no_drop")
        yield _median(f"{what}, drag a move", moved, 8)
        yield _median(f"{what}, drop → last paint", dropped, 60)

    def pans(self, what: str, zoom: float) -> Iterator[Figure]:
        """Two passes with the middle button, the first over ground not seen before."""
        for turn in ("first pass", "again"):
            yield from self._pan(f"{what}, pan at {zoom:g}, {turn}", 8, 33, self.watcher)

    def _pan(self, text: str, budget: float, worst: float, watcher: Watcher) -> Iterator[Figure]:
        watcher.move(*MIDDLE)
        sleep(0.15)
        watcher.press(2)
        sleep(0.2)
        watcher.quiet(0.3)
        seen = [self._step(lambda n=n: watcher.shift(*((24, 16) if n < STEPS // 2 else (-24, -16))), BOARD_PX)
                for n in range(STEPS)]  # fmt: skip
        watcher.release(2)
        watcher.quiet(0.6)
        yield _median(f"{text}, median", seen, budget)
        yield Figure(f"{text}, p95", _quantile([one.first for one in seen], 0.95), "ms", worst, note="first damage")

    def zooms(self, what: str) -> Iterator[Figure]:
        """Steps of the wheel with the whole map in view, after a first pass."""
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(1.0)
        for _ in range(2):
            seen = [self._step(lambda n=n: self.watcher.wheel(4 + n % 2), BOARD_PX) for n in range(16)]
            self.watcher.quiet(1.0)
        yield _median(f"{what}, zoom step, whole map, last paint", seen, 40)

    def _step(self, act: Callable[[], object], px: int, quiet: float = QUIET, most: float = 2.0) -> Damage:
        self.watcher.empty()
        computed, began = self.family.computed(), perf_counter()
        act()
        busy = self.family.busy if quiet > QUIET else lambda: False
        seen = self.watcher.watch(began, px, quiet, most, busy)
        return Damage(seen.first, seen.last, self.family.computed() - computed)


def _ms(measured: float) -> float:
    return measured if measured >= 0 else NEVER


def _median(text: str, seen: list[Damage], budget: float) -> Figure:
    """Return the median time to the last damage; steps without any are told."""
    shown = [one.last for one in seen if one.last >= 0]
    note = f"p95 {_quantile(shown, 0.95):.0f}, computed {statistics.median(one.computed for one in seen):.1f}"
    if len(shown) < len(seen):
        note += f", {len(seen) - len(shown)} of {len(seen)} painted nothing"
    return Figure(text, statistics.median(shown) if shown else NEVER, "ms", budget, note=note)


def _quantile(values: list[float], part: float) -> float:
    found = sorted(value for value in values if value >= 0)
    return found[min(len(found) - 1, int(part * len(found)))] if found else NEVER


def _spots(picture: QImage) -> list[tuple[int, int]]:
    """Return spots far from each other, inside of counters of the blue side: nothing else is blue there."""
    found: list[tuple[int, int]] = []
    for y in range(MIDDLE[1] - 200, MIDDLE[1] + 200, 4):
        for x in range(MIDDLE[0] - 250, MIDDLE[0] + 250, 4):
            if all(abs(x - a) + abs(y - b) > 150 for a, b in found) and _is_blue(picture, x, y):
                found.append((x, y))
    return found


def _is_blue(picture: QImage, x: int, y: int) -> bool:
    field = (QColor(picture.pixel(x + dx, y + dy)) for dx in (-4, 0, 4) for dy in (-4, 0, 4))
    return all(one.blue() - one.red() > 40 and one.blue() > 130 for one in field)


def _keep(picture: QImage) -> None:
    """Keep what is seen, for whoever wants to look at it (QTWAR_BENCH_PICTURES names a folder)."""
    folder = os.environ.get("QTWAR_BENCH_PICTURES")
    if folder:
        with suppress(OSError):
            Path(folder).mkdir(parents=True, exist_ok=True)
            picture.save(str(Path(folder) / f"{len(list(Path(folder).iterdir())):03}.png"))
