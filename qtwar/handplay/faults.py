"""What the robot finds wrong, each with the place in the game where it happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "no_control",
    "cannot_be_given",
    "other_action",
    "nothing_happens",
    "covered",
    "outside",
    "off_screen",
    "raw_text",
    "rows_alike",
    "jump",
    "stale",
    "refused",
    "stuck",
]
"""no_control: nothing on the screen answers an ask. cannot_be_given: the control does not take the answer meant.
other_action: what arrived is not what was meant. nothing_happens: a press that changes nothing. covered, outside: a
control under another one or beyond the window. off_screen: a lit place that can not be brought into view. raw_text: a
brace or an id among the words. rows_alike: two rows that say the same. jump: the board moved under the pointer. stale:
odds that no longer hold. refused: an answer that was on offer, refused without a rule. stuck: nothing could be done."""


class HandFault(Exception):
    """Something that a person could not do, or would be misled by."""

    def __init__(self, kind: Kind, words: str) -> None:
        super().__init__(f"{kind}: {words}")
        self.kind, self.words = kind, words


@dataclass(frozen=True)
class MetFault:
    """A fault, where it was met, and the picture of the window at that moment (empty: none was taken)."""

    kind: Kind
    words: str
    scenario: str
    seed: int
    action: int
    ask: str
    picture: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return dict(self.__dict__)


@dataclass
class HandFigures:
    """What came of playing by hand: games, actions, which verbs and kinds of ask were answered, and the faults."""

    games: int = 0
    actions: int = 0
    ended: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    offered: set[str] = field(default_factory=set)
    refusals: Counter[str] = field(default_factory=Counter)
    faults: list[MetFault] = field(default_factory=list)

    def never(self) -> list[str]:
        """Return the kinds of ask that were offered and never answered."""
        return sorted(self.offered - set(self.kinds))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "games": self.games,
            "ended": self.ended,
            "actions": self.actions,
            "verbs": dict(sorted(self.verbs.items())),
            "kinds": dict(sorted(self.kinds.items())),
            "never": self.never(),
            "refusals": dict(self.refusals),
            "faults": [fault.to_json() for fault in self.faults],
        }
