"""The sequence of play: set-up, then turns of nine phases (6.1, 6.2, 6.8)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Item, Sequence, Turns
from qtwar.kit.table import Frame, Table

from . import victory
from .facts import enemy


class Phase(Step):
    """A phase: names itself, runs its step for a side, then the stacking check (9.2). Locals: `id`, `side`, `steps`."""

    name = "phase"

    def run(self, t: Table, f: Frame) -> None:
        if "at" not in f.l:
            f.l["at"] = 0
            t.set_var("phase", f.l["id"])
            side = f.l.get("side")
            t.set_var("phase_side", side)
            who: dict[str, Any] = {"side": {"s": side}} if side else {}
            key = "note.phase_of" if side else "note.phase"
            t.note(key, rule="6.2", level=0, phase=msg(f"phase.{f.l['id']}"), **who)
        steps: list[str] = f.l["steps"]
        if f.l["at"] >= len(steps):
            t.done()
            return
        step = steps[f.l["at"]]
        f.l["at"] += 1
        side = f.l.get("side")
        t.call(step, **({"side": side} if side and step != "stacking" else {}))


def phases(t: Table, f: Frame) -> list[Item]:
    """Return the nine phases of a turn (6.2)."""
    first = t.scenario["first_side"]
    both = (first, enemy(first))
    out: list[Item] = []
    for phase, steps in (
        ("random_events", ["random_event"]),
        ("reinforce_refit", ["reinforcement", "stacking", "refit", "stacking"]),
        ("operations", ["operations", "stacking"]),
        ("logistics", ["logistics", "stacking"]),
        ("territorial_vp", ["territorial"]),
    ):
        if phase == "operations":
            out.append(("phase", {"id": phase, "steps": steps}))
        else:
            out += [("phase", {"id": phase, "steps": steps, "side": side}) for side in both]
    return out


class TurnHead(Step):
    """Tells that a turn begins."""

    name = "turn_head"

    def run(self, t: Table, f: Frame) -> None:
        t.note("note.turn", rule="6.2", level=0, n=t.var("turn"))
        t.done()


def turn_items(t: Table, f: Frame) -> list[Item]:
    """Return the heading and the phases of a turn."""
    return [("turn_head", {}), *phases(t, f)]


def game_items(t: Table, f: Frame) -> list[Item]:
    """Return set-up and turns (3.0)."""
    return [("setup", {}), ("turns", {})]


STEPS = (
    Phase(),
    TurnHead(),
    Sequence("game", game_items),
    Sequence("turn", turn_items),
    Turns("turns", "turn", victory.final),
)


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand: `operations`, `combat`, or any phase with `side`."""
    t.call("turns", begun=True)
    t.call("turn", at=99)
    side = args.get("side") or t.scenario["first_side"]
    if phase == "combat":
        t.set_var("phase", "operations")
        t.call("phase", id="operations", steps=["operations"], at=1)
        t.call("operations", side=enemy(side), out=[])
        t.call("combat", cell=args["cell"], attacker=side)
        return
    for _, local in phases(t, t.frame()):
        if local["id"] == phase and (local.get("side") in (None, side)):
            t.set_var("phase", phase)
            t.call("phase", **local, at=1)
            if phase == "operations":
                t.call("operations", side=side, out=list(args.get("out", [])))
            else:
                t.call(local["steps"][0], side=side)
            return
    t.refuse("refuse.no_phase", phase=phase)
