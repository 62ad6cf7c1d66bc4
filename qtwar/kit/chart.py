"""Look-up tables of a title: rows and columns by number, range or word, with column shifts."""

from __future__ import annotations

from typing import Any

from qtwar.base.spans import bounds


class Chart:
    """One table; `at` gives a cell, `row` and `column` find indices, `shift` moves a column and stays on the table."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.rule: str = data.get("rule") or ""
        self.row_heads: list[Any] = list(data["rows"]["heads"])
        self.column_heads: list[Any] = list(data["columns"]["heads"])
        self.cells: list[list[Any]] = data["cells"]
        self._rows = [bounds(h) for h in self.row_heads]
        self._columns = [bounds(h) for h in self.column_heads]
        self._found: dict[tuple[object, ...], Any] = {}

    def row(self, key: object) -> int:
        """Return the index of the row a number falls in, or a word names; raises KeyError."""
        return self._find(key, self.row_heads, self._rows, "row")

    def column(self, key: object) -> int:
        """Return the index of the column a number falls in, or a word names; raises KeyError."""
        return self._find(key, self.column_heads, self._columns, "column")

    def shift(self, column: int, by: int) -> int:
        """Return a column index moved right by `by` (left if negative), held at the table's edges."""
        return max(0, min(len(self.column_heads) - 1, column + by))

    def cell(self, row: int, column: int = 0) -> Any:
        """Return the content of a cell by its indices."""
        return self.cells[row][column]

    def at(self, row: object, column: object | None = None) -> Any:
        """Return the content of the cell that a row key and a column key name."""
        key = (row, column, isinstance(row, bool), isinstance(column, bool))  # (True is 1, but heads tell them apart)
        if key not in self._found:
            self._found[key] = self.cells[self.row(row)][0 if column is None else self.column(column)]
        return self._found[key]

    def _find(self, key: object, heads: list[Any], spans: list[tuple[float, float] | None], what: str) -> int:
        for i, head in enumerate(heads):
            if head == key and not (isinstance(head, bool) ^ isinstance(key, bool)):
                return i
        if isinstance(key, (int, float)) and not isinstance(key, bool):
            for i, span in enumerate(spans):
                if span is not None and span[0] <= key <= span[1]:
                    return i
        raise KeyError(f"table {self.id} has no {what} for {key!r}")
