"""Who is at which game, told to the other processes on one database; a process that is no more is forgotten after a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from qtwar.storage.hosted.database import Database
from qtwar.storage.hosted.store import new_token
from qtwar.storage.hosted.tables import HostedPresenceRow

_presence: Any = HostedPresenceRow.__table__  # type: ignore[attr-defined]
FORGOTTEN: Final = 20.0
"""Seconds without a sign after which a process is taken for dead."""


class HostedPresence:
    """Who is at a game elsewhere. On SQLite there is one process, and nobody is elsewhere."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._me = new_token()
        self._here: dict[str, tuple[list[str], int]] = {}
        self._lock = threading.Lock()

    def come_and_go(self, game: str, seats: Collection[str], watching: int) -> None:
        """Note who is at a game here, and let the others know."""
        if self._database.lite:
            return
        with self._lock, self._database.writing() as connection:
            connection.execute(delete(_presence).where(_presence.c.process == self._me, _presence.c.game == game))
            self._here.pop(game, None)
            if seats or watching:
                self._here[game] = sorted(seats), watching
                self._put(connection, game)
            self._database.tell(connection, game)

    def _put(self, connection: Connection, game: str) -> None:
        seats, watching = self._here[game]
        row = {"process": self._me, "game": game, "seats": seats, "watching": watching, "seen": time.time()}
        connection.execute(insert(_presence), row)

    def elsewhere(self, game: str) -> tuple[set[str], int]:
        """Return the seats that are at a game through other processes, and how many watch there."""
        if self._database.lite:
            return set(), 0
        mine = (_presence.c.game == game) & (_presence.c.process != self._me) & (_presence.c.seen > time.time() - FORGOTTEN)
        rows = self._database.reading(lambda c: c.execute(select(_presence.c.seats, _presence.c.watching).where(mine)).all())
        return {seat for seats, _ in rows for seat in seats}, sum(watching for _, watching in rows)

    def alive(self) -> list[str]:
        """Say that this process is there; returns the games of those that are no more, which everybody is told of."""
        if self._database.lite:
            return []
        mine = _presence.c.process == self._me
        with self._lock, self._database.writing() as connection:
            if connection.execute(update(_presence).where(mine).values(seen=time.time())).rowcount != len(self._here):
                connection.execute(delete(_presence).where(mine))  # this sign came late: others took us for dead
                for game in self._here:
                    self._put(connection, game)
                    self._database.tell(connection, game)
            gone = _presence.c.seen < time.time() - FORGOTTEN
            games = {row[0] for row in connection.execute(delete(_presence).where(gone).returning(_presence.c.game))}
            for game in games:
                self._database.tell(connection, game)
        return sorted(games)

    def end(self) -> None:
        """Say that nobody is here any more."""
        if self._database.lite:
            return
        with self._database.writing() as connection:
            mine = _presence.c.process == self._me
            for row in connection.execute(delete(_presence).where(mine).returning(_presence.c.game)):
                self._database.tell(connection, row[0])
