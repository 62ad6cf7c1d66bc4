"""The sequence of play: rally, operations, administration (2.0, 9.0), and where positions written by hand begin."""

from __future__ import annotations

from typing import Any

from qtwar.kit import steps
from qtwar.kit.step import Step
from qtwar.kit.steps import Item, Phase, Sequence, Turns
from qtwar.kit.table import Frame, Table

from . import melee, victory
from .facts import enemy, marker_in, take_marker

FLEETING = ("marks", "led", "used_lm", "pivoted", "came_from", "sat")


class Admin(Step):
    """Markers off, smoke thins, melees end, the scenario is checked (9.0)."""

    name = "admin"

    def run(self, t: Table, f: Frame) -> None:
        for piece in sorted(t.records):
            for key in FLEETING:
                if key in t.record(piece)["attrs"]:
                    t.set_attr(piece, key, None)
        for place in list(t.places()):
            take_marker(t, place, "spotted")
            smoke = marker_in(t, place, "smoke1_2")
            if smoke and t.record(smoke)["face"] == "back":
                t.remove(smoke)
            elif smoke:
                t.turn(smoke, "back")
        melee.clear_markers(t)
        t.note("note.admin", rule="9.0", level=2)
        victory.sudden(t)
        t.done()


def turn_items(t: Table, f: Frame) -> list[Item]:
    """Return the phases of a turn (2.0)."""
    phases = (("rally", ["initiative", "rally_both"]), ("operations", ["operations"]), ("admin", ["admin"]))
    return [("phase", {"id": name, "steps": order}) for name, order in phases]


def move_marker(t: Table) -> None:
    """Move the Turn marker on (2.0)."""
    marker = next((p for p in t.records if t.record(p)["kind"] == "turn"), "")
    if marker:
        t.move(marker, f"turn_{t.var('turn')}")


def rally_items(t: Table, f: Frame) -> list[Item]:
    """Return both sides' rally steps, the initiative first (3.0)."""
    first = str(t.var("initiative"))
    return [("rally", {"side": first}), ("rally", {"side": enemy(first)})]


def game_items(t: Table, f: Frame) -> list[Item]:
    """Return set-up and turns."""
    return [("setup", {}), ("turns", {})]


STEPS = (
    Phase("2.0"),
    Admin(),
    Sequence("game", game_items),
    Sequence("turn", turn_items),
    Sequence("rally_both", rally_items),
    Turns("turns", "turn", victory.final, rule="2.0", before=move_marker),
)


PHASES = {
    "rally": {"side": "side?", "initiative": "side?", "first": "flag?"},
    "operations": {"side": "side?", "initiative": "side?"},
    "impulse": {"side": "side?", "initiative": "side?"},
    "admin": {"side": "side?", "initiative": "side?"},
}
"""Where a position written by hand may stand, with its arguments."""


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand; the rest of the turn follows it."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    side = args.get("side") or t.var("initiative")
    t.set_var("initiative", args.get("initiative") or side)
    t.call("turns", begun=True)
    step = ""
    local: dict[str, Any] = {}
    if phase == "rally":
        step, local = "rally_both", {"at": 1 if args.get("first", True) else 2}
    elif phase == "impulse":
        local = {"side": side, "passes": 0}
    at = "operations" if phase == "impulse" else phase
    steps.stand_at(t, "turn", turn_items(t, t.frame()), at, step=step, **local)
    if phase in ("rally", "impulse"):
        t.call(phase, side=side)
