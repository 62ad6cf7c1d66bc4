"""The connection of one seat: it comes back by itself, and keeps what was asked until that is answered.

A thread of its own runs the websocket. What a person does is put down as waiting first and sent when there is a line;
after each return all that still waits is sent again, word for word: the server does the same key once (protocol.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal

from qtwar.base.errors import DataFault
from qtwar.remote.address import host_of, is_near, socket_of
from qtwar.wire import messages
from qtwar.wire.limits import MOST_HEARD, MOST_NEWS
from qtwar.wire.messages import Json, News, Request

log = logging.getLogger("qtwar.remote")
Line = Literal["calling", "here", "away", "closed"]
"""State of the line: it is being made, it is there, it is lost and is tried again, the server has ended it for good."""
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each further try to come back; the last one holds from then on."""
ALIVE: Final = 10.0
"""Seconds after which a line on which nothing comes is looked at, and after which again it counts as lost."""
OPENING: Final = 10.0


@dataclass(frozen=True, slots=True)
class LineState:
    """What is known of the line; `message` says why it is closed or can not be made, `tries` how often that has failed."""

    line: Line
    tries: int = 0
    message: Json | None = None


def new_key() -> str:
    """Return a name for a request that nobody else has."""
    return secrets.token_hex(16)


class SeatConnection:
    """A seat's line to its table. `heard` and `stood` are called on the connection's own thread.

    `heard` gets all news in order; `stood` each change of the line's state.
    """

    def __init__(
        self,
        server: str,
        token: str,
        heard: Callable[[News], object],
        stood: Callable[[LineState], object],
        *,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.server, self._token, self._pauses = server, token, pauses
        self._heard, self._stood = heard, stood
        self._waiting: dict[str, Request] = {}  # by key or ref
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sending: asyncio.Queue[str] | None = None  # there is one while the server has let us in
        self._wake: asyncio.Event | None = None
        self._closing = threading.Event()
        self._again = False
        self._in = False  # whether the server has let us in on this line
        self._thread = threading.Thread(target=self._run, name=f"table {host_of(server)}", daemon=True)

    def start(self) -> None:
        """Make the line."""
        self._thread.start()

    def send(self, key: str, request: Request) -> None:
        """Send a request as soon as there is a line, and again after each return until its key or ref is answered."""
        with self._lock:
            self._waiting[key] = request
            self._pass(request)

    def tell(self, request: Request) -> None:
        """Send what needs no answer, if there is a line."""
        with self._lock:
            self._pass(request)

    def withdraw(self, key: str) -> bool:
        """No longer send a request; returns whether it was waiting. It may have arrived all the same."""
        with self._lock:
            return self._waiting.pop(key, None) is not None

    def try_now(self) -> None:
        """Come back without waiting any longer."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with contextlib.suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(wake.set)

    def come_back(self) -> None:
        """Let go of the line and make it anew: something was missed."""
        self._again = True
        self.try_now()

    def close(self) -> None:
        """End the line; what still waits is not sent any more. Nobody waits for the thread: a name may be looked up there."""
        self._closing.set()
        self.try_now()

    # -- on the connection's thread --------------------------------------------------------------------
    def _pass(self, request: Request) -> None:
        if self._loop is not None and self._sending is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._sending.put_nowait, messages.write(request))

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except Exception:
            log.exception("the connection to a table failed")
            self._stand("closed", message={"key": "fault.internal", "args": {}})

    async def _live(self) -> None:
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        tries = 0
        self._stand("calling")
        while not self._closing.is_set():
            self._wake.clear()
            try:
                await self._once(self._wake)
                was_in, ended = self._in, None
            except _Ended as end:
                self._stand("closed", message=end.message)
                return
            except Exception as problem:  # whatever the network, TLS or the other end may do
                was_in, ended = self._in, problem
            self._in = False
            with self._lock:
                self._sending = None
            if self._closing.is_set():
                return
            log.info("the line to %s is lost: %r", host_of(self.server), ended)
            tries = 0 if was_in else tries + 1
            doubt = None if ended is None else _why(ended, host_of(self.server))
            self._stand("away", tries, doubt)
            if ended is None:
                continue  # it was let go of on purpose
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._pauses[min(tries, len(self._pauses) - 1)])

    async def _once(self, wake: asyncio.Event) -> None:
        """Make the line and hold it, until it is lost or let go of."""
        talk = asyncio.create_task(self._talk())
        try:
            while not (talk.done() or self._closing.is_set() or (self._in and self._again)):
                waking = asyncio.create_task(wake.wait())
                await asyncio.wait((talk, waking), return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                wake.clear()
            if talk.done():
                talk.result()
        finally:
            talk.cancel()
            await asyncio.gather(talk, return_exceptions=True)

    async def _talk(self) -> None:
        from websockets.asyncio.client import connect

        url = socket_of(self.server)
        secure = None
        if url.startswith("wss:"):
            from qtwar.remote.trust import trust

            secure = trust()
        async with connect(
            url,
            ssl=secure,
            proxy=None if is_near(self.server) else True,
            max_size=MOST_NEWS,
            open_timeout=OPENING,
            close_timeout=1,
            ping_interval=ALIVE,
            ping_timeout=ALIVE,
            user_agent_header="QtWar",
            origin=None,
        ) as line:
            await line.send(messages.write(messages.Join(self._token)))
            first = messages.read_news(await asyncio.wait_for(line.recv(), OPENING * 3))
            if isinstance(first, messages.Closed):
                raise _Ended(first.message)
            if not isinstance(first, messages.Joined):
                raise messages.Malformed("the first news is another")
            if first.protocol != messages.PROTOCOL:
                raise _Ended({"key": "fault.table.protocol", "args": {"host": host_of(self.server)}})
            self._in, self._again = True, False  # what was missed before is in there
            self._heard(first)
            sending: asyncio.Queue[str] = asyncio.Queue()
            with self._lock:  # what is asked from now on comes behind what waits
                for request in self._waiting.values():
                    sending.put_nowait(messages.write(request))
                self._sending = sending
            self._stand("here")
            speaking = asyncio.create_task(self._speak(line, sending))
            try:
                await self._listen(line)
            finally:
                speaking.cancel()
                await asyncio.gather(speaking, return_exceptions=True)

    async def _listen(self, line: object) -> None:
        since, heard = monotonic(), 0
        async for text in line:  # type: ignore[attr-defined]
            heard += 1
            if monotonic() - since > 10:
                since, heard = monotonic(), 0
            if heard > MOST_HEARD:
                raise _Ended({"key": "fault.table.nonsense", "args": {"host": host_of(self.server)}})
            news = messages.read_news(text)
            if isinstance(news, messages.Closed):
                raise _Ended(news.message)
            self._settle(news)
            self._heard(news)
        raise ConnectionError("the server has let go")

    async def _speak(self, line: object, sending: asyncio.Queue[str]) -> None:
        while True:
            await line.send(await sending.get())  # type: ignore[attr-defined]

    def _settle(self, news: News) -> None:
        """What news answer waits no longer."""
        with self._lock:
            if isinstance(news, (messages.Happened, messages.Already, messages.Stale)):
                self._waiting.pop(news.key, None)
            elif isinstance(news, (messages.Denied, messages.Answered)):
                self._waiting.pop(news.ref, None)

    def _stand(self, line: Line, tries: int = 0, message: Json | None = None) -> None:
        self._stood(LineState(line, tries, message))


def _why(problem: Exception, host: str) -> Json | None:
    """Return what a person is told where the network is there and the line is not, None where nothing is known."""
    from qtwar.remote.trust import distrusted

    fault = problem if isinstance(problem, DataFault) else distrusted(problem, host)
    return None if fault is None else fault.message


class _Ended(Exception):
    """The server wants no more of us."""

    def __init__(self, message: Json) -> None:
        super().__init__(message.get("key"))
        self.message = message


__all__ = ["ALIVE", "PAUSES", "SeatConnection", "Line", "LineState", "new_key"]
