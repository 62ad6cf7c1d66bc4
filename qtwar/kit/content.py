"""A title's content as its rules read it: kinds, pieces, boards, charts, scenario, options.

Built from the document's rows (`Content.rules_json`), so a person who edits a table changes the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qtwar.kit.chart import Chart
from qtwar.model.grid import Grid, make_grid


class Kind:
    """A piece kind: id, class (`unit`, `marker` or `card`), side, size, attributes, traits, id of its back."""

    __slots__ = ("attrs", "back", "id", "klass", "side", "size", "traits")

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.klass: str = data.get("class", "unit")
        self.side: str = data.get("side") or ""
        self.size: str | None = data.get("size")
        self.attrs: dict[str, Any] = data.get("attrs") or {}
        self.traits: frozenset[str] = frozenset(data.get("traits") or ())
        self.back: str = data.get("hidden") or self.side


class Board:
    """A board: its grid and what lies in, on and between its cells. Cells are named without the board here."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.grid: Grid = make_grid(data["grid"])
        self.terrain: dict[str, str] = data.get("terrain") or {}
        self.elevation: dict[str, int] = data.get("elevation") or {}
        self.attrs: dict[str, dict[str, Any]] = data.get("attrs") or {}
        self.facts: dict[str, Any] = data.get("facts") or {}
        self.features: dict[str, frozenset[str]] = {k: frozenset(v) for k, v in (data.get("features") or {}).items()}
        self.areas: dict[str, frozenset[str]] = {a["id"]: frozenset(a["cells"]) for a in data.get("areas") or ()}
        self.paths: list[dict[str, Any]] = data.get("paths") or []
        self.edge_lines: list[dict[str, Any]] = data.get("edges") or []
        """What lies on cell sides as it is written: {kind, name, sides in their order, attrs}."""
        self.edges: dict[str, list[str]] = {}
        for edge in self.edge_lines:
            for side in edge["sides"]:
                self.edges.setdefault(side, []).append(edge["kind"])
        self.labels: list[dict[str, Any]] = data.get("labels") or []
        self._cell_features: dict[str, frozenset[str]] = {}
        for feature in sorted(self.features):
            for cell in self.features[feature]:
                self._cell_features[cell] = self._cell_features.get(cell, frozenset()) | {feature}
        self.links: dict[str, dict[str, frozenset[str]]] = {}
        for name, pairs in (data.get("links") or {}).items():
            near: dict[str, set[str]] = {}
            for a, b in pairs:
                near.setdefault(a, set()).add(b)
                near.setdefault(b, set()).add(a)
            self.links[name] = {cell: frozenset(cells) for cell, cells in near.items()}

    def place(self, cell: str) -> str:
        """Return the place id of a cell."""
        return f"{self.id}:{cell}"

    def features_at(self, cell: str) -> frozenset[str]:
        """Return the features of a cell."""
        return self._cell_features.get(cell, frozenset())

    def attr(self, cell: str, key: str) -> Any:
        """Return a per-cell word such as its country, or None."""
        return self.attrs.get(cell, {}).get(key)


def split(place: str) -> tuple[str, str]:
    """Return (board, cell) of a cell's place, ("", box) of a box."""
    board, colon, cell = place.partition(":")
    return (board, cell) if colon else ("", place)


class Printed(dict[tuple[str, str], dict[str, Any]]):
    """(piece, kind) → what is printed on it: the kind's attributes, with those of its roster entry over them.

    Each reader has its own: what was asked tells which piece has become what.
    """

    def __init__(self, content: Content) -> None:
        super().__init__()
        self._pieces, self._kinds = content.pieces, content.kinds

    def __missing__(self, key: tuple[str, str]) -> dict[str, Any]:
        piece, kind = key
        known = self._kinds.get(kind)
        own = (self._pieces.get(piece) or {}).get("attrs") or {}
        found = self[key] = {**(known.attrs if known is not None else {}), **own}
        return found


class Content:
    """All that the rules of one title may read besides the state."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.raw = data
        self.title: str = data["title"]["id"]
        self.sides: tuple[str, ...] = tuple(s["id"] for s in data["sides"])
        self.sight_of: dict[str, dict[str, str]] = {s["id"]: s.get("sight") or {} for s in data["sides"]}
        """Side → those of its values that are not for all → who sees them: `owner`, or `none`."""
        self.kinds: dict[str, Kind] = {k["id"]: Kind(k) for k in data["kinds"]}
        self.card_backs = frozenset(kind.back for kind in self.kinds.values() if kind.klass == "card")
        """Backs by which one tells a card face down from a counter face down."""
        self.pieces: dict[str, dict[str, Any]] = {p["id"]: p for p in data["pieces"]}
        self.formations: dict[str, dict[str, Any]] = {f["id"]: f for f in data.get("formations") or ()}
        self.boards: dict[str, Board] = {b["id"]: Board(b) for b in data["boards"]}
        self.boxes: dict[str, dict[str, Any]] = {box["id"]: box for b in data["boards"] for box in b.get("boxes") or ()}
        self.charts: dict[str, Chart] = {c["id"]: Chart(c) for c in data["tables"]}
        self.scenarios: dict[str, dict[str, Any]] = {s["id"]: s for s in data["scenarios"]}
        self.options: dict[str, dict[str, Any]] = {o["id"]: o for o in data.get("options") or ()}
        self.memo: dict[Any, Any] = {}
        """What was worked out of this content, which never changes."""
        self.terrain: dict[str, dict[str, Any]] = {t["id"]: t for t in data.get("terrain") or ()}

    def pieces_of(self, kind: str) -> Iterator[str]:
        """Yield the ids of the roster's pieces of a kind, in roster order."""
        for piece_id, piece in self.pieces.items():
            if piece["kind"] == kind:
                yield piece_id

    def board_of(self, place: str) -> Board | None:
        """Return the board a place is a cell of, or None for a box."""
        return self.boards.get(place.partition(":")[0]) if ":" in place else None

    def may_hold(self, place: str) -> bool:
        """Return whether pieces can lie in a place: a cell, a side of a cell, a box."""
        board, cell = split(place)
        return self.has_place(place) or (board in self.boards and self.boards[board].grid.has_edge(cell))

    def has_place(self, place: str) -> bool:
        """Return whether there is such a cell or box."""
        board, cell = split(place)
        if not board:
            return place in self.boxes
        return board in self.boards and self.boards[board].grid.contains(cell)
