"""What a player of SEALORDS cares for, for the recorded games."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import State


def worth(event: dict[str, Any], side: str, state: State) -> float:
    """Return what an event is worth to a side: points first, then losses, then points of command."""
    own = 1.0 if event.get("side") == side else -1.0
    if event["e"] == "side.set":
        gain = float(event["to"] or 0) - float(event["was"] or 0) if event["key"] in ("vp", "cp") else 0.0
        return own * gain * (10.0 if event["key"] == "vp" else 0.15)
    if event["e"] == "piece.moved" and event["piece"] in state.pieces:
        mine = 1.0 if state.pieces[event["piece"]]["owner"] == side else -1.0
        if event["to"].endswith("_eliminated"):
            return -mine * 8.0
        if event["to"].endswith("_refit"):
            return -mine * 4.0
        if event["from"].endswith("_refit"):
            return mine * 4.0
        return mine * 0.4 if ":" in event["to"] else 0.0
    if event["e"] == "rolled":
        return 1.5  # who dares
    return 0.0


LATE: list[tuple[str, dict[str, Any]]] = [
    ("game_warden", {"setup": "quick", "position": {"start": "scenario", "sides": {"FW": {"vp": 74}}}}),
    ("game_warden", {"setup": "quick", "position": {"start": "scenario", "sides": {"FW": {"vp": 90}}}}),
    ("tet", {"setup": "quick", "position": {"start": "scenario", "sides": {"COM": {"vp": 66}}}}),
    ("game_warden", {"setup": "quick", "position": {"start": "scenario", "sides": {"FW": {"vp": 55}}}}),
]
"""Games that begin with points, so that ends are met to which players of so little sense seldom come."""
