"""The reorganization segment: strict steps, in each both sides one after the other (4.3, 12.0, AMB-07)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer
from qtwar.kit.steps import Asking, Item, Sequence
from qtwar.kit.table import Frame, Reader, Seen, Table

from .facts import CSA, SIDES, enemy


def order(t: Table) -> tuple[str, str]:
    """Return who acts first within each step: the initiative player, the Confederates without one (AMB-07)."""
    first = str(t.option("amb_07_reorganization_order"))
    if first not in SIDES:
        first = str(t.var("initiative") or CSA)
    return first, enemy(first)


class Chore(Asking):
    """One side does what a step of the reorganization allows, until it is done with the step or with the whole sequence.

    Locals: `side`, `around` (its sequence). A subclass says what there is to do (`tasks`) and does it (`do_<verb>`). Whether
    the side is asked at all must hang on nothing that is hidden (`is_called`): a pause would betray what it has.
    """

    ends = ("done", "done_all")
    rule = ""

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what the side may do now."""
        raise NotImplementedError

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether there may be anything to do, as far as everybody knows."""
        return True

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether the side is asked: there may be something to do, and it has not done with the sequence."""
        around = t.frame_of(f.l.get("around", ""))
        return self.is_called(t, f) and f.l["side"] not in (around.l.get("over", ()) if around else ())

    def is_last(self, r: Reader) -> bool:
        """Return whether no chore of the sequence comes after it, so that with it the sequence is done too."""
        return False

    def prompt(self, s: Seen, f: Frame) -> Message:
        """Return what the side is asked."""
        return offers.msg(f"prompt.{self.name}", rule=self.rule, side={"s": f.l["side"]})

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer the tasks, and to be done: with this step, and with its whole sequence where more steps of it come."""
        ends = [offers.button("done", offers.msg("button.step_done", step=offers.msg(f"step.{self.name}")), rule=self.rule)]
        if f.l.get("around") and not self.is_last(s):
            ends.append(offers.button("done_all", offers.msg("button.sequence_done", sequence=_sequence(f)), rule="12.0"))
        return offers.offer(self.prompt(s, f), *self.tasks(s, f), *ends)

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Say what it has done with: all that everybody knows of it is the step."""
        t.note("note.step_done", rule=self.rule, side={"s": side}, step=offers.msg(f"step.{self.name}"))

    def do_done_all(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the rest of the sequence go by."""
        around = t.frame_of(f.l.get("around", ""))
        if around:
            around.l["over"] = [*around.l.get("over", []), side]
            t.note("note.sequence_done", rule="12.0", side={"s": side}, sequence=_sequence(f))


def _sequence(f: Frame) -> Message:
    """Return what the sequence of a chore is called."""
    return offers.msg(f"phase.{str(f.l['around']).removeprefix('reorganization_')}")


def sequence(name: str, chores: list[str]) -> Sequence:
    """Return a sequence of the reorganization: its chores in order, each for both sides."""

    def items(t: Table, f: Frame) -> list[Item]:
        sides: list[str] = f.l.setdefault("order", list(order(t)))
        return [(chore, {"side": side, "around": name}) for chore in chores for side in sides]

    return Sequence(name, items)


def mine(f: Frame) -> dict[str, Any]:
    """Return what the acting side alone knows of its chore."""
    return f.of(f.l["side"])
