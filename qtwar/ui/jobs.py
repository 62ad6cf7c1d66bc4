"""Work that takes longer than a blink: one function on the thread pool, its answer on the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal


class Cancelled(Exception):
    """Raised inside a job when the person has cancelled it."""


class Job(QObject):
    """A running job. `progress(done, all)` may be called from inside; it raises Cancelled once cancelled.

    `undone(answer)` takes back what a job has made that was cancelled too late to stop it; no widget may be touched.
    """

    done = Signal(object)
    failed = Signal(object)  # QtwarError or Exception
    progressed = Signal(int, int)
    stopping = Signal()  # it has been cancelled
    finished = Signal()

    def __init__(self, text: str, undone: Callable[[Any], object] | None = None) -> None:
        super().__init__()
        self.text = text
        self.undone: Callable[[Any], object] = undone or (lambda answer: None)
        self.cancelled = False

    def cancel(self) -> None:
        """Ask it to stop; nothing it has begun is shown."""
        if not self.cancelled:
            self.cancelled = True
            self.stopping.emit()

    def progress(self, step: int, of: int) -> None:
        """Report from inside the job."""
        if self.cancelled:
            raise Cancelled
        self.progressed.emit(step, of)


class _Runner(QRunnable):
    def __init__(self, job: Job, work: Callable[[Job], Any]) -> None:
        super().__init__()
        self.job, self.work = job, work

    def run(self) -> None:
        job = self.job
        with suppress(RuntimeError):  # the program has ended meanwhile, and the job's signals with it
            self._run(job)
            job.finished.emit()

    def _run(self, job: Job) -> None:
        try:
            answer = self.work(job)
        except Cancelled:
            return
        except Exception as fault:
            if not job.cancelled:
                job.failed.emit(fault)
            return
        if job.cancelled:
            job.undone(answer)
        else:
            job.done.emit(answer)


class Jobs(QObject):
    """The jobs of the program; `changed` fires when one begins, moves on or ends."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, pool: QThreadPool | None = None) -> None:
        super().__init__(parent)
        self.pool = pool or QThreadPool.globalInstance()
        self.running: list[Job] = []
        self.state: dict[Job, tuple[int, int]] = {}

    def start(
        self,
        text: str,
        work: Callable[[Job], Any],
        then: Callable[[Any], object] | None = None,
        failed: Callable[[Exception], object] | None = None,
        undone: Callable[[Any], object] | None = None,
    ) -> Job:
        """Run `work(job)` on a thread; `then(answer)` or `failed(fault)` follows on the window's thread.

        Cancelled when the answer is there already, neither follows but `undone(answer)`, on either thread.
        """
        job = Job(text, undone)
        job.moveToThread(self.thread())
        self.running.append(job)
        # Bound to objects of the window's thread, so that Qt queues the calls there.
        relay = _Relay(job, then, failed, self)
        job.done.connect(relay.on_done)
        job.failed.connect(relay.on_failed)
        job.progressed.connect(relay.on_progress)
        job.finished.connect(relay.on_finished)
        self.pool.start(_Runner(job, work))
        self.changed.emit()
        return job

    def wait(self) -> None:
        """Cancel everything and wait for the threads, before the program ends."""
        for job in self.running:
            job.cancel()
        self.pool.waitForDone(3000)


class _Relay(QObject):
    def __init__(self, job: Job, then: Any, failed: Any, jobs: Jobs) -> None:
        super().__init__(jobs)
        self.job, self.then, self.fail, self.jobs = job, then, failed, jobs

    def on_done(self, answer: object) -> None:
        if self.job.cancelled:
            self.job.undone(answer)
        elif self.then is not None:
            self.then(answer)

    def on_failed(self, fault: object) -> None:
        if self.fail is not None:
            self.fail(fault)

    def on_progress(self, step: int, of: int) -> None:
        self.jobs.state[self.job] = (step, of)
        self.jobs.changed.emit()

    def on_finished(self) -> None:
        if self.job in self.jobs.running:
            self.jobs.running.remove(self.job)
        self.jobs.state.pop(self.job, None)
        self.jobs.changed.emit()
        self.deleteLater()
