"""What a title works out of a position is worked out once: for a place, or for a piece, until something there changes.

Put `@per_place` over a question about what lies in a place, `@per_piece` over one about a piece. The answer must hang on
nothing but the pieces there, what they carry, and what never changes in a game (content, scenario, options); what hangs
on more (lines of fire, the turn) belongs into `Reader.memo`. Answers are handed out as they are: do not change them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

from qtwar.kit.table import Reader

Args = TypeVarTuple("Args")
Answer = TypeVar("Answer")
_ABSENT: Any = object()


def per_place(ask: Callable[[Reader, str, *Args], Answer]) -> Callable[[Reader, str, *Args], Answer]:
    """Keep what `ask(r, place, …)` says until the pieces there change; arguments are given by position."""

    def cached(r: Reader, place: str, *args: *Args) -> Answer:
        here = r.here[place]
        key = (ask, args)
        found: Answer = here.get(key, _ABSENT)
        if found is _ABSENT:
            found = here[key] = ask(r, place, *args)
        return found

    cached.__doc__ = ask.__doc__
    return cached


def per_piece(ask: Callable[[Reader, str, *Args], Answer]) -> Callable[[Reader, str, *Args], Answer]:
    """Keep what `ask(r, piece, …)` says until something changes where the piece lies; arguments are given by position."""

    def cached(r: Reader, piece: str, *args: *Args) -> Answer:
        here = r.here[r.records[piece]["at"]]
        key = (ask, piece, args)
        found: Answer = here.get(key, _ABSENT)
        if found is _ABSENT:
            found = here[key] = ask(r, piece, *args)
        return found

    cached.__doc__ = ask.__doc__
    return cached
