"""The tables of a server: games with their journals, seats, tokens, remarks. The same on SQLite and PostgreSQL.

They have a metadata of their own: a document has none of them.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from qtwar.storage.columns import json_column, key_column


class HostedTable(SQLModel, registry=registry()):
    """What the tables of a server have in common: one metadata."""


class HostedGameRow(HostedTable, table=True):
    """A game: what was fixed when it was made, and what its card shows; `last_no` is its latest journal row."""

    __tablename__ = "hosted_game"
    __table_args__ = (Index("hosted_game_touched", "touched"), Index("hosted_game_ended", "ended"))
    id: str = key_column()
    title: str
    scenario: str
    name: str
    facts: Any = json_column()
    card: Any = json_column()
    clock: Any = json_column()
    proposal: Any = json_column()
    over: Any = json_column()
    last_no: int
    remarks: int
    ended: bool
    timed: bool
    spectators: bool
    blocked: bool
    made: str
    touched: str


class HostedSeatRow(HostedTable, table=True):
    """Who plays a side; `seen` is the latest journal row and `heard` the latest remark that came to its screen."""

    __tablename__ = "hosted_seat"
    game: str = key_column("hosted_game.id")
    side: str = key_column()
    name: str
    taken: bool
    seen: int
    heard: int
    notice: Any = json_column()


class HostedTokenRow(HostedTable, table=True):
    """A token or code, as its SHA-256; `kind` is seat, host, invite, choice, again, over, sat or watch.

    `account` is that of somebody who has entered: `side` is the account then, `game` empty.
    """

    __tablename__ = "hosted_token"
    __table_args__ = (Index("hosted_token_game", "game", "side"),)
    hash: str = key_column()
    kind: str
    game: str
    side: str
    made: str


class HostedAccountRow(HostedTable, table=True):
    """A name with the argon2id hash of its password; `id` is the name without differences of case and form."""

    __tablename__ = "hosted_account"
    id: str = key_column()
    name: str
    secret: str
    made: str


class HostedHoldingRow(HostedTable, table=True):
    """A seat (or the host's place, side empty) on the list of an account."""

    __tablename__ = "hosted_holding"
    __table_args__ = (Index("hosted_holding_game", "game", "side"),)
    account: str = key_column("hosted_account.id")
    game: str = key_column()
    side: str = key_column()
    made: str


class HostedEntryRow(HostedTable, table=True):
    """A journal row; `asked_by` and `asked_as` are seat and key of the request that it came of."""

    __tablename__ = "hosted_entry"
    __table_args__ = (UniqueConstraint("game", "asked_by", "asked_as"),)
    game: str = key_column("hosted_game.id")
    no: int = key_column()
    kind: str
    side: str
    label: Any = json_column()
    floor: bool
    to: int | None = None
    turn: int | None = None
    stamp: str
    rules_version: str
    asked_by: str | None = None
    asked_as: str | None = None
    entropy: str
    action: Any = json_column()
    events: Any = json_column()
    told: Any = json_column()


class HostedSnapshotRow(HostedTable, table=True):
    """The position after a journal row: zlib-compressed JSON."""

    __tablename__ = "hosted_snapshot"
    game: str = key_column("hosted_game.id")
    no: int = key_column()
    state: bytes = Field(sa_type=LargeBinary)


class HostedRemarkRow(HostedTable, table=True):
    """What somebody said at a game, beside journal row `entry` or beside none (0)."""

    __tablename__ = "hosted_remark"
    __table_args__ = (UniqueConstraint("game", "side", "asked_as"),)
    game: str = key_column("hosted_game.id")
    no: int = key_column()
    side: str
    name: str
    text: str
    entry: int
    stamp: str
    asked_as: str


class HostedPresenceRow(HostedTable, table=True):
    """Who is at a game through one of several processes; `seen` is the process's latest sign of life."""

    __tablename__ = "hosted_presence"
    process: str = key_column()
    game: str = key_column()
    seats: Any = json_column()
    watching: int
    seen: float


class HostedFactRow(HostedTable, table=True):
    """A fact of the server itself: its format, the hashes of its keys."""

    __tablename__ = "hosted_fact"
    key: str = key_column()
    value: Any = json_column()
