"""Tables of the boards: cells, what lies in and between them, labels, areas, boxes. See `schema`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKeyConstraint
from sqlmodel import Field, SQLModel

from qtwar.storage.columns import json_column, key_column


class TerrainKindRow(SQLModel, table=True):
    """A kind of terrain."""

    __tablename__ = "terrain_kind"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = json_column()


class FeatureKindRow(SQLModel, table=True):
    """A kind of feature in cells."""

    __tablename__ = "feature_kind"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = json_column()


class EdgeKindRow(SQLModel, table=True):
    """A kind of cell side."""

    __tablename__ = "edge_kind"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = json_column()


class PathKindRow(SQLModel, table=True):
    """A kind of line through cells."""

    __tablename__ = "path_kind"
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = json_column()


class BoardRow(SQLModel, table=True):
    """A board and its grid; `grid_more` holds the polygons and links of areas, holes, and given ids."""

    __tablename__ = "board"
    id: str = key_column()
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
    numbering: Any = json_column()
    grid_more: Any = json_column()
    legend: Any = json_column()
    style: str
    attrs: Any = json_column()


class CellRow(SQLModel, table=True):
    """A cell of a board."""

    __tablename__ = "cell"
    board_id: str = key_column("board.id")
    cell: str = key_column()
    no: int
    terrain_id: str | None = Field(default=None, foreign_key="terrain_kind.id")
    elevation: int | None = None


def _of_cell() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["board_id", "cell"], ["cell.board_id", "cell.cell"])


class LayerRow(SQLModel, table=True):
    """A further word for each cell, such as its country."""

    __tablename__ = "layer"
    board_id: str = key_column("board.id")
    id: str = key_column()
    no: int
    legend: Any = json_column()


class CellWordRow(SQLModel, table=True):
    """The word of a layer in a cell."""

    __tablename__ = "cell_word"
    __table_args__ = (_of_cell(), ForeignKeyConstraint(["board_id", "layer_id"], ["layer.board_id", "layer.id"]))
    board_id: str = key_column()
    layer_id: str = key_column()
    cell: str = key_column()
    no: int
    value: Any = json_column()


class CellFeatureRow(SQLModel, table=True):
    """A feature in a cell; `feature_no` orders the features of a board."""

    __tablename__ = "cell_feature"
    __table_args__ = (_of_cell(),)
    board_id: str = key_column()
    feature_no: int = key_column()
    no: int = key_column()
    feature_id: str = Field(foreign_key="feature_kind.id")
    cell: str


class EdgeLineRow(SQLModel, table=True):
    """A named run of cell sides of one kind."""

    __tablename__ = "edge_line"
    board_id: str = key_column("board.id")
    no: int = key_column()
    kind: str = Field(foreign_key="edge_kind.id")
    name_en: str | None = None
    name_ja: str | None = None
    attrs: Any = json_column()


class EdgeRow(SQLModel, table=True):
    """A cell side: `a|b`, or `a/N` at the border."""

    __tablename__ = "edge"
    __table_args__ = (ForeignKeyConstraint(["board_id", "line_no"], ["edge_line.board_id", "edge_line.no"]),)
    board_id: str = key_column()
    line_no: int = key_column()
    no: int = key_column()
    side: str


class PathLineRow(SQLModel, table=True):
    """A river course, road or railway."""

    __tablename__ = "path_line"
    board_id: str = key_column("board.id")
    no: int = key_column()
    kind: str = Field(foreign_key="path_kind.id")
    name_en: str | None = None
    name_ja: str | None = None
    closed: bool
    attrs: Any = json_column()


class PathNodeRow(SQLModel, table=True):
    """A cell on a path."""

    __tablename__ = "path_node"
    __table_args__ = (
        _of_cell(), ForeignKeyConstraint(["board_id", "line_no"], ["path_line.board_id", "path_line.no"])
    )  # fmt: skip
    board_id: str = key_column()
    line_no: int = key_column()
    no: int = key_column()
    cell: str


class LinkRow(SQLModel, table=True):
    """A pair of cells of a movement graph."""

    __tablename__ = "link"
    __table_args__ = (
        ForeignKeyConstraint(["board_id", "a"], ["cell.board_id", "cell.cell"]),
        ForeignKeyConstraint(["board_id", "b"], ["cell.board_id", "cell.cell"]),
    )
    board_id: str = key_column()
    graph_no: int = key_column()
    no: int = key_column()
    graph: str
    a: str
    b: str


class LabelRow(SQLModel, table=True):
    """Words on a board, at a cell or at a point in u."""

    __tablename__ = "label"
    board_id: str = key_column("board.id")
    no: int = key_column()
    text_en: str
    text_ja: str
    cell: str | None = None
    x: float | None = None
    y: float | None = None
    style: str
    offset: Any = json_column()
    angle: float | None = None
    along: Any = json_column()
    attrs: Any = json_column()


class AreaRow(SQLModel, table=True):
    """A named set of cells."""

    __tablename__ = "area"
    board_id: str = key_column("board.id")
    id: str = key_column()
    no: int
    name_en: str
    name_ja: str
    attrs: Any = json_column()


class AreaCellRow(SQLModel, table=True):
    """A cell of an area."""

    __tablename__ = "area_cell"
    __table_args__ = (_of_cell(), ForeignKeyConstraint(["board_id", "area_id"], ["area.board_id", "area.id"]))
    board_id: str = key_column()
    area_id: str = key_column()
    no: int = key_column()
    cell: str


class BoxRow(SQLModel, table=True):
    """A place off the grid."""

    __tablename__ = "box"
    id: str = key_column()
    board_id: str = Field(foreign_key="board.id")
    no: int
    name_en: str
    name_ja: str
    side: str | None = Field(default=None, foreign_key="side.id")
    sight: str
    role: str
    on_board: Any = json_column()
    rule: str
    attrs: Any = json_column()
