"""Boards: a grid, what lies in, on and between its cells, what is written on it, and the boxes beside it."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from qtwar.base import jsonio
from qtwar.model.base import Ident, LocalText, Model, Point, Rule, Word, filled
from qtwar.model.grid import Grid, make_grid
from qtwar.model.grid.lattice import Lattice


class TerrainKind(Model):
    """A kind of terrain, one of which each cell has."""

    id: Ident
    name: LocalText
    attrs: dict[str, Any] = {}


class FeatureKind(Model):
    """Something that lies over the terrain, several in one cell."""

    id: Ident
    name: LocalText
    attrs: dict[str, Any] = {}


class EdgeKind(Model):
    """A kind of cell side: river, bridge, wall, slope."""

    id: Ident
    name: LocalText
    attrs: dict[str, Any] = {}


class PathKind(Model):
    """A kind of line through cells: road, railway, river course."""

    id: Ident
    name: LocalText
    attrs: dict[str, Any] = {}


class Numbering(Model):
    """How cells are named: by a `pattern` (see `grid.numbering`), or every id given row by row in `ids`."""

    pattern: str = "CCRR"
    first_column: int = 1
    first_row: int = 1
    columns_from: Literal["left", "right"] | None = None
    rows_from: Literal["top", "bottom"] | None = None
    ids: tuple[tuple[Word | None, ...], ...] | None = None
    said: LocalText | None = None
    """What a person calls a cell, where that is not its id: words with `{row}`, `{column}`, `{area}` (the first with it)."""


class GridSpec(Model):
    """What `make_grid` builds a grid from; fields that a kind of grid has no use for stay out."""

    kind: Literal["hex", "square", "cards", "areas"]
    columns: int | None = Field(default=None, ge=1, le=1000)
    rows: int | None = Field(default=None, ge=1, le=1000)
    orientation: Literal["flat", "pointy"] | None = None
    offset: Literal["odd", "even"] | None = None
    diagonals: bool | None = None
    numbering: Numbering | None = None
    cell_mm: float | None = Field(default=None, gt=0)
    card_w: float | None = Field(default=None, gt=0)
    card_h: float | None = Field(default=None, gt=0)
    gap: float | None = Field(default=None, ge=0)
    holes: tuple[Word, ...] | None = None
    """Cells that the printed board has not."""
    cells: dict[Ident, tuple[Point, ...]] | None = None
    centers: dict[Ident, Point] | None = None
    links: tuple[tuple[Word, Word], ...] | None = None


class Layer(Model):
    """A further word for each cell, such as its country; cells that are not named have none."""

    legend: dict[str, Any] = {}
    """One character for each word, as the rows of the file write it."""
    cells: dict[Word, Any] = {}


class EdgeLine(Model):
    """Cell sides of one kind: `0101|0102`, or `0101/N` at the border of the board."""

    kind: Ident
    name: LocalText | None = None
    sides: tuple[Word, ...]
    attrs: dict[str, Any] = {}


class PathLine(Model):
    """A line of one kind from cell to cell; `closed` joins the last to the first."""

    kind: Ident
    name: LocalText | None = None
    cells: tuple[Word, ...]
    closed: bool = False
    attrs: dict[str, Any] = {}


class Label(Model):
    """Words on a board, at a cell or a point in u; how they look is the style's business."""

    text: LocalText
    at: Word | Point
    style: str = ""
    offset: Point | None = None
    angle: float | None = None
    along: tuple[Word, ...] | None = None
    """Cells that the words run along."""
    attrs: dict[str, Any] = {}


class Area(Model):
    """A named set of cells, which set-up conditions and rules may ask for."""

    id: Ident
    name: LocalText = LocalText()
    cells: tuple[Word, ...]
    attrs: dict[str, Any] = {}


class Box(Model):
    """A place off the grid: turn track, pool, refit box."""

    id: Ident
    name: LocalText
    side: Ident | None = None
    sight: Literal["all", "owner", "owner_count", "count", "none"] = "all"
    role: str = ""
    on_board: tuple[float, float, float, float] | None = None
    """x, y, width, height in u where the printed board shows it; else it is a panel."""
    rule: Rule = ""
    attrs: dict[str, Any] = {}


CellLists = Annotated[dict[Word, tuple[Word, ...]], BeforeValidator(filled)]
Links = Annotated[dict[Word, tuple[tuple[Word, Word], ...]], BeforeValidator(filled)]


_HOLE = re.compile(r"\{([a-z]+)\}")


@lru_cache(maxsize=12)
def _grid(spec: str) -> Grid:
    return make_grid(json.loads(spec))


class BoardContent(Model):
    """One board of a title. Cells are named without the board; terrain, layers and elevation are by cell."""

    id: Ident
    name: LocalText
    grid: GridSpec
    legend: dict[str, Ident] = {}
    terrain: dict[Word, Ident] = {}
    layers: dict[Ident, Layer] = {}
    elevation: dict[Word, int] = {}
    features: CellLists = {}
    edges: tuple[EdgeLine, ...] = ()
    paths: tuple[PathLine, ...] = ()
    links: Links = {}
    labels: tuple[Label, ...] = ()
    areas: tuple[Area, ...] = ()
    boxes: tuple[Box, ...] = ()
    style: str = ""
    attrs: dict[str, Any] = {}

    def make_grid(self) -> Grid:
        """Return the grid, made once for equal specifications; raises DataFault where the specification makes none."""
        return _grid(self.grid.model_dump_json(by_alias=True, exclude_none=True))

    def cell_words(self, cell: str, language: str) -> str:
        """Return what a person calls a cell: its id, or the words of `numbering.said`; a cell side is said by its cells."""
        spec = self.grid.numbering
        if spec is None or spec.said is None:
            return cell.replace("|", "/")
        grid = self.make_grid()
        near, bar, far = cell.partition("|")
        if bar:
            return f"{self.cell_words(near, language)} / {self.cell_words(far, language)}"
        near, bar, way = cell.partition("/")
        if bar:
            return f"{self.cell_words(near, language)} / {way}"
        if not isinstance(grid, Lattice) or not grid.contains(cell):
            return cell
        column, row = grid.position(cell)
        column = grid.columns - 1 - column if spec.columns_from == "right" else column
        row = grid.rows - 1 - row if spec.rows_from == "bottom" else row
        area = next((area.name.get(language) for area in self.areas if cell in area.cells), "")
        numbers = {"column": str(column + spec.first_column), "row": str(row + spec.first_row), "area": area}
        return _HOLE.sub(lambda hole: numbers.get(hole[1], hole[0]), spec.said.get(language))

    def rules_json(self) -> dict[str, Any]:
        """Return the board as rules read it: cells with their words, no legend, no style."""
        attrs: dict[str, dict[str, Any]] = {}
        for key, layer in self.layers.items():
            for cell, word in layer.cells.items():
                attrs.setdefault(cell, {})[key] = word
        return {
            "id": self.id,
            "grid": self.grid.as_json(),
            "terrain": dict(self.terrain),
            "elevation": dict(self.elevation),
            "attrs": attrs,
            "facts": jsonio.copy(self.attrs),
            "features": {key: list(cells) for key, cells in self.features.items()},
            "edges": [line.as_json() for line in self.edges],
            "paths": [line.as_json() for line in self.paths],
            "links": {key: [list(pair) for pair in pairs] for key, pairs in self.links.items()},
            "labels": [label.as_json() for label in self.labels],
            "areas": [area.as_json() for area in self.areas],
            "boxes": [{"side": None, **box.as_json()} for box in self.boxes],
        }
