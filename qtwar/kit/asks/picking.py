"""Asks that are answered by pieces, by a place, or by both.

Which pieces go together is one matter for all of them: `min` and `max`, `locked` among them, all out of one of the
`groups`, never only such as come `along` with others, within a `budget` by their `costs`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.asks.base import AskKind, Body, not_offered, refusal
from qtwar.kit.asks.shapes import Args, Message, Query
from qtwar.kit.dice import Chance


def limits(body: Body) -> tuple[int, int]:
    """Return how many pieces at least and at most."""
    offered = len(body["pieces"])
    return body.get("min", 1), min(body.get("max", offered), offered)


def cost(body: Body, chosen: Collection[str]) -> int:
    """Return what pieces cost together."""
    costs = body.get("costs") or {}
    return sum(int(costs.get(p, 0)) for p in chosen)


def together(body: Body, chosen: Collection[str]) -> bool:
    """Return whether pieces are all of one group, where the ask names groups."""
    groups, wanted = body.get("groups"), set(chosen)
    return not groups or not wanted or any(wanted <= set(members) for members in groups.values())


def affordable(body: Body, chosen: Collection[str]) -> bool:
    """Return whether pieces are within the budget."""
    budget = body.get("budget")
    return budget is None or cost(body, chosen) <= int(budget)


def alone(body: Body, chosen: Collection[str]) -> bool:
    """Return whether these are only such as come along with others."""
    return bool(chosen) and set(chosen) <= set(body.get("along") or ())


def places(body: Body, chosen: Sequence[str] = ()) -> list[str]:
    """Return the places that fit pieces, in the order of the ask; without pieces all that it names."""
    if alone(body, chosen):
        return []
    open_, targets = body.get("edges" if body["kind"] == "edge" else "cells"), body.get("targets")
    if targets and chosen:
        found = list(targets.get(chosen[0], ()))
        for piece in chosen[1:]:
            fits = set(targets.get(piece, ()))
            found = [place for place in found if place in fits]
        if open_ is not None:
            known = set(open_)
            found = [place for place in found if place in known]
        return found
    if open_ is None:
        return list(dict.fromkeys(place for fits in (targets or {}).values() for place in fits))
    return list(open_)


def check_pieces(body: Body, chosen: Any) -> Refusal | None:
    """Return why pieces can not be chosen together."""
    rule = body.get("rule", "")
    if not isinstance(chosen, list) or not all(isinstance(p, str) for p in chosen):
        return not_offered(body)
    if len(set(chosen)) != len(chosen):
        return not_offered(body)
    offered = set(body["pieces"])
    stray = next((p for p in chosen if p not in offered), None)
    if stray is not None:
        why = (body.get("why") or {}).get(stray)
        return refusal(why, rule) if why else Refusal("refuse.piece", rule=rule, args={"piece": {"p": stray}})
    low, high = limits(body)
    if len(chosen) > high:
        most = high - len(body.get("locked") or ())  # who is locked was not chosen
        return Refusal("refuse.alone" if most == 1 else "refuse.too_many", rule=rule, args={"max": most})
    if len(chosen) < low:
        return Refusal("refuse.count", rule=rule, args={"min": low, "max": high})
    missing = next((p for p in body.get("locked") or () if p not in chosen), None)
    if missing is not None:
        return Refusal("refuse.locked", rule=rule, args={"piece": {"p": missing}})
    if not together(body, chosen):
        return Refusal("refuse.one_group", rule=rule)
    if alone(body, chosen):
        return Refusal("refuse.along", rule=rule, args={"piece": {"p": chosen[0]}})
    if not affordable(body, chosen):
        rule = body.get("budget_rule", rule)
        return Refusal("refuse.budget", rule=rule, args={"need": cost(body, chosen), "have": body["budget"]})
    return None


def check_place(body: Body, place: Any, chosen: Sequence[str] = ()) -> Refusal | None:
    """Return why a place can not be chosen for pieces that can."""
    if isinstance(place, str) and place in places(body, chosen):
        return None
    why = (body.get("why") or {}).get(place) if isinstance(place, str) else None
    if why:
        return refusal(why, body.get("rule", ""))
    return Refusal("refuse.cell", rule=body.get("rule", ""), args={"cell": {"c": str(place)}})


def picks(body: Body) -> Iterator[list[str]]:
    """Give every set of pieces that can be chosen, the small ones first."""
    offered, locked = list(body["pieces"]), list(body.get("locked") or ())
    costs, budget = body.get("costs") or {}, body.get("budget")
    pools = [[p for p in offered if p in set(members)] for members in (body.get("groups") or {"": offered}).values()]
    low, high = limits(body)

    def some(pool: list[str], at: int, n: int, left: float) -> Iterator[list[str]]:
        if n == 0:
            yield []
            return
        for i in range(at, len(pool) - n + 1):
            price = int(costs.get(pool[i], 0))
            if price <= left:
                for rest in some(pool, i + 1, n - 1, left - price):
                    yield [pool[i], *rest]

    purse = float("inf") if budget is None else int(budget) - cost(body, locked)
    if purse < 0:
        return
    for n in range(max(low, len(locked)), high + 1):
        for number, pool in enumerate(pools):
            if not set(locked) <= set(pool):
                continue
            for rest in some([p for p in pool if p not in locked], 0, n - len(locked), purse):
                chosen = [*locked, *rest]
                again = any(set(chosen) <= set(earlier) for earlier in pools[:number])
                if not again and not alone(body, chosen):
                    yield chosen


def some_pieces(body: Body, chance: Chance) -> list[str] | None:
    """Return pieces at random, of one group, `locked` among them; more than one pays for are put back."""
    groups, offered = body.get("groups"), list(body["pieces"])
    if groups:
        names = sorted(groups)
        members = set(groups[names[chance.below(len(names))]])
        offered = [p for p in offered if p in members]
    low, high = limits(body)
    high = min(high, len(offered))
    chosen = list(body.get("locked") or ())
    if high < low or high < len(chosen):
        return None
    n = max(len(chosen), low + chance.below(high - low + 1))
    rest = [p for p in offered if p not in chosen]
    while len(chosen) < n and rest:
        chosen.append(rest.pop(chance.below(len(rest))))
    while len(chosen) > low and not affordable(body, chosen):
        chosen.pop()
    if alone(body, chosen):
        chosen = [*chosen, *(p for p in offered if p not in (body.get("along") or ()))][: len(chosen) + 1]
    return chosen


def _more_pieces(body: Body, args: Mapping[str, Any]) -> Message | None:
    """Return that pieces are still to be chosen."""
    lacking = limits(body)[0] - len(args.get("pieces") or ())
    if lacking > 0:
        return {"key": "missing.pieces", "args": {"n": lacking}}
    if alone(body, args.get("pieces") or ()):
        return {"key": "missing.others"}
    return None


class Picking(AskKind):
    """Asks that are answered by pieces, whatever else they want."""

    def begin(self, body: Body) -> Args:
        """The pieces that must be among them."""
        return {"pieces": list(body.get("locked") or ())}


class Pieces(Picking):
    """pieces: one or more pieces are picked, all of one place where the ask says so."""

    keys = ("pieces",)

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Pieces that go together."""
        return check_pieces(body, args.get("pieces"))

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """As many pieces as it takes."""
        return _more_pieces(body, args)

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """Every set of pieces."""
        for chosen in picks(body):
            yield {"pieces": chosen}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """Some pieces."""
        chosen = some_pieces(body, chance)
        return None if chosen is None else {"pieces": chosen}


class Order(AskKind):
    """All the pieces, in an order."""

    keys = ("pieces",)

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Each piece once."""
        chosen = args.get("pieces")
        if not isinstance(chosen, list) or not all(isinstance(p, str) for p in chosen):
            return not_offered(body)
        return None if sorted(chosen) == sorted(body["pieces"]) else not_offered(body)

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """The pieces without a number."""
        lacking = len(body["pieces"]) - len(args.get("pieces") or ())
        return {"key": "missing.order", "args": {"n": lacking}} if lacking > 0 else None

    def begin(self, body: Body) -> Args:
        """None has a number yet."""
        return {"pieces": []}

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """Every order."""
        for chosen in permutations(body["pieces"]):
            yield {"pieces": list(chosen)}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """Shuffled."""
        rest, out = list(body["pieces"]), []
        while rest:
            out.append(rest.pop(chance.below(len(rest))))
        return {"pieces": out}


class PlaceAsk(AskKind):
    """cell, edge: one place; `key` is the name of the argument."""

    def __init__(self, key: str) -> None:
        self.key, self.keys = key, (key,)

    def _args(self, place: str) -> Args:
        return {"edge": place} if self.key == "edge" else {"cell": place}

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """A place that is named; the reason of one that is not, where there is one."""
        return check_place(body, args.get(self.key))

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """The place."""
        return None if args.get(self.key) else {"key": f"missing.{self.key}"}

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """The places in their order."""
        for place in places(body):
            yield self._args(place)

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """One of the places."""
        found = places(body)
        return self._args(found[chance.below(len(found))]) if found else None


class PiecesAndPlace(Picking):
    """pieces+cell, place: pieces and one place that fits all of them."""

    keys = ("pieces", "cell")

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Pieces that go together, and their place."""
        chosen = args.get("pieces")
        return check_pieces(body, chosen) or check_place(body, args.get("cell"), chosen or ())

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """As many pieces as it takes, then the place."""
        return _more_pieces(body, args) or (None if args.get("cell") else {"key": "missing.cell"})

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """Every set of pieces with each of its places."""
        for chosen in picks(body):
            for place in places(body, chosen):
                yield {"pieces": chosen, "cell": place}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """Some pieces, and a place that fits them."""
        chosen = self._some(body, chance)
        found = places(body, chosen) if chosen is not None else []
        return {"pieces": chosen, "cell": found[chance.below(len(found))]} if chosen is not None and found else None

    def _some(self, body: Body, chance: Chance) -> list[str] | None:
        return some_pieces(body, chance)


class PlacingAsk(PiecesAndPlace):
    """place: a machine places one piece after the other."""

    def _some(self, body: Body, chance: Chance) -> list[str] | None:
        able = [p for p in body["pieces"] if places(body, [p])]
        return [able[chance.below(len(able))]] if able else None
