"""Two server processes on one database, one of them killed in the middle: who was there goes on through the other one."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from qtwar.bench.budgets import Figure
from qtwar.bench.served import GameScript, ServerProcess, fill, middle, p95, script, seat
from qtwar.storage.hosted.store import HostedStore
from qtwar.wire import messages as wire

Json = dict[str, Any]
GAMES: Final = 100
RATE: Final = 20
SECONDS: Final = 24
KILLED: Final = 0.5
"""When one is killed, of that time."""
PATIENCE: Final = 60.0
"""Seconds after which an action that not everybody has heard of is lost."""
SETTLED: Final = 5.0
"""Seconds after which what is measured is the one process alone."""


class _Seat:
    """Somebody at a seat: takes in what comes, and comes back through the other process when his own is gone."""

    def __init__(self, urls: list[str], token: str) -> None:
        self.urls, self.token = urls, token
        self.entry = 0
        self.back = 0.0
        """When it was at the other process, by the clock of `time.perf_counter`."""
        self._line: ClientConnection | None = None
        self._said = ""
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Sit down, and listen from now on."""
        await self._come()
        self._listening = asyncio.ensure_future(self._listen())

    async def _come(self) -> None:
        while True:
            try:
                self._line = await seat(self.urls[0])
                await self._line.send(wire.write(wire.Join(self.token)))
                self._take(str(await self._line.recv()))
                return
            except (OSError, WebSocketException):  # also a line that is cut while it is opened
                self.urls = self.urls[1:] + self.urls[:1]
                await asyncio.sleep(0.05)

    async def _listen(self) -> None:
        while True:
            try:
                assert self._line is not None
                self._take(str(await self._line.recv()))
            except (OSError, ConnectionClosed):
                await self._come()
                self.back = time.perf_counter()
                if self._said:  # whoever is in doubt sends again
                    with suppress(OSError, ConnectionClosed):
                        await self._line.send(self._said)

    def _take(self, text: str) -> None:
        news: Json = json.loads(text)
        if news["t"] in ("joined", "happened", "stale"):
            self.entry = max(self.entry, news["entry"])
            self._news.set()

    async def until(self, entry: int, said: str = "") -> None:
        """Say something, and wait until a row has arrived."""
        self._said = said
        if said and self._line is not None:
            with suppress(OSError, ConnectionClosed):
                await self._line.send(said)
        while self.entry < entry:
            self._news.clear()
            await self._news.wait()
        self._said = ""

    async def leave(self) -> None:
        """Leave."""
        if self._listening is not None:
            self._listening.cancel()
        if self._line is not None:
            with suppress(OSError, ConnectionClosed):
                await self._line.close()


class _Game:
    """A game whose seats are at different processes."""

    def __init__(self, played: GameScript, ident: str, tokens: dict[str, str], urls: list[str]) -> None:
        self.script, self.id, self.next = played, ident, 0
        turned = [urls, urls[::-1]]
        self.seats = {side: _Seat(turned[n % 2], token) for n, (side, token) in enumerate(tokens.items())}

    async def step(self) -> None:
        """Do the next action; all seats know of it then."""
        action, entry = self.script.actions[self.next], self.next + 1
        self.next += 1
        said = wire.write(wire.Act(f"k{entry}", entry, action))
        mine = action["side"]
        known = (one.until(entry + 1, said if side == mine else "") for side, one in self.seats.items())
        await asyncio.wait_for(asyncio.gather(*known), PATIENCE)

    def wrong(self, store: HostedStore) -> int:
        """Return how many rows of the journal are not, one by one, what was asked for."""
        rows = list(store.journal(self.id).entries(2, store.journal(self.id).last_no()))
        wanted = self.script.actions[: self.next]
        same = [row.action == action for row, action in zip(rows, wanted, strict=False)]
        return same.count(False) + abs(len(rows) - len(wanted))


@dataclass(slots=True)
class _Found:
    """What came of it: ms of actions while there were two processes and when there was one; actions never heard of."""

    both: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    killed: float = 0.0
    lost: int = 0


async def _play(games: list[_Game], victim: ServerProcess) -> _Found:
    """Act at a steady rate; one process is killed in the middle."""
    found, chance = _Found(), random.Random(3)
    seats = [one for game in games for one in game.seats.values()]
    for start in range(0, len(seats), 20):
        await asyncio.gather(*(one.join() for one in seats[start : start + 20]))
    free, under_way = list(games), set[asyncio.Task[None]]()

    async def act(game: _Game, due: float) -> None:
        try:
            await game.step()
        except TimeoutError:
            found.lost += 1
            return
        took = (time.perf_counter() - due) * 1000
        if not found.killed:
            found.both.append(took)
        elif due > found.killed + SETTLED:
            found.alone.append(took)
        if game.next < len(game.script.actions):
            free.append(game)

    began = time.perf_counter()
    for n in range(RATE * SECONDS):
        due = began + n / RATE
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if not found.killed and n >= RATE * SECONDS * KILLED:
            found.killed = time.perf_counter()
            await asyncio.to_thread(victim.kill)
        while not free:
            await asyncio.sleep(0.01)
        task = asyncio.ensure_future(act(free.pop(chance.randrange(len(free))), due))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)
    for one in seats:
        await one.leave()
    return found


def takeover(folder: Path, address: str, store: HostedStore, mark: str) -> Iterator[Figure]:
    """Play games of which each seat is at another process, kill one of these, and look whether anything was lost."""
    played = script()
    with ExitStack() as held:
        servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            servers.append(ServerProcess(folder / name, address, workers=2))
            held.callback(servers[-1].stop)
        urls = [one.url for one in servers]
        tokens = fill(store, played, GAMES, f"{mark}two")
        games = [_Game(played, f"{mark}two{n}", mine, urls) for n, mine in enumerate(tokens)]
        found = asyncio.run(_play(games, servers[0]))
    what = "two processes on PostgreSQL"
    for text, times in ((f"{what}, {RATE} actions/s, p95", found.both), ("after one was killed, p95", found.alone)):
        note = f"median {middle(times):.0f}, worst {max(times):.0f}, {len(times)} actions in {GAMES} games"
        yield Figure(text, p95(times), "ms", 300, note=note)
    back = [one.back - found.killed for game in games for one in game.seats.values() if one.back]
    yield Figure("until all who were there are back", max(back), "s", 10, note=f"{len(back)} seats, median {middle(back):.1f}")
    done, wrong = sum(game.next for game in games), found.lost + sum(game.wrong(store) for game in games)
    yield Figure("actions lost or done twice", wrong, "of all", 0, note=f"{done} actions")
