"""Gestures on look-up tables: blocks of cells and heads typed or pasted, rows and columns more and fewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from qtwar.base.errors import DataFault
from qtwar.base.spans import bounds
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of
from qtwar.editing.tree import Json
from qtwar.editing.typed import meant
from qtwar.model.tables import NumberRange

AxisName = Literal["rows", "columns"]
MOST_LINES = 500
"""Rows or columns that a table grows to by what is laid into it."""


def head_text(head: Any) -> str:
    """Return a head as it is typed: 4, 4-5, ≤1, 27+, or a word."""
    if isinstance(head, NumberRange):
        head = {"min": head.min, "max": head.max}
    if not isinstance(head, dict):
        return str(head)
    low, high = head["min"], head["max"]
    if low is None:
        return f"≤{high:g}" if high is not None else ""
    return f"{low:g}+" if high is None else f"{low:g}-{high:g}"


def lay_block(draft: Draft, table: str, row: int, column: int, block: Sequence[Sequence[str]]) -> Edit:
    """Lay a block of texts into a table, heads at -1; the table grows where the block is larger.

    A cell without text has no result; a head without text stays as it was.
    """
    batch = Batch(draft)
    size = max((len(texts) for texts in block), default=0)
    if max(row + len(block), column + size) > MOST_LINES:
        raise DataFault("fault.edit.table_large", most=MOST_LINES)
    while len(batch.at("tables", table, "rows", "heads")) < row + len(block):
        _grow(batch, table, "rows")
    while len(batch.at("tables", table, "columns", "heads")) < column + size:
        _grow(batch, table, "columns")
    for r, texts in enumerate(block, row):
        line = list(batch.at("tables", table, "cells", r)) if r >= 0 else []
        for c, text in enumerate(texts, column):
            value = meant(text) if text.strip() else None
            if r >= 0 and c >= 0:
                line[c] = value
            elif (r >= 0 or c >= 0) and value is not None:
                axis, place = ("columns", c) if r < 0 else ("rows", r)
                if head_text(batch.at("tables", table, axis, "heads", place)) != head_text(value):
                    batch.set(("tables", table, axis, "heads", place), value)
        if r >= 0:
            batch.replace(("tables", table, "cells", r), line)
    n = sum(len(texts) for texts in block)
    key = "edit.did.cells" if n == 1 else "edit.did.paste_cells"
    return batch.edit(key, name=name_of(draft, "tables", table), n=n)


def add_line(draft: Draft, table: str, axis: AxisName) -> Edit:
    """Add a row or a column at the end, with the next head; it has no results yet."""
    batch = Batch(draft)
    _grow(batch, table, axis)
    return batch.edit("edit.did.table_size", name=name_of(draft, "tables", table))


def remove_line(draft: Draft, table: str, axis: AxisName, place: int) -> Edit:
    """Take out a row or a column; the last one stays."""
    batch = Batch(draft)
    data: Json = draft.item("tables", table)[axis]
    if len(data["heads"]) < 2:
        raise DataFault("fault.edit.last_row")
    batch.remove(("tables", table, axis, "heads"), place)
    if data["min"] is not None:
        batch.remove(("tables", table, axis, "min"), place)
    if axis == "rows":
        batch.remove(("tables", table, "cells"), place)
    else:
        for r, line in enumerate(draft.item("tables", table)["cells"]):
            batch.replace(("tables", table, "cells", r), [value for n, value in enumerate(line) if n != place])
    return batch.edit("edit.did.table_size", name=name_of(draft, "tables", table))


def _grow(batch: Batch, table: str, axis: AxisName) -> None:
    data: Json = batch.at("tables", table, axis)
    heads, least = data["heads"], data["min"]
    last = heads[-1] if heads else 0
    head = last + 1 if isinstance(last, int) and not isinstance(last, bool) else f"{len(heads) + 1}"
    batch.insert(("tables", table, axis, "heads"), head)
    if least is not None:
        span = bounds(head)
        batch.insert(("tables", table, axis, "min"), span[0] if span is not None else (least[-1] if least else 0))
    if axis == "rows":
        batch.insert(("tables", table, "cells"), [None] * len(batch.at("tables", table, "columns", "heads")))
    else:
        for r, line in enumerate(batch.at("tables", table, "cells")):
            batch.replace(("tables", table, "cells", r), [*line, None])
