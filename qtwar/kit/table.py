"""What a step works on: `Seen`, the position as one side may know it, and `Table`, the whole that can be changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any, NoReturn

from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.engine import reduce, views
from qtwar.engine.changes import SAID, touched
from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, NOBODY, FrameData, State, value_holder
from qtwar.kit.chart import Chart
from qtwar.kit.content import Content, Kind, Printed
from qtwar.kit.dice import Chance


class Frame:
    """A frame of the sequence of play: its step, public locals `l`, private ones per side, the last child's result."""

    __slots__ = ("data",)

    def __init__(self, data: FrameData) -> None:
        self.data = data

    @property
    def step(self) -> str:
        """Return the name of the step."""
        return str(self.data["step"])

    @property
    def l(self) -> dict[str, Any]:  # noqa: E743
        """Return the locals that everybody may know."""
        return self.data["l"]

    @property
    def result(self) -> Any:
        """Return what the last finished child handed back."""
        return self.data["r"]

    def of(self, side: str) -> dict[str, Any]:
        """Return the locals that only `side` may know; `*` for those that nobody may."""
        return self.data["s"].setdefault(side, {})


class HiddenValue(LookupError):
    """A value of a side that another side, or nobody, may know was asked for from an offer or query."""


class Memos(dict[str, dict[Any, Any]]):
    """Place → a memo of its own, empty at first."""

    def __missing__(self, place: str) -> dict[Any, Any]:
        found = self[place] = {}
        return found


class Reader:
    """Questions about a position, asked alike of the whole (`Table`) and of one side's view (`Seen`)."""

    __slots__ = ("_lists", "_options", "_position", "_printed", "content", "field", "here", "memo", "records", "side")

    content: Content
    side: str
    records: dict[str, dict[str, Any]]
    """Piece → its record `{kind, at, face, owner, back, attrs}`: of all pieces that this reader knows of, unknown ones
    under their alias."""
    memo: dict[Any, Any]
    """What a title has worked out from the pieces and values of this position; forgotten with the next change."""
    field: dict[Any, Any]
    """What a title has worked out from the pieces that lie in cells, or in other pieces, alone: boxes (decks, displays) and
    values do not count; forgotten when something in a cell or in a piece changes."""
    here: Memos
    """Place → what a title has worked out of the pieces in it (and in those) alone; forgotten when they change."""

    def __init__(self, content: Content, position: State, side: str) -> None:
        self.content = content
        self.side = side
        self.records = position.pieces
        self.memo = {}
        self.field = {}
        self._position = position
        self.here = Memos()
        self._lists: dict[Any, tuple[tuple[str, ...], set[str]]] = {}
        self._options: dict[str, Any] = {}
        self._printed = Printed(content)

    def forget(self, places: Collection[str]) -> None:
        """Drop what was worked out of some places (`changes.touched`), and of the position as a whole."""
        self.memo.clear()
        for place in places:
            self.here.pop(place, None)
            if self.field and (":" in place or place.startswith(INSIDE)):
                self.field.clear()
        for _, doubtful in self._lists.values():
            doubtful.update(places)

    def ids(self, place: str) -> list[str]:
        """Return the pieces in a place, bottom first (a copy); unknown ones come last, under their alias."""
        return list(self._position.places.get(place, ()))

    def holds(self, place: str) -> bool:
        """Return whether something lies in a place, as far as this reader knows."""
        return place in self._position.places

    def exists(self, piece: str) -> bool:
        """Return whether a piece is in play, as far as this reader knows."""
        return piece in self.records

    def record(self, piece: str) -> dict[str, Any]:
        """Return a piece's record `{kind, at, face, owner, back, attrs}`."""
        return self.records[piece]

    def where(self, piece: str) -> str:
        """Return the place of a piece."""
        return str(self.records[piece]["at"])

    def spot(self, piece: str) -> str:
        """Return where a piece is on the table: its place, or that of whatever carries it in the end."""
        at = self.where(piece)
        while at.startswith(INSIDE):
            at = self.where(at[1:])
        return at

    def inside(self, piece: str) -> list[str]:
        """Return what a piece carries, bottom first."""
        return self.ids(INSIDE + piece)

    def owner(self, piece: str) -> str:
        """Return the side a piece belongs to."""
        return str(self.records[piece]["owner"])

    def kind(self, piece: str) -> Kind | None:
        """Return the kind of a piece, None where it is unknown."""
        return self.content.kinds.get(self.records[piece]["kind"])

    def is_known(self, piece: str) -> bool:
        """Return whether this reader knows what the piece is."""
        return not views.is_alias(piece)

    def is_open(self, piece: str) -> bool:
        """Return whether everybody knows what the piece is, as far as its own face says (not the place it lies in)."""
        return not views.is_alias(piece) and piece not in self._position.known

    def attr(self, piece: str, key: str, default: Any = None) -> Any:
        """Return an attribute: the piece's own in play, else its roster entry's, else its kind's."""
        record = self.records[piece]
        own = record["attrs"]
        if key in own:
            return own[key]
        return self._printed[piece, record["kind"]].get(key, default)

    def has(self, piece: str, trait: str) -> bool:
        """Return whether a known piece's kind has a trait; False for an unknown one."""
        kind = self.content.kinds.get(self.records[piece]["kind"])
        return kind is not None and trait in kind.traits

    def var(self, key: str, default: Any = None) -> Any:
        """Return a global variable."""
        return self._position.vars.get(key, default)

    def num(self, side: str, key: str, default: Any = 0) -> Any:
        """Return a number or word of a side; raises HiddenValue for one that this reader may not know."""
        mode = self.content.sight_of[side].get(key, "all")
        if mode == "all":
            return self._position.sides[side].get(key, default)
        self._may_know(side, key, mode)
        holder, name = value_holder(side, key, mode)
        return self._position.secret.get(holder, {}).get(name, default)

    def may_know(self, side: str, key: str) -> bool:
        """Return whether this reader may know a value of a side (`sight` in sides.yaml)."""
        return True

    def _may_know(self, side: str, key: str, mode: str) -> None:
        if not self.may_know(side, key):
            seen_by = "that side alone" if mode == "owner" else "nobody"
            raise HiddenValue(f"{key} of {side} is seen by {seen_by}; an offer or query of {self.side} can not ask for it")

    def option(self, key: str) -> Any:
        """Return an option in force: as chosen for this game, else as the scenario begins with it, else its default."""
        if key not in self._options:
            chosen = (self._position.meta.get("options"), self.scenario.get("options"))
            default = self.content.options[key]["default"]
            self._options[key] = next((values[key] for values in chosen if values and key in values), default)
        return self._options[key]

    def chart(self, key: str) -> Chart:
        """Return a table of the title; raises KeyError."""
        return self.content.charts[key]

    @property
    def scenario(self) -> dict[str, Any]:
        """Return the scenario being played."""
        return self.content.scenarios[self._position.meta["scenario"]]

    def places(self) -> tuple[str, ...]:
        """Return the places in which this reader knows of something, sorted."""
        return self.places_with("any", bool)

    def places_with(self, name: Hashable, test: Callable[[str], Any]) -> tuple[str, ...]:
        """Return those of `places` that fulfil a test, sorted; only where something has changed it is asked again.

        The test may look at the place and the pieces in it, at nothing else; one name stands for one test.
        """
        kept = self._lists.get(name)
        if kept is None:
            found = tuple(place for place in sorted(self._position.places) if test(place))
            self._lists[name] = (found, set())
            return found
        found, doubtful = kept
        if doubtful:
            now = {place for place in doubtful if place in self._position.places and test(place)}
            if now != doubtful.intersection(found):
                found = tuple(sorted(now.union(place for place in found if place not in doubtful)))
            self._lists[name] = (found, set())
        return found

    def of(self, place: str, side: str, klass: str = "") -> list[str]:
        """Return a side's pieces in a place, bottom first; of one class (`unit`, `marker`, `card`) only known ones."""
        here = self.here[place]
        found = here.get((side, klass))
        if found is None:
            found = [p for p in self.ids(place) if self.records[p]["owner"] == side]
            if klass:
                found = [p for p in found if (kind := self.kind(p)) is not None and kind.klass == klass]
            here[side, klass] = found
        return list(found)

    def places_of(self, side: str, klass: str = "") -> tuple[str, ...]:
        """Return the places that hold pieces of a side, sorted; of one class if it is given."""
        return self.places_with(("of", side, klass), lambda place: self.of(place, side, klass))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._position.result is not None

    def frame(self) -> Frame:
        """Return the innermost frame; a side finds no locals of others in it."""
        return Frame(self._position.flow[-1])

    def frame_of(self, step: str) -> Frame | None:
        """Return the innermost frame of a step, or None."""
        for data in reversed(self._position.flow):
            if data["step"] == step:
                return Frame(data)
        return None


class Seen(Reader):
    """The position as `side` may know it, and nothing else: offers and queries are answered from it, so they can not leak."""

    __slots__ = ()

    def __init__(self, content: Content, view: views.View) -> None:
        super().__init__(content, view, view.side)

    def may_know(self, side: str, key: str) -> bool:
        """Return whether this side may know a value of a side (`sight` in sides.yaml)."""
        mode = self.content.sight_of[side].get(key, "all")
        return mode == "all" or (mode == "owner" and side == self.side)

    def secret(self, key: str, default: Any = None) -> Any:
        """Return what only this side knows."""
        return self._position.secret.get(self.side, {}).get(key, default)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"what a side sees has no {name!r}; kit.table.Reader says what an offer or query may ask")


class Sights:
    """What each side sees of a position that changes: one `Seen` a side; what was worked out in it holds until touched."""

    def __init__(self, content: Content, state: State) -> None:
        self._content = content
        self._views = views.Views(state)
        self._seen: dict[str, Seen] = {}
        self._fresh: set[str] = set()

    def touch(self, places: Iterable[str]) -> None:
        """Take note of places in which something has changed."""
        self._views.touch(places)

    def change(self) -> None:
        """Take note that anything but the pieces may have changed."""
        self._fresh.clear()

    def of(self, side: str) -> Seen:
        """Return what a side sees now."""
        seen = self._seen.get(side)
        if seen is None:
            seen = self._seen[side] = Seen(self._content, self._views.of(side))
        elif side not in self._fresh:
            seen.forget(self._views.renew(side))
        self._fresh.add(side)
        return seen


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

    def refuse(self, key: str, *, rule: str = "", **args: Any) -> NoReturn:
        """Say that the rules do not allow it."""
        raise Refusal(key, rule=rule, args=args)

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


__all__ = ["NOBODY", "Frame", "Reader", "Seen", "Table"]
