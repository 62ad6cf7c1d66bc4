"""Servers that mean harm to who asks them: what answers, what comes on the line, and what they offer to be installed."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from http.client import HTTPException
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.bench.attacks import modules
from qtwar.remote import asking
from qtwar.remote.connection import SeatConnection
from qtwar.remote.inbox import Inbox
from qtwar.remote.tablelist import KeptTable
from qtwar.services import strangers, tables, titles, updates
from qtwar.wire import forms, http, limits
from qtwar.wire import messages as wire
from tests.remote.test_connection import Scripted, joined

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"
ANSWERS = {
    "no HTTP": b"xyz\r\n\r\n",
    "nothing": b"",
    "a line without end": b"HTTP/1.1 200 " + b"x" * 200_000,
    "five hundred headers": OK + b"A: b\r\n" * 500 + b"\r\n",
    "chunks that are none": OK + CHUNKED,
    "a refusal in chunks that are none": b"HTTP/1.1 400 no\r\n" + CHUNKED,
    "sent on to a file": b"HTTP/1.1 302 x\r\nLocation: file:///etc/passwd\r\n\r\n",
    "sent on to nowhere": b"HTTP/1.1 302 x\r\nLocation: http://[\r\n\r\n",
    "sent on in a circle": b"HTTP/1.1 302 x\r\nLocation: /api/titles\r\nContent-Length: 0\r\n\r\n",
    "lists in lists": OK + b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000,
    "cut off": OK + b'Content-Length: 900\r\n\r\n{"titles"',
}


@pytest.fixture
def answering() -> Iterator[Callable[..., str]]:
    """Start a server that says the same to everybody, and then a blank each now and then."""
    made: list[socket.socket] = []
    over = threading.Event()

    def start(answer: bytes, pause: float = 0.0) -> str:
        place = socket.create_server(("127.0.0.1", 0))
        made.append(place)

        def serve() -> None:
            with suppress(OSError):
                while True:
                    with place.accept()[0] as line, suppress(OSError):
                        line.recv(65_536)
                        line.sendall(answer)
                        while pause and not over.wait(pause):
                            line.sendall(b" ")

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{place.getsockname()[1]}"

    yield start
    over.set()
    for place in made:
        place.shutdown(socket.SHUT_RDWR)
        place.close()


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_no_answer_of_a_server_is_a_sentence(name: str, answering: Callable[..., str]) -> None:
    with pytest.raises(DataFault) as fault:
        asking.cards(answering(ANSWERS[name]), ["of no seat"])
    assert fault.value.key.startswith("fault.table.")


def test_one_damaged_card_hides_none_of_the_others(answering: Callable[..., str]) -> None:
    card = http.Card(0, "g", "sealords", "s1", "Ann's", "fw", [], [], 1, 3, 0, 0, None, "2026-01-01T00:00:00+00:00")
    rows = [asdict(replace(card, token=n)) for n in range(3)]
    rows[1]["entry"] = "three"
    body = json.dumps({"cards": rows}).encode()
    server = answering(OK + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert [card.token for card in asking.cards(server, ["a", "b", "c"])] == [0, 2]
    body = json.dumps({"cards": rows[1:2]}).encode()
    with pytest.raises(DataFault) as fault:
        asking.cards(answering(OK + b"Content-Length: %d\r\n\r\n" % len(body) + body), ["a"])
    assert fault.value.key == "fault.table.nonsense"


def test_an_answer_that_drips_is_given_up(answering: Callable[..., str]) -> None:
    server = answering(OK + b"Content-Length: 4000000\r\n\r\n", pause=0.02)
    with pytest.raises(DataFault, match="does not answer"):
        asking.ask(server, "/api/titles", slow=0)


@pytest.mark.parametrize("fault", [HTTPException("no HTTP"), ValueError("nowhere")])
def test_a_place_of_news_that_speaks_no_http_is_a_sentence(fault: Exception) -> None:
    def fetch(address: str) -> bytes:
        raise fault

    with pytest.raises(DataFault) as told:
        updates.ask(updates.UpdatePlace("https://example.org/x", ""), fetch)
    assert told.value.key == "fault.updates.unreachable"


def test_a_message_of_millions_of_values_is_not_made() -> None:
    with pytest.raises(forms.Malformed, match="too many values"):
        wire.read_news('{"t":"joined","line":[' + "[]," * (limits.MOST_VALUES + 1) + "0]}")


def test_a_server_that_does_not_stop_talking_is_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qtwar.remote.connection.MOST_HEARD", 50)
    server, heard, stood = Scripted(), Inbox(), Inbox()

    def talk(line: object) -> None:
        line.send(wire.write(joined()))  # type: ignore[attr-defined]
        with suppress(Exception):
            while True:
                line.send(wire.write(wire.Remark(1, "US", "Ann", "and so on", "")))  # type: ignore[attr-defined]

    server.lines = [talk]
    seat = SeatConnection(server.url, "token", heard.put, stood.put, pauses=(0.01,))
    seat.start()
    try:
        while (state := stood.wait(20)).line != "closed":
            pass
        assert state.message["key"] == "fault.table.nonsense"
        assert heard._came.qsize() == 51
    finally:
        seat.close()
        server.server.shutdown()


def test_a_module_that_a_server_offers_is_read_in_the_helper_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "stranger.qtmod"
    modules.zipped(file, ("module.yaml", modules.YAML), ("content/tables.yaml", b"? " * 100_000))
    monkeypatch.setattr(asking, "module", lambda server, title: file.read_bytes())
    monkeypatch.setattr(titles, "info_of", lambda path: pytest.fail("it is read in the window's process"))

    def dead(path: Path) -> strangers.Shown:
        raise DataFault("fault.document.deadly", file=path.name)

    monkeypatch.setattr(strangers, "contents", dead)
    wanted = tables.ModuleWanted(KeptTable("http://localhost", "t", "g"), modules.TITLE, "", 1, "")
    with pytest.raises(DataFault):
        tables.fetch_module(wanted, tmp_path / "fetched")
    assert not list((tmp_path / "fetched").iterdir())
