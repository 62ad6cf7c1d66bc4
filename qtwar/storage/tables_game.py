"""Tables of a game and of the histories: facts, journal, snapshots, what the start window shows. See `schema`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKeyConstraint, Index, LargeBinary
from sqlmodel import Field, SQLModel

from qtwar.storage.columns import json_column, key_column


class GameRow(SQLModel, table=True):
    """What was fixed when the game was made: key, scenario, options, seats, policies; one row per fact."""

    __tablename__ = "game"
    key: str = key_column()
    value: Any = json_column()


class EntryRow(SQLModel, table=True):
    """The head of a journal row; `line` is play or edit."""

    __tablename__ = "entry"
    line: str = key_column()
    no: int = key_column()
    kind: str
    side: str
    label: Any = json_column()
    floor: bool
    to: int | None = None
    turn: int | None = None
    bookmark: str
    stamp: str
    rules_version: str


class EntryBodyRow(SQLModel, table=True):
    """The rest of a journal row, apart so that lists of heads are read fast."""

    __tablename__ = "entry_body"
    __table_args__ = (ForeignKeyConstraint(["line", "no"], ["entry.line", "entry.no"], ondelete="CASCADE"),)
    line: str = key_column()
    no: int = key_column()
    action: Any = json_column()
    events: Any = json_column()
    entropy: str
    dice: Any = json_column()
    picks: Any = json_column()
    told: Any = json_column()


class SnapshotRow(SQLModel, table=True):
    """The position after a journal row: zlib-compressed JSON."""

    __tablename__ = "snapshot"
    line: str = key_column()
    no: int = key_column()
    state: bytes = Field(sa_type=LargeBinary)


class NoteIndexRow(SQLModel, table=True):
    """What a side (`*`: a spectator) was told, for search: message key and the ids it names."""

    __tablename__ = "note_index"
    __table_args__ = (
        ForeignKeyConstraint(["line", "entry_no"], ["entry.line", "entry.no"], ondelete="CASCADE"),
        Index("note_index_key", "side", "key"),
    )
    line: str = key_column()
    entry_no: int = key_column()
    side: str = key_column()
    n: int = key_column()
    key: str
    words: str


class DraftRow(SQLModel, table=True):
    """Facts of a draft: where its content came from and whose rules it plays by; one row per fact."""

    __tablename__ = "draft"
    key: str = key_column()
    value: Any = json_column()


class PictureTileRow(SQLModel, table=True):
    """A tile of a picture to trace, or one of the author's own by its hash; `level` halves the size each time, 0 is full size."""

    __tablename__ = "picture_tile"
    picture: str = key_column()
    level: int = key_column()
    x: int = key_column()
    y: int = key_column()
    data: bytes = Field(sa_type=LargeBinary)


class CardRow(SQLModel, table=True):
    """What the start window shows of the document; one row."""

    __tablename__ = "card"
    id: int = key_column()
    kind: str
    title: str
    scenario: str
    card: Any = json_column()
    thumbnail: bytes | None = Field(default=None, sa_type=LargeBinary)


class SealRow(SQLModel, table=True):
    """The hash of a part: `content`, `facts`, an `entry` (with those before it), the `last` one, a `snapshot`, a `picture`."""

    __tablename__ = "seal"
    part: str = key_column()
    line: str = key_column()
    no: int = key_column()
    hash: str
