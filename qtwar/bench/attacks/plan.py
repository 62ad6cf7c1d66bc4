"""What an attack is: its number and name in docs/attacks.md, what is laid out for it, and what a person then does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Way = Literal["look", "module", "archive", "pack", "document", "reply", "reader", "words", "machine", "elsewhere"]
"""What a person does with it; `window` has a function for each but `elsewhere`, which tests alone hold."""
Make = Callable[[Path], object]
"""Lays a case out: in the folder of a module, in an archive or a document, or in the user's folder."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A number of the list, with its cases by name; each of them has a process of its own."""

    number: int
    name: str
    way: Way
    cases: Mapping[str, Make]
    harmless: str = ""
    """What is said where nothing has to be: the attack comes to nothing, which the way makes sure of."""


def numbered(
    first: int, way: Way, made: Mapping[str, Make | Mapping[str, Make]], harmless: Mapping[str, str] | None = None
) -> list[Attack]:
    """Return attacks in a row; what is given is a case by itself, or several by their names."""
    out = []
    for number, (name, given) in enumerate(made.items(), first):
        cases = given if isinstance(given, Mapping) else {"": given}
        out.append(Attack(number, name, way, cases, (harmless or {}).get(name, "")))
    return out
