"""Who is away is told by mail and webhook that it is his turn: once, in his language, without what happened."""

from __future__ import annotations

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
