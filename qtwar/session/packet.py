"""What one seat is given of a game: JSON that crosses a function call, a pipe or a network alike.

It is made of the seat's own view and offer, and of what it was told; of others it holds nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from qtwar.base import jsonio
from qtwar.engine import views
from qtwar.session.claims import SPECTATOR
from qtwar.session.play import Done, PlaySession

Json = dict[str, Any]


def packet(session: PlaySession, seat: str, done: Done | None = None) -> Json:
    """Return what a seat (empty: everybody) is given: all that it sees, or what `done` changed of it.

    `view` is the whole view, or `patch` what its side sees now in the places touched (`views.patch_view` takes it in);
    `values` are the parts that are always sent whole. `offer` is the seat's own, `told` its log lines of `done`, `head`
    the head of its journal row.
    """
    state = session.state
    own = state.secret.get(seat)
    out: Json = {
        "seat": seat,
        "values": jsonio.copy(
            {
                "sides": state.sides,
                "vars": state.vars,
                "sight": state.sight,
                "flow": [views.flow_view(frame, seat) for frame in state.flow],
                "active": state.active,
                "secret": {seat: own} if own else {},
                "result": state.result,
            }
        ),
        "offer": jsonio.copy(session.offer(seat)) if seat else None,
        "history": {
            "length": len(session.history),
            "redoable": len(session.history.redoable),
            "floor": session.floor(),
            "floor_why": session.floor_why(),
        },
        # both ways: what the seat sees now must be off the screen before the other comes to it
        "must_cover": any(
            views.knows_more(state, seat, side) or views.knows_more(state, side, seat)
            for side in state.active
            if seat not in ("", side)
        ),
        "head": None,
        "told": [],
    }
    if done is None or done.changed.whole:
        out["view"] = session.view(seat).to_json()
    else:
        out["patch"] = views.place_patch(state, seat, sorted(done.changed.places))
    if done is not None:
        out["head"] = asdict(done.entry.head)
        out["told"] = jsonio.copy(done.entry.told.get(seat or SPECTATOR, []))
    return out
