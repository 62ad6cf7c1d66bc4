"""How much a server carries: many games with both seats connected, actions at a steady rate, thousands of games asleep.
How soon it answers what a hand on the board asks: reach, odds, sight, in a large scenario of every title.

All games begin with one position and hold the same dice, so that one list of actions, played once before, serves them all.
`QTWAR_DATABASE` names a PostgreSQL database to measure on instead of a SQLite file.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from qtwar.base import child
from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedGame, HostedStore, new_token
from qtwar.wire import messages as wire
from qtwar.wire.limits import RATES

Json = dict[str, Any]
TITLE, SCENARIO = "front_toward_enemy", "frago_0_point_element"
GAMES, ASLEEP, RATE, SECONDS, WAKES = 500, 10_000, 50, 60, 60
PLAYED, PIECES, PLACES = 60, 12, 12
"""Of the games that are asked: actions played before, pieces or groups asked about, places."""


@dataclass(frozen=True, slots=True)
class _Spent:
    """Seconds of processor that a server and its workers have used."""

    server: float
    workers: float

    @classmethod
    def of(cls, pid: int) -> _Spent:
        """Return what a server has used so far; nothing where the system does not say."""
        tasks = Path(f"/proc/{pid}/task")
        if not tasks.exists():
            return cls(0.0, 0.0)
        workers = {int(word) for task in tasks.iterdir() for word in (task / "children").read_text().split()}
        return cls(_seconds(pid), sum(_seconds(worker) for worker in workers))


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class _Load:
    """What came of a load: ms of each action, and what it cost the server, its workers and who asked."""

    times: list[float]
    server: float
    workers: float
    asking: float


@dataclass(frozen=True, slots=True)
class _Script:
    """A game that was played before: its journal's first row, and the actions that follow."""

    first: MemoryJournal
    actions: list[Json]
    sides: tuple[str, ...]


def _script() -> _Script:
    folder, content = titles.load(TITLE)
    sides = tuple(side.id for side in content.sides)
    journal = MemoryJournal({"key": key_from_seed(1), "undo": "ask"})
    with open_rules(folder, content) as rules:
        session = PlaySession(rules, journal, sides, content.title.version)
        meta = {"title": TITLE, "version": content.title.version, "scenario": SCENARIO, "options": {}, "strictness": "enforce"}
        session.begin(meta, {"setup": "quick"})
        entries, _ = session.autoplay(60)
    return _Script(journal, [entry.action or {} for entry in entries], sides)


def _fill(store: HostedStore, script: _Script, games: int, name: str) -> list[dict[str, str]]:
    """Put games into the database; returns their tokens by side."""
    first, position = script.first.entry(1), script.first.snapshot(1)
    facts = {**script.first.game(), "scenario": SCENARIO, "options": {}, "strictness": "enforce", "setup": "quick"}
    clock = {"used": {}, "running": [], "since": 0.0, "adjourned": False}
    tokens: list[dict[str, str]] = []
    for start in range(0, games, 500):
        with store.database.writing():
            for n in range(start, min(games, start + 500)):
                ident = f"{name}{n}"
                store.add(HostedGame(ident, TITLE, SCENARIO, "", facts, clock=clock), script.sides)
                store.journal(ident).append(first, position[1] if position else None)
                tokens.append({side: store.give("seat", ident, side, token=new_token()) for side in script.sides})
    return tokens


@contextmanager
def _server(folder: Path, database: str) -> Iterator[tuple[str, int]]:
    """Run a server; gives its URL and its process."""
    command = [*child.program(), "serve", "--json", "--parent", "--port", "0", "--workers", "3"]
    command += ["--data", str(folder), "--database", database]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())["url"], process.pid
    finally:
        process.stdin.close()
        process.wait(30)
        process.stdout.close()


class _Game:
    """One game with somebody connected to each seat; plays the script on."""

    def __init__(self, script: _Script) -> None:
        self.script, self.lines = script, dict[str, ClientConnection]()
        self.next = 0

    async def join(self, stack: AsyncExitStack, url: str, tokens: dict[str, str]) -> None:
        for side, token in tokens.items():
            line = await stack.enter_async_context(connect(url.replace("http", "ws", 1) + "/ws", max_size=2**24, open_timeout=60))
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


async def _load(url: str, pid: int, script: _Script, tokens: list[dict[str, str]]) -> _Load:
    """Connect everybody, then act at a steady rate in games at random."""
    chance = random.Random(1)
    async with AsyncExitStack() as stack:
        games = [_Game(script) for _ in tokens]
        for start in range(0, len(games), 10):
            some = zip(games[start : start + 10], tokens[start : start + 10], strict=True)
            await asyncio.gather(*(game.join(stack, url, mine) for game, mine in some))
        free, found, under_way = list(games), list[float](), set[asyncio.Task[None]]()

        async def one(game: _Game, due: float) -> None:
            await game.step()
            found.append((time.perf_counter() - due) * 1000)
            if game.next < len(script.actions):
                free.append(game)

        before, mine = _Spent.of(pid), time.process_time()
        began = time.perf_counter()
        for n in range(RATE * SECONDS):
            due = began + n / RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            while not free:  # all games wait for an answer: whoever is late stays late
                await asyncio.sleep(0.01)
            task = asyncio.ensure_future(one(free.pop(chance.randrange(len(free))), due))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)
        spent = _Spent.of(pid)
        return _Load(found, spent.server - before.server, spent.workers - before.workers, time.process_time() - mine)


async def _wake(url: str, tokens: list[dict[str, str]]) -> list[float]:
    """Join sleeping games one after another; returns the ms until each is there."""
    found = []
    for mine in random.Random(2).sample(tokens, WAKES):
        began = time.perf_counter()
        async with connect(url.replace("http", "ws", 1) + "/ws", max_size=2**24, open_timeout=60) as line:
            await line.send(wire.write(wire.Join(next(iter(mine.values())))))
            assert str(await line.recv()).startswith('{"t":"joined"')
            found.append((time.perf_counter() - began) * 1000)
    return found


def _memory(pid: int) -> float:
    """Return the MB that a process holds; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


@contextmanager
def _store(address: str) -> Iterator[tuple[HostedStore, str]]:
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


@bench("serve")
def serve_bench() -> Iterator[Figure]:
    """Two seats connected to each of 500 games, 50 actions a second for a minute; then 10,000 games asleep."""
    script = _script()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        address = os.environ.get("QTWAR_DATABASE", "").replace("postgresql://", "postgresql+psycopg://", 1) or url_of(folder)
        what = "SQLite" if address.startswith("sqlite") else "PostgreSQL"
        with _store(address) as (store, mark):
            busy, asleep = _fill(store, script, GAMES, f"{mark}busy"), _fill(store, script, ASLEEP, f"{mark}asleep")
            with _server(folder, address) as (url, pid):
                load = asyncio.run(_load(url, pid, script, busy))
                times = load.times
                note = f"{what}; median {sorted(times)[len(times) // 2]:.0f}, worst {max(times):.0f}, {len(times)} actions"
                yield Figure(f"{GAMES} games, {RATE} actions/s, p95", _p95(times), "ms", 300, note=note)
                each = [1000 * spent / len(times) for spent in (load.server, load.workers, load.asking)]
                note = f"{what}; server {each[0]:.1f}, its workers {each[1]:.1f}; who asked {each[2]:.1f} beside it"
                yield Figure("processor time of an action", each[0] + each[1], "ms", note=note)
                yield Figure(f"server's memory with {GAMES} games awake", _memory(pid), "MB", note=what)
            began = time.perf_counter()
            with _server(folder, address) as (url, pid):
                urllib.request.urlopen(f"{url}/health", timeout=30).close()
                yield Figure(f"start with {GAMES + ASLEEP} games asleep", time.perf_counter() - began, "s", note=what)
                times = asyncio.run(_wake(url, asleep))
                note = f"{what}; median {sorted(times)[len(times) // 2]:.0f}, first with its worker {times[0]:.0f}"
                yield Figure("a sleeping game wakes, p95", _p95(times), "ms", 1000, note=note)
                yield Figure("server's memory then", _memory(pid), "MB", note=what)
                yield from _questions(store, url, mark, what)


# ------------------------------------------------------------------------------------------------ questions
@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked at a seat: the query and its arguments."""

    what: str
    args: Json


def _played(title: str) -> tuple[PlaySession, str]:
    """Return a game of the largest scenario of a title that was played on for a while, and the scenario."""
    folder, content = titles.load(title)
    scenario = max(content.scenarios, key=lambda one: len(one.model_dump_json())).id
    sides = tuple(side.id for side in content.sides)
    with open_rules(folder, content) as rules:
        session = PlaySession(rules, MemoryJournal({"key": key_from_seed(2), "undo": "ask"}), sides, content.title.version)
        meta = {"title": title, "version": content.title.version, "scenario": scenario, "options": {}, "strictness": "enforce"}
        session.begin(meta, {"setup": "quick"})
        session.autoplay(PLAYED)
        session.refresh_offers()
    return session, scenario


def _asked(packet: Json) -> list[_Question]:
    """Return what a window would ask of a position: reach of what may move, odds of what may be aimed at, lines of sight."""
    found = list[_Question]()
    places = sorted(place for place in packet["view"]["places"] if ":" in place)
    some = places[:: max(1, len(places) // PLACES)][:PLACES]
    for ask in (packet["offer"] or {}).get("asks", ()):
        groups = [list(group) for group in (ask.get("groups") or {}).values()] or [[piece] for piece in ask.get("pieces") or ()]
        if ask["kind"] == "move":
            found += [_Question(ask.get("query", "reach"), {"pieces": group[:3]}) for group in groups[:PIECES]]
        if "odds" in ask:
            found += [_Question("odds", {**ask["odds"], **said}) for said in _aimed(ask, groups[:PIECES], some[:3])]
    found += [_Question("sight", {"from": here, "to": there}) for here in some[:4] for there in some if here != there]
    return found


def _aimed(ask: Json, groups: list[list[str]], places: list[str]) -> list[Json]:
    """Return answers under way that a window asks the odds of: a button at once, a place, pieces, or pieces over a place."""
    if ask["kind"] == "button":
        return [{}]
    if ask["kind"] == "cell":
        return [{"cell": place} for place in ask["cells"][:PLACES]]
    if ask["kind"] == "pieces":
        return [{"pieces": group[:1]} for group in groups]
    return [{"pieces": group[:1], "cell": place} for group in groups for place in (ask.get("cells") or places)[: len(places)]]


def _questions(store: HostedStore, url: str, mark: str, what: str) -> Iterator[Figure]:
    """Ask every title what a window asks; the questions of a seat one after another, as a window does."""
    times: dict[str, list[tuple[float, str]]] = {}
    for info in titles.installed():
        if info.info is None:
            continue
        session, scenario = _played(info.info.id)
        ident = f"{mark}asked{info.info.id}"
        facts = {**session.game, "scenario": scenario, "options": {}, "strictness": "enforce", "setup": "quick"}
        clock = {"used": {}, "running": [], "since": 0.0, "adjourned": False}
        store.add(HostedGame(ident, info.info.id, scenario, "", facts, clock=clock), session.sides)
        store.journal(ident).append(session.journal.entry(1), session.state.to_json())
        tokens = [store.give("seat", ident, side) for side in session.sides]
        for token in tokens:
            for kind, spent in asyncio.run(_ask(url, token, scenario)):
                times.setdefault(kind, []).append((spent, info.info.id))
    for kind, found in sorted(times.items()):
        median, worst = sorted(found)[len(found) // 2][0], max(found)
        note = f"{what}; median {median:.0f}, worst {worst[0]:.0f} ({worst[1]}), {len(found)} questions"
        yield Figure(f"a question for {kind}, p95", _p95([spent for spent, _ in found]), "ms", 100, note=note)


async def _ask(url: str, token: str, scenario: str) -> list[tuple[str, float]]:
    """Join a seat and ask; returns the ms of each question that was answered."""
    found = []
    async with connect(url.replace("http", "ws", 1) + "/ws", max_size=2**24, open_timeout=60) as line:
        await line.send(wire.write(wire.Join(token)))
        joined = wire.read_news(await line.recv())
        if not isinstance(joined, wire.Joined):
            raise DataFault("fault.bench.game_failed", scenario=scenario, why=str(joined))
        questions = [_Question("standing", {}), *_asked(joined.packet)]  # the first one finds its worker
        for n, asked in enumerate(questions):
            await asyncio.sleep(1 / RATES["query"].a_second)
            began = time.perf_counter()
            await line.send(wire.write(wire.Query(str(n), asked.what, asked.args)))
            while not isinstance(news := wire.read_news(await line.recv()), wire.Answered | wire.Denied):
                continue
            if n and isinstance(news, wire.Answered) and news.answer:
                found.append((asked.what, (time.perf_counter() - began) * 1000))
    return found
