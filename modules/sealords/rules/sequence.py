"""The sequence of play: set-up, then turns of nine phases (6.1, 6.2, 6.8)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import steps
from qtwar.kit.steps import Item, Phase, Sequence, Turns
from qtwar.kit.table import Frame, Table

from . import victory
from .facts import enemy


def phases(t: Table, f: Frame) -> list[Item]:
    """Return the nine phases of a turn (6.2)."""
    first = t.scenario["first_side"]
    both = (first, enemy(first))
    out: list[Item] = []
    for phase, names in (
        ("random_events", ["random_event"]),
        ("reinforce_refit", ["reinforcement", "stacking", "refit", "returns", "stacking"]),
        ("operations", ["operations", "stacking"]),
        ("logistics", ["logistics", "stacking"]),
        ("territorial_vp", ["territorial"]),
    ):
        if phase == "operations":
            out.append(("phase", {"id": phase, "steps": names}))
        else:
            out += [("phase", {"id": phase, "steps": names, "side": side}) for side in both]
    return out


def game_items(t: Table, f: Frame) -> list[Item]:
    """Return set-up and turns (3.0)."""
    return [("setup", {}), ("turns", {})]


STEPS = (
    Phase("6.2"),
    Sequence("game", game_items),
    Sequence("turn", phases),
    Turns("turns", "turn", victory.final, rule="6.2"),
)


PHASES = {
    "random_events": {"side": "side?"},
    "reinforce_refit": {"side": "side?"},
    "operations": {"side": "side?", "out": "pieces?"},
    "logistics": {"side": "side?"},
    "territorial_vp": {"side": "side?"},
    "combat": {"cell": "place", "side": "side?"},
}
"""Where a position written by hand may stand, with its arguments."""


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand: `combat`, or any phase with `side`."""
    side = args.get("side") or t.scenario["first_side"]
    fights = phase == "combat"
    out: dict[str, Any] = {"out": list(args["out"])} if "out" in args else {}
    t.call("turns", begun=True)
    at, whose = ("operations", enemy(side)) if fights else (phase, side)
    steps.stand_at(t, "turn", phases(t, t.frame()), at, whose, side=whose, **out)
    if fights:
        t.call("combat", cell=args["cell"], attacker=side)
