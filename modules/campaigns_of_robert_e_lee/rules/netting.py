"""What the results of a (combined) attack come to: who retreats how far (10.61c, 10.62), who has hurt whom more (10.64)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .odds import Result


class Retreats(NamedTuple):
    """Hexes that each attacking stack and the defender retreat."""

    attackers: tuple[int, ...]
    defender: int


def net(attackers: Sequence[Result], defender: Sequence[Result], by_force: bool = False) -> Retreats:
    """Return who retreats, from what each attacking stack suffered and what the defender suffered of each (10.61c).

    The sums are compared, and the side with more retreats by the difference, all its stacks; with `by_force`
    (reading 42) each attack for itself, the defender by all that is left against him.
    """
    if by_force:
        pairs = [mine.retreat - his.retreat for mine, his in zip(attackers, defender, strict=True)]
        return Retreats(tuple(max(0, n) for n in pairs), sum(max(0, -n) for n in pairs))
    left = sum(r.retreat for r in defender) - sum(r.retreat for r in attackers)
    return Retreats((max(0, -left),) * len(attackers), max(0, left))


def gains(inflicted: int, suffered: int, equal_gains: bool = False) -> tuple[bool, bool]:
    """Return whether the side that inflicted so many steps, and its enemy, gain morale (10.64, 3.53a).

    With equal losses nobody does, or both (reading 36).
    """
    if inflicted == suffered:
        return (equal_gains and inflicted > 0,) * 2
    return inflicted > suffered, suffered > inflicted
