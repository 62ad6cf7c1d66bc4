"""What one side may see: of a position, of an event, and of an offer.

A piece whose identity a side does not know appears under a positional alias (`~place#n`): where it lies, whose it
is and which back it shows, nothing else. Aliases are positions and carry no history, so ids can not betray a piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.base import jsonio
from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, FrameData, State

HIDDEN = "?"


class View(State):
    """A position as one side may know it (the empty side: everybody): what is hidden from it is not in there."""

    __slots__ = ("side",)

    side: str


def alias(place: str, index: int) -> str:
    """Return the alias of the n-th piece in a place that the side does not know."""
    return f"~{place}#{index}"


def is_alias(piece: str) -> bool:
    """Return whether an id is an alias and not a piece's own."""
    return piece.startswith("~")


def place_view(state: State, side: str, place: str) -> list[tuple[str, dict[str, Any]]]:
    """Return (id or alias, record) of each piece that `side` sees in a place: known ones first, bottom first.

    Unknown pieces come last, sorted by owner and back, so that their order in the stack tells nothing.
    """
    sees = state.sees_place(side, place)
    if sees == "none":
        return []
    pieces = state.pieces
    ids = state.places.get(place, ())
    if sees == "count":
        backs = sorted((pieces[p]["owner"], pieces[p]["back"]) for p in ids)
        return [(alias(place, i), _blank(place, o, b)) for i, (o, b) in enumerate(backs)]
    known = state.known
    shown: list[tuple[str, dict[str, Any]]] = []
    unknown: list[tuple[str, str]] = []
    for piece in ids:
        who = known.get(piece)
        if who is None or side in who:
            shown.append((piece, pieces[piece]))
        else:
            unknown.append((pieces[piece]["owner"], pieces[piece]["back"]))
    if unknown:
        unknown.sort()
        shown.extend((alias(place, i), _blank(place, o, b)) for i, (o, b) in enumerate(unknown))
    return shown


def _blank(place: str, owner: str, back: str) -> dict[str, Any]:
    return {"kind": HIDDEN, "at": place, "face": "back", "owner": owner, "back": back, "attrs": {}}


def view(state: State, side: str) -> View:
    """Return the position as `side` may know it, which shares nothing with it.

    An empty side name is a spectator who knows what everybody knows.
    """
    shared = Views(state).of(side)
    seen = View.from_json(jsonio.copy(shared.to_json()))
    seen.side = side
    seen.places = dict(sorted(seen.places.items()))
    return seen


class Views:
    """The view of each side of a position that changes: brought up to date where it was touched, when asked for.

    The views share the records of the pieces and the values that their side may know with the position, and nothing else.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._views: dict[str, View] = {}
        self._stale: dict[str, set[str]] = {}

    def touch(self, places: Iterable[str]) -> None:
        """Take note of the places in which something has changed (`changes.touched`)."""
        for stale in self._stale.values():
            stale.update(places)

    def of(self, side: str) -> View:
        """Return the present view of a side; it is the same object each time."""
        self.renew(side)
        return self._views[side]

    def renew(self, side: str) -> list[str]:
        """Bring the view of a side up to date; return the places that were touched since the last time, sorted."""
        state = self._state
        seen = self._views.get(side)
        if seen is None:
            seen = self._views[side] = View.__new__(View)
            seen.side = side
            seen.pieces, seen.places, seen.known = {}, {}, {}
            self._stale[side] = set(state.places)
        places = sorted(self._stale[side])
        if places:
            self._stale[side].clear()
            _look_again(seen, state, places)
        seen.revision = state.revision
        seen.meta, seen.sides, seen.vars, seen.sight = state.meta, state.sides, state.vars, state.sight
        seen.flow = [flow_view(frame, side) for frame in state.flow]
        seen.active, seen.result = state.active, state.result
        own = state.secret.get(side)
        seen.secret = {side: own} if own else {}
        return places


def _look_again(seen: View, state: State, places: Iterable[str]) -> None:
    if seen.places:
        for place in places:
            _forget(seen, place)
    known, pieces, sight = state.known.keys(), state.pieces, state.sight
    for place in places:
        ids = state.places.get(place, ())
        # most of a large position is in the open: of thousands of places it is asked once
        if place not in sight and not place.startswith(INSIDE) and known.isdisjoint(ids):
            if ids:
                seen.places[place] = [*ids]
                for piece in ids:
                    seen.pieces[piece] = pieces[piece]
            continue
        shown = place_view(state, seen.side, place)
        if shown:
            seen.places[place] = [piece for piece, _ in shown]
            for piece, record in shown:
                seen.pieces[piece] = record
                if piece in state.known:
                    seen.known[piece] = state.known[piece]


def knows_more(state: State, side: str, other: str) -> bool:
    """Return whether `other` sees anything of a position that `side` does not see."""
    if state.secret.get(other) or any(frame["s"].get(other) for frame in state.flow):
        return True
    for place in state.places:
        if state.sees_place(side, place) != state.sees_place(other, place) and state.sees_place(other, place) != "none":
            return True
    return any(state.knows(other, piece) and not state.knows(side, piece) for piece in state.known)


def flow_view(frame: FrameData, side: str) -> FrameData:
    """Return a frame without the locals that belong to others."""
    own = frame["s"].get(side)
    return {
        "step": frame["step"],
        "l": jsonio.copy(frame["l"]),
        "s": {side: jsonio.copy(own)} if own else {},
        "r": None,
    }


def _name(state: State, side: str, piece: str) -> str | None:
    """Return the id under which a side sees a piece, or None where it sees nothing."""
    record = state.pieces.get(piece)
    if record is None:
        return None
    if state.knows(side, piece):
        return piece
    place = record["at"]
    for other, shown in place_view(state, side, place):
        if is_alias(other) and shown["owner"] == record["owner"] and shown["back"] == record["back"]:
            return other
    return None


def event_view(before: State, event: Event, after: State, side: str) -> Event | None:
    """Return what `side` may know of an event, or None where it may not even know that it happened.

    `before` and `after` are the whole positions around it. Moves of unknown pieces keep only the places seen.
    """
    kind = event["e"]
    if kind in ("side.set", "var.set", "active.set", "ended", "sight.set"):
        return event
    if kind == "secret.set":
        return event if event["side"] == side else None
    if kind == "flow.set":
        return None
    if kind in ("note", "rolled"):
        if event["sides"] is not None and side not in event["sides"]:
            return None
        if kind == "rolled":
            return event
        return {**event, "args": _redact(before, after, side, event["args"])}
    if kind == "place.ordered":
        if before.sees_place(side, event["place"]) != "all":
            return None
        ids = [p for p in event["to"] if before.knows(side, p)]
        was = [p for p in event["was"] if before.knows(side, p)]
        return None if ids == was else {**event, "to": ids, "was": was}
    piece = event["piece"]
    if kind == "known.set":
        if not (before.knows(side, piece) or after.knows(side, piece)):
            return None
        return (
            event
            if after.knows(side, piece) and before.knows(side, piece)
            else {
                "e": kind,
                "piece": piece if after.knows(side, piece) else _name(after, side, piece),
                "was": None,
                "to": None,
            }
        )
    knew, knows = before.knows(side, piece), after.knows(side, piece)
    if kind in ("piece.set", "attr.set"):
        return event if knows else None
    if kind == "piece.added":
        return event if knows else _hidden_move(None, _visible(after, side, piece))
    if kind == "piece.removed":
        return event if knew else _hidden_move(_visible(before, side, piece), None)
    if knew and knows:
        return event
    moved = _hidden_move(_visible(before, side, piece), _visible(after, side, piece))
    if moved is not None and knows:
        moved["piece"] = piece
    return moved


def _visible(state: State, side: str, piece: str) -> tuple[str, str] | None:
    place = state.pieces[piece]["at"]
    if state.sees_place(side, place) == "none":
        return None
    return place, state.pieces[piece]["owner"]


def _hidden_move(was: tuple[str, str] | None, to: tuple[str, str] | None) -> Event | None:
    if was is None and to is None:
        return None
    owner = (was or to or ("", ""))[1]
    return {
        "e": "hidden.moved",
        "piece": None,
        "owner": owner,
        "from": was[0] if was else None,
        "to": to[0] if to else None,
    }


def _redact(before: State, after: State, side: str, value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"p"}:
            piece = value["p"]
            if before.knows(side, piece) or after.knows(side, piece):
                return value
            record = after.pieces.get(piece) or before.pieces.get(piece)
            return {"hidden": record["owner"] if record else ""}
        return {k: _redact(before, after, side, v) for k, v in value.items()}
    if isinstance(value, list):
        return [_redact(before, after, side, v) for v in value]
    return value


def place_patch(state: State, side: str, places: Iterable[str]) -> dict[str, list[list[Any]]]:
    """Return what `side` sees now in some places: place → [[id or alias, record, sides that know it]…].

    The inside of a piece that the side does not know is not named: its place holds the piece's id. A screen that holds a
    view of its own is brought up to date by `patch_view`, at the cost of the places touched.
    """
    out: dict[str, list[list[Any]]] = {}
    for place in places:
        if place.startswith(INSIDE) and not state.knows(side, place[1:]):
            continue
        out[place] = [
            [piece, jsonio.copy(record), jsonio.copy(state.known.get(piece))]
            for piece, record in place_view(state, side, place)
        ]
    return out


def patch_view(seen: State, patch: dict[str, list[list[Any]]]) -> None:
    """Bring a view up to date with a patch of `place_patch`; what was inside of a piece goes out of sight with it."""
    gone: list[str] = []
    for place in patch:
        gone += _forget(seen, place)
    there = {piece for shown in patch.values() for piece, _, _ in shown}
    for piece in gone:
        if piece not in there:
            gone += _forget(seen, INSIDE + piece)
    for place, shown in patch.items():
        if shown:
            seen.places[place] = [piece for piece, _, _ in shown]
        for piece, record, known in shown:
            seen.pieces[piece] = record
            if known is not None:
                seen.known[piece] = known


def _forget(seen: State, place: str) -> list[str]:
    """Take what lies in a place out of a view; return it."""
    pieces = seen.places.pop(place, [])
    for piece in pieces:
        seen.pieces.pop(piece, None)
        seen.known.pop(piece, None)
    return pieces
