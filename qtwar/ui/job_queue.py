"""One thread for one game: takes jobs in order, brings answers back to the window's thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from qtwar.base.errors import QtwarError

log = logging.getLogger("qtwar.play")

Then = Callable[[Any], object]


class JobQueue(QObject):
    """`ask(job, then, failed)`: job runs on the game's thread, `then` or `failed` on the window's."""

    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="game")
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._open = True
        self.pending = 0

    def ask(
        self,
        job: Callable[[], Any],
        then: Then | None = None,
        failed: Callable[[QtwarError], None] | None = None,
    ) -> Callable[[], None]:
        """Queue a job; returns what drops its answer (a job not yet begun is not run). Once closed, nothing is done."""
        if not self._open:
            return lambda: None
        wanted = [True]
        self.pending += 1

        def work() -> None:
            if not wanted[0]:
                self._send(lambda: None)
                return
            try:
                answer = job()
            except QtwarError as problem:
                fault = problem
                self._send(lambda: failed(fault) if failed is not None and wanted[0] else None)
            except Exception as bug:
                log.exception("a job of the game failed")
                wrapped = QtwarError("fault.internal", detail=repr(bug))
                self._send(lambda: failed(wrapped) if failed is not None and wanted[0] else None)
            else:
                self._send(lambda: then(answer) if then is not None and wanted[0] else None)

        self._pool.submit(work)

        def drop() -> None:
            wanted[0] = False

        return drop

    def _send(self, call: Callable[[], object]) -> None:
        if self._open:
            self._arrived.emit(call)

    def _deliver(self, call: Callable[[], object]) -> None:
        self.pending -= 1
        if self._open:
            call()

    def close(self, last: Callable[[], None] | None = None) -> None:
        """Run `last` after the jobs under way, drop their answers, and end the thread."""
        self._open = False
        if last is not None:
            self._pool.submit(last)
        self._pool.shutdown(wait=True, cancel_futures=False)
