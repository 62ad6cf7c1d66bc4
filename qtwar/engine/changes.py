"""Which parts of a position a list of events touched, so that screens redraw only those."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE


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
