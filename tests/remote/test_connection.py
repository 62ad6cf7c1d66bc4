"""The connection of a seat over a line that breaks: nothing that was asked is lost, nothing is sent twice that is answered."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

from qtwar.remote import connection as remote
from qtwar.remote.connection import LineState, SeatConnection
from qtwar.remote.inbox import Inbox
from qtwar.wire import messages as wire

VALUES = {"sides": {}, "vars": {}, "sight": {}, "flow": [], "active": [], "secret": {}, "result": None}
PACKET = {
    "seat": "US", "values": VALUES, "offer": None, "history": {"length": 1, "redoable": 0, "floor": 1, "floor_why": ""},
    "must_cover": False, "head": None, "told": [], "view": {},
}  # fmt: skip
GAME = {"id": "g", "title": "t", "scenario": "s", "name": "", "commit": "c", "strictness": "enforce", "undo": "ask"}


def joined(**more: Any) -> wire.Joined:
    """Return the first news of a table."""
    facts: dict[str, Any] = {"chat": [], **more}
    return wire.Joined(GAME, "US", [], 1, PACKET, [], [], **facts)


class Scripted:
    """A server that does on each new line what the next function says."""

    def __init__(self) -> None:
        self.lines: list[Callable[[ServerConnection], None]] = []
        self.got: list[list[dict[str, Any]]] = []
        self.server: Server = serve(self._line, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self._thread.start()

    def _line(self, line: ServerConnection) -> None:
        heard: list[dict[str, Any]] = []
        self.got.append(heard)
        join = json.loads(line.recv())
        assert join["t"] == "join"
        number = len(self.got) - 1
        if number >= len(self.lines):
            line.close()
            return
        self.lines[number](line)

    def hear(self, line: ServerConnection) -> dict[str, Any]:
        """Return the next request on a line."""
        found: dict[str, Any] = json.loads(line.recv())
        self.got[-1].append(found)
        return found

    def stay(self, line: ServerConnection) -> None:
        """Keep a line until the other end goes, and take down what comes."""
        try:
            while True:
                self.hear(line)
        except ConnectionClosed:
            return


@pytest.fixture
def server() -> Iterator[Scripted]:
    made = Scripted()
    yield made
    made.server.shutdown()


@pytest.fixture
def seat(server: Scripted) -> Iterator[tuple[SeatConnection, Inbox]]:
    inbox = Inbox()
    made = SeatConnection(server.url, "token", inbox.put, inbox.put, pauses=(0.01,))
    yield made, inbox
    made.close()


def until(inbox: Inbox, wanted: Callable[[Any], bool]) -> Any:
    """Return the first thing that came and is wanted."""
    while (came := inbox.wait(20)) is not None:
        if wanted(came):
            return came
    raise AssertionError("it never came")


def line_is(state: str) -> Callable[[Any], bool]:
    """Return the test for a state of the line."""
    return lambda came: isinstance(came, LineState) and came.line == state


def test_what_was_not_answered_is_sent_again_word_for_word(server: Scripted, seat: tuple[SeatConnection, Inbox]) -> None:
    def cut_off(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        server.hear(line)
        line.socket.close()  # in the middle of the move

    def answers(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        line.send(wire.write(wire.Already(server.hear(line)["key"], 2)))
        server.stay(line)

    server.lines = [cut_off, answers]
    connection, inbox = seat
    connection.start()
    until(inbox, line_is("here"))
    connection.send("k1", wire.Act("k1", 1, {"side": "US", "verb": "pass", "args": {}}))
    until(inbox, line_is("away"))
    until(inbox, lambda came: came == wire.Already("k1", 2))
    assert server.got[0] == server.got[1][:1]
    assert connection._waiting == {}


def test_what_is_asked_while_the_line_is_lost_goes_out_in_order_or_is_taken_back(
    server: Scripted, seat: tuple[SeatConnection, Inbox]
) -> None:
    gate = threading.Event()

    def gone(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        line.socket.close()

    def back(line: ServerConnection) -> None:
        gate.wait(20)
        line.send(wire.write(joined()))
        server.stay(line)

    server.lines = [gone, back]
    connection, inbox = seat
    connection.start()
    until(inbox, line_is("away"))
    for n in range(3):
        connection.send(f"q{n}", wire.Query(f"q{n}", "cell", {"n": n}))
    assert connection.withdraw("q1")
    assert not connection.withdraw("q1")
    gate.set()
    until(inbox, line_is("here"))
    connection.send("last", wire.Query("last", "cell"))
    while not server.got[-1] or server.got[-1][-1]["ref"] != "last":
        assert inbox.wait(0.05) is None
    assert [request["ref"] for request in server.got[-1]] == ["q0", "q2", "last"]


def test_a_table_that_is_closed_is_not_knocked_at_again(server: Scripted, seat: tuple[SeatConnection, Inbox]) -> None:
    server.lines = [lambda line: line.send(wire.write(wire.Closed({"key": "refuse.token", "args": {}})))]
    connection, inbox = seat
    connection.start()
    state = until(inbox, line_is("closed"))
    assert state.message["key"] == "refuse.token"
    assert inbox.wait(0.2) is None
    assert len(server.got) == 1


def test_nonsense_ends_the_line_and_not_the_program(server: Scripted, seat: tuple[SeatConnection, Inbox]) -> None:
    def nonsense(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        line.send("{}")
        server.stay(line)

    def well(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        server.stay(line)

    server.lines = [lambda line: line.send("[1, 2]"), nonsense, well]
    connection, inbox = seat
    connection.start()
    until(inbox, line_is("here"))
    until(inbox, line_is("away"))
    until(inbox, line_is("here"))


def test_a_remark_is_sent_until_it_was_answered(server: Scripted, seat: tuple[SeatConnection, Inbox]) -> None:
    def cut_off(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        server.hear(line)
        line.socket.close()

    def answers(line: ServerConnection) -> None:
        earlier = {"no": 1, "side": "US", "name": "", "text": "ok", "stamp": "", "entry": 0}
        line.send(wire.write(joined(chat=[earlier])))  # the same words, said before: those that wait have not arrived
        line.send(wire.write(wire.Already(server.hear(line)["key"], 1)))
        server.stay(line)

    server.lines = [cut_off, answers]
    connection, inbox = seat
    connection.start()
    until(inbox, line_is("here"))
    connection.send("s", wire.Say("s", "ok"))
    until(inbox, line_is("away"))
    until(inbox, lambda came: came == wire.Already("s", 1))
    assert connection._waiting == {}
    assert server.got[0] == server.got[1]


def test_a_line_that_is_being_made_ends_when_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "OPENING", 120.0)
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # takes the line and never says a word
        inbox = Inbox()
        connection = SeatConnection(f"http://127.0.0.1:{deaf.getsockname()[1]}", "token", inbox.put, inbox.put)
        connection.start()
        other, _ = deaf.accept()
        with other:
            other.settimeout(20)
            assert other.recv(100_000).startswith(b"GET /ws")
            connection.close()
            assert other.recv(1) == b""


def test_what_was_missed_before_a_return_is_no_reason_for_another(server: Scripted) -> None:
    def stays(line: ServerConnection) -> None:
        line.send(wire.write(joined()))
        server.stay(line)

    def heard(state: LineState) -> None:
        if state.line == "away":
            connection.come_back()
        inbox.put(state)

    server.lines = [lambda line: line.send(wire.write(joined())), stays, stays]
    inbox = Inbox()
    connection = SeatConnection(server.url, "token", inbox.put, heard, pauses=(0.01,))
    connection.start()
    until(inbox, line_is("away"))
    until(inbox, line_is("here"))
    connection.send("q", wire.Query("q", "cell"))
    while not server.got[-1]:
        assert inbox.wait(0.05) is None
    assert len(server.got) == 2
    connection.close()
