"""What is asked of a position: `Reader`, of which `Seen` is what one side may know of it, and the frames of the sequence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any, NoReturn

from qtwar.base.errors import Refusal
from qtwar.engine import views
from qtwar.engine.state import INSIDE, FrameData, State, value_holder
from qtwar.kit.chart import Chart
from qtwar.kit.content import Content, Kind, Printed


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

    def refuse(self, key: str, *, rule: str = "", **args: Any) -> NoReturn:
        """Say that the rules do not allow it."""
        raise Refusal(key, rule=rule, args=args)


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
        raise AttributeError(f"what a side sees has no {name!r}; kit.reader.Reader says what an offer or query may ask")


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
