"""What measurements of a server share: a server process, games in its database, somebody at a seat of one."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from qtwar.base import child
from qtwar.base.errors import DataFault
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.storage.hosted.copies import copy_game
from qtwar.storage.hosted.database import Database
from qtwar.storage.hosted.store import HostedGame, HostedStore
from qtwar.wire import messages as wire

Json = dict[str, Any]
TITLE: Final = "front_toward_enemy"
SCENARIO: Final = "frago_0_point_element"
NO_CLOCK: Final[Json] = {"used": {}, "running": [], "since": 0.0, "adjourned": False}


@dataclass(frozen=True, slots=True)
class GameScript:
    """A game that was played before: its journal's first row, and the actions that follow."""

    first: MemoryJournal
    actions: list[Json]
    sides: tuple[str, ...]


def script() -> GameScript:
    """Return a short game, played with dice that every copy of it has."""
    folder, content = titles.load(TITLE)
    sides = tuple(side.id for side in content.sides)
    journal = MemoryJournal({"key": key_from_seed(1), "undo": "ask"})
    with open_rules(folder, content) as rules:
        session = PlaySession(rules, journal, sides, content.title.version)
        session.begin(meta(TITLE, content.title.version, SCENARIO), {"setup": "quick"})
        entries, _ = session.autoplay(60)
    return GameScript(journal, [entry.action or {} for entry in entries], sides)


def meta(title: str, version: str, scenario: str) -> Json:
    """Return what a game is set up with."""
    return {"title": title, "version": version, "scenario": scenario, "options": {}, "strictness": "enforce"}


def facts(scenario: str, seed: int = 1) -> Json:
    """Return what stands fast of a game that is measured."""
    key = key_from_seed(seed)
    return {"key": key, "undo": "ask", "scenario": scenario, "options": {}, "strictness": "enforce", "setup": "quick"}


def fill(store: HostedStore, played: GameScript, games: int, name: str) -> list[dict[str, str]]:
    """Put games into the database that have just begun; returns their tokens by side."""
    source = f"{name}first"
    store.add(HostedGame(source, TITLE, SCENARIO, "", facts(SCENARIO), clock=NO_CLOCK), played.sides)
    position = played.first.snapshot(1)
    store.journal(source).append(played.first.entry(1), position[1] if position else None)
    return copy_game(store, source, [f"{name}{n}" for n in range(games)])


@contextmanager
def store_at(address: str) -> Iterator[tuple[HostedStore, str]]:
    """Open a database; gives how the games of this measurement are called. One that is not ours is left as it was."""
    mark = f"bench{secrets.token_hex(4)}"
    database = Database(address)
    store = HostedStore(database)
    try:
        yield store, mark
    finally:
        if not database.lite:
            store.delete_named(mark)
        database.close()


class ServerProcess:
    """A server that is measured: its URL and its process."""

    def __init__(self, folder: Path, database: str, *, workers: int = 3) -> None:
        command = [*child.program(), "serve", "--json", "--parent", "--port", "0", "--workers", str(workers)]
        command += ["--data", str(folder), "--database", database]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.url: str = json.loads(self.process.stdout.readline())["url"]
        self.pid = self.process.pid

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> None:
        """End it in order."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()

    def figure(self, name: str) -> float:
        """Return one of its figures."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"qtwar_{name} "))


@contextmanager
def server(folder: Path, database: str, *, workers: int = 3) -> Iterator[ServerProcess]:
    """Run a server."""
    made = ServerProcess(folder, database, workers=workers)
    try:
        yield made
    finally:
        made.stop()


def seat(url: str) -> connect:
    """Return a line to a server that is about to be opened."""
    return connect(url.replace("http", "ws", 1) + "/ws", max_size=2**24, open_timeout=60)


class PlayedGame:
    """One game with somebody connected to each seat; plays the script on."""

    def __init__(self, played: GameScript) -> None:
        self.script, self.lines = played, dict[str, ClientConnection]()
        self.next = 0

    async def join(self, stack: AsyncExitStack, url: str, tokens: dict[str, str]) -> None:
        """Sit down at all seats."""
        for side, token in tokens.items():
            line = await stack.enter_async_context(seat(url))
            await line.send(wire.write(wire.Join(token)))
            await line.recv()
            self.lines[side] = line

    async def step(self) -> None:
        """Do the next action; both seats have what came of it then."""
        action, entry = self.script.actions[self.next], self.next + 1
        self.next += 1
        await self.lines[action["side"]].send(wire.write(wire.Act(f"k{entry}", entry, action)))
        wanted = f'{{"t":"happened","entry":{entry + 1},'
        for line in self.lines.values():
            while not str(text := await line.recv()).startswith(wanted):
                if str(text).startswith(('{"t":"denied"', '{"t":"stale"', '{"t":"closed"')):
                    raise DataFault("fault.bench.game_failed", scenario=SCENARIO, why=str(text)[:300])


async def woken(url: str, token: str) -> float:
    """Join a game; returns the ms until it is there."""
    began = asyncio.get_running_loop().time()
    async with seat(url) as line:
        await line.send(wire.write(wire.Join(token)))
        first = str(await line.recv())
        if not first.startswith('{"t":"joined"'):
            raise DataFault("fault.bench.game_failed", scenario=SCENARIO, why=first[:300])
        return (asyncio.get_running_loop().time() - began) * 1000


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of processor that a server and its workers have used."""

    server: float
    workers: float

    @classmethod
    def of(cls, pid: int) -> Spent:
        """Return what a server has used so far; nothing where the system does not say."""
        tasks = Path(f"/proc/{pid}/task")
        if not tasks.exists():
            return cls(0.0, 0.0)
        workers = {int(word) for task in tasks.iterdir() for word in (task / "children").read_text().split()}
        return cls(_seconds(pid), sum(_seconds(worker) for worker in workers))


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the MB that a process holds; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of a hundred keep within."""
    return sorted(values)[int(len(values) * 0.95)]


def middle(values: Sequence[float]) -> float:
    """Return the median, near enough."""
    return sorted(values)[len(values) // 2]
