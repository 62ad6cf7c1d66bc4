"""Time budgets: so many hours a move, or in all; they run for the sides that may act while everybody sits at the table."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

Json = dict[str, Any]


def made(wanted: Json) -> Json:
    """Return the clock of a new game: `wanted` is {} or {kind: move or game, hours}."""
    return {**wanted, "used": {}, "running": [], "since": time.time(), "adjourned": False}


def ticked(clock: Json, active: Collection[str], *, stopped: bool) -> Json:
    """Return a clock after something happened: time used is counted, then it runs for those who may act now."""
    now = time.time()
    used = dict(clock["used"])
    for side in clock["running"]:
        used[side] = used.get(side, 0.0) + max(0.0, now - clock["since"])
    running = [] if stopped or not clock.get("kind") or clock["adjourned"] else sorted(active)
    if clock.get("kind") == "move":
        used = {side: spent for side, spent in used.items() if side in running and side in clock["running"]}
    return {**clock, "used": used, "running": running, "since": now}


def left(clock: Json, side: str) -> float | None:
    """Return the seconds that a side has left, None where there is no budget."""
    if not clock.get("kind"):
        return None
    spent = float(clock["used"].get(side, 0.0))
    if side in clock["running"]:
        spent += max(0.0, time.time() - clock["since"])
    return float(clock["hours"]) * 3600 - spent


def timed_out(clock: Json, sides: Collection[str]) -> Json | None:
    """Return how the game ends if a side's time is over: {how, by, winner}; of two sides the other one has won."""
    late = [side for side in sides if side in clock["running"] and (left(clock, side) or 1.0) <= 0]
    if not late:
        return None
    others = [side for side in sides if side not in late]
    return {"how": "time", "by": late[0], "winner": others[0] if len(others) == 1 else None}


def told(clock: Json, sides: Collection[str]) -> Json:
    """Return what everybody at the table is told of a clock."""
    found: Json = {"kind": clock.get("kind", ""), "adjourned": bool(clock.get("adjourned")), "running": list(clock["running"])}
    if clock.get("kind"):
        found["left"] = {side: int(left(clock, side) or 0) for side in sides}
    return found
