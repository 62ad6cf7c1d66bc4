"""What a title says of itself (`module.yaml`), its sides and its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from qtwar.model.base import Ident, LocalText, Model, Rule

FORMAT = 1
"""Number of the module format that this program reads and writes."""

Stage = Literal["prealpha", "alpha", "beta", "production"]


ValueSight = Literal["all", "owner", "none"]
"""Who sees a value of a side."""


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """A step of the sequence of play: its number as it is printed (1, 1a, 1a1), how deep it stands, what is said of it."""

    number: str
    depth: int
    said: Mapping[str, Any]

    def name(self, language: str) -> str:
        """Return what it is called in a language, in English where there is no other name."""
        name = self.said.get("name")
        return str((name.get(language) or name.get("en") if isinstance(name, Mapping) else name) or "")


class TitleInfo(Model):
    """`module.yaml`: enough to show a title in a list without reading the rest of it."""

    id: Ident
    format: int = FORMAT
    version: str = "0.1.0"
    name: LocalText
    subtitle: LocalText = LocalText()
    about: LocalText = LocalText()
    players: tuple[int, int] | int = 2
    """Number of players, or (fewest, most)."""
    minutes: tuple[int, int] | int | None = None
    """Length of a game in minutes, or (shortest, longest)."""
    stage: Stage = "prealpha"
    credits: tuple[str | LocalText, ...] = ()
    rights: str | LocalText = ""
    languages: tuple[Literal["en", "ja"], ...] = ("en", "ja")
    year: int | None = None
    publisher: str = ""
    cover: str = ""
    """Picture file in the module folder, or empty: then a cut of the first board."""
    boards: tuple[Ident, ...] = ()
    """Order of the boards; those not named follow by id."""
    scenarios: tuple[Ident, ...] = ()
    """Order of the scenarios; those not named follow by id."""
    coverage: str = ""
    """File that lists the numbered rules of the book, for `RULES_MAP.yaml` to be checked against."""
    attrs: dict[str, Any] = {}

    @property
    def most_players(self) -> int:
        """Return how many can play it at most."""
        return self.players if isinstance(self.players, int) else max(self.players)

    @property
    def sequence(self) -> tuple[SequenceStep, ...]:
        """Return the sequence of play (`attrs: {sequence: […]}`), each step before those within it."""

        def walk(steps: Any, number: str, depth: int) -> Iterator[SequenceStep]:
            for n, step in enumerate(steps if isinstance(steps, (list, tuple)) else (), 1):
                if isinstance(step, Mapping):
                    sign = f"{number}{chr(96 + n) if depth == 1 else n}"
                    yield SequenceStep(sign, depth, step)
                    yield from walk(step.get("steps"), sign, depth + 1)

        return tuple(walk(self.attrs.get("sequence"), "", 0))


class Nation(Model):
    """A nationality within a side; it colours counters and rules may ask for it."""

    id: Ident
    name: LocalText
    attrs: dict[str, Any] = {}


class Side(Model):
    """A side of the game; `emblem` names the symbol its hidden counters and boxes show.

    `sight` says of its values (`side_vars`) that are not for all who sees them: the side alone (`owner`) or nobody (`none`).
    """

    id: Ident
    name: LocalText
    short: LocalText = LocalText()
    emblem: str = ""
    nations: tuple[Nation, ...] = ()
    sight: dict[Ident, ValueSight] = {}
    attrs: dict[str, Any] = {}


class OptionChoice(Model):
    """One value that an option of type `choice` may take."""

    id: Ident
    name: LocalText
    help: LocalText = LocalText()


class Option(Model):
    """A rule that may be switched before a game; `scenarios` empty means it is offered in all."""

    id: Ident
    name: LocalText
    help: LocalText = LocalText()
    rule: Rule = ""
    type: Literal["bool", "choice", "int"] = "bool"
    choices: tuple[OptionChoice, ...] = ()
    min: int | None = None
    max: int | None = None
    default: bool | int | str = False
    scenarios: tuple[Ident, ...] = ()
    group: str = ""
    """Heading under which the options page shows it; empty: the first."""

    def allows(self, value: object) -> bool:
        """Return whether `value` is one that this option may take."""
        if self.type == "bool":
            return isinstance(value, bool)
        if self.type == "choice":
            return value in [choice.id for choice in self.choices]
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)


class RuleNote(Model):
    """A sentence with its rule number: special rules of a scenario, notes of a table."""

    text: LocalText
    rule: Rule = Field(default="")
