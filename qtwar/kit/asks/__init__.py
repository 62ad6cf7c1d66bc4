"""Everything about the answers to an offer, kind by kind: what fits, what is still to be said, all that there are.

The runner, the window, self-play and whoever plays by program stand on this alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from qtwar.base.errors import Refusal
from qtwar.kit.asks.base import AskKind, Body, not_offered, refusal
from qtwar.kit.asks.moving import MoveAsk
from qtwar.kit.asks.picking import Order, Pieces, PiecesAndPlace, PlaceAsk, PlacingAsk
from qtwar.kit.asks.shapes import Args, Ask, Message, Offer, Query
from qtwar.kit.asks.values import Allocate, Choose, Number, Plain
from qtwar.kit.dice import Chance

KINDS: Mapping[str, AskKind] = {
    "button": Plain(),
    "roll": Plain(),
    "draw": Plain(),
    "confirm": Plain(),
    "choose": Choose(),
    "number": Number(),
    "pieces": Pieces(),
    "order": Order(),
    "cell": PlaceAsk("cell"),
    "edge": PlaceAsk("edge"),
    "pieces+cell": PiecesAndPlace(),
    "place": PlacingAsk(),
    "move": MoveAsk(),
    "allocate": Allocate(),
}
"""A `secret` ask is of the kind of the ask inside it."""

MOST = 256
"""How many answers of an ask `answers` gives, unless told."""

WEIGHT = 10
"""How readily a random player takes an ask of which the title's sense says nothing."""


AnyAsk = TypeVar("AnyAsk", bound=Mapping[str, Any])


def open_asks(asks: Iterable[AnyAsk]) -> list[AnyAsk]:
    """Return the asks that can be answered now, in their order: those that say why not are only shown."""
    return [ask for ask in asks if not ask.get("why_not")]


def body_of(ask: Body) -> Body:
    """Return the fields that say how an ask is answered: those inside a secret one, with its rule."""
    inner = ask.get("of")
    return {"rule": ask.get("rule", ""), **inner} if ask["kind"] == "secret" and inner else ask


def kind_of(ask: Body) -> AskKind:
    """Return the kind of an ask; raises ValueError where there is no such kind."""
    name = str(body_of(ask)["kind"])
    if name not in KINDS:
        raise ValueError(f"there is no kind of ask {name!r}")
    return KINDS[name]


def misfit(ask: Body, args: Any, query: Query | None = None) -> Refusal | None:
    """Return why arguments do not answer an ask; None where they do.

    With `query`, which answers for the side, the way of a move is held too.
    """
    if not isinstance(args, Mapping):
        return not_offered(ask)
    why = ask.get("why_not")
    if why:
        return refusal(why, ask.get("rule", ""))
    if any(args.get(key) != value for key, value in (ask.get("fixed") or {}).items()):
        return not_offered(ask)
    kind, body = kind_of(ask), body_of(ask)
    known = {*kind.keys, *(ask.get("fixed") or {})}
    stray = next((key for key in args if key not in known), None)
    if stray is not None:
        return Refusal("refuse.argument", rule=ask.get("rule", ""), args={"name": str(stray), "verb": str(ask["verb"])})
    no = kind.check(body, args)
    return no if no is not None or query is None else kind.holds(body, args, query)


def check(offered: Offer, verb: str, args: Any, query: Query | None = None) -> Ask:
    """Return the ask that an action answers; raises Refusal where none does, with a reason that names more than pieces.

    `query` as in `misfit`.
    """
    reason: Refusal | None = None
    for ask in offered["asks"]:
        if ask["verb"] != verb:
            continue
        no = misfit(ask, args, query)
        if no is None:
            return ask
        if reason is None or no.key != "refuse.piece":
            reason = no
    raise reason or Refusal("refuse.not_now", args={"verb": str(verb)})


def missing(ask: Body, args: Mapping[str, Any]) -> Message | None:
    """Return what is still to be said, or what is against what was said; None where the answer is whole and fits."""
    lacking = kind_of(ask).wanting(body_of(ask), args)
    if lacking is not None:
        return lacking
    no = misfit(ask, {**args, **(ask.get("fixed") or {})})
    return None if no is None else Message(key=no.key, args=dict(no.values), rule=no.rule)


def enumerate_answers(ask: Body, query: Query) -> Iterator[dict[str, Any]]:
    """Give the arguments of every action that answers an ask, always in the same order; there may be very many."""
    if not ask.get("why_not"):
        fixed = ask.get("fixed") or {}
        for args in kind_of(ask).enumerate(body_of(ask), query):
            yield {**args, **fixed}


def sample_answer(ask: Body, chance: Chance, query: Query) -> dict[str, Any] | None:
    """Return the arguments of one at random; None where none was found."""
    if ask.get("why_not"):
        return None
    args = kind_of(ask).sample(body_of(ask), chance, query)
    return None if args is None else {**args, **(ask.get("fixed") or {})}


def answers(ask: Body, query: Query, chance: Chance, most: int = MOST) -> tuple[list[dict[str, Any]], bool]:
    """Return the answers of an ask, and whether these are all: where they are more than `most`, so many at random."""
    found = list(islice(enumerate_answers(ask, query), most + 1))
    if len(found) <= most:
        return found, True
    drawn: list[dict[str, Any]] = []
    for _ in range(2 * most):
        args = sample_answer(ask, chance, query)
        if args is not None and args not in drawn:
            drawn.append(args)
        if len(drawn) == most:
            break
    return drawn, False


def sample(offered: Offer, chance: Chance, query: Query, sense: Mapping[str, int] | None = None) -> dict[str, Any] | None:
    """Return a random action that is offered, {verb, args}; None if nothing can be done.

    `query(what, args)` answers for the side; `sense` weighs asks by the key of their label (a title's `sense`), so that
    random games get somewhere.
    """
    open_ = open_asks(offered["asks"])
    left: Sequence[Ask] = open_
    while left:
        weights = [max(0, (sense or {}).get(ask["label"]["key"], WEIGHT)) for ask in left]
        at, n = 0, chance.below(max(1, sum(weights)))
        while n >= weights[at] and at < len(left) - 1:
            n -= weights[at]
            at += 1
        ask = left[at]
        args = sample_answer(ask, chance, query)
        if args is not None:
            return {"verb": ask["verb"], "args": args}
        left = [other for other in left if other is not ask]
    for ask in open_:  # nothing by guessing: the first that there is
        for args in enumerate_answers(ask, query):
            return {"verb": ask["verb"], "args": args}
    return None


__all__ = [
    "KINDS",
    "MOST",
    "Args",
    "Ask",
    "AskKind",
    "Message",
    "Offer",
    "Query",
    "answers",
    "body_of",
    "check",
    "enumerate_answers",
    "kind_of",
    "misfit",
    "missing",
    "sample",
    "sample_answer",
]
