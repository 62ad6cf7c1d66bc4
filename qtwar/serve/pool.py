"""A pool of sandbox workers that holds the rules of many games: each call of a game is done by a worker of its title.

A worker keeps the position of the game that it worked for last, so that a game which goes on finds it there; any other
worker is given the position first, which takes a few milliseconds. Which worker it was is nothing that anybody can tell.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault, QtwarError, RulesFault
from qtwar.model.content import TitleContent
from qtwar.sandbox.client import Limits, SandboxRules

Json = dict[str, Any]
LIMITS = {
    "query": Limits(5_000_000_000, 2_000),
    "offers": Limits(5_000_000_000, 5_000),
    "act": Limits(20_000_000_000, 10_000),
}
WAIT_SECONDS = 20
"""How long a call waits for a worker while all are busy."""
START_SECONDS = 60
"""How much longer it waits while one of its title is being started."""


class _Worker:
    """A process with the rules of a title; `holds` is the game whose position it has."""

    def __init__(self, module: str, rules: SandboxRules) -> None:
        self.module, self.rules = module, rules
        self.holds: object | None = None
        self.busy = False
        self.last = 0.0


class RulesPool:
    """At most so many workers, shared by all games; a title that is not played for a while gives its workers up."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.calls = 0
        self._workers: list[_Worker] = []
        self._starting: set[str] = set()
        self._failed: dict[str, QtwarError] = {}
        self._asking: Counter[str] = Counter()
        self._free = threading.Condition()
        self._closed = False

    @property
    def size(self) -> int:
        """Return how many workers there are."""
        return len(self._workers)

    @contextmanager
    def worker(self, game: PooledRules) -> Iterator[_Worker]:
        """Give a worker of the game's title, the one that holds it where that can be; raises DataFault when none gets free."""
        found = self._take(game)
        try:
            yield found
        except RulesFault:
            found.holds = None
            raise
        finally:
            with self._free:
                found.busy, found.last = False, time.monotonic()
                self._free.notify_all()

    def _take(self, game: PooledRules) -> _Worker:
        """Return a worker that is the caller's until he lets it go; where all are busy another one is started meanwhile."""
        until = time.monotonic() + WAIT_SECONDS
        with self._free, self._asked_for(game.module):
            while not self._closed:
                idle = [worker for worker in self._workers if not worker.busy]
                able = [worker for worker in idle if worker.module == game.module]
                found = next((w for w in able if w.holds is game), None) or min(able, key=lambda w: w.last, default=None)
                if found is not None:
                    found.busy = True
                    self.calls += 1
                    return found
                fault = self._failed.pop(game.module, None)
                if fault is not None:
                    raise fault
                if game.module not in self._starting:
                    if self._room():
                        self._start(game)
                    elif idle:  # another title's: it makes room
                        oldest = min(idle, key=lambda w: w.last)
                        self._workers.remove(oldest)
                        threading.Thread(target=oldest.rules.close, name="worker", daemon=True).start()  # others go on
                        continue
                left = until - time.monotonic()
                if left <= -START_SECONDS or (left <= 0 and game.module not in self._starting):
                    raise DataFault("fault.server.busy")
                self._free.wait(max(left, 1.0))
        raise RulesFault("fault.closed")

    @contextmanager
    def _asked_for(self, module: str) -> Iterator[None]:
        """Note that somebody waits for a title: a fault of its start is told to him, and to nobody who comes later."""
        self._asking[module] += 1
        try:
            yield
        finally:
            self._asking[module] -= 1

    def prepare(self, folder: Path | None, content: TitleContent) -> None:
        """Have a worker of a title ready before a game of it is woken, if there is room for one."""
        game = PooledRules(self, folder, content, dict)  # it is never asked for a position
        with self._free:
            here = any(worker.module == game.module for worker in self._workers)
            if not self._closed and not here and game.module not in self._starting and self._room():
                self._start(game)

    def _room(self) -> bool:
        return len(self._workers) + len(self._starting) < self.most

    def _start(self, game: PooledRules) -> None:
        """Start a worker on a thread of its own: it takes a second, and one that is busy now may be free before."""
        self._starting.add(game.module)

        def start() -> None:
            made: _Worker | None = None
            fault: QtwarError | None = None
            try:
                made = _Worker(game.module, SandboxRules(game.folder, game.content, limits=LIMITS))
            except QtwarError as problem:
                fault = problem
            with self._free:
                self._starting.discard(game.module)
                if made is not None and not self._closed:
                    self._workers.append(made)
                    made = None
                elif fault is not None and self._asking[game.module]:
                    self._failed[game.module] = fault
                self._free.notify_all()
            if made is not None:
                made.rules.close()

        threading.Thread(target=start, name="worker", daemon=True).start()

    def close(self) -> None:
        """End all workers."""
        with self._free:
            self._closed = True
            workers, self._workers = self._workers, []
            self._free.notify_all()
        for worker in workers:
            worker.rules.close()


class PooledRules:
    """Fulfils RulesPort for one game with whatever worker of its title is free.

    `position` returns the game's position as JSON; it is asked where the worker does not have it.
    """

    def __init__(self, pool: RulesPool, folder: Path | None, content: TitleContent, position: Callable[[], Json]) -> None:
        self.folder = folder
        self.module = f"{folder or 'free table'} {content.title.id} {content.title.version}"
        self._content = content
        self._pool, self._position = pool, position

    @property
    def content(self) -> Json:
        """The content as a worker is given it: made where one is started, for it takes as long as waking a game."""
        made: Json = self._content.rules_json()
        return made

    def _call(self, fn: str, *args: Any) -> Any:
        with self._pool.worker(self) as worker:
            if worker.holds is not self:
                worker.holds = None
                worker.rules.open_state(self._position())
                worker.holds = self
            return getattr(worker.rules, fn)(*args)

    def _begin(self, fn: str, *args: Any) -> Any:
        with self._pool.worker(self) as worker:
            worker.holds = None
            found = getattr(worker.rules, fn)(*args)
            worker.holds = self
            return found

    def setup(self, meta: Json, choices: Json, entropy: int) -> Json:
        """Set up a game."""
        made: Json = self._begin("setup", meta, choices, entropy)
        return made

    def open_state(self, state: Json) -> None:
        """Take over a position."""
        self._begin("open_state", state)

    def apply(self, events: list[Json]) -> None:
        """Apply events of the host, which has applied them already: a worker that is given the position has them."""
        with self._pool.worker(self) as worker:
            if worker.holds is self:
                worker.rules.apply(events)
            else:
                worker.holds = None
                worker.rules.open_state(self._position())
                worker.holds = self

    def offers(self) -> dict[str, Json]:
        """Return the offer of each side that may act."""
        found: dict[str, Json] = self._call("offers")
        return found

    def act(self, action: Json, entropy: int, dice: list[int] | None = None, picks: list[int | str] | None = None) -> Json:
        """Carry out an action."""
        found: Json = self._call("act", action, entropy, dice, picks)
        return found

    def describe(self) -> Json:
        """Return the words of the title."""
        with self._pool.worker(self) as worker:
            return worker.rules.describe()

    def query(self, side: str, what: str, args: Json) -> Any:
        """Answer a question of a side from its own view."""
        return self._call("query", side, what, args)

    def replay(self, actions: list[list[Any]]) -> Json:
        """Re-run actions in one call."""
        found: Json = self._call("replay", actions)
        return found

    def selfplay(self, entropies: list[int]) -> Json:
        """Play random offered actions in one call."""
        found: Json = self._call("selfplay", entropies)
        return found

    def close(self) -> None:
        """Nothing is held: the workers are the pool's."""
