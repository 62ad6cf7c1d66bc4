"""Look-up tables of a title."""

from __future__ import annotations

from typing import Annotated, Any, Literal

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
