"""A position from a file: its form and all that holds for any position are checked before anybody believes it."""

from __future__ import annotations

from sys import intern
from typing import Any

from qtwar.engine.events import LyingEvent, frames, record, result, sight
from qtwar.engine.forms import anything, exactly, listed, mapped, maybe, name, plain, unique
from qtwar.engine.state import State

_position = exactly(
    meta=mapped(anything),
    sides=mapped(mapped(anything)),
    vars=mapped(anything),
    pieces=mapped(record),
    places=mapped(listed(name)),
    sight=mapped(sight),
    known=mapped(unique),
    flow=frames,
    active=unique,
    secret=mapped(mapped(anything)),
    result=maybe(result),
)


def read(data: Any, sides: tuple[str, ...]) -> State:
    """Return the state that owns `data`, a position between these sides; raises LyingEvent for what is none."""
    if not plain(data) or not _position(data):
        raise LyingEvent("it is no position")
    for piece in data["pieces"].values():  # thousands of pieces share a few words: each is kept once
        for field in ("kind", "face", "owner", "back"):
            piece[field] = intern(piece[field])
    state = State.from_json(data)
    held(state, sides)
    return state


def held(state: State, sides: tuple[str, ...]) -> None:
    """Raise LyingEvent unless all holds that holds for any position between these sides."""
    if set(state.sides) != set(sides):
        raise LyingEvent("it is a position between other sides")
    problem = next(state.check(), None)
    if problem:
        raise LyingEvent(problem)
