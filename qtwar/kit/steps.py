"""Shapes of steps that every title needs: one after another, in stages, turns and phases, and asking until a side is done."""

from __future__ import annotations

from collections.abc import Callable, Collection
from collections.abc import Sequence as List
from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table

Item = tuple[str, dict[str, Any]]
"""A step to call: its name and the locals it begins with."""


class Sequence(Step):
    """Calls the steps that `items(t, f)` lists, one after another, then is done. The list must not change meanwhile."""

    def __init__(self, name: str, items: Callable[[Table, Frame], List[Item]]) -> None:
        self.name = name
        self.items = items

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next item."""
        at = f.l.get("at", 0)
        items = self.items(t, f)
        if at >= len(items):
            self.close(t)
            t.done()
            return
        f.l["at"] = at + 1
        step, local = items[at]
        t.call(step, **local)

    def close(self, t: Table) -> None:
        """Do what comes after the last item."""


class Turns(Step):
    """Calls a step once a turn, with `var turn` counting, from the present turn to the scenario's last; then `after`.

    `rule` is the rule number of the heading that each turn has in the log; `before` does what comes ahead of it
    (a marker that moves on, say).
    """

    def __init__(
        self,
        name: str,
        each: str,
        after: Callable[[Table], None],
        *,
        rule: str = "",
        before: Callable[[Table], None] | None = None,
    ) -> None:
        self.name = name
        self.each = each
        self.after = after
        self.rule = rule
        self.before = before

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next turn, or end the game."""
        begun = f.l.get("begun", False)
        turn = int(t.var("turn", 1)) + (1 if begun else 0)
        if turn > int(t.scenario["turns"]):
            self.after(t)
            if not t.is_over:
                raise RuntimeError("the last turn is over and nobody has said who won")
            return
        f.l["begun"] = True
        t.set_var("turn", turn)
        if self.before is not None:
            self.before(t)
        t.note("note.turn", rule=self.rule, level=0, n=turn)
        t.call(self.each)


class Phase(Step):
    """A phase: names itself in the log, `var phase` and `var phase_side`, then calls its steps one after another.

    Locals: `id`, `side` (whose phase it is, if one side's; its steps get it too), `steps` (their names).
    """

    name = "phase"

    def __init__(self, rule: str = "") -> None:
        self.rule = rule
        """Rule number of the sequence of play, cited by the heading."""

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next step of the phase; before the first, name the phase."""
        side = f.l.get("side")
        own = {"side": side} if side else {}
        at = f.l.get("at", 0)
        if "at" not in f.l:
            t.set_var("phase", f.l["id"])
            t.set_var("phase_side", side)
            phase = msg(f"phase.{f.l['id']}")
            if side:
                t.note("note.phase_of", rule=self.rule, level=0, phase=phase, side={"s": side})
            else:
                t.note("note.phase", rule=self.rule, level=0, phase=phase)
        f.l["at"] = at + 1
        if at >= len(f.l["steps"]):
            t.done()
        else:
            t.call(f.l["steps"][at], **own)


def stand_at(t: Table, turn: str, items: List[Item], phase: str, whose: str = "", step: str = "", **local: Any) -> bool:
    """Make the game stand in a phase, for positions written by hand: past its heading, in its first step or another.

    `turn` is the name of the sequence whose `items` the phases are: what follows in it will follow in the game. A phase
    that is one side's is looked up by `whose`; `local` goes to the step. Returns whether there is such a phase.
    """
    for n, (name, own) in enumerate(items):
        if name == Phase.name and own["id"] == phase and own.get("side") in (None, whose):
            t.call(turn, at=n + 1)
            t.set_var("phase", phase)
            begun = own["steps"].index(step) if step else 0
            t.call(name, **own, at=begun + 1)
            t.call(own["steps"][begun], **local)
            return True
    return False


class Staged(Step):
    """A step in stages: each is a method `at_<stage>(t, f)` that returns the stage to go on to, or nothing to stay.

    The stage lies in local `stage`. A stage that calls a child or waits may name the next one at once: it comes when
    the child is done or the side has acted.
    """

    first = ""
    """The stage to begin with."""

    def run(self, t: Table, f: Frame) -> None:
        """Run the present stage."""
        to = getattr(self, f"at_{f.l.setdefault('stage', self.first)}")(t, f)
        if to:
            f.l["stage"] = to


class Asking(Step):
    """Asks a side, local `side`, until it says that it is done or nothing is left to be asked."""

    ends: Collection[str] = ()
    """Verbs that end it; one that does nothing else needs no `do_<verb>`."""

    def asked(self, t: Table, f: Frame) -> str:
        """Return whom to ask."""
        return str(f.l["side"])

    def begin(self, t: Table, f: Frame) -> None:
        """Do what comes before the first question."""

    def ahead(self, t: Table, f: Frame) -> bool:
        """Begin a step that must come before the next question; returns whether one was begun."""
        return False

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether there is anything to ask."""
        return True

    def close(self, t: Table, f: Frame) -> Any:
        """Do what the end brings; returns the result of the step."""

    def run(self, t: Table, f: Frame) -> None:
        """Ask, or be done."""
        if "over" not in f.l:
            f.l["over"] = False
            self.begin(t, f)
        if self.ahead(t, f):
            return
        if not f.l["over"] and self.is_open(t, f):
            t.wait(self.asked(t, f))
        else:
            t.done(self.close(t, f))

    def verbs(self) -> set[str]:
        """Return the verbs of the actions that it carries out, those that only end it among them."""
        return super().verbs() | set(self.ends)

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Carry an action out; one of `ends` ends the asking."""
        if hasattr(self, f"do_{verb}") or verb not in self.ends:
            super().do(verb, t, f, side, args)
        if verb in self.ends:
            f.l["over"] = True
