"""What a step works on: `Table`, the whole position, which can be changed; `Reader`, `Seen` and `Frame` (kit.reader)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from qtwar.base import jsonio
from qtwar.engine import reduce
from qtwar.engine.changes import SAID, touched
from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, FrameData, State, value_holder
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.reader import Frame, Reader, Seen, Sights


class Table(Reader):
    """The whole position during one action; every change is an event, applied at once."""

    state: State

    def __init__(self, content: Content, state: State, chance: Chance, sights: Sights | None = None) -> None:
        super().__init__(content, state, "")
        self._sights = sights or Sights(content, state)
        self.begin(state, chance)

    def begin(self, state: State, chance: Chance, answers: str = "") -> None:
        """Begin an action: no events yet; what was worked out of the position still holds.

        `answers` is the step whose question the action answers, an empty word for set-up and free moves.
        """
        self.state = self._position = state
        self.records = state.pieces
        self.chance = chance
        self.answers = answers
        self.events: list[Event] = []
        self.memo.clear()

    def close(self) -> None:
        """Let go of the position when the action is over: nobody reads it from a table that was put aside."""
        del self.state, self._position, self.records

    def undo(self) -> None:
        """Take back all events of this action."""
        reduce.undo_all(self.state, self.events)
        self.follow(self.events)

    def follow(self, events: Iterable[Event]) -> None:
        """Take note of events that have happened, or were taken back: only what they touched is looked at anew."""
        for event in events:
            self._touch(event)

    def _touch(self, event: Event) -> None:
        if event["e"] not in SAID:
            places = touched(event, self._position)
            self.forget(places)
            if places:
                self._sights.touch(places)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a table has no {name!r}, or its action is over: a step keeps what it needs in its frame")

    # reading -----------------------------------------------------------------

    def seen_by(self, side: str) -> Seen:
        """Return what a side sees at this moment."""
        self._sights.change()
        return self._sights.of(side)

    def knows(self, side: str, piece: str) -> bool:
        """Return whether a side may know what a piece is: where it lies and its own face allow it."""
        return self.state.knows(side, piece)

    def secret(self, side: str, key: str, default: Any = None) -> Any:
        """Return what only `side` knows (`*`: nobody)."""
        return self.state.secret.get(side, {}).get(key, default)

    # changing ----------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Apply an event and keep it for the host."""
        reduce.apply(self.state, event)
        self._touch(event)
        self.events.append(event)

    def add(
        self,
        piece: str,
        at: str,
        *,
        kind: str | None = None,
        owner: str | None = None,
        face: str = "front",
        known: Iterable[str] | None = None,
        attrs: dict[str, Any] | None = None,
        back: str | None = None,
    ) -> str:
        """Bring a piece into play; kind, owner and back come from the roster unless given. Returns its id."""
        kind_id = kind or self.content.pieces[piece]["kind"]
        k = self.content.kinds[kind_id]
        record = {
            "kind": kind_id,
            "at": at,
            "face": face,
            "owner": k.side if owner is None else owner,
            "back": back or k.back,
            "attrs": attrs or {},
        }
        self._load(piece, at)
        self.emit({"e": "piece.added", "piece": piece, "to": record, "index": len(self.state.at(at))})
        if known is not None:
            self.know(piece, known)
        return piece

    def remove(self, piece: str) -> None:
        """Take a piece out of the game altogether; what it carries is left where it lay."""
        for inside in self.ids(INSIDE + piece):
            self.move(inside, self.where(piece))
        self.know(piece, None)
        record = self.state.pieces[piece]
        index = self.state.at(record["at"]).index(piece)
        self.emit({"e": "piece.removed", "piece": piece, "was": jsonio.copy(record), "index": index})

    def move(self, piece: str, to: str, *, index: int | None = None) -> None:
        """Move a piece to a place, on top unless an index is given; nothing happens if it is there already."""
        at = self.state.pieces[piece]["at"]
        was = self.state.at(at).index(piece)
        room = len(self.state.at(to)) - (1 if at == to else 0)
        new = room if index is None else index
        if at == to and was == new:
            return
        if at == to and index is None:
            return
        self._load(piece, to)
        self.emit({"e": "piece.moved", "piece": piece, "from": at, "was": was, "to": to, "index": new})

    def _load(self, piece: str, at: str) -> None:
        """Raise ValueError where a piece would come to lie inside itself."""
        fault = self.state.load_fault(piece, at)
        if fault:
            raise ValueError(fault)

    def turn(self, piece: str, face: str) -> None:
        """Show another face of a piece."""
        self._set_piece(piece, "face", face)

    def become(self, piece: str, kind: str) -> None:
        """Make a piece another kind (step loss by replacement, say)."""
        self._set_piece(piece, "kind", kind)
        self._set_piece(piece, "back", self.content.kinds[kind].back)

    def give(self, piece: str, owner: str) -> None:
        """Hand a piece to another side."""
        self._set_piece(piece, "owner", owner)

    def _set_piece(self, piece: str, key: str, to: str) -> None:
        was = self.state.pieces[piece][key]
        if was != to:
            self.emit({"e": "piece.set", "piece": piece, "key": key, "was": was, "to": to})

    def set_attr(self, piece: str, key: str, to: Any) -> None:
        """Set an attribute of a piece in play; None clears it."""
        was = self.state.pieces[piece]["attrs"].get(key)
        if was != to:
            self.emit({"e": "attr.set", "piece": piece, "key": key, "was": jsonio.copy(was), "to": to})

    def know(self, piece: str, sides: Iterable[str] | None) -> None:
        """Say which sides know what a piece is; None means everyone."""
        to = None if sides is None else sorted(set(sides))
        if to is not None and len(to) == len(self.state.sides):
            to = None
        was = self.state.known.get(piece)
        if was != to:
            self.emit({"e": "known.set", "piece": piece, "was": was, "to": to})

    def reveal(self, piece: str, side: str | None = None) -> None:
        """Let a side (or everyone) know what a piece is."""
        known = self.state.known.get(piece)
        if known is not None:
            self.know(piece, None if side is None else [*known, side])

    def sight(self, place: str, mode: str, owner: str = "") -> None:
        """Say who sees into a place (modes of docs/architecture.md section 1)."""
        to = None if mode == "all" else [mode, owner]
        was = self.state.sight.get(place)
        if was != to:
            self.emit({"e": "sight.set", "place": place, "was": was, "to": to})

    def order(self, place: str, ids: list[str]) -> None:
        """Put the pieces of a place into another order, bottom first."""
        was = self.ids(place)
        if was != ids:
            self.emit({"e": "place.ordered", "place": place, "was": was, "to": list(ids)})

    def shuffle(self, place: str) -> None:
        """Shuffle the pieces of a place; nobody learns the order from it. What is scripted by name comes to lie on top."""
        top = self.chance.named(self.ids(place))
        ids = sorted(set(self.ids(place)) - set(top))
        for i in range(len(ids) - 1, 0, -1):
            j = self.chance.pick(i + 1)
            ids[i], ids[j] = ids[j], ids[i]
        self.order(place, [*ids, *reversed(top)])

    def put(self, side: str, key: str, to: Any) -> None:
        """Set a number or word of a side; None clears it. One that is not for all is sealed (`sight` in sides.yaml)."""
        holder, name = value_holder(side, key, self.content.sight_of[side].get(key, "all"))
        if holder:
            self.seal(holder, name, to)
            return
        was = self.state.sides[side].get(key)
        if was != to:
            self.emit({"e": "side.set", "side": side, "key": key, "was": jsonio.copy(was), "to": to})

    def set_var(self, key: str, to: Any) -> None:
        """Set a global variable; None clears it."""
        was = self.state.vars.get(key)
        if was != to:
            self.emit({"e": "var.set", "key": key, "was": jsonio.copy(was), "to": to})

    def seal(self, side: str, key: str, to: Any) -> None:
        """Keep something that only `side` may know (`*`: nobody); None clears it."""
        was = self.secret(side, key)
        if was != to:
            self.emit({"e": "secret.set", "side": side, "key": key, "was": jsonio.copy(was), "to": to})

    # chance ------------------------------------------------------------------

    def roll(
        self, n: int = 1, *, d: int = 6, purpose: str, by: str = "", sides: Iterable[str] | None = None
    ) -> list[int]:
        """Roll n dice and return their faces; `sides` limits who sees them. Raises NeedDice (see kit.dice)."""
        faces = self.chance.roll([d] * n, purpose, by)
        self.emit(
            {
                "e": "rolled",
                "dice": [[d, face] for face in faces],
                "for": purpose,
                "by": by,
                "sides": None if sides is None else sorted(sides),
            }
        )
        return faces

    def pick(self, among: list[str]) -> str:
        """Return one of several at random, unseen by anybody (a blind draw)."""
        return self.chance.choose(among)

    # telling -----------------------------------------------------------------

    def note(self, key: str, *, rule: str = "", level: int = 1, only: Iterable[str] | None = None, **args: Any) -> None:
        """Write a line into the log: a message key with arguments (ids wrapped by kind), for `only` some sides or all.

        Level 0 is a heading, 1 a line, 2 a detail.
        """
        self.emit(
            {
                "e": "note",
                "key": key,
                "args": args,
                "rule": rule,
                "level": level,
                "sides": None if only is None else sorted(only),
            }
        )

    def end(self, winner: str | None, *, level: str = "", key: str = "", **args: Any) -> None:
        """End the game; `winner` None is a draw."""
        to = {"winner": winner, "level": level, "key": key, "args": args}
        self.emit({"e": "ended", "was": self.state.result, "to": to})

    # flow --------------------------------------------------------------------

    def call(self, step: str, **local: Any) -> Frame:
        """Begin a step inside the present one; its result arrives in `frame.result` of the next `run`."""
        data: FrameData = {"step": step, "l": local, "s": {}, "r": None}
        self.state.flow.append(data)
        return Frame(data)

    def done(self, result: Any = None) -> None:
        """Finish the innermost step and hand a result to its caller."""
        self.state.flow.pop()
        if self.state.flow:
            self.state.flow[-1]["r"] = result

    def wait(self, *sides: str) -> None:
        """Stop until one of the sides acts; without any the innermost step is run again."""
        self.state.active = list(sides)


__all__ = ["Frame", "Reader", "Seen", "Table"]
