"""All games of a server and who is connected to them: wakes games, lets one request at a time into each, tells what came of it.

Everything here runs on the event loop; what a game does for a request runs on a thread.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from qtwar.base.errors import DataFault, QtwarError
from qtwar.serve import clock
from qtwar.serve.catalogue import Catalogue, Offered
from qtwar.serve.lookout import Lookout
from qtwar.serve.notices import MailServer, Notices
from qtwar.serve.play import HostedPlay, Outgoing, OutgoingText, denied
from qtwar.serve.pool import RulesPool
from qtwar.serve.room import Connection, HostedRoom
from qtwar.services import options, positions, titles
from qtwar.session.chance import new_key
from qtwar.storage.hosted.database import Database
from qtwar.storage.hosted.keyed import Keyed
from qtwar.storage.hosted.presence import HostedPresence
from qtwar.storage.hosted.store import HostedGame, HostedSeat, HostedStore, new_token, seconds_since
from qtwar.wire import http
from qtwar.wire import messages as wire

Json = dict[str, Any]
_T = TypeVar("_T")
log = logging.getLogger("qtwar.serve")
REMIND: Final = 60.0
"""Seconds between two looks at the clocks."""
MAKING: Final = 120.0
"""Seconds after which whoever was making a game has given up."""
MOST_LINES: Final = 8
"""Lines to one seat: so many windows have it open, or lost theirs without a word; the oldest goes for a new one."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What a server was told at its start."""

    folder: Path
    database: str
    workers: int = 4
    idle: float = 300.0
    """Seconds after which a game that nobody asks anything is put to sleep."""
    awake: int = 500
    """Most games that are awake at once."""
    connections: int = 4000
    origins: tuple[str, ...] = ()
    open: bool = False
    """Whether anybody may make games here, without the host key."""
    smtp: MailServer | None = None
    webhooks: tuple[str, ...] = ()


class Hall:
    """The games of one server process."""

    def __init__(self, settings: ServeSettings) -> None:
        self.settings = settings
        self.database = Database(settings.database, connections=settings.workers + 8)
        self.store = HostedStore(self.database)
        self.presence = HostedPresence(self.database)
        self.pool = RulesPool(settings.workers)
        self.catalogue = Catalogue(settings.folder / "modules")
        self.rooms: dict[str, HostedRoom] = {}
        self.lookout = Lookout(self, Notices(settings.smtp, settings.webhooks))
        counted = ("requests", "entries", "denied", "woken", "wake_seconds", "connections", "cut_off")
        self.figures = dict.fromkeys(counted, 0.0)
        self._players = ThreadPoolExecutor(settings.workers + 4, thread_name_prefix="game")
        self._threads = ThreadPoolExecutor(5, thread_name_prefix="database")  # a notice that is sent takes one
        self._seen: dict[tuple[str, str], tuple[int, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._making = tuple(threading.Lock() for _ in range(64))  # what is asked twice at once is made once
        self._stop_listening: Callable[[], None] = lambda: None

    # beginning and end ------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to look after the games."""
        loop = asyncio.get_running_loop()
        self._stop_listening = self.database.listen(lambda game: loop.call_soon_threadsafe(self.changed, game))
        self.spawn(self._keep_house())
        self.spawn(self._prepare())
        self.spawn(self.lookout.notices.run(self.run))

    async def stop(self) -> None:
        """Let everything go; what was seen is noted, all else stands in the database already."""
        self._stop_listening()
        for task in list(self._tasks):
            task.cancel()
        positions.stop()  # or its thread would be waited for
        await self.run(self._note_seen)
        await self.run(self.presence.end)
        await self.run(self.pool.close)
        for threads in (self._players, self._threads):
            threads.shutdown(wait=False, cancel_futures=True)
        self.database.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside what is asked."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def run(self, job: Callable[[], _T]) -> _T:
        """Return what a job comes to that is done on a thread and waits for nothing but the database."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def play(self, job: Callable[[], _T]) -> _T:
        """Return what a job comes to that asks the rules: while all workers are busy these wait, and nothing else does."""
        return await asyncio.get_running_loop().run_in_executor(self._players, job)

    async def _prepare(self) -> None:
        """Have workers ready for titles that are played, and the rules of all compiled: who comes first waits for neither."""
        played = await self.run(self.store.titles_under_way)
        others = [title for title in await self.run(self.catalogue.ids) if title not in played]
        for n, title in enumerate((*played, *others)):
            try:
                if title in played:
                    offered = await self.run(lambda title=title: self.catalogue.get(title))  # type: ignore[misc]
                if n < min(len(played), self.settings.workers):
                    self.pool.prepare(offered.folder, offered.content)
                else:
                    await self.run(lambda title=title: self.catalogue.compile(title))  # type: ignore[misc]
            except QtwarError as fault:
                log.warning("%s: %s", title, fault.text)

    # making games -----------------------------------------------------------------------------------------

    def make(self, asked: http.Open) -> http.Opened:
        """Make a game and its invitations, or say once more what was made by the same key; raises QtwarError. On a thread."""
        keyed = Keyed(asked.key or new_token())
        with self._making[hash(keyed.game) % len(self._making)]:
            offered, row = self.catalogue.get(asked.title), self.store.game(keyed.game)
            if row is not None and self.store.open(keyed.token("host")) is None:  # which is given last
                if seconds_since(row.made) < MAKING:
                    raise DataFault("fault.server.busy")  # another process is at it
                self.store.delete(row.id)  # one that was killed was at it
                row = None
            if row is None:
                self._make(asked, offered, keyed)
        invitations = {side: keyed.code("invite", side) for side in offered.seats if side != asked.seat}
        return http.Opened(
            keyed.game, invitations, keyed.code("watch") if asked.spectators else "", keyed.token("host"),
            keyed.token("seat", asked.seat) if asked.seat else "", keyed.code("choice") if len(invitations) > 1 else "",
        )  # fmt: skip

    def _make(self, asked: http.Open, offered: Offered, keyed: Keyed) -> None:
        titles.scenario_of(offered.content, asked.scenario)
        if asked.seat and asked.seat not in offered.seats:
            raise DataFault("fault.print.no_side", side=asked.seat, known=list(offered.seats))
        options.check(offered.content, asked.options)
        facts: Json = {
            "key": new_key(), "scenario": asked.scenario, "seats": "remote", "dice": "program", "undo": asked.undo,
            "setup": asked.setup, "options": asked.options, "strictness": asked.strictness,
        }  # fmt: skip
        row = HostedGame(
            keyed.game, asked.title, asked.scenario, printable(asked.name), facts,
            clock=clock.made(asked.clock), timed=bool(asked.clock), spectators=asked.spectators,
        )  # fmt: skip
        self.store.add(row, offered.seats)
        play = HostedPlay(self.store, self.pool, row, offered)
        try:
            play.begin(facts)
        except QtwarError:
            self.store.delete(row.id)
            raise
        give = self.store.give
        for side in offered.seats:
            give("invite", row.id, side, token=keyed.code("invite", side))
        if asked.spectators:
            give("watch", row.id, "", token=keyed.code("watch"))
        if asked.seat:
            self.store.sit(keyed.code("invite", asked.seat), printable(asked.player), token=keyed.token("seat", asked.seat))
            play.seated()  # in a game for one nobody else is waited for
        if len(offered.seats) - bool(asked.seat) > 1:
            give("choice", row.id, "", token=keyed.code("choice"))
        give("host", row.id, "", token=keyed.token("host"))

    # joining ----------------------------------------------------------------------------------------------

    async def join(self, token: str) -> Connection | None:
        """Return a connection that is in its room and has been told everything, None for a token that is none."""
        opens = await self.run(lambda: self.store.open(token))
        if opens is None or opens.kind not in ("seat", "watch"):
            return None
        connection = Connection(token, opens.game, opens.side if opens.kind == "seat" else "")
        room = self.room(opens.game)
        async with room.entered():
            if await self.run(lambda: self.store.open(token)) != opens:  # it was ended meanwhile, and those here looked at
                return None
            if connection.seat:
                await self.run(lambda: self.store.came(opens.game, connection.seat))
            play = await self._awake(room)
            if opens.kind == "watch" and (play.row.blocked or not play.row.spectators):
                return None
            mine = [one for one in room.connections if one.seat and one.seat == connection.seat]
            for one in mine[: -MOST_LINES + 1]:
                self.close(one, "refuse.too_many_lines")
                room.connections.remove(one)
            room.connections.append(connection)
            try:
                await self._come_and_gone(room)
                seats, watching = await self.here(room)
                connection.send(await self.play(lambda: wire.write(play.joined(connection.seat, seats, watching))))
            except BaseException:
                room.connections.remove(connection)
                raise
            self._send_all(room, wire.Here(seats, watching), but=connection)
            if len(room.connections) == 1:
                self._all_told(room)
            if connection.seat:
                self._seen[(room.id, connection.seat)] = (play.session.history.last_no, play.row.remarks)
        return connection

    async def leave(self, connection: Connection) -> None:
        """Take a connection out of its room."""
        room = self.rooms.get(connection.game)
        if room is None:
            return
        async with room.entered():  # or who joins just now would hear of it before he hears of the game
            if connection not in room.connections:
                return
            room.connections.remove(connection)
            await self._come_and_gone(room)
            seats, watching = await self.here(room)
            self._send_all(room, wire.Here(seats, watching))

    async def _come_and_gone(self, room: HostedRoom) -> None:
        seats, watching = room.seats() - {""}, room.watching
        await self.run(lambda: self.presence.come_and_go(room.id, seats, watching))

    def room(self, game: str) -> HostedRoom:
        """Return the room of a game."""
        return self.rooms.setdefault(game, HostedRoom(game))

    async def here(self, room: HostedRoom) -> tuple[list[Json], int]:
        """Return who sits where and is here, and how many watch; through whichever process."""
        seats, (there, watching) = await self.run(lambda: (self.store.seats(room.id), self.presence.elsewhere(room.id)))
        return seated(seats, room.seats() | there), watching + room.watching

    async def _awake(self, room: HostedRoom) -> HostedPlay:
        """Return the game of a room whose lock is held, read from its journal if it sleeps; raises QtwarError."""
        room.asked = time.monotonic()
        if room.play is None:
            began = time.perf_counter()
            room.play = await self.play(lambda: self._wake(room.id))
            self.figures["woken"] += 1
            self.figures["wake_seconds"] += time.perf_counter() - began
            if not room.connections:
                self._all_told(room)
        return room.play

    async def seen_at(self, game: str, side: str) -> Json:
        """Return what a seat of a game sees now, of the packet that it would be given; raises QtwarError."""
        room = self.room(game)
        async with room.entered():
            play = await self._awake(room)
            return await self.play(lambda: play.seen(side))

    def _wake(self, game: str) -> HostedPlay:
        row = self.store.game(game)
        if row is None:
            raise DataFault("fault.server.no_game")
        play = HostedPlay(self.store, self.pool, row, self.catalogue.get(row.title))
        play.resume()
        return play

    # requests ---------------------------------------------------------------------------------------------

    async def handle(self, connection: Connection, asked: wire.Request) -> None:
        """Do what a connection asks, and tell whom it concerns."""
        self.figures["requests"] += 1
        room = self.room(connection.game)
        async with room.entered():
            if connection.lost:  # the seat was somebody else's before it came to this
                return
            try:
                play = await self._awake(room)
                to = room.seats()
                was = set(play.row.card.get("active", ()))
                said = await self.play(lambda: self._answer(play, connection.seat, asked, to).written())
            except QtwarError as fault:
                log.warning("game %s: %s", room.id, fault.text)
                said, was = denied(getattr(asked, "key", "") or getattr(asked, "ref", ""), fault.key).written(), set()
                room.play = None
            self._tell(room, connection, said)
            if said.seats and room.play is not None:
                self.figures["entries"] += 1
                new = set(room.play.row.card.get("active", ())) - was
                away = sorted(new - room.seats())
                if away:
                    self.spawn(self.lookout.tell("turn", room.play.row, away))

    def _answer(self, play: HostedPlay, seat: str, asked: wire.Request, to: set[str]) -> Outgoing:
        if isinstance(asked, wire.Log):
            return play.log(seat, asked)
        if isinstance(asked, wire.Past):
            return play.past(seat, asked)
        if not seat:
            return denied(getattr(asked, "key", "") or getattr(asked, "ref", ""), "refuse.watching")
        if isinstance(asked, wire.Query):
            return play.query(seat, asked)
        if isinstance(asked, wire.Act):
            return play.act(seat, asked, to)
        if isinstance(asked, wire.Walk):
            return play.walk(seat, asked, to)
        if isinstance(asked, wire.Propose):
            return play.propose(seat, asked, to)
        if isinstance(asked, wire.Reply):
            return play.reply(seat, asked, to)
        if isinstance(asked, wire.Resign):
            return play.resign(seat, asked)
        if isinstance(asked, wire.Claim):
            return play.claim(seat, asked)
        if isinstance(asked, wire.Note):
            return play.note(seat, asked)
        if isinstance(asked, wire.Say):
            mine = next((one for one in self.store.seats(play.id) if one.side == seat), HostedSeat(play.id, seat))
            return play.say(mine, asked)
        return denied("", "refuse.not_offered")

    def _tell(self, room: HostedRoom, connection: Connection, said: OutgoingText) -> None:
        """Send what came of a request."""
        self.figures["denied"] += said.denied
        for text in said.back:
            connection.send(text)
        for one in room.connections:
            if one.seat in said.seats:
                one.send(said.seats[one.seat])
            for text in said.all:
                one.send(text)
        if room.play is None or not (said.seats or said.all):
            return
        row = room.play.row  # what it says of others' deeds may not be told yet: another process lets us know
        if said.seats:
            room.told = room.play.session.history.last_no
        if said.remark == room.heard + 1:
            room.heard = said.remark
        if said.all:
            room.proposal, room.over = row.proposal, row.over is not None
        self._all_seen(room)

    def _all_told(self, room: HostedRoom) -> None:
        """Note that the connections of a room know everything."""
        play = room.play
        if play is None:
            return
        row = play.row
        room.told, room.heard = play.session.history.last_no, row.remarks
        room.proposal, room.over = row.proposal, row.over is not None
        self._all_seen(room)

    def _all_seen(self, room: HostedRoom) -> None:
        for one in room.connections:
            if one.seat:
                self._seen[(room.id, one.seat)] = (room.told, room.heard)

    def _send_all(self, room: HostedRoom, news: wire.News, but: Connection | None = None) -> None:
        text = wire.write(news)
        for one in room.connections:
            if one is not but:
                one.send(text)

    # what happens elsewhere -------------------------------------------------------------------------------

    def changed(self, game: str, *, wake: bool = False) -> None:
        """Have those at a game told of what was changed past it: by a page of this server or another process; empty: any.

        `wake`: the game itself has to take note of it, whether anybody is there or not.
        """
        if wake:
            self.room(game)
        for room in [self.rooms[game]] if game in self.rooms else [] if game else list(self.rooms.values()):
            self.spawn(self._level(room, wake=wake))

    async def _level(self, room: HostedRoom, *, wake: bool) -> None:
        """Tell the connections of a room what they do not know yet, and end those whose token opens nothing any more."""
        async with room.entered():
            row = await self.run(lambda: self.store.game(room.id))
            there = list(room.connections)  # on this thread: who comes and goes meanwhile is not asked about
            tokens = [one.token for one in there]
            opens = await self.run(lambda: self.store.opens(tokens))
            for one in there:
                if row is None or one.token not in opens or (not one.seat and row.blocked):
                    self.close(one, "refuse.token" if row is not None else "refuse.game_deleted")
                    room.connections.remove(one)
            if row is None or not (room.connections or wake):
                room.play = None
                return
            try:
                play = await self._awake(room)
                await self.play(play.seated)
                if play.overtaken():
                    await self.play(play.catch_up)
                if play.session.history.last_no > room.told:
                    for seat in room.seats():
                        text = await self.play(lambda seat=seat: wire.write(play.since(seat, room.told)))  # type: ignore[misc]
                        for one in room.connections:
                            if one.seat == seat:
                                one.send(text)
                new = play.row.remarks > room.heard  # as the game was read just now: so much is taken for heard below
                for remark in await self.run(lambda: self.store.remarks(room.id, room.heard)) if new else []:
                    self._send_all(room, wire.Remark(**remark))
            except QtwarError as fault:
                log.warning("game %s: %s", room.id, fault.text)
                room.play = None
                return
            was, made = room.proposal, play.row.proposal
            if made is not None and made != was:
                self._send_all(room, wire.Proposed(made))
            elif was is not None and made is None:
                self._send_all(room, wire.Settled(was["no"], was["what"], False))
            if play.row.over is not None and not room.over:
                self._send_all(room, wire.Over(play.row.over))
            seats, watching = await self.here(room)
            self._send_all(room, wire.Here(seats, watching))
            self._send_all(room, wire.Clock(play.clock()))
            self._all_told(room)

    def close(self, connection: Connection, key: str) -> None:
        """End a connection, and say why."""
        connection.send(wire.write(wire.Closed({"key": key, "args": {}})))
        connection.end()

    # housekeeping -----------------------------------------------------------------------------------------

    async def _keep_house(self) -> None:
        """Put to sleep what nobody asks anything, note what was seen, remind of time."""
        reminded = 0.0
        while True:
            await asyncio.sleep(min(5.0, self.settings.idle))
            self.put_to_sleep()
            try:
                await self.run(self._note_seen)
                for game in await self.run(self.presence.alive):
                    self.changed(game)
                if time.monotonic() > reminded + REMIND:
                    reminded = time.monotonic()
                    await self.lookout.look_at_clocks()
            except QtwarError as fault:
                log.warning("%s", fault.text)
            except Exception:  # what goes wrong once must not end this for good
                log.exception("housekeeping")

    def put_to_sleep(self) -> None:
        """Let go of the games that were not asked anything for a while, and of the oldest where too many are awake."""
        awake = sorted((room for room in self.rooms.values() if room.play is not None), key=lambda room: room.asked)
        late = time.monotonic() - self.settings.idle
        for n, room in enumerate(awake):
            if not room.wanted and (room.asked < late or n < len(awake) - self.settings.awake):
                room.play = None
        for room in [room for room in self.rooms.values() if room.play is None and not room.connections]:
            if not room.wanted:
                del self.rooms[room.id]

    def seen(self, game: str, side: str) -> tuple[int, int] | None:
        """Return the latest row and remark that came to a seat's screen, None where the database has it."""
        return self._seen.get((game, side))

    def _note_seen(self) -> None:
        seen = dict(self._seen)
        if not seen:
            return
        self.store.saw(seen)
        for key, what in seen.items():  # not before it is stored, so that who asks meanwhile is told what is so
            if self._seen.get(key) == what:
                self._seen.pop(key, None)

    @property
    def awake(self) -> int:
        """Return how many games are awake."""
        return sum(1 for room in self.rooms.values() if room.play is not None)

    @property
    def connected(self) -> int:
        """Return how many are connected."""
        return sum(len(room.connections) for room in self.rooms.values())


def seated(seats: list[HostedSeat], here: set[str]) -> list[Json]:
    """Return the seats of a game as everybody is told of them."""
    return [{"side": one.side, "name": one.name, "taken": one.taken, "here": one.side in here} for one in seats]


def printable(given: str) -> str:
    """Return a name without what no sentence shows."""
    return "".join(c for c in given if c.isprintable()).strip()
