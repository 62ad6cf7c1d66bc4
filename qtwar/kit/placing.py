"""Set-up by hand: sides place their pieces one after another, out of a tray, where the lines of the scenario allow it.

What a title adds is said by four questions: what is still to be placed, what may be placed again, where a piece may
stand (and by which rule it may not), and how the rest is placed. Everything else is the same for all titles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.asks.shapes import Message, Offer
from qtwar.kit.offers import msg
from qtwar.kit.steps import Asking, Item, Sequence
from qtwar.kit.table import Frame, Reader, Seen, Table

LINE = "line"
"""The attribute that names a piece's line of the set-up, while set-up lasts."""


def line_of(r: Reader, piece: str) -> dict[str, Any] | None:
    """Return the line of the scenario's set-up that a piece belongs to, None once set-up is over."""
    name = r.attr(piece, LINE)
    lines = r.scenario.get("setup") or () if name else ()
    return next((dict(line) for line in lines if line["id"] == name), None)


def forget_lines(t: Table) -> None:
    """Take the lines off all pieces: set-up is over."""
    for piece in sorted(t.state.pieces):
        t.set_attr(piece, LINE, None)


class SetUp(Sequence):
    """The whole set-up: `before` (steps of the title), then each side in the scenario's order places its pieces."""

    def __init__(self, rule: str, before: Callable[[Table], Iterable[Item]] = lambda t: ()) -> None:
        super().__init__("setup", self._items)
        self.rule = rule
        self.before = before

    def _items(self, t: Table, f: Frame) -> list[Item]:
        order = t.scenario.get("setup_order") or t.content.sides
        return [*self.before(t), *((Placing.name, {"side": side}) for side in order)]

    def close(self, t: Table) -> None:
        """Say that set-up is over."""
        forget_lines(t)
        t.note("note.setup_done", rule=self.rule, level=0)


class Placing(Asking):
    """One side places its pieces; local `side`. A title's subclass answers the questions below."""

    name = "place_pieces"
    ends = ("done",)
    rule = ""
    """Rule number of the set-up, cited by what is asked."""
    ready_button = ""
    """Message key of a button that lays the ready-made set-up, where the title has one."""

    # the questions --------------------------------------------------------------------

    def tray(self, side: str) -> str:
        """Return the box from which a side places."""
        raise NotImplementedError

    def waiting(self, r: Reader, side: str) -> list[str]:
        """Return the pieces still to be placed, in the order in which they are offered."""
        return [p for p in r.ids(self.tray(side)) if r.attr(p, LINE)]

    def placed(self, r: Reader, side: str) -> list[str]:
        """Return the pieces that are placed and may be picked up again."""
        raise NotImplementedError

    def places(self, r: Reader, pieces: Iterable[str]) -> dict[str, list[str]]:
        """Return piece → places where it may stand; those of one kind and line that lie together have the same.

        A title answers `places_of`, or this where it knows them all at once.
        """
        known: dict[tuple[str, str, str], list[str]] = {}
        found = {}
        for piece in pieces:
            key = (str(r.record(piece)["kind"]), str(r.attr(piece, LINE)), r.spot(piece))
            if key not in known:
                known[key] = self.places_of(r, piece)
            found[piece] = known[key]
        return found

    def places_of(self, r: Reader, piece: str) -> list[str]:
        """Return the places where a piece may stand."""
        raise NotImplementedError

    def fault(self, r: Reader, piece: str, place: str) -> str:
        """Return the rule that forbids a piece in a place now, or an empty word."""
        raise NotImplementedError

    def rest(self, t: Table, side: str) -> None:
        """Place what is left."""
        raise NotImplementedError

    def ready(self, t: Table, side: str) -> None:
        """Lay the ready-made set-up of a side, if `ready_button` offers it."""

    def put(self, t: Table, piece: str, place: str) -> None:
        """Put a piece down where it may stand."""
        t.move(piece, place)

    def by_itself(self, t: Table, side: str) -> bool:
        """Return whether this side is placed without being asked."""
        return False

    def end(self, t: Table, side: str) -> None:
        """Do what the end of a side's set-up brings: what found no place, say."""

    # the step -------------------------------------------------------------------------

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether the side has anything to place, or to take back."""
        side = f.l["side"]
        if not (f.l.get("began") or self.waiting(t, side) or self.placed(t, side)):
            return False
        f.l["began"] = True
        if self.by_itself(t, side):
            self.rest(t, side)
            self.end(t, side)
            return False
        return True

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to place, to move what is placed, to have the rest placed, to be done."""
        side = f.l["side"]
        tray = self.waiting(s, side)
        open_ = {p: cells for p, cells in self.places(s, tray).items() if cells}
        asks = []
        if open_:
            asks.append(offers.place("place", "ask.set_up", open_, rule=self.rule))
        back = self.placed(s, side)
        if back:
            home = self.tray(side)
            again = {p: sorted({*cells, home}) for p, cells in self.places(s, back).items()}
            asks.append(offers.place("shift", "ask.shift", again, rule=self.rule))
        if tray and self.ready_button:
            asks.append(offers.button("quick", self.ready_button))
        if tray:
            asks.append(offers.button("rest", "button.place_rest"))
        why = self._unfinished(s, back, len(tray) if open_ else 0)
        asks.append(offers.button("done", "button.done_setup", rule=self.rule, why_not=why, primary=True))
        return offers.offer(
            msg("prompt.setup", side={"s": side}, n=len(tray)), *asks,
            detail=msg("detail.setup", rule=self.rule, n=len(tray)), setup=True,
        )  # fmt: skip

    def _unfinished(self, s: Seen, back: Iterable[str], left: int) -> Message | None:
        for piece in back:
            rule = self.fault(s, piece, s.spot(piece))
            if rule:
                return msg("refuse.setup_wrong", rule=rule, piece={"p": piece}, at={"c": s.spot(piece)})
        return msg("refuse.setup_left", rule=self.rule, n=left) if left else None

    def do_place(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Place pieces; each must still be legal after the one before."""
        for piece in args["pieces"]:
            rule = self.fault(t, piece, args["cell"])
            if rule:
                t.refuse("refuse.setup", rule=rule, piece={"p": piece}, cell={"c": args["cell"]})
            self.put(t, piece, args["cell"])

    def do_shift(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move placed pieces elsewhere or back into the tray."""
        if args["cell"] == self.tray(side):
            for piece in args["pieces"]:
                t.move(piece, args["cell"])
            return
        self.do_place(t, f, side, args)

    def do_quick(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Place what is left as the ready-made set-up has it."""
        self.ready(t, side)

    def do_rest(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Have the rest placed."""
        self.rest(t, side)

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the set-up of a side."""
        self.end(t, side)
