"""The sequence of play: six phases a turn (3.0, 20.0), and where positions written by hand begin."""

from __future__ import annotations

from typing import Any

from qtwar.kit import steps
from qtwar.kit.piles import Pile
from qtwar.kit.step import Step
from qtwar.kit.steps import Item, Phase, Sequence, Turns
from qtwar.kit.table import Frame, Table

from . import exits, hiding, setup, victory
from .chits import count
from .facts import SIDES

PHASE_STEPS = {
    "reinforcement": ["arrivals"],
    "activation": ["chits"],
    "bombardment": ["bombardments"],
    "wounded": ["wounded"],
    "concealment": ["conceal_both"],
    "turn_end": ["turn_end"],
}
"""The phases of a turn, each with its steps (3.0)."""


def game_items(t: Table, f: Frame) -> list[Item]:
    """Return set-up, traps and turns."""
    traps: list[Item] = [("traps", {"side": side, "hand": f.l.get("hand", False)}) for side in SIDES]
    return [("setup", {}), *traps, ("begun", {}), ("turns", {})]


def turn_items(t: Table, f: Frame) -> list[Item]:
    """Return the phases of a turn (3.0)."""
    return [("phase", {"id": name, "steps": order}) for name, order in PHASE_STEPS.items()]


def move_marker(t: Table) -> None:
    """Move the turn marker on (20.0)."""
    marker = next((p for p in sorted(t.records) if t.record(p)["kind"] == "turn_marker"), "")
    if marker:
        t.move(marker, f"turn-{t.var('turn')}")


class Begun(Step):
    """What is noted once all is set up."""

    name = "begun"

    def run(self, t: Table, f: Frame) -> None:
        setup.begun(t)
        t.done()


class TurnEnd(Step):
    """Activation complete markers come off, the chits go back into the cup, Higher HQ is over (20.0)."""

    name = "turn_end"

    def run(self, t: Table, f: Frame) -> None:
        for piece in sorted(t.records):
            for key in ("done", "opfire"):
                if key in t.record(piece)["attrs"]:
                    t.set_attr(piece, key, None)
        for chit in [p for p in t.ids("drawn") if t.attr(p, "once")]:  # AMB-73
            t.move(chit, "chits_lost")
            t.put("NVA_VC", "chits", int(t.num("NVA_VC", "chits")) - 1)
        Pile(t, "cup").put_back(*[p for p in t.ids("drawn") if t.has(p, "chit")])
        count(t)
        t.set_var("higher_hq", None)
        exits.overdue(t)
        for marker in [p for p in t.ids("events") if t.record(p)["kind"] == "higher_hq"]:
            t.remove(marker)
        t.done()


STEPS = (
    Phase("3.0"),
    Begun(),
    TurnEnd(),
    Sequence("game", game_items),
    Sequence("turn", turn_items),
    Sequence("conceal_both", hiding.both),
    Turns("turns", "turn", victory.final, rule="3.0", before=move_marker),
)

PHASES = {
    "reinforcement": {},
    "activation": {"side": "side?"},
    "activate": {"side": "side", "chit": "piece?"},
    "bombardment": {},
    "wounded": {},
    "concealment": {"side": "side?"},
    "turn_end": {},
}
"""Where a position written by hand may stand, with its arguments: `activation` the whole phase, `activate` one activation."""


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand; the rest of the turn follows it."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    t.call("turns", begun=True)
    at = "activation" if phase == "activate" else phase
    local: dict[str, Any] = {}
    if phase == "activation" and args.get("side"):
        local = {"first": args["side"]}
    if phase == "activate":
        local = {"first": "", "stage": "draw"}
    if phase == "concealment" and args.get("side"):
        local = {"at": SIDES.index(args["side"])}
    steps.stand_at(t, "turn", turn_items(t, t.frame()), at, **local)
    if phase == "activate":
        t.call("activate", side=args["side"], chit=args.get("chit") or "")
