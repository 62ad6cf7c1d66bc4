"""The closed list of events: all that can happen to a position, each with the old and the new value.

Builders make them, `check` refuses what a title has no business to say. The meaning of each is in
`reduce`; `docs/reference/events.md` lists them for authors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.engine.forms import (
    Form,
    anything,
    args,
    exactly,
    index,
    listed,
    mapped,
    maybe,
    name,
    plain,
    text,
    unique,
    whole,
)
from qtwar.engine.state import INSIDE, NOBODY, SIGHT_MODES, State

Event = dict[str, Any]
PIECE_KEYS = ("kind", "face", "owner", "back")
LEVELS = (0, 1, 2)
"""Of a note: a heading, a line, a detail."""
DEEPEST = 64
"""Most frames of the flow."""


MOST_DICE, MOST_FACES = 500, 1000
"""Dice of one roll, and faces of one die: dice are counted face by face."""


def _die(value: Any) -> bool:
    if not (isinstance(value, list) and len(value) == 2 and all(map(index, value))):
        return False
    faces, face = value
    return bool(1 <= face <= faces <= MOST_FACES)


record = exactly(kind=text, at=name, face=text, owner=text, back=text, attrs=mapped(anything))
frames = listed(exactly(step=name, l=mapped(anything), s=mapped(mapped(anything)), r=anything), DEEPEST)
result = exactly(winner=maybe(text), level=text, key=text, args=args)
sight = maybe(lambda value: isinstance(value, list) and len(value) == 2 and value[0] in SIGHT_MODES and text(value[1]))


def _change(form: Form, **fields: Form) -> Mapping[str, Form]:
    """Return the fields of an event that changes one value from `was` to `to`."""
    return {**fields, "was": form, "to": form}


FIELDS: Mapping[str, Mapping[str, Form]] = {
    "piece.added": {"piece": name, "to": record, "index": index},
    "piece.removed": {"piece": name, "was": record, "index": index},
    "piece.moved": {"piece": name, "was": index, "from": name, "to": name, "index": index},
    "piece.set": _change(text, piece=name, key=name),
    "attr.set": _change(plain, piece=name, key=name),
    "place.ordered": _change(unique, place=name),
    "sight.set": _change(sight, place=name),
    "known.set": _change(maybe(unique), piece=name),
    "side.set": _change(plain, side=name, key=name),
    "var.set": _change(plain, key=name),
    "secret.set": _change(plain, side=name, key=name),
    "flow.set": _change(frames, keep=index),
    "active.set": _change(unique),
    "rolled": {"dice": listed(_die, MOST_DICE), "for": text, "by": text, "sides": maybe(unique)},
    "note": {
        "key": name,
        "args": args,
        "rule": text,
        "level": whole(LEVELS[0], LEVELS[-1]),
        "sides": maybe(unique),
    },
    "ended": _change(maybe(result)),
}
KEYS = {kind: frozenset(("e", *fields)) for kind, fields in FIELDS.items()}
"""Event → all that stands in it."""

_LINES = {kind: exactly(e=text, **FIELDS[kind]) for kind in ("note", "rolled")}


def log_line(value: Any) -> bool:
    """Return whether a value is a line of the log: a note or a roll as a side was told it."""
    kind = value.get("e") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in _LINES and _LINES[kind](value)


class LyingEvent(ValueError):
    """An event that does not fit the position or the vocabulary."""


def check_form(event: object) -> None:
    """Raise LyingEvent unless `event` is of the vocabulary and each field is of its type, in any position at all."""
    if not isinstance(event, dict):
        raise LyingEvent("an event is not an object")
    kind = event.get("e")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise LyingEvent(f"there is no event {str(kind)[:80]!r}")
    fields = FIELDS[kind]
    if event.keys() != KEYS[kind]:
        raise LyingEvent(f"{kind} has the fields {sorted(map(str, set(event) - {'e'}))}, it takes {sorted(fields)}")
    sound = plain(event)  # all at once: most of what is in it is not asked for by a call each
    for key, form in fields.items():
        if not (sound or plain(event[key])) or not form(event[key]):
            raise LyingEvent(f"{kind}: {key} can not be {str(event[key])[:200]!r}")


def check_fit(event: Event, state: State) -> None:
    """Raise LyingEvent unless the old values of an event, which has its form, are those of `state`."""
    problem = _misfit(event["e"], event, state)
    if problem:
        raise LyingEvent(f"{event['e']}: {problem}")


def _same(a: Any, b: Any) -> bool:
    """Return whether two values are one in JSON too: 1, 1.0 and true are three, and undo would bring back another."""
    if type(a) is not type(b) or a != b:
        return False
    if isinstance(a, dict):
        return all(_same(value, b[key]) for key, value in a.items())
    return not isinstance(a, list) or all(map(_same, a, b))


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
        if fault := state.load_fault(e["piece"], record["at"]):
            return fault
        return "" if e["index"] <= len(state.at(record["at"])) else "it is put outside its stack"
    if kind == "piece.removed":
        piece = state.pieces[e["piece"]]
        there = state.at(piece["at"])
        if not _same(e["was"], piece) or e["index"] >= len(there) or there[e["index"]] != e["piece"]:
            return "the old record is not the one in the position"
        if e["piece"] in state.known:
            return "what is known of it must be cleared first"
        if state.at(INSIDE + e["piece"]):
            return "what it carries must be taken out first"
        return ""
    if kind == "piece.moved":
        at = state.pieces[e["piece"]]["at"]
        if e["from"] != at or e["was"] >= len(state.at(at)) or state.at(at)[e["was"]] != e["piece"]:
            return f"{e['piece']} is not there"
        if fault := state.load_fault(e["piece"], e["to"]):
            return fault
        room = len(state.at(e["to"])) - (1 if e["to"] == at else 0)
        return "" if e["index"] <= room else "it is put outside its stack"
    if kind == "piece.set":
        if e["key"] not in PIECE_KEYS:
            return f"{e['key']!r} can not be set; use piece.moved or attr.set"
        return "" if state.pieces[e["piece"]][e["key"]] == e["was"] else "the old value is another"
    if kind == "attr.set":
        return "" if _same(state.pieces[e["piece"]]["attrs"].get(e["key"]), e["was"]) else "the old value is another"
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
        return "" if _same(state.sides[e["side"]].get(e["key"]), e["was"]) else "the old value is another"
    if kind == "var.set":
        return "" if _same(state.vars.get(e["key"]), e["was"]) else "the old value is another"
    if kind == "secret.set":
        if e["side"] not in state.sides and e["side"] != NOBODY:
            return f"there is no side {e['side']!r}"
        return "" if _same(state.secret.get(e["side"], {}).get(e["key"]), e["was"]) else "the old value is another"
    if kind == "flow.set":
        if e["keep"] > len(state.flow):
            return "it keeps frames that are not there"
        if len(e["to"]) + e["keep"] > DEEPEST:
            return f"the flow is deeper than {DEEPEST} frames"
        return "" if _same(state.flow[e["keep"] :], e["was"]) else "the old frames are others"
    if kind == "active.set":
        if any(side not in state.sides for side in e["to"]):
            return "an unknown side is to act"
        return "" if state.active == e["was"] else "the old value is another"
    if kind in ("rolled", "note"):
        return "it is told to an unknown side" if any(s not in state.sides for s in e["sides"] or ()) else ""
    return "" if _same(state.result, e["was"]) else "the old value is another"
