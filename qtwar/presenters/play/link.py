"""What the ports of a game ask for; and the session of a game on a thread of its own that answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from qtwar.base.errors import QtwarError
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.presenters.play.leave import Leave
from qtwar.presenters.play.news import News, gather
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.title import PlayedTitle
from qtwar.session.play import Done, Outcome, PlaySession, Refused
from qtwar.session.ports import EntryHead
from qtwar.ui.facts import Stoppage
from qtwar.ui.job_queue import JobQueue

Drop = Callable[[], None]
Row = tuple[EntryHead, list[dict[str, Any]]]
"""An entry in force, with what the seat was told of it."""
Notes = Mapping[int, list[tuple[Literal["note", "said"], str, str]]]
"""Remarks, and what was said at a table, by row of the journal: whose each is (empty: it does not matter), and its words."""


class GameLink(QObject):
    """What the ports of a game ask for, wherever the game is. Behind this one there is none: for a screen that only watches."""

    received = Signal(object)  # News, when the screen has taken it
    refused = Signal(object)  # Message
    busy = Signal(bool)
    problem = Signal(object)  # Stoppage
    renewed = Signal()  # the game was taken up anew: the log has to be read again
    remarked = Signal(int, str, str)  # a remark by others, or heard elsewhere: after how many entries, whose, its words
    shared = True
    """Whether all sides sit at this window, so that the seat changes with the side that acts."""
    pending = 0
    """How much was asked for that has not been answered yet."""
    agreed = False
    """Whether dice and how far the rules bind were agreed on and stay so."""

    def submit(
        self, action: dict[str, Any], dice: list[int] | None = None, then: Callable[[Outcome], object] | None = None
    ) -> None:
        """Have an action carried out; the screen has taken what came of it when `then` is called.

        Without `then`, `refused` says what can not be done.
        """

    def set_strictness(self, side: str, to: str) -> None:
        """Have the rules bind otherwise: an entry of the journal."""
        self.submit({"side": side, "verb": "strictness", "args": {"to": to}})

    def walk(self, length: int, *, by: str = "", leave: str = "") -> None:
        """Have entries taken back or done again until so many are in force; `leave` is that of another seat here."""

    def latest(self, live: int) -> int | None:
        """Return how many of `live` entries remain when the latest gesture is taken back; None where none may be."""
        return live - 1

    def ask_leave(self, asked: Leave) -> None:
        """Put a question to the other players."""

    def query(self, side: str, name: str, args: dict[str, Any], then: Callable[[Any], object]) -> Drop:
        """Ask the rules in a side's view; returns what drops the answer."""
        return lambda: None

    def log(
        self,
        seat: str,
        first: int,
        read: Callable[[Iterable[Row], Notes], Any],
        then: Callable[[Any], object],
        *,
        reader: str = "",
    ) -> None:
        """Have the entries in force from an index on read, with the remarks of `reader`; `read` is called on another thread."""

    def past(self, seat: str, length: int, then: Callable[[State], object]) -> Drop:
        """Get what a seat saw when so many entries were in force; returns what drops the answer."""
        return lambda: None

    def bookmark(self, no: int, name: str, then: Callable[[], object]) -> None:
        """Name a row of the journal."""

    def note(self, no: int, who: str, text: str, then: Callable[[], object]) -> None:
        """Write somebody's remark to a row of the journal."""

    def set_facts(self, facts: dict[str, Any], then: Callable[[], object]) -> None:
        """Change facts of the game such as where its dice come from."""

    def aside(self, job: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Have something done with the game's document, when nothing else is done with it."""

    def sit(self, seat: str, then: Callable[[], object]) -> None:
        """Give the screen to another side; it has what that side sees when `then` is called."""

    def watch(self, then: Callable[[Screen, GameLink], object]) -> None:
        """Give a screen for everybody that follows the game, with a link of its own."""


class SessionLink(GameLink):
    """The session lives on the thread of a job queue, which takes the jobs in order. All seats are at this window."""

    def __init__(self, session: PlaySession, title: PlayedTitle, *, covers: bool, seat: str = "") -> None:
        super().__init__()
        seat = seat or (session.active or list(session.sides))[0]
        self.screen = Screen(seat, gather(session, seat, covers=covers), covers=covers, parent=self)
        self.session, self._title = session, title
        self.jobs = JobQueue(self)
        self._watching: list[tuple[Screen, GameLink]] = []
        self._watched = False  # whether somebody watches, or will in a moment
        self._waiting = 0
        self._closed = False

    @property
    def pending(self) -> int:  # type: ignore[override]
        """How many jobs have not been answered yet."""
        return self.jobs.pending

    def submit(
        self, action: dict[str, Any], dice: list[int] | None = None, then: Callable[[Outcome], object] | None = None
    ) -> None:
        """Have an action carried out, and the screens changed with the game."""
        self._play(lambda: self.session.submit(self.session.sides, action, dice=dice), then)

    def walk(self, length: int, *, by: str = "", leave: str = "") -> None:
        """Have entries taken back or done again."""

        def step() -> Outcome:
            session = self.session
            if length < len(session.history):
                return session.undo_to(length, seats=session.sides, by=by, leave=leave)
            return session.redo_to(length)

        self._play(step)

    def ask_leave(self, asked: Leave) -> None:
        """Put the question in the prompt bar: who is asked sits here too."""
        self.screen.ask_leave(asked)

    def query(self, side: str, name: str, args: dict[str, Any], then: Callable[[Any], object]) -> Drop:
        """Ask the rules on the session's thread."""
        return self._ask(lambda: self.session.query(side, name, args), then)

    def log(
        self,
        seat: str,
        first: int,
        read: Callable[[Iterable[Row], Notes], Any],
        then: Callable[[Any], object],
        *,
        reader: str = "",
    ) -> None:
        """Have the journal read on the session's thread."""

        def job() -> Any:
            notes = self.session.notes(reader).items()
            remarks: Notes = {no: [("note", "", line) for line in said.splitlines()] for no, said in notes}
            return read(self.session.log(seat, first), remarks)

        self._ask(job, then)

    def past(self, seat: str, length: int, then: Callable[[State], object]) -> Drop:
        """Have the position made of the journal."""
        return self._ask(lambda: views.view(self.session.state_at(length), seat), then)

    def bookmark(self, no: int, name: str, then: Callable[[], object]) -> None:
        """Name a row of the journal."""

        def job() -> list[EntryHead]:
            self.session.bookmark(no, name)
            return list(self.session.history.line)

        def named(line: list[EntryHead]) -> None:
            self.screen.line = line
            then()

        self._ask(job, named)

    def note(self, no: int, who: str, text: str, then: Callable[[], object]) -> None:
        """Write a remark into the document."""
        self._ask(lambda: self.session.note(no, who, text), lambda _: then())

    def set_facts(self, facts: dict[str, Any], then: Callable[[], object]) -> None:
        """Change facts in the document."""
        self._ask(lambda: self.session.set_game(facts), lambda _: then())

    def aside(self, job: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Have a job done on the session's thread."""
        self._ask(job, then)

    def _ask(self, job: Callable[[], Any], then: Callable[[Any], object]) -> Drop:
        return self.jobs.ask(job, then, self._failed)

    def _play(self, step: Callable[[], Outcome], then: Callable[[Outcome], object] | None = None) -> None:
        """Have the game changed, and the screens with it."""
        self._wait(1)

        def job() -> tuple[Outcome, News | None]:
            outcome = step()
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
