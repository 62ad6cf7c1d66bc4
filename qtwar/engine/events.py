"""The closed list of events: all that can happen to a position, each with the old and the new value.

Builders make them, `check` refuses what a title has no business to say. The meaning of each is in
`reduce`; `docs/reference/events.md` lists them for authors.
"""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import NOBODY, SIGHT_MODES, State

Event = dict[str, Any]

FIELDS: dict[str, tuple[str, ...]] = {
    "piece.added": ("piece", "to", "index"),
    "piece.removed": ("piece", "was", "index"),
    "piece.moved": ("piece", "was", "from", "to", "index"),
    "piece.set": ("piece", "key", "was", "to"),
    "attr.set": ("piece", "key", "was", "to"),
    "place.ordered": ("place", "was", "to"),
    "sight.set": ("place", "was", "to"),
    "known.set": ("piece", "was", "to"),
    "side.set": ("side", "key", "was", "to"),
    "var.set": ("key", "was", "to"),
    "secret.set": ("side", "key", "was", "to"),
    "flow.set": ("keep", "was", "to"),
    "active.set": ("was", "to"),
    "rolled": ("dice", "for", "by", "sides"),
    "note": ("key", "args", "rule", "level", "sides"),
    "ended": ("was", "to"),
}
PIECE_KEYS = ("kind", "face", "owner", "back")
MAX_TEXT = 2000


class LyingEvent(ValueError):
    """An event that does not fit the position or the vocabulary."""


def check(event: object, state: State) -> None:
    """Raise LyingEvent unless `event` is of the vocabulary and its old values are those of `state`."""
    if not isinstance(event, dict):
        raise LyingEvent("an event is not an object")
    kind = event.get("e")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise LyingEvent(f"there is no event {kind!r}")
    if set(event) != {"e", *fields}:
        raise LyingEvent(f"{kind} has the fields {sorted(set(event) - {'e'})}, it takes {sorted(fields)}")
    problem = _misfit(str(kind), event, state)
    if problem:
        raise LyingEvent(f"{kind}: {problem}")


def _misfit(kind: str, e: Event, state: State) -> str:
    of_piece = kind in ("piece.removed", "piece.moved", "piece.set", "attr.set", "known.set")
    if of_piece and e["piece"] not in state.pieces:
        return f"there is no piece {e['piece']!r}"
    if kind == "piece.added":
        record = e["to"]
        if not isinstance(e["piece"], str) or e["piece"] in state.pieces or e["piece"].startswith("~"):
            return f"the id {e['piece']!r} can not be used for a new piece"
        if not isinstance(record, dict) or set(record) != {"kind", "at", "face", "owner", "back", "attrs"}:
            return "a piece needs kind, at, face, owner, back and attrs"
        if not isinstance(record["at"], str) or not isinstance(record["attrs"], dict):
            return "a piece lies in a named place and has attributes"
        if not 0 <= e["index"] <= len(state.at(record["at"])):
            return "it is put outside its stack"
        return ""
    if kind == "piece.removed":
        piece = state.pieces[e["piece"]]
        if e["was"] != piece or state.at(piece["at"])[e["index"]] != e["piece"]:
            return "the old record is not the one in the position"
        if e["piece"] in state.known:
            return "what is known of it must be cleared first"
        return ""
    if kind == "piece.moved":
        if not isinstance(e["to"], str) or not e["to"]:
            return "it goes nowhere"
        at = state.pieces[e["piece"]]["at"]
        if e["from"] != at or not 0 <= e["was"] < len(state.at(at)) or state.at(at)[e["was"]] != e["piece"]:
            return f"{e['piece']} is not there"
        room = len(state.at(e["to"])) - (1 if e["to"] == at else 0)
        return "" if 0 <= e["index"] <= room else "it is put outside its stack"
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
        to = e["to"]
        if to is not None and (not isinstance(to, list) or len(to) != 2 or to[0] not in SIGHT_MODES):
            return "sight is [mode, owner]"
        return "" if state.sight.get(e["place"]) == e["was"] else "the old value is another"
    if kind == "known.set":
        to = e["to"]
        if to is not None and (not isinstance(to, list) or any(s not in state.sides for s in to)):
            return "knowledge is a list of sides"
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
        if not isinstance(e["keep"], int) or not 0 <= e["keep"] <= len(state.flow):
            return "it keeps frames that are not there"
        if not isinstance(e["to"], list) or len(e["to"]) + e["keep"] > 64:
            return "the flow is deeper than 64 frames"
        return "" if state.flow[e["keep"] :] == e["was"] else "the old frames are others"
    if kind == "active.set":
        if any(s not in state.sides for s in e["to"]):
            return "an unknown side is to act"
        return "" if state.active == e["was"] else "the old value is another"
    if kind == "rolled":
        dice = e["dice"]
        if not isinstance(dice, list) or any(
            not isinstance(d, list) or len(d) != 2 or not 1 <= d[1] <= d[0] for d in dice
        ):
            return "a die shows what it has no side for"
        return ""
    if kind == "note":
        if not isinstance(e["key"], str) or not isinstance(e["args"], dict) or len(str(e["args"])) > MAX_TEXT * 8:
            return "a note is a message key with arguments"
        if e["sides"] is not None and any(side not in state.sides for side in e["sides"]):
            return "a note is told to an unknown side"
        return ""
    return "" if state.result == e["was"] else "the old value is another"
