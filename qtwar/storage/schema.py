"""The tables of a `.qtwar` document. `docs/reference/document.md` explains them and is checked against this file.

Lists keep their order in `no`, counted from 0. What a player reads has a column for each language. JSON columns
hold what a title names itself (`attrs`, values of variables) and nothing that people would want to query.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ForeignKeyConstraint, Index, LargeBinary, Text, TypeDecorator
from sqlmodel import Field, SQLModel


class Json(TypeDecorator[Any]):
    """JSON as text. SQLite takes a column declared JSON for a number where it can, and 1.0 would come back as 1."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str:
        """Return the text of a value."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        """Return the value of a text."""
        return None if value is None else json.loads(value)


def _json(default: Any = None) -> Any:
    return Field(default=default, sa_type=Json)


def _key(foreign: str = "", **more: Any) -> Any:
    if foreign:
        return Field(primary_key=True, foreign_key=foreign, **more)
    return Field(primary_key=True, **more)


class TitleRow(SQLModel, table=True):
    """What the title says of itself; one row."""

    __tablename__ = "title"
    id: str = _key()
    format: int
    version: str
    name_en: str
    name_ja: str
    subtitle_en: str
    subtitle_ja: str
    about_en: str
    about_ja: str
    players: Any = _json()
    minutes: Any = _json()
    stage: str
    credits: Any = _json()
    rights: Any = _json()
    languages: Any = _json()
    year: int | None = None
    publisher: str
    cover: str
    boards: Any = _json()
    scenarios: Any = _json()
    coverage: str
    attrs: Any = _json()


class MessageRow(SQLModel, table=True):
    """A text of the title by message key."""

    __tablename__ = "message"
    language: str = _key()
    key: str = _key()
    no: int
    text: str


class DrawingRow(SQLModel, table=True):
    """A top-level entry of the counter templates (`counters`) or the map style (`style`)."""

    __tablename__ = "drawing"
    document: str = _key()
    key: str = _key()
    no: int
    value: Any = _json()


class SideRow(SQLModel, table=True):
    """A side of the game."""

    __tablename__ = "side"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    short_en: str
    short_ja: str
    emblem: str
    attrs: Any = _json()


class NationRow(SQLModel, table=True):
    """A nationality within a side."""

    __tablename__ = "nation"
    side_id: str = _key("side.id")
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = _json()


class TerrainKindRow(SQLModel, table=True):
    """A kind of terrain."""

    __tablename__ = "terrain_kind"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = _json()


class FeatureKindRow(SQLModel, table=True):
    """A kind of feature in cells."""

    __tablename__ = "feature_kind"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = _json()


class EdgeKindRow(SQLModel, table=True):
    """A kind of cell side."""

    __tablename__ = "edge_kind"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = _json()


class PathKindRow(SQLModel, table=True):
    """A kind of line through cells."""

    __tablename__ = "path_kind"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = _json()


class BoardRow(SQLModel, table=True):
    """A board and its grid; `grid_more` holds the polygons and links of areas, holes, and given ids."""

    __tablename__ = "board"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    kind: str
    columns: int | None = None
    rows: int | None = None
    orientation: str | None = None
    offset: str | None = None
    diagonals: bool | None = None
    cell_mm: float | None = None
    card_w: float | None = None
    card_h: float | None = None
    gap: float | None = None
    numbering: Any = _json()
    grid_more: Any = _json()
    legend: Any = _json()
    style: str
    attrs: Any = _json()


class CellRow(SQLModel, table=True):
    """A cell of a board."""

    __tablename__ = "cell"
    board_id: str = _key("board.id")
    cell: str = _key()
    no: int
    terrain_id: str | None = Field(default=None, foreign_key="terrain_kind.id")
    elevation: int | None = None


def _of_cell() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["board_id", "cell"], ["cell.board_id", "cell.cell"])


class LayerRow(SQLModel, table=True):
    """A further word for each cell, such as its country."""

    __tablename__ = "layer"
    board_id: str = _key("board.id")
    id: str = _key()
    no: int
    legend: Any = _json()


class CellWordRow(SQLModel, table=True):
    """The word of a layer in a cell."""

    __tablename__ = "cell_word"
    __table_args__ = (_of_cell(), ForeignKeyConstraint(["board_id", "layer_id"], ["layer.board_id", "layer.id"]))
    board_id: str = _key()
    layer_id: str = _key()
    cell: str = _key()
    no: int
    value: Any = _json()


class CellFeatureRow(SQLModel, table=True):
    """A feature in a cell; `feature_no` orders the features of a board."""

    __tablename__ = "cell_feature"
    __table_args__ = (_of_cell(),)
    board_id: str = _key()
    feature_no: int = _key()
    no: int = _key()
    feature_id: str = Field(foreign_key="feature_kind.id")
    cell: str


class EdgeLineRow(SQLModel, table=True):
    """A named run of cell sides of one kind."""

    __tablename__ = "edge_line"
    board_id: str = _key("board.id")
    no: int = _key()
    kind: str = Field(foreign_key="edge_kind.id")
    name_en: str | None = None
    name_ja: str | None = None
    attrs: Any = _json()


class EdgeRow(SQLModel, table=True):
    """A cell side: `a|b`, or `a/N` at the border."""

    __tablename__ = "edge"
    __table_args__ = (ForeignKeyConstraint(["board_id", "line_no"], ["edge_line.board_id", "edge_line.no"]),)
    board_id: str = _key()
    line_no: int = _key()
    no: int = _key()
    side: str


class PathLineRow(SQLModel, table=True):
    """A river course, road or railway."""

    __tablename__ = "path_line"
    board_id: str = _key("board.id")
    no: int = _key()
    kind: str = Field(foreign_key="path_kind.id")
    name_en: str | None = None
    name_ja: str | None = None
    closed: bool
    attrs: Any = _json()


class PathNodeRow(SQLModel, table=True):
    """A cell on a path."""

    __tablename__ = "path_node"
    __table_args__ = (
        _of_cell(), ForeignKeyConstraint(["board_id", "line_no"], ["path_line.board_id", "path_line.no"])
    )  # fmt: skip
    board_id: str = _key()
    line_no: int = _key()
    no: int = _key()
    cell: str


class LinkRow(SQLModel, table=True):
    """A pair of cells of a movement graph."""

    __tablename__ = "link"
    __table_args__ = (
        ForeignKeyConstraint(["board_id", "a"], ["cell.board_id", "cell.cell"]),
        ForeignKeyConstraint(["board_id", "b"], ["cell.board_id", "cell.cell"]),
    )
    board_id: str = _key()
    graph_no: int = _key()
    no: int = _key()
    graph: str
    a: str
    b: str


class LabelRow(SQLModel, table=True):
    """Words on a board, at a cell or at a point in u."""

    __tablename__ = "label"
    board_id: str = _key("board.id")
    no: int = _key()
    text_en: str
    text_ja: str
    cell: str | None = None
    x: float | None = None
    y: float | None = None
    style: str
    offset: Any = _json()
    angle: float | None = None
    along: Any = _json()
    attrs: Any = _json()


class AreaRow(SQLModel, table=True):
    """A named set of cells."""

    __tablename__ = "area"
    board_id: str = _key("board.id")
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = _json()


class AreaCellRow(SQLModel, table=True):
    """A cell of an area."""

    __tablename__ = "area_cell"
    __table_args__ = (_of_cell(), ForeignKeyConstraint(["board_id", "area_id"], ["area.board_id", "area.id"]))
    board_id: str = _key()
    area_id: str = _key()
    no: int = _key()
    cell: str


class BoxRow(SQLModel, table=True):
    """A place off the grid."""

    __tablename__ = "box"
    id: str = _key()
    board_id: str = Field(foreign_key="board.id")
    no: int
    name_en: str
    name_ja: str
    side: str | None = Field(default=None, foreign_key="side.id")
    sight: str
    role: str
    on_board: Any = _json()
    rule: str
    attrs: Any = _json()


class PieceKindRow(SQLModel, table=True):
    """A kind of counter."""

    __tablename__ = "piece_kind"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    class_: str = Field(sa_column_kwargs={"name": "class"})
    side: str | None = Field(default=None, foreign_key="side.id")
    template: str
    size: str | None = None
    hidden: str
    attrs: Any = _json()


class KindTraitRow(SQLModel, table=True):
    """A trait of a piece kind."""

    __tablename__ = "kind_trait"
    kind_id: str = _key("piece_kind.id")
    no: int = _key()
    trait: str


class FormationRow(SQLModel, table=True):
    """A node of the order of battle."""

    __tablename__ = "formation"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    parent: str | None = Field(default=None, foreign_key="formation.id")
    side: str | None = Field(default=None, foreign_key="side.id")
    size: str | None = None
    attrs: Any = _json()


class PieceRow(SQLModel, table=True):
    """A counter of the roster."""

    __tablename__ = "piece"
    id: str = _key()
    no: int
    kind: str = Field(foreign_key="piece_kind.id")
    formation: str | None = Field(default=None, foreign_key="formation.id")
    name_en: str | None = None
    name_ja: str | None = None
    attrs: Any = _json()


class LookupRow(SQLModel, table=True):
    """A look-up table of the title."""

    __tablename__ = "lookup"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    rule: str
    group: str


class AxisRow(SQLModel, table=True):
    """What is looked up in the rows or the columns of a table."""

    __tablename__ = "lookup_axis"
    table_id: str = _key("lookup.id")
    axis: str = _key()
    kind: str
    name_en: str | None = None
    name_ja: str | None = None
    names: Any = _json()


class HeadRow(SQLModel, table=True):
    """A head of a row or a column; `least` where the head itself does not say its least number."""

    __tablename__ = "lookup_head"
    __table_args__ = (ForeignKeyConstraint(["table_id", "axis"], ["lookup_axis.table_id", "lookup_axis.axis"]),)
    table_id: str = _key()
    axis: str = _key()
    no: int = _key()
    head: Any = _json()
    least: Any = _json()


class LookupCellRow(SQLModel, table=True):
    """A result of a table."""

    __tablename__ = "lookup_cell"
    table_id: str = _key("lookup.id")
    row: int = _key()
    column: int = _key()
    value: Any = _json()


class CodeRow(SQLModel, table=True):
    """What a result means."""

    __tablename__ = "lookup_code"
    table_id: str = _key("lookup.id")
    code: str = _key()
    no: int
    text_en: str
    text_ja: str


class LookupNoteRow(SQLModel, table=True):
    """A note below a table."""

    __tablename__ = "lookup_note"
    table_id: str = _key("lookup.id")
    no: int = _key()
    rule: str
    text_en: str
    text_ja: str


class OptionRow(SQLModel, table=True):
    """A rule that may be switched before a game."""

    __tablename__ = "option"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    help_en: str
    help_ja: str
    rule: str
    type: str
    min: int | None = None
    max: int | None = None
    default: Any = _json()
    scenarios: Any = _json()
    group: str


class ChoiceRow(SQLModel, table=True):
    """A value of an option."""

    __tablename__ = "option_choice"
    option_id: str = _key("option.id")
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    help_en: str
    help_ja: str


class ScenarioRow(SQLModel, table=True):
    """A scenario."""

    __tablename__ = "scenario"
    id: str = _key()
    no: int
    name_en: str
    name_ja: str
    period_en: str
    period_ja: str
    about_en: str
    about_ja: str
    rule: str
    boards: Any = _json()
    turns: int | None = None
    minutes: int | None = None
    players: int | None = None
    complexity: int | None = None
    first_side: str | None = Field(default=None, foreign_key="side.id")
    setup_order: Any = _json()


class ScenarioValueRow(SQLModel, table=True):
    """A number or word of a scenario; `part` is vars, side_vars, numbers, victory, options or attrs."""

    __tablename__ = "scenario_value"
    scenario_id: str = _key("scenario.id")
    part: str = _key()
    side: str = _key()
    key: str = _key()
    no: int
    value: Any = _json()


class SetupLineRow(SQLModel, table=True):
    """A line of the set-up; its condition is a JSON tree."""

    __tablename__ = "setup_line"
    scenario_id: str = _key("scenario.id")
    id: str = _key()
    no: int
    side: str = Field(foreign_key="side.id")
    where: Any = _json()
    each: int | None = None
    max_per_cell: int | None = None
    random: bool
    rule: str
    note_en: str | None = None
    note_ja: str | None = None
    attrs: Any = _json()


class PoolRow(SQLModel, table=True):
    """Pieces of a side that wait to be drawn."""

    __tablename__ = "pool"
    scenario_id: str = _key("scenario.id")
    side: str = _key("side.id")
    no: int
    place: str
    rule: str


class PlacementRow(SQLModel, table=True):
    """A placement of the quick set-up."""

    __tablename__ = "placement"
    scenario_id: str = _key("scenario.id")
    no: int = _key()
    at: str
    attrs: Any = _json()


class ReinforcementRow(SQLModel, table=True):
    """Pieces that arrive later."""

    __tablename__ = "reinforcement"
    scenario_id: str = _key("scenario.id")
    no: int = _key()
    turn: int
    at: str | None = None
    where: Any = _json()
    side: str | None = Field(default=None, foreign_key="side.id")
    rule: str
    note_en: str | None = None
    note_ja: str | None = None
    attrs: Any = _json()


class PieceCountRow(SQLModel, table=True):
    """How many of a kind (or which piece) a set-up line, pool, placement or reinforcement has."""

    __tablename__ = "piece_count"
    scenario_id: str = _key("scenario.id")
    part: str = _key()
    item: int = _key()
    what: str = _key()
    no: int
    count: int


class ScenarioNoteRow(SQLModel, table=True):
    """A special rule of a scenario, in our own words."""

    __tablename__ = "scenario_note"
    scenario_id: str = _key("scenario.id")
    no: int = _key()
    rule: str
    text_en: str
    text_ja: str


# ------------------------------------------------------------------------------------- game and history


class GameRow(SQLModel, table=True):
    """What was fixed when the game was made: key, scenario, options, seats, policies; one row per fact."""

    __tablename__ = "game"
    key: str = _key()
    value: Any = _json()


class EntryRow(SQLModel, table=True):
    """The head of a journal row; `line` is play or edit."""

    __tablename__ = "entry"
    line: str = _key()
    no: int = _key()
    kind: str
    side: str
    label: Any = _json()
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
    line: str = _key()
    no: int = _key()
    action: Any = _json()
    events: Any = _json()
    entropy: str
    dice: Any = _json()
    picks: Any = _json()
    told: Any = _json()


class SnapshotRow(SQLModel, table=True):
    """The position after a journal row: zlib-compressed JSON."""

    __tablename__ = "snapshot"
    line: str = _key()
    no: int = _key()
    state: bytes = Field(sa_type=LargeBinary)


class NoteIndexRow(SQLModel, table=True):
    """What a side (`*`: a spectator) was told, for search: message key and the ids it names."""

    __tablename__ = "note_index"
    __table_args__ = (
        ForeignKeyConstraint(["line", "entry_no"], ["entry.line", "entry.no"], ondelete="CASCADE"),
        Index("note_index_key", "side", "key"),
    )
    line: str = _key()
    entry_no: int = _key()
    side: str = _key()
    n: int = _key()
    key: str
    words: str


class CardRow(SQLModel, table=True):
    """What the start window shows of the document; one row."""

    __tablename__ = "card"
    id: int = _key()
    kind: str
    title: str
    scenario: str
    card: Any = _json()
    thumbnail: bytes | None = Field(default=None, sa_type=LargeBinary)
