"""The session of a game on a thread of its own, and the screens that are told what happens there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.errors import QtwarError
from qtwar.presenters.play.news import News, gather
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.title import PlayedTitle
from qtwar.session.play import Done, Outcome, PlaySession, Refused
from qtwar.ui.facts import Stoppage
from qtwar.ui.job_queue import JobQueue

Drop = Callable[[], None]


class GameLink(QObject):
    """What the ports of a game ask the session through. Behind this one there is none: for a screen that only watches."""

    received = Signal(object)  # News, when the screen has taken it
    refused = Signal(object)  # Message
    busy = Signal(bool)
    problem = Signal(object)  # Stoppage

    def ask(self, job: Callable[[PlaySession], Any], then: Callable[[Any], object] | None = None) -> Drop:
        """Have a job done on the session's thread and its answer brought here; returns what drops the answer."""
        return lambda: None

    def play(self, step: Callable[[PlaySession], Outcome], then: Callable[[Outcome], object] | None = None) -> None:
        """Have the game changed; the screen has taken what came of it when `then` is called.

        Without `then`, `refused` says what can not be done.
        """

    def sit(self, seat: str, then: Callable[[], object]) -> None:
        """Give the screen to another side; it has what that side sees when `then` is called."""

    def watch(self, then: Callable[[Screen, GameLink], object]) -> None:
        """Give a screen for everybody that follows the game, with a link of its own."""


class SessionLink(GameLink):
    """The session lives on the thread of a job queue, which takes the jobs in order."""

    def __init__(self, session: PlaySession, title: PlayedTitle, *, covers: bool) -> None:
        super().__init__()
        seat = (session.active or list(session.sides))[0]
        self.screen = Screen(seat, gather(session, seat, covers=covers), covers=covers, parent=self)
        self.session, self._title = session, title
        self.jobs = JobQueue(self)
        self._watching: list[tuple[Screen, GameLink]] = []
        self._watched = False  # whether somebody watches, or will in a moment
        self._waiting = 0
        self._closed = False

    def ask(self, job: Callable[[PlaySession], Any], then: Callable[[Any], object] | None = None) -> Drop:
        """Have a job done on the session's thread."""
        return self.jobs.ask(lambda: job(self.session), then, self._failed)

    def play(self, step: Callable[[PlaySession], Outcome], then: Callable[[Outcome], object] | None = None) -> None:
        """Have the game changed, and the screens with it."""
        self._wait(1)

        def job() -> tuple[Outcome, News | None]:
            outcome = step(self.session)
            return outcome, self._news(outcome) if isinstance(outcome, Done) else None

        def arrived(answer: tuple[Outcome, News | None]) -> None:
            self._wait(-1)
            outcome, news = answer
            if news is not None:
                self._take(news)
            if then is not None:
                then(outcome)
            elif isinstance(outcome, Refused):
                self.refused.emit(outcome.message)

        def failed(problem: QtwarError) -> None:
            self._wait(-1)
            self._failed(problem)

        self.jobs.ask(job, arrived, failed)

    def sit(self, seat: str, then: Callable[[], object]) -> None:
        """Give the screen to another side."""
        self.screen.seat = seat
        self.screen.forget_past()

        def arrived(news: News) -> None:
            self._take(news)
            then()

        self.jobs.ask(lambda: self._news(None), arrived, self._failed)
        self.screen.seated.emit()

    def watch(self, then: Callable[[Screen, GameLink], object]) -> None:
        """Give a screen for everybody that follows the game."""

        def made(news: News) -> None:
            screen, link = Screen("", news, covers=self.screen.covers, parent=self), GameLink(self)
            self._watching.append((screen, link))
            then(screen, link)

        self._watched = True
        self.jobs.ask(lambda: gather(self.session, ""), made, self._failed)

    def close(self) -> None:
        """Let go of session and worker."""
        if not self._closed:
            self._closed = True
            self.jobs.close(self.session.rules.close)

    def _news(self, done: Done | None) -> News:
        """Made on the session's thread."""
        news = gather(self.session, self.screen.seat, done, covers=self.screen.covers)
        if self._watched:
            news.public = gather(self.session, "", done)
        return news

    def _take(self, news: News) -> None:
        self.screen.take(news)
        if news.public is not None:
            for screen, link in self._watching:
                screen.take(news.public)
                link.received.emit(news.public)
        self.received.emit(news)

    def _failed(self, problem: QtwarError) -> None:
        self.problem.emit(Stoppage(problem.message, problem.detail))

    def _wait(self, by: int) -> None:
        was, self._waiting = self._waiting, self._waiting + by
        if bool(was) != bool(self._waiting):
            self.busy.emit(bool(self._waiting))
