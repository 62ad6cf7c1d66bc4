"""Gestures on look-up tables: cells, rows, columns, heads; pasting from a spreadsheet; looking a value up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.spans import bounds
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of, words
from qtwar.editing.rows import value_of
from qtwar.editing.starts import ident_of
from qtwar.editing.tree import Json


def add_table(
    draft: Draft, name: Json, rows: Sequence[Any], columns: Sequence[Any] = ("value",), *,
    row_kind: str = "number", column_kind: str = "word", rule: str = "",
) -> Command:  # fmt: skip
    """Add a table of these heads whose results are all `-` (no effect)."""
    batch = Batch(draft)
    ident = ident_of(str(name.get("en", "")), {table["id"] for table in draft.data["tables"]}, "table")
    batch.insert(
        ("tables",),
        {
            "id": ident, "name": name, "rule": rule, "rows": {"kind": row_kind, "heads": list(rows)},
            "columns": {"kind": column_kind, "heads": list(columns)}, "cells": [["-"] * len(columns) for _ in rows],
        },
    )  # fmt: skip
    return batch.command("edited.add", part={"key": "part.tables", "args": {}}, name=words(name, ident))


def set_cell(draft: Draft, table: str, row: int, column: int, value: Any) -> Command:
    """Set one result."""
    return table_cells(draft, table, row, column, [[value]])


def table_cells(draft: Draft, table: str, row: int, column: int, values: Sequence[Sequence[Any]]) -> Command:
    """Set results from a place on, as pasted from a spreadsheet; texts that are numbers become numbers.

    Raises DataFault where there are more values than the table has room for.
    """
    batch = Batch(draft)
    data = draft.item("tables", table)
    height, width = len(data["rows"]["heads"]), len(data["columns"]["heads"])
    wide = max((len(line) for line in values), default=0)
    if row < 0 or column < 0 or row + len(values) > height or column + wide > width:
        raise DataFault(
            f"{len(values)} × {wide} values do not fit from row {row + 1}, column {column + 1} of a table with "
            f"{height} rows and {width} columns; add rows or columns first."
        )
    cells = [list(line) for line in data["cells"]]
    while len(cells) < height:
        cells.append([None] * width)
    for r, line in enumerate(values):
        for c, value in enumerate(line):
            here = cells[row + r]
            here.extend([None] * (column + c + 1 - len(here)))
            here[column + c] = value_of(value) if isinstance(value, str) else value
    batch.replace(("tables", table, "cells"), cells)
    return batch.command("edited.table", name=name_of(draft, "tables", table), n=sum(len(line) for line in values))


def set_head(draft: Draft, table: str, axis: str, place: int, head: Any) -> Command:
    """Set the head of a row or column: a number, a word, a range as text (`4-5`, `<1`, `27+`) or {min, max}."""
    batch = Batch(draft)
    _axis(draft, table, axis)
    batch.set(("tables", table, axis, "heads", place), value_of(head) if isinstance(head, str) else head)
    return batch.command("edited.head", name=name_of(draft, "tables", table))


def set_heads(draft: Draft, table: str, axis: str, kind: str) -> Command:
    """Say what the heads of the rows or columns are: number, range, dice, word."""
    batch = Batch(draft)
    _axis(draft, table, axis)
    batch.set(("tables", table, axis, "kind"), kind)
    return batch.command("edited.head", name=name_of(draft, "tables", table))


def insert_line(draft: Draft, table: str, axis: str, place: int, head: Any) -> Command:
    """Put in a row or a column with a head; its results are `-`."""
    batch = Batch(draft)
    data = _axis(draft, table, axis)
    place = max(0, min(place, len(data["heads"])))
    batch.insert(("tables", table, axis, "heads"), value_of(head) if isinstance(head, str) else head, place)
    if data["min"] is not None:
        least = data["min"][min(place, len(data["min"]) - 1)] if data["min"] else 0
        batch.replace(("tables", table, axis, "min"), [*data["min"][:place], least, *data["min"][place:]])
    cells = draft.item("tables", table)["cells"]
    if axis == "rows":
        batch.insert(("tables", table, "cells"), ["-"] * len(draft.item("tables", table)["columns"]["heads"]), place)
    else:
        batch.replace(("tables", table, "cells"), [[*line[:place], "-", *line[place:]] for line in cells])
    return batch.command(f"edited.insert_{axis[:-1]}", name=name_of(draft, "tables", table))


def remove_line(draft: Draft, table: str, axis: str, place: int) -> Command:
    """Take out a row or a column; the last one stays."""
    batch = Batch(draft)
    data = _axis(draft, table, axis)
    if len(data["heads"]) < 2:
        raise DataFault("A table keeps at least one row and one column; delete the table instead.")
    batch.remove(("tables", table, axis, "heads"), place)
    if data["min"] is not None:
        batch.replace(("tables", table, axis, "min"), [v for n, v in enumerate(data["min"]) if n != place])
    cells = draft.item("tables", table)["cells"]
    if axis == "rows":
        batch.replace(("tables", table, "cells"), [line for n, line in enumerate(cells) if n != place])
    else:
        batch.replace(("tables", table, "cells"), [[v for n, v in enumerate(line) if n != place] for line in cells])
    return batch.command(f"edited.remove_{axis[:-1]}", name=name_of(draft, "tables", table))


@dataclass(frozen=True, slots=True)
class Found:
    """What a table answers: row and column (from 0), and the result."""

    row: int
    column: int
    value: Any


def look_up(draft: Draft, table: str, row: Any, column: Any = "value") -> Found:
    """Return what a table says of two values, as rules would read it; raises DataFault where no head fits."""
    data = draft.item("tables", table)
    r, c = _look(data["rows"], row, "row"), _look(data["columns"], column, "column")
    line = data["cells"][r] if r < len(data["cells"]) else []
    return Found(r, c, line[c] if c < len(line) else None)


def _look(axis: Json, value: Any, what: str) -> int:
    value = value_of(value) if isinstance(value, str) else value
    heads = axis["heads"]
    for n, head in enumerate(heads):
        if head == value or str(head) == str(value):
            return n
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if axis["min"] is not None:
            fits = [n for n, least in enumerate(axis["min"]) if least is not None and value >= least]
            if fits:
                return max(fits, key=lambda n: axis["min"][n])
        for n, head in enumerate(heads):
            span = bounds(head)
            if span is not None and span[0] <= value <= span[1]:
                return n
    shown = ", ".join(
        str(head) if not isinstance(head, dict) else f"{head['min']}–{head['max']}" for head in heads[:12]
    )
    raise DataFault(f"No {what} of the table is for {value!r}; it has {shown}.")


def _axis(draft: Draft, table: str, axis: str) -> Json:
    if axis not in ("rows", "columns"):
        raise DataFault(f"A table has rows and columns, no {axis!r}.")
    data: Json = draft.item("tables", table)[axis]
    return data
