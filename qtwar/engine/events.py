"""The closed list of events: all that can happen to a position, each with the old and the new value.

Builders make them, `check` refuses what a title has no business to say. The meaning of each is in
`reduce`; `docs/reference/events.md` lists them for authors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from qtwar.engine.state import NOBODY, SIGHT_MODES, State

Event = dict[str, Any]
Form = Callable[[Any], bool]
"""Says whether a field of an event has the type it must have, whatever the position."""

PIECE_KEYS = ("kind", "face", "owner", "back")
LEVELS = (0, 1, 2)
"""Of a note: a heading, a line, a detail."""
DEEPEST = 64
"""Most frames of the flow, and most lists and objects inside each other in one value."""
MAX_TEXT = 2000
_WRAPS = ("p", "c", "s", "k")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _index(value: Any) -> bool:
    return type(value) is int and value >= 0


def _plain(value: Any, depth: int = DEEPEST) -> bool:
    """Return whether a value is JSON and can be stored and shown: finite numbers, whole characters, not too deep."""
    if value is None or value is True or value is False:
        return True
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= c <= "\udfff" for c in value)
    if isinstance(value, int):
        return True
    if isinstance(value, float):
        return math.isfinite(value)
    if depth == 0:
        return False
    if isinstance(value, dict):
        return all(isinstance(k, str) and _plain(k) and _plain(v, depth - 1) for k, v in value.items())
    return isinstance(value, list) and all(_plain(v, depth - 1) for v in value)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value) and len(set(value)) == len(value)


def _maybe(form: Form) -> Form:
    return lambda value: value is None or form(value)


def _object(**fields: Form) -> Form:
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == fields.keys()
        and all(form(value[key]) for key, form in fields.items())
    )


def _dice(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(d, list) and len(d) == 2 and all(type(n) is int for n in d) and 1 <= d[1] <= d[0] for d in value
    )


def _args(value: Any) -> bool:
    """Return whether these are arguments of a message: ids wrapped by kind, numbers, words, messages, lists of these."""
    return isinstance(value, dict) and len(str(value)) <= MAX_TEXT * 8 and all(_argument(v) for v in value.values())


def _argument(value: Any) -> bool:
    if isinstance(value, list):
        return all(_argument(v) for v in value)
    if isinstance(value, dict):
        if "key" in value and not _name(value["key"]):
            return False
        return all(_text(v) if k in _WRAPS and len(value) == 1 else _argument(v) for k, v in value.items())
    return True


_record = _object(kind=_text, at=_name, face=_text, owner=_text, back=_text, attrs=lambda value: isinstance(value, dict))
_frame = _object(
    step=_name,
    l=lambda value: isinstance(value, dict),
    s=lambda value: isinstance(value, dict) and all(isinstance(own, dict) for own in value.values()),
    r=lambda value: True,
)
_result = _object(winner=_maybe(_text), level=_text, key=_text, args=_args)
_sight = _maybe(lambda value: isinstance(value, list) and len(value) == 2 and value[0] in SIGHT_MODES and _text(value[1]))


def _frames(value: Any) -> bool:
    return isinstance(value, list) and all(_frame(v) for v in value)


def _change(form: Form, **fields: Form) -> Mapping[str, Form]:
    """Return the fields of an event that changes one value from `was` to `to`."""
    return {**fields, "was": form, "to": form}


FIELDS: Mapping[str, Mapping[str, Form]] = {
    "piece.added": {"piece": _name, "to": _record, "index": _index},
    "piece.removed": {"piece": _name, "was": _record, "index": _index},
    "piece.moved": {"piece": _name, "was": _index, "from": _name, "to": _name, "index": _index},
    "piece.set": _change(_text, piece=_name, key=_name),
    "attr.set": _change(_plain, piece=_name, key=_name),
    "place.ordered": _change(_texts, place=_name),
    "sight.set": _change(_sight, place=_name),
    "known.set": _change(_maybe(_texts), piece=_name),
    "side.set": _change(_plain, side=_name, key=_name),
    "var.set": _change(_plain, key=_name),
    "secret.set": _change(_plain, side=_name, key=_name),
    "flow.set": _change(_frames, keep=_index),
    "active.set": _change(_texts),
    "rolled": {"dice": _dice, "for": _text, "by": _text, "sides": _maybe(_texts)},
    "note": {
        "key": _name,
        "args": _args,
        "rule": _text,
        "level": lambda value: type(value) is int and value in LEVELS,
        "sides": _maybe(_texts),
    },
    "ended": _change(_maybe(_result)),
}


class LyingEvent(ValueError):
    """An event that does not fit the position or the vocabulary."""


def check_form(event: object) -> None:
    """Raise LyingEvent unless `event` is of the vocabulary and each field is of its type, in any position at all."""
    if not isinstance(event, dict):
        raise LyingEvent("an event is not an object")
    kind = event.get("e")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise LyingEvent(f"there is no event {str(kind)[:80]!r}")
    if set(event) != {"e", *fields}:
        raise LyingEvent(f"{kind} has the fields {sorted(map(str, set(event) - {'e'}))}, it takes {sorted(fields)}")
    for key, form in fields.items():
        if not form(event[key]) or not _plain(event[key]):
            raise LyingEvent(f"{kind}: {key} can not be {str(event[key])[:200]!r}")


def check_fit(event: Event, state: State) -> None:
    """Raise LyingEvent unless the old values of an event, which has its form, are those of `state`."""
    problem = _misfit(event["e"], event, state)
    if problem:
        raise LyingEvent(f"{event['e']}: {problem}")


def check(event: Event, state: State) -> None:
    """Raise LyingEvent unless an event has its form and fits `state`."""
    check_form(event)
    check_fit(event, state)


def _misfit(kind: str, e: Event, state: State) -> str:
    of_piece = kind in ("piece.removed", "piece.moved", "piece.set", "attr.set", "known.set")
    if of_piece and e["piece"] not in state.pieces:
        return f"there is no piece {e['piece']!r}"
    if kind == "piece.added":
        record = e["to"]
        if e["piece"] in state.pieces or e["piece"].startswith("~"):
            return f"the id {e['piece']!r} can not be used for a new piece"
        return "" if e["index"] <= len(state.at(record["at"])) else "it is put outside its stack"
    if kind == "piece.removed":
        piece = state.pieces[e["piece"]]
        there = state.at(piece["at"])
        if e["was"] != piece or e["index"] >= len(there) or there[e["index"]] != e["piece"]:
            return "the old record is not the one in the position"
        if e["piece"] in state.known:
            return "what is known of it must be cleared first"
        return ""
    if kind == "piece.moved":
        at = state.pieces[e["piece"]]["at"]
        if e["from"] != at or e["was"] >= len(state.at(at)) or state.at(at)[e["was"]] != e["piece"]:
            return f"{e['piece']} is not there"
        room = len(state.at(e["to"])) - (1 if e["to"] == at else 0)
        return "" if e["index"] <= room else "it is put outside its stack"
    if kind == "piece.set":
        if e["key"] not in PIECE_KEYS:
            return f"{e['key']!r} can not be set; use piece.moved or attr.set"
        return "" if state.pieces[e["piece"]][e["key"]] == e["was"] else "the old value is another"
    if kind == "attr.set":
        return "" if state.pieces[e["piece"]]["attrs"].get(e["key"]) == e["was"] else "the old value is another"
    if kind == "place.ordered":
        at = state.at(e["place"])
        return "" if at == e["was"] and sorted(e["to"]) == sorted(at) else "these are not the pieces there"
    if kind == "sight.set":
        return "" if state.sight.get(e["place"]) == e["was"] else "the old value is another"
    if kind == "known.set":
        if any(side not in state.sides for side in e["to"] or ()):
            return "an unknown side is to know it"
        return "" if state.known.get(e["piece"]) == e["was"] else "the old value is another"
    if kind == "side.set":
        if e["side"] not in state.sides:
            return f"there is no side {e['side']!r}"
        return "" if state.sides[e["side"]].get(e["key"]) == e["was"] else "the old value is another"
    if kind == "var.set":
        return "" if state.vars.get(e["key"]) == e["was"] else "the old value is another"
    if kind == "secret.set":
        if e["side"] not in state.sides and e["side"] != NOBODY:
            return f"there is no side {e['side']!r}"
        return "" if state.secret.get(e["side"], {}).get(e["key"]) == e["was"] else "the old value is another"
    if kind == "flow.set":
        if e["keep"] > len(state.flow):
            return "it keeps frames that are not there"
        if len(e["to"]) + e["keep"] > DEEPEST:
            return f"the flow is deeper than {DEEPEST} frames"
        return "" if state.flow[e["keep"] :] == e["was"] else "the old frames are others"
    if kind == "active.set":
        if any(side not in state.sides for side in e["to"]):
            return "an unknown side is to act"
        return "" if state.active == e["was"] else "the old value is another"
    if kind in ("rolled", "note"):
        return "it is told to an unknown side" if any(s not in state.sides for s in e["sides"] or ()) else ""
    return "" if state.result == e["was"] else "the old value is another"
