"""Whose impulse comes next, and how many levels of effort it takes: a pure function of bids and what is left (5.13-5.17)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

PASS = 0


class Impulse(NamedTuple):
    """An impulse to come: whose, and the fewest and most levels that may be committed to it."""

    side: str
    low: int
    high: int


@dataclass(frozen=True)
class Plan:
    """A turn's bids and where its impulses stand.

    `winner` has the initiative; `bids` and `most` (the whole effort of the turn) are by side, `left` what remains of it,
    `had` how many impulses each side has had, `last` whose was the last.
    """

    winner: str
    bids: dict[str, int]
    most: dict[str, int]
    left: dict[str, int]
    had: dict[str, int] = field(default_factory=dict)
    last: str = ""
    split: bool = False
    """Leftover levels may be spread over consecutive impulses (AMB-10)."""

    @property
    def loser(self) -> str:
        """Return the other side."""
        return next(side for side in self.bids if side != self.winner)

    def count(self, side: str) -> int:
        """Return how many impulses a side has had."""
        return self.had.get(side, 0)


def half(most: int) -> int:
    """Return half of a turn's effort, rounded up (5.13)."""
    return -(-most // 2)


def no_impulses(bids: dict[str, int], most: dict[str, int]) -> bool:
    """Return whether there are no impulses this turn: one passes, the other passes or bids half at most (5.13)."""
    return any(
        bids[side] == PASS and all(bids[other] <= half(most[other]) for other in bids if other != side) for side in bids
    )


def following(plan: Plan) -> Impulse | None:
    """Return the next impulse, None when the turn has no more."""
    winner, loser = plan.winner, plan.loser
    if plan.bids[loser] == PASS:  # 5.13a: only the bidder has impulses
        left = plan.left[winner]
        if not left:
            return None
        if not plan.count(winner):
            first = min(left, half(plan.most[winner]))
            return Impulse(winner, first, first)
        return Impulse(winner, 1, left)
    if not plan.count(winner) and plan.left[winner]:  # 4.2, 5.11
        return _first(plan, winner)
    if plan.bids[winner] == plan.most[winner]:  # 5.14: he has had his one impulse
        return _after_all_in(plan)
    if not plan.count(loser) and plan.left[loser] and plan.last != loser:
        return _first(plan, loser)
    return _in_turn(plan)


def _first(plan: Plan, side: str) -> Impulse:
    """Return a side's first impulse: exactly the levels that it bid, or what is left of them (4.2, AMB-57)."""
    n = min(plan.bids[side], plan.left[side])
    return Impulse(side, n, n)


def _after_all_in(plan: Plan) -> Impulse | None:
    loser = plan.loser
    left = plan.left[loser]
    if not left:
        return None
    if not plan.count(loser):
        return _first(plan, loser)
    if plan.split:
        return Impulse(loser, 1, left)
    return Impulse(loser, left, left) if plan.count(loser) == 1 else None


def _in_turn(plan: Plan) -> Impulse | None:
    """Return the next of alternating impulses (5.15, 5.17); against an exhausted enemy all that remains (AMB-10)."""
    other = plan.loser if plan.last == plan.winner else plan.winner
    for side in (other, plan.last):
        left = plan.left[side]
        if left:
            enemy = plan.loser if side == plan.winner else plan.winner
            low = left if not plan.left[enemy] and not plan.split else 1
            return Impulse(side, low, left)
    return None
