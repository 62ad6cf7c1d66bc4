"""Asks that are answered by a word, a number, shares of a sum, or nothing but yes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.asks.base import AskKind, Body, not_offered, refusal
from qtwar.kit.asks.shapes import Args, Message, Query
from qtwar.kit.dice import Chance


def whole(value: Any) -> bool:
    """Return whether something is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class Plain(AskKind):
    """button, roll, draw, confirm: nothing to say."""


class Choose(AskKind):
    """One of some values."""

    keys = ("choice",)

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """A value that is open; the reason of a grey one."""
        given = args.get("choice")
        for choice in body["choices"]:
            if type(choice["value"]) is type(given) and choice["value"] == given:
                why = choice.get("why_not")
                return refusal(why, body.get("rule", "")) if why else None
        return not_offered(body)

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """A choice."""
        return {"key": "missing.choice"} if args.get("choice") is None else None

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """The open values, in their order."""
        for choice in body["choices"]:
            if not choice.get("why_not"):
                yield {"choice": choice["value"]}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """An open value."""
        found = list(self.enumerate(body, query))
        return found[chance.below(len(found))] if found else None


class Number(AskKind):
    """A number from `min` to `max`, in steps of `step` from `min` on."""

    keys = ("number",)

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Within the limits, on a step."""
        n, low, high = args.get("number"), body["min"], body["max"]
        if whole(n) and low <= n <= high and (n - low) % body.get("step", 1) == 0:
            return None
        return Refusal("refuse.number", rule=body.get("rule", ""), args={"min": low, "max": high})

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """A number."""
        return {"key": "missing.number"} if args.get("number") is None else None

    def begin(self, body: Body) -> Args:
        """The default, else the least."""
        return {"number": int(body.get("default", body["min"]))}

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """From the least on."""
        for n in range(body["min"], body["max"] + 1, body.get("step", 1)):
            yield {"number": n}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """A step at random."""
        steps = range(body["min"], body["max"] + 1, body.get("step", 1))
        return {"number": steps[chance.below(len(steps))]} if steps else None


class Allocate(AskKind):
    """`total` shared out among pieces, `per_piece` the most that each takes; who takes nothing is left out.

    Where all of them together take less than the total, they take what they can.
    """

    keys = ("amounts",)

    @staticmethod
    def due(body: Body) -> int:
        """Return what must be shared out."""
        return min(int(body["total"]), sum(int(most) for most in body["per_piece"].values()))

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Shares within what each takes, all of it shared out."""
        amounts, most = args.get("amounts"), body["per_piece"]
        if not isinstance(amounts, dict):
            return not_offered(body)
        if any(p not in most or not whole(n) or not 0 <= n <= most[p] for p, n in amounts.items()):
            return not_offered(body)
        due = self.due(body)
        return None if sum(amounts.values()) == due else Refusal("refuse.sum", rule=body.get("rule", ""), args={"n": due})

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """The rest of the sum."""
        open_ = self.due(body) - sum((args.get("amounts") or {}).values())
        return {"key": "missing.shares", "args": {"n": open_}} if open_ > 0 else None

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """Every way to share it out, the first pieces taking most first."""
        pieces, most = list(body["per_piece"]), body["per_piece"]

        def shares(at: int, left: int) -> Iterator[dict[str, int]]:
            if at == len(pieces):
                if not left:
                    yield {}
                return
            if left > sum(most[p] for p in pieces[at:]):
                return
            for n in range(min(left, most[pieces[at]]), -1, -1):
                for rest in shares(at + 1, left - n):
                    yield {pieces[at]: n, **rest} if n else rest

        for amounts in shares(0, self.due(body)):
            yield {"amounts": amounts}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """One after the other to whoever still takes one."""
        amounts: dict[str, int] = {}
        for _ in range(self.due(body)):
            able = [p for p, most in body["per_piece"].items() if amounts.get(p, 0) < most]
            piece = able[chance.below(len(able))]
            amounts[piece] = amounts.get(piece, 0) + 1
        return {"amounts": amounts}
