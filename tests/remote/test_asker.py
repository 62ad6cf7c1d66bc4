"""Questions to a server: the pointer never floods it, nothing is asked twice for one position, all that must be is answered."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.presenters.play.asker import Asker
from qtwar.wire.limits import RATES


class Server:
    """Takes questions down; `answer` answers the oldest."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any], Any, Any]] = []
        self.all: list[tuple[str, dict[str, Any]]] = []

    def send(self, what: str, args: dict[str, Any], then: Any, failed: Any) -> None:
        self.asked.append((what, args, then, failed))
        self.all.append((what, args))

    def answer(self, value: Any) -> None:
        self.asked.pop(0)[2](value)


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def asker(qtbot: Any, server: Server) -> Asker:
    return Asker(server.send)


def test_of_what_follows_the_pointer_only_the_latest_is_sent(asker: Asker, server: Server) -> None:
    got: list[Any] = []
    for n in range(100):
        asker.ask("cell", {"cell": n}, got.append)
    assert [args["cell"] for _, args in server.all] == [0]
    server.answer("first")
    assert [args["cell"] for _, args in server.all] == [0, 99]
    server.answer("last")
    assert got == ["first", "last"]


def test_the_same_question_is_answered_from_what_is_known_until_the_position_changes(asker: Asker, server: Server) -> None:
    got: list[Any] = []
    asker.ask("cell", {"cell": 1}, got.append)
    asker.ask("cell", {"cell": 1}, got.append)
    server.answer("a")
    asker.ask("cell", {"cell": 1}, got.append)
    assert got == ["a", "a", "a"]
    assert len(server.all) == 1
    asker.forget()
    asker.ask("cell", {"cell": 1}, got.append)
    assert len(server.all) == 2


def test_an_answer_for_an_older_position_is_not_given_to_who_asks_now(asker: Asker, server: Server) -> None:
    got: list[Any] = []
    asker.ask("standing", {}, got.append)
    asker.forget()
    asker.ask("standing", {}, got.append)
    assert len(server.all) == 2
    server.answer("old")
    assert got == ["old"]
    server.answer("new")
    assert got == ["old", "new"]
    asker.ask("standing", {}, got.append)
    assert got[-1] == "new"


def test_what_has_to_be_answered_waits_for_its_turn_and_never_past_the_rate(asker: Asker, server: Server, qtbot: Any) -> None:
    got: list[Any] = []
    for n in range(200):
        asker.ask("piece", {"piece": n}, got.append)
    assert len(server.all) < RATES["query"].at_once
    there = len(server.all)
    qtbot.waitUntil(lambda: len(server.all) > there, timeout=5000)  # and the others as the rate allows
    assert asker.waiting == 200 - len(server.all)


def test_what_is_dropped_is_not_sent_and_a_failure_lets_the_next_through(asker: Asker, server: Server) -> None:
    got: list[Any] = []
    asker.ask("reach", {"n": 1}, got.append)
    drop = asker.ask("reach", {"n": 2}, got.append)
    drop()
    server.asked.pop(0)[3](None)
    assert len(server.all) == 1
    asker.ask("reach", {"n": 3}, got.append)
    server.answer("three")
    assert got == ["three"]
