"""A game with those who are connected to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from qtwar.serve.play import HostedPlay
from qtwar.wire.limits import MOST_NEWS

Json = dict[str, Any]
OUTBOX: Final = 400
"""Messages that wait for a slow line before it is given up; whoever comes back gets the whole."""
MOST_HELD: Final = 2 * MOST_NEWS
"""Characters of them."""


class Connection:
    """One websocket that has joined: a seat's, or a spectator's."""

    def __init__(self, token: str, game: str, seat: str) -> None:
        self.token, self.game, self.seat = token, game, seat
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(OUTBOX)
        self.held = 0  # characters in the outbox
        self.lost = False

    def send(self, text: str) -> None:
        """Put a message in the outbox; a line that takes none any more is given up."""
        if self.lost:
            return
        self.held += len(text)
        if self.held > MOST_HELD or self.outbox.full():
            self.end()
        else:
            self.outbox.put_nowait(text)

    async def next(self) -> str | None:
        """Return the next message for the line, None at its end."""
        text = await self.outbox.get()
        self.held -= len(text or "")
        return text

    def end(self) -> None:
        """Have the line closed after what is in the outbox, or at once where that is full."""
        self.lost = True
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@dataclass(slots=True)
class HostedRoom:
    """A game with those who are connected to it; `play` is None while it sleeps."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: list[Connection] = field(default_factory=list)
    play: HostedPlay | None = None
    asked: float = field(default_factory=time.monotonic)
    told: int = 0
    """The latest row that the connections have been told of."""
    heard: int = 0
    proposal: Json | None = None
    over: bool = False
    """What else they have been told."""
    wanted: int = 0
    """How many are inside or wait for it: a room that somebody is about to enter is not let go."""

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[None]:
        """Let one at a time into the game."""
        self.wanted += 1
        try:
            async with self.lock:
                yield
        finally:
            self.wanted -= 1

    def seats(self) -> set[str]:
        """Return the seats that are connected; empty is that of spectators."""
        return {one.seat for one in self.connections}

    @property
    def watching(self) -> int:
        """Return how many watch."""
        return sum(1 for one in self.connections if not one.seat)
