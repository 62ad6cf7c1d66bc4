"""Apply one event to a position, or build the event that takes it back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.base import jsonio
from qtwar.engine.events import Event, check
from qtwar.engine.state import State


def apply(state: State, event: Event) -> None:
    """Change `state` by one event, which must fit it (see `events.check`)."""
    kind = event["e"]
    state.revision += 1
    if kind == "piece.moved":
        piece = event["piece"]
        _take(state, event["from"], piece)
        _put(state, event["to"], event["index"], piece)
        state.pieces[piece]["at"] = event["to"]
    elif kind == "piece.set":
        state.pieces[event["piece"]][event["key"]] = event["to"]
    elif kind == "attr.set":
        _assign(state.pieces[event["piece"]]["attrs"], event["key"], event["to"])
    elif kind == "piece.added":
        record = jsonio.copy(event["to"])
        state.pieces[event["piece"]] = record
        _put(state, record["at"], event["index"], event["piece"])
    elif kind == "piece.removed":
        piece = event["piece"]
        _take(state, state.pieces[piece]["at"], piece)
        del state.pieces[piece]
    elif kind == "place.ordered":
        if event["to"]:
            state.places[event["place"]] = list(event["to"])
    elif kind == "sight.set":
        _assign(state.sight, event["place"], event["to"])
    elif kind == "known.set":
        _assign(state.known, event["piece"], event["to"])
    elif kind == "side.set":
        _assign(state.sides[event["side"]], event["key"], event["to"])
    elif kind == "var.set":
        _assign(state.vars, event["key"], event["to"])
    elif kind == "secret.set":
        own = state.secret.setdefault(event["side"], {})
        _assign(own, event["key"], event["to"])
        if not own:
            del state.secret[event["side"]]
    elif kind == "flow.set":
        state.flow[event["keep"] :] = jsonio.copy(event["to"])
    elif kind == "active.set":
        state.active = list(event["to"])
    elif kind == "ended":
        state.result = jsonio.copy(event["to"])


def inverse(event: Event) -> Event | None:
    """Return the event that undoes `event`, or None where there is nothing to undo (dice, notes)."""
    kind = event["e"]
    if kind in ("rolled", "note"):
        return None
    if kind == "piece.moved":
        return {
            "e": kind,
            "piece": event["piece"],
            "from": event["to"],
            "was": event["index"],
            "to": event["from"],
            "index": event["was"],
        }
    if kind == "piece.added":
        return {
            "e": "piece.removed",
            "piece": event["piece"],
            "was": event["to"],
            "index": event["index"],
        }
    if kind == "piece.removed":
        return {"e": "piece.added", "piece": event["piece"], "to": event["was"], "index": event["index"]}
    return {**event, "was": event["to"], "to": event["was"]}


def apply_all(state: State, events: Iterable[Event], *, checked: bool = True) -> None:
    """Apply events in order; on a misfit take back what was applied and raise LyingEvent."""
    done: list[Event] = []
    try:
        for event in events:
            if checked:
                check(event, state)
            apply(state, event)
            done.append(event)
    except Exception:
        undo_all(state, done)
        raise


def undo_all(state: State, events: list[Event]) -> None:
    """Take back events that were applied in the order given."""
    for event in reversed(events):
        back = inverse(event)
        if back is not None:
            apply(state, back)


def _assign(where: dict[str, Any], key: str, value: Any) -> None:
    if value is None:
        where.pop(key, None)
    else:
        where[key] = jsonio.copy(value)


def _take(state: State, place: str, piece: str) -> None:
    ids = state.places[place]
    ids.remove(piece)
    if not ids:
        del state.places[place]


def _put(state: State, place: str, index: int, piece: str) -> None:
    state.places.setdefault(place, []).insert(index, piece)
