"""A process beside the window that reads titles and draws maps and covers into the cache.

Python computes on one core at a time: what takes seconds while the cache is empty would hold the window up from a
thread, too. The process (`qtwar.services.render_process`) is started when there is something to do, and ends when it
was idle for a while or the program goes. It answers each line of JSON with one; the pictures themselves travel through
the cache. Whoever asks looks there afterwards, and does it himself where there is no such process; what failed in it or
ended it is never tried in the window's.

    render_worker().ask({"do": "card", "module": path})    # blocks its thread, never the interpreter
    picture_worker().hand({"do": "pictures", …})           # what comes back in the answer, or the sentence of a fault
    whole_worker()                                         # a drawing that takes long holds nothing else up
"""

from __future__ import annotations

import atexit
import heapq
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

from qtwar.base import child, places
from qtwar.base.errors import DataFault, told

log = logging.getLogger("qtwar")
SECONDS = {
    "card": 60.0, "archive": 60.0, "document": 120.0, "document_card": 30.0, "mail": 60.0,
    "map": 600.0, "position": 60.0, "scan": 300.0, "trace": 600.0,
}  # fmt: skip
"""What a request may take, however busy the machine is; pictures of large maps take their time."""
ELSE = 120.0
URGENCY = {"document_card": 1, "card": 1, "cover": 2, "face": 2}
"""What waits while somebody waits for a document or a map: the smaller number goes first, 0 where nothing is said."""
LOOKING = 0.2
"""Seconds between two looks whether something is still wanted."""
FROM_ANYBODY = ("card", "cover", "face", "map", "tile", "begin", "part", "archive", "document", "document_card", "mail")
"""Requests to read or draw what comes from anybody."""
MOST_WORDS = 600
"""Letters of an answer that are written down: what it is about may be anybody's."""
PLACES = ("QTWAR_CACHE", "QTWAR_HOME")
"""Variables of the environment that say where the cache and the user's data are."""
inside = False
"""Whether this is such a process: what is asked for here is done here."""


class RenderResult(Enum):
    """What came of a request: done; left to whoever asked; or it ended the process, and must not be tried in another."""

    DONE = "done"
    LEFT = "left"
    DIED = "died"


class _Turns:
    """Lets one thread in at a time: of those that wait, the most urgent, then the one that waits longest."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[int, int]] = []
        self._count, self._taken = 0, False

    @contextmanager
    def turn(self, urgency: int) -> Iterator[None]:
        """Wait for a turn and have it; a smaller number is more urgent."""
        with self._changed:
            self._count += 1
            mine = (urgency, self._count)
            heapq.heappush(self._waiting, mine)
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._taken and self._waiting[0] == mine)
            heapq.heappop(self._waiting)
            self._taken = True
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()


class RenderWorker:
    """The process, from the side of the program; any thread, one request at a time, the most urgent first."""

    def __init__(self) -> None:
        self._turns, self._gate = _Turns(), threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._closed = False
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """Return the number of the process while there is one."""
        process = self._process
        return process.pid if process is not None else None

    @property
    def closed(self) -> bool:
        """Whether the program is going: nothing is worth doing any more."""
        return self._closed

    def ask(self, request: dict[str, Any]) -> RenderResult:
        """Have something done and wait for it."""
        answer, started = self._answer(request)
        if answer.startswith("done"):
            return RenderResult.DONE
        if answer:  # a file that could not be read there is not read in the window's process
            log.warning("asked for %s: %s", request["do"], answer.strip()[:MOST_WORDS])
            return RenderResult.DIED if request["do"] in FROM_ANYBODY else RenderResult.LEFT
        return RenderResult.DIED if started and not self._closed else RenderResult.LEFT

    def hand(
        self, request: dict[str, Any], wanted: Callable[[], bool] | None = None, *, deadly: str = "fault.picture.deadly"
    ) -> Any:
        """Have something from anybody done and return what came of it; raises DataFault, `deadly` where it ended the process.

        What is no longer `wanted` is given up.
        """
        answer, _ = self._answer(request, wanted)
        word, _, rest = answer.partition(" ")
        if word.strip() == "done":
            return json.loads(rest) if rest else None
        if word == "fault":
            fault = json.loads(rest)
            raise told(DataFault, fault["message"], fault["detail"])
        raise DataFault(deadly, file=Path(str(request.get("path", ""))).name)

    def _answer(self, request: dict[str, Any], wanted: Callable[[], bool] | None = None) -> tuple[str, bool]:
        """Return the line that answers a request, empty where the process ended or there is none, and whether there was one."""
        line = json.dumps({**request, "places": {name: os.environ.get(name) for name in PLACES}})
        seconds, started = SECONDS.get(str(request["do"]), ELSE), False
        with self._turns.turn(URGENCY.get(str(request["do"]), 0)):
            if wanted is not None and not wanted():
                return "", False
            for _ in range(2):  # the process may just have ended, because nobody asked anything
                if self._closed:
                    return "", False
                try:
                    answer, late = self._send(line, seconds, wanted)
                except OSError:
                    answer, late = "", False
                if answer:
                    return answer, True
                ended = self._end()
                started = ended is not None
                if late or ended:  # once is enough: only who was idle ends in order
                    break
        return "", started

    def _send(self, line: str, seconds: float, wanted: Callable[[], bool] | None) -> tuple[str, bool]:
        """Return the answer, empty where the process ended, and whether it was ended because it took too long."""
        with self._gate:
            if self._closed:
                return "", False
            if self._process is not None and self._process.poll() is not None:
                self._process.communicate()
                self._process = None
            if self._process is None:
                self._process = _start()
            process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        there, late = threading.Event(), threading.Event()

        def watch() -> None:
            end = time.monotonic() + seconds
            while not there.wait(min(seconds, LOOKING) if wanted is not None else seconds):
                if time.monotonic() >= end or (wanted is not None and not wanted()):
                    late.set()
                    process.kill()
                    return

        threading.Thread(target=watch, daemon=True).start()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return process.stdout.readline(), late.is_set()
        finally:
            there.set()

    def _end(self) -> int | None:
        """Clear away a process that does not answer; returns how it ended, None where there was none."""
        with self._gate:
            process, self._process = self._process, None
        if process is not None:
            if process.poll() is None:
                process.kill()
            process.communicate()
            return process.returncode
        return None

    def rest(self) -> None:
        """End the process once nothing is under way, not when it was idle for a while: nobody will ask soon."""
        with self._turns.turn(max(URGENCY.values()) + 1):
            self._end()

    def close(self) -> None:
        """End the process, in the middle of its work too; for the end of the program."""
        with self._gate:
            self._closed = True
            if self._process is not None:
                self._process.kill()


_workers: dict[str, RenderWorker] = {}
_making = threading.Lock()


def render_worker() -> RenderWorker:
    """Return the program's worker; a new one after one that was closed."""
    return _named("render")


def picture_worker() -> RenderWorker:
    """Return the worker for pictures and archives from outside: one that takes a minute holds no card and no cover up."""
    return _named("picture")


def whole_worker() -> RenderWorker:
    """Return the worker that draws all of a large board, while the program's draws what is looked at of it."""
    return _named("whole")


def _named(name: str) -> RenderWorker:
    with _making:
        found = _workers.get(name)
        if found is None or found.closed:
            found = _workers[name] = RenderWorker()
        return found


def _start() -> subprocess.Popen[str]:
    home = str(places.CLONE)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))}
    if sys.platform.startswith("linux"):
        env["QT_QPA_PLATFORM"] = "offscreen"
    return subprocess.Popen(
        child.command("drawing"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=env,
        text=True,
        encoding="utf-8",
        **child.unseen(),
    )
