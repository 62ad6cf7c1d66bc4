"""What a server keeps beside the journals: games and their cards, seats, tokens, remarks. Tokens are kept as hashes alone."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from qtwar.storage.hosted.database import Database
from qtwar.storage.hosted.journal import HostedJournal
from qtwar.storage.hosted.tables import (
    HostedEntryRow,
    HostedFactRow,
    HostedGameRow,
    HostedHoldingRow,
    HostedRemarkRow,
    HostedSeatRow,
    HostedSnapshotRow,
    HostedTokenRow,
)

Json = dict[str, Any]
_game: Any = HostedGameRow.__table__  # type: ignore[attr-defined]
_seat: Any = HostedSeatRow.__table__  # type: ignore[attr-defined]
_token: Any = HostedTokenRow.__table__  # type: ignore[attr-defined]
_remark: Any = HostedRemarkRow.__table__  # type: ignore[attr-defined]
_entry: Any = HostedEntryRow.__table__  # type: ignore[attr-defined]
_snapshot: Any = HostedSnapshotRow.__table__  # type: ignore[attr-defined]
_holding: Any = HostedHoldingRow.__table__  # type: ignore[attr-defined]
_facts: Any = HostedFactRow.__table__  # type: ignore[attr-defined]
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What a code is made of: nothing that looks like something else."""


def new_token() -> str:
    """Return 192 random bits that stand for a person at a seat."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """Return 60 random bits that can be typed: K7QF-2M9X-PA4T."""
    return spaced("".join(secrets.choice(LETTERS) for _ in range(12)))


def spaced(letters: str) -> str:
    """Return the twelve letters of a code as they are shown."""
    return "-".join(letters[n : n + 4] for n in (0, 4, 8))


def hashed(token: str) -> str:
    """Return what is kept of a token or code: a code is the same in any case, with and without dashes."""
    bare = token.replace("-", "").replace(" ", "").upper()
    plain = bare if len(bare) == 12 and set(bare) <= set(LETTERS) else token
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def now() -> str:
    """Return the time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def seconds_since(stamp: str) -> float:
    """Return how long ago something was stored."""
    return (datetime.now(UTC) - datetime.fromisoformat(stamp)).total_seconds()


@dataclass(frozen=True, slots=True)
class HostedGame:
    """The row of a game."""

    id: str
    title: str
    scenario: str
    name: str
    facts: Json
    card: Json = field(default_factory=dict)
    clock: Json = field(default_factory=dict)
    proposal: Json | None = None
    over: Json | None = None
    last_no: int = 0
    remarks: int = 0
    ended: bool = False
    timed: bool = False
    spectators: bool = True
    blocked: bool = False
    made: str = ""
    touched: str = ""


@dataclass(frozen=True, slots=True)
class HostedSeat:
    """Who plays a side of a game."""

    game: str
    side: str
    name: str = ""
    taken: bool = False
    seen: int = 0
    heard: int = 0
    notice: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pass:
    """What a token opens: `kind` is seat, host, watch, or a code: invite, choice, again, over, sat."""

    kind: str
    game: str
    side: str


_GAME = [_game.c[name] for name in HostedGame.__slots__]
_SEAT = [_seat.c[name] for name in HostedSeat.__slots__]


class HostedStore:
    """Games, seats, tokens and remarks of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # games ------------------------------------------------------------------------------------------

    def add(self, game: HostedGame, sides: Sequence[str]) -> None:
        """Store a game that has no entry yet."""
        row = {name: getattr(game, name) for name in HostedGame.__slots__}
        with self.database.writing() as connection:
            connection.execute(insert(_game), {**row, "made": now(), "touched": now()})
            for side in sides:
                seat = HostedSeat(game.id, side)
                connection.execute(insert(_seat), {name: getattr(seat, name) for name in HostedSeat.__slots__})

    def game(self, ident: str, *, lock: bool = False) -> HostedGame | None:
        """Return a game's row; `lock`: nobody else changes it before the transaction under way has ended."""
        query = select(*_GAME).where(_game.c.id == ident)
        query = query.with_for_update() if lock else query
        row = self.database.reading(lambda c: c.execute(query).first())
        return None if row is None else HostedGame(*row)

    def games_of(self, idents: Collection[str]) -> dict[str, HostedGame]:
        """Return the rows of some games, by their ids; those that are no more are left out."""
        query = select(*_GAME).where(_game.c.id.in_(list(idents)))
        return {row[0]: HostedGame(*row) for row in self.database.reading(lambda c: c.execute(query).all())}

    def games(self, most: int = 500) -> list[HostedGame]:
        """Return the games touched last."""
        query = select(*_GAME).order_by(_game.c.touched.desc()).limit(most)
        return [HostedGame(*row) for row in self.database.reading(lambda c: c.execute(query).all())]

    def titles_under_way(self) -> list[str]:
        """Return the titles of which games are under way, the one that was played last first."""
        query = select(_game.c.title).where(~_game.c.ended).group_by(_game.c.title).order_by(func.max(_game.c.touched).desc())
        return [row[0] for row in self.database.reading(lambda c: c.execute(query).all())]

    def clocks(self) -> dict[str, Json]:
        """Return the clocks of the games under way whose players have a time budget, by the games' ids."""
        query = select(_game.c.id, _game.c.clock).where(_game.c.timed, ~_game.c.ended)
        return {row[0]: row[1] for row in self.database.reading(lambda c: c.execute(query).all())}

    def change(self, ident: str, **values: Any) -> None:
        """Change a game's row, and let other processes know."""
        with self.database.writing() as connection:
            connection.execute(update(_game).where(_game.c.id == ident).values(**values))
            self.database.tell(connection, ident)

    def end(self, ident: str, over: Json) -> bool:
        """Say how a game ended, if it has not ended before; returns whether it was this."""
        with self.database.writing() as connection:
            open_ = (_game.c.id == ident) & ~_game.c.ended
            done = connection.execute(update(_game).where(open_).values(over=over, ended=True, proposal=None, touched=now()))
            self.database.tell(connection, ident)
            return done.rowcount == 1

    def delete(self, ident: str) -> None:
        """Delete a game with all that belongs to it."""
        with self.database.writing() as connection:
            for table in (_remark, _snapshot, _entry, _seat, _token, _holding):
                connection.execute(delete(table).where(table.c.game == ident))
            connection.execute(delete(_game).where(_game.c.id == ident))
            self.database.tell(connection, ident)

    def delete_named(self, begin: str) -> None:
        """Delete all games whose id begins like this: what a measurement has put there."""
        with self.database.writing() as connection:
            for table in (_remark, _snapshot, _entry, _seat, _token, _holding):
                connection.execute(delete(table).where(table.c.game.startswith(begin, autoescape=True)))
            connection.execute(delete(_game).where(_game.c.id.startswith(begin, autoescape=True)))

    def count(self) -> tuple[int, int]:
        """Return how many games there are, and how many of them are under way."""
        query = select(func.count(), func.count().filter(~_game.c.ended))
        row = self.database.reading(lambda c: c.execute(query.select_from(_game)).one())
        return int(row[0]), int(row[1])

    def journal(self, ident: str) -> HostedJournal:
        """Return the journal of a game."""
        return HostedJournal(self.database, ident)

    # seats ------------------------------------------------------------------------------------------

    def seats(self, ident: str) -> list[HostedSeat]:
        """Return the seats of a game."""
        return self.seats_of([ident])[ident]

    def seats_of(self, idents: Collection[str]) -> dict[str, list[HostedSeat]]:
        """Return the seats of some games, by the games' ids."""
        query = select(*_SEAT).where(_seat.c.game.in_(list(idents))).order_by(_seat.c.side)
        found: dict[str, list[HostedSeat]] = {ident: [] for ident in idents}
        for row in self.database.reading(lambda c: c.execute(query).all()):
            found[row[0]].append(HostedSeat(*row))
        return found

    def seats_with_clock(self) -> dict[str, list[HostedSeat]]:
        """Return the seats of the games under way whose players have a time budget, by the games' ids: any number of them."""
        timed = select(_game.c.id).where(_game.c.timed, ~_game.c.ended)
        query = select(*_SEAT).where(_seat.c.game.in_(timed)).order_by(_seat.c.side)
        found: dict[str, list[HostedSeat]] = {}
        for row in self.database.reading(lambda c: c.execute(query).all()):
            found.setdefault(row[0], []).append(HostedSeat(*row))
        return found

    def change_seat(self, ident: str, side: str, **values: Any) -> None:
        """Change a seat, and let other processes know."""
        with self.database.writing() as connection:
            connection.execute(update(_seat).where(_seat.c.game == ident, _seat.c.side == side).values(**values))
            self.database.tell(connection, ident)

    def remind(self, seat: HostedSeat, late: bool) -> bool:
        """Note whether a seat was reminded of its time; returns whether it was not so before."""
        with self.database.writing() as connection:
            mine = (_seat.c.game == seat.game) & (_seat.c.side == seat.side)
            notice = connection.execute(select(_seat.c.notice).where(mine).with_for_update()).scalar()
            if not notice or bool(notice.get("reminded")) == late:
                return False
            connection.execute(update(_seat).where(mine).values(notice={**notice, "reminded": late}))
            return True

    def saw(self, seen: Mapping[tuple[str, str], tuple[int, int]]) -> None:
        """Note the latest row and remark that came to the screens of seats (game, side)."""
        with self.database.writing() as connection:
            for (game, side), (row, heard) in seen.items():
                mine = (_seat.c.game == game) & (_seat.c.side == side)
                connection.execute(update(_seat).where(mine).values(seen=row, heard=heard))

    # tokens -----------------------------------------------------------------------------------------

    def give(self, kind: str, game: str, side: str, *, token: str = "") -> str:
        """Make a token or code and return it; nothing but its hash is kept."""
        made = token or (new_token() if kind in ("seat", "host") else new_code())
        with self.database.writing() as connection:
            _put(connection, hashed(made), Pass(kind, game, side))
        return made

    def opens(self, tokens: Iterable[str]) -> dict[str, Pass]:
        """Return what tokens open, by the token; those that are none are left out."""
        by_hash = {hashed(token): token for token in tokens}
        query = select(_token.c.hash, _token.c.kind, _token.c.game, _token.c.side)
        rows = self.database.reading(lambda c: c.execute(query.where(_token.c.hash.in_(list(by_hash)))).all())
        return {by_hash[row[0]]: Pass(*row[1:]) for row in rows}

    def open(self, token: str) -> Pass | None:
        """Return what a token opens."""
        return self.opens([token]).get(token)

    def sit(self, code: str, name: str, side: str = "", *, token: str = "") -> tuple[str, Pass] | None:
        """Use up a code of a seat; returns the seat's token (a new one), None where the code is none any more.

        An `invite` and an `over` end the tokens that the seat had; `again` leaves them. A `choice` is not used up: it
        gives the free seat of a `side`, None where somebody has sat down there first. An answer may be lost: until somebody
        has come to the seat the code that gave it (`sat` meanwhile) gives it once more to who has the same name; a
        `choice`, which many may have, to nobody without one.
        """
        token = token or new_token()
        with self.database.writing() as connection:
            mine = _token.c.hash == hashed(code)
            row = connection.execute(select(_token.c.kind, _token.c.game, _token.c.side).where(mine).with_for_update()).first()
            if row is None or row[0] not in ("invite", "again", "over", "choice", "sat"):
                return None
            kind, game, own = row
            side = side if kind == "choice" else own
            there = select(_seat.c.taken, _seat.c.name).where(_seat.c.game == game, _seat.c.side == side).with_for_update()
            seat = connection.execute(there).first()
            if seat is None:
                return None
            kept = _by_choice(code, side) if kind == "choice" else hashed(code)
            waits = (_token.c.game == game) & (_token.c.side == side) & (_token.c.kind == "sat")
            given = connection.execute(select(_token.c.hash).where(waits & (_token.c.hash == kept))).first() is not None
            lost = given and seat.name == name and (bool(name) or kind == "sat")
            if not lost and (kind == "sat" or (kind == "choice" and seat.taken)):
                return None
            if kind == "again":
                connection.execute(delete(_token).where(mine))
            else:
                connection.execute(delete(_token).where(waits | (_token.c.hash == kept)))
                _put(connection, kept, Pass("sat", game, side))
            if kind != "again":
                ended = ["seat", "again", "over", *(["invite"] if kind == "choice" else [])]
                old = (_token.c.game == game) & (_token.c.side == side) & _token.c.kind.in_(ended)
                connection.execute(delete(_token).where(old))
                connection.execute(delete(_holding).where(_holding.c.game == game, _holding.c.side == side))
                values = {"name": name, "taken": True, "seen": 0, "heard": 0, "notice": {}}
                connection.execute(update(_seat).where(_seat.c.game == game, _seat.c.side == side).values(**values))
            found = Pass("seat", game, side)
            _put(connection, hashed(token), found)
            self.database.tell(connection, game)
        return token, found

    def came(self, game: str, side: str) -> None:
        """Note that somebody has come to a seat: the code that gave it is used up for good."""
        waits = (_token.c.game == game) & (_token.c.side == side) & (_token.c.kind == "sat")
        if self.database.reading(lambda c: c.execute(select(_token.c.hash).where(waits)).first()) is not None:
            with self.database.writing() as connection:
                connection.execute(delete(_token).where(waits))

    def waiting(self, game: str, choice: str) -> set[str]:
        """Return the sides whose seats a choice has given to somebody who has not come yet, and who may take them again."""
        sides = select(_token.c.side).where(_token.c.game == game, _token.c.hash.startswith(_by_choice(choice, "")))
        query = sides.join(_seat, (_seat.c.game == game) & (_seat.c.side == _token.c.side)).where(_seat.c.name != "")
        return set(self.database.reading(lambda c: c.execute(query).scalars().all()))

    def unseat(self, game: str, side: str) -> None:
        """Take a seat from whoever has it: all that opens it ends."""
        with self.database.writing() as connection:
            kinds = _token.c.kind.in_(["seat", "invite", "again", "over", "sat"])
            connection.execute(delete(_token).where(_token.c.game == game, _token.c.side == side, kinds))
            connection.execute(delete(_token).where(_token.c.game == game, _token.c.kind == "choice"))  # he might take it again
            connection.execute(delete(_holding).where(_holding.c.game == game, _holding.c.side == side))
            self.change_seat(game, side, name="", taken=False, notice={})

    def drop(self, token: str) -> None:
        """End one token."""
        with self.database.writing() as connection:
            connection.execute(delete(_token).where(_token.c.hash == hashed(token)))

    def revoke(self, game: str, side: str, kinds: Sequence[str]) -> None:
        """End the tokens of some kinds of a seat."""
        with self.database.writing() as connection:
            mine = (_token.c.game == game) & (_token.c.side == side) & _token.c.kind.in_(list(kinds))
            connection.execute(delete(_token).where(mine))

    # remarks ----------------------------------------------------------------------------------------

    def say(self, game: str, side: str, name: str, words: str, entry: int, key: str) -> Json | None:
        """Store a remark; returns it, None where the same was stored before."""
        try:
            with self.database.writing() as connection:
                connection.execute(update(_game).where(_game.c.id == game).values(remarks=_game.c.remarks + 1))
                no = connection.execute(select(_game.c.remarks).where(_game.c.id == game)).scalar_one()
                row = {"no": no, "side": side, "name": name, "text": words, "entry": entry, "stamp": now()}
                connection.execute(insert(_remark), {**row, "game": game, "asked_as": key})
                self.database.tell(connection, game)
                return row
        except IntegrityError:
            return None

    def remarks(self, game: str, after: int = 0, most: int = 200) -> list[Json]:
        """Return the latest remarks after one, in order."""
        columns = [_remark.c[name] for name in ("no", "side", "name", "text", "entry", "stamp")]
        query = select(*columns).where(_remark.c.game == game, _remark.c.no > after).order_by(_remark.c.no.desc()).limit(most)
        rows = self.database.reading(lambda c: c.execute(query).all())
        return [dict(row._mapping) for row in reversed(rows)]

    # the server itself ------------------------------------------------------------------------------

    def fact(self, key: str) -> Any:
        """Return a fact of the server, None where there is none."""
        return self.database.reading(lambda c: c.execute(select(_facts.c.value).where(_facts.c.key == key)).scalar())

    def set_fact(self, key: str, value: Any) -> None:
        """Store a fact of the server."""
        with self.database.writing() as connection:
            connection.execute(delete(_facts).where(_facts.c.key == key))
            connection.execute(insert(_facts), {"key": key, "value": value})


def _by_choice(code: str, side: str) -> str:
    """Return what is kept of a seat that a choice has given: no hash, so that nothing that is typed opens it."""
    return f"{hashed(code)} {side}"


def _put(connection: Connection, kept: str, opens: Pass) -> None:
    values = {"kind": opens.kind, "game": opens.game, "side": opens.side, "made": now()}
    connection.execute(insert(_token), {"hash": kept, **values})
