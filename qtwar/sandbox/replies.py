"""What each function of the boundary may answer: the one place where the form of a reply is looked at.

A reply that passes can be read by everybody above without asking again; docs/architecture.md 2 and 3 say what it means.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any

from qtwar.base.errors import RulesFault
from qtwar.engine.events import MOST_DICE, MOST_FACES
from qtwar.engine.forms import (
    Form,
    anything,
    args,
    either,
    exactly,
    flag,
    having,
    index,
    listed,
    mapped,
    maybe,
    measure,
    message,
    name,
    number,
    plain,
    text,
    texts,
    whole,
)

_dice = listed(whole(1, MOST_FACES), MOST_DICE)
_costs = mapped(measure)
_groups = mapped(texts)
_point = either(lambda value: value is None, lambda value: listed(measure)(value) and len(value) == 2)

_choice = having({"value": anything, "label": message}, {"why_not": maybe(message), "cost": maybe(measure)})
_common: Mapping[str, Form] = {
    "rule": text, "primary": flag, "escape": flag, "why_not": maybe(message), "fixed": maybe(mapped(anything)),
    "button": message, "help": message, "icon": text, "topic": message, "cost": maybe(measure), "chance": whole(0, 100),
    "odds": mapped(anything), "light": flag, "notes": mapped(message), "costs": maybe(_costs),
    "min": number, "max": number, "step": whole(1), "default": number,
    "choices": listed(_choice), "pieces": texts, "locked": texts, "groups": _groups, "along": texts, "budget": maybe(measure),
    "budget_rule": text, "why": mapped(message), "cells": texts, "edges": texts, "targets": _groups, "query": text,
    "group": text, "join": flag, "land": flag, "per_piece": mapped(index), "total": index, "dice": _dice, "place": text,
    "preview": having({}, {"moves": mapped(text)}), "followers": texts,
}  # fmt: skip
_needs: Mapping[str, Mapping[str, Form]] = {
    "button": {},
    "roll": {},
    "draw": {},
    "confirm": {},
    "choose": {"choices": listed(_choice)},
    "number": {"min": number, "max": number},
    "pieces": {"pieces": texts, "min": number, "max": number},
    "cell": {"cells": texts},
    "edge": {"edges": texts},
    "pieces+cell": {"pieces": texts},
    "place": {"pieces": texts},
    "move": {"pieces": texts},
    "allocate": {"pieces": texts, "total": index},
    "order": {"pieces": texts},
}
"""The fields that an ask of a kind can not do without."""
_bodies = {kind: having({"kind": name, **needs}, _common) for kind, needs in _needs.items()}
_head = having({"id": name, "verb": name, "kind": name, "label": message}, _common)


def _ask(value: Any) -> bool:
    if not _head(value):
        return False
    body = value.get("of") if value["kind"] == "secret" else value
    kind = body.get("kind") if isinstance(body, dict) else None
    return isinstance(kind, str) and kind in _bodies and _bodies[kind](body)


offer = having({"prompt": message, "asks": listed(_ask)}, {"side": text, "detail": maybe(message), "step": text})
_offers = mapped(maybe(offer))
_refused = exactly(refused=having({"key": name, "args": args}, {"rule": maybe(text)}))
_wanted = exactly(need_dice=having({"dice": _dice, "for": text}, {"by": text, "given": index}))
_events = listed(anything)  # what is in one is looked at where it is applied (`engine.events`)
_action = having({"side": name, "verb": name}, {"args": mapped(anything)})
_entry = having(
    {"action": _action, "events": _events, "entropy": whole(0, 2**64 - 1)}, {"label": maybe(message), "refused": listed(anything)}
)

_cell = having({}, {"cost": maybe(measure), "mark": text, "note": maybe(message), "path": maybe(texts), "rule": text})
_reach = having({"cells": mapped(_cell)}, {"join": maybe(_groups), "cost": maybe(mapped(anything)), "why": maybe(message)})
_line = having({"key": name}, {"args": args, "rule": text, "signed": flag, "tone": maybe(text)})
_signed = either(lambda line: not line.get("signed"), lambda line: type(line.get("value")) is int)
_odds = having(
    {},
    {
        "lines": listed(lambda line: _line(line) and _signed(line)),
        "title": message,
        "results": listed(either(having({"die": number, "result": anything}), either(text, measure))),
        "chances": listed(_line),
        "what_if": listed(having({"id": name, "key": name}, {"args": args})),
    },
)
_met = having(
    {}, {"cell": text, "edge": maybe(text), "at": _point, "name": maybe(message), "why": maybe(message), "value": number}
)


def _spot(met: Any) -> bool:
    return _met(met) and any(met.get(key) for key in ("at", "edge", "cell")) and "cell" in met


_sight = having(
    {},
    {
        "lines": listed(message),
        "blocked": maybe(_spot),
        "hindrances": listed(lambda met: _spot(met) and "value" in met),
        "range": maybe(measure),
        "rule": text,
    },
)
_fan = having({}, {"seen": texts, "hindered": texts, "rule": text})
_lines = either(listed(message), having({"lines": listed(message)}))
_overlays = having({"overlays": listed(having({"id": name, "label": message}, {"now": flag, "rule": text}))})
_toned = having({"tone": text}, {"note": either(text, message)})
_overlay = having(
    {},
    {
        "cells": mapped(_toned),
        "lines": listed(having({"path": texts}, {"tone": text})),
        "legend": listed(having({"tone": text, "label": message})),
    },
)


def _node(value: Any) -> bool:
    """Return whether a value is a line of the tree of forces, with those below it."""
    return _branch(value) and all(_node(child) for child in value.get("children", ()))


_branch = having(
    {"id": name, "label": message},
    {"pieces": texts, "place": text, "value": maybe(message), "tone": text, "children": listed(anything)},
)
_tree = having({"nodes": listed(_node)})
_row = having({"label": message, "state": name}, {"value": maybe(message), "side": text, "rule": text})
_agenda = having({"sections": listed(having({"label": message, "rows": listed(_row)}, {"rule": text}))})
_why = either(message, lambda value: not isinstance(value, dict) or "key" not in value)
_said = having({"key": name}, {"args": args, "rule": text, "brief": message})
_drawn = having({"along": texts}, {"text": message, "tone": text, "style": text})
_standing = having({}, {"said": listed(_said), "lines": listed(_drawn)})
QUERIES: Mapping[str, Form] = {
    "reach": _reach, "why": _why, "odds": _odds, "cell": _lines, "piece": _lines, "sight": _sight, "fan": _fan,
    "standing": _standing,
    "overlays": _overlays, "overlay": _overlay, "tree": _tree, "agenda": _agenda, "bill": message,
}  # fmt: skip
"""The questions that the window asks of any title. What a `move` asks under another name is answered as `reach` is."""

_free = either(lambda value: not isinstance(value, dict) or "cells" not in value, _reach)
REPLIES: Mapping[str, Form] = {
    "setup": exactly(events=_events),
    "open_state": anything,
    "apply": anything,
    "offers": _offers,
    "act": either(_refused, _wanted, exactly(events=_events, offers=_offers)),
    "describe": having(
        {"verbs": texts, "queries": texts, "phases": mapped(mapped(anything)), "marks": mapped(texts)},
        {"sense": mapped(number), "tells": mapped(mapped(anything))},
    ),
    "replay": having({"entries": listed(either(listed(mapped(anything)), mapped(anything)))}),
    "selfplay": having({"entries": listed(_entry), "end": maybe(text)}),
    "view": mapped(anything),
}
"""The functions of the boundary but `query`, each with the form of its reply."""


def checked(fn: str, reply: Any, query: str = "") -> Any:
    """Return a reply of the boundary's function `fn` (the question `query`); raises RulesFault for another form."""
    form = either(_refused, maybe(QUERIES.get(query, _free))) if fn == "query" else REPLIES[fn]
    try:
        good = plain(reply) and form(reply)
    except RecursionError:
        good = False
    if not good:
        raise RulesFault("fault.lie", detail=f"{query or fn} answers {reprlib.repr(reply)}")
    return reply
