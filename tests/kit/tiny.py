"""A teaching game of twenty lines of rules: two sides in turn move one piece or pass; cups, secrets and dice included.

It is the fixture of the engine's, kit's and session's tests; it needs no files.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title

CONTENT: dict[str, Any] = {
    "title": {"id": "tiny", "version": "1"},
    "sides": [{"id": "red"}, {"id": "blue"}],
    "kinds": [
        {"id": "red_unit", "class": "unit", "side": "red", "attrs": {"fire": 2}, "traits": ["foot"]},
        {"id": "blue_unit", "class": "unit", "side": "blue", "attrs": {"fire": 3}, "traits": ["foot"]},
    ],
    "pieces": [{"id": f"{s}-{n}", "kind": f"{s}_unit"} for s in ("red", "blue") for n in (1, 2, 3)],
    "boards": [
        {
            "id": "m",
            "grid": {
                "kind": "square",
                "columns": 5,
                "rows": 5,
                "diagonals": True,
                "numbering": {"pattern": "CCRR", "first_column": 1, "first_row": 1},
            },
            "terrain": {f"{c:02}{r:02}": "clear" for c in range(1, 6) for r in range(1, 6)},
            "features": {"town": ["0303"]},
            "attrs": {"0101": {"country": "north"}},
            "areas": [{"id": "corner", "cells": ["0101", "0102"]}],
            "boxes": [
                {"id": "cup", "sight": "count", "side": ""},
                {"id": "hand_red", "sight": "owner_count", "side": "red"},
                {"id": "dead", "sight": "all"},
            ],
        }
    ],
    "tables": [
        {
            "id": "fire",
            "rule": "3.1",
            "rows": {"kind": "dice", "heads": [1, 2, 3, 4, 5, 6]},
            "columns": {"kind": "range", "heads": ["<1", "1-2", "3+"]},
            "cells": [
                ["-", "-", "-"],
                ["-", "-", "R"],
                ["-", "R", "R"],
                ["-", "R", "K"],
                ["R", "R", "K"],
                ["R", "K", "K"],
            ],
        }
    ],
    "scenarios": [{"id": "one", "turns": 3, "side_vars": {"red": {"cp": 3}, "blue": {"cp": 3}}, "vars": {"turn": 1}}],
    "options": [{"id": "fog", "default": True}],
}


class Turns(Step):
    """Red and blue in turn, three turns, then the game ends."""

    name = "turns"

    def run(self, t: Table, f: Frame) -> None:
        n = f.l.get("n", 0)
        if n >= 2 * t.scenario["turns"]:
            t.end(None, level="draw")
            return
        f.l["n"] = n + 1
        t.set_var("turn", 1 + n // 2)
        t.call("act", side=("red", "blue")[n % 2])


class Act(Step):
    """One action of a side: move a piece, draw from the cup, fight, or pass."""

    name = "act"

    def run(self, t: Table, f: Frame) -> None:
        if f.l.get("over"):
            t.done("acted")
        else:
            t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        own = [
            p for place in s.places() if ":" in place for p in s.ids(place) if s.owner(p) == s.side and s.is_known(p)
        ]
        asks = [offers.button("skip", "button.pass")]
        if own:
            asks.append(offers.move("go", "ask.move", own, rule="2.1"))
            asks.append(offers.pieces("fight", "ask.fight", own, 1, 2, rule="3.1"))
        if s.ids("cup"):
            asks.append(offers.draw("take", "ask.draw", "cup"))
        asks.append(offers.secret(offers.number("bid", "ask.bid", 0, 2)))
        return offers.offer(offers.msg("prompt.act"), *asks)

    def do_skip(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.note("note.pass", side={"s": side})
        f.l["over"] = True

    def do_go(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        to = args["path"][-1]
        if not t.content.has_place(to):
            t.refuse("refuse.cell", rule="2.1", cell={"c": to})
        for piece in args["pieces"]:
            if t.content.boards["m"].grid.distance(t.where(piece)[2:], to[2:]) > 1:
                t.refuse("refuse.far", rule="2.2", piece={"p": piece})
            t.move(piece, to)
        t.note("note.go", rule="2.1", pieces=[{"p": p} for p in args["pieces"]], to={"c": to})
        f.l["over"] = True

    def do_fight(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        die = t.roll(purpose="roll.fire", by=side)[0]
        extra = t.roll(purpose="roll.extra", by=side)[0] if die == 6 else 0
        t.put(side, "cp", t.num(side, "cp") + die + extra)
        f.l["over"] = True

    def do_take(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        piece = t.pick(sorted(t.ids("cup")))
        t.know(piece, [side])
        t.move(piece, "m:0505" if side == "blue" else "hand_red")
        t.note("note.drew", side={"s": side}, piece={"p": piece})
        t.note("note.drew.own", only=[side], piece={"p": piece})
        f.l["over"] = True

    def do_bid(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.seal(side, "bid", args["number"])
        f.of(side)["bid"] = args["number"]
        f.of("*")["sum"] = args["number"]
        f.l["over"] = True


def reach(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """All cells next to the first piece."""
    here = s.where(args["pieces"][0])
    if not here.startswith("m:"):
        return {"cells": {}}
    grid = s.content.boards["m"].grid
    return {
        "cells": {f"m:{c}": {"cost": 1, "mark": "end", "path": [here, f"m:{c}"]} for c in grid.neighbours(here[2:])}
    }


def title(content: Content) -> Title:
    """Return the rules."""

    def setup(t: Table, choices: dict[str, Any]) -> None:
        t.add("red-1", "m:0101")
        t.add("red-2", "m:0102", known=["red"])
        t.add("blue-1", "m:0303")
        t.add("blue-2", "m:0303", known=["blue"])
        t.add("red-3", "cup", known=[])
        t.add("blue-3", "cup", known=[])
        t.call("turns")

    def position(t: Table, phase: str, args: dict[str, Any]) -> None:
        t.call("turns", n=1)
        t.call("act", side=args["side"])

    return Title(
        content,
        steps=[Turns(), Act()],
        setup=setup,
        queries={"reach": reach},
        position=position,
        phases={"act": {"side": "side"}},
    )
