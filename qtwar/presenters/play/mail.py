"""A game by mail for its page: whose turn the files are, what can be sent, and taking in what has arrived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.files import stem
from qtwar.mail.letter import Letter
from qtwar.mail.session import WAITS, MailSession
from qtwar.presenters.play.leave import Leave
from qtwar.presenters.play.link import SessionLink
from qtwar.presenters.play.news import News
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.title import PlayedTitle
from qtwar.services import mail
from qtwar.session.play import Outcome, Refused
from qtwar.ui.facts import MailState


class MailLink(SessionLink):
    """The session of a game by mail on its thread: one side sits here, and what was agreed on stays."""

    shared = False
    agreed = True

    def __init__(self, session: MailSession, title: PlayedTitle) -> None:
        super().__init__(session, title, covers=True, seat=session.exchange.mine[0])
        self.mail = session

    def submit(
        self, action: dict[str, Any], dice: list[int] | None = None, then: Callable[[Outcome], object] | None = None
    ) -> None:
        """Have an action carried out; where it waits for dice nothing else is offered."""

        def answered(outcome: Outcome) -> None:
            if isinstance(outcome, Refused):
                if outcome.message["key"] == WAITS:
                    self._again(lambda: None, lambda: None)
                if then is None:
                    self.refused.emit(outcome.message)
            if then is not None:
                then(outcome)

        super().submit(action, dice, answered)

    def ask_leave(self, asked: Leave) -> None:
        """There is nobody here who could give leave."""
        self.refused.emit({"key": "mail.refuse.no_leave", "args": {}})

    def sit(self, seat: str, then: Callable[[], object]) -> None:
        """The screen stays with its side."""

    def take_in(self, found: Letter, then: Callable[[], object]) -> None:
        """Play what a file holds; the screen has taken what came of it when `then` is called."""
        self._again(lambda: self.mail.take(found), then)

    def take_back_order(self, then: Callable[[], object]) -> None:
        """Take back the order that waits for dice."""
        self._again(self.mail.take_back_order, then)

    def send(self, path: Path, said: str, end: str, then: Callable[[], object]) -> None:
        """Close the turn, then write its file; one that was written already is the same again.

        Where it can not be written the turn is closed all the same, and the screen shows that.
        """

        def close() -> None:
            if self.mail.exchange.my_turn:
                self.mail.write(said, end)

        def write() -> None:
            mail.write_file(path, self.mail.sent())

        self._again(close, lambda: self._ask(write, lambda _: then()))

    def _again(self, job: Callable[[], object], then: Callable[[], object]) -> None:
        """Do something on the session's thread and have the screen see everything anew."""

        def done() -> News:
            job()
            return self._news(None)

        def arrived(news: News) -> None:
            self._take(news)
            self.screen.seated.emit()
            then()

        self._ask(done, arrived)


class PlayMail(QObject):
    """Fulfils `GameMail` from the session of a game by mail on its thread."""

    changed = Signal()
    sent = Signal(str)
    arrived = Signal(int)

    def __init__(self, link: MailLink, title: PlayedTitle, players: Players, path: Path) -> None:
        super().__init__()
        self._link, self._title, self._players, self._path = link, title, players, path
        self._hides = title.content.hides
        self.state = self._state()
        link.received.connect(lambda _: self._ask())
        link.refused.connect(lambda _: self._ask())
        title.language_changed.connect(self._ask)

    def _ask(self) -> None:
        self._link.aside(self._state, self._put)

    def _put(self, state: MailState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit()

    def _state(self) -> MailState:
        """Made on the session's thread."""
        session = self._link.mail
        exchange, title = session.exchange, self._title
        other = exchange.theirs[0]
        who = self._players.player(other) or title.name("s", other)
        if not exchange.my_turn:
            phase = "over" if session.over else "waits"
        elif session.over:
            phase = "ready" if session.can_send else "over"
        elif exchange.wants is not None:
            phase = "wants"
        else:
            phase = "ready" if session.can_send else "mine"
        return MailState(
            phase=phase, who=who, no=exchange.no, tries=exchange.their_tries, said=exchange.said, hides=self._hides,
            again=bool(session.files.sent) and not exchange.my_turn,
            name=f"{self._called()} - {exchange.no + 1 if exchange.my_turn else exchange.no}",
            offered=exchange.offered, can_end=session.can_end, end=exchange.ended,
        )  # fmt: skip

    def _called(self) -> str:
        """Return what the game is called in its files: its document's name, the scenario's part of it in the window's words."""
        called, scenario = self._path.stem, self._title.scenario
        written = stem(scenario.name.get("en")) if scenario is not None else ""
        if scenario is None or not called.startswith(written):
            return called  # somebody has named the document himself
        return stem(scenario.name.get(self._title.language)) + called[len(written) :]

    def send(self, path: str, said: str, end: str = "") -> None:
        """Write the file that ends the turn, or the last one once more; `sent` follows."""
        self._link.send(Path(path), said, end, lambda: self.sent.emit(path))

    def take_back(self) -> None:
        """Take back the order that waits for dice."""
        self._link.take_back_order(lambda: None)

    def take_in(self, found: Letter) -> None:
        """Play what a file holds; `arrived` follows with the entry that was the last one before."""
        self._link.take_in(found, self.show_arrived)

    def show_arrived(self) -> None:
        """Show what has happened in the last file."""
        self.arrived.emit(self._link.mail.exchange.seen)
