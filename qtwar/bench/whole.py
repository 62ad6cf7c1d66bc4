"""The whole window with all its docks: how long it stands still when something happens in a game."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from qtwar.app.stage import rest, settle, staged
from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench, median
from qtwar.bench.games import LONG, WALKED, lengthen, real_game
from qtwar.ui.play.page import PlayPage

TURNS = 12
QUIET, PATIENCE = 400, 10.0
"""ms in which docks follow after an action; s until it must have happened."""
BUDGET = 50


@bench("whole")
def whole_bench() -> Iterator[Figure]:
    """Entries taken back and done again in the open window, the log, lists, trays and tracks with them."""
    for length in (WALKED, LONG):
        with tempfile.TemporaryDirectory() as folder, _window(Path(folder), length) as page:
            held = [_stands_still(page, back=n % 2 == 0) for n in range(TURNS)]
        what = f"the window stands still at an action, game of {length:,} entries"
        yield Figure(f"{what}, median of {TURNS}", median(held), "ms", BUDGET)
        yield Figure(f"{what}, worst of {TURNS}", max(held), "ms", None)


@contextmanager
def _window(home: Path, length: int) -> Iterator[PlayPage]:
    """Yield the page of a SEALORDS game of so many entries, shown and at rest in a window of its own."""
    with real_game(home) as opened:
        if length > WALKED:
            lengthen(opened)
        else:
            opened.session.autoplay(length)
    with staged(home, motion=True) as program:
        program.open_path(opened.path)
        settle(lambda: isinstance(program.window.stack.currentWidget(), PlayPage), 60)
        page = program.window.stack.currentWidget()
        if not isinstance(page, PlayPage):
            raise DataFault("fault.bench.no_game")
        settle(lambda: bool(page.model.history.log()), 60)
        rest(2)
        yield page


def _stands_still(page: PlayPage, *, back: bool) -> float:
    """Return the longest ms between two turns of the event loop while an entry is taken back or done again."""
    model, gaps, last = page.model, [0.0], [perf_counter()]

    def beat() -> None:
        now = perf_counter()
        gaps.append((now - last[0]) * 1000)
        last[0] = now

    timer = QTimer()
    timer.timeout.connect(beat)
    timer.start(0)
    live = model.history.live
    (model.history.undo if back else model.history.redo)()
    end = perf_counter() + PATIENCE
    while model.history.live == live and perf_counter() < end:
        QTest.qWait(1)
    if model.history.live == live:
        raise DataFault("fault.bench.no_history")
    QTest.qWait(QUIET)
    timer.stop()
    return max(gaps)
