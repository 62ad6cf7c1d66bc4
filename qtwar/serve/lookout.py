"""Looks out for those who are away: has them told that it is their turn, or that their time runs out, and ends games by time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
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
                self.notices.add(key, game, seat, offered.content, await self._board(game.id, seat, offered.folder))
            elif (game.id, seat.side) not in self._due:
                self._due.add((game.id, seat.side))
                hall.spawn(self._later(game.id, seat.side, pause))

    async def _board(self, game: str, seat: HostedSeat, module: Path) -> NoticeBoard | None:
        """Return what a seat sees now, where it wants a picture; None also where the game can not be read."""
        if not seat.notice.get("picture"):
            return None
        try:
            return NoticeBoard(module, await self._hall.seen_at(game, seat.side))
        except QtwarError as fault:
            log.warning("game %s: %s", game, fault.text)
            return None

    async def _later(self, game: str, side: str, pause: float) -> None:
        """Tell a seat after a while that it is its turn, if it still is and nobody has come."""
        await asyncio.sleep(pause)
        self._due.discard((game, side))
        row = await self._hall.run(lambda: self._hall.store.game(game))
        if row is not None and row.over is None and side in row.card.get("active", ()) and not self._here(game, side):
            await self.tell("turn", row, [side])

    async def look_at_clocks(self) -> None:
        """Tell those whose time runs out, once, when a quarter of it is left; end the games of those whose time is over."""
        games = await self._hall.run(self._hall.store.with_clock)
        taken = await self._hall.run(lambda: self._hall.store.seats_of([game.id for game in games]))
        for game in games:
            seats = taken[game.id]
            sides = [seat.side for seat in seats]
            if clock.timed_out(game.clock, sides) is not None and time.monotonic() >= self._ends_from:
                if await self._hall.run(lambda game=game, sides=sides: self._end_by_time(game.id, sides)):  # type: ignore[misc]
                    self._hall.changed(game.id)
                    await self.tell("over", game, sides)
                continue
            for seat in seats:
                left = clock.left(game.clock, seat.side)
                late = left is not None and left < game.clock["hours"] * 900
                if seat.notice and late != bool(seat.notice.get("reminded")):
                    first = await self._hall.run(lambda seat=seat, late=late: self._hall.store.remind(seat, late))  # type: ignore[misc]
                    if first and late and not self._here(game.id, seat.side):
                        await self.tell("time", game, [seat.side])

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
