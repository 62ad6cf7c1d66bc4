"""Bombardments: called, carried out, cancelled (13.0, 16.0)."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table


class Bombardments(Step):
    """The bombardments that are due this turn (16.0)."""

    name = "bombardments"

    def run(self, t: Table, f: Frame) -> None:
        t.done()


STEPS = (Bombardments(),)
