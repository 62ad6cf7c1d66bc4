"""A player without a window: joins a table, keeps what its seat is given as a window would, does something at random."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect

from qtwar.base.errors import DataFault
from qtwar.engine import views
from qtwar.remote.address import host_of, is_near, socket_of
from qtwar.wire import messages as wire
from qtwar.wire.limits import MOST_NEWS

Json = dict[str, Any]


class TablePlayer:
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
        """Join, or join again; raises DataFault where the server does not let one in."""
        url = socket_of(self.url)
        line = connect(url, proxy=None if is_near(url) else True, max_size=MOST_NEWS, open_timeout=20)
        with ExitStack() as held:
            self.socket = held.enter_context(line)
            self.send(wire.Join(self.token))
            first = self.take()
            if not isinstance(first, wire.Joined):
                raise DataFault("fault.table.nonsense", host=host_of(self.url), detail=repr(first)[:500])
            self.joined, self._open = first, held.pop_all()

    def send(self, request: wire.Request) -> None:
        """Send a request."""
        self.socket.send(wire.write(request))

    def take(self, timeout: float = 30) -> wire.News:
        """Take in the next message."""
        text = str(self.socket.recv(timeout))
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

    def close(self) -> None:
        """Leave."""
        self._open.close()
