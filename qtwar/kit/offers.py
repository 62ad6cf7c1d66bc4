"""Builders of offers and asks: what a waiting side may do.

The shapes are `kit.asks.shapes`, the table of docs/architecture.md section 3; what answers an ask is `kit.asks`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from qtwar.kit.asks.shapes import Ask, Choice, Kind, Message, Offer


def msg(key: str, *, rule: str = "", **args: Any) -> Message:
    """Return a message: key, arguments (ids wrapped by kind), rule number."""
    return {"key": key, "args": args, "rule": rule} if rule else {"key": key, "args": args}


def offer(prompt: Message, *asks: Ask, detail: Message | None = None, **more: Any) -> Offer:
    """Return an offer: the sentence of the prompt bar and what may be asked."""
    if detail is not None:
        more["detail"] = detail
    return cast(Offer, {"prompt": prompt, "asks": list(asks), **more})


def _ask(kind: Kind, verb: str, label: str | Message, rule: str, more: dict[str, Any]) -> Ask:
    ask: dict[str, Any] = {"id": more.pop("id", verb), "verb": verb, "kind": kind}
    ask["label"] = msg(label) if isinstance(label, str) else label
    if isinstance(more.get("button"), str):
        more["button"] = msg(more["button"])
    if rule:
        ask["rule"] = rule
    ask.update({k: v for k, v in more.items() if v is not None})
    return cast(Ask, ask)


def button(verb: str, label: str | Message, *, rule: str = "", why_not: Message | None = None, **more: Any) -> Ask:
    """Return a button; `why_not` greys it and says why."""
    return _ask("button", verb, label, rule, {"why_not": why_not, **more})


def choose(verb: str, label: str | Message, choices: list[Choice], *, rule: str = "", **more: Any) -> Ask:
    """Return a choice of one: `choices` are {value, label, why_not?, cost?}."""
    return _ask("choose", verb, label, rule, {"choices": choices, **more})


def number(verb: str, label: str | Message, low: int, high: int, *, rule: str = "", **more: Any) -> Ask:
    """Return a number from `low` to `high`."""
    return _ask("number", verb, label, rule, {"min": low, "max": high, **more})


def pieces(
    verb: str,
    label: str | Message,
    candidates: Iterable[str],
    low: int = 1,
    high: int = 1,
    *,
    rule: str = "",
    locked: Iterable[str] = (),
    **more: Any,
) -> Ask:
    """Return a choice of `low` to `high` pieces, of which `locked` must be among them.

    `button` is what the button says that carries the choice out, where the label is no order ("Unit to eliminate").
    `groups` (place → pieces) says that all come from one of these; `along` names pieces that come along with others,
    never alone; with `costs` (piece → points) a `budget` says what all of them together may cost; `why` (piece → message)
    says which rule is against others.
    """
    return _ask(
        "pieces",
        verb,
        label,
        rule,
        {"pieces": list(candidates), "min": low, "max": high, "locked": list(locked) or None, **more},
    )


def cell(verb: str, label: str | Message, cells: Iterable[str], *, rule: str = "", **more: Any) -> Ask:
    """Return a choice of one place."""
    return _ask("cell", verb, label, rule, {"cells": list(cells), **more})


def edge(verb: str, label: str | Message, edges: Iterable[str], *, rule: str = "", **more: Any) -> Ask:
    """Return a choice of one side of a cell (`board:a|b`, at the border `board:a/N`)."""
    return _ask("edge", verb, label, rule, {"edges": list(edges), **more})


def pieces_and_cell(
    verb: str,
    label: str | Message,
    candidates: Iterable[str],
    cells: Iterable[str],
    low: int = 1,
    high: int = 1,
    *,
    rule: str = "",
    **more: Any,
) -> Ask:
    """Return a choice of pieces, as for `pieces`, and of one place for them.

    `targets` (piece → places) says which places fit which piece, where not all do.
    """
    return _ask(
        "pieces+cell",
        verb,
        label,
        rule,
        {"pieces": list(candidates), "min": low, "max": high, "cells": list(cells), **more},
    )


def place(verb: str, label: str | Message, targets: dict[str, list[str]], *, rule: str = "", **more: Any) -> Ask:
    """Return pieces to be placed: piece → places where it may go."""
    return _ask("place", verb, label, rule, {"pieces": list(targets), "targets": targets, **more})


def move(
    verb: str,
    label: str | Message,
    movable: Iterable[str],
    *,
    rule: str = "",
    query: str = "reach",
    group: str = "cell",
    join: bool = False,
    land: bool = False,
    **more: Any,
) -> Ask:
    """Return pieces that may be picked up and moved; where to is asked by `query`."""
    fields = {"pieces": list(movable), "query": query, "group": group, "join": join, "land": land, **more}
    return _ask("move", verb, label, rule, fields)


def allocate(
    verb: str, label: str | Message, per_piece: dict[str, int], total: int, *, rule: str = "", **more: Any
) -> Ask:
    """Return an amount to be shared out: piece → most it can take; the sum must be `total`."""
    return _ask(
        "allocate",
        verb,
        label,
        rule,
        {"pieces": list(per_piece), "per_piece": per_piece, "total": total, **more},
    )


def order(verb: str, label: str | Message, candidates: Iterable[str], *, rule: str = "", **more: Any) -> Ask:
    """Return pieces to be put in order."""
    return _ask("order", verb, label, rule, {"pieces": list(candidates), **more})


def roll(verb: str, label: str | Message, dice: list[int], *, rule: str = "", **more: Any) -> Ask:
    """Return a roll of the dice (number of sides of each)."""
    return _ask("roll", verb, label, rule, {"dice": dice, **more})


def draw(verb: str, label: str | Message, from_place: str, *, rule: str = "", **more: Any) -> Ask:
    """Return a draw from a cup or deck."""
    return _ask("draw", verb, label, rule, {"place": from_place, **more})


def secret(of: Ask) -> Ask:
    """Return an ask whose answer stays sealed until everybody has answered."""
    inner = {k: v for k, v in of.items() if k not in ("id", "verb", "label", "rule")}
    return cast(Ask, {**of, "kind": "secret", "of": inner})


def confirm(verb: str, label: str | Message, preview: dict[str, Any], *, rule: str = "", **more: Any) -> Ask:
    """Return something to be confirmed after looking at its preview."""
    return _ask("confirm", verb, label, rule, {"preview": preview, **more})


__all__ = [
    "Ask",
    "Choice",
    "Message",
    "Offer",
    "allocate",
    "button",
    "cell",
    "choose",
    "confirm",
    "draw",
    "edge",
    "move",
    "msg",
    "number",
    "offer",
    "order",
    "pieces",
    "pieces_and_cell",
    "place",
    "roll",
    "secret",
]
