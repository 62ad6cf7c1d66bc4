"""The program as a person sees it: started, driven by real events on a screen of its own, timed from outside.

A figure is the time from an event to the last damage on the screen. The note says what the program computed meanwhile,
in all its processes: on a machine that does other things too that tells more than the clock.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from PySide6.QtGui import QImage

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.bench.big import big_title
from qtwar.bench.budgets import NEVER, Figure, bench, new_home
from qtwar.bench.outside import Damage, Family, Missing, Watcher, screen
from qtwar.model.content import TitleContent
from qtwar.services import games, origins, titles
from qtwar.session.chance import key_from_seed

SCREEN = (1920, 1200)
MIDDLE = (650, 450)
"""A spot that is on the board in every layout."""
COUNTERS = (20_000, 2_000)
BOARD_PX, COUNTER_PX = 20_000, 600
"""Smaller damages are not the board's, or not the counter's that is carried."""
STEPS = 30
PATIENCE, LIMIT = 60.0, 350.0
"""Seconds that a start may take, and after which no other title is begun: three rounds end in twenty minutes."""
WAITED = 10.0
"""Seconds that a key may take."""
DRAGS, LOOKING = 3, 20.0
"""Counters that are dragged, and seconds in which they are looked for."""
BOARD = (80, 200, 1060, 430)
"""What of the screen is board in every layout."""
AROUND = (1140, 710)
"""From its corner, the part of the screen that is looked at while the board comes."""
QUIET, STILL = 0.1, 1.5
"""Seconds without damage after which a step, and after which the whole, is at its end."""
SETTLED = 2.0
"""Seconds without damage and without computing after which a start is at its end."""
LOOKS = 0.15
"""Seconds between two looks at the board while it comes."""
ALIKE = 0.99
"""Share of the board that looks as it does at the end once it is drawn: a counter may still come."""
_round = itertools.count()


@bench("seen")
def seen_bench() -> Iterator[Figure]:
    """The big board cold and warm, and each title's largest scenario; where nothing can look from outside, that is said.

    It ends in time: what there is no time for, and what fails, is said, and the rest goes on.
    """
    ends = perf_counter() + LIMIT
    with tempfile.TemporaryDirectory() as folder:
        parts: list[tuple[str, Iterator[Figure]]] = [
            (item.id, _title(Path(folder), item.id, ends)) for item in titles.installed() if item.info is not None
        ]
        first = next(_round) % len(parts) if parts else 0
        parts = parts[first:] + parts[:first]  # what one round has no time for another has
        parts[:0] = [(f"{counters:,} counters", _big(Path(folder), counters, ends)) for counters in COUNTERS]
        for what, part in parts:
            if perf_counter() > ends:
                yield Figure(f"{what}, seen from outside", 0, "", note="not measured: there is no time left")
                continue
            try:
                yield from part
            except DataFault as fault:
                yield Figure(f"{what}, not measured to its end", NEVER, "ms", note=fault.text)
            except Missing as missing:
                yield Figure("the program seen from outside", 0, "", note=f"not measured: there is no {missing}")
                return


def _big(folder: Path, counters: int, ends: float) -> Iterator[Figure]:
    """The board of 200 × 200 cells: with nothing kept, then again."""
    home = home_in(folder / f"big{counters}")
    path = home / f"big{counters}.qtwar"
    _make(path, big_title(counters), "scenario_1")
    aim = counters == max(COUNTERS)
    what = f"{counters:,} counters"
    with shown(home, path, ends) as run:
        yield from run.cold(what, aim)
    with shown(home, path, ends) as run:
        yield run.start(f"{what}, start → last paint", 1500 if aim else 1200, 900 if aim else 700)
        yield run.at_rest(what)
        yield run.memory(f"{what}, resident", 300 if aim else None)
        run.still("", ("Control_L", "1"))
        yield from run.drags(what)
        yield from run.pans(what, 1.0)
        if aim:
            yield run.still(f"{what}, first zoom to 0.25 until still", ("Control_L", "minus"), 150, 6, 80)
            yield from run.pans(what, 0.25)
            yield run.still(f"{what}, first zoom to the whole map until still", ("Control_L", "0"))
            yield from run.zooms(what)
        yield run.memory(f"{what}, resident at the end", 300 if aim else None)


def _title(folder: Path, title: str, ends: float) -> Iterator[Figure]:
    """A title's largest scenario that begins with counters on the map; its rules look on and let everything be moved."""
    module, content = titles.load(title)
    home = home_in(folder / title)
    for scenario in sorted(content.scenarios, key=lambda one: -len(jsonio.dumps(one.as_json()))):
        path = home / f"{scenario.id}.qtwar"
        if _make(path, content, scenario.id, module):
            break
    with shown(home, path, ends) as run:
        yield run.drawn(f"{title}, nothing kept, start → board drawn", 2500, 1200)
    with shown(home, path, ends) as run:
        yield run.start(f"{title}, start → last paint", 1500, 1200)
        yield run.at_rest(title)
        yield run.memory(f"{title}, resident", 300)
        yield from run.drags(title)
        run.still("", ("Control_L", "1"))
        yield from run.pans(title, 1.0)
        yield run.still(f"{title}, first zoom to the whole map until still", ("Control_L", "0"))
        yield from run.zooms(title)


def home_in(home: Path) -> Path:
    """Return a new home in which nothing is kept but the compiled rules engine and the answers to the first questions."""
    from qtwar.bench.opening import take_engine

    home.mkdir()
    take_engine(home)
    values = {"welcomed": True, "tips": False, "language": "en", "theme": "light"}
    (home / "settings.json").write_text(json.dumps(values), encoding="utf-8")
    return home


def _make(path: Path, content: TitleContent, scenario: str, module: Path | None = None) -> bool:
    """Set a game up and leave it, as the program does; returns whether counters lie on a map then."""
    facts = {
        "key": key_from_seed(1), "scenario": scenario, "seats": "both", "players": {}, "dice": "program", "undo": "free",
        "setup": "quick", "rules": origins.naming(module),
    }  # fmt: skip
    opened = games.begin(path, module, content, facts, {}, "warn" if module else "off")
    games.write_card(opened)
    boards = {board.id for board in content.boards}
    laid = any(piece["at"].partition(":")[0] in boards for piece in opened.session.state.pieces.values())
    opened.session.rules.close()
    opened.document.close()
    return laid


@contextmanager
def shown(home: Path, path: Path, ends: float) -> Iterator[Run]:
    """Yield the program that opens a document, started this moment on a screen of its own."""
    bytecode = {"PYTHONPYCACHEPREFIX": str(home / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    with screen(*SCREEN) as display:
        env = {**new_home(home), **bytecode, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        watcher = Watcher(display)
        family = Family([sys.executable, "-m", "qtwar", str(path)], env, home / "errors.txt")
        try:
            yield Run(watcher, family, ends)
        finally:
            family.end()
            watcher.close()


@dataclass(frozen=True, slots=True)
class Start:
    """Ms from the start of the program (-1: never) to what came, and ms that it has computed."""

    first: float
    last: float
    counters: float
    drawn: float
    rest: float
    computed: float


class Run:
    """The program under way, and how it is measured."""

    def __init__(self, watcher: Watcher, family: Family, ends: float = math.inf) -> None:
        self.began, self.ends = perf_counter(), ends
        self.watcher, self.family = watcher, family

    def _most(self, seconds: float) -> float:
        """Return how long may still be waited of so many seconds."""
        return max(1.0, min(seconds, self.ends - perf_counter()))

    def start(self, text: str, budget: float | None, aim: float | None = None) -> Figure:
        """Wait until the start is at its end; its last paint."""
        seen = self._come()
        return _figure(text, seen.last, budget, aim, PATIENCE, f"window {seen.first:.0f}; computed {seen.computed:.0f}")

    def drawn(self, text: str, budget: float | None, aim: float | None = None) -> Figure:
        """Wait until the start is at its end; when the board looked as it does then."""
        seen = self._come()
        return _figure(text, seen.drawn, budget, aim, PATIENCE, f"window {seen.first:.0f}; computed {seen.computed:.0f}")

    def cold(self, what: str, aim: bool) -> Iterator[Figure]:
        """The first start of all: counters, the ground in view, the ground everywhere, and a pan."""

        def figure(text: str, value: float, budget: float, aimed: float, note: str = "") -> Figure:
            return _figure(f"{what}, cold: {text}", value, budget if aim else None, aimed if aim else None, PATIENCE, note)

        seen = self._come()
        yield figure("counters there", seen.counters, 1500, 1000)
        yield figure("ground drawn in view", seen.drawn, 3000, 1500)
        yield figure("nothing is computed any more", seen.rest, 15_000, 8000, f"computed {seen.computed:.0f}")
        if aim:
            self.still("", ("Control_L", "1"))
            yield from self._pan(f"{what}, cold: pan at 1.0")
            yield self.memory(f"{what}, cold: resident", None)

    def _come(self) -> Start:
        """Look at the board until nothing is painted and nothing computed any more, and tell what came when."""
        first = last = counters = -1.0
        looks: list[tuple[float, list[int]]] = []
        busy = looked = perf_counter()
        ends, changed = busy + self._most(PATIENCE), False
        while perf_counter() < ends:
            px = self.watcher.damage(LOOKS / 2)
            now = perf_counter()
            if px >= BOARD_PX:
                last = (now - self.began) * 1000
                first = last if first < 0 else first
            changed = changed or px > 0
            if changed and now - looked > LOOKS:
                picture, looked, changed = self.watcher.picture(*AROUND), now, False
                looks.append(((now - self.began) * 1000, _look(picture)))
                if counters < 0 and _blue(picture):
                    counters = looks[-1][0]
            if px or self.family.busy():
                busy = now
            elif first >= 0 and now - busy > SETTLED:
                break
        rest = (busy - self.began) * 1000 if perf_counter() < ends else -1.0
        self._ready()
        computed = self.family.computed()
        return Start(first, last, counters, _drawn([*looks, (rest, _look(self.watcher.picture(*AROUND)))]), rest, computed)

    def _ready(self) -> None:
        if self.family.process.poll() is not None or not self.watcher.focus():
            raise DataFault("fault.bench.no_window", status=self.family.process.poll())
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(0.5, 5)
        _keep(self.watcher.picture(*SCREEN))

    def at_rest(self, what: str) -> Figure:
        """What is computed in three seconds in which nobody does anything, two seconds after the last."""
        sleep(2)
        before = self.family.computed()
        sleep(3)
        return Figure(f"{what}, computed in 3 s at rest", self.family.computed() - before, "ms", 30, aim=0.5)

    def memory(self, text: str, budget: float | None) -> Figure:
        """What all its processes hold."""
        held = self.family.resident()
        note = ", ".join(f"{name.split()[0]} {rss:.0f} ({pss:.0f})" for name, (rss, pss) in held.items())
        total = sum(rss for rss, _ in held.values())
        return Figure(text, total, "MB", budget, note=f"{note}; shared pages divided", aim=250 if budget else None)

    def still(
        self, text: str, keys: tuple[str, str], budget: float | None = None, times: int = 1, aim: float | None = None
    ) -> Figure:
        """Press keys, and wait until nothing is painted any more; of several times the last counts."""
        for _ in range(times - 1):
            self.watcher.keys(*keys)
            sleep(0.1)
        seen = self._step(lambda: self.watcher.keys(*keys), COUNTER_PX, STILL, WAITED)
        return _figure(text, seen.last, budget, aim, WAITED, f"computed {seen.computed:.0f}")

    def drags(self, what: str) -> Iterator[Figure]:
        """Three counters carried a way and dropped, each time by real moves of the mouse."""
        moved: list[Damage] = []
        dropped: list[Damage] = []
        ends = perf_counter() + self._most(LOOKING)
        for x, y in self._counters():
            if len(dropped) == DRAGS or perf_counter() > ends:
                break
            if self._takes(x, y):
                moved += [self._step(lambda: self.watcher.shift(6, 4), COUNTER_PX) for _ in range(20)]
                dropped.append(self._step(self.watcher.release, COUNTER_PX, 0.4))
            else:
                self.watcher.keys("Escape")
                self.watcher.release()
            self.watcher.quiet(0.5, 4)
        if not dropped:
            yield Figure(f"{what}, drop → last paint", NEVER, "ms", 60, note=f"no counter could be picked up in {LOOKING:.0f} s")
            return
        yield _median(f"{what}, drag a move", moved, 8, 5)
        yield _median(f"{what}, drop → last paint", dropped, 60, 30)

    def _counters(self) -> list[tuple[int, int]]:
        """Return spots of the board where counters lie: what goes while the key is held that hides them."""
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(0.5, 5)
        shown = self.watcher.picture(*SCREEN)
        with self.watcher.held("h"):
            sleep(0.2)
            self.watcher.quiet(0.3, 5)
            hidden = self.watcher.picture(*SCREEN)
        self.watcher.quiet(0.3, 5)
        return _changed(shown, hidden)

    def _takes(self, x: int, y: int) -> bool:
        """Press where a counter lies and carry it a way; returns whether something came along, and the map did not."""
        self.watcher.move(x, y)
        sleep(0.3)
        before = self.watcher.picture(*SCREEN)
        self.watcher.press()
        sleep(0.15)
        for _ in range(8):
            self.watcher.shift(6, 4)
            sleep(0.03)
        self.watcher.quiet(0.2, 2)
        after, far = self.watcher.picture(*SCREEN), (x + 48, y + 32)
        _keep(after)
        around = ((x + dx, y + dy) for dx, dy in ((-150, 0), (150, 0), (0, -110), (0, 110)))
        still = statistics.mean(_alike(before, spot, after, spot) for spot in around)
        return _alike(before, far, after, far) < 0.5 < still

    def pans(self, what: str, zoom: float) -> Iterator[Figure]:
        """Two passes with the middle button, the first over ground not seen before."""
        for turn in ("first pass", "again"):
            yield from self._pan(f"{what}, pan at {zoom:g}, {turn}")

    def _pan(self, text: str) -> Iterator[Figure]:
        watcher = self.watcher
        watcher.move(*MIDDLE)
        sleep(0.15)
        watcher.press(2)
        sleep(0.2)
        watcher.quiet(0.3, 3)
        seen = [self._step(lambda n=n: watcher.shift(*((24, 16) if n < STEPS // 2 else (-24, -16))), BOARD_PX)
                for n in range(STEPS)]  # fmt: skip
        watcher.release(2)
        watcher.quiet(0.6, 5)
        yield _median(f"{text}, median", seen, 8, 5)
        yield Figure(f"{text}, p95", _quantile([one.first for one in seen], 0.95), "ms", 33, note="first damage", aim=16)

    def zooms(self, what: str) -> Iterator[Figure]:
        """Steps of the wheel with the whole map in view, after a first pass."""
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(1.0, 5)
        for _ in range(2):
            seen = [self._step(lambda n=n: self.watcher.wheel(4 + n % 2), BOARD_PX) for n in range(16)]
            self.watcher.quiet(1.0, 5)
        yield _median(f"{what}, zoom step, whole map, last paint", seen, 40, 25)

    def _step(self, act: Callable[[], object], px: int, quiet: float = QUIET, most: float = 2.0) -> Damage:
        self.watcher.empty()
        computed, began = self.family.computed(), perf_counter()
        act()
        busy = self.family.busy if quiet > QUIET else lambda: False
        seen = self.watcher.watch(began, px, quiet, most, busy)
        return Damage(seen.first, seen.last, self.family.computed() - computed)


def _figure(text: str, ms: float, budget: float | None, aim: float | None, waited: float, note: str) -> Figure:
    """Return a measured time; where nothing came, how long was waited for it."""
    if ms < 0:
        return Figure(text, NEVER, "ms", budget, note=f"not seen in {waited:.0f} s; {note}".removesuffix("; "), aim=aim)
    return Figure(text, ms, "ms", budget, note=note, aim=aim)


def _look(picture: QImage) -> list[int]:
    """Return the colours of spots all over the board."""
    left, top, width, height = BOARD
    return [picture.pixel(x, y) for y in range(top, top + height, 10) for x in range(left, left + width, 10)]


def _drawn(looks: list[tuple[float, list[int]]]) -> float:
    """Return since which ms the board looked as it does in the last look: at the latest those of that look (-1: still busy)."""
    end, when = looks[-1][1], looks[-1][0]
    for ms, look in reversed(looks[:-1]):
        if sum(a == b for a, b in zip(look, end, strict=True)) < ALIKE * len(end):
            break
        when = ms
    return when


def _median(text: str, seen: list[Damage], budget: float, aim: float) -> Figure:
    """Return the median of the last paints; what painted nothing is told, and does not count."""
    shown = [one.last for one in seen if one.last >= 0]
    if not shown:
        return Figure(text, NEVER, "ms", budget, note=f"none of {len(seen)} steps painted anything", aim=aim)
    note = f"p95 {_quantile(shown, 0.95):.0f}, worst {max(shown):.0f}, "
    note += f"computed {statistics.median(one.computed for one in seen):.1f}"
    if len(shown) < len(seen):
        note += f", {len(seen) - len(shown)} of {len(seen)} painted nothing"
    return Figure(text, statistics.median(shown), "ms", budget, note=note, aim=aim)


def _quantile(values: list[float], part: float) -> float:
    found = sorted(value for value in values if value >= 0)
    return found[min(len(found) - 1, int(part * len(found)))] if found else NEVER


def _changed(one: QImage, other: QImage) -> list[tuple[int, int]]:
    """Return spots of the board, apart from each other, round which two pictures differ everywhere; the middle first."""
    x0, y0, width, height = BOARD
    found: list[tuple[int, int]] = []
    spots = ((x, y) for y in range(y0, y0 + height, 8) for x in range(x0, x0 + width, 8))
    for x, y in sorted(spots, key=lambda at: abs(at[0] - MIDDLE[0]) + abs(at[1] - MIDDLE[1])):
        if all(abs(x - a) + abs(y - b) > 120 for a, b in found) and _alike(one, (x, y), other, (x, y)) < 0.1:
            found.append((x, y))
    return found


def _alike(one: QImage, at: tuple[int, int], other: QImage, there: tuple[int, int]) -> float:
    """Return how much of what lies around a spot of one picture lies around a spot of another, from 0 to 1."""
    offsets = [(dx, dy) for dx in range(-9, 10, 3) for dy in range(-9, 10, 3)]
    same = 0
    for dx, dy in offsets:
        a, b = one.pixel(at[0] + dx, at[1] + dy), other.pixel(there[0] + dx, there[1] + dy)
        same += all(abs((a >> shift & 255) - (b >> shift & 255)) < 40 for shift in (0, 8, 16))
    return same / len(offsets)


def _blue(picture: QImage) -> tuple[int, int] | None:
    """Return a spot inside of a counter of the blue side of the big board: nothing else is blue there."""
    spots = ((x, y) for y in range(MIDDLE[1] - 250, MIDDLE[1] + 250, 6) for x in range(MIDDLE[0] - 350, MIDDLE[0] + 350, 6))
    return next((spot for spot in spots if _is_blue(picture, *spot)), None)


def _is_blue(picture: QImage, x: int, y: int) -> bool:
    field = (picture.pixel(x + dx, y + dy) for dx in (-4, 0, 4) for dy in (-4, 0, 4))
    return all((one & 255) - (one >> 16 & 255) > 40 and one & 255 > 130 for one in field)


def _keep(picture: QImage) -> None:
    """Keep what is seen, for whoever wants to look at it (QTWAR_BENCH_PICTURES names a folder)."""
    folder = os.environ.get("QTWAR_BENCH_PICTURES")
    if folder:
        with suppress(OSError):
            Path(folder).mkdir(parents=True, exist_ok=True)
            picture.save(str(Path(folder) / f"{len(list(Path(folder).iterdir())):03}.png"))
