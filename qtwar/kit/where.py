"""Set-up zones and placement limits: the `where` conditions of scenario data, asked of a position.

`{cells: […]}`, `{box: id}`, `{terrain: […]}`, `{feature: […]}`, `{attr: {country: vietnam}}`, `{area: id}`,
`{within: [n, cell]}`, `{edge: west}`, `{with: {kind|trait|side|piece: …}}`, `{without: {…}}`,
combined by `{all: […]}`, `{any: […]}`, `{not: …}`; several keys in one object all hold. An empty condition is any cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.base import jsonio
from qtwar.kit.content import Board, split
from qtwar.kit.table import Reader

Condition = dict[str, Any]
KEYS = (
    "cells",
    "box",
    "terrain",
    "feature",
    "attr",
    "area",
    "within",
    "edge",
    "with",
    "without",
    "all",
    "any",
    "not",
)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _bare(cell: str) -> str:
    return cell.partition(":")[2] or cell


def matches(r: Reader, where: Condition, place: str) -> bool:
    """Return whether a place meets a condition; raises KeyError for a condition of no known kind."""
    return all(_TESTS[key](r, value, place) for key, value in where.items() if value is not None)


def _board(r: Reader, place: str) -> tuple[Board | None, str]:
    board, cell = split(place)
    return r.content.boards.get(board), cell


def _cells(r: Reader, value: Any, place: str) -> bool:
    return place in value or split(place)[1] in value


def _box(r: Reader, value: Any, place: str) -> bool:
    return place in _listed(value)


def _terrain(r: Reader, value: Any, place: str) -> bool:
    board, cell = _board(r, place)
    return board is not None and board.terrain.get(cell) in _listed(value)


def _feature(r: Reader, value: Any, place: str) -> bool:
    board, cell = _board(r, place)
    return board is not None and any(f in board.features_at(cell) for f in _listed(value))


def _attr(r: Reader, value: dict[str, Any], place: str) -> bool:
    board, cell = _board(r, place)
    return board is not None and all(board.attr(cell, k) in _listed(v) for k, v in value.items())


def _area(r: Reader, value: Any, place: str) -> bool:
    board, cell = _board(r, place)
    return board is not None and any(cell in board.areas[a] for a in _listed(value))


def _within(r: Reader, value: list[Any], place: str) -> bool:
    board, cell = _board(r, place)
    return board is not None and board.grid.distance(cell, _bare(str(value[1]))) <= int(value[0])


def _edge(r: Reader, value: Any, place: str) -> bool:
    board, cell = _board(r, place)
    if board is None:
        return False
    left, top, right, bottom = board.grid.bounds()
    x, y = board.grid.to_pixel(cell)
    reach = 101.0
    near = {
        "west": x - left < reach,
        "east": right - x < reach,
        "north": y - top < reach,
        "south": bottom - y < reach,
    }
    return any(near[e] for e in _listed(value))


def _with(r: Reader, value: Condition, place: str) -> bool:
    return any(_is(r, p, value) for p in r.ids(place))


def _is(r: Reader, piece: str, value: Condition) -> bool:
    for key, wanted in value.items():
        kind = r.kind(piece)
        if key == "side":
            ok = r.owner(piece) in _listed(wanted)
        elif key == "kind":
            ok = kind is not None and kind.id in _listed(wanted)
        elif key == "trait":
            ok = kind is not None and any(t in kind.traits for t in _listed(wanted))
        elif key == "class":
            ok = kind is not None and kind.klass in _listed(wanted)
        elif key == "piece":
            ok = piece in _listed(wanted)
        elif key == "attr":
            ok = all(r.attr(piece, k) in _listed(v) for k, v in wanted.items())
        else:
            raise KeyError(f"a piece has no condition {key!r}")
        if not ok:
            return False
    return True


_TESTS: dict[str, Callable[[Reader, Any, str], bool]] = {
    "cells": _cells,
    "box": _box,
    "terrain": _terrain,
    "feature": _feature,
    "attr": _attr,
    "area": _area,
    "within": _within,
    "edge": _edge,
    "with": _with,
    "without": lambda r, value, place: not _with(r, value, place),
    "all": lambda r, value, place: all(matches(r, w, place) for w in value),
    "any": lambda r, value, place: any(matches(r, w, place) for w in value),
    "not": lambda r, value, place: not matches(r, value, place),
}


def places(r: Reader, where: Condition) -> list[str]:
    """Return all places that meet a condition, sorted; boxes only where the condition names them."""
    if set(where) == {"box"}:
        return sorted(_listed(where["box"]))
    return sorted(fitting(r, where))


def fitting(r: Reader, where: Condition) -> frozenset[str]:
    """Return the cells that meet a condition.

    What the map alone decides is worked out once for a content; what hangs on pieces, only where some have changed.
    """
    found = _all(r)
    for key, value in where.items():
        if value is None:
            continue
        if key == "all":
            for part in value:
                found &= fitting(r, part)
        elif key == "any":
            found &= frozenset[str]().union(*(fitting(r, part) for part in value))
        elif key == "not":
            found -= fitting(r, value)
        elif key in ("with", "without"):
            name = ("with", jsonio.dumps(value))
            holding = r.places_with(name, lambda place, value=value: _with(r, value, place))  # type: ignore[misc]
            found = found.intersection(holding) if key == "with" else found.difference(holding)
        else:
            found &= _lasting(r, key, value)
    return found


def _all(r: Reader) -> frozenset[str]:
    memo = r.content.memo
    if "cells" not in memo:
        boards = r.content.boards.values()
        memo["cells"] = frozenset(board.place(cell) for board in boards for cell in board.grid.cells())
    return memo["cells"]  # type: ignore[no-any-return]


def _lasting(r: Reader, key: str, value: Any) -> frozenset[str]:
    """Return the cells that meet a condition which the map alone decides; raises KeyError for one of no known kind."""
    name = (key, jsonio.dumps(value))
    memo = r.content.memo
    if name not in memo:
        test = _TESTS[key]
        memo[name] = frozenset(place for place in _all(r) if test(r, value, place))
    return memo[name]  # type: ignore[no-any-return]
