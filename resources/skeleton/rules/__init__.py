"""Rules of this title: the sides take turns, a unit moves to a neighbouring cell.

Change this to your game; `docs/module-guide.md` of QtWar goes on from here. Rule code carries its rule number.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title


class Turns(Step):
    """Each side in turn, as many turns as the scenario has."""

    name = "turns"

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next side's move, or end the game."""
        n, sides = f.l.get("n", 0), t.content.sides
        if n >= (t.scenario.get("turns") or 1) * len(sides):
            t.end(None, level="draw")
            return
        f.l["n"] = n + 1
        t.set_var("turn", 1 + n // len(sides))
        t.call("move", side=list(sides)[n % len(sides)])


class Move(Step):
    """One side moves its units, one cell each, until it says that it is done."""

    name = "move"

    def run(self, t: Table, f: Frame) -> None:
        """Wait for the side, or go back."""
        if f.l.get("over"):
            t.done()
        else:
            t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        """Offer the units that have not moved, and the end of the move."""
        moved = f.l.get("moved", [])
        fresh = [
            piece
            for place in s.places()
            if ":" in place
            for piece in s.ids(place)
            if s.owner(piece) == s.side and s.is_known(piece) and piece not in moved
        ]
        asks = [offers.button("done", "button.done_moving")]
        if fresh:
            asks.insert(0, offers.move("march", "ask.march", fresh, rule="1.1"))
        return offers.offer(offers.msg("prompt.move"), *asks)

    def do_march(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move units one cell."""
        to = args["path"][-1]
        for piece in args["pieces"]:
            if not near(t.content, t.where(piece), to):
                t.refuse("refuse.too_far", rule="1.1", piece={"p": piece}, cell={"c": to})  # 1.1
            t.move(piece, to)
        t.note("note.march", rule="1.1", pieces=[{"p": piece} for piece in args["pieces"]], to={"c": to})
        f.l["moved"] = [*f.l.get("moved", []), *args["pieces"]]

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the side's move."""
        f.l["over"] = True


def near(content: Content, here: str, there: str) -> bool:
    """Return whether two places are neighbouring cells of one board."""
    board, _, cell = here.partition(":")
    other, _, to = there.partition(":")
    return board == other and bool(to) and to in content.boards[board].grid.neighbours(cell)


def reach(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Say where a unit may go: the neighbouring cells."""
    here = s.where(args["pieces"][0])
    board, _, cell = here.partition(":")
    grid = s.content.boards[board].grid
    places = [f"{board}:{to}" for to in grid.neighbours(cell)]
    return {"cells": {place: {"cost": 1, "mark": "end", "path": [here, place]} for place in places}}


def title(content: Content) -> Title:
    """Return the rules to the program."""

    def setup(t: Table, choices: dict[str, Any]) -> None:
        left: dict[str, list[str]] = {}
        for piece, entry in t.content.pieces.items():
            left.setdefault(entry["kind"], []).append(piece)
        for line in t.scenario.get("quick") or ():
            for what, count in line["pieces"].items():
                for _ in range(count):
                    t.add(left[what].pop(0) if what in left else what, line["at"])
        t.call("turns")

    def position(t: Table, phase: str, args: dict[str, Any]) -> None:
        t.call("turns", n=1)
        t.call("move", side=args["side"])

    return Title(
        content,
        steps=[Turns(), Move()],
        setup=setup,
        queries={"reach": reach},
        position=position,
        phases={"move": {"side": "side"}},
    )
