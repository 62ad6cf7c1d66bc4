"""What a position file expects, held against what came: each difference is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from qtwar.base import jsonio
from qtwar.engine.state import NOBODY, State
from qtwar.model.problem import meant, told

Json = dict[str, Any]
LISTS = ("any_order", "contains")


def fits(wanted: Any, got: Any) -> bool:
    """Return whether `got` has all that `wanted` names: objects by their keys, lists item by item, the rest equal.

    `{any_order: […]}` fits a list with exactly these items in whatever order, `{contains: […]}` one that has them all.
    """
    if isinstance(wanted, dict) and len(wanted) == 1 and isinstance(got, list):
        way, items = next(iter(wanted.items()))
        if way in LISTS and isinstance(items, list):
            return (way == "contains" or len(items) == len(got)) and _matched(items, got)
    if isinstance(wanted, dict) and isinstance(got, dict):
        return all(k in got and fits(v, got[k]) for k, v in wanted.items())
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(fits(w, g) for w, g in zip(wanted, got, strict=True))
    return bool(wanted == got) and isinstance(wanted, bool) == isinstance(got, bool)


def _matched(wanted: list[Any], got: list[Any]) -> bool:
    """Return whether each wanted item has an item of its own that it fits (augmenting paths)."""
    taken: dict[int, int] = {}

    def find(n: int, tried: set[int]) -> bool:
        for i, item in enumerate(got):
            if i not in tried and fits(wanted[n], item):
                tried.add(i)
                if i not in taken or find(taken[i], tried):
                    taken[i] = n
                    return True
        return False

    return all(find(n, set()) for n in range(len(wanted)))


def first_missing(wanted: Iterable[Any], got: list[Any]) -> Any:
    """Return the first wanted item that is not found in order (others may lie between), or None."""
    at = 0
    for item in wanted:
        while at < len(got) and not fits(item, got[at]):
            at += 1
        if at == len(got):
            return item
        at += 1
    return None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a step: its events, or a refusal, the dice it wants, or an answer; and who knows which names by then."""

    state: State
    offer: Callable[[str], Json | None]
    events: list[Json]
    refused: Json | None = None
    needs_dice: list[int] | None = None
    value: Any = None
    met: Mapping[str, Collection[str]] | None = None
    """Names met so far: `piece`, `var`, and `side` (numbers and words of sides)."""

    @property
    def notes(self) -> list[Json]:
        """Return the lines that were told."""
        return [event for event in self.events if event["e"] == "note"]


def compare(expect: Json, outcome: Outcome) -> list[str]:
    """Return a sentence for each expectation that does not hold."""
    return [fault for key, wanted in expect.items() for fault in _CHECKS[key](wanted, outcome)]


def _refused(wanted: Any, o: Outcome) -> Iterable[str]:
    got = o.refused
    if wanted is False:
        if got is not None:
            yield f"was refused: {got['key']} ({got.get('rule') or 'no rule'}), expected that it is done"
    elif got is None:
        yield "expected a refusal, it was done"
    elif isinstance(wanted, str) and wanted != got.get("rule"):
        yield f"refused by rule {got.get('rule')!r} ({got['key']}), expected rule {wanted!r}"
    elif isinstance(wanted, dict) and not fits(wanted, got):
        yield f"refused with {jsonio.dumps(got)}, expected {jsonio.dumps(wanted)}"


def _events(wanted: list[Any], o: Outcome) -> Iterable[str]:
    missing = first_missing(wanted, o.events)
    if missing is not None:
        yield f"event {jsonio.dumps(missing)} did not happen in this order"


def _not_events(wanted: list[Any], o: Outcome) -> Iterable[str]:
    return (f"event {jsonio.dumps(w)} happened" for w in wanted if any(fits(w, e) for e in o.events))


def _as_notes(wanted: list[Any]) -> list[Json]:
    return [{"key": note} if isinstance(note, str) else note for note in wanted]


def _notes(wanted: list[Any], o: Outcome) -> Iterable[str]:
    missing = first_missing(_as_notes(wanted), o.notes)
    if missing is not None:
        yield f"note {jsonio.dumps(missing)} was not told; told were {[n['key'] for n in o.notes]}"


def _not_notes(wanted: list[Any], o: Outcome) -> Iterable[str]:
    return (f"note {jsonio.dumps(w)} was told" for w in _as_notes(wanted) if any(fits(w, n) for n in o.notes))


def _rolls(wanted: Any, o: Outcome) -> Iterable[str]:
    got = [[face for _, face in event["dice"]] for event in o.events if event["e"] == "rolled"]
    if not fits(wanted, got):
        yield f"rolled {got}, expected {wanted}"


def _at(wanted: Json, o: Outcome) -> Iterable[str]:
    return _pieces({piece: None if place is None else {"at": place} for piece, place in wanted.items()}, o)


def _known(wanted: Json, o: Outcome) -> Iterable[str]:
    return _pieces({piece: {"known": who} for piece, who in wanted.items()}, o)


def _pieces(wanted: Json, o: Outcome) -> Iterable[str]:
    for piece, facts in wanted.items():
        record = o.state.pieces.get(piece)
        if record is None:
            if o.met is not None and piece not in o.met["piece"]:
                yield told(f"there is no piece {piece!r}", meant(piece, o.met["piece"]))
            elif facts is not None:
                yield f"{piece} is not in play, expected {jsonio.dumps(facts)}"
            continue
        if facts is None:
            yield f"{piece} is at {record['at']}, expected it to be out of play"
            continue
        for key, value in facts.items():
            if key == "known":
                known = o.state.known.get(piece, list(o.state.sides))
                if sorted(known) != sorted(value):
                    yield f"{piece} is known to {known}, expected {value}"
            elif key == "attrs":
                for name, attr in value.items():
                    if not fits(attr, record["attrs"].get(name)):
                        yield f"{piece}: {name} is {jsonio.dumps(record['attrs'].get(name))}, expected {jsonio.dumps(attr)}"
            elif record[key] != value:
                yield f"{piece}: {key} is {record[key]}, expected {value}"


def _values(what: str, wanted: Json, got: Mapping[str, Any], met: Collection[str] | None) -> Iterable[str]:
    for key, value in wanted.items():
        if key not in got and met is not None and key not in met:
            yield told(f"{what}{key} was never set", meant(key, met))
        elif not fits(value, got.get(key)):
            yield f"{what}{key} is {got.get(key)!r}, expected {value!r}"


def values_of(state: State, side: str) -> Json:
    """Return the values of a side, whoever may see them (its other secrets among them)."""
    nobodys = state.secret.get(NOBODY, {}).items()
    hidden = {key.removeprefix(f"{side}."): value for key, value in nobodys if key.startswith(f"{side}.")}
    return {**hidden, **state.secret.get(side, {}), **state.sides[side]}


def _sides(wanted: Json, o: Outcome) -> Iterable[str]:
    for side, values in wanted.items():
        yield from _values(f"{side}.", values, values_of(o.state, side), o.met["side"] if o.met else None)


def _vars(wanted: Json, o: Outcome) -> Iterable[str]:
    return _values("", wanted, o.state.vars, o.met["var"] if o.met else None)


def _secret(wanted: Json, o: Outcome) -> Iterable[str]:
    for side, values in wanted.items():
        yield from _values(f"secret of {side}: ", values, o.state.secret.get(side, {}), None)


def _active(wanted: list[str], o: Outcome) -> Iterable[str]:
    if sorted(o.state.active) != sorted(wanted):
        yield f"to act is {o.state.active}, expected {wanted}"


def _result(wanted: Any, o: Outcome) -> Iterable[str]:
    if not fits(wanted, o.state.result):
        yield f"the result is {jsonio.dumps(o.state.result)}, expected {jsonio.dumps(wanted)}"


def _needs_dice(wanted: Any, o: Outcome) -> Iterable[str]:
    if o.needs_dice != wanted:
        yield f"wants the dice {o.needs_dice}, expected {wanted}"


def _value(wanted: Any, o: Outcome) -> Iterable[str]:
    if not fits(wanted, o.value):
        yield f"the answer is {jsonio.dumps(o.value)}, expected {jsonio.dumps(wanted)}"


def _offers(wanted: Json, o: Outcome) -> Iterable[str]:
    for side, want in wanted.items():
        offer = o.offer(side)
        asks = {a["verb"]: a for a in (offer or {}).get("asks", ())}
        if want is None:
            if offer is not None:
                yield f"{side} may act, expected nothing"
            continue
        for verb in want.get("verbs") or ():
            if verb not in asks or asks[verb].get("why_not"):
                yield f"{side} may not {verb}; offered are {sorted(asks)}"
        for verb in want.get("not_verbs") or ():
            if verb in asks and not asks[verb].get("why_not"):
                yield f"{side} may {verb}, expected not"
        for verb, ask in (want.get("asks") or {}).items():
            if not fits(ask, asks.get(verb)):
                yield f"{side}: the ask {verb} is {jsonio.dumps(asks.get(verb))}, expected {jsonio.dumps(ask)}"


_CHECKS: Mapping[str, Callable[[Any, Outcome], Iterable[str]]] = {
    "refused": _refused,
    "events": _events,
    "not_events": _not_events,
    "notes": _notes,
    "not_notes": _not_notes,
    "rolls": _rolls,
    "at": _at,
    "pieces": _pieces,
    "known": _known,
    "sides": _sides,
    "vars": _vars,
    "secret": _secret,
    "active": _active,
    "offers": _offers,
    "result": _result,
    "needs_dice": _needs_dice,
    "value": _value,
}
