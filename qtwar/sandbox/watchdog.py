"""One thread that kills a process which is still silent at its deadline; a thread a call would cost as much as the call."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic


class Watchdog:
    """`guard(seconds, bite)` before a wait, `rest()` after it; `close()` ends the thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._deadline: float | None = None
        self._bite: Callable[[], None] | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def guard(self, seconds: float, bite: Callable[[], None]) -> None:
        """Call `bite` if `rest` does not come within `seconds`."""
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="sandbox watchdog", daemon=True)
                self._thread.start()
            sooner = self._deadline is None or monotonic() + seconds < self._deadline
            self._deadline, self._bite = monotonic() + seconds, bite
            if sooner:
                self._changed.notify()

    def rest(self) -> None:
        """The answer is there. The thread sleeps on to the old deadline and finds nothing to do: no wake-up a call."""
        with self._changed:
            self._bite = None

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closed = True
            self._bite = None
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                if self._bite is None:
                    self._deadline = None
                    self._changed.wait()
                    continue
                assert self._deadline is not None
                left = self._deadline - monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                bite, self._bite = self._bite, None
                bite()
