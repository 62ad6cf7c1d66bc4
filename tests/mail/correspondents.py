"""A whole game by mail, played at random by two profiles that hand each other nothing but files."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.mail.session import MailSession
from qtwar.services import mail, titles
from qtwar.services.games import OpenGame
from qtwar.session.begin import NewGame
from qtwar.session.play import Done

Json = dict[str, Any]
TRIES = 40


class Correspondent:
    """One side of such a game: a profile of its own, and the game as it is open there."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self.home, self.chance = home, chance
        self.opened: OpenGame | None = None

    @property
    def session(self) -> MailSession:
        """The game of this side."""
        assert self.opened is not None
        assert isinstance(self.opened.session, MailSession)
        return self.opened.session

    def open(self, path: Path) -> None:
        """Open a file as the window does: begin the game with it, or play it on."""
        with at(self.home):
            found = mail.look(path, self.home)
            if isinstance(found, mail.Arrived):
                self.session.take(found.letter)
            else:
                self.opened = mail.begin(path, self.home)

    def act(self, most: int) -> int:
        """Act until there is something to send, at most so often; returns how often."""
        session, done = self.session, 0
        while session.acts and done < most:
            mine = any(session.offer(side) is not None for side in session.exchange.mine)
            if session.can_send and (done or not mine):  # where both may act, each does something before the file goes on
                break
            self._deed(session)
            done += 1
        return done

    def _deed(self, session: MailSession) -> None:
        side = next(side for side in session.exchange.mine if session.offer(side) is not None)
        offer = session.offer(side)
        for _ in range(TRIES):
            found = asks.sample(offer, Chance(self.chance.getrandbits(64)), partial(session.query, side))  # type: ignore[arg-type]
            if found is None:
                break
            outcome = session.submit(side, {"side": side, **found})
            if isinstance(outcome, Done) or session.exchange.wants is not None:
                return
        raise AssertionError(f"{side} can do nothing of what it is offered")

    def close(self) -> None:
        """Let go of the game."""
        if self.opened is not None:
            self.opened.session.rules.close()
            self.opened.document.close()
            self.opened = None


def play(title: str, scenario: str, rolls: str, seed: int, folder: Path, most: int = 100_000) -> Json:
    """Play a game by mail in a folder, to its end or so many actions; returns a row: files, bytes, and whether both are alike."""
    content = titles.load(title)[1]
    sides = [side.id for side in content.sides]
    chance, began = random.Random(seed), time.perf_counter()
    host, guest = Correspondent(folder / "host", chance), Correspondent(folder / "guest", chance)
    asked = NewGame(
        title, scenario or content.scenarios[0].id, "mail", players=((sides[0], "Ann"),), side=sides[0], rolls=rolls
    )
    post = folder / "post"
    sizes: list[int] = []

    def place(data: bytes) -> Path:
        sizes.append(len(data))
        return post / f"{len(sizes)}.qtwarmail"

    def begun(made: mail.MailOpening, home: Path) -> Path:
        path = place(made.data)
        mail.put(made, path, home)
        return path

    def sent(data: bytes) -> Path:
        path = place(data)
        mail.write_file(path, data)
        return path

    try:
        with at(host.home):
            invitation = begun(mail.invite(asked), host.home)
        with at(guest.home):
            invited = mail.look(invitation, guest.home)
            assert isinstance(invited, mail.MailInvitation)
            answer = begun(mail.answer(invited, "Bob"), guest.home)
        host.open(answer)
        turn, other, actions = host, guest, 0
        while actions < most:
            actions += turn.act(most - actions)
            if not turn.session.can_send:
                break
            other.open(sent(turn.session.write()))
            turn, other = other, turn
            if turn.session.state.result is not None and not turn.session.can_send:
                break
        alike, over = guest.opened is not None and _alike(host.session, guest.session), host.session.state.result is not None
        return {
            "title": title, "scenario": asked.scenario, "rolls": rolls, "files": len(sizes), "bytes": sum(sizes),
            "largest": max(sizes), "actions": actions, "over": over, "alike": alike,
            "tries": max(host.session.exchange.their_tries, guest.session.exchange.their_tries) if guest.opened else 0,
            "seconds": round(time.perf_counter() - began, 1),
        }  # fmt: skip
    finally:
        host.close()
        guest.close()


def _alike(one: MailSession, other: MailSession) -> bool:
    """Return whether two journals say the same as far as both go, and the positions are one where both go as far."""
    first, second = _rows(one), _rows(other)
    both = min(len(first), len(second))
    level = len(first) == len(second)
    return both > 1 and first[:both] == second[:both] and (not level or one.mark() == other.mark())


def _rows(session: MailSession) -> list[Any]:
    rows = session.journal.entries(1, session.history.last_no)
    return [(row.head.kind, row.head.side, row.action, row.events, row.entropy) for row in rows]


@contextmanager
def at(home: Path) -> Iterator[None]:
    """Be in a profile."""
    was = os.environ.get("QTWAR_HOME")
    os.environ["QTWAR_HOME"] = str(home)
    try:
        yield
    finally:
        if was is None:
            del os.environ["QTWAR_HOME"]
        else:
            os.environ["QTWAR_HOME"] = was
