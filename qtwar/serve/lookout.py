"""Looks out for those who are away: has them told that it is their turn, or that their time runs out, and ends games by time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from qtwar.base.errors import QtwarError
from qtwar.serve import clock
from qtwar.serve.catalogue import Catalogue
from qtwar.serve.notices import NoticeBoard, Notices
from qtwar.serve.room import HostedRoom
from qtwar.storage.hosted.presence import HostedPresence
from qtwar.storage.hosted.store import HostedGame, HostedSeat, HostedStore

Json = dict[str, Any]
_T = TypeVar("_T")
log = logging.getLogger("qtwar.serve")
GRACE: Final = 600.0
"""Seconds after its start in which a server ends no game by time: while it was away nobody could move."""
AT_ONCE: Final = 100
"""Clocks that are looked at before others get their turn."""


class WatchedHall(Protocol):
    """What a lookout asks of the hall whose games it watches."""

    store: HostedStore
    presence: HostedPresence
    catalogue: Catalogue
    rooms: dict[str, HostedRoom]

    async def run(self, job: Callable[[], _T]) -> _T:
        """Return what a job comes to that is done on a thread."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside what is asked."""

    def changed(self, game: str, *, wake: bool = False) -> None:
        """Have those at a game told of what was changed past it."""

    async def seen_at(self, game: str, side: str) -> Json:
        """Return what a seat of a game sees now; raises QtwarError."""


class Lookout:
    """Whom the games of a hall wait for, and how long."""

    def __init__(self, hall: WatchedHall, notices: Notices) -> None:
        self._hall, self.notices = hall, notices
        self._ends_from = time.monotonic() + GRACE
        self._due: set[tuple[str, str]] = set()  # seats that are told of their turn when their pause is over

    async def tell(self, key: str, game: HostedGame, sides: list[str]) -> None:
        """Have those who are away told something, where they want it."""
        hall = self._hall
        seats, (there, _) = await hall.run(lambda: (hall.store.seats(game.id), hall.presence.elsewhere(game.id)))
        offered = await hall.run(lambda: hall.catalogue.get(game.title))
        for seat in seats:
            if seat.side not in sides or not seat.notice or (key != "over" and seat.side in there):
                continue
            pause = self.notices.pause(game.id, seat.side) if key == "turn" else 0.0
            if not pause:
                board = partial(self._board, seat, offered.folder) if seat.notice.get("picture") else None
                self.notices.add(key, game, seat, offered.content, board)
            elif (game.id, seat.side) not in self._due:
                self._due.add((game.id, seat.side))
                hall.spawn(self._later(game.id, seat.side, pause))

    async def _board(self, seat: HostedSeat, module: Path) -> NoticeBoard | None:
        """Return what a seat sees now; None where somebody else sits there by now, or the game can not be read."""
        try:
            view = await self._hall.seen_at(seat.game, seat.side)
        except QtwarError as fault:
            log.warning("game %s: %s", seat.game, fault.text)
            return None
        now = await self._hall.run(lambda: self._hall.store.seats(seat.game))
        same = any(one.side == seat.side and _wanted(one) == _wanted(seat) for one in now)
        return NoticeBoard(module, view) if same else None

    async def _later(self, game: str, side: str, pause: float) -> None:
        """Tell a seat after a while that it is its turn, if it still is and nobody has come."""
        await asyncio.sleep(pause)
        self._due.discard((game, side))
        row = await self._hall.run(lambda: self._hall.store.game(game))
        if row is not None and row.over is None and side in row.card.get("active", ()) and not self._here(game, side):
            await self.tell("turn", row, [side])

    async def look_at_clocks(self) -> None:
        """Tell those whose time runs out, once, when a quarter of it is left; end the games of those whose time is over."""
        store, run = self._hall.store, self._hall.run
        clocks = await run(store.clocks)
        taken = await run(store.seats_with_clock)
        for n, (game, time_of) in enumerate(clocks.items()):
            if n % AT_ONCE == 0:
                await asyncio.sleep(0)  # thousands of games with a clock: whoever acts does not wait for all of them
            try:
                await self._look_at_clock(game, time_of, taken.get(game, []))
            except QtwarError as fault:  # one game, say, whose title is not installed any more
                log.warning("game %s: %s", game, fault.text)

    async def _look_at_clock(self, game: str, time_of: Json, seats: list[HostedSeat]) -> None:
        store, run = self._hall.store, self._hall.run
        sides = [seat.side for seat in seats]
        if clock.timed_out(time_of, sides) is not None and time.monotonic() >= self._ends_from:
            if await run(lambda: self._end_by_time(game, sides)):
                self._hall.changed(game)
                await self._tell_of("over", game, sides)
            return
        for seat in seats:
            left = clock.left(time_of, seat.side)
            late = left is not None and left < time_of["hours"] * 900
            if seat.notice and late != bool(seat.notice.get("reminded")):
                first = await run(lambda seat=seat, late=late: store.remind(seat, late))  # type: ignore[misc]
                if first and late and not self._here(game, seat.side):
                    await self._tell_of("time", game, [seat.side])

    async def _tell_of(self, key: str, game: str, sides: list[str]) -> None:
        row = await self._hall.run(lambda: self._hall.store.game(game))
        if row is not None:
            await self.tell(key, row, sides)

    def _end_by_time(self, game: str, sides: list[str]) -> bool:
        """End a game if a side's time is over as it stands now: who moved in the last moment has moved. On a thread."""
        with self._hall.store.database.writing():
            row = self._hall.store.game(game, lock=True)
            over = clock.timed_out(row.clock, sides) if row is not None and not row.ended else None
            return row is not None and over is not None and self._hall.store.end(game, {**over, "key": row.facts["key"]})

    def _here(self, game: str, side: str) -> bool:
        """Return whether somebody is at a seat, through this process."""
        room = self._hall.rooms.get(game)
        return room is not None and side in room.seats()


def _wanted(seat: HostedSeat) -> Json:
    """Return where a seat wants its notices, whatever it was reminded of."""
    return {name: value for name, value in seat.notice.items() if name != "reminded"}
