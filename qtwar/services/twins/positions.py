"""Twin positions: equal but for what one side may not know."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from qtwar.base import jsonio
from qtwar.engine.state import INSIDE, NOBODY, State
from qtwar.kit import piles
from qtwar.kit.content import Content

Exchange = dict[str, str]
"""Piece → the piece that is in the twin what it is here; who is not in it stays itself. A bijection."""

TRIES = 8
"""How often one is taken at random before all are looked at."""

Tells = Mapping[str, Mapping[str, Any]]
"""Kind → rule → what that rule lets others find out of a face-down piece of the kind (`kit.title.Title.tells`)."""


def alike(state: State, side: str) -> list[list[str]]:
    """Return the groups of pieces that look the same to a side which may not know any of them, two or more each."""
    groups: dict[tuple[str, str, tuple[str, ...] | None], list[str]] = {}
    for piece, record in sorted(state.pieces.items()):
        if not state.knows(side, piece):
            known = state.known.get(piece)
            key = (record["owner"], record["back"], None if known is None else tuple(known))
            groups.setdefault(key, []).append(piece)
    return [group for _, group in sorted(groups.items(), key=str) if len(group) > 1]


def swaps(state: State, side: str) -> list[tuple[str, str]]:
    """Return the pairs of pieces that look alike to a side that may know neither; each could be where the other is."""
    return [
        (a, b)
        for group in alike(state, side)
        for a, b in combinations(group, 2)
        if a not in state.cargo(b) and b not in state.cargo(a)
    ]


def swapped(a: str, b: str) -> Exchange:
    """Return the exchange of two pieces."""
    return {a: b, b: a}


def exchanges(content: Content, state: State, side: str) -> dict[str, list[Exchange]]:
    """Return the exchanges of pieces that a side can not know, by sort; sorts without any are left out.

    `pair`: two of different kinds in different places; `same kind`: two of one kind there; `stack`: two in one place;
    `pile`: all of a deck or cup that look alike, by one.
    """
    found: dict[str, list[Exchange]] = {}
    records = state.pieces
    for a, b in swaps(state, side):
        if records[a]["at"] != records[b]["at"]:
            sort = "pair" if records[a]["kind"] != records[b]["kind"] else "same kind"
            found.setdefault(sort, []).append(swapped(a, b))
        elif not piles.is_pile(content, records[a]["at"]):
            found.setdefault("stack", []).append(swapped(a, b))
    for group in alike(state, side):
        for place in sorted({records[p]["at"] for p in group}):
            ids = [p for p in state.places[place] if p in group]
            if piles.is_pile(content, place) and len(ids) > 1:
                found.setdefault("pile", []).append(dict(zip(ids, (*ids[1:], ids[0]), strict=True)))
    return found


def drawn(
    found: Mapping[str, list[Exchange]], chance: random.Random, untold: Callable[[Exchange], bool]
) -> tuple[str, Exchange] | None:
    """Return one of the exchanges with its sort, one that is `untold` where there is any; each sort is as likely."""
    sorts = sorted(found)
    chance.shuffle(sorts)
    for sort in sorts:
        options = found[sort]
        for _ in range(TRIES):
            option = chance.choice(options)
            if untold(option):
                return sort, option
        options = [option for option in options if untold(option)]
        if options:
            return sort, chance.choice(options)
    return (sorts[0], chance.choice(found[sorts[0]])) if sorts else None


def exchanged(state: State, exchange: Exchange) -> State:
    """Return a position in which pieces have changed places, and what others have noted of them with them."""
    other = State.from_json(jsonio.copy(state.to_json()))
    other.places = {place: [exchange.get(p, p) for p in ids] for place, ids in other.places.items()}
    for place, ids in other.places.items():
        for piece in ids:
            other.pieces[piece]["at"] = place
    other.secret = renamed(other.secret, exchange)
    other.flow = [{**frame, "s": renamed(frame["s"], exchange)} for frame in other.flow]
    broken = next(other.check(), None)
    if broken is not None:
        raise ValueError(broken)
    return other


def private_values(state: State, side: str, sights: Mapping[str, Mapping[str, str]]) -> State | None:
    """Return a position in which the values that `side` may not know are other ones, None where there are none.

    `sights`: side → those of its values that are not for all → who sees them.
    """
    other = state.copy()
    for whose, modes in sights.items():
        for key, mode in modes.items():
            if whose == side and mode == "owner":
                continue
            own = other.secret.get(NOBODY if mode == "none" else whose, {})
            name = f"{whose}.{key}" if mode == "none" else key
            if type(own.get(name)) is int:
                own[name] += 1
    return None if other.digest() == state.digest() else other


def at_rest(state: State, side: str, chance: random.Random) -> State | None:
    """Return a position that differs in what `side` may not know alone, None where nothing is hidden from it.

    Two hidden pieces that look alike have changed places, on the map, in decks, cups, closed boxes or carriers; and
    the secrets, private values and frame locals of others are other ones. It is to be looked at, not to be played on:
    rules may rely on what they have noted.
    """
    pairs = swaps(state, side)
    other = exchanged(state, swapped(*chance.choice(pairs))) if pairs else state.copy()
    for holder, own in [*other.secret.items(), *(item for frame in other.flow for item in frame["s"].items())]:
        if holder != side:
            own.update({key: value + 1 for key, value in own.items() if type(value) is int}, twin=1)
    return None if other.digest() == state.digest() else other


def renamed(value: Any, exchange: Exchange) -> Any:
    """Return data in which exchanged pieces are called by each other's ids."""
    if isinstance(value, dict):
        return {renamed(k, exchange): renamed(v, exchange) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, exchange) for v in value]
    if isinstance(value, str):
        if value.startswith(INSIDE):
            return INSIDE + exchange.get(value[1:], value[1:])
        return exchange.get(value, value)
    return value


def rules_that_tell(state: State, exchange: Exchange, tells: Tells) -> frozenset[str]:
    """Return the rules that tell the exchanged pieces apart while they lie face down."""
    rules: set[str] = set()
    for a, b in exchange.items():
        one, other = (tells.get(state.pieces[p]["kind"], {}) for p in (a, b))
        rules.update(rule for rule in (*one, *other) if one.get(rule) != other.get(rule))
    return frozenset(rules)
