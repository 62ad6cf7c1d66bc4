"""Scenarios: who begins, how long, where the pieces go, what comes later, who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from qtwar.model.base import Ident, LocalText, Model, Rule, Word, filled
from qtwar.model.title import RuleNote

Counts = dict[Ident, Annotated[int, Field(ge=0, le=10000)]]
"""Piece kind (or a single piece of the roster) -> how many."""


def _listed(value: Any) -> Any:
    """Let one word stand for the list that holds it alone."""
    return [value] if isinstance(value, (str, int)) and not isinstance(value, bool) else value


Words = Annotated[tuple[Word, ...], BeforeValidator(_listed)]


class Company(Model):
    """A piece that a cell must hold, or must not; fields left out do not matter."""

    kind: Words | None = None
    trait: Words | None = None
    side: Words | None = None
    klass: Words | None = Field(default=None, alias="class")
    piece: Words | None = None
    attr: dict[str, Any] | None = None


class Condition(Model):
    """Which cells are meant. Several keys in one condition must all hold."""

    cells: Words | None = None
    box: Words | None = None
    terrain: Words | None = None
    feature: Words | None = None
    attr: dict[str, Any] | None = None
    """Layer -> word, or a list of words of which one must be there."""
    area: Words | None = None
    within: tuple[int, Word] | None = None
    """(distance, cell)."""
    having: Company | None = Field(default=None, alias="with")
    without: Company | None = None
    edge: Words | None = None
    """Borders of the board: north, east, south, west."""
    all: tuple[Condition, ...] | None = None
    any: tuple[Condition, ...] | None = None
    negated: Condition | None = Field(default=None, alias="not")

    def parts(self) -> Iterator[Condition]:
        """Yield this condition and those inside it."""
        yield self
        for part in (*(self.all or ()), *(self.any or ()), *((self.negated,) if self.negated else ())):
            yield from part.parts()


class SetupLine(Model):
    """One line of the book's set-up; `pieces` may go where `where` holds."""

    id: Ident
    side: Ident
    pieces: Counts
    where: Condition = Condition()
    each: int | None = None
    """So many go into each cell of `where.cells`."""
    max_per_cell: int | None = None
    random: bool = False
    rule: Rule = ""
    note: LocalText | None = None
    attrs: dict[str, Any] = {}


class Pool(Model):
    """Pieces that wait to be drawn."""

    place: Word
    pieces: Counts
    rule: Rule = ""


class QuickPlacement(Model):
    """A placement of the quick set-up."""

    at: Word
    pieces: Counts
    attrs: dict[str, Any] = {}


class Reinforcement(Model):
    """Pieces that arrive in a turn."""

    turn: int
    pieces: Counts
    at: Word | None = None
    where: Condition | None = None
    side: Ident | None = None
    rule: Rule = ""
    note: LocalText | None = None
    attrs: dict[str, Any] = {}


class Scenario(Model):
    """One scenario. Free names of the title: `vars`, `side_vars`, `numbers`, `victory`, `options`."""

    id: Ident
    name: LocalText
    period: LocalText = LocalText()
    about: LocalText = LocalText()
    rule: Rule = ""
    boards: tuple[Ident, ...] = ()
    """Boards in play; empty: all."""
    turns: int | None = None
    minutes: int | None = None
    players: int | None = None
    complexity: int | None = None
    first_side: Ident | None = None
    setup_order: tuple[Ident, ...] = ()
    vars: dict[str, Any] = {}
    side_vars: Annotated[dict[Ident, dict[str, Any]], BeforeValidator(filled)] = {}
    numbers: dict[str, Any] = {}
    setup: tuple[SetupLine, ...] = ()
    pools: dict[Ident, Pool] = {}
    quick: tuple[QuickPlacement, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    victory: dict[str, Any] = {}
    special: tuple[RuleNote, ...] = ()
    options: dict[Ident, bool | int | str] = {}
    attrs: dict[str, Any] = {}

    def without_setup(self) -> Scenario:
        """Return it without how it is set up."""
        attrs = {key: value for key, value in self.attrs.items() if key != "position"}
        bare = {"setup": (), "quick": (), "pools": {}, "vars": {}, "side_vars": {}, "attrs": attrs}
        return self.model_copy(update=bare)

    def turn_dates(self, turn: int, language: str) -> str:
        """Return what `turn_track: [{turn, dates: {en, ja}}]` of a scenario says of a turn, or nothing."""
        for line in self.attrs.get("turn_track") or ():
            if line.get("turn") == turn and isinstance(line.get("dates"), dict):
                return str(line["dates"].get(language) or line["dates"].get("en") or "")
        return ""
