"""Two sides of a game by mail on the teaching title, and a way to play it at random."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.mail import invitation, letter
from qtwar.mail.invitation import Waiting
from qtwar.mail.session import Ledger, MailSession
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done
from tests.kit.port import Port
from tests.kit.tiny import CONTENT

Json = dict[str, Any]
MODULE = "0" * 64
FIGHT = {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}
SKIP = {"side": "red", "verb": "skip", "args": {}}
META = {"title": "tiny", "version": "1", "scenario": "one", "options": {}, "strictness": "enforce"}


def said(fault: pytest.ExceptionInfo[DataFault]) -> str:
    """Return the key of the sentence that something was refused with."""
    return fault.value.key


def facts(rolls: str = "each") -> Json:
    """Return what an invitation to the teaching title says."""
    return {
        "title": "tiny", "version": "1", "module": MODULE, "scenario": "one", "options": {}, "strictness": "enforce",
        "quick": True, "rolls": rolls, "names": {"red": "Ann"},
    }  # fmt: skip


def set_up(waiting: Waiting, key: str, ledger: Ledger = lambda game, no: 1, module: str = MODULE) -> MailSession:
    """Return a side's session at the beginning of a game."""
    journal = MemoryJournal(
        {"key": key, "undo": "ask", "mail": waiting.exchange.to_json(), "mail_files": waiting.files.to_json()}
    )
    session = MailSession(Port("tests.kit.tiny", CONTENT), journal, ("red", "blue"), "1", module, ledger)
    session.begin(META, {})
    return session


def invited(rolls: str = "each") -> tuple[Waiting, Waiting, bytes]:
    """Return what host and guest keep after an invitation was taken up, and the answer."""
    invitation_file, host = invitation.invite(facts(rolls), ("red",), ("blue",))
    answer, guest = invitation.answer(letter.read(invitation_file), "Bob", MODULE)
    return host, guest, answer


class Pair:
    """A game by mail: red invited, blue answered, red has the game set up."""

    def __init__(self, rolls: str = "each", seed: int = 1) -> None:
        waiting, self.waiting, answer = invited(rolls)
        self.begun = waiting, letter.read(answer)
        self.red = set_up(*invitation.answered(*self.begun))
        self.blue: MailSession | None = None
        self.random = random.Random(seed)
        self.files: list[bytes] = []

    def deed(self, session: MailSession) -> Any:
        """Have a side do something at random of what it is offered."""
        side = session.exchange.mine[0]
        offer = session.offer(side)
        assert offer is not None
        chance = Chance(self.random.getrandbits(64))
        for _ in range(20):
            found = asks.sample(offer, chance, partial(session.query, side))
            assert found is not None
            outcome = session.submit(side, {"side": side, **found})
            if isinstance(outcome, Done) or session.exchange.wants is not None:
                return outcome
        raise AssertionError("nothing could be done")

    def turn(self, session: MailSession) -> bytes:
        """Have a side act until it can send, and return its file."""
        for _ in range(200):
            if session.can_send:
                data = session.write()
                self.files.append(data)
                return data
            self.deed(session)
            if session.acts and session.history.last_no > session.exchange.rows and self.random.random() < 0.2:
                session.undo()
        raise AssertionError("a turn has no end")

    def deliver(self, data: bytes) -> MailSession:
        """Have the other side open a file, and return it."""
        found = letter.read(data)
        if self.blue is None:
            waiting, key = invitation.first(self.waiting, found)
            self.blue = set_up(waiting, key)
            self.blue.take(found)
            return self.blue
        to = self.blue if found.by_host else self.red
        to.take(found)
        return to

    def play(self, most: int = 200) -> None:
        """Play to the end."""
        session = self.red
        for _ in range(most):
            session = self.deliver(self.turn(session))
            if session.state.result is not None and not session.can_send:
                return
        raise AssertionError("a game has no end")


def rows(session: MailSession) -> list[Any]:
    """Return what of a journal both sides must have alike."""
    return [
        (e.head.no, e.head.kind, e.head.side, e.action, e.events, e.entropy)
        for e in session.journal.entries(1, session.history.last_no)
    ]


def refused(session: MailSession, data: bytes) -> str:
    """Return the key of the sentence that a session refuses a file with."""
    with pytest.raises(DataFault) as fault:
        session.take(letter.read(data))
    return said(fault)
