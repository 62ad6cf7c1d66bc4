"""The sequence of play: rally, operations, administration (2.0, 9.0), and where positions written by hand begin."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Item, Sequence, Turns
from qtwar.kit.table import Frame, Table

from . import melee, victory
from .facts import enemy, marker_in, take_marker

FLEETING = ("marks", "led", "used_lm", "pivoted", "came_from", "sat")


class Head(Step):
    """Names a turn or phase in the log and in `var phase`. Locals: `id`, `side`."""

    name = "head"

    def run(self, t: Table, f: Frame) -> None:
        phase, side = f.l["id"], f.l.get("side")
        if phase == "turn":
            marker = next((p for p in t.state.pieces if t.record(p)["kind"] == "turn"), "")
            if marker:
                t.move(marker, f"turn_{t.var('turn')}")
            t.note("note.turn", rule="2.0", level=0, n=t.var("turn"))
        else:
            t.set_var("phase", phase)
            t.set_var("phase_side", side)
            who = {"side": {"s": side}} if side else {}
            t.note("note.phase_of" if side else "note.phase", rule="2.0", level=0, phase=msg(f"phase.{phase}"), **who)
        t.done()


class Admin(Step):
    """Markers off, smoke thins, melees end, the scenario is checked (9.0)."""

    name = "admin"

    def run(self, t: Table, f: Frame) -> None:
        for piece in sorted(t.state.pieces):
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
        if t.state.result is None:
            t.done()


def turn_items(t: Table, f: Frame) -> list[Item]:
    """Return the phases of a turn (2.0); the rally steps are those of the side with the initiative first."""
    return [
        ("head", {"id": "turn"}),
        ("head", {"id": "rally"}),
        ("initiative", {}),
        ("rally_both", {}),
        ("head", {"id": "operations"}),
        ("operations", {}),
        ("head", {"id": "admin"}),
        ("admin", {}),
    ]


def rally_items(t: Table, f: Frame) -> list[Item]:
    """Return both sides' rally steps, the initiative first (3.0)."""
    first = str(t.var("initiative"))
    return [("rally", {"side": first}), ("rally", {"side": enemy(first)})]


def game_items(t: Table, f: Frame) -> list[Item]:
    """Return set-up and turns."""
    return [("setup", {}), ("turns", {})]


STEPS = (
    Head(),
    Admin(),
    Sequence("game", game_items),
    Sequence("turn", turn_items),
    Sequence("rally_both", rally_items),
    Turns("turns", "turn", victory.final),
)


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand: `rally` or `impulse` with `side`, `operations`, `admin`."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    side = args.get("side") or t.var("initiative")
    t.set_var("initiative", args.get("initiative") or side)
    t.call("turns", begun=True)
    at = {"rally": 4, "operations": 6, "impulse": 6, "admin": 8}.get(phase)
    if at is None:
        t.refuse("refuse.no_phase", phase=phase)
    t.call("turn", at=at)
    t.set_var("phase", "operations" if phase == "impulse" else phase)
    if phase == "rally":
        t.call("rally_both", at=1 if args.get("first", True) else 2)
        t.call("rally", side=side)
    elif phase == "operations":
        t.call("operations")
    elif phase == "impulse":
        t.call("operations", side=side, passes=0)
        t.call("impulse", side=side)
    else:
        t.call("admin")
