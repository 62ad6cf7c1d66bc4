"""The free table: what VASSAL players have in their fingers, as events of the same journal.

Allowed when strictness is `off`, and under `warn` for a drag that the rules refuse (the log then names the rule).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qtwar.base.errors import Refusal
from qtwar.kit.table import Table

if TYPE_CHECKING:
    from qtwar.kit.title import Title

VERBS = frozenset({"free", "strictness"})
LEVELS = ("off", "warn", "enforce")


def act(title: Title, t: Table, side: str, verb: str, args: dict[str, Any]) -> None:
    """Carry out a free action: a change of strictness, or `free` with an `op` (move, flip, reveal, rotate, set …)."""
    if verb == "strictness":
        to = args.get("to")
        if to not in LEVELS:
            raise Refusal("refuse.not_offered")
        t.set_var("strictness", to)
        t.note("note.strictness", level=1, to_level=to, side={"s": side})
    else:
        if t.var("strictness", "enforce") == "enforce" and not args.get("allowed"):
            raise Refusal("refuse.enforced")
        _free(title, t, side, args)
    if title.after_free is not None:
        title.after_free(t)


def _free(title: Title, t: Table, side: str, args: dict[str, Any]) -> None:
    op = args.get("op")
    chosen: list[str] = list(args.get("pieces") or ())
    seen = t.seen_by(side)
    pieces = [_real(t, seen_id) for seen_id in chosen]
    for piece, seen_id in zip(pieces, chosen, strict=True):
        if piece not in t.state.pieces or (piece == seen_id and not seen.state.knows(side, piece)):
            raise Refusal("refuse.piece", args={"piece": {"p": seen_id}})
    broke = args.get("broke") or {}
    rule = str(broke.get("rule", ""))
    if op == "move":
        to = args.get("to")
        if not isinstance(to, str) or not title.content.has_place(to):
            raise Refusal("refuse.cell", args={"cell": {"c": to}})
        for piece in pieces:
            was = t.where(piece)
            index = args.get("index")
            t.move(piece, to, index=index if isinstance(index, int) and len(pieces) == 1 else None)
            t.note("note.free.move", rule=rule, piece={"p": piece}, was={"c": was}, to={"c": to}, level=1)
    elif op == "flip":
        for piece in pieces:
            t.turn(piece, "back" if t.record(piece)["face"] == "front" else "front")
            t.note("note.free.flip", rule=rule, piece={"p": piece})
    elif op == "reveal":
        for piece in pieces:
            t.reveal(piece)
            t.note("note.free.reveal", rule=rule, piece={"p": piece})
    elif op == "hide":
        for piece in pieces:
            t.know(piece, [t.owner(piece)])
    elif op == "rotate":
        for piece in pieces:
            facing = (int(t.attr(piece, "facing", 0)) + int(args.get("by", 1))) % int(args.get("of", 6))
            t.set_attr(piece, "facing", facing or None)
    elif op == "set":
        for piece in pieces:
            t.set_attr(piece, str(args["key"]), args.get("to"))
    elif op == "number":
        t.put(str(args["side"]), str(args["key"]), args.get("to"))
        t.note("note.free.number", side={"s": args["side"]}, name=str(args["key"]), value=args.get("to"))
    elif op == "roll":
        n, d = int(args.get("n", 1)), int(args.get("d", 6))
        if not (1 <= n <= 20 and 2 <= d <= 100):
            raise Refusal("refuse.number", args={"min": 1, "max": 20})
        t.roll(n, d=d, purpose="note.free.roll", by=side)
    elif op == "shuffle":
        t.shuffle(str(args["place"]))
        t.note("note.free.shuffle", place={"c": args["place"]})
    else:
        raise Refusal("refuse.not_offered")


def _real(t: Table, piece: str) -> str:
    """Return the piece behind an alias: any of the unknown ones there will do, they look alike."""
    if not piece.startswith("~"):
        return piece
    place, _, index = piece[1:].rpartition("#")
    hidden = [p for p in t.state.at(place) if p in t.state.known or t.state.sight.get(place)]
    n = int(index) if index.isdigit() else len(hidden)
    return hidden[n] if n < len(hidden) else piece
