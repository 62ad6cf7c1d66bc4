"""A position: what is where, who knows what, whose move it is, and where the sequence of play stands.

Plain JSON inside, so that it crosses into the sandbox and into SQLite as it is. Only `reduce.apply` changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self, TypedDict

from qtwar.base import jsonio

FORMAT = 1
INSIDE = "@"
"""A place that begins so is the inside of a piece: `@us-lst-1` holds what that piece carries."""

MOST_CARRIERS = 32
"""How many pieces may be inside one another."""

SIGHT_MODES = ("all", "owner", "owner_count", "count", "none")
NOBODY = "*"
PARTS = ("meta", "sides", "vars", "pieces", "places", "sight", "known", "flow", "active", "secret", "result")


class FrameData(TypedDict):
    """A step that is under way: `l` everybody may know, `s` by side (`*`: nobody), `r` what a child handed back."""

    step: str
    l: dict[str, Any]  # noqa: E741
    s: dict[str, dict[str, Any]]
    r: Any


def value_holder(side: str, key: str, mode: str) -> tuple[str, str]:
    """Return whose secret a value of a side is kept in, and under which key: of nobody (empty) if all may see it."""
    if mode == "owner":
        return side, key
    return (NOBODY, f"{side}.{key}") if mode == "none" else ("", key)


class State:
    """The parts of a position as named in docs/architecture.md section 1."""

    __slots__ = (*PARTS, "revision")

    revision: int
    """Counts the events applied so far, so that who keeps something worked out of a position can tell that it is another."""

    meta: dict[str, Any]
    sides: dict[str, dict[str, Any]]
    vars: dict[str, Any]
    pieces: dict[str, dict[str, Any]]
    places: dict[str, list[str]]
    sight: dict[str, list[str]]
    known: dict[str, list[str]]
    flow: list[FrameData]
    active: list[str]
    secret: dict[str, dict[str, Any]]
    result: dict[str, Any] | None

    def __init__(self, sides: tuple[str, ...] = (), meta: dict[str, Any] | None = None) -> None:
        self.revision = 0
        self.meta = {"format": FORMAT, **(meta or {})}
        self.sides = {side: {} for side in sides}
        self.vars = {}
        self.pieces = {}
        self.places = {}
        self.sight = {}
        self.known = {}
        self.flow = []
        self.active = []
        self.secret = {}
        self.result = None

    def to_json(self) -> dict[str, Any]:
        """Return the parts as one dictionary that shares its contents with this state."""
        return {part: getattr(self, part) for part in PARTS}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return a state that owns `data`; raises KeyError for a missing part."""
        state = cls.__new__(cls)
        state.revision = 0
        for part in PARTS:
            setattr(state, part, data[part])
        return state

    def copy(self) -> State:
        """Return an independent copy."""
        return State.from_json(jsonio.copy(self.to_json()))

    def digest(self) -> str:
        """Return the hash of the whole position."""
        return jsonio.digest(self.to_json())

    def at(self, place: str) -> list[str]:
        """Return the ids of the pieces in a place, bottom first."""
        return self.places.get(place, [])

    def sees_place(self, side: str, place: str) -> str:
        """Return how `side` sees into a place: `all`, `count` or `none`; what is carried is as hidden as its carrier."""
        if place.startswith(INSIDE):
            return "all" if self.knows(side, place[1:]) else "none"
        sight = self.sight.get(place)
        if sight is None:
            return "all"
        mode, owner = sight
        if mode == "all":
            return "all"
        if mode == "count":
            return "count"
        if mode == "none":
            return "none"
        if side == owner:
            return "all"
        return "count" if mode == "owner_count" else "none"

    def values(self, side: str, sight: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of a side that are in this position (in a view: that may be known).

        `sight` maps those that are not for all to who sees them (`owner`, `none`).
        """
        out = dict(self.sides[side])
        for key, mode in sight.items():
            holder, name = value_holder(side, key, mode)
            value = self.secret.get(holder, {}).get(name) if holder else None
            if value is not None:
                out[key] = value
        return out

    def spot(self, piece: str) -> str:
        """Return where a piece is on the table: the place of whatever carries it in the end."""
        at = str(self.pieces[piece]["at"])
        while at.startswith(INSIDE):
            at = str(self.pieces[at[1:]]["at"])
        return at

    def cargo(self, piece: str) -> list[str]:
        """Return all that a piece carries, also what lies in what it carries."""
        out: list[str] = []
        for inside in self.places.get(INSIDE + piece, ()):
            out += [inside, *self.cargo(inside)]
        return out

    def load_fault(self, piece: str, place: str) -> str:
        """Return why a piece can not lie in a place, in words: nothing is there to carry it, or it would carry itself."""
        carriers = 0
        while place.startswith(INSIDE) and carriers <= MOST_CARRIERS:
            carrier = place[1:]
            if carrier == piece:
                return f"{piece} would carry itself"
            if carrier not in self.pieces:
                return f"there is no piece {carrier!r} to carry it"
            carriers += 1
            place = str(self.pieces[carrier]["at"])
        if carriers and carriers + self._storeys(piece) > MOST_CARRIERS:
            return f"more than {MOST_CARRIERS} pieces would be inside one another"
        return ""

    def _storeys(self, piece: str) -> int:
        """Return how many pieces are inside one another in a piece."""
        storeys, level = 0, self.places.get(INSIDE + piece)
        while level and storeys <= MOST_CARRIERS:
            storeys += 1
            level = [inner for each in level for inner in self.places.get(INSIDE + each, ())]
        return storeys

    def knows(self, side: str, piece: str) -> bool:
        """Return whether `side` may know what a piece is: where it lies and its own face allow it."""
        known = self.known.get(piece)
        if known is not None and side not in known:
            return False
        record = self.pieces.get(piece)
        return record is not None and self.sees_place(side, record["at"]) == "all"

    def check(self) -> Iterator[str]:
        """Yield a sentence for each broken invariant; a sound state yields nothing."""
        seen: dict[str, str] = {}
        for place, ids in self.places.items():
            if not ids:
                yield f"Place {place} is kept though it is empty."
            for piece in ids:
                if piece in seen:
                    yield f"Piece {piece} lies in {seen[piece]} and in {place}."
                seen[piece] = place
        for piece, record in self.pieces.items():
            if seen.get(piece) != record["at"]:
                yield f"Piece {piece} says {record['at']} but lies in {seen.get(piece)}."
        for piece in seen:
            if piece not in self.pieces:
                yield f"Place {seen[piece]} holds {piece}, which is no piece."
        for place in self.places:
            if place.startswith(INSIDE) and not self._ends_outside(place):
                yield f"What lies in {place} is carried by nothing that lies anywhere."
        for piece in self.known:
            if piece not in self.pieces:
                yield f"Knowledge is kept of {piece}, which is no piece."
        for side in self.active:
            if side not in self.sides:
                yield f"Side {side} may act but is no side of this game."

    def _ends_outside(self, place: str) -> bool:
        seen = set()
        while place.startswith(INSIDE):
            carrier = place[1:]
            if carrier in seen or carrier not in self.pieces:
                return False
            seen.add(carrier)
            place = self.pieces[carrier]["at"]
        return True
