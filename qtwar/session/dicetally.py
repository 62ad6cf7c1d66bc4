"""How often each face fell, beside what fair dice would give: people suspect programs of luck."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DiceTally:
    """The dice of one number of faces that one side rolled; `by` is empty for dice that are nobody's.

    `counts[n]` says how often face n + 1 fell.
    """

    by: str
    counts: tuple[int, ...]

    @property
    def faces(self) -> int:
        """Return the faces of such a die."""
        return len(self.counts)

    @property
    def rolled(self) -> int:
        """Return how many dice fell."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """Return the mean of the faces that fell."""
        return sum(face * n for face, n in enumerate(self.counts, 1)) / self.rolled

    @property
    def expected(self) -> float:
        """Return the mean of fair dice."""
        return (self.faces + 1) / 2

    @property
    def chance(self) -> float:
        """Return the chance that fair dice stray from even counts as far as these or further (Pearson's chi-squared test)."""
        even = self.rolled / self.faces
        return chi_squared_tail(sum((n - even) ** 2 for n in self.counts) / even, self.faces - 1)


def tally(told: Iterable[Sequence[Mapping[str, Any]]]) -> list[DiceTally]:
    """Return the dice among what a side was told, by who rolled and by number of faces."""
    found: dict[tuple[str, int], list[int]] = {}
    for lines in told:
        for event in lines:
            if event["e"] == "rolled":
                for faces, face in event["dice"]:
                    if faces > 1:
                        found.setdefault((str(event["by"]), faces), [0] * faces)[face - 1] += 1
    return [DiceTally(by, tuple(found[by, faces])) for by, faces in sorted(found)]


def chi_squared_tail(x: float, degrees: int) -> float:
    """Return the chance of a chi-squared value of at least `x` (its closed form for whole degrees of freedom)."""
    half = x / 2
    if degrees % 2:
        tail, term = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * 2 * math.exp(-half)
        first = 1.5
    else:
        tail, term = math.exp(-half), half * math.exp(-half)
        first = 2.0
    for step in range((degrees - 1) // 2):
        tail += term
        term *= half / (first + step)
    return min(1.0, tail)
