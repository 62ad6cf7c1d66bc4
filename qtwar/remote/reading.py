"""Reading what comes by HTTP from a machine that nobody answers for: so much, for so long, and nothing but it."""

from __future__ import annotations

from time import monotonic
from typing import Any

PIECE = 65_536


def read_all(answer: Any, most: int, seconds: float) -> bytes:
    """Return all of an answer; raises ValueError where it is longer than `most` bytes, TimeoutError where it takes longer."""
    end, held = monotonic() + seconds, bytearray()
    while piece := answer.read1(PIECE):
        held += piece
        if len(held) > most:
            raise ValueError("too long an answer")
        if monotonic() > end:
            raise TimeoutError("the answer does not come to its end")
    return bytes(held)


def no_answer() -> tuple[type[Exception], ...]:
    """Return what is raised where no machine answers, or something that speaks no HTTP."""
    from http.client import HTTPException  # nobody asks a server while the program starts

    return (OSError, ValueError, HTTPException, RecursionError)
