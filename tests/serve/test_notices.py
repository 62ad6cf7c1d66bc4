"""Who is away is told by mail and webhook that it is his turn: once, in his language, without what happened."""

from __future__ import annotations

import asyncio
import json
import queue
import random
import smtplib
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from qtwar.base.errors import DataFault
from qtwar.serve import clock, lookout, notices
from qtwar.serve.hall import Hall, ServeSettings
from qtwar.serve.room import Connection
from qtwar.services import positions, titles
from qtwar.services.render_worker import picture_worker
from qtwar.services.rules import open_rules
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.packet import packet
from qtwar.session.play import PlaySession
from qtwar.storage.hosted.database import url_of
from qtwar.storage.hosted.store import HostedGame, HostedSeat
from qtwar.wire import http
from tests.serve.client import Player, new_game, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE

Got = "queue.Queue[str]"
Json = dict[str, Any]
PNG = "\x89PNG\r\n"


class _Mail(socketserver.StreamRequestHandler):
    """A mail server that takes everything."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                self.server.got.put(text.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")


class _Picky(socketserver.StreamRequestHandler):
    """A mail server at a line in clear, that has STARTTLS or has not; notes what it is asked."""

    extensions = b"250 AUTH PLAIN"

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line.split()[0].upper().decode()
            self.server.got.put(word)  # type: ignore[attr-defined]
            answers = {"EHLO": b"250-here\r\n" + self.extensions, "STARTTLS": b"454 not now", "QUIT": b"221 bye"}
            self.wfile.write(answers.get(word, b"530 no") + b"\r\n")


class _PickyTls(_Picky):
    extensions = b"250-AUTH PLAIN\r\n250 STARTTLS"


class _Hook(socketserver.StreamRequestHandler):
    """A webhook that takes everything."""

    files = True
    refusal = b"400 Bad Request"

    def handle(self) -> None:
        length, self.json = 0, False
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            self.json = self.json or b"application/json" in line
        self.server.got.put(self.rfile.read(length).decode("utf-8" if self.json else "latin-1"))  # type: ignore[attr-defined]
        status = b"204 No Content" if self.files or self.json else self.refusal
        self.wfile.write(b"HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % status)


class _Words(_Hook):
    """A webhook that takes no files."""

    files = False


class _Busy(_Words):
    """A webhook that was asked too often."""

    refusal = b"429 Too Many Requests"


@contextmanager
def listening(handler: Any) -> Iterator[tuple[int, Any]]:
    """Run a listener; gives its port and what it got."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.got = queue.Queue()  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], server.got  # type: ignore[attr-defined]
        server.shutdown()


def test_an_address_is_at_the_place_that_was_allowed_and_not_only_begins_like_it() -> None:
    told = notices.Notices(None, ("https://chat.example", "https://hooks.example/services/"))
    for good in ("https://chat.example/x", "https://hooks.example/services/7"):
        assert told.allowed("", good)
    for bad in (
        "https://chat.example.evil.com/x", "https://chat.example@evil.com/", "http://chat.example/x", "https://[", "https://hooks.example/x",
        "https://hooks.example/services/../x", "https://hooks.example/services/%2e%2e/x", "https://hooks.example/services/..\\x",
    ):  # fmt: skip
        assert not told.allowed("", bad)


@pytest.mark.parametrize("comes", ["nobody", "somebody", "no turn"])
def test_a_turn_within_the_pause_is_told_when_that_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes: str) -> None:
    monkeypatch.setattr(notices, "PAUSE", 3600.0)
    over = asyncio.Event()

    async def wait(seconds: float) -> None:
        await over.wait()

    monkeypatch.setattr(lookout.asyncio, "sleep", wait)
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path)))
    row = HostedGame("game", TITLE, SCENARIO, "", {}, card={"active": ["US"]}, clock=clock.made({}))
    hall.store.add(row, ("US", "NVA_VC"))
    hall.store.change_seat("game", "US", notice={"mail": "us@example.org"})
    told = asyncio.Queue[Any]()
    monkeypatch.setattr(hall.lookout.notices, "_queue", told)

    async def play() -> None:
        await hall.lookout.tell("turn", row, ["US"])
        for _ in range(3):  # one late notice, however often it was his turn
            await hall.lookout.tell("turn", row, ["US"])
        if comes == "somebody":
            hall.room("game").connections.append(Connection("t", "game", "US"))
        elif comes == "no turn":
            hall.store.change("game", card={"active": ["NVA_VC"]})
        monkeypatch.setattr(notices, "PAUSE", 0.0)
        over.set()
        while hall._tasks:
            await asyncio.gather(*hall._tasks)

    asyncio.run(play())
    assert told.qsize() == (2 if comes == "nobody" else 1)
    hall.database.close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_is_away_is_told_that_it_is_his_turn(tmp_path: Path, language: str) -> None:
    with listening(_Mail) as (mail, letters), listening(_Hook) as (hook, calls):
        more = ("--smtp", f"smtp://127.0.0.1:{mail}?from=qtwar@example.org", "--webhook", f"http://127.0.0.1:{hook}/")
        server = ServerProcess(tmp_path, *more)
        _, tokens = new_game(server.url, server.host, TITLE, SCENARIO, name="金曜の卓")
        for side, token in tokens.items():
            for wrong in ({"mail": "a@b"}, {"mail": "a@b.c\r\nBcc: x@y.z"}, {"webhook": "http://169.254.169.254/"}):
                assert post(server.url, "/api/notice", {"token": token, **wrong})[0] == 400
            where = {"mail": f"{side.lower()}@example.org", "webhook": f"http://127.0.0.1:{hook}/x", "language": language}
            assert post(server.url, "/api/notice", {"token": token, **where})[0] == 200
        players = {side: Player(server.url, token) for side, token in tokens.items()}
        chance = random.Random(5)
        who = next(player for player in players.values() if player.offer)
        away = next(player for player in players.values() if player is not who)
        away.close()
        while who.offer:
            action = who.random_action(chance)
            assert action is not None
            who.act(action)
        letter, call = letters.get(timeout=60), json.loads(calls.get(timeout=60))
        assert f"To: {away.joined.seat.lower()}@example.org" in letter
        assert ("Your turn" if language == "en" else "あなたの番") in call["content"]
        assert "金曜の卓" in call["content"]
        assert letters.empty()
        who.close()
        server.stop()
        assert "Traceback" not in server.log()


def test_a_picture_is_of_what_that_seat_sees_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    made = hall.make(http.Open(TITLE, SCENARIO))
    for side, picture in (("US", True), ("NVA_VC", False)):
        hall.store.change_seat(made.game, side, notice={"webhook": "https://discord.com/api/webhooks/1", "picture": picture})
    row = hall.store.game(made.game)
    assert row is not None
    drawn: list[tuple[Path, Json, str]] = []
    sent: list[tuple[str, bytes]] = []

    def draw(module: Path, view: Json, language: str) -> bytes:
        drawn.append((module, view, language))
        return b"picture"

    monkeypatch.setattr(positions, "position_picture", draw)
    monkeypatch.setattr(notices, "_call", lambda notice, picture: sent.append((notice.subject, picture)))

    async def tell() -> None:
        await hall.lookout.tell("turn", row, ["US", "NVA_VC"])
        told = hall.lookout.notices
        assert told._queue.qsize() == 2
        assert made.game not in hall.rooms, "no game is woken before its notice goes out"
        while not told._queue.empty():
            await told._deliver(told._queue.get_nowait(), hall.run)
        play = hall.rooms[made.game].play
        assert play is not None
        assert [view for _, view, _ in drawn] == [packet(play.session, "US")["view"]]
        assert drawn[0][1] != packet(play.session, "NVA_VC")["view"]

    asyncio.run(tell())
    assert sorted(picture for _, picture in sent) == [b"", b"picture"]
    hall.pool.close()
    hall.database.close()


def test_a_notice_goes_out_without_a_picture_that_can_not_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = notices.NoticeBoard(tmp_path, {})

    def fails(*_: object) -> bytes:
        raise DataFault("fault.picture.deadly", file="x")

    monkeypatch.setattr(positions, "position_picture", fails)
    with listening(_Hook) as (hook, calls), listening(_Mail) as (mail, letters):
        post = notices.MailServer.of(f"smtp://127.0.0.1:{mail}?from=qtwar@example.org")
        where = {"webhook": f"http://127.0.0.1:{hook}/x", "mail": "us@example.org"}
        notices.Notices(post, ())._send(notices.Notice(where, "Your turn", "Turn 3"), board)
        assert json.loads(calls.get(timeout=20))["content"] == "**Your turn**\nTurn 3"
        assert "board.png" not in letters.get(timeout=20)


def test_the_picture_is_in_the_letter_and_in_the_form_that_a_webhook_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    folder, content = titles.load(TITLE)
    journal = MemoryJournal({"key": key_from_seed(3), "undo": "ask"})
    with open_rules(folder, content, native=True) as rules:
        session = PlaySession(rules, journal, tuple(side.id for side in content.sides))
        meta = {"title": TITLE, "version": content.title.version, "scenario": SCENARIO, "options": {}, "strictness": "enforce"}
        session.begin(meta, {"setup": "quick"})
        board = notices.NoticeBoard(folder, packet(session, "US")["view"])
    with listening(_Hook) as (hook, calls), listening(_Mail) as (mail, letters):
        post = notices.MailServer.of(f"smtp://127.0.0.1:{mail}?from=qtwar@example.org")
        where = {"webhook": f"http://127.0.0.1:{hook}/x", "mail": "us@example.org", "picture": True}
        notices.Notices(post, ())._send(notices.Notice(where, "Your turn", "Turn 3"), board)
        form, letter = calls.get(timeout=60), message_from_string(letters.get(timeout=60))
    assert form.count(PNG) == 1
    assert '"content": "**Your turn**' in form
    (picture,) = (part.get_payload(decode=True) for part in letter.walk() if part.get_content_type() == "image/png")
    assert isinstance(picture, bytes)
    assert picture.decode("latin-1").startswith(PNG)
    assert picture.decode("latin-1") in form


def test_a_webhook_that_takes_no_files_gets_the_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "position_picture", lambda *_: PNG.encode("latin-1"))
    with listening(_Words) as (hook, calls):
        where = {"webhook": f"http://127.0.0.1:{hook}/x"}
        notices.Notices(None, ())._send(notices.Notice(where, "Your turn", "Turn 3"), notices.NoticeBoard(tmp_path, {}))
        assert PNG in calls.get(timeout=20)
        assert json.loads(calls.get(timeout=20))["content"] == "**Your turn**\nTurn 3"


@pytest.mark.parametrize(("server", "said"), [(_Picky, ["EHLO", "QUIT"]), (_PickyTls, ["EHLO", "STARTTLS"])])
def test_a_password_never_goes_over_a_line_in_clear(server: Any, said: list[str]) -> None:
    with listening(server) as (mail, words):
        post = notices.MailServer.of(f"smtp://us:secret@127.0.0.1:{mail}?from=qtwar@example.org")
        with pytest.raises(smtplib.SMTPException):
            notices.Notices(post, ())._send(notices.Notice({"mail": "us@example.org"}, "Your turn", "Turn 3"))
        assert [words.get(timeout=20) for _ in said] == said


def test_a_webhook_that_was_asked_too_often_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "position_picture", lambda *_: PNG.encode("latin-1"))
    with listening(_Busy) as (hook, calls):
        notice = notices.Notice({"webhook": f"http://127.0.0.1:{hook}/x"}, "Your turn", "Turn 3")
        with pytest.raises(HTTPError) as refused:
            notices.Notices(None, ())._send(notice, notices.NoticeBoard(tmp_path, {}))
        refused.value.close()
        assert calls.qsize() == 1


def test_the_name_of_a_game_calls_nobody() -> None:
    with listening(_Hook) as (hook, calls):
        notice = notices.Notice({"webhook": f"http://127.0.0.1:{hook}/x"}, "Your turn: @everyone <!channel>", "Turn 3")
        notices.Notices(None, ())._send(notice)
        call = json.loads(calls.get(timeout=20))
    assert call["allowed_mentions"] == {"parse": []}
    assert "&lt;!channel&gt;" in call["text"]
    assert "<!channel>" in call["content"]


def test_an_address_gets_so_many_letters_however_many_games_name_it() -> None:
    told = notices.Notices(notices.MailServer("mail.example", 25, "qtwar@example.org"), ())
    content = titles.load(TITLE)[1]
    for n in range(40):
        game = HostedGame(f"game{n}", TITLE, SCENARIO, "", {})
        mail = "Us@Example.org" if n % 2 else "us@example.org"
        told.add("turn", game, HostedSeat(game.id, "US", notice={"mail": mail}), content)
    assert told._queue.qsize() == notices.LETTERS.at_once


def test_who_has_lost_his_seat_gets_no_picture_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    row = HostedGame("game", TITLE, SCENARIO, "", {}, clock=clock.made({}))
    hall.store.add(row, ("US", "NVA_VC"))
    hall.store.change_seat("game", "US", notice={"webhook": "https://discord.com/api/webhooks/1", "picture": True})
    sent: list[object] = []

    async def seen(game: str, side: str) -> Json:
        return {}

    monkeypatch.setattr(hall, "seen_at", seen)
    monkeypatch.setattr(notices.Notices, "_send", lambda told, notice, board: sent.append(board))

    async def tell(lost: bool) -> None:
        await hall.lookout.tell("time", row, ["US"])
        if lost:
            hall.store.unseat("game", "US")
        told = hall.lookout.notices
        await told._deliver(told._queue.get_nowait(), hall.run)

    asyncio.run(tell(False))
    asyncio.run(tell(True))
    assert [board is None for board in sent] == [False, True]
    hall.pool.close()
    hall.database.close()


def test_a_server_that_ends_does_not_wait_for_a_picture(tmp_path: Path) -> None:
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    worker = picture_worker()
    asyncio.run(hall.stop())
    assert worker.closed
    assert not picture_worker().closed, "who comes later has one of his own"
