"""What a captain with plain sense cares for: ground gained or held, men under cover, enemies seen, pinned and beaten."""

from __future__ import annotations

from typing import Any

from modules.fields_of_fire.tests.captain import Captain
from qtwar.engine.state import State

STATES = {"pinned": -2.0, "exposed": -0.6, "captured": -6.0, "out_of_ammo": -2.0, "activated": 1.0}
"""What a state of a unit is worth to its side."""
LAID = {
    "vof_grenade": 4.0, "vof_concentrated": 2.5, "pending_fire": 5.0, "pending_air": 5.0, "casualty": -3.0, "paralyzed": -1.5,
    "litter": -1.0,
}  # fmt: skip
"""What a counter that is laid is worth to its owner."""


def worth(event: dict[str, Any], side: str, state: State) -> float:
    """Return what an event is worth to the company."""
    record = state.pieces.get(event.get("piece", ""))
    mine = 1.0 if record is not None and record["owner"] == side else -1.0
    if event["e"] == "attr.set" and event["key"] in STATES:
        return mine * STATES[event["key"]] * (1.0 if event["to"] else -1.0)
    if event["e"] == "attr.set" and event["key"] == "unspotted":
        return 3.0 if event["to"] is None else -1.0
    if event["e"] == "attr.set" and event["key"] == "under":
        return mine * (1.5 if event["to"] else -1.0)
    if event["e"] == "side.set" and event["key"] == "xp":
        return 3.0
    if event["e"] == "piece.added":
        return LAID.get(event["to"]["kind"], 0.0) * (1.0 if event["to"]["owner"] == side else -1.0)
    if event["e"] == "piece.moved" and record is not None:
        return _moved(event, mine, state)
    return 0.0


def _moved(event: dict[str, Any], mine: float, state: State) -> float:
    """Return what a move is worth: losses, and for the company ground toward the enemy as the mission wants it."""
    if event["to"] in ("removed", "enemy_pool") and event["from"].startswith("map:"):
        return -mine * 5.0
    if mine < 0 or not (event["from"].startswith("map:r") and event["to"].startswith("map:r")):
        return 0.0
    scenario = str(state.vars.get("mission") or state.meta["scenario"])
    if scenario in HOLDING:
        return _row(event["from"]) - _row(event["to"])
    goals = [p["at"] for p in state.pieces.values() if p["kind"] in GOALS and p["at"].startswith("map:r")]
    if not goals:
        return 1.2 * (_row(event["to"]) - _row(event["from"]))
    near = [min(_distance(event[end], goal) for goal in goals) for end in ("from", "to")]
    taken = 3.0 if event["to"] in goals else -3.0 if event["from"] in goals else 0.0
    return 1.2 * (near[0] - near[1]) + taken


HOLDING = frozenset(("nrm_2", "kor_1", "vnm_2"))
"""Missions in which the company stays where it is."""
GOALS = frozenset(("objective_1", "objective_2"))


def _distance(a: str, b: str) -> int:
    return max(abs(_row(a) - _row(b)), abs(_column(a) - _column(b)))


def _column(place: str) -> int:
    return int(place.split("c")[-1])


def _row(place: str) -> int:
    return int(place.removeprefix("map:r").split("c")[0])


LATE: list[tuple[str, dict[str, Any]]] = [
    (
        "nrm_2",
        {
            "position": {
                "pieces": {  # in the order of their names, as a record keeps them
                    "action-04": "action_deck",
                    "action-07": "action_deck",
                    "action-13": "action_deck",
                    "action-18": "action_deck",
                    "action-32": "action_deck",
                    "action-33": "action_deck",
                    "normandy-25": "map:r1c1",
                    "normandy-36": "map:r2c1",
                    "normandy-co-hq": "map:r1c1",
                    "normandy-p1-sqd1": "map:r1c1",
                    "phone-line-9": {"at": "map:r1c1", "kind": "phone_line", "owner": "us", "attrs": {"cut": True}},
                },
                "vars": {"turn": 10},
                "phase": "command",
            }
        },
    )
]
"""The last turn beside a telephone line that shells have cut, so that it is mended: that is met seldom."""

GUIDE = Captain
"""Who plays the recorded games; `worth` judges only what he has not tried yet."""
