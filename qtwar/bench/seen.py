"""The program as a person sees it: started, driven by real events on a screen of its own, timed from outside.

*Cold*, or *nothing kept*, is the first start of all after an installation: of all that the program keeps to be faster only
the rules engine is there, which the installation compiles, and the bytecode that it leaves (`budgets.new_home`).
A figure is the time from an event to the last damage on the screen. The note says what the program computed meanwhile,
in all its processes: on a machine that does other things too that tells more than the clock.
"""

from __future__ import annotations

import itertools
import json
import re
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from PySide6.QtGui import QImage

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.bench.big import big_title
from qtwar.bench.budgets import NEVER, Figure, bench, new_home
from qtwar.bench.looks import Spots, alike, board_spots, came_along, changed_spots, keep, since
from qtwar.bench.outside import Damage, Family, Missing, Watcher, screen
from qtwar.bench.rules import self_play
from qtwar.model.content import TitleContent
from qtwar.services import games, origins, titles
from qtwar.session.chance import key_from_seed

SCREEN = (1920, 1200)
MIDDLE = (650, 450)
"""A spot that is on the board in every layout."""
COUNTERS = (20_000, 2_000)
BOARD_PX, COUNTER_PX = 20_000, 600
"""Smaller damages are not the board's, or not the counter's that is carried."""
STEPS, MOVES, NOTCHES = 30, 8, 10
"""Moves of a pan, of a drag, and notches of the wheel that are timed one by one."""
PATIENCE, LIMIT = 60.0, 370.0
"""Seconds that a start may take, and after which nothing else is begun: three rounds end in twenty minutes."""
WAITED = 10.0
"""Seconds that a key may take."""
DRAGS, LOOKING = 3, 20.0
"""Counters that are dragged, and seconds in which they are looked for."""
CARRIED, BARRED = (48, 32), 0.7
"""How far something is carried to see whether it comes along, and how alike a counter is to one that did not."""
AROUND = (1140, 710)
"""From its corner, the part of the screen that is looked at while the board comes."""
QUIET, STILL = 0.1, 1.5
"""Seconds without damage after which a step, and after which the whole, is at its end."""
SETTLED = 2.0
"""Seconds without damage and without computing after which a start is at its end."""
LOOKS = 0.1
"""Seconds between two looks at the board while it comes."""
ALIKE, THERE = 0.99, 0.8
"""Share of the board, and of what counters cover, that looks as it does at the end: a counter may still come, a shade change."""
FILTER, PLAY_X, PLAY_Y = (1430, 95), 1490, range(300, 900, 6)
"""In the library: the field that narrows what is listed, and where its Play buttons stand below each other."""
CHOOSING = 1.0
"""Seconds in which nobody does anything once the library stands."""
_round = itertools.count()


@bench("seen")
def seen_bench() -> Iterator[Figure]:
    """The big board cold and warm, and each title's largest scenario; where nothing can look from outside, that is said.

    It ends in time: what there is no time for, and what fails, is said, and the rest goes on.
    """
    ends = perf_counter() + LIMIT
    with tempfile.TemporaryDirectory() as folder:
        parts: list[tuple[str, Iterator[Figure]]] = [
            (item.id, _title(Path(folder), item.id)) for item in titles.installed() if item.info is not None
        ]
        first = next(_round) % len(parts) if parts else 0
        parts = parts[first:] + parts[:first]  # what one round has no time for another has
        parts.insert(0, ("self-play", self_play(1)))
        parts[:0] = [(f"{counters:,} counters", _big(Path(folder), counters)) for counters in COUNTERS]
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


def _big(folder: Path, counters: int) -> Iterator[Figure]:
    """The board of 200 × 200 cells: with nothing kept, then again."""
    home = home_in(folder / f"big{counters}")
    path = home / f"big{counters}.qtwar"
    _make(path, big_title(counters), "scenario_1")
    aim = counters == max(COUNTERS)
    what = f"{counters:,} counters"
    with shown(home, path) as run:
        yield from run.cold(what, aim)
    with shown(home, path) as run:
        yield run.start(f"{what}, start → last paint", 1500 if aim else 1200, 900 if aim else 700)
        yield run.at_rest(what)
        yield run.memory(f"{what}, resident", 300 if aim else None)
        run.still("", ("Control_L", "1"))
        yield from run.drags(what)
        yield from run.pans(what, 1.0, ("first pass", "again") if aim else ("first pass",))
        if aim:
            yield run.still(f"{what}, first zoom to 0.25 until still", ("Control_L", "minus"), 150, 6, 80)
            yield from run.pans(what, 0.25)
            yield run.still(f"{what}, first zoom to the whole map until still", ("Control_L", "0"))
            yield from run.zooms(what)
        yield run.memory(f"{what}, resident at the end", 300 if aim else None)


def _title(folder: Path, title: str) -> Iterator[Figure]:
    """A title's largest scenario that begins with counters on the map; its rules look on and let everything be moved."""
    module, content = titles.load(title)
    home = home_in(folder / title)
    for scenario in sorted(content.scenarios, key=lambda one: -len(jsonio.dumps(one.as_json()))):
        path = home / f"{scenario.id}.qtwar"
        if _make(path, content, scenario.id, module):
            break
    for when, budget, aim in (("nothing kept", 2500, 1200), ("second", 800, 500)):
        with shown(home) as run:
            run.choose(scenario.name.en)
            yield run.drawn(f"{title}, Start → board, {when}", budget, aim)
            run.still("", ("Control_L", "w"))  # else it comes back with the next start
    with shown(home, path) as run:
        yield run.start(f"{title}, start → last paint", 1500, 1200)
        yield run.at_rest(title)
        yield run.memory(f"{title}, resident", 300)
        yield from run.drags(title)
        run.still("", ("Control_L", "1"))
        yield from run.pans(title, 1.0, ("first pass",))
        yield run.still(f"{title}, first zoom to the whole map until still", ("Control_L", "0"))
        yield from run.zooms(title)


def home_in(home: Path) -> Path:
    """Return a new home in which nothing is kept but the compiled rules engine and the answers to the first questions."""
    from qtwar.bench.opening import take_engine

    home.mkdir()
    take_engine(home)
    values = {"welcomed": True, "tips": False, "language": "en", "theme": "light", "strictness": "warn"}
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
    opened.close()
    return laid


@contextmanager
def shown(home: Path, path: Path | None = None) -> Iterator[Run]:
    """Yield the program that opens a document, or its library, started this moment on a screen of its own."""
    with screen(*SCREEN) as display:
        env = {**new_home(home), "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        watcher = Watcher(display)
        command = [sys.executable, "-m", "qtwar", *([] if path is None else [str(path)])]
        family = Family(command, env, home / "errors.txt")
        try:
            yield Run(watcher, family)
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

    @property
    def whole(self) -> bool:
        """Whether the board came, with counters on it, and was at rest."""
        return min(self.last, self.counters, self.drawn, self.rest) >= 0

    @property
    def note(self) -> str:
        """When the parts came."""
        parts = (("first paint", self.first), ("counters", self.counters), ("board", self.drawn), ("computed", self.computed))
        return ", ".join(f"{what} {ms:.0f}" if ms >= 0 else f"{what} not seen" for what, ms in parts)


class Run:
    """The program under way, and how it is measured."""

    def __init__(self, watcher: Watcher, family: Family) -> None:
        self.began, self.computed = perf_counter(), 0.0  # when what is waited for began, and what was computed by then
        self.watcher, self.family = watcher, family

    def choose(self, scenario: str) -> None:
        """Find a scenario in the library, press its Play, and Enter, which starts it."""
        words = max(re.split(r"[^a-z0-9 ]", scenario.casefold()), key=len).strip()
        self._wait(lambda: self._play() is not None)
        sleep(CHOOSING)
        self._ready()
        self._click(*FILTER)
        for letter in words:
            self.watcher.keys("space" if letter == " " else letter)
        self.watcher.quiet(0.5, 5)
        spot = self._play()
        keep(self.watcher.picture(*SCREEN))
        if spot is None:
            raise DataFault("fault.bench.no_scenario", scenario=scenario)
        self._click(*spot)
        self.watcher.quiet(0.5, 5)
        keep(self.watcher.picture(*SCREEN))
        self.watcher.empty()
        self.computed, self.began = self.family.computed(), perf_counter()
        self.watcher.keys("Return")

    def _play(self) -> tuple[int, int] | None:
        """Return where the library's first Play button is: what is blue there."""
        picture = self.watcher.picture(*SCREEN)
        return next(((PLAY_X, y + 6) for y in PLAY_Y if _is_blue(picture, PLAY_X, y)), None)

    def _wait(self, done: Callable[[], bool]) -> None:
        ends = perf_counter() + PATIENCE
        while not done():
            if perf_counter() > ends:
                raise DataFault("fault.bench.no_window", status=self.family.process.poll())
            self.watcher.damage(LOOKS)

    def _click(self, x: int, y: int) -> None:
        self.watcher.move(x, y)
        self.watcher.press()
        self.watcher.release()
        self.watcher.quiet(0.2, 5)

    def start(self, text: str, budget: float | None, aim: float | None = None) -> Figure:
        """Wait until the start is at its end; its last paint."""
        seen = self._come()
        return _figure(text, seen.last if seen.whole else -1, budget, aim, PATIENCE, seen.note)

    def drawn(self, text: str, budget: float | None, aim: float | None = None) -> Figure:
        """Wait until the start is at its end; when the board looked as it does then."""
        seen = self._come()
        return _figure(text, seen.drawn if seen.whole else -1, budget, aim, PATIENCE, seen.note)

    def cold(self, what: str, aim: bool) -> Iterator[Figure]:
        """The first start of all: counters, the ground in view, the ground everywhere, a pan and a zoom."""

        def figure(text: str, value: float, budget: float, aimed: float, note: str = "") -> Figure:
            return _figure(f"{what}, cold: {text}", value, budget if aim else None, aimed if aim else None, PATIENCE, note)

        seen = self._come()
        yield figure("counters there", seen.counters, 1500, 1000)
        yield figure("ground drawn in view", seen.drawn, 3000, 1500)
        yield figure("nothing is computed any more", seen.rest, 15_000, 8000, seen.note)
        if aim:
            self.still("", ("Control_L", "1"))
            yield from self._pan(f"{what}, cold: pan at 1.0")
            yield self.still(f"{what}, cold: first zoom to 0.25 until still", ("Control_L", "minus"), 1000, 6)
            yield self.memory(f"{what}, cold: resident", None)

    def _come(self) -> Start:
        """Look at the board until nothing is painted and nothing computed any more, and tell what came when."""
        first = last = painted = -1.0
        looks: list[tuple[float, Spots]] = []
        busy = looked = perf_counter()
        ends, changed = busy + PATIENCE, False
        while perf_counter() < ends:
            px = self.watcher.damage(LOOKS / 2)
            now = perf_counter()
            if px:
                painted, changed = (now - self.began) * 1000, True
            if px >= BOARD_PX:
                last = painted
                first = last if first < 0 else first
            if changed and now - looked > LOOKS:
                looked, changed = now, False
                looks.append((painted, board_spots(self.watcher.picture(*AROUND))))
            if px or self.family.busy():
                busy = now
            elif first >= 0 and now - busy > SETTLED:
                break
        rest = (busy - self.began) * 1000 if perf_counter() < ends else -1.0
        computed = self.family.computed() - self.computed
        self._ready()
        shown, hidden = (board_spots(picture) for picture in self._with_and_without(*AROUND))
        looks.append((rest, shown))
        lie = [n for n, (one, other) in enumerate(zip(shown, hidden, strict=True)) if one != other]
        return Start(first, last, since(looks, THERE, lie) if lie else -1.0, since(looks, ALIKE), rest, computed)

    def _ready(self) -> None:
        if self.family.process.poll() is not None or not self.watcher.focus():
            raise DataFault("fault.bench.no_window", status=self.family.process.poll())
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(0.5, 5)
        keep(self.watcher.picture(*SCREEN))

    def _with_and_without(self, width: int, height: int) -> tuple[QImage, QImage]:
        """Return pictures of the board as it is, and while the key is held that hides its counters."""
        shown = self.watcher.picture(width, height)
        with self.watcher.held("h"):
            sleep(0.2)
            self.watcher.quiet(0.3, 5)
            hidden = self.watcher.picture(width, height)
        self.watcher.quiet(0.3, 5)
        return shown, hidden

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
        ends = perf_counter() + LOOKING
        picture, stay = self._counters()
        barred: list[tuple[int, int]] = []
        for spot in stay:
            if len(dropped) == DRAGS or perf_counter() > ends:
                break
            if any(alike(picture, spot, picture, other) > BARRED for other in barred):
                continue  # of those counters none is let go now
            if self._takes(*spot):
                moved += [self._step(lambda: self.watcher.shift(6, 4), COUNTER_PX) for _ in range(MOVES)]
                dropped.append(self._step(self.watcher.release, COUNTER_PX, 0.4))
            else:
                barred.append(spot)
                self.watcher.shift(-CARRIED[0], -CARRIED[1])  # the map, if it came along
                self.watcher.keys("Escape")
                self.watcher.release()
            self.watcher.quiet(0.5, 4)
        if not dropped:
            yield Figure(f"{what}, drop → last paint", NEVER, "ms", 60, note=f"no counter could be picked up in {LOOKING:.0f} s")
            return
        yield _median(f"{what}, drag a move", moved, 8, 5)
        yield _median(f"{what}, drop → last paint", dropped, 60, 30)

    def _counters(self) -> tuple[QImage, list[tuple[int, int]]]:
        """Return what is seen, and spots of the board where counters lie: what goes while the key is held that hides them."""
        self.watcher.move(*MIDDLE)
        self.watcher.quiet(0.5, 5)
        shown, hidden = self._with_and_without(*SCREEN)
        return shown, changed_spots(shown, hidden, MIDDLE)

    def _takes(self, x: int, y: int) -> bool:
        """Press where a counter lies and carry it a way; returns whether something came along, and the map did not."""
        self.watcher.move(x, y)
        sleep(0.3)
        before = self.watcher.picture(*SCREEN)
        self.watcher.press()
        sleep(0.15)
        for _ in range(8):
            self.watcher.shift(CARRIED[0] // 8, CARRIED[1] // 8)
            sleep(0.03)
        self.watcher.quiet(0.2, 2)
        after, far = self.watcher.picture(*SCREEN), (x + CARRIED[0], y + CARRIED[1])
        keep(after)
        around = ((x + dx, y + dy) for dx, dy in ((-150, 0), (150, 0), (0, -110), (0, 110)))
        still = statistics.mean(alike(before, spot, after, spot) for spot in around)
        return alike(before, far, after, far) < 0.5 < still and not came_along(before, after, *CARRIED)

    def pans(self, what: str, zoom: float, turns: Sequence[str] = ("first pass", "again")) -> Iterator[Figure]:
        """Passes with the middle button, the first over ground not seen before."""
        for turn in turns:
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
            seen = [self._step(lambda n=n: self.watcher.wheel(4 + n % 2), BOARD_PX) for n in range(NOTCHES)]
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


def _is_blue(picture: QImage, x: int, y: int) -> bool:
    field = (picture.pixel(x + dx, y + dy) for dx in (-4, 0, 4) for dy in (-4, 0, 4))
    return all((one & 255) - (one >> 16 & 255) > 40 and one & 255 > 130 for one in field)
