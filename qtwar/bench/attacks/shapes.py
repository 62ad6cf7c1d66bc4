"""What broken rules answer and what malformed callers ask: each shape ends in one sentence, and the game is as it was."""

from __future__ import annotations

from typing import Any

LYING = """

from qtwar.kit import boundary

NEXT = {}


def _turn(fn):
    real = getattr(boundary.Boundary, fn)

    def call(self, *args):
        if fn == "query" and args[1] == "lie next":
            NEXT.update(args[2])
            return None
        return NEXT.pop(fn) if fn in NEXT else real(self, *args)

    setattr(boundary.Boundary, fn, call)


for name in ("setup", "offers", "act", "query", "selfplay", "describe", "replay"):
    _turn(name)
"""
"""The end of rules whose next answer is what the question `lie next` said before."""

ASK = {"id": "a", "verb": "skip", "kind": "button", "label": {"key": "button.pass", "args": {}}}
PROMPT = {"key": "prompt.act", "args": {}}


def offer(*asks: Any, **more: Any) -> dict[str, Any]:
    """Return offers of red with these asks."""
    return {"red": {"prompt": PROMPT, "asks": list(asks), **more}}


BROKEN_OFFERS: list[Any] = [
    None,
    [],
    "red",
    {"red": 5},
    {"red": []},
    {"red": {}},
    {"red": {"prompt": PROMPT}},
    {"red": {"prompt": "go", "asks": []}},
    {"red": {"prompt": PROMPT, "asks": {}}},
    {"red": {"prompt": {"key": 5}, "asks": []}},
    {"red": {"prompt": {"key": "x", "args": []}, "asks": []}},
    offer(detail="more"),
    offer(step=5),
    offer(5),
    offer({}),
    offer({**ASK, "id": None}),
    offer({**ASK, "verb": 5}),
    offer({**ASK, "kind": "dance"}),
    offer({**ASK, "kind": ["button"]}),
    offer({**ASK, "label": "Pass"}),
    offer({**ASK, "label": {"key": ["x"]}}),
    offer({**ASK, "rule": 8.4}),
    offer({**ASK, "why_not": "no"}),
    offer({**ASK, "fixed": []}),
    offer({**ASK, "help": 1}),
    offer({**ASK, "kind": "choose"}),
    offer({**ASK, "kind": "choose", "choices": [{"value": 1}]}),
    offer({**ASK, "kind": "choose", "choices": {"1": "one"}}),
    offer({**ASK, "kind": "number", "min": 0}),
    offer({**ASK, "kind": "number", "min": 0, "max": 2**40}),
    offer({**ASK, "kind": "number", "min": 0.5, "max": 2}),
    offer({**ASK, "kind": "number", "min": 0, "max": 2, "step": 0}),
    offer({**ASK, "kind": "pieces", "pieces": [5], "min": 1, "max": 1}),
    offer({**ASK, "kind": "pieces", "pieces": "red-1", "min": 1, "max": 1}),
    offer({**ASK, "kind": "cell", "cells": {"m:0101": 1}}),
    offer({**ASK, "kind": "move", "pieces": None}),
    offer({**ASK, "kind": "move", "pieces": [], "query": 7}),
    offer({**ASK, "kind": "place", "pieces": [], "targets": {"red-1": "m:0101"}}),
    offer({**ASK, "kind": "allocate", "pieces": []}),
    offer({**ASK, "kind": "allocate", "pieces": [], "total": -1}),
    offer({**ASK, "kind": "roll", "dice": [0]}),
    offer({**ASK, "kind": "roll", "dice": [6] * 10_000}),
    offer({**ASK, "kind": "secret"}),
    offer({**ASK, "kind": "secret", "of": 5}),
    offer({**ASK, "kind": "secret", "of": {"kind": "number"}}),
    offer({**ASK, "kind": "secret", "of": {"kind": "secret", "of": {"kind": "button"}}}),
    offer({**ASK, "kind": "confirm", "preview": {"moves": ["red-1"]}}),
    offer({**ASK, "costs": {"m:0101": "dear"}}),
]
BROKEN_ACTS: list[Any] = [
    None,
    5,
    [],
    {},
    {"events": []},
    {"offers": {}},
    {"events": {}, "offers": {}},
    {"events": "all", "offers": {}},
    {"events": [], "offers": []},
    {"events": [], "offers": {}, "more": 1},
    {"refused": "no"},
    {"refused": {"key": "x"}},
    {"refused": {"key": "", "args": {}}},
    {"refused": {"key": "x", "args": []}},
    {"refused": {"key": "x", "args": {"p": {"p": 5}}}},
    {"need_dice": 2},
    {"need_dice": {"dice": "6", "for": "x"}},
    {"need_dice": {"dice": [6]}},
    {"need_dice": {"dice": [0], "for": "x"}},
    {"need_dice": {"dice": [6.0], "for": "x"}},
    {"need_dice": {"dice": [6] * 1000, "for": "x"}},
    {"events": [5], "offers": {}},
    {"events": [{"e": "magic"}], "offers": {}},
    {"events": [{"e": "var.set", "key": "x", "was": None, "to": 10**30}], "offers": {}},
    {"events": [{"e": "note", "key": "x", "args": {}, "rule": "", "level": 0, "sides": [["red"]]}], "offers": {}},
]
BROKEN_QUERIES: list[tuple[str, Any]] = [
    ("reach", {"cells": []}),
    ("reach", {"cells": {"m:0101": 1}}),
    ("reach", {"cells": {"m:0101": {"cost": "2"}}}),
    ("reach", {"cells": {"m:0101": {"note": "far"}}}),
    ("reach", {"cells": {"m:0101": {"path": "m:0101"}}}),
    ("reach", 5),
    ("reach", {"cells": {}, "join": {"m:0101": 5}}),
    ("reach", {"cells": {}, "why": 5}),
    ("walk", {"cells": 5}),
    ("odds", {"lines": 5}),
    ("odds", {"lines": ["+1"]}),
    ("odds", {"lines": [{"key": "x", "signed": True, "value": "1"}]}),
    ("odds", {"results": [{"die": "1"}]}),
    ("odds", {"what_if": [{}]}),
    ("odds", 5),
    ("odds", {"title": 5}),
    ("odds", {"chances": [5]}),
    ("cell", 5),
    ("cell", {"lines": 5}),
    ("cell", ["a line"]),
    ("cell", {}),
    ("why", {"key": 5}),
    ("sight", 5),
    ("sight", {"blocked": {}}),
    ("sight", {"blocked": {"at": [1]}}),
    ("sight", {"hindrances": [{"cell": "m:0101"}]}),
    ("sight", {"lines": "clear"}),
    ("sight", {"blocked": {"cell": "m:0101", "at": ["1", "2"]}}),
    ("fan", {"seen": 5}),
    ("fan", {"hindered": [1]}),
    ("reach", {"refused": {"key": 5}}),
    ("reach", {"refused": "no"}),
]
BROKEN_SELFPLAYS: list[Any] = [
    None,
    [],
    {},
    {"entries": []},
    {"entries": {}, "end": None},
    {"entries": [5], "end": None},
    {"entries": [], "end": 5},
    {"entries": [{"action": 5, "events": [], "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": 5, "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": [], "entropy": "1"}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": [], "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "green", "verb": "skip"}, "events": [], "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": [], "entropy": 1, "label": "x"}], "end": None},
]
BROKEN_SETUPS: list[Any] = [
    None,
    [],
    {},
    {"events": 5},
    {"events": {}},
    {"events": [5]},
    {"events": [], "more": 1},
    {"events": [{"e": "magic"}]},
    {"events": [{"e": "flow.set", "keep": 0, "was": [], "to": [5]}]},
]
BROKEN_WORDS: list[Any] = [
    None,
    5,
    {},
    {"verbs": "skip", "queries": [], "phases": {}, "marks": {}},
    {"verbs": [], "queries": [], "phases": [], "marks": {}},
    {"verbs": [], "queries": [], "phases": {}, "marks": {}, "sense": []},
]


BROKEN_REPLAYS: list[Any] = [None, {}, {"entries": 5}, {"entries": [5]}, {"entries": [[5]]}]
ODD: list[Any] = [
    None,
    5,
    1.5,
    True,
    "",
    "x",
    [],
    {},
    [[]],
    {"x": {}},
    -1,
    2**70,
    "\ud800",
    ["red-1", 5],
    {"red-1": -3},
    ["~m:0303#²"],
    "@red-1",
]
BROKEN_DICE: list[Any] = [5, "6", [0], [7], ["6"], [6.0], [True], [None], [[6]], [2**70], [6] * 1000]
BROKEN_PICKS: list[Any] = [5, ["nobody"], [99], [-1], [[]]]
