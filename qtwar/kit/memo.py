"""What a title works out of a position is worked out once: for a place, or for a piece, until something there changes.

Put `@per_place` over a question about what lies in a place, `@per_piece` over one about a piece. The answer must hang on
nothing but the pieces there, what they carry, and what never changes in a game (content, scenario, options); what hangs
on more (lines of fire, the turn) belongs into `Reader.memo`. Answers are handed out as they are: do not change them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from qtwar.kit.table import Reader

P = ParamSpec("P")
T = TypeVar("T")
Question = Callable[Concatenate[Reader, str, P], T]


def per_place(ask: Question[P, T]) -> Question[P, T]:
    """Keep what `ask(r, place, …)` says until the pieces there change."""

    def kept(r: Reader, place: str, /, *args: P.args, **named: P.kwargs) -> T:
        here = r.here(place)
        key = (ask, args, *named.items())
        if key not in here:
            here[key] = ask(r, place, *args, **named)
        return here[key]  # type: ignore[no-any-return]

    kept.__doc__ = ask.__doc__
    return kept


def per_piece(ask: Question[P, T]) -> Question[P, T]:
    """Keep what `ask(r, piece, …)` says until something changes in the place where the piece lies."""

    def kept(r: Reader, piece: str, /, *args: P.args, **named: P.kwargs) -> T:
        here = r.here(r.where(piece))
        key = (ask, piece, args, *named.items())
        if key not in here:
            here[key] = ask(r, piece, *args, **named)
        return here[key]  # type: ignore[no-any-return]

    kept.__doc__ = ask.__doc__
    return kept
