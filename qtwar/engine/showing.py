"""A position as one side may know it, laid out so that whoever looks at it sees that and no more.

A view hides; what is laid out of it holds nothing that could be hidden. Copies of a game for one side are made of this, and
what is printed for one.
"""

from __future__ import annotations

from qtwar.base import jsonio
from qtwar.engine import reduce
from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, FrameData, State
from qtwar.engine.views import View, is_alias, view

UNKNOWN = "unknown.{n}"
"""The id of a piece that the side does not know."""
FREE_TABLE = "free_table"


def shown(state: State, side: str) -> State:
    """Return a position that is, for whoever looks at it, what a side may know of another one."""
    seen = view(state, side)
    made = State(tuple(state.sides), jsonio.copy(seen.meta))
    reduce.apply_all(made, events_of(seen))
    return made


def events_of(seen: View) -> list[Event]:
    """Return what lays out a view of a side on an empty table, so that everybody sees it."""
    variables = {**seen.vars, "strictness": "off"}
    found: list[Event] = [{"e": "var.set", "key": key, "was": None, "to": value} for key, value in variables.items()]
    for who, values in seen.sides.items():
        found += [{"e": "side.set", "side": who, "key": key, "was": None, "to": value} for key, value in values.items()]
    for who, values in seen.secret.items():
        found += [{"e": "secret.set", "side": who, "key": key, "was": None, "to": value} for key, value in values.items()]
    found += _pieces(seen)
    sides = sorted(seen.sides, key=lambda who: who != seen.side)
    frame: FrameData = {"step": FREE_TABLE, "l": {"side": seen.side}, "s": {}, "r": None}
    found.append({"e": "flow.set", "keep": 0, "was": [], "to": [frame]})
    found.append({"e": "active.set", "was": [], "to": sides})
    if seen.result is not None:
        found.append({"e": "ended", "was": None, "to": seen.result})
    made: list[Event] = jsonio.copy(found)
    return made


def _pieces(seen: View) -> list[Event]:
    """Return what lays the pieces out, each after the one that carries it; those that are not known come under new names."""
    found: list[Event] = []
    waiting = {place: list(pieces) for place, pieces in sorted(seen.places.items())}
    there: set[str] = set()
    number = 0
    while ready := [place for place in waiting if not place.startswith(INSIDE) or place[len(INSIDE) :] in there]:
        for place in ready:
            for index, piece in enumerate(waiting.pop(place)):
                hidden, number = is_alias(piece), number + 1
                name = UNKNOWN.format(n=number) if hidden else piece
                found.append({"e": "piece.added", "piece": name, "to": seen.pieces[piece], "index": index})
                if hidden:
                    found.append({"e": "known.set", "piece": name, "was": None, "to": []})
                there.add(piece)
    return found
