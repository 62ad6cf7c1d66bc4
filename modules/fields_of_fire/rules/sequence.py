"""The sequence of play: the phases of a turn in the order of the mission's type (3)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import steps
from qtwar.kit.steps import Item, Phase, Sequence
from qtwar.kit.table import Frame, Table

from . import mission

PHASE_STEPS: dict[str, list[str]] = {
    "us_events": ["us_event"],
    "enemy_activity": ["enemy_event", "pc_arrivals", "enemy_checks"],
    "command": ["command"],
    "capture": ["capture"],
    "vehicles": ["air", "lifts", "vehicles"],
    "combat": ["combat"],
    "clean_up": ["clean_up", "turn_end"],
}
DEFENSIVE = ("us_events", "enemy_activity", "command", "capture", "vehicles", "combat", "clean_up")
OFFENSIVE = ("us_events", "command", "enemy_activity", "capture", "vehicles", "combat", "clean_up")
"""The order of the phases; patrols go as offensive missions (3)."""


def turn_items(t: Table, f: Frame) -> list[Item]:
    """Return the phases of a turn (3)."""
    order = DEFENSIVE if mission.kind(t) == "defensive" else OFFENSIVE
    return [("phase", {"id": name, "steps": PHASE_STEPS[name]}) for name in order]


STEPS = (Phase("3"), Sequence("turn", turn_items))

PHASES: dict[str, dict[str, str]] = {name: {} for name in PHASE_STEPS}


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand; the rest of the turn, of the mission follows it."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    t.call("game", stage="judge")
    t.call("turns", begun=True)
    steps.stand_at(t, "turn", turn_items(t, t.frame()), phase)
