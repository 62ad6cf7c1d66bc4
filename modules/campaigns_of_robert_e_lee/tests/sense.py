"""What a player of The Campaigns of Robert E. Lee cares for, for the recorded games."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import State


def worth(event: dict[str, Any], side: str, state: State) -> float:
    """Return what an event is worth to a side: points, enemy steps, own forces near the enemy."""
    record = state.pieces.get(event.get("piece", ""))
    mine = 1.0 if record is not None and record["owner"] == side else -1.0
    if event["e"] == "secret.set" and event["key"] == "vp":
        return (1.0 if event["side"] == side else -1.0) * 4.0
    if event["e"] == "piece.moved" and record is not None and event["to"].endswith(("-eliminated", "-dead")):
        return -mine * 5.0
    if event["e"] == "piece.set" and event["key"] == "face":
        return -mine * 2.0 if event["to"] == "back" else mine * 2.0
    if event["e"] == "piece.moved" and record is not None and ":" in event["to"]:
        return mine * 0.5
    if event["e"] == "piece.added" and event["to"]["kind"] == "attack":
        return 6.0
    return 0.8 if event["e"] == "rolled" else 0.0


LATE: list[tuple[str, dict[str, Any]]] = [
    (
        "gettysburg_1863",
        {
            "position": {
                "pieces": {  # in the order of their names, as a record keeps them
                    "bridge-burned-1": "virginia:2950|2951",
                    "csa-early-1": {"at": "virginia:2938", "attrs": {"box": "csa-l3"}},
                    "csa-infantry-2-1-1": "csa-l3",
                    "csa-troops-3-1": "virginia:2938",
                    "union-ap-1": "union-army1-4",
                    "union-engineer-1": "virginia:2950",
                    "union-hooker-1": {"at": "virginia:2950", "attrs": {"box": "union-army1"}},
                    "union-hq-army-potomac-1": {"at": "virginia:2950", "attrs": {"box": "union-army1"}},
                    "union-infantry-6-2-1": "union-army1",
                },
                "sides": {"csa": {"wep": 20}, "union": {"wep": 20}},
                "vars": {"turn": 9},
                "phase": "repairs",
                "args": {"side": "union"},
            }
        },
    )
]
"""The last turn beside a burned bridge, so that engineers mend it: that is met seldom."""
