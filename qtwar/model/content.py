"""All that a title is made of, as frozen models. Sources: YAML (`model.load`) or a document (`storage`).

Counter templates, palettes and the style of the map are kept as plain JSON documents of a form (`looks`): `draw`, which
lies above this layer, gives them their meaning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Protocol, TypeVar

from qtwar.base import jsonio
from qtwar.model.base import Ident, LocalText, Model
from qtwar.model.board import (
    Area,
    BoardContent,
    Box,
    EdgeKind,
    EdgeLine,
    FeatureKind,
    GridSpec,
    Label,
    Layer,
    Numbering,
    PathKind,
    PathLine,
    TerrainKind,
)
from qtwar.model.looks import CountersForm, Formed, StyleForm
from qtwar.model.pieces import Formation, Piece, PieceKind
from qtwar.model.scenario import (
    Company,
    Condition,
    Pool,
    QuickPlacement,
    Reinforcement,
    Scenario,
    SetupLine,
)
from qtwar.model.tables import Axis, LookupTable
from qtwar.model.title import Nation, Option, OptionChoice, RuleNote, Side, TitleInfo

__all__ = [
    "Area", "Axis", "BoardContent", "Box", "OptionChoice", "Company", "Condition", "TitleContent", "EdgeKind", "EdgeLine",
    "FeatureKind", "Formation", "GridSpec", "Ident", "Label", "Layer", "Model", "Nation", "Numbering",
    "Option", "PathKind", "PathLine", "Piece", "PieceKind", "Pool", "QuickPlacement", "Reinforcement",
    "RuleNote", "Scenario", "SetupLine", "Side", "LookupTable", "TerrainKind", "LocalText", "TitleInfo",
]  # fmt: skip


class _Named(Protocol):
    @property
    def id(self) -> str: ...


_T = TypeVar("_T", bound=_Named)


class TitleContent(Model):
    """The content of one title. Lists keep the order of the files; ids are unique within a list."""

    title: TitleInfo
    sides: tuple[Side, ...] = ()
    terrain: tuple[TerrainKind, ...] = ()
    features: tuple[FeatureKind, ...] = ()
    edge_kinds: tuple[EdgeKind, ...] = ()
    path_kinds: tuple[PathKind, ...] = ()
    boards: tuple[BoardContent, ...] = ()
    kinds: tuple[PieceKind, ...] = ()
    counters: Annotated[dict[str, Any], Formed(CountersForm)] = {}
    style: Annotated[dict[str, Any], Formed(StyleForm)] = {}
    formations: tuple[Formation, ...] = ()
    pieces: tuple[Piece, ...] = ()
    tables: tuple[LookupTable, ...] = ()
    options: tuple[Option, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    texts: dict[str, dict[str, str]] = {}
    """Language -> message key -> text (`i18n/*.yaml`)."""

    @cached_property
    def boxes(self) -> Mapping[str, Box]:
        """Return the boxes of all boards by id."""
        return {box.id: box for board in self.boards for box in board.boxes}

    def board_of(self, place: str) -> str:
        """Return the board on which a place is seen: that of a cell or side, or of a box printed on it; none for the shelf's."""
        ident, colon, _ = place.partition(":")
        if colon:
            return ident if any(board.id == ident for board in self.boards) else ""
        return next((b.id for b in self.boards for box in b.boxes if box.id == place and box.on_board is not None), "")

    @cached_property
    def kinds_by_id(self) -> Mapping[str, PieceKind]:
        """Return the piece kinds by id."""
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def pieces_by_id(self) -> Mapping[str, Piece]:
        """Return the roster by id."""
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return the number that each counter of the roster has among its kind's, from 1."""
        many: Counter[str] = Counter()
        found = {}
        for piece in self.pieces:
            many[piece.kind] += 1
            found[piece.id] = many[piece.kind]
        return found

    @property
    def hides(self) -> bool:
        """Return whether anything is kept from one of the sides: what counters are, what lies in boxes, values."""
        boxes = any(box.sight != "all" for board in self.boards for box in board.boxes)
        return boxes or any(kind.hidden for kind in self.kinds) or any(side.sight for side in self.sides)

    def board(self, ident: str) -> BoardContent:
        """Return a board; raises KeyError."""
        return _find(self.boards, ident)

    def scenario(self, ident: str) -> Scenario:
        """Return a scenario; raises KeyError."""
        return _find(self.scenarios, ident)

    def without_setups(self, *, of_games: bool = False) -> TitleContent:
        """Return it without how scenarios are set up, or those alone that were made of a game: they can hold what was hidden."""
        scenarios = tuple(one if of_games and "position" not in one.attrs else one.without_setup() for one in self.scenarios)
        return self if scenarios == self.scenarios else self.model_copy(update={"scenarios": scenarios})

    def table(self, ident: str) -> LookupTable:
        """Return a table; raises KeyError."""
        return _find(self.tables, ident)

    def option(self, ident: str) -> Option:
        """Return an option; raises KeyError."""
        return _find(self.options, ident)

    def side(self, ident: str) -> Side:
        """Return a side; raises KeyError."""
        return _find(self.sides, ident)

    def rules_json(self) -> dict[str, Any]:
        """Return what the rules may read, as plain JSON: all but drawing and message texts."""
        return {
            "title": {"id": self.title.id, "version": self.title.version},
            "sides": [side.as_json() for side in self.sides],
            "terrain": [kind.as_json() for kind in self.terrain],
            "features": [kind.as_json() for kind in self.features],
            "edge_kinds": [kind.as_json() for kind in self.edge_kinds],
            "path_kinds": [kind.as_json() for kind in self.path_kinds],
            "boards": [board.rules_json() for board in self.boards],
            "kinds": [kind.model_dump(mode="json", by_alias=True, exclude={"template"}) for kind in self.kinds],
            "formations": [formation.as_json() for formation in self.formations],
            "pieces": [
                {"id": p.id, "kind": p.kind, "formation": p.formation, "attrs": jsonio.copy(p.attrs)}
                for p in self.pieces
            ],
            "tables": [table.as_json() for table in self.tables],
            "options": [option.as_json() for option in self.options],
            "scenarios": [scenario.as_json() for scenario in self.scenarios],
        }

    def digest(self) -> str:
        """Return a fingerprint of the whole content: equal content, equal 64 hex digits."""
        return jsonio.digest(self.as_json())


def _find(items: tuple[_T, ...], ident: str) -> _T:
    for item in items:
        if item.id == ident:
            return item
    raise KeyError(ident)
