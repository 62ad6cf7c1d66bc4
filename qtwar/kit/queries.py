"""What a question of a side may name, checked before a title answers it: pieces that it sees, places that there are."""

from __future__ import annotations

from typing import Any

from qtwar.base.errors import Refusal
from qtwar.engine.state import INSIDE
from qtwar.kit.table import Seen

PIECE = ("piece",)
PIECES = ("pieces", "support")
PLACE = ("cell", "target", "from", "to")
PLACES = ("path",)
STOPS = ("land", "join")
FIXED = "fixed"
"""Arguments by what they hold: a piece, pieces, a place, places, place → pieces, what an ask has fixed (words and figures).
What else there is belongs to the title."""


def check(s: Seen, args: Any) -> dict[str, Any]:
    """Return the arguments of a question, without those that say nothing; raises Refusal for what is not there."""
    if not isinstance(args, dict) or not all(isinstance(key, str) for key in args):
        raise Refusal("refuse.question")
    said = {key: value for key, value in args.items() if value is not None}
    fixed = said.get(FIXED, {})
    if not isinstance(fixed, dict) or not all(isinstance(value, str | int) for value in fixed.values()):
        raise Refusal("refuse.question")
    for named in (said, fixed):
        for key in PIECE:
            if named.get(key, "") != "":
                _piece(s, named[key])
        for key in PLACE:
            if named.get(key, "") != "":
                _place(s, named[key])
    for key in PIECES:
        _pieces(s, said.get(key, []))
    for key in PLACES:
        for place in _list(said.get(key, [])):
            _place(s, place)
    for key in STOPS:
        stops = said.get(key, {})
        if not isinstance(stops, dict):
            raise Refusal("refuse.question")
        for place, pieces in stops.items():
            _place(s, place)
            _pieces(s, pieces)
    return said


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Refusal("refuse.question")
    return value


def _pieces(s: Seen, value: Any) -> None:
    for piece in _list(value):
        _piece(s, piece)


def _piece(s: Seen, piece: Any) -> None:
    if not isinstance(piece, str) or not s.exists(piece):
        raise Refusal("refuse.no_piece", args={"piece": str(piece)})


def _place(s: Seen, place: Any) -> None:
    inside = isinstance(place, str) and place.startswith(INSIDE) and s.exists(place[1:])
    if not isinstance(place, str) or not (inside or s.content.may_hold(place)):
        raise Refusal("refuse.no_place", args={"place": str(place)})
