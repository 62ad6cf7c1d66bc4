"""The free table: what VASSAL players have in their fingers, as events of the same journal.

Allowed when strictness is `off`, and under `warn` for a drag that the rules refuse (the log then names the rule).
An action `free` has an `op`; which there are and what they take stands beside each below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qtwar.base.errors import Refusal
from qtwar.engine.forms import either, flag, having, maybe, measure, message, name, number, text, texts
from qtwar.engine.state import INSIDE
from qtwar.kit import piles
from qtwar.kit.piles import Pile
from qtwar.kit.table import Table

if TYPE_CHECKING:
    from qtwar.kit.title import Title

VERBS = frozenset({"free", "strictness", "permit"})
LEVELS = ("off", "warn", "enforce")
FACINGS = {"hex": 6, "square": 8, "cards": 4, "areas": 8}
PERMIT = "permit"
"""Variable that holds what one side allows another with its next action: {by, to, what, length}."""
BROKE = "broke"
"""Attribute of a piece that was moved against the rules under `warn`: the rule's number, until the phase ends."""
MOST = 200
"""Most pieces that one gesture adds or draws."""
_FORM = having(
    {},
    {
        "op": text, "pieces": texts, "place": text, "from": text, "kind": text, "key": name, "side": text, "leave": text,
        "what": text, "length": maybe(number), "n": number, "d": number, "by": number, "index": maybe(number),
        "broke": maybe(message), "to": maybe(either(text, measure, flag)),
    },
)  # fmt: skip


def act(title: Title, t: Table, side: str, verb: str, args: dict[str, Any]) -> None:
    """Carry out a free action: a change of strictness, `free` with an `op`, or the leave that one side gives another."""
    if not _FORM(args):
        raise Refusal("refuse.not_offered")
    if verb == "permit":
        _permit(t, side, args)
    elif verb == "strictness":
        to = args.get("to")
        if to not in LEVELS:
            raise Refusal("refuse.not_offered")
        if t.var("free_table"):
            raise Refusal("refuse.no_rules")
        t.set_var("strictness", to)
        t.note("note.strictness", level=1, to_level={"key": f"setting.strictness.{to}"}, side={"s": side})
    else:
        if t.var("strictness", "enforce") == "enforce":
            if args.get("op") == "order":
                # How one's own counters lie on each other is the player's business, but where a title reads it.
                if title.stack_order:
                    raise Refusal("refuse.stack_order")
            elif not _permitted(t, side, args):
                raise Refusal("refuse.enforced")
        op = _OPS.get(str(args.get("op")))
        if op is None:
            raise Refusal("refuse.not_offered")
        op(t, side, args)


def _permit(t: Table, side: str, args: dict[str, Any]) -> None:
    """permit {to, what: move or undo, length?}: lets a side make one free move, or undo to an entry, with its next action."""
    to, what = args.get("to"), args.get("what")
    if to not in t.state.sides or to == side or what not in ("move", "undo"):
        raise Refusal("refuse.not_offered")
    length = _number(args, "length", 1, 1, 1_000_000) if what == "undo" else None
    t.set_var(PERMIT, {"by": side, "to": to, "what": what, "length": length})
    t.note(f"note.permit.{what}", side={"s": side}, to={"s": to})


def spend_permission(t: Table) -> None:
    """Take back what one side allowed another: it holds for the next action alone."""
    if t.var(PERMIT) is not None:
        t.set_var(PERMIT, None)


def _permitted(t: Table, side: str, args: dict[str, Any]) -> bool:
    """Return whether another side allows a free move: by an action of its own, or a seat at the same window (`leave`)."""
    given = t.var(PERMIT)
    if given is not None and given["to"] == side and given["what"] == "move":
        return True
    leave = args.get("leave")  # the session lets nobody name a seat that he does not hold
    return (leave in t.state.sides and leave != side) or len(t.state.sides) == 1


def _chosen(t: Table, side: str, args: dict[str, Any]) -> list[str]:
    """Return the pieces meant; refuses one that the side may not know, and one that is not there."""
    chosen: list[str] = list(dict.fromkeys(args.get("pieces") or ()))
    pieces: list[str] = []
    for seen_id in chosen:
        pieces.append(_real(t, side, seen_id, pieces))
    for piece, seen_id in zip(pieces, chosen, strict=True):
        if piece not in t.state.pieces or (piece == seen_id and not t.knows(side, piece)):
            raise Refusal("refuse.piece", args={"piece": {"p": seen_id}})
    return list(dict.fromkeys(pieces))


def _real(t: Table, side: str, piece: str, taken: list[str]) -> str:
    """Return the piece behind an alias: in a deck the n-th from the bottom, in a cup anything, else one that looks so."""
    if not piece.startswith("~"):
        return piece
    place, _, index = piece[1:].rpartition("#")
    records = t.state.pieces
    unknown = [p for p in t.state.at(place) if not t.knows(side, p)]
    pile = piles.kind_of(t.content, place)
    if pile == piles.CUP:
        left = sorted(set(unknown) - set(taken))
        return t.pick(left) if left else piece
    if pile != piles.DECK:
        unknown.sort(key=lambda p: (records[p]["owner"], records[p]["back"]))
    n = int(index) if index.isdecimal() and len(index) < 9 else len(unknown)
    return unknown[n] if n < len(unknown) else piece


def _place(t: Table, place: Any, moved: list[str] | None = None) -> str:
    """Return a place that something can be put in: a cell, a box, or the inside of a piece that is not itself moved."""
    if isinstance(place, str):
        if place.startswith(INSIDE):
            carrier = place[1:]
            if carrier in t.state.pieces:
                for piece in moved or ():
                    if t.state.load_fault(piece, place):
                        raise Refusal("refuse.inside_itself", args={"piece": {"p": piece}})
                return place
        elif t.content.may_hold(place):
            return place
    raise Refusal("refuse.cell", args={"cell": {"c": str(place)}})


def _number(args: dict[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = args.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Refusal("refuse.number", args={"min": low, "max": high})
    return value


def _whole(value: Any) -> int:
    """Return a whole number that a piece carries; a title may use the same name for a word, which can not be counted."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Refusal("refuse.no_number")


def _move(t: Table, side: str, args: dict[str, Any]) -> None:
    """move {pieces, to, index?, broke?}: to a cell, a box, or into a piece (`@id`)."""
    pieces = _chosen(t, side, args)
    to = _place(t, args.get("to"), pieces)
    broke = args.get("broke") if t.var("strictness", "enforce") == "warn" else None
    rule = str((broke or {}).get("rule", ""))
    more: dict[str, Any] = {"broke": True} if broke is not None else {}
    index = args.get("index")
    for piece in pieces:
        was = t.where(piece)
        if isinstance(index, int) and len(pieces) == 1:
            room = len(t.state.at(to)) - (1 if was == to else 0)
            t.move(piece, to, index=max(0, min(index, room)))
        else:
            t.move(piece, to)
        if piles.is_pile(t.content, was):
            t.note("note.free.draw", side={"s": side}, piece={"p": piece}, was={"c": was}, to={"c": to})
        elif to.startswith(INSIDE):
            t.note("note.free.load", rule=rule, piece={"p": piece}, carrier={"p": to[1:]}, **more)
        elif was.startswith(INSIDE) and t.state.spot(was[1:]) == to:
            t.note("note.free.unload", rule=rule, piece={"p": piece}, carrier={"p": was[1:]})
        else:
            t.note("note.free.move", rule=rule, piece={"p": piece}, was={"c": _spot(t, was)}, to={"c": to}, **more)
        if broke is not None:
            t.set_attr(piece, BROKE, rule or "?")
    if broke is not None:
        # The reason is the mover's own: it may speak of what the others do not know.
        why = {"key": broke["key"], "args": broke.get("args") or {}}
        t.note("note.free.broke", rule=rule, only=[side], why=why)


def forgive(t: Table) -> None:
    """Take the marks off what was moved against the rules: the phase is over."""
    for piece, record in t.state.pieces.items():
        if BROKE in record["attrs"]:
            t.set_attr(piece, BROKE, None)


def _order(t: Table, side: str, args: dict[str, Any]) -> None:
    """order {place, pieces}: a stack anew, bottom first; under `enforce` the side's own. Others stay where they lie."""
    place = _place(t, args.get("place"))
    if piles.is_pile(t.content, place):
        raise Refusal("refuse.not_offered")
    enforced = t.var("strictness", "enforce") == "enforce"
    wanted = [p for p in _chosen(t, side, args) if t.where(p) == place and not (enforced and t.owner(p) not in (side, ""))]
    moved = set(wanted)
    new = [wanted.pop(0) if piece in moved else piece for piece in t.state.at(place)]
    if new == list(t.state.at(place)):
        raise Refusal("refuse.same_order", args={"place": {"c": place}})
    for index, piece in enumerate(new):
        t.move(piece, place, index=index)
    t.note("note.free.order", side={"s": side}, place={"c": place})


def _spot(t: Table, place: str) -> str:
    return t.state.spot(place[1:]) if place.startswith(INSIDE) else place


def _flip(t: Table, side: str, args: dict[str, Any]) -> None:
    """flip {pieces}: show the other face; of one that lies face down before who does it, that is what it is."""
    for piece in _chosen(t, side, args):
        if not t.knows(side, piece):
            t.reveal(piece)
            if not t.knows(side, piece):  # the place itself hides it
                raise Refusal("refuse.piece", args={"piece": {"p": piece}})
            t.note("note.free.reveal", piece={"p": piece})
            continue
        t.turn(piece, "back" if t.record(piece)["face"] == "front" else "front")
        t.note("note.free.flip", only=[who for who in t.state.sides if t.knows(who, piece)], piece={"p": piece})


def _reveal(t: Table, side: str, args: dict[str, Any]) -> None:
    """reveal {pieces}: everybody may know them."""
    for piece in _chosen(t, side, args):
        t.reveal(piece)
        t.note("note.free.reveal", piece={"p": piece})


def _hide(t: Table, side: str, args: dict[str, Any]) -> None:
    """hide {pieces}: only the owner (without one, who does it) knows them."""
    for piece in _chosen(t, side, args):
        t.know(piece, [t.owner(piece) or side])
        t.note("note.free.hide", piece={"p": piece})


def _rotate(t: Table, side: str, args: dict[str, Any]) -> None:
    """rotate {pieces, by?}: by so many sides of the grid it lies on, or by as many of a full turn as its `facings`."""
    for piece in _chosen(t, side, args):
        board = t.content.board_of(t.spot(piece))
        kind = str(board.grid.kind) if board is not None else "square"
        of = _whole(t.attr(piece, "facings", 0)) or FACINGS.get(kind, 8)
        facing = (_whole(t.attr(piece, "facing", 0)) + _number(args, "by", 1, -9, 9)) % of
        t.set_attr(piece, "facing", facing or None)
        t.note("note.free.rotate", piece={"p": piece})


def _steps(t: Table, side: str, args: dict[str, Any]) -> None:
    """steps {pieces, by}: lose (+1) or regain (-1) a step; a kind that `flips` shows its back when reduced."""
    by = _number(args, "by", 1, -9, 9)
    for piece in _chosen(t, side, args):
        most = _whole(t.attr(piece, "steps", 1))
        was = _whole(t.attr(piece, "lost", 0))
        now = max(0, min(most, was + by))
        t.set_attr(piece, "lost", now or None)
        if t.has(piece, "flips"):
            t.turn(piece, "back" if now else "front")
        if now != was:
            t.note("note.free.steps", piece={"p": piece}, n=most - now, of=most)


def _level(t: Table, side: str, args: dict[str, Any]) -> None:
    """level {pieces, by}: up or down a floor or a hill."""
    by = _number(args, "by", 1, -9, 9)
    for piece in _chosen(t, side, args):
        level = max(0, min(9, _whole(t.attr(piece, "level", 0)) + by))
        t.set_attr(piece, "level", level or None)
        t.note("note.free.level", piece={"p": piece}, n=level)


def _set(t: Table, side: str, args: dict[str, Any]) -> None:
    """set {pieces, key, to}: an attribute of pieces."""
    if "key" not in args:
        raise Refusal("refuse.not_offered")
    for piece in _chosen(t, side, args):
        t.set_attr(piece, args["key"], args.get("to"))
        t.note("note.free.set", piece={"p": piece}, name=args["key"], value=args.get("to"))


def _side_number(t: Table, side: str, args: dict[str, Any]) -> None:
    """number {side, key, to}: a number of a side."""
    of, key = str(args.get("side")), str(args.get("key"))
    if of not in t.state.sides or not t.seen_by(side).may_know(of, key):
        raise Refusal("refuse.not_offered")
    t.put(of, key, args.get("to"))
    if key in t.content.sight_of[of]:
        t.note("note.free.number_hidden", side={"s": of})
        t.note("note.free.number", only=[of], side={"s": of}, name=key, value=args.get("to"))
    else:
        t.note("note.free.number", side={"s": of}, name=key, value=args.get("to"))


def _turn(t: Table, side: str, args: dict[str, Any]) -> None:
    """turn {to}: set the turn."""
    t.set_var("turn", _number(args, "to", 1, 0, 999))
    t.note("note.turn", level=0, n=t.var("turn"))


def _roll(t: Table, side: str, args: dict[str, Any]) -> None:
    """roll {n, d}: so many dice of so many sides."""
    n, d = _number(args, "n", 1, 1, 20), _number(args, "d", 6, 2, 100)
    t.roll(n, d=d, purpose="note.free.roll", by=side)


def _shuffle(t: Table, side: str, args: dict[str, Any]) -> None:
    """shuffle {place}: a deck or cup."""
    place = _place(t, args.get("place"))
    t.shuffle(place)
    t.note("note.free.shuffle", place={"c": place})


def _gather(t: Table, side: str, args: dict[str, Any]) -> None:
    """gather {place}: the discards of a deck go back into it, and it is shuffled."""
    Pile(t, _place(t, args.get("place"))).gather()


def _draw(t: Table, side: str, args: dict[str, Any]) -> None:
    """draw {from, to, n?}: the top of a deck, or anything out of a cup; an empty deck takes its discards back."""
    pile, to = Pile(t, _place(t, args.get("from"))), _place(t, args.get("to"))
    for _ in range(_number(args, "n", 1, 1, MOST)):
        piece = pile.next()
        if not piece:
            raise Refusal("refuse.empty", args={"place": {"c": pile.place}})
        t.move(piece, _place(t, to, [piece]))
        t.note("note.free.draw", side={"s": side}, piece={"p": piece}, was={"c": pile.place}, to={"c": to})


def _peek(t: Table, side: str, args: dict[str, Any]) -> None:
    """peek {place, n?}: the side alone is told what lies on top; the others that it looked."""
    place = _place(t, args.get("place"))
    box = t.content.boxes.get(place) or {}
    if box.get("side") and box["side"] != side:
        raise Refusal("refuse.not_yours", args={"place": {"c": place}})
    Pile(t, place).show(side, _number(args, "n", 1, 1, MOST))


def _add(t: Table, side: str, args: dict[str, Any]) -> None:
    """add {kind, to, n?}: further pieces of a kind, markers as a rule."""
    kind = t.content.kinds.get(str(args.get("kind")))
    to = _place(t, args.get("to"))
    if kind is None:
        raise Refusal("refuse.not_offered")
    number = 1
    for _ in range(_number(args, "n", 1, 1, MOST)):
        while f"{kind.id}+{number}" in t.state.pieces:
            number += 1
        t.add(f"{kind.id}+{number}", to, kind=kind.id)
        t.note("note.free.add", kind={"k": kind.id}, to={"c": _spot(t, to)})


def _remove(t: Table, side: str, args: dict[str, Any]) -> None:
    """remove {pieces}: out of the game."""
    for piece in _chosen(t, side, args):
        t.note("note.free.remove", piece={"p": piece}, at={"c": t.spot(piece)})
        t.remove(piece)


_OPS: dict[str, Callable[[Table, str, dict[str, Any]], None]] = {
    "move": _move,
    "order": _order,
    "flip": _flip,
    "reveal": _reveal,
    "hide": _hide,
    "rotate": _rotate,
    "steps": _steps,
    "level": _level,
    "set": _set,
    "number": _side_number,
    "turn": _turn,
    "roll": _roll,
    "shuffle": _shuffle,
    "gather": _gather,
    "draw": _draw,
    "peek": _peek,
    "add": _add,
    "remove": _remove,
}
OPS = tuple(_OPS)
