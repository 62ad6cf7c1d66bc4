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


_HEXES = ("06.10", "09.10", "12.10", "03.05", "15.08")

LATE: list[tuple[str, dict[str, Any]]] = [
    (
        "frago_1_cordon_tan_loi",
        {
            "position": {
                "pieces": {  # in the order of their names, as a record keeps them
                    **{f"chit_us-{n}": "cup" for n in range(4, 9)},
                    **{
                        f"us_ft-{n}": {"at": f"tan_loi:{cell}", "attrs": {"fatigued": True}}
                        for n, cell in enumerate((*_HEXES, *_HEXES[:2]), 1)
                    },
                    **{f"wia-{n}": {"at": f"tan_loi:{cell}", "owner": "US"} for n, cell in enumerate(_HEXES, 1)},
                },
                "vars": {"turn": turn},
                "phase": "activate",
                "args": {"side": "US"},
            }
        },
    )
    for turn in (9, 10)
]
"""Last turns with tired teams beside their wounded, so that casualties are picked up and handed over: that is met seldom."""
