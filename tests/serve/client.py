"""A client for tests: asks by HTTP, speaks the websocket, keeps what its seat is given as a window would."""

from __future__ import annotations

import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect

from qtwar.engine import views
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.wire import messages as wire

Json = dict[str, Any]


def post(url: str, path: str, body: Any) -> tuple[int, Json]:
    """Return status and answer of an HTTP request."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return _asked(urllib.request.Request(url + path, data, {"content-type": "application/json"}))


def get(url: str, path: str, **headers: str) -> tuple[int, str]:
    """Return status and text of a page."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, headers=headers), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as fault:
        return fault.code, fault.read().decode()


def _asked(request: urllib.request.Request) -> tuple[int, Json]:
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as fault:
        return fault.code, json.loads(fault.read())


class Player:
    """Somebody at a seat (or who watches): `view` is what he sees, `received` every text that came."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token
        self.received: list[str] = []
        self.news: list[wire.News] = []
        self.entry = self.asked = 0
        self.offer: Json | None = None
        self.view: Any = None
        self.socket: ClientConnection
        self.joined: wire.Joined
        self.connect()

    def connect(self) -> None:
        """Join, or join again."""
        address = self.url.replace("http", "ws", 1) + "/ws"
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(address, max_size=2**24, open_timeout=20))
        self.send(wire.Join(self.token))
        first = self.take()
        assert isinstance(first, wire.Joined), first
        self.joined = first

    def send(self, request: wire.Request) -> None:
        """Send a request."""
        self.socket.send(wire.write(request))

    def take(self, timeout: float = 30) -> wire.News:
        """Take in the next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        news = wire.read_news(text)
        self.news.append(news)
        if isinstance(news, wire.Joined | wire.Happened | wire.Stale):
            self._see(news)
        return news

    def until(self, wanted: Callable[[wire.News], bool] | type) -> Any:
        """Take messages in until one is of a kind, and return it."""
        while True:
            news = self.take()
            if isinstance(news, wanted) if isinstance(wanted, type) else wanted(news):
                return news

    def _see(self, news: wire.Joined | wire.Happened | wire.Stale) -> None:
        packet = news.packet
        self.entry, self.offer = news.entry, packet["offer"]
        if "view" in packet:
            self.view = views.View.from_json(packet["view"])
        else:
            views.patch_view(self.view, packet["patch"])
            for part, value in packet["values"].items():
                setattr(self.view, part, value)

    def packet_view(self) -> Json:
        """Return the view as it came with `joined`."""
        view: Json = self.joined.packet["view"]
        return view

    def act(self, action: Json, *, key: str = "", entry: int | None = None) -> wire.News:
        """Ask for an action and return what came of it."""
        asked = wire.Act(key or secrets.token_hex(8), self.entry if entry is None else entry, action)
        self.send(asked)
        return self.answer(asked.key)

    def answer(self, key: str) -> wire.News:
        """Return the answer to a request."""
        found: wire.News = self.until(
            lambda news: key in (getattr(news, "key", None), getattr(news, "ref", None)) or isinstance(news, wire.Closed)
        )
        return found

    def query(self, what: str, args: Json) -> Any:
        """Ask the rules; None for a refusal."""
        self.asked += 1
        ref = f"question {self.asked}"
        self.send(wire.Query(ref, what, args))
        answer = self.answer(ref)
        return answer.answer if isinstance(answer, wire.Answered) else None

    def settle(self, entry: int) -> None:
        """Take messages in until a row has arrived."""
        while self.entry < entry:
            self.take()

    def random_action(self, chance: random.Random, sense: Json | None = None) -> Json | None:
        """Return one of the offered actions at random."""
        if self.offer is None:
            return None
        able = [ask for ask in self.offer["asks"] if not ask.get("why_not")]
        for _ in range(20):
            if not able:
                return None
            ask = chance.choice(able)
            args = asks.sample_answer(ask, Chance(chance.getrandbits(60)), self.query)
            if args is not None:
                return {"side": self.offer.get("side") or self.joined.seat, "verb": ask["verb"], "args": args}
        return None

    def close(self) -> None:
        """Leave."""
        self._open.close()


def new_game(url: str, host: str, title: str, scenario: str, **more: Any) -> tuple[Json, dict[str, str]]:
    """Make a game and take all its seats; returns the answer and the tokens by side."""
    status, made = post(url, "/api/games", {"title": title, "scenario": scenario, "host": host, **more})
    assert status == 200, made
    tokens = {more["seat"]: made["token"]} if more.get("seat") else {}
    for side, code in made["invitations"].items():
        status, seated = post(url, "/api/sit", {"code": code, "name": f"who plays {side}"})
        assert status == 200, seated
        tokens[side] = seated["token"]
    return made, tokens
