"""How much a server carries: many games with both seats connected, actions at a steady rate, thousands of games asleep.
How soon a game of each title is woken, and how soon the server answers what a hand on the board asks. On SQLite, then on
PostgreSQL, then through two processes on one PostgreSQL of which one is killed: all of it in one command.

All games begin with one position and hold the same dice, so that one list of actions, played once before, serves them all.
`QTWAR_DATABASE` names a PostgreSQL database to measure on instead of one of the measurement's own.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.bench import postgres
from qtwar.bench.asking import AskedGame, questions
from qtwar.bench.budgets import Figure, bench
from qtwar.bench.served import (
    TITLE,
    GameScript,
    PlayedGame,
    ServerProcess,
    Spent,
    fill,
    memory,
    middle,
    p95,
    script,
    server,
    store_at,
    woken,
)
from qtwar.bench.takeover import takeover
from qtwar.storage.hosted.database import url_of
from qtwar.storage.hosted.store import HostedStore
from qtwar.wire.limits import MOST_CARDS

Json = dict[str, Any]
GAMES, ASLEEP, RATE, SECONDS, WAKES, LOOKS = 500, 10_000, 50, 40, 60, 20


@dataclass(frozen=True, slots=True)
class _Load:
    """What came of a load: ms of each action, and what it cost the server, its workers and who asked."""

    times: list[float]
    server: float
    workers: float
    asking: float


async def _load(url: str, pid: int, played: GameScript, tokens: list[dict[str, str]]) -> _Load:
    """Connect everybody, then act at a steady rate in games at random."""
    chance = random.Random(1)
    async with AsyncExitStack() as stack:
        games = [PlayedGame(played) for _ in tokens]
        for start in range(0, len(games), 10):
            some = zip(games[start : start + 10], tokens[start : start + 10], strict=True)
            await asyncio.gather(*(game.join(stack, url, mine) for game, mine in some))
        free, found, under_way = list(games), list[float](), list[asyncio.Task[None]]()

        async def one(game: PlayedGame, due: float) -> None:
            await game.step()
            found.append((time.perf_counter() - due) * 1000)
            if game.next < len(played.actions):
                free.append(game)

        before, mine = Spent.of(pid), time.process_time()
        began = time.perf_counter()
        for n in range(RATE * SECONDS):
            due = began + n / RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            while not free:  # all games wait for an answer: whoever is late stays late
                if all(task.done() for task in under_way):
                    await asyncio.gather(*under_way)  # raises what went wrong
                    raise RuntimeError("all games have ended")
                await asyncio.sleep(0.01)
            under_way.append(asyncio.ensure_future(one(free.pop(chance.randrange(len(free))), due)))
        await asyncio.gather(*under_way)  # an action that went wrong is no figure
        spent = Spent.of(pid)
        return _Load(found, spent.server - before.server, spent.workers - before.workers, time.process_time() - mine)


def _busy(run: ServerProcess, played: GameScript, tokens: list[dict[str, str]], what: str) -> Iterator[Figure]:
    """Act in games that are all connected."""
    load = asyncio.run(_load(run.url, run.pid, played, tokens))
    times = load.times
    note = f"median {middle(times):.0f}, worst {max(times):.0f}, {len(times)} actions"
    yield Figure(f"{what}: {GAMES} games, {RATE} actions/s, p95", p95(times), "ms", 300, note=note)
    each = [1000 * spent / len(times) for spent in (load.server, load.workers, load.asking)]
    note = f"server {each[0]:.1f}, its workers {each[1]:.1f}; who asked {each[2]:.1f} beside it"
    yield Figure(f"{what}: processor time of an action", each[0] + each[1], "ms", note=note)
    yield Figure(f"{what}: memory with {GAMES} games awake", memory(run.pid), "MB", note="the server's, without workers")


def _asleep(folder: Path, address: str, tokens: list[dict[str, str]], what: str) -> Iterator[Figure]:
    """Start a server on many games, and look at it while they sleep."""
    began = time.perf_counter()
    with server(folder, address) as run:
        urllib.request.urlopen(f"{run.url}/health", timeout=30).close()
        yield Figure(f"{what}: start with {GAMES + ASLEEP} games asleep", time.perf_counter() - began, "s", 5)
        yield Figure(f"{what}: memory then", memory(run.pid), "MB", 200, note="the server's, without workers")
        looks = [_took(f"{run.url}/health") for _ in range(LOOKS)]
        yield Figure(f"{what}: /health then, p95", p95(looks), "ms", 100, note=f"median {middle(looks):.0f}")
        mine = [next(iter(each.values())) for each in tokens[:MOST_CARDS]]
        looks = [_took(f"{run.url}/api/cards", {"tokens": mine}) for _ in range(LOOKS)]
        note = f"of {len(mine)} games, median {middle(looks):.0f}"
        yield Figure(f"{what}: the list of one's games then, p95", p95(looks), "ms", 300, note=note)
        body = {"name": f"bench {folder.name}", "password": "long enough", "tokens": mine[:50]}
        entered = _answer(f"{run.url}/api/account/make", body)
        looks = [_took(f"{run.url}/api/account/games", {"token": entered["token"]}) for _ in range(LOOKS)]
        note = f"of 50 games, median {middle(looks):.0f}"
        yield Figure(f"{what}: the list of an account then, p95", p95(looks), "ms", 300, note=note)
        _answer(f"{run.url}/api/account/change", {"token": entered["token"], "what": "delete", "password": "long enough"})
        some = [next(iter(each.values())) for each in random.Random(2).sample(tokens, WAKES)]
        times = [asyncio.run(woken(run.url, token)) for token in some]
        note = f"median {middle(times):.0f}, first with its worker {times[0]:.0f}"
        yield Figure(f"{what}: one of them wakes, p95", p95(times), "ms", 1000, note=note)


def _took(url: str, body: Json | None = None) -> float:
    began = time.perf_counter()
    _answer(url, body)
    return (time.perf_counter() - began) * 1000


def _answer(url: str, body: Json | None = None) -> Json:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data), timeout=30) as answer:
        made: Json = json.load(answer)
        return made


def _first_wakes(folder: Path, address: str, asked: list[AskedGame], other: str) -> Iterator[Figure]:
    """Wake a game of each title on a server with one worker: each comes to one that has the rules of another title."""
    with server(folder, address, workers=1) as run:
        asyncio.run(woken(run.url, other))
        for one in sorted(asked, key=lambda one: one.title == TITLE):  # its rules are there to begin with
            took = asyncio.run(woken(run.url, one.tokens[0]))
            again = asyncio.run(woken(run.url, one.tokens[-1]))
            note = f"its worker is started; once more {again:.0f}"
            yield Figure(f"the first game of {one.title} wakes", took, "ms", 1000, note=note)


def _all(folder: Path, address: str, what: str, *, whole: bool) -> Iterator[Figure]:
    """Measure on one database; `whole`: also what does not depend on which it is."""
    played = script()
    with store_at(address) as (store, mark):
        began = time.perf_counter()
        busy, asleep = fill(store, played, GAMES, f"{mark}busy"), fill(store, played, ASLEEP, f"{mark}asleep")
        yield Figure(f"{what}: {GAMES + ASLEEP} games are stored", time.perf_counter() - began, "s")
        with server(folder, address) as run:
            yield from _busy(run, played, busy, what)
        yield from _asleep(folder, address, asleep, what)
        if whole:
            yield from _of_titles(folder, address, store, mark, played)


def _of_titles(folder: Path, address: str, store: HostedStore, mark: str, played: GameScript) -> Iterator[Figure]:
    """Wake a game of each title, and ask it what a window asks."""
    asked = [AskedGame.played(store, mark, title) for title in AskedGame.titles()]
    (other,) = fill(store, played, 1, f"{mark}other")
    yield from _first_wakes(folder, address, asked, next(iter(other.values())))
    with server(folder, address) as run:
        yield from questions(run.url, asked)


@contextmanager
def _postgres() -> Iterator[str]:
    """Give the URL of a PostgreSQL database: the one that was named, or one of our own."""
    named = os.environ.get("QTWAR_DATABASE", "")
    if named:
        yield named.replace("postgresql://", "postgresql+psycopg://", 1)
        return
    with postgres.running() as url:
        yield url.replace("postgresql://", "postgresql+psycopg://", 1)


@bench("serve")
def serve_bench() -> Iterator[Figure]:
    """Load, sleep, waking and questions on SQLite; load and sleep on PostgreSQL; two processes there, one of them killed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        yield from _all(folder, url_of(folder), "SQLite", whole=True)
        try:
            with _postgres() as address:
                yield from _all(folder, address, "PostgreSQL", whole=False)
                with store_at(address) as (store, mark):
                    yield from takeover(folder, address, store, mark)
        except postgres.MissingPostgres as missing:
            yield Figure("PostgreSQL", 0, "measured", 1, at_least=True, note=str(missing))
