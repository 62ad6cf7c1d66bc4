"""Sound data bent out of shape: one part of it replaced, taken out, doubled, put deeper, or exchanged for another's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from qtwar.base import jsonio

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 10**30, 0.5, 1e308, "", "x", "~m:1#0", "@x", "../x", "\x00", "\ud800", "9" * 400,
    [], {}, [[]], [None], {"": 0}, {"key": 5}, {"p": []},
)  # fmt: skip


def bent(data: Any, chance: random.Random) -> Any:
    """Return data with one part of it replaced, taken out, doubled or put deeper."""
    places = list(spots(data))
    if not places:
        return chance.choice(ODD)
    holder, key = chance.choice(places)
    what = chance.random()
    if what < 0.6:
        holder[key] = jsonio.copy(chance.choice(ODD))
    elif what < 0.75:
        del holder[key]
    elif what < 0.9 and isinstance(holder, dict):
        holder[chance.choice(["", "x", "key", "e", "to", "was"])] = jsonio.copy(chance.choice(ODD))
    else:
        holder[key] = [holder[key]]
    return data


def crossed(data: dict[str, Any], other: Any, chance: random.Random) -> dict[str, Any]:
    """Return data in which a part stands that has the same name in other data of the sort."""
    named: dict[str, list[Any]] = {}
    for holder, key in spots(other):
        if isinstance(key, str):
            named.setdefault(key, []).append(holder[key])
    fits = [(holder, key) for holder, key in spots(data) if isinstance(key, str) and key in named]
    if fits:
        holder, key = chance.choice(fits)
        holder[key] = jsonio.copy(chance.choice(named[key]))
    return data


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place in data: what holds it, and its key there."""
    if isinstance(data, dict):
        for key in sorted(data):
            yield data, key
            yield from spots(data[key])
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield data, index
            yield from spots(value)
