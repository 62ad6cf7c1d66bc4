"""Tables of a title: texts, drawing, sides, pieces, look-up tables, options. See `schema`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKeyConstraint
from sqlmodel import Field, SQLModel

from qtwar.storage.columns import json_column, key_column


class TitleRow(SQLModel, table=True):
    """What the title says of itself; one row."""

    __tablename__ = "title"
    id: str = key_column()
    format: int
    version: str
    name_en: str
    name_ja: str
    subtitle_en: str
    subtitle_ja: str
    about_en: str
    about_ja: str
    players: Any = json_column()
    minutes: Any = json_column()
    stage: str
    credits: Any = json_column()
    rights: Any = json_column()
    languages: Any = json_column()
    year: int | None = None
    publisher: str
    cover: str
    boards: Any = json_column()
    scenarios: Any = json_column()
    coverage: str
    attrs: Any = json_column()


class MessageRow(SQLModel, table=True):
    """A text of the title by message key."""

    __tablename__ = "message"
    language: str = key_column()
    key: str = key_column()
    no: int
    text: str


class DrawingRow(SQLModel, table=True):
    """A top-level entry of the counter templates (`counters`) or the map style (`style`)."""

    __tablename__ = "drawing"
    document: str = key_column()
    key: str = key_column()
    no: int
    value: Any = json_column()


class SideRow(SQLModel, table=True):
    """A side of the game; `sight`: who sees its values that are not for all."""

    __tablename__ = "side"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    short_en: str
    short_ja: str
    emblem: str
    attrs: Any = json_column()
    sight: Any = json_column()


class NationRow(SQLModel, table=True):
    """A nationality within a side."""

    __tablename__ = "nation"
    side_id: str = key_column("side.id")
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = json_column()


class PieceKindRow(SQLModel, table=True):
    """A kind of counter."""

    __tablename__ = "piece_kind"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    class_: str = Field(sa_column_kwargs={"name": "class"})
    side: str | None = Field(default=None, foreign_key="side.id")
    template: str
    size: str | None = None
    hidden: str
    attrs: Any = json_column()


class KindTraitRow(SQLModel, table=True):
    """A trait of a piece kind."""

    __tablename__ = "kind_trait"
    kind_id: str = key_column("piece_kind.id")
    no: int = key_column()
    trait: str


class FormationRow(SQLModel, table=True):
    """A node of the order of battle."""

    __tablename__ = "formation"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    parent: str | None = Field(default=None, foreign_key="formation.id")
    side: str | None = Field(default=None, foreign_key="side.id")
    size: str | None = None
    attrs: Any = json_column()


class PieceRow(SQLModel, table=True):
    """A counter of the roster."""

    __tablename__ = "piece"
    id: str = key_column()
    no: int
    kind: str = Field(foreign_key="piece_kind.id")
    formation: str | None = Field(default=None, foreign_key="formation.id")
    name_en: str | None = None
    name_ja: str | None = None
    attrs: Any = json_column()


class LookupRow(SQLModel, table=True):
    """A look-up table of the title."""

    __tablename__ = "lookup"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    rule: str
    group: str


class AxisRow(SQLModel, table=True):
    """What is looked up in the rows or the columns of a table."""

    __tablename__ = "lookup_axis"
    table_id: str = key_column("lookup.id")
    axis: str = key_column()
    kind: str
    name_en: str | None = None
    name_ja: str | None = None
    names: Any = json_column()


class HeadRow(SQLModel, table=True):
    """A head of a row or a column; `least` where the head itself does not say its least number."""

    __tablename__ = "lookup_head"
    __table_args__ = (ForeignKeyConstraint(["table_id", "axis"], ["lookup_axis.table_id", "lookup_axis.axis"]),)
    table_id: str = key_column()
    axis: str = key_column()
    no: int = key_column()
    head: Any = json_column()
    least: Any = json_column()


class LookupCellRow(SQLModel, table=True):
    """A result of a table."""

    __tablename__ = "lookup_cell"
    table_id: str = key_column("lookup.id")
    row: int = key_column()
    column: int = key_column()
    value: Any = json_column()


class CodeRow(SQLModel, table=True):
    """What a result means."""

    __tablename__ = "lookup_code"
    table_id: str = key_column("lookup.id")
    code: str = key_column()
    no: int
    text_en: str
    text_ja: str


class LookupNoteRow(SQLModel, table=True):
    """A note below a table."""

    __tablename__ = "lookup_note"
    table_id: str = key_column("lookup.id")
    no: int = key_column()
    rule: str
    text_en: str
    text_ja: str


class OptionRow(SQLModel, table=True):
    """A rule that may be switched before a game."""

    __tablename__ = "option"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    help_en: str
    help_ja: str
    rule: str
    type: str
    min: int | None = None
    max: int | None = None
    default: Any = json_column()
    scenarios: Any = json_column()
    group: str


class ChoiceRow(SQLModel, table=True):
    """A value of an option."""

    __tablename__ = "option_choice"
    option_id: str = key_column("option.id")
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    help_en: str
    help_ja: str
