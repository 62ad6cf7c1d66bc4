"""What a player of Front Toward Enemy cares for, for the recorded games."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import State


def worth(event: dict[str, Any], side: str, state: State) -> float:
    """Return what an event is worth to a side: points, enemies shaken or lost, own units fresh and hidden."""
    record = state.pieces.get(event.get("piece", ""))
    mine = 1.0 if record is not None and record["owner"] == side else -1.0
    if event["e"] == "side.set" and event["key"] == "vp":
        return (1.0 if event["side"] == side else -1.0) * 4.0
    if event["e"] == "attr.set" and event["key"] == "state":
        return mine * (-3.0 if event["to"] else 3.0)
    if event["e"] == "piece.set" and event["key"] == "face":
        return -mine * 3.0
    if event["e"] == "piece.moved" and record is not None and event["to"].startswith("dead"):
        return -mine * 5.0
    if event["e"] == "piece.moved" and record is not None and ":" in event["to"]:
        return mine * 0.5
    if event["e"] == "known.set":
        return mine * (1.0 if event["to"] else -0.5)
    return 0.8 if event["e"] == "rolled" else 0.0


LATE: list[tuple[str, dict[str, Any]]] = []
"""Positions from which games are played to ends that are met seldom: all end alike here, by points."""
