"""What the rules claim to have happened: checked event by event, applied, and told to each side as it may know it."""

from __future__ import annotations

from typing import Any

from qtwar.engine import reduce, views
from qtwar.engine.events import LyingEvent, check_fit, check_form
from qtwar.engine.state import State

Json = dict[str, Any]
MAX_EVENTS = 20_000
"""What the rules may say in one act."""
MAX_SETUP = 200_000
"""What they may say as they set a game up: a scenario has as many counters as its author wants."""
SPECTATOR = "*"


def apply_claims(
    state: State, events: list[Json], applied: list[Json], most: int = MAX_EVENTS
) -> tuple[dict[str, list[Json]], bool]:
    """Apply events that the rules claim, each checked; return what each side was told, and whether they raise the floor.

    The form of all is checked before the first is applied. `applied` takes in those that were; raises LyingEvent.
    """
    if not isinstance(events, list) or len(events) > most:
        raise LyingEvent(f"the rules answer with at most {most} events")
    for event in events:
        check_form(event)
    told: dict[str, list[Json]] = {side: [] for side in (*state.sides, SPECTATOR)}
    floor = False
    active = set(state.active)
    for event in events:
        check_fit(event, state)
        floor = floor or is_blind_draw(event, state)  # by what was seen before it
        reduce.apply(state, event)
        applied.append(event)
        kind = event["e"]
        if kind in ("note", "rolled"):
            for side, lines in told.items():
                seen = views.event_view(state, event, state, "" if side == SPECTATOR else side)
                if seen is not None:
                    lines.append(seen)
        floor = floor or kind in ("rolled", "place.ordered") or widens(event)
    problem = next(state.check(), None)
    if problem:
        raise LyingEvent(problem)
    return told, floor or (bool(active) and not set(state.active) <= active)


def widens(event: Json) -> bool:
    """Return whether an event lets a side know a piece that it did not know before."""
    if event["e"] != "known.set":
        return False
    to, was = event["to"], event["was"]
    return to is None or (was is not None and not set(to) <= set(was))


def is_blind_draw(event: Json, state: State) -> bool:
    """Return whether a piece leaves a cup or deck into which no side sees for a place that some side sees."""
    if event["e"] != "piece.moved" or event["from"] not in state.sight:
        return False

    def seen(place: str) -> bool:
        return any(state.sees_place(side, place) == "all" for side in state.sides)

    return not seen(event["from"]) and seen(event["to"])


def what_others_learned(events: list[Json], state: State) -> str:
    """Return what events let another side know: `dice`, `reveal` (drawn, too), `shuffle`, or that it is its `turn`.

    Of `state` only who sees into which place is asked.
    """
    kinds = {event["e"] for event in events}
    if any(widens(event) or is_blind_draw(event, state) for event in events):
        kinds.add("revealed")
    names = {"rolled": "dice", "revealed": "reveal", "place.ordered": "shuffle"}
    return next((why for kind, why in names.items() if kind in kinds), "turn")
