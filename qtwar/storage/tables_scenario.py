"""Tables of the scenarios. See `schema`."""

from __future__ import annotations

from typing import Any

from sqlmodel import Field, SQLModel

from qtwar.storage.columns import json_column, key_column


class ScenarioRow(SQLModel, table=True):
    """The row of a scenario: its ids, names and length."""

    __tablename__ = "scenario"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    period_en: str
    period_ja: str
    about_en: str
    about_ja: str
    rule: str
    boards: Any = json_column()
    turns: int | None = None
    minutes: int | None = None
    players: int | None = None
    complexity: int | None = None
    first_side: str | None = Field(default=None, foreign_key="side.id")
    setup_order: Any = json_column()


class ScenarioValueRow(SQLModel, table=True):
    """A number or word of a scenario; `part` is vars, side_vars, numbers, victory, options or attrs."""

    __tablename__ = "scenario_value"
    scenario_id: str = key_column("scenario.id")
    part: str = key_column()
    side: str = key_column()
    key: str = key_column()
    no: int
    value: Any = json_column()


class SetupLineRow(SQLModel, table=True):
    """A line of the set-up; its condition is a JSON tree."""

    __tablename__ = "setup_line"
    scenario_id: str = key_column("scenario.id")
    id: str = key_column()
    no: int
    side: str = Field(foreign_key="side.id")
    where: Any = json_column()
    each: int | None = None
    max_per_cell: int | None = None
    random: bool
    rule: str
    note_en: str | None = None
    note_ja: str | None = None
    attrs: Any = json_column()


class PoolRow(SQLModel, table=True):
    """Pieces of a side that wait to be drawn."""

    __tablename__ = "pool"
    scenario_id: str = key_column("scenario.id")
    side: str = key_column("side.id")
    no: int
    place: str
    rule: str


class PlacementRow(SQLModel, table=True):
    """A placement of the quick set-up."""

    __tablename__ = "placement"
    scenario_id: str = key_column("scenario.id")
    no: int = key_column()
    at: str
    attrs: Any = json_column()


class ReinforcementRow(SQLModel, table=True):
    """Pieces that arrive later."""

    __tablename__ = "reinforcement"
    scenario_id: str = key_column("scenario.id")
    no: int = key_column()
    turn: int
    at: str | None = None
    where: Any = json_column()
    side: str | None = Field(default=None, foreign_key="side.id")
    rule: str
    note_en: str | None = None
    note_ja: str | None = None
    attrs: Any = json_column()


class PieceCountRow(SQLModel, table=True):
    """How many of a kind (or which piece) a set-up line, pool, placement or reinforcement has."""

    __tablename__ = "piece_count"
    scenario_id: str = key_column("scenario.id")
    part: str = key_column()
    item: int = key_column()
    what: str = key_column()
    no: int
    count: int


class ScenarioNoteRow(SQLModel, table=True):
    """A special rule of a scenario, in our own words."""

    __tablename__ = "scenario_note"
    scenario_id: str = key_column("scenario.id")
    no: int = key_column()
    rule: str
    text_en: str
    text_ja: str
