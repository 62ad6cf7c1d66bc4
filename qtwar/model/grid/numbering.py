"""How the cells of columns and rows are named: a pattern such as `CCRR` or `A1`, or a list of ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault

_TOKEN = re.compile(r"C+|R+|A+|a|1|[^CRAa1]")
SIGNS = "|/:~#"
"""What stands between ids, and is in none."""


def letters(number: int, *, doubled: bool) -> str:
    """Return A, B … Z for 1 … 26; then AA, AB … or, doubled, AA, BB … (as many wargame maps have it)."""
    if number < 1:
        raise DataFault("fault.grid.letters")
    if doubled:
        return chr(65 + (number - 1) % 26) * ((number - 1) // 26 + 1)
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(65 + rest) + text
    return text


def ids(columns: int, rows: int, numbering: Mapping[str, Any]) -> list[list[str | None]]:
    """Return the id of each cell, row by row; raises DataFault where two would be the same.

    Tokens: `C…` column in at least so many digits, `R…` row, `1` row without zeros, `A` column as letters
    (`AA`: doubled after Z), `a` row as letters; all else stands for itself.
    """
    given = numbering.get("ids")
    if given is not None:
        table = [list(row) for row in given]
        if len(table) != rows or any(len(row) != columns for row in table):
            raise DataFault("fault.grid.ids", rows=rows, columns=columns)
    else:
        table = _spelled(columns, rows, numbering)
    cells = [cell for row in table for cell in row if cell is not None]
    text = "".join(cells)
    # asked of all at once: a board of 40,000 cells is made at each opening, in the window and by the rules
    if len(set(cells)) < len(cells) or "" in cells or any(sign in text for sign in SIGNS) or text.split() != [text]:
        _check(cells)
    return table


def _check(cells: Sequence[str]) -> None:
    """Raise DataFault for the first id that is there twice, or is none."""
    seen: set[str] = set()
    for cell in cells:
        if cell in seen:
            raise DataFault("fault.grid.id_twice", id=cell)
        if not cell or any(sign in cell for sign in SIGNS) or cell != cell.strip():
            raise DataFault("fault.grid.id", id=cell)
        seen.add(cell)


def _spelled(columns: int, rows: int, numbering: Mapping[str, Any]) -> list[list[str | None]]:
    tokens = _TOKEN.findall(str(numbering.get("pattern", "CCRR")))
    first_column, first_row = int(numbering.get("first_column", 1)), int(numbering.get("first_row", 1))
    mirrored, upward = numbering.get("columns_from") == "right", numbering.get("rows_from") == "bottom"
    across = [first_column + (columns - 1 - c if mirrored else c) for c in range(columns)]
    of_column = {token: [_spell(token, column, 0) for column in across] for token in tokens if token[0] in "CA"}
    table: list[list[str | None]] = []
    for r in range(rows):
        row = first_row + (rows - 1 - r if upward else r)
        parts = [of_column.get(token) or [_spell(token, 0, row)] * columns for token in tokens]
        table.append(["".join(spelled) for spelled in zip(*parts, strict=True)] if parts else ["" for _ in across])
    return table


def _spell(token: str, column: int, row: int) -> str:
    if token[0] == "C":
        return str(column).zfill(len(token))
    if token[0] == "R":
        return str(row).zfill(len(token))
    if token == "1":
        return str(row)
    if token[0] == "A":
        return letters(column, doubled=len(token) > 1)
    if token == "a":
        return letters(row, doubled=False)
    return token
