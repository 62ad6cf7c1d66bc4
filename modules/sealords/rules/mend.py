"""After a free move (strictness off or warn) the innermost step decides anew: no offer stands on what is gone."""

from __future__ import annotations

from collections.abc import Mapping

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table

from .facts import COM, boxed

BUDGET = 200


def after_free(t: Table, steps: Mapping[str, Step]) -> None:
    """Run the innermost step again until somebody is to act: what a hand has placed or removed needs no asking."""
    for piece in boxed(t, COM, "pool"):
        t.know(piece, [COM])  # 12.1: what lies in the cup is unknown
    t.state.active = []
    for _ in range(BUDGET):
        if t.state.active or not t.state.flow or t.state.result is not None:
            return
        data = t.state.flow[-1]
        steps[data["step"]].run(t, Frame(data))
