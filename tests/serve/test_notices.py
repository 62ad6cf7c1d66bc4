"""Who is away is told by mail and webhook that it is his turn: once, in his language, without what happened."""

from __future__ import annotations

import asyncio
import json
import queue
import random
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from qtwar.serve import clock, lookout, notices
from qtwar.serve.hall import Hall, ServeSettings
from qtwar.serve.room import Connection
from qtwar.storage.hosted.database import url_of
from qtwar.storage.hosted.store import HostedGame
from tests.serve.client import Player, new_game, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE

Got = "queue.Queue[str]"


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


class _Hook(socketserver.StreamRequestHandler):
    """A webhook that takes everything."""

    def handle(self) -> None:
        length = 0
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self.server.got.put(self.rfile.read(length).decode())  # type: ignore[attr-defined]
        self.wfile.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")


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
