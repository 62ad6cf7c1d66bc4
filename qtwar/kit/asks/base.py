"""What each kind of ask knows of its answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.asks.shapes import Args, Message, Query
from qtwar.kit.dice import Chance

Body = Mapping[str, Any]
"""An ask, or what a secret ask holds: the fields of its kind."""

TRIES = 6
"""How often a machine guesses anew where a guess at random fits no answer (a budget that is overdrawn, say)."""


def refusal(why: Body, rule: str) -> Refusal:
    """Return a message as a refusal; the ask's rule where it names none."""
    return Refusal(str(why["key"]), rule=why.get("rule", rule), args=why.get("args") or {})


def not_offered(body: Body) -> Refusal:
    """Return the refusal of what is no answer at all."""
    return Refusal("refuse.not_offered", rule=body.get("rule", ""))


class AskKind:
    """Everything about one kind of ask. Bodies come from titles and are trusted; arguments come from anywhere."""

    keys: tuple[str, ...] = ()
    """The arguments of its actions."""

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Return why arguments are no answer; None where they are one. Whatever they hold, nothing is raised."""
        return None

    def holds(self, body: Body, args: Mapping[str, Any], query: Query) -> Refusal | None:
        """Return why an answer that fits the ask is none by what the rules say of it when asked; None where it is one."""
        return None

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """Return what an answer under way still lacks; None where nothing does, be it legal or not."""
        return None

    def begin(self, body: Body) -> Args:
        """Return what is said before a person says anything."""
        return {}

    def args(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of the action out of all that has been said."""
        return {key: said[key] for key in self.keys if key in said}

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """Give every legal answer, always in the same order; there may be very many."""
        yield {}

    def sample(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """Return a legal answer at random, each possible; None where none was found."""
        for _ in range(TRIES):
            args = self.guess(body, chance, query)
            if args is None:
                return None
            if self.check(body, args) is None:
                return args
        return None

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """Return an answer at random that is legal most times; None where there is hardly one."""
        return {}
