"""Plays a position file (`qtwar try`): position, actions, expectations (docs/reference/position-file.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession, Refused, WantDice, key_from_seed
from qtwar.session.ports import RulesPort

Json = dict[str, Any]
FORMAT = 1
TOP = frozenset(
    [
        "format",
        "title",
        "scenario",
        "name",
        "rule",
        "about",
        "options",
        "setup",
        "seed",
        "strictness",
        "start",
        "pieces",
        "sides",
        "vars",
        "secret",
        "phase",
        "args",
        "play",
        "expect",
    ]
)
EXPECTS = frozenset(
    [
        "refused",
        "events",
        "not_events",
        "notes",
        "not_notes",
        "rolls",
        "at",
        "known",
        "sides",
        "vars",
        "active",
        "offers",
        "result",
        "needs_dice",
        "value",
    ]
)


@dataclass(slots=True)
class Report:
    """What happened: per step its events, refusal or answer; the faults found; offers and position at the end."""

    name: str
    steps: list[Json] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    offers: Json = field(default_factory=dict)
    state: Json = field(default_factory=dict)


def fits(wanted: Any, got: Any) -> bool:
    """Return whether `got` has all that `wanted` names: objects by their keys, lists item by item, the rest equal."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return all(k in got and fits(v, got[k]) for k, v in wanted.items())
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(fits(w, g) for w, g in zip(wanted, got, strict=True))
    return bool(wanted == got)


def check_shape(spec: Any) -> None:
    """Raise DataFault unless `spec` has the form of a position file."""
    if not isinstance(spec, dict):
        raise DataFault("A position file is a mapping with title, scenario, pieces and play.")
    if spec.get("format") != FORMAT:
        raise DataFault(f"format is {spec.get('format')!r}; this program reads position files of format {FORMAT}.")
    for key in spec:
        if key not in TOP:
            raise DataFault(f"{key!r} is no part of a position file; it has {', '.join(sorted(TOP))}.")
    for key in ("title", "scenario"):
        if not isinstance(spec.get(key), str):
            raise DataFault(f"{key} is missing; name the {key} that the position belongs to.")
    for i, step in enumerate(spec.get("play") or (), 1):
        if not isinstance(step, dict) or len({"do", "query", "undo", "redo"} & set(step)) != 1:
            raise DataFault(f"play, step {i}: give exactly one of do, query, undo, redo.")
        for key in step.get("expect") or ():
            if key not in EXPECTS:
                raise DataFault(
                    f"play, step {i}: nothing can be expected of {key!r}; there is {', '.join(sorted(EXPECTS))}."
                )


def play(spec: Json, rules: RulesPort, sides: tuple[str, ...]) -> Report:
    """Play a position file through loaded rules and return the report; raises DataFault for a malformed file."""
    check_shape(spec)
    report = Report(str(spec.get("name") or spec["scenario"]))
    journal = MemoryJournal({"key": key_from_seed(spec.get("seed", 0)), "undo": "free"})
    session = PlaySession(rules, journal, sides)
    meta = {
        "title": spec["title"],
        "scenario": spec["scenario"],
        "options": spec.get("options") or {},
        "strictness": spec.get("strictness", "enforce"),
    }
    position = {k: spec[k] for k in ("start", "pieces", "sides", "vars", "secret", "phase", "args") if k in spec}
    session.begin(meta, {**(spec.get("setup") or {}), "position": position})
    for i, step in enumerate(spec.get("play") or (), 1):
        outcome = _step(session, step)
        report.steps.append(outcome)
        for fault in _compare(step.get("expect") or {}, outcome, session):
            report.faults.append(f"step {i}: {fault}")
        if "refused" in outcome and "refused" not in (step.get("expect") or {}):
            why = outcome["refused"]
            report.faults.append(f"step {i} was refused: {why['key']} ({why.get('rule') or 'no rule'})")
        if "needs_dice" in outcome and "needs_dice" not in (step.get("expect") or {}):
            report.faults.append(f"step {i} wants more dice: {outcome['needs_dice']}")
    for fault in _compare(spec.get("expect") or {}, {}, session):
        report.faults.append(f"at the end: {fault}")
    report.offers = {side: session.offer(side) for side in session.active}
    report.state = jsonio.copy(session.state.to_json())
    return report


def _step(session: PlaySession, step: Json) -> Json:
    if "query" in step:
        q = step["query"]
        return {"value": session.query(q["side"], q["what"], q.get("args") or {})}
    if "undo" in step or "redo" in step:
        walk = session.undo_to if "undo" in step else session.redo_to
        n = int(step.get("undo") or step.get("redo") or 1)
        done = walk(len(session.history) + (-n if "undo" in step else n))
        return {"refused": done.message} if isinstance(done, Refused) else {"events": []}
    result = session.submit(step["do"], dice=step.get("dice"), picks=step.get("picks"))
    if isinstance(result, Refused):
        return {"refused": result.message}
    if isinstance(result, WantDice):
        return {"needs_dice": result.wanted["dice"]}
    assert isinstance(result, Done)
    return {"events": result.entry.events}


def _in_order(wanted: list[Any], got: list[Any]) -> Any:
    """Return the first wanted item not found in order, or None."""
    at = 0
    for item in wanted:
        while at < len(got) and not fits(item, got[at]):
            at += 1
        if at == len(got):
            return item
        at += 1
    return None


def _compare(expect: Json, outcome: Json, session: PlaySession) -> list[str]:
    faults: list[str] = []
    events: list[Json] = outcome.get("events") or []
    notes = [e for e in events if e["e"] == "note"]
    state = session.state
    for key, wanted in expect.items():
        if key == "refused":
            got = outcome.get("refused")
            if got is None:
                faults.append("expected a refusal, it was done")
            elif isinstance(wanted, str) and wanted != got.get("rule"):
                faults.append(f"refused by rule {got.get('rule')!r} ({got['key']}), expected rule {wanted!r}")
            elif isinstance(wanted, dict) and not fits(wanted, got):
                faults.append(f"refused with {jsonio.dumps(got)}, expected {jsonio.dumps(wanted)}")
        elif key == "events":
            missing = _in_order(wanted, events)
            if missing is not None:
                faults.append(f"event {jsonio.dumps(missing)} did not happen in this order")
        elif key == "not_events":
            faults += [f"event {jsonio.dumps(w)} happened" for w in wanted if any(fits(w, e) for e in events)]
        elif key == "notes":
            missing = _in_order([{"key": w} if isinstance(w, str) else w for w in wanted], notes)
            if missing is not None:
                faults.append(f"note {jsonio.dumps(missing)} was not told; told were {[n['key'] for n in notes]}")
        elif key == "not_notes":
            faults += [f"note {w} was told" for w in wanted if any(n["key"] == w for n in notes)]
        elif key == "rolls":
            got_rolls = [[d[1] for d in e["dice"]] for e in events if e["e"] == "rolled"]
            if got_rolls != wanted:
                faults.append(f"rolled {got_rolls}, expected {wanted}")
        elif key == "at":
            for piece, place in wanted.items():
                at = (state.pieces.get(piece) or {}).get("at")
                if at != place:
                    faults.append(f"{piece} is at {at}, expected {place}")
        elif key == "known":
            for piece, who in wanted.items():
                known = state.known.get(piece, list(state.sides))
                if sorted(known) != sorted(who):
                    faults.append(f"{piece} is known to {known}, expected {who}")
        elif key == "sides":
            faults += [
                f"{side}.{k} is {state.sides[side].get(k)!r}, expected {v!r}"
                for side, values in wanted.items()
                for k, v in values.items()
                if not fits(v, state.sides[side].get(k))
            ]
        elif key == "vars":
            faults += [
                f"{k} is {state.vars.get(k)!r}, expected {v!r}"
                for k, v in wanted.items()
                if not fits(v, state.vars.get(k))
            ]
        elif key == "active":
            if sorted(state.active) != sorted(wanted):
                faults.append(f"to act is {state.active}, expected {wanted}")
        elif key == "result":
            if not fits(wanted, state.result):
                faults.append(f"the result is {jsonio.dumps(state.result)}, expected {jsonio.dumps(wanted)}")
        elif key == "needs_dice":
            if outcome.get("needs_dice") != wanted:
                faults.append(f"wants the dice {outcome.get('needs_dice')}, expected {wanted}")
        elif key == "value":
            if not fits(wanted, outcome.get("value")):
                faults.append(f"the answer is {jsonio.dumps(outcome.get('value'))}, expected {jsonio.dumps(wanted)}")
        elif key == "offers":
            faults += _compare_offers(wanted, session)
    return faults


def _compare_offers(wanted: Json, session: PlaySession) -> list[str]:
    faults = []
    for side, want in wanted.items():
        offer = session.offer(side)
        asks = {a["verb"]: a for a in (offer or {}).get("asks", ())}
        if want is None:
            if offer is not None:
                faults.append(f"{side} may act, expected nothing")
            continue
        for verb in want.get("verbs") or ():
            if verb not in asks or asks[verb].get("why_not"):
                faults.append(f"{side} may not {verb}; offered are {sorted(asks)}")
        for verb in want.get("not_verbs") or ():
            if verb in asks and not asks[verb].get("why_not"):
                faults.append(f"{side} may {verb}, expected not")
        for verb, ask in (want.get("asks") or {}).items():
            if not fits(ask, asks.get(verb)):
                faults.append(f"{side}: the ask {verb} is {jsonio.dumps(asks.get(verb))}, expected {jsonio.dumps(ask)}")
    return faults
