"""Steps that more than one title needs: things one after another, and a number of rounds of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table

Item = tuple[str, dict[str, Any]]


class Sequence(Step):
    """Calls the steps that `items(t, f)` lists, one after another, then is done. The list must not change meanwhile."""

    def __init__(self, name: str, items: Callable[[Table, Frame], list[Item]]) -> None:
        self.name = name
        self.items = items

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next item."""
        at = f.l.get("at", 0)
        items = self.items(t, f)
        if at >= len(items):
            t.done()
            return
        f.l["at"] = at + 1
        step, local = items[at]
        t.call(step, **local)


class Turns(Step):
    """Calls a step once a turn, with `var turn` counting, from the present turn to the scenario's last; then `after`."""

    def __init__(self, name: str, each: str, after: Callable[[Table], None]) -> None:
        self.name = name
        self.each = each
        self.after = after

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next turn, or end the game."""
        begun = f.l.get("begun", False)
        turn = int(t.var("turn", 1)) + (1 if begun else 0)
        if turn > int(t.scenario["turns"]):
            self.after(t)
            if t.state.result is None:
                raise RuntimeError("the last turn is over and nobody has said who won")
            return
        f.l["begun"] = True
        t.set_var("turn", turn)
        t.call(self.each)
