"""Offers: what a waiting side may do. Builders of asks, the check of an action, a random player's choice.

The shapes are those of docs/architecture.md section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.dice import Chance

Ask = dict[str, Any]
Offer = dict[str, Any]
Message = dict[str, Any]


def msg(key: str, *, rule: str = "", **args: Any) -> Message:
    """Return a message: key, arguments (ids wrapped by kind), rule number."""
    out: Message = {"key": key, "args": args}
    if rule:
        out["rule"] = rule
    return out


def offer(prompt: Message, *asks: Ask, detail: Message | None = None, **more: Any) -> Offer:
    """Return an offer: the sentence of the prompt bar and what may be asked."""
    out: Offer = {"prompt": prompt, "asks": list(asks), **more}
    if detail is not None:
        out["detail"] = detail
    return out


def _ask(kind: str, verb: str, label: str | Message, rule: str, more: dict[str, Any]) -> Ask:
    ask: Ask = {"id": more.pop("id", verb), "verb": verb, "kind": kind}
    ask["label"] = msg(label) if isinstance(label, str) else label
    if isinstance(more.get("button"), str):
        more["button"] = msg(more["button"])
    if rule:
        ask["rule"] = rule
    ask.update({k: v for k, v in more.items() if v is not None})
    return ask


def button(verb: str, label: str | Message, *, rule: str = "", why_not: Message | None = None, **more: Any) -> Ask:
    """Return a button; `why_not` greys it and says why."""
    return _ask("button", verb, label, rule, {"why_not": why_not, **more})


def choose(verb: str, label: str | Message, choices: list[dict[str, Any]], *, rule: str = "", **more: Any) -> Ask:
    """Return a choice of one: `choices` are {value, label, why_not?, cost?}."""
    return _ask("choose", verb, label, rule, {"choices": choices, **more})


def number(verb: str, label: str | Message, low: int, high: int, *, rule: str = "", **more: Any) -> Ask:
    """Return a number from `low` to `high`."""
    return _ask("number", verb, label, rule, {"min": low, "max": high, **more})


def pieces(
    verb: str,
    label: str | Message,
    candidates: Iterable[str],
    low: int = 1,
    high: int = 1,
    *,
    rule: str = "",
    locked: Iterable[str] = (),
    **more: Any,
) -> Ask:
    """Return a choice of `low` to `high` pieces, of which `locked` must be among them.

    `button` is what the button says that carries the choice out, where the label is no order ("Unit to eliminate").
    With `costs` (piece → points) a `budget` says what all of them together may cost.
    """
    return _ask(
        "pieces",
        verb,
        label,
        rule,
        {"pieces": list(candidates), "min": low, "max": high, "locked": list(locked) or None, **more},
    )


def cell(verb: str, label: str | Message, cells: Iterable[str], *, rule: str = "", **more: Any) -> Ask:
    """Return a choice of one place."""
    return _ask("cell", verb, label, rule, {"cells": list(cells), **more})


def edge(verb: str, label: str | Message, edges: Iterable[str], *, rule: str = "", **more: Any) -> Ask:
    """Return a choice of one side of a cell (`board:a|b`, at the border `board:a/N`)."""
    return _ask("edge", verb, label, rule, {"edges": list(edges), **more})


def pieces_and_cell(
    verb: str,
    label: str | Message,
    candidates: Iterable[str],
    cells: Iterable[str],
    low: int = 1,
    high: int = 1,
    *,
    rule: str = "",
    **more: Any,
) -> Ask:
    """Return a choice of pieces and of one place for them.

    `targets` (piece → places) says which places fit which piece, where not all do; `groups` (place → pieces) that all
    pieces come from one of these; `along` names pieces that come along with others, never alone; `costs` and `budget`
    as for `pieces`.
    """
    return _ask(
        "pieces+cell",
        verb,
        label,
        rule,
        {"pieces": list(candidates), "min": low, "max": high, "cells": list(cells), **more},
    )


def place(verb: str, label: str | Message, targets: dict[str, list[str]], *, rule: str = "", **more: Any) -> Ask:
    """Return pieces to be placed: piece → places where it may go."""
    return _ask("place", verb, label, rule, {"pieces": list(targets), "targets": targets, **more})


def move(
    verb: str,
    label: str | Message,
    movable: Iterable[str],
    *,
    rule: str = "",
    query: str = "reach",
    group: str = "cell",
    join: bool = False,
    land: bool = False,
    **more: Any,
) -> Ask:
    """Return pieces that may be picked up and moved; where to is asked by `query`."""
    fields = {"pieces": list(movable), "query": query, "group": group, "join": join, "land": land, **more}
    return _ask("move", verb, label, rule, fields)


def allocate(
    verb: str, label: str | Message, per_piece: dict[str, int], total: int, *, rule: str = "", **more: Any
) -> Ask:
    """Return an amount to be shared out: piece → most it can take; the sum must be `total`."""
    return _ask(
        "allocate",
        verb,
        label,
        rule,
        {"pieces": list(per_piece), "per_piece": per_piece, "total": total, **more},
    )


def order(verb: str, label: str | Message, candidates: Iterable[str], *, rule: str = "", **more: Any) -> Ask:
    """Return pieces to be put in order."""
    return _ask("order", verb, label, rule, {"pieces": list(candidates), **more})


def roll(verb: str, label: str | Message, dice: list[int], *, rule: str = "", **more: Any) -> Ask:
    """Return a roll of the dice (number of sides of each)."""
    return _ask("roll", verb, label, rule, {"dice": dice, **more})


def draw(verb: str, label: str | Message, from_place: str, *, rule: str = "", **more: Any) -> Ask:
    """Return a draw from a cup or deck."""
    return _ask("draw", verb, label, rule, {"place": from_place, **more})


def secret(of: Ask) -> Ask:
    """Return an ask whose answer stays sealed until everybody has answered."""
    return {
        **of,
        "kind": "secret",
        "of": {k: v for k, v in of.items() if k not in ("id", "verb", "label", "rule")},
    }


def confirm(verb: str, label: str | Message, preview: dict[str, Any], *, rule: str = "", **more: Any) -> Ask:
    """Return something to be confirmed after looking at its preview."""
    return _ask("confirm", verb, label, rule, {"preview": preview, **more})


# the check -------------------------------------------------------------------


def check(offered: Offer, verb: str, args: dict[str, Any]) -> Ask:
    """Return the ask that an action answers; raises Refusal where none does."""
    reason: Refusal | None = None
    for ask in offered["asks"]:
        if ask["verb"] != verb:
            continue
        problem = _misfit(ask, args)
        if problem is None:
            return ask  # type: ignore[no-any-return]
        reason = problem
    raise reason or Refusal("refuse.not_now", args={"verb": verb})


def _misfit(ask: Ask, args: dict[str, Any]) -> Refusal | None:
    rule = ask.get("rule", "")
    why = ask.get("why_not")
    if why:
        return Refusal(why["key"], rule=why.get("rule", rule), args=why.get("args") or {})
    for key, value in (ask.get("fixed") or {}).items():
        if args.get(key) != value:
            return Refusal("refuse.not_offered", rule=rule)
    body = ask.get("of", ask)
    kind = body["kind"]
    if kind in ("button", "roll", "draw", "confirm"):
        return None
    if kind == "choose":
        for choice in body["choices"]:
            if choice["value"] == args.get("choice"):
                why = choice.get("why_not")
                return None if not why else Refusal(why["key"], rule=why.get("rule", rule), args=why.get("args") or {})
        return Refusal("refuse.not_offered", rule=rule)
    if kind == "number":
        n = args.get("number")
        if isinstance(n, int) and body["min"] <= n <= body["max"]:
            return None
        return Refusal("refuse.number", rule=rule, args={"min": body["min"], "max": body["max"]})
    if kind == "allocate":
        amounts = args.get("amounts")
        most = body["per_piece"]
        if not isinstance(amounts, dict) or any(
            p not in most or not isinstance(n, int) or not 0 <= n <= most[p] for p, n in amounts.items()
        ):
            return Refusal("refuse.not_offered", rule=rule)
        return (
            None
            if sum(amounts.values()) == body["total"]
            else Refusal("refuse.sum", rule=rule, args={"n": body["total"]})
        )
    return _misfit_pieces(kind, body, args, rule)


def _misfit_pieces(kind: str, body: Ask, args: dict[str, Any], rule: str) -> Refusal | None:
    if kind not in ("cell", "edge"):
        chosen = args.get("pieces")
        if not isinstance(chosen, list) or len(set(map(str, chosen))) != len(chosen):
            return Refusal("refuse.not_offered", rule=rule)
        offered = body["pieces"]
        stray = next((p for p in chosen if p not in offered), None)
        if stray is not None:
            return Refusal("refuse.piece", rule=rule, args={"piece": {"p": stray}})
        if kind == "order":
            return None if len(chosen) == len(offered) else Refusal("refuse.not_offered", rule=rule)
        low, high = body.get("min", 1), body.get("max", len(offered))
        if not low <= len(chosen) <= high:
            return Refusal("refuse.count", rule=rule, args={"min": low, "max": high})
        missing = next((p for p in body.get("locked") or () if p not in chosen), None)
        if missing is not None:
            return Refusal("refuse.locked", rule=rule, args={"piece": {"p": missing}})
        groups = body.get("groups")
        if groups and kind == "pieces+cell" and not any(set(chosen) <= set(g) for g in groups.values()):
            return Refusal("refuse.one_group", rule=rule)
        if set(chosen) <= set(body.get("along") or ()) and chosen:
            return Refusal("refuse.along", rule=rule, args={"piece": {"p": chosen[0]}})
        total, budget = _cost(body, chosen), body.get("budget")
        if budget is not None and total > budget:
            return Refusal("refuse.budget", rule=rule, args={"need": total, "have": budget})
    if kind in ("cell", "edge", "pieces+cell"):
        at, open_ = (args.get("edge"), body["edges"]) if kind == "edge" else (args.get("cell"), body["cells"])
        if at not in open_:
            why = (body.get("why") or {}).get(at)
            if why:
                return Refusal(why["key"], rule=why.get("rule", rule), args=why.get("args") or {})
            return Refusal("refuse.cell", rule=rule, args={"cell": {"c": at}})
    targets = body.get("targets") or {}
    if kind == "place" or (kind == "pieces+cell" and targets):
        for p in args["pieces"]:
            if args.get("cell") not in targets[p]:
                return Refusal("refuse.cell", rule=rule, args={"cell": {"c": args.get("cell")}})
    if kind == "move":
        path = args.get("path")
        if not isinstance(path, list) or not path or not all(isinstance(c, str) for c in path):
            return Refusal("refuse.not_offered", rule=rule)
    return None


def _cost(body: Ask, chosen: Iterable[str]) -> int:
    costs = body.get("costs") or {}
    return sum(int(costs.get(p, 0)) for p in chosen)


# the random player ------------------------------------------------------------


def sample(offered: Offer, chance: Chance, query: Callable[[str, dict[str, Any]], Any]) -> dict[str, Any] | None:
    """Return a random legal-looking action's {verb, args}, or None if nothing can be done.

    `query(what, args)` answers for the side (reach of picked-up pieces).
    """
    asks = [a for a in offered["asks"] if not a.get("why_not")]
    while asks:
        # A title may weigh its asks (a pass that ends a phase, say) so that random games get somewhere.
        weights = [max(0, int(a.get("weight", 10))) for a in asks]
        at, n = 0, chance.below(max(1, sum(weights)))
        while n >= weights[at] and at < len(asks) - 1:
            n -= weights[at]
            at += 1
        ask = asks.pop(at)
        args = _sample_args(ask.get("of", ask), chance, query)
        if args is not None:
            return {"verb": ask["verb"], "args": {**args, **(ask.get("fixed") or {})}}
    return None


def _some(body: Ask, chance: Chance) -> list[str] | None:
    offered = list(body["pieces"])
    low, high = body.get("min", 1), min(body.get("max", len(offered)), len(offered))
    locked = list(body.get("locked") or ())
    if len(offered) < low or high < len(locked):
        return None
    n = max(low, len(locked), low + chance.below(high - low + 1))
    rest = [p for p in offered if p not in locked]
    while len(locked) < n and rest:
        locked.append(rest.pop(chance.below(len(rest))))
    budget = body.get("budget")
    while budget is not None and len(locked) > low and _cost(body, locked) > budget:
        locked.pop()
    return locked


def _sample_args(body: Ask, chance: Chance, query: Callable[[str, dict[str, Any]], Any]) -> dict[str, Any] | None:
    kind = body["kind"]
    if kind in ("button", "roll", "draw", "confirm"):
        return {}
    if kind == "choose":
        open_ = [c for c in body["choices"] if not c.get("why_not")]
        return {"choice": open_[chance.below(len(open_))]["value"]} if open_ else None
    if kind == "number":
        return {"number": body["min"] + chance.below(body["max"] - body["min"] + 1)}
    if kind == "pieces":
        some = _some(body, chance)
        return None if some is None else {"pieces": some}
    if kind == "order":
        rest, out = list(body["pieces"]), []
        while rest:
            out.append(rest.pop(chance.below(len(rest))))
        return {"pieces": out}
    if kind == "cell":
        return {"cell": body["cells"][chance.below(len(body["cells"]))]} if body["cells"] else None
    if kind == "edge":
        return {"edge": body["edges"][chance.below(len(body["edges"]))]} if body["edges"] else None
    if kind == "pieces+cell":
        return _sample_pieces_and_cell(body, chance)
    if kind == "place":
        able = [p for p in body["pieces"] if body["targets"][p]]
        if not able:
            return None
        piece = able[chance.below(len(able))]
        cells = body["targets"][piece]
        return {"pieces": [piece], "cell": cells[chance.below(len(cells))]}
    if kind == "allocate":
        left, amounts = body["total"], dict.fromkeys(body["pieces"], 0)
        while left > 0:
            open_pieces = [p for p in amounts if amounts[p] < body["per_piece"][p]]
            if not open_pieces:
                return None
            amounts[open_pieces[chance.below(len(open_pieces))]] += 1
            left -= 1
        return {"amounts": amounts}
    if kind == "move":
        return _sample_move(body, chance, query)
    raise ValueError(f"there is no kind of ask {kind!r}")


def _sample_pieces_and_cell(body: Ask, chance: Chance) -> dict[str, Any] | None:
    groups, targets = body.get("groups"), body.get("targets")
    if groups:
        names = sorted(groups)
        members = groups[names[chance.below(len(names))]]
        body = {**body, "pieces": [p for p in body["pieces"] if p in members]}
    some = _some(body, chance)
    along = set(body.get("along") or ())
    if some is not None and set(some) <= along:
        some = [*some, *(p for p in body["pieces"] if p not in along)][: len(some) + 1]
    if some is None or set(some) <= along:
        return None
    cells = [c for c in body["cells"] if not targets or all(c in targets[p] for p in some)]
    return {"pieces": some, "cell": cells[chance.below(len(cells))]} if cells else None


def _sample_move(body: Ask, chance: Chance, query: Callable[[str, dict[str, Any]], Any]) -> dict[str, Any] | None:
    groups: dict[str, list[str]] = body.get("groups") or {"": list(body["pieces"])}
    names = sorted(groups)
    if not names:
        return None
    members = list(groups[names[chance.below(len(names))]])
    some = _some({"pieces": members, "min": body.get("min", 1), "max": body.get("max", len(members))}, chance)
    if not some:
        return None
    what = str(body.get("query", "reach"))
    reach = query(what, {"pieces": some}) or {}
    stops: dict[str, Any] = {}
    if (body.get("land") or body.get("join")) and chance.below(4) == 0:
        hand, stops = _sample_waypoint(body, chance, some, reach)
        if stops:
            reach = query(what, {"pieces": hand, **stops}) or {}
    cells = sorted(c for c, at in reach.get("cells", {}).items() if at.get("mark") != "pass")
    if not cells:
        return None
    target = cells[chance.below(len(cells))]
    path = reach["cells"][target].get("path") or [target]
    so_far = stops.pop("path", [])
    if so_far and path[0] == so_far[-1]:
        path = path[1:]
    return {"pieces": some, "path": [*so_far, *path], **stops}


def _sample_waypoint(
    body: Ask, chance: Chance, some: list[str], reach: dict[str, Any]
) -> tuple[list[str], dict[str, Any]]:
    """Return who is in hand after a waypoint, and {path, land?, join?}; the latter empty where there is none."""
    on = {
        c: at for c, at in reach.get("cells", {}).items() if at.get("mark") in (None, "end", "pass") and at.get("path")
    }
    waiting = sorted(c for c in reach.get("join") or () if c in on) if body.get("join") else []
    places = waiting if waiting and chance.below(2) else sorted(on)
    if not places:
        return some, {}
    here = places[chance.below(len(places))]
    stops: dict[str, Any] = {"path": list(on[here]["path"])}
    hand = list(some)
    if here in waiting:
        come = reach["join"][here]
        stops["join"] = {here: [come[chance.below(len(come))]]}
        hand += stops["join"][here]
    elif body.get("land") and len(some) > 1:
        stops["land"] = {here: [some[chance.below(len(some))]]}
        hand = [p for p in some if p not in stops["land"][here]]
    return hand, stops
