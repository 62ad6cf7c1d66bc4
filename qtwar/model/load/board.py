"""Boards as files write them (rows of characters) turned into what the model holds (words by cell), and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from qtwar.base.errors import DataFault
from qtwar.model.board import BoardContent, GridSpec
from qtwar.model.grid import Grid, make_grid
from qtwar.model.grid.lattice import Lattice
from qtwar.model.load.parse import ParsedFile
from qtwar.model.problem import near

SPARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*=%&@!?<>^$,;:_"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Rows(list[Any]):
    """Rows of a board: written one below the other, so that the file shows the map."""


def expand(source: ParsedFile, invalid: Callable[[ValidationError, tuple[str | int, ...]], DataFault]) -> dict[str, Any]:
    """Return a board file's data with its rows spelled out by cell; raises DataFault."""
    if not isinstance(source.data, dict):
        raise DataFault("fault.load.board", file=source.name)
    data = dict(source.data)
    if "grid" not in data:
        raise source.fault((), "fault.load.no_grid")
    try:
        grid = make_grid(GridSpec.model_validate(data["grid"]).as_json())
    except ValidationError as fault:
        raise invalid(fault, ("grid",)) from None
    except DataFault as fault:
        raise source.fault(("grid",), fault.key, **fault.values) from None
    if isinstance(data.get("terrain"), list):
        legend = _legend(source, data.get("legend") or {}, ("legend",))
        data["terrain"] = _cells(source, grid, data["terrain"], legend, ("terrain",))
    layers = data.get("layers")
    if isinstance(layers, dict):
        data["layers"] = {name: _layer(source, grid, layer, ("layers", name)) for name, layer in layers.items()}
    if isinstance(data.get("elevation"), list):
        data["elevation"] = _elevation(source, grid, data["elevation"])
    edges = data.get("edges")
    if isinstance(edges, list):
        data["edges"] = [
            {**line, "sides": [_canonical(side) for side in line["sides"]]}
            if isinstance(line, dict) and isinstance(line.get("sides"), list)
            else line
            for line in edges
        ]
    return data


def _canonical(side: Any) -> Any:
    a, bar, b = side.partition("|") if isinstance(side, str) else ("", "", "")
    return f"{b}|{a}" if bar and b < a else side


def _legend(source: ParsedFile, legend: Any, path: tuple[str | int, ...]) -> dict[str, Any]:
    if not isinstance(legend, dict):
        raise source.fault(path, "fault.load.legend")
    for char in legend:
        if len(char) != 1:
            raise source.fault((*path, char), "fault.load.legend_sign", sign=str(char))
    return legend


def _layer(source: ParsedFile, grid: Grid, layer: Any, path: tuple[str | int, ...]) -> Any:
    if not isinstance(layer, dict) or "rows" not in layer:
        return layer
    legend = _legend(source, layer.get("legend") or {}, (*path, "legend"))
    cells = _cells(source, grid, layer["rows"], legend, (*path, "rows"))
    rest = {key: value for key, value in layer.items() if key not in ("rows", "legend")}
    return {**rest, "legend": legend, "cells": cells}


def _lines(source: ParsedFile, grid: Grid, rows: Any, path: tuple[str | int, ...]) -> Lattice:
    if not isinstance(grid, Lattice):
        raise source.fault(path, "fault.load.areas_no_rows")
    if not isinstance(rows, list) or len(rows) != grid.rows:
        count = len(rows) if isinstance(rows, list) else 0
        raise source.fault(path, "fault.load.rows", n=count, rows=grid.rows)
    return grid


def _cells(
    source: ParsedFile, grid: Grid, rows: Any, legend: dict[str, Any], path: tuple[str | int, ...]
) -> dict[str, Any]:
    lattice = _lines(source, grid, rows, path)
    cells: dict[str, Any] = {}
    for r, row in enumerate(rows):
        text = str(row)
        if len(text) != lattice.columns:
            raise source.fault((*path, r), "fault.load.row_length", row=r + 1, n=len(text), columns=lattice.columns)
        for c, char in enumerate(text):
            cell = lattice.at(c, r)
            if char == " " and " " not in legend:
                continue
            if char not in legend:
                spot: dict[str, Any] = {"sign": char, "cell": cell or "", "row": r + 1, "column": c + 1}
                raise source.fault((*path, r), "fault.load.sign", hint=near(char, legend), **spot)
            if cell is not None and legend[char] is not None:
                cells[cell] = legend[char]
    return cells


def _elevation(source: ParsedFile, grid: Grid, rows: Any) -> dict[str, int]:
    lattice = _lines(source, grid, rows, ("elevation",))
    levels: dict[str, int] = {}
    for r, row in enumerate(rows):
        values = row if isinstance(row, list) else [None if d == " " else DIGITS.find(d) for d in str(row)]
        if len(values) != lattice.columns:
            wanted: dict[str, Any] = {"n": len(values), "columns": lattice.columns}
            raise source.fault(("elevation", r), "fault.load.levels", row=r + 1, **wanted)
        for c, level in enumerate(values):
            cell = lattice.at(c, r)
            if cell is None or level is None:
                continue
            if not isinstance(level, int) or isinstance(level, bool) or (level < 0 and not isinstance(row, list)):
                raise source.fault(("elevation", r), "fault.load.level", cell=cell)
            levels[cell] = level
    return levels


def collapse(board: BoardContent) -> dict[str, Any]:
    """Return a board as its file writes it, keys in reading order."""
    grid = board.make_grid()
    plain = board.as_json()
    data: dict[str, Any] = {"id": board.id, "name": plain["name"], "grid": plain["grid"]}
    if isinstance(grid, Lattice):
        legend = dict(board.legend)
        rows = _rows(grid, board.terrain, legend)
        if legend:
            data["legend"] = legend
        if board.terrain:
            data["terrain"] = rows
        if board.layers:
            data["layers"] = {}
        for name, layer in board.layers.items():
            words = dict(layer.legend)
            rows = _rows(grid, layer.cells, words)
            data["layers"][name] = {"legend": words, "rows": rows}
        if board.elevation:
            data["elevation"] = _levels(grid, board.elevation)
    else:
        place = {cell: n for n, cell in enumerate(grid.cells())}

        def ordered(words: dict[str, Any]) -> dict[str, Any]:
            return dict(sorted(words.items(), key=lambda item: place.get(item[0], len(place))))

        layers = {
            name: {**({"legend": layer.legend} if layer.legend else {}), "cells": ordered(layer.cells)}
            for name, layer in board.layers.items()
        }
        found = {
            "legend": board.legend,
            "terrain": ordered(board.terrain),
            "layers": layers,
            "elevation": ordered(board.elevation),
        }
        data.update((key, value) for key, value in found.items() if value)
    for key in ("features", "edges", "paths", "links", "labels", "areas", "boxes", "style", "attrs"):
        if plain[key]:
            data[key] = plain[key]
    return data


def _rows(grid: Lattice, words: dict[str, Any], legend: dict[str, Any]) -> list[str]:
    """Return one character a cell; words that the legend lacks get a spare character there."""
    chars = {repr(word): char for char, word in reversed(legend.items())}

    def char_for(word: Any) -> str:
        char = chars.get(repr(word))
        if char is None:
            first = str(word)[:1]
            char = next(c for c in (first.lower(), first.upper(), *SPARE) if c and c in SPARE and c not in legend)
            legend[char] = word
            chars[repr(word)] = char
        return char

    for word in words.values():
        char_for(word)
    rows = Rows()
    for r in range(grid.rows):
        line = ""
        for c in range(grid.columns):
            cell = grid.at(c, r)
            if cell is not None and cell in words:
                line += chars[repr(words[cell])]
            else:  # a blank is a cell without a word, unless the legend gives it one
                line += char_for(None) if legend.get(" ") is not None else " "
        rows.append(line)
    return rows


def _levels(grid: Lattice, levels: dict[str, int]) -> list[Any]:
    single = all(0 <= level < len(DIGITS) for level in levels.values())
    rows = Rows()
    for r in range(grid.rows):
        line = [None if cell is None else levels.get(cell) for cell in (grid.at(c, r) for c in range(grid.columns))]
        rows.append("".join(" " if n is None else DIGITS[n] for n in line) if single else line)
    return rows
