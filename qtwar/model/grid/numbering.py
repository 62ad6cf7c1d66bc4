"""How the cells of columns and rows are named: a pattern such as `CCRR` or `A1`, or a list of ids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from qtwar.base.errors import DataFault

_TOKEN = re.compile(r"C+|R+|A+|a|1|[^CRAa1]")


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
    seen: set[str] = set()
    for row in table:
        for cell in row:
            if cell is None:
                continue
            if cell in seen:
                raise DataFault("fault.grid.id_twice", id=cell)
            if not cell or any(c in cell for c in "|/:~#") or cell != cell.strip():
                raise DataFault("fault.grid.id", id=cell)
            seen.add(cell)
    return table


def _spelled(columns: int, rows: int, numbering: Mapping[str, Any]) -> list[list[str | None]]:
    tokens = _TOKEN.findall(str(numbering.get("pattern", "CCRR")))
    first_column, first_row = int(numbering.get("first_column", 1)), int(numbering.get("first_row", 1))
    mirrored, upward = numbering.get("columns_from") == "right", numbering.get("rows_from") == "bottom"
    table: list[list[str | None]] = []
    for r in range(rows):
        row = first_row + (rows - 1 - r if upward else r)
        line: list[str | None] = []
        for c in range(columns):
            column = first_column + (columns - 1 - c if mirrored else c)
            line.append("".join(_spell(token, column, row) for token in tokens))
        table.append(line)
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
