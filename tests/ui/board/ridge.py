"""A title of one page: two sides in turn on a field with a wall and a brook. A unit moves, breaches, bridges, looks.

It is what a title may ask of the board that the big bench's game does not: sides of cells, levels, lines of sight.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from qtwar.kit import offers
from qtwar.kit.content import Content as Facts
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title
from qtwar.model.content import TitleContent


def _text(en: str, ja: str) -> dict[str, str]:
    return {"en": en, "ja": ja}


WALL = ["0403|0504", "0404|0504", "0404|0505", "0405|0505"]
BROOK = ["0203|0304", "0204|0304", "0204|0305"]

CONTENT = TitleContent.model_validate(
    {
        "title": {"id": "ridge", "name": _text("The ridge", "尾根")},
        "sides": [
            {"id": "red", "name": _text("Red", "赤軍"), "attrs": {"colour": "#B12A27"}},
            {"id": "blue", "name": _text("Blue", "青軍"), "attrs": {"colour": "#1F5C99"}},
        ],
        "terrain": [{"id": "clear", "name": _text("Clear", "平地")}, {"id": "house", "name": _text("House", "家屋")}],
        "edge_kinds": [{"id": "wall", "name": _text("Wall", "壁")}, {"id": "brook", "name": _text("Brook", "小川")}],
        "boards": [
            {
                "id": "field",
                "name": _text("Field", "野原"),
                "grid": {"kind": "hex", "columns": 8, "rows": 7, "orientation": "flat", "numbering": {"pattern": "CCRR"}},
                "terrain": {f"{c:02}{r:02}": "house" if (c, r) == (6, 5) else "clear" for c in range(1, 9) for r in range(1, 8)},
                "boxes": [
                    {"id": "loft", "name": _text("Loft", "屋根裏"), "role": "floor", "attrs": {"floor_of": "field:0605"}},
                ],
                "edges": [{"kind": "wall", "sides": WALL}, {"kind": "brook", "sides": BROOK}],
            }
        ],
        "kinds": [
            {"id": "squad", "name": _text("Squad", "分隊"), "class": "unit", "side": "blue", "attrs": {"fire": 3}},
            {"id": "guard", "name": _text("Guard", "守備隊"), "class": "unit", "side": "red", "attrs": {"fire": 2}},
            {"id": "bridge", "name": _text("Bridge", "橋"), "class": "marker"},
            {"id": "flag", "name": _text("Flag", "旗"), "class": "marker", "attrs": {"tone": "red"}},
        ],
        "pieces": [
            *({"id": f"s{n}", "kind": "squad"} for n in (1, 2, 3)),
            {"id": "g1", "kind": "guard"},
            {"id": "b1", "kind": "bridge"},
            {"id": "f1", "kind": "flag"},
        ],
        "scenarios": [{"id": "one", "name": _text("One", "一"), "turns": 9, "vars": {"turn": 1}}],
        "texts": {
            "en": {
                "prompt.act": "Act with a unit.",
                "ask.move": "Move", "ask.breach": "Breach a wall", "ask.bridge": "Bridge the brook",
                "button.pass": "Pass",
                "why.no_wall": "There is no wall here.",
                "refuse.far": "A unit moves one hex.",
                "ask.retire": "Retire to {to}",
                "ask.shoot": "Shoot", "firer.guard": "Guard", "note.shot": "Shots at {at}.",
                "note.went": "{piece} goes to {to}.",
                "note.breached": "The wall at {edge} is breached.",
                "note.pass": "{side} passes.",
                "sight.crest": "The wall on the crest hides what is beyond.",
                "sight.clear": "Nothing is in the way.",
            },
            "ja": {
                "prompt.act": "ユニットを1つ使います。",
                "ask.move": "移動", "ask.breach": "壁を破る", "ask.bridge": "橋を架ける",
                "button.pass": "パス",
                "why.no_wall": "ここに壁はありません。",
                "refuse.far": "ユニットは1ヘクスだけ移動します。",
                "ask.retire": "{to}へ後退",
                "ask.shoot": "射撃", "firer.guard": "守備隊", "note.shot": "{at}を射撃。",
                "note.went": "{piece}が{to}へ移動。",
                "note.breached": "{edge}の壁を突破。",
                "note.pass": "{side}はパス。",
                "sight.crest": "尾根の壁が先を隠しています。",
                "sight.clear": "さえぎるものはありません。",
            },
        },
    }
)  # fmt: skip


def at(cell: str) -> str:
    """Return a place of the field."""
    return f"field:{cell}"


class Turns(Step):
    """Blue and red in turn, as long as they like."""

    name = "turns"

    def run(self, t: Table, f: Frame) -> None:
        f.l["n"] = f.l.get("n", 0) + 1
        t.set_var("turn", (f.l["n"] + 1) // 2)
        t.call("act", side=("blue", "red")[(f.l["n"] - 1) % 2])


class Act(Step):
    """One thing done by a side."""

    name = "act"

    def run(self, t: Table, f: Frame) -> None:
        if f.l.get("over"):
            t.done("acted")
        else:
            t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        own = [p for place in s.places() for p in s.ids(place) if s.owner(p) == s.side]
        here = {s.where(p)[6:] for p in own}
        asks = [offers.button("skip", "button.pass"), offers.move("go", "ask.move", own, rule="2.1")]
        if s.side == "blue":
            asks.append(offers.confirm("retire", offers.msg("ask.retire", to={"c": at("0203")}), {"moves": {"s3": at("0203")}}))
            walls = [at(side) for side in WALL if here & set(side.split("|"))]
            bare = {at(side): offers.msg("why.no_wall", rule="4.2") for side in s.content.boards["field"].grid.edges("0404")}
            why = {side: reason for side, reason in bare.items() if side[6:] not in WALL}
            asks.append(offers.edge("breach", "ask.breach", walls, rule="4.1", why=why))
            if s.ids("train"):
                asks.append(offers.place("bridge", "ask.bridge", {"b1": [at(side) for side in BROOK]}, rule="4.5"))
        more: dict[str, Any] = {}
        if s.side == "red":
            asks.append(offers.pieces_and_cell("shoot", "ask.shoot", ["g1"], [at("0404"), at("0605")], rule="7.1"))
            args = {"pieces": ["g1"], "cell": at("0404")}
            more["firers"] = [{"piece": "g1", "ask": "shoot", "args": args, "text": offers.msg("firer.guard")}]
        return offers.offer(offers.msg("prompt.act"), *asks, **more)

    def do_skip(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.note("note.pass", side={"s": side})
        f.l["over"] = True

    def do_go(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        path, grid = args["path"], t.content.boards["field"].grid
        if len(path) > 4 or any(b[6:] not in grid.neighbours(a[6:]) for a, b in pairwise(path)):
            t.refuse("refuse.far", rule="2.2")
        for piece in args["pieces"]:
            t.move(piece, path[-1])
            t.note("note.went", rule="2.1", piece={"p": piece}, to={"c": path[-1]})
        f.l["over"] = True

    def do_breach(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.note("note.breached", rule="4.1", edge={"c": args["edge"]})
        f.l["over"] = True

    def do_retire(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.move("s3", at("0203"))
        f.l["over"] = True

    def do_shoot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.note("note.shot", rule="7.1", at={"c": args["cell"]})
        f.l["over"] = True

    def do_bridge(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.move("b1", args["cell"])
        f.l["over"] = True


def reach(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Up to three hexes from the last place of the way, by the first way found."""
    grid = s.content.boards["field"].grid
    way = list(args.get("path") or [s.where(args["pieces"][0])])
    left = 3 - (len(way) - 1)
    found = {way[-1]: way}
    edge = [way[-1]]
    for _ in range(left):
        edge = [near for here in edge for near in _step(grid, here, found)]
    return {"cells": {p: {"cost": len(w) - 1, "mark": "end", "path": w} for p, w in found.items() if p != way[-1]}}


def _step(grid: Any, here: str, found: dict[str, list[str]]) -> list[str]:
    fresh = [at(cell) for cell in grid.neighbours(here[6:]) if at(cell) not in found]
    found.update({place: [*found[here], place] for place in fresh})
    return fresh


def why(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """An own unit is too far from what is not lit; of the other side's units there is nothing to say."""
    own = all(s.owner(piece) == s.side for piece in args["pieces"])
    return offers.msg("refuse.far", rule="2.2") if own else None


def sight(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """A wall that the line crosses ends it; a house on the way hinders by 1."""
    grid = s.content.boards["field"].grid
    start, end = args["from"][6:], args["to"][6:]
    hinder: list[dict[str, Any]] = []
    line = grid.line(start, end)
    for a, b in pairwise(line):
        side = grid.edge(a, b)
        if side in WALL:
            (ax, ay), (bx, by) = grid.edge_points(side)
            blocked = {"at": [(ax + bx) / 2, (ay + by) / 2], "cell": at(b), "edge": at(side)}
            return {"clear": False, "blocked": blocked, "hindrances": hinder, "lines": [offers.msg("sight.crest")], "rule": "6.2"}
        if b != end and s.content.boards["field"].terrain.get(b) == "house":
            hinder.append({"cell": at(b), "name": offers.msg("House"), "value": 1})
    lines = [] if hinder else [offers.msg("sight.clear")]
    return {"clear": True, "blocked": None, "hindrances": hinder, "lines": lines, "rule": "6.1"}


def fan(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Sort all cells by what the line to them meets."""
    seen, hindered = [], []
    for cell in s.content.boards["field"].grid.cells():
        found = sight(s, {"from": args["from"], "to": at(cell)})
        if found["clear"]:
            (hindered if found["hindrances"] else seen).append(at(cell))
    return {"seen": seen, "hindered": hindered}


def title(content: Facts) -> Title:
    """Return the rules."""

    def setup(t: Table, choices: dict[str, Any]) -> None:
        start = {"s1": "0404", "s2": "0404", "s3": "0304", "g1": "0704", "f1": "0202"}
        for piece, place in [*((p, at(cell)) for p, cell in start.items()), ("b1", "train")]:
            t.add(piece, place)
        t.call("turns")

    def cell(s: Seen, args: dict[str, Any]) -> list[Any]:
        return []

    queries = {"reach": reach, "why": why, "cell": cell, "sight": sight, "fan": fan}
    return Title(content, steps=[Turns(), Act()], setup=setup, queries=queries)
