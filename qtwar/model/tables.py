"""Look-up tables of a title."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, model_validator

from qtwar.model.base import Ident, LocalText, Model, Rule
from qtwar.model.title import RuleNote


class NumberRange(Model):
    """A range of numbers; an end left out is open."""

    min: float | int | None = None
    max: float | int | None = None


def _head(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Head = Annotated[int | float | str | NumberRange, BeforeValidator(_head)]


class Axis(Model):
    """The heads of the rows or of the columns; `kind` says what is looked up in them."""

    kind: Literal["number", "range", "word", "dice"] = "word"
    heads: tuple[Head, ...]
    min: tuple[float | int, ...] | None = None
    """Least value of each head, where the printed heads do not say it."""
    name: LocalText | None = None
    names: dict[str, LocalText] = {}
    """What players read instead of a head that is a word."""

    @model_validator(mode="after")
    def _as_many(self) -> Axis:
        if self.min is not None and len(self.min) != len(self.heads):
            raise ValueError(f"`min` has {len(self.min)} numbers for {len(self.heads)} heads")
        return self


class LookupTable(Model):
    """A look-up table; a one-way table has the single column `value`. Cells hold numbers, words or lists."""

    id: Ident
    name: LocalText
    rule: Rule = ""
    rows: Axis
    columns: Axis = Axis(kind="word", heads=("value",))
    cells: tuple[tuple[Any, ...], ...]
    codes: dict[str, LocalText] = {}
    """What the results mean."""
    notes: tuple[RuleNote, ...] = ()
    group: str = ""
    """Sheet on which the table is printed; empty: the first."""


_LETTERED: Final = re.compile(r"[A-Z0-9*+/\-–]{1,6}\Z|[^a-z]{1,2}\Z|[a-z]\Z")
"""A sign that people read in tables (A, K+R, –), and not a word of the content's own."""


def in_words(cells: Sequence[Sequence[str]], codes: Mapping[str, str]) -> tuple[tuple[tuple[str, ...], ...], dict[str, str]]:
    """Return a table's cells with coded words said in full, and the signs that are left to be explained beside it."""
    one_way = all(len(row) == 1 and row[0] in codes for row in cells)
    full = {code: words for code, words in codes.items() if one_way or not _LETTERED.match(code)}
    rows = tuple(tuple(_spelt(cell, full) for cell in row) for row in cells)
    return rows, {code: words for code, words in codes.items() if code not in full}


def _spelt(cell: str, words: Mapping[str, str]) -> str:
    parts = cell.split(", ")
    return words.get(cell) or ", ".join(words.get(part, part) for part in parts)
