"""Which parts of a position events touched: screens redraw only those, rules work only those out again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, State


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Places and pieces touched, and flags for the rest; `whole` means: look at everything again."""

    places: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()
    sides: bool = False
    vars: bool = False
    flow: bool = False
    log: bool = False
    result: bool = False
    whole: bool = False


    @property
    def inside(self) -> bool:
        """Whether the inside of a piece was touched."""
        return any(place.startswith(INSIDE) for place in self.places)


EVERYTHING = ChangeSet(whole=True, sides=True, vars=True, flow=True, log=True, result=True)


def changes(events: Iterable[Event], at: dict[str, str]) -> ChangeSet:
    """Return what `events` touched; `at` gives the place of a piece after them (for changes of a piece in place)."""
    places: set[str] = set()
    pieces: set[str] = set()
    sides = variables = flow = log = result = False
    for event in events:
        kind = event["e"]
        piece = event.get("piece")
        if piece is not None:
            pieces.add(piece)
            if piece in at:
                places.add(at[piece])
        if kind == "piece.moved":
            places.add(event["from"])
            places.add(event["to"])
        elif kind == "piece.added":
            places.add(event["to"]["at"])
        elif kind == "piece.removed":
            places.add(event["was"]["at"])
        elif kind in ("place.ordered", "sight.set"):
            places.add(event["place"])
        elif kind == "side.set":
            sides = True
        elif kind == "var.set":
            variables = True
        elif kind in ("flow.set", "active.set"):
            flow = True
        elif kind in ("note", "rolled"):
            log = True
        elif kind == "ended":
            result = True
    return ChangeSet(frozenset(places), frozenset(pieces), sides, variables, flow, log, result)


SAID = frozenset({"note", "rolled"})
"""Events that change nothing in a position."""


def touched(event: Event, state: State) -> set[str]:
    """Return the places in which other pieces may lie, or be known, or look otherwise, than before `event`.

    `state` is the position after it, or after later events if those are asked for too. What carries a place and what is
    carried in it belongs to it: it lies where its carrier lies and is as hidden as it.
    """
    kind = event["e"]
    places: set[str] = set()
    pieces: list[str] = []
    if kind == "piece.moved":
        places.update((event["from"], event["to"]))
        pieces.append(event["piece"])
    elif kind in ("piece.set", "attr.set", "known.set"):
        pieces.append(event["piece"])
    elif kind == "piece.added":
        places.add(event["to"]["at"])
    elif kind == "piece.removed":
        places.add(event["was"]["at"])
        places.add(INSIDE + event["piece"])
    elif kind in ("place.ordered", "sight.set"):
        places.add(event["place"])
        if kind == "sight.set":
            pieces.extend(state.places.get(event["place"], ()))
    records, held = state.pieces, state.places
    for piece in pieces:
        record = records.get(piece)
        if record is not None:
            places.add(record["at"])
        inside = INSIDE + piece
        if inside in held:
            places.add(inside)
            pieces.extend(held[inside])
    for place in tuple(places):
        while place.startswith(INSIDE) and (record := records.get(place[1:])) is not None:
            place = record["at"]
            places.add(place)
    return places
