"""Which part of the content names which other: one table for checking, "where used", renaming and deleting.

A use is (what, id, path): `what` is a list of the content (`kinds`, `sides`, …), `boxes`, `areas`, `cells:board`,
`templates`, `styles` or `layers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from qtwar.editing.tree import Json, Path
from qtwar.model.content import TitleContent

LISTS = (
    "sides", "terrain", "features", "edge_kinds", "path_kinds", "boards", "kinds", "formations", "pieces", "tables",
    "options", "scenarios",
)  # fmt: skip
"""The lists of the content whose items have ids."""

HARD = ("sides", "terrain", "features", "edge_kinds", "path_kinds", "kinds", "formations")
_SOFT = frozenset({"legend", "where", "pieces", "setup_order", "side_vars", "victory"})


@dataclass(frozen=True, slots=True)
class Use:
    """A place that names a thing: what kind of thing, its id, and the path; `is_key`: the last step is the id."""

    what: str
    ident: str
    path: Path
    is_key: bool = False
    bare: bool = False
    """The place writes a cell without its board."""


def uses(data: Json) -> Iterator[Use]:
    """Yield every place of the content that names a thing by id, cells by their board alone left out."""
    for part, walk in _WALKS.items():
        for n, item in enumerate(data[part]):
            yield from walk(item, (part, n))
    for key in ("boards", "scenarios"):
        for n, ident in enumerate(data["title"][key]):
            yield Use(key, ident, ("title", key, n))


def uses_of(item: Any, path: Path) -> Iterator[Use]:
    """Yield what one item of a list names; `path` is (list, place)."""
    walk = _WALKS.get(str(path[0]))
    if walk is not None:
        yield from walk(item, path)


def where_used(data: Json, what: str, ident: str) -> list[Use]:
    """Return the places that name a thing, in the order of the content."""
    return [use for use in uses(data) if use.ident == ident and use.what == what]


def is_hard(use: Use) -> bool:
    """Return whether the document can not be stored while this use names nothing (a foreign key)."""
    return use.what in HARD and not _SOFT.intersection(use.path[2:])


# -------------------------------------------------------------------------------------------------- walks


def _one(what: str, item: Json, key: str, at: Path) -> Iterator[Use]:
    if item[key] is not None and item[key] != "":
        yield Use(what, item[key], (*at, key))


def _keys(what: str, mapping: Json, at: Path) -> Iterator[Use]:
    for key in mapping:
        yield Use(what, key, (*at, key), is_key=True)


def _items(what: str, items: list[str] | None, at: Path) -> Iterator[Use]:
    for n, ident in enumerate(items or ()):
        yield Use(what, ident, (*at, n))


def _board(board: Json, at: Path) -> Iterator[Use]:
    yield from _one("styles", board, "style", at)
    for char, word in board["legend"].items():
        yield Use("terrain", word, (*at, "legend", char))
    yield from _keys("features", board["features"], (*at, "features"))
    for n, line in enumerate(board["edges"]):
        yield from _one("edge_kinds", line, "kind", (*at, "edges", n))
    for n, line in enumerate(board["paths"]):
        yield from _one("path_kinds", line, "kind", (*at, "paths", n))
    for n, box in enumerate(board["boxes"]):
        yield from _one("sides", box, "side", (*at, "boxes", n))
        if isinstance(box["attrs"].get("discard"), str):
            yield Use("boxes", box["attrs"]["discard"], (*at, "boxes", n, "attrs", "discard"))
    for word in dict.fromkeys(board["terrain"].values()):
        yield Use("terrain", word, (*at, "terrain"))


def _kind(kind: Json, at: Path) -> Iterator[Use]:
    yield from _one("sides", kind, "side", at)
    yield from _one("templates", kind, "template", at)


def _formation(formation: Json, at: Path) -> Iterator[Use]:
    yield from _one("sides", formation, "side", at)
    yield from _one("formations", formation, "parent", at)


def _piece(piece: Json, at: Path) -> Iterator[Use]:
    yield from _one("kinds", piece, "kind", at)
    yield from _one("formations", piece, "formation", at)


def _option(option: Json, at: Path) -> Iterator[Use]:
    yield from _items("scenarios", option["scenarios"], (*at, "scenarios"))


def _scenario(scenario: Json, at: Path) -> Iterator[Use]:
    yield from _items("boards", scenario["boards"], (*at, "boards"))
    yield from _one("sides", scenario, "first_side", at)
    yield from _items("sides", scenario["setup_order"], (*at, "setup_order"))
    yield from _keys("sides", scenario["side_vars"], (*at, "side_vars"))
    yield from _keys("options", scenario["options"], (*at, "options"))
    for n, line in enumerate(scenario["setup"]):
        here: Path = (*at, "setup", n)
        yield from _one("sides", line, "side", here)
        yield from _counts(line["pieces"], (*here, "pieces"))
        yield from condition(line["where"], (*here, "where"))
    yield from _keys("sides", scenario["pools"], (*at, "pools"))
    for side, pool in scenario["pools"].items():
        yield from _place(pool["place"], (*at, "pools", side, "place"))
        yield from _counts(pool["pieces"], (*at, "pools", side, "pieces"))
    for n, quick in enumerate(scenario["quick"]):
        yield from _place(quick["at"], (*at, "quick", n, "at"))
        yield from _counts(quick["pieces"], (*at, "quick", n, "pieces"))
    for n, one in enumerate(victory_conditions(scenario["victory"])):
        here = (*at, "victory", "conditions", n)
        if isinstance(one.get("side"), str):
            yield Use("sides", one["side"], (*here, "side"))
        for m, cell in enumerate(one.get("of") or ()):
            yield from _cell(str(cell), (*here, "of", m))
    for n, later in enumerate(scenario["reinforcements"]):
        here = (*at, "reinforcements", n)
        yield from _one("sides", later, "side", here)
        yield from _counts(later["pieces"], (*here, "pieces"))
        if later["at"] is not None:
            yield from _place(later["at"], (*here, "at"))
        if later["where"] is not None:
            yield from condition(later["where"], (*here, "where"))


def victory_conditions(victory: Json) -> list[Json]:
    """Return the conditions that a scenario's victory has in the form of `editing.wording`; titles may have others."""
    found = victory.get("conditions")
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return []
    return found


def _counts(counts: Json, at: Path) -> Iterator[Use]:
    for key in counts:  # a kind, or one piece of the roster: the id says which
        yield Use("kinds", key, (*at, key), is_key=True)
        yield Use("pieces", key, (*at, key), is_key=True)


def _place(place: str, at: Path) -> Iterator[Use]:
    board, colon, cell = place.partition(":")
    if colon:
        yield Use("boards", board, at)
        yield Use(f"cells:{board}", cell, at)
    elif place.startswith("@"):
        yield Use("pieces", place[1:], at)
    else:
        yield Use("boxes", place, at)


def _cell(cell: str, at: Path) -> Iterator[Use]:
    board, colon, bare = cell.partition(":")
    if colon:
        yield Use("boards", board, at)
        yield Use(f"cells:{board}", bare, at)
    else:
        yield Use("cells:", cell, at, bare=True)


def condition(where: Json, at: Path) -> Iterator[Use]:
    """Yield what a set-up condition names."""
    for n, cell in enumerate(where["cells"] or ()):
        yield from _cell(cell, (*at, "cells", n))
    for key, what in (("box", "boxes"), ("terrain", "terrain"), ("feature", "features"), ("area", "areas")):
        yield from _items(what, where[key], (*at, key))
    yield from _keys("layers", where["attr"] or {}, (*at, "attr"))
    if where["within"] is not None:
        yield from _cell(where["within"][1], (*at, "within", 1))
    for key in ("with", "without"):
        company = where[key]
        if company is not None:
            for inner, what in (("kind", "kinds"), ("side", "sides"), ("piece", "pieces")):
                yield from _items(what, company[inner], (*at, key, inner))
    for key in ("all", "any"):
        for n, part in enumerate(where[key] or ()):
            yield from condition(part, (*at, key, n))
    if where["not"] is not None:
        yield from condition(where["not"], (*at, "not"))


_WALKS: dict[str, Callable[[Json, Path], Iterator[Use]]] = {
    "boards": _board,
    "kinds": _kind,
    "formations": _formation,
    "pieces": _piece,
    "options": _option,
    "scenarios": _scenario,
}


def item_of(path: tuple[Any, ...], content: TitleContent) -> tuple[str, str]:
    """Return (part, id) of the thing that a path leads into; an empty id for what has none."""
    if not path:
        return "", ""
    part = str(path[0])
    items = getattr(content, part, None)
    if len(path) < 2 or not isinstance(path[1], int) or not isinstance(items, tuple) or path[1] >= len(items):
        return part, ""
    return part, str(items[path[1]].id)


def place_of(path: tuple[Any, ...], content: TitleContent) -> str:
    """Return the place on a board that a path leads to, or an empty word."""
    if len(path) < 2 or path[0] != "boards" or not isinstance(path[1], int) or path[1] >= len(content.boards):
        return ""
    board = content.boards[path[1]]
    grid = board.make_grid()
    for step in reversed(path[2:]):
        if isinstance(step, str) and grid.contains(step):
            return f"{board.id}:{step}"
    here: Any = board.as_json()
    for step in path[2:]:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return ""
    if isinstance(here, str) and grid.contains(here):
        return f"{board.id}:{here}"
    if isinstance(here, dict):
        named = [here.get("at"), *(here.get("cells") or ()), *(here.get("sides") or ())]
        cells = (re.split(r"[|/]", word)[0] for word in named if isinstance(word, str))
        return next((f"{board.id}:{cell}" for cell in cells if grid.contains(cell)), "")
    return ""
