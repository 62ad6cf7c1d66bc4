"""Work that takes longer than a blink: one function on the thread pool, its answer on the window's thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

log = logging.getLogger("qtwar")
Then = Callable[[Any], object]


class Cancelled(Exception):
    """Raised inside a job when the person has cancelled it."""


def _nothing(answer: object) -> None:
    """Follows where nobody cares."""


class Job(QObject):
    """A running job. `progress(done, all)` may be called from inside; it raises Cancelled once cancelled.

    `hand(found)` gives the window something to show until the answer is there.
    """

    changed = Signal()
    _progressed = Signal(object)
    _handed = Signal(object)
    _ended = Signal(object)  # what follows on the window's thread

    def __init__(
        self,
        text: str,
        work: Callable[[Job], Any],
        then: Then | None,
        failed: Then,
        undone: Then | None,
        meanwhile: Then | None = None,
    ) -> None:
        super().__init__()
        self.text, self.cancelled, self.over = text, False, False
        self.step: tuple[int, int] | None = None
        self._work = work
        self._then, self._failed, self._undone = then or _nothing, failed, undone or _nothing
        self._meanwhile = meanwhile or _nothing
        # No signal: what hears one is held where Python does not look, and with it the window that it is about.
        self._cancelled: list[Callable[[], object]] = []
        # Bound to this object, so that Qt queues the calls on its thread, which is the window's.
        self._progressed.connect(self._show_step)
        self._handed.connect(self._show_handed)
        self._ended.connect(self._follow)

    def when_cancelled(self, do: Callable[[], object]) -> None:
        """Have something done as soon as somebody cancels it."""
        self._cancelled.append(do)

    def cancel(self) -> None:
        """Ask it to stop, on the window's thread; nothing it has begun is shown."""
        if not self.cancelled:
            self.cancelled = True
            for do in self._cancelled:
                do()

    def progress(self, step: int, of: int) -> None:
        """Report from inside the job."""
        if self.cancelled:
            raise Cancelled
        self._progressed.emit((step, of))

    def hand(self, found: object) -> None:
        """Give from inside the job what can be shown meanwhile."""
        self._handed.emit(found)

    def run(self) -> None:
        """Do the work, on a thread of the pool."""
        follow: Callable[[], object] = partial(_nothing, None)
        try:
            answer = self._work(self)
        except Cancelled:
            pass
        except Exception as fault:
            if self.cancelled:
                log.info("a job that was cancelled failed", exc_info=fault)
            else:
                follow = partial(self._failed, fault)
        else:
            if self.cancelled:
                self._undone(answer)
            else:
                follow = partial(self._arrived, answer)
        with suppress(RuntimeError):  # the program has ended meanwhile, and the job's signals with it
            self._ended.emit(follow)

    def _arrived(self, answer: object) -> None:
        (self._undone if self.cancelled else self._then)(answer)

    def _show_step(self, step: tuple[int, int]) -> None:
        self.step = step
        self.changed.emit()

    def _show_handed(self, found: object) -> None:
        if not self.cancelled:
            self._meanwhile(found)

    def _follow(self, follow: Callable[[], object]) -> None:
        try:
            follow()
        finally:
            self.over = True
            self.changed.emit()


class Jobs(QObject):
    """The jobs of the program; `changed` fires when one begins, moves on or ends."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, pool: QThreadPool | None = None) -> None:
        super().__init__(parent)
        self.pool = pool or QThreadPool.globalInstance()
        self.running: list[Job] = []

    def start(
        self,
        text: str,
        work: Callable[[Job], Any],
        then: Then | None,
        failed: Then,
        undone: Then | None = None,
        meanwhile: Then | None = None,
    ) -> Job:
        """Run `work(job)` on a thread; `then(answer)` or `failed(fault)` follows on the window's thread.

        `meanwhile(found)` is called there too, with what the job hands over before.

        Cancelled when the answer is there already, neither follows but `undone(answer)`, which takes back what the job
        has made, on either thread; no widget may be touched by it.
        """
        job = Job(text, work, then, failed, undone, meanwhile)
        job.moveToThread(self.thread())
        job.changed.connect(self._look)
        self.running.append(job)
        self.pool.start(job.run)
        self.changed.emit()
        return job

    def _look(self) -> None:
        self.running = [job for job in self.running if not job.over]
        self.changed.emit()

    def wait(self) -> None:
        """Cancel everything and wait for the threads, before the program ends."""
        for job in self.running:
            job.cancel()
        self.pool.waitForDone(3000)
