"""Decks and cups: boxes that things are drawn out of unseen, for rules and for the free table alike.

A deck (a box of `role: deck`) has an order, the top piece is next; a cup (`role: cup`, or any box of `sight: count`) has
none, anything in it may be next. A box's attribute `discard` names the box whose pieces come back when a deck is empty.
What is to be drawn no more is taken out by `t.remove`, wherever it lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.table import Table

DECK, CUP = "deck", "cup"


def kind_of(content: Content, place: str) -> str:
    """Return whether a place is a `deck`, a `cup`, or (an empty word) no pile at all."""
    box = content.boxes.get(place) or {}
    role = str(box.get("role") or "")
    if role in (DECK, CUP):
        return role
    return CUP if box.get("sight") == "count" else ""


def is_pile(content: Content, place: str) -> bool:
    """Return whether things are drawn out of a place unseen."""
    return kind_of(content, place) != ""


class Pile:
    """One deck or cup on the table. Scripted draws and shuffles (`picks`) are named in position files and tests."""

    def __init__(self, t: Table, place: str) -> None:
        self.t = t
        self.place = place
        self.kind = kind_of(t.content, place) or CUP
        box = t.content.boxes.get(place) or {}
        discard = str((box.get("attrs") or {}).get("discard") or "")
        self.discard = discard if discard in t.content.boxes else ""
        """The box of what has been drawn and used, an empty word where there is none."""

    def ids(self) -> list[str]:
        """Return what is in it: of a deck the next piece first, of a cup in an order that means nothing."""
        ids = self.t.ids(self.place)
        return ids[::-1] if self.kind == DECK else sorted(ids)

    def shuffle(self) -> None:
        """Shuffle it; nobody learns the order."""
        self.t.shuffle(self.place)

    def order(self, first: Iterable[str]) -> None:
        """Lay some of a deck's pieces on top, the first named to be drawn first (a position written by hand)."""
        first = list(first)
        rest = [p for p in self.t.ids(self.place) if p not in first]
        self.t.order(self.place, [*rest, *reversed(first)])

    def gather(self) -> None:
        """Bring the discards back and shuffle."""
        for piece in self.t.ids(self.discard) if self.discard else ():
            self.t.know(piece, None)
            self.t.move(piece, self.place)
        self.shuffle()
        self.t.note("note.free.gather", place={"c": self.place})

    def next(self) -> str:
        """Return the piece that a draw would take now, an empty word if there is none; an empty deck is gathered first."""
        if self.kind == DECK and not self.t.ids(self.place) and self.discard:
            self.gather()
        ids = self.ids()
        if not ids:
            return ""
        return self.t.pick(ids) if self.kind == CUP else ids[0]

    def draw(self, to: str, n: int = 1, *, reshuffle: str = "") -> list[str]:
        """Draw n pieces one after another into a place and return them; fewer if no more are left.

        A piece of the trait `reshuffle` (Fields of Fire 1.3 F) is no draw: it is set aside, the discards come back and
        are shuffled in, it goes back into the middle, and the drawing goes on.
        """
        drawn: list[str] = []
        while len(drawn) < n:
            piece = self.next()
            if not piece:
                break
            if reshuffle and self.t.has(piece, reshuffle):
                if len(self.t.ids(self.place)) + (len(self.t.ids(self.discard)) if self.discard else 0) == 1:
                    break  # nothing but this card is left
                self.t.move(piece, self.discard or to)
                self.gather()
                self.t.move(piece, self.place, index=len(self.t.ids(self.place)) // 2)
                continue
            self.t.move(piece, to)
            drawn.append(piece)
        return drawn

    def put_back(self, *pieces: str, under: bool = False) -> None:
        """Return pieces: on top of a deck or at its bottom (`under`), into a cup anywhere; nobody keeps knowing them."""
        for piece in pieces:
            self.t.know(piece, None)
            self.t.move(piece, self.place, index=0 if under else None)

    def show(self, side: str, n: int = 1) -> list[str]:
        """Tell a side alone what lies on top, the others that it has looked; returns the pieces, the next one first."""
        top = self.t.ids(self.place)[::-1][:n]
        self.t.note("note.free.peek", side={"s": side}, place={"c": self.place}, n=len(top))
        names = [_called(self.t, p) for p in top]
        self.t.note("note.free.peeked", only=[side], level=2, place={"c": self.place}, cards=names, pieces=top)
        return top


def _called(t: Table, piece: str) -> dict[str, Any]:
    """Return the name of a piece for who was shown it: its own, or that of its kind."""
    name = (t.content.pieces.get(piece) or {}).get("name")
    return dict(name) if name else {"k": t.record(piece)["kind"]}
