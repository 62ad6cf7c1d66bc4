"""What a player of Band of Heroes cares for, for the recorded games."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import State


def worth(event: dict[str, Any], side: str, state: State) -> float:
    """Return what an event is worth to a side: dead and shaken enemies, rallied friends, ground."""
    record = state.pieces.get(event.get("piece", ""))
    mine = 1.0 if record is not None and record["owner"] == side else -1.0
    if event["e"] == "piece.removed" and record is not None and record["owner"]:
        return -mine * 6.0
    if event["e"] == "piece.set" and event["key"] == "face":
        return mine * (3.0 if event["to"] == "front" else -3.0)
    if event["e"] == "piece.set" and event["key"] == "kind":
        return -mine * 3.0
    if event["e"] == "piece.moved" and record is not None and ":" in event["to"]:
        return mine * 0.5
    if event["e"] == "side.set" and event["key"] == "vp":
        return (1.0 if event["side"] == side else -1.0) * 4.0
    if event["e"] == "rolled":
        return 0.8
    return 0.0


LATE: list[tuple[str, dict[str, Any]]] = [
    (
        "s3_hill21",
        {
            "position": {
                "pieces": {  # in the order of their names, as a record keeps them: stacks lie so
                    **{f"control_us@n1:{cell}": {"at": f"n1:{cell}", "kind": "control_us"} for cell in ("M3", "N3", "N4")},
                    "us-para-squad-1": "n1:M3", "us-para-squad-2": "n1:N3", "us-para-squad-3": "n1:N4",
                    "us-para-squad-4": "n1:N4", "wehrmacht-squad-1": "n1:A1",
                },
                "vars": {"turn": 4},
                "phase": "operations",
                "args": {"side": "us"},
            }
        },
    ),
    (
        "s3_hill21",
        {
            "position": {
                "pieces": {
                    "us-para-squad-1": "n1:M3", "us-para-squad-2": "n1:M3", "us-para-squad-3": "n1:N3",
                    "us-para-squad-4": "n1:N3", "us-para-squad-5": "n1:N4", "us-para-squad-6": "n1:N4",
                    "wehrmacht-squad-1": "n1:A1",
                },
                "vars": {"turn": 6},
                "phase": "operations",
                "args": {"side": "us"},
            }
        },
    ),
    (
        "s1_crossroads",
        {
            "position": {
                "pieces": {"us-para-squad-1": {"at": "n1:A2", "face": "back"}, "wehrmacht-squad-1": "n1:I8"},
                "vars": {"turn": 5},
                "phase": "operations",
                "args": {"side": "german"},
            }
        },
    ),
]  # fmt: skip
"""Last turns, so that ends are met to which players of so little sense seldom come."""
