"""Random events (19.0 to 19.10)."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table

from .facts import NVA, US


class Event(Step):
    """The event chit: whose event, which one (19.0)."""

    name = "event"

    def run(self, t: Table, f: Frame) -> None:
        first = t.roll(d=10, purpose="roll.event_side", by=US)[0]
        side = US if first % 2 == 0 else NVA
        die = t.roll(d=10, purpose="roll.event", by=side)[0]
        chart = t.chart("random_events")
        t.note(
            "note.event",
            rule="19.0",
            side={"s": side},
            table={"t": ["random_events", chart.row(die), chart.column(side)]},
        )
        t.done()


STEPS = (Event(),)
